An item whose ground has gone says why, and stays until it is discarded.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona remember "Ana lives in Lyon." --since 2020
fa_1
! Remembered: Ana lives in Lyon.  [Ana, since 2020]  fa_1

$ persona ingest - --at 2026-02-01 <<< "Ana: I live in Porto."
! Recorded 1 turn of 1 episode, 0 facts, 1 waiting for review.

$ persona review --list
Ana lives in Porto.  [a correction speaks against a fact written or edited by hand]  rv_1
    “I live in Porto.”  [Ana, 2026-02-01]
  - Ana lives in Lyon.  [Ana, since 2020]  fa_1
  + Ana lives in Porto.  [Ana, since 2026-02-01]
! persona review --accept ID or --discard ID decides.

$ persona correct fa_1 --until 2025
- Ana lives in Lyon.  [Ana, since 2020]  fa_1
+ Ana lives in Lyon.  [Ana, since 2020 until 2025]  fa_1
! Recorded as op_1

$ persona review --accept rv_1
Ana lives in Porto.  not decided: fact fa_1 has ended since
! Decided 0 of 1.
[exit 3]

$ persona undo
2026-03-01 09:04  correct: 1 in facts  op_1
! Undid 1 operation.
! Recorded as op_2

$ persona correct fa_1 --to "Ana lives in Lyon, by the river."
- Ana lives in Lyon.  [Ana, since 2020]  fa_1
+ Ana lives in Lyon, by the river.  [Ana, since 2020]  fa_1
! Recorded as op_3

$ persona review --accept rv_1 --json
{
  "type": "decisions",
  "decisions": [
    {
      "id": "rv_1",
      "done": false,
      "why_not": "fact fa_1 has been reworded since",
      "operation": null
    }
  ]
}
! Decided 0 of 1.
[exit 3]

$ persona review --discard rv_1
Ana lives in Porto.  op_4
! Decided 1 of 1.

$ persona review --list
! Nothing waits.
