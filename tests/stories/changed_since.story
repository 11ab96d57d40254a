--to with --since: it changed in the world; the old words end where the new begin.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: I live in Lyon."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona facts
Ana lives in Lyon.  [Ana, since 2024-02-01]  fa_1

$ persona correct fa_1 --to "Ana lives in Porto." --since 2025-09
- Ana lives in Lyon.  [Ana, since 2024-02-01]  fa_1
+ Ana lives in Lyon.  [Ana, since 2024-02-01 until 2025-09]  fa_1
+ Ana lives in Porto.  [Ana, since 2025-09]  fa_2
! Recorded as op_1

$ persona facts --include-past
Ana lives in Lyon.  [Ana, since 2024-02-01 until 2025-09]  fa_1
Ana lives in Porto.  [Ana, since 2025-09]  fa_2

$ persona facts --about Porto
Ana lives in Porto.  [Ana, since 2025-09]  fa_2

$ persona facts --as-of 2025-01
Ana lives in Lyon.  [Ana, since 2024-02-01 until 2025-09]  fa_1
