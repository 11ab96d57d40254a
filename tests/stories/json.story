Every verb of belief speaks JSON, errors too.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2025-02-01 <<< "Ana: I live in Lyon."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona correct "I no longer live in Lyon" --dry-run --json
{
  "type": "correction",
  "operation": null,
  "changes": [
    {
      "before": {
        "type": "fact",
        "id": "fa_1",
        "text": "Ana lives in Lyon.",
        "subject": "Ana",
        "subject_id": "en_user",
        "predicate": "lives_in",
        "object": "Lyon",
        "object_id": "en_1",
        "kind": "fact",
        "aspect": null,
        "status": null,
        "valid_at": "2025-02-01",
        "invalid_at": null,
        "when_said": null,
        "said_at": "2025-02-01T00:00:00Z",
        "known_at": "2026-03-01T09:01:00Z",
        "retracted": false,
        "hand": false,
        "confidence": 0.75,
        "extractor": "rules",
        "operation": "op_1",
        "evidence": [
          {
            "turn": "tn_1",
            "source_id": null,
            "quote": "I live in Lyon."
          }
        ]
      },
      "after": {
        "type": "fact",
        "id": "fa_1",
        "text": "Ana lives in Lyon.",
        "subject": "Ana",
        "subject_id": "en_user",
        "predicate": "lives_in",
        "object": "Lyon",
        "object_id": "en_1",
        "kind": "fact",
        "aspect": null,
        "status": null,
        "valid_at": "2025-02-01",
        "invalid_at": "2026-03-01",
        "when_said": null,
        "said_at": "2025-02-01T00:00:00Z",
        "known_at": "2026-03-01T09:01:00Z",
        "retracted": false,
        "hand": false,
        "confidence": 0.75,
        "extractor": "rules",
        "operation": "op_1",
        "evidence": [
          {
            "turn": "tn_1",
            "source_id": null,
            "quote": "I live in Lyon."
          }
        ]
      }
    }
  ],
  "reviews": []
}

$ persona correct "nothing of the kind" --json
{
  "type": "matches",
  "sure": false,
  "facts": [
    {
      "type": "fact",
      "id": "fa_1",
      "text": "Ana lives in Lyon.",
      "subject": "Ana",
      "subject_id": "en_user",
      "predicate": "lives_in",
      "object": "Lyon",
      "object_id": "en_1",
      "kind": "fact",
      "aspect": null,
      "status": null,
      "valid_at": "2025-02-01",
      "invalid_at": null,
      "when_said": null,
      "said_at": "2025-02-01T00:00:00Z",
      "known_at": "2026-03-01T09:01:00Z",
      "retracted": false,
      "hand": false,
      "confidence": 0.75,
      "extractor": "rules",
      "operation": "op_1",
      "evidence": [
        {
          "turn": "tn_1",
          "source_id": null,
          "quote": "I live in Lyon."
        }
      ]
    }
  ]
}
! {"type":"error","message":"that sentence says nothing that can be taken as a correction","hint":"name a fact by its id: persona correct fa_1 --to TEXT, --until DATE or --retract","code":1}
[exit 1]

$ persona undo --dry-run --json
{
  "type": "undo",
  "dry_run": true,
  "operations": [
    {
      "type": "operation",
      "id": "op_1",
      "command": "ingest",
      "time": "2026-03-01T09:01:00Z",
      "device": "device1",
      "seq": 1,
      "clock": 1,
      "counts": {
        "entities": 2,
        "episodes": 2,
        "facts": 1
      },
      "reverts": null,
      "in_effect": true
    }
  ],
  "recorded": []
}
! Would undo 1 operation.

$ persona log --jsonl
{"type":"operation","id":"op_1","command":"ingest","time":"2026-03-01T09:01:00Z","device":"device1","seq":1,"clock":1,"counts":{"entities":2,"episodes":2,"facts":1},"reverts":null,"in_effect":true}

$ persona log --json
{
  "type": "log",
  "operations": [
    {
      "type": "operation",
      "id": "op_1",
      "command": "ingest",
      "time": "2026-03-01T09:01:00Z",
      "device": "device1",
      "seq": 1,
      "clock": 1,
      "counts": {
        "entities": 2,
        "episodes": 2,
        "facts": 1
      },
      "reverts": null,
      "in_effect": true
    }
  ]
}

$ persona diff --json
{
  "type": "diff",
  "lines": [
    {
      "sign": "+",
      "text": "Ana lives in Lyon. (since 2025-02-01)",
      "id": "fa_1"
    }
  ]
}

$ persona review --json
{
  "type": "review",
  "items": []
}

$ persona entities merge Nobody Ana --json
! {"type":"error","message":"nothing goes by 'Nobody'","hint":"persona entities list shows names and ids","code":2}
[exit 2]

$ persona entities alias Ana Annie --json
{
  "type": "entities",
  "dry_run": false,
  "operation": "op_2",
  "events": [
    {
      "v": 1,
      "type": "alias",
      "id": "ev_1",
      "op": "",
      "n": 0,
      "entity": "en_user",
      "name": "Annie"
    }
  ]
}
