Undo, undo of the undo, and again: each is an operation of its own.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: I live in Lyon."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona facts
Ana lives in Lyon.  [Ana, since 2024-02-01]  fa_1

$ persona correct fa_1 --to "Ana lives in Lyon, near the river."
- Ana lives in Lyon.  [Ana, since 2024-02-01]  fa_1
+ Ana lives in Lyon, near the river.  [Ana, since 2024-02-01]  fa_1
! Recorded as op_1

$ persona log
2026-03-01 09:03  correct: 1 in facts  op_1
2026-03-01 09:01  ingest: 2 in entities, 2 in episodes, 1 in facts  op_2

$ persona undo
2026-03-01 09:03  correct: 1 in facts  op_1
! Undid 1 operation.
! Recorded as op_3

$ persona facts
Ana lives in Lyon.  [Ana, since 2024-02-01]  fa_1

$ persona undo op_3
2026-03-01 09:05  undo of op_1: no events  op_3
! Undid 1 operation.
! Recorded as op_4

$ persona facts
Ana lives in Lyon, near the river.  [Ana, since 2024-02-01]  fa_1

$ persona undo op_4
2026-03-01 09:07  undo of op_3: no events  op_4
! Undid 1 operation.
! Recorded as op_5

$ persona facts
Ana lives in Lyon.  [Ana, since 2024-02-01]  fa_1

$ persona undo op_2
2026-03-01 09:01  ingest: 2 in entities, 2 in episodes, 1 in facts  op_2
! Undid 1 operation.
! Recorded as op_6

$ persona log
2026-03-01 09:11  undo of op_2: no events  op_6
2026-03-01 09:09  undo of op_4: no events  op_5
2026-03-01 09:07  undo of op_3: no events  (undone)  op_4
2026-03-01 09:05  undo of op_1: no events  op_3
2026-03-01 09:03  correct: 1 in facts  (undone)  op_1
2026-03-01 09:01  ingest: 2 in entities, 2 in episodes, 1 in facts  (undone)  op_2

$ persona show fa_1
Ana lives in Lyon, near the river.  [taken back, since 2024-02-01]  fa_1
  lives_in, fact, by rules, edited by hand
  “I live in Lyon.”
  2026-03-01 09:01  asserted by rules: “Ana lives in Lyon.”, since 2024-02-01, from “I live in Lyon.”  (ingest op_2, undone 2026-03-01 09:11 by op_6)
  2026-03-01 09:03  reworded: “Ana lives in Lyon, near the river.”  (correct op_1, undone 2026-03-01 09:05 by op_3)
