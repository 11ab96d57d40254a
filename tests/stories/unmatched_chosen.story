The person names the fact that an unmatched correction ends.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: I swim in the lake on Sundays."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona facts
Ana swims in the lake on Sundays.  [Ana, since 2024-02-01]  fa_1

$ persona correct "I no longer go to the water"
? unmatched: Ana no longer goes to the water.  rv_1
! Nothing that is believed matches it; persona review --accept rv_1 or --discard rv_1 decides.
! Recorded as op_1
[exit 1]

$ persona review --accept rv_1 --choose fa_1
Ana no longer goes to the water.  op_2
! Decided 1 of 1.

$ persona facts --include-past
Ana swims in the lake on Sundays.  [Ana, since 2024-02-01 until 2026-03-01]  fa_1
Ana no longer goes to the water.  [Ana, since 2026-03-01]  fa_2

$ persona undo
2026-03-01 09:04  review accept: 3 in facts  op_2
! Undid 1 operation.
! Recorded as op_3

$ persona facts
Ana swims in the lake on Sundays.  [Ana, since 2024-02-01]  fa_1
