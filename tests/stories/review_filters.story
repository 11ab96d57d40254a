The queue off a terminal: listed, filtered, decided by id or all at once.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona remember "Ana lives in Lyon."
fa_1
! Remembered: Ana lives in Lyon.  [Ana, since 2026-03-01]  fa_1

$ persona correct "I no longer work at Acme"
? unmatched: Ana no longer works at Acme.  rv_1
! Nothing that is believed matches it; persona review --accept rv_1 or --discard rv_1 decides.
! Recorded as op_1
[exit 1]

at 2026-03-05T09:00
$ persona ingest - --at 2026-03-04 --source diary <<< "Ana: I live in Porto."
! Recorded 1 turn of 1 episode, 0 facts, 1 waiting for review.

$ persona review
Ana no longer works at Acme.  [a correction matched nothing that is believed]  rv_1
    “I no longer work at Acme”  [Ana, 2026-03-01]
  + Ana no longer works at Acme.  [Ana, since 2026-03-01]
Ana lives in Porto.  [a correction speaks against a fact written or edited by hand]  rv_2
    “I live in Porto.”  [Ana, 2026-03-04]
  - Ana lives in Lyon.  [Ana, since 2026-03-01]  fa_1
  + Ana lives in Porto.  [Ana, since 2026-03-04]
! persona review --accept ID or --discard ID decides.

$ persona review --reason unmatched
Ana no longer works at Acme.  [a correction matched nothing that is believed]  rv_1
    “I no longer work at Acme”  [Ana, 2026-03-01]
  + Ana no longer works at Acme.  [Ana, since 2026-03-01]
! persona review --accept ID or --discard ID decides.

$ persona review --source diary
Ana lives in Porto.  [a correction speaks against a fact written or edited by hand]  rv_2
    “I live in Porto.”  [Ana, 2026-03-04]
  - Ana lives in Lyon.  [Ana, since 2026-03-01]  fa_1
  + Ana lives in Porto.  [Ana, since 2026-03-04]
! persona review --accept ID or --discard ID decides.

$ persona review --before 2026-03-03
Ana no longer works at Acme.  [a correction matched nothing that is believed]  rv_1
    “I no longer work at Acme”  [Ana, 2026-03-01]
  + Ana no longer works at Acme.  [Ana, since 2026-03-01]
! persona review --accept ID or --discard ID decides.

$ persona review --list --json
{
  "type": "review",
  "items": [
    {
      "type": "review",
      "id": "rv_1",
      "reason": "unmatched",
      "state": "open",
      "proposal": {
        "text": "Ana no longer works at Acme.",
        "turn": "tn_1",
        "quote": "I no longer work at Acme",
        "events": [
          {
            "type": "entity",
            "id": "en_1",
            "name": "Acme",
            "kind": "other",
            "etype": "organisation"
          },
          {
            "type": "assert",
            "id": "fa_2",
            "subject": "en_user",
            "predicate": "worked_at",
            "object": "en_1",
            "text": "Ana no longer works at Acme.",
            "kind": "fact",
            "aspect": "",
            "status": "",
            "valid_at": "2026-03-01",
            "invalid_at": "",
            "when": "",
            "said_at": "2026-03-01T09:02:00Z",
            "evidence": [
              {
                "turn": "tn_1",
                "quote": "I no longer work at Acme"
              }
            ],
            "confidence": 0.75,
            "extractor": "rules"
          }
        ]
      },
      "facts": [],
      "known_at": "2026-03-01T09:02:00Z"
    },
    {
      "type": "review",
      "id": "rv_2",
      "reason": "protected",
      "state": "open",
      "proposal": {
        "text": "Ana lives in Porto.",
        "turn": "tn_2",
        "quote": "I live in Porto.",
        "events": [
          {
            "type": "entity",
            "id": "en_2",
            "name": "Porto",
            "kind": "other",
            "etype": "place"
          },
          {
            "type": "close",
            "id": "ev_1",
            "fact": "fa_1",
            "by": "fa_3",
            "evidence": [
              {
                "turn": "tn_2",
                "quote": "I live in Porto."
              }
            ],
            "auto": true,
            "at": "2026-03-04"
          },
          {
            "type": "assert",
            "id": "fa_3",
            "subject": "en_user",
            "predicate": "lives_in",
            "object": "en_2",
            "text": "Ana lives in Porto.",
            "kind": "fact",
            "aspect": "",
            "status": "",
            "valid_at": "2026-03-04",
            "invalid_at": "",
            "when": "",
            "said_at": "2026-03-04T00:00:00Z",
            "evidence": [
              {
                "turn": "tn_2",
                "quote": "I live in Porto."
              }
            ],
            "confidence": 0.75,
            "extractor": "rules"
          }
        ]
      },
      "facts": [
        "fa_1"
      ],
      "known_at": "2026-03-05T09:00:00Z"
    }
  ]
}

$ persona review --all accept
! persona: error: accept 2 items? needs a yes, and nobody can be asked
! hint: use --yes
[exit 2]

$ persona review --all accept --yes --dry-run
Ana no longer works at Acme.
Ana lives in Porto.
! Would decide 2 of 2.

$ persona review --all discard --yes
Ana no longer works at Acme.  op_2
Ana lives in Porto.  op_3
! Decided 2 of 2.

$ persona review
! Nothing waits.

$ persona facts
Ana lives in Lyon.  [Ana, since 2026-03-01]  fa_1

$ persona review --all maybe
! persona: error: --all does not understand 'maybe'
! hint: write accept or discard
[exit 2]

$ persona review --all accept --yes
! Nothing waits.
