A fact by hand: its sentence is understood, it ends the old value, and no extractor ends it.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: I live in Lyon."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona remember "Ana lives in Porto." --since 2025-03
fa_1
! Remembered: Ana lives in Porto.  [Ana, since 2025-03]  fa_1
! Ended: Ana lives in Lyon.  [Ana, since 2024-02-01]  fa_2

$ persona facts --include-past
Ana lives in Lyon.  [Ana, since 2024-02-01 until 2025-03]  fa_2
Ana lives in Porto.  [Ana, since 2025-03]  fa_1

$ persona remember "Ana prefers short answers." --json
{
  "type": "remembered",
  "id": "fa_3",
  "text": "Ana prefers short answers.",
  "dry_run": false,
  "fact": {
    "type": "fact",
    "id": "fa_3",
    "text": "Ana prefers short answers.",
    "subject": "Ana",
    "subject_id": "en_user",
    "predicate": "prefers",
    "object": null,
    "object_id": null,
    "kind": "psyche",
    "aspect": "preference",
    "status": null,
    "valid_at": "2026-03-01",
    "invalid_at": null,
    "when_said": null,
    "said_at": "2026-03-01T09:04:00Z",
    "known_at": "2026-03-01T09:04:00Z",
    "retracted": false,
    "hand": true,
    "confidence": 1.0,
    "extractor": "hand",
    "operation": "op_1",
    "evidence": []
  },
  "ended": []
}
! Remembered: Ana prefers short answers.  [Ana, since 2026-03-01]  fa_3

$ persona remember "Ana lives in Rome." --dry-run
fa_4
! Would remember: Ana lives in Rome.  [Ana, since 2026-03-01]  fa_4
! You also wrote: Ana lives in Porto.  [Ana, since 2025-03]  fa_1

$ persona remember "Ana lives in Rome."
fa_5
! Remembered: Ana lives in Rome.  [Ana, since 2026-03-01]  fa_5
! You also wrote: Ana lives in Porto.  [Ana, since 2025-03]  fa_1
! persona review decides which of them holds.

$ persona review
Ana lives in Rome. — no longer: Ana lives in Porto.  [two facts that cannot both be true now]  rv_1
  - Ana lives in Porto.  [Ana, since 2025-03]  fa_1
    Ana lives in Rome.  [Ana, since 2026-03-01]  fa_5
! persona review --accept ID or --discard ID decides.

$ persona remember " "
! persona: error: there is nothing to remember in an empty text
[exit 2]

$ persona remember "Ana is calm." --kind mood
! persona: error: no kind 'mood'
! hint: the kinds are fact, psyche and goal
[exit 2]

$ persona facts
Ana lives in Porto.  [Ana, since 2025-03]  fa_1
Ana prefers short answers.  [Ana, since 2026-03-01]  fa_3
Ana lives in Rome.  [Ana, since 2026-03-01]  fa_5
