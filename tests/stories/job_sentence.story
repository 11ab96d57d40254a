A sentence corrects what is believed: the old job ends, the new one begins, in one operation.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-05 <<< "Ana: I work at Acme."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona correct "I no longer work at Acme, I'm at Globex now"
- Ana works at Acme.  [Ana, since 2024-02-05]  fa_1
+ Ana works at Acme.  [Ana, since 2024-02-05 until 2026-03-01]  fa_1
+ Ana works at Globex now.  [Ana, since 2026-03-01]  fa_2
! Recorded as op_1

$ persona facts --include-past
Ana works at Acme.  [Ana, since 2024-02-05 until 2026-03-01]  fa_1
Ana works at Globex now.  [Ana, since 2026-03-01]  fa_2

$ persona log --limit 1
2026-03-01 09:02  correct: 1 in entities, 2 in episodes, 2 in facts  op_1

$ persona undo
2026-03-01 09:02  correct: 1 in entities, 2 in episodes, 2 in facts  op_1
! Undid 1 operation.
! Recorded as op_2

$ persona facts --include-past
Ana works at Acme.  [Ana, since 2024-02-05]  fa_1
