Entities by hand: names, descriptions, links, and what is refused.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: My sister Marta lives in Porto."
! Recorded 1 turn of 1 episode, 2 facts.

$ persona entities alias Marta "Marta Ruiz"
Marta is also called Marta Ruiz
! Recorded as op_1

$ persona entities describe Marta "my older sister" --type person
Marta: my older sister, person
! Recorded as op_2

$ persona entities link Marta https://example.org/marta
Marta: https://example.org/marta
! Recorded as op_3

$ persona entities show "Marta Ruiz"
Marta (also Marta Ruiz): my older sister  [person]  en_1
  Marta is Ana's sister.  [Ana, since 2024-02-01]  fa_1
  Ana's sister Marta lives in Porto.  [Marta, since 2024-02-01]  fa_2

$ persona entities show Marta --json
{
  "type": "entity",
  "id": "en_1",
  "name": "Marta",
  "kind": "subject",
  "entity_type": "person",
  "aliases": [
    "Marta Ruiz"
  ],
  "description": "my older sister",
  "merged_into": null,
  "distinct": [],
  "links": [
    "https://example.org/marta"
  ],
  "facts": [
    {
      "type": "fact",
      "id": "fa_1",
      "text": "Marta is Ana's sister.",
      "subject": "Ana",
      "subject_id": "en_user",
      "predicate": "sibling_of",
      "object": "Marta",
      "object_id": "en_1",
      "kind": "fact",
      "aspect": null,
      "status": null,
      "valid_at": "2024-02-01",
      "invalid_at": null,
      "when_said": null,
      "said_at": "2024-02-01T00:00:00Z",
      "known_at": "2026-03-01T09:01:00Z",
      "retracted": false,
      "hand": false,
      "confidence": 0.85,
      "extractor": "rules",
      "operation": "op_4",
      "evidence": [
        {
          "turn": "tn_1",
          "source_id": null,
          "quote": "My sister Marta lives in Porto."
        }
      ]
    },
    {
      "type": "fact",
      "id": "fa_2",
      "text": "Ana's sister Marta lives in Porto.",
      "subject": "Marta",
      "subject_id": "en_1",
      "predicate": "lives_in",
      "object": "Porto",
      "object_id": "en_2",
      "kind": "fact",
      "aspect": null,
      "status": null,
      "valid_at": "2024-02-01",
      "invalid_at": null,
      "when_said": null,
      "said_at": "2024-02-01T00:00:00Z",
      "known_at": "2026-03-01T09:01:00Z",
      "retracted": false,
      "hand": false,
      "confidence": 0.88,
      "extractor": "rules",
      "operation": "op_4",
      "evidence": [
        {
          "turn": "tn_1",
          "source_id": null,
          "quote": "My sister Marta lives in Porto."
        }
      ]
    }
  ]
}

$ persona entities describe Marta --type planet
! persona: error: no type 'planet'
! hint: the types are person, place, organisation, work, animal, thing
[exit 2]

$ persona entities describe Marta
! persona: error: nothing to describe with
! hint: persona entities describe --help shows how
[exit 2]

$ persona entities alias Marta ""
! persona: error: an argument is empty
! hint: is a variable of the shell not set?
[exit 2]

$ persona entities merge Ana Marta
! persona: error: 'Ana' is you
! hint: persona entities merge 'Marta' 'Ana'
[exit 2]

$ persona entities merge Marta Marta
! persona: error: 'Marta' and 'Marta' are one already
[exit 2]

$ persona entities list --jsonl
{"type":"entity","id":"en_user","name":"Ana","kind":"user","entity_type":"person","aliases":[],"description":null,"merged_into":null,"distinct":[],"links":[]}
{"type":"entity","id":"en_1","name":"Marta","kind":"subject","entity_type":"person","aliases":["Marta Ruiz"],"description":"my older sister","merged_into":null,"distinct":[],"links":["https://example.org/marta"]}
{"type":"entity","id":"en_2","name":"Porto","kind":"other","entity_type":"place","aliases":[],"description":null,"merged_into":null,"distinct":[],"links":[]}
