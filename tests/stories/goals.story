A goal is done, and stays done in the past.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2026-02-01 <<< "Ana: I want to learn Dutch this year."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona facts --kind goal
Ana wants to learn Dutch in 2026.  [Ana, since 2026]  fa_1

$ persona correct fa_1 --until 2026-02-20
- Ana wants to learn Dutch in 2026.  [Ana, since 2026]  fa_1
+ Ana wants to learn Dutch in 2026.  [Ana, since 2026 until 2026-02-20]  fa_1
! Recorded as op_1

$ persona facts --kind goal --include-past
Ana wants to learn Dutch in 2026.  [Ana, since 2026 until 2026-02-20]  fa_1
