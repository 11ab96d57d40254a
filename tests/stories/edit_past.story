Rewording what is past does not bring it back; a beginning by hand keeps the end.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: I live in Lyon."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona ingest - --at 2025-02-01 <<< "Ana: I moved to Berlin."
! Recorded 1 turn of 1 episode, 1 fact, 1 ended.

$ persona facts --include-past
Ana lives in Lyon.  [Ana, since 2024-02-01 until 2025-02-01]  fa_1
Ana moved to Berlin.  [Ana, since 2025-02-01]  fa_2

$ persona correct fa_1 --to "Ana lives in Lyon, in the old town."
- Ana lives in Lyon.  [Ana, since 2024-02-01 until 2025-02-01]  fa_1
+ Ana lives in Lyon, in the old town.  [Ana, since 2024-02-01 until 2025-02-01]  fa_1
! Recorded as op_1

$ persona correct fa_1 --since 2019
- Ana lives in Lyon, in the old town.  [Ana, since 2024-02-01 until 2025-02-01]  fa_1
+ Ana lives in Lyon, in the old town.  [Ana, since 2019 until 2025-02-01]  fa_1
! Recorded as op_2

$ persona facts --include-past
Ana lives in Lyon, in the old town.  [Ana, since 2019 until 2025-02-01]  fa_1
Ana moved to Berlin.  [Ana, since 2025-02-01]  fa_2

$ persona correct fa_1 --since 2026
! persona: error: --since would end it at 2025-02-01, before it began at 2026
! hint: give a later date
[exit 2]

$ persona correct "I no longer live in Berlin"
- Ana moved to Berlin.  [Ana, since 2025-02-01]  fa_2
+ Ana moved to Berlin.  [Ana, since 2025-02-01 until 2026-03-01]  fa_2
! Recorded as op_3

$ persona correct fa_2 --to "Ana moved to Berlin, to the north of it."
- Ana moved to Berlin.  [Ana, since 2025-02-01 until 2026-03-01]  fa_2
+ Ana moved to Berlin, to the north of it.  [Ana, since 2025-02-01 until 2026-03-01]  fa_2
! Recorded as op_4

$ persona facts --include-past
Ana lives in Lyon, in the old town.  [Ana, since 2019 until 2025-02-01]  fa_1
Ana moved to Berlin, to the north of it.  [Ana, since 2025-02-01 until 2026-03-01]  fa_2
