What was ended by a fact that goes away holds again.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2025-02-01 <<< "Ana: I live in Berlin."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona ingest - --at 2022-02-01 <<< "Ana: I live in Lyon."
! Recorded 1 turn of 1 episode, 1 fact, 1 ended.

$ persona facts --include-past
Ana lives in Lyon.  [Ana, since 2022-02-01 until 2025-02-01]  fa_1
Ana lives in Berlin.  [Ana, since 2025-02-01]  fa_2

$ persona log
2026-03-01 09:02  ingest: 1 in entities, 2 in episodes, 2 in facts  op_1
2026-03-01 09:01  ingest: 2 in entities, 2 in episodes, 1 in facts  op_2

$ persona undo op_2
2026-03-01 09:01  ingest: 2 in entities, 2 in episodes, 1 in facts  op_2
! Undid 1 operation.
! Recorded as op_3

$ persona facts --include-past
Ana lives in Lyon.  [Ana, since 2022-02-01]  fa_1

$ persona undo op_3
2026-03-01 09:05  undo of op_2: 1 in entities, 1 in facts  op_3
! Undid 1 operation.
! Recorded as op_4

$ persona facts --include-past
Ana lives in Lyon.  [Ana, since 2022-02-01 until 2025-02-01]  fa_1
Ana lives in Berlin.  [Ana, since 2025-02-01]  fa_2
