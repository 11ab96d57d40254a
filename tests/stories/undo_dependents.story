An operation on which a correction rests is undone only with it.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: I live in Lyon."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona facts
Ana lives in Lyon.  [Ana, since 2024-02-01]  fa_1

$ persona correct fa_1 --until 2025
- Ana lives in Lyon.  [Ana, since 2024-02-01]  fa_1
+ Ana lives in Lyon.  [Ana, since 2024-02-01 until 2025]  fa_1
! Recorded as op_1

$ persona log
2026-03-01 09:03  correct: 1 in facts  op_1
2026-03-01 09:01  ingest: 2 in entities, 2 in episodes, 1 in facts  op_2

$ persona undo op_2
! persona: error: 'op_2' cannot be undone: later operations rest on it: op_1 (correct) ended fa_1
! hint: undo those first, or use --with-dependents
[exit 1]

$ persona undo op_2 --with-dependents --dry-run
2026-03-01 09:03  correct: 1 in facts  op_1
2026-03-01 09:01  ingest: 2 in entities, 2 in episodes, 1 in facts  op_2
! Would undo 2 operations.

$ persona undo op_2 --with-dependents
2026-03-01 09:03  correct: 1 in facts  op_1
2026-03-01 09:01  ingest: 2 in entities, 2 in episodes, 1 in facts  op_2
! Undid 2 operations.
! Recorded as op_3

$ persona facts --include-past
! Nothing is believed yet that fits.

$ persona recall "Lyon"
! Nothing found.
[exit 4]
