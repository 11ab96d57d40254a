A correction that matches nothing is told, and believed only once a person says so.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: I eat cheese every day."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona correct "I no longer work at Acme"
? unmatched: Ana no longer works at Acme.  rv_1
! Nothing that is believed matches it; persona review --accept rv_1 or --discard rv_1 decides.
! Recorded as op_1
[exit 1]

$ persona facts
Ana eats cheese every day.  [Ana, since 2024-02-01]  fa_1

$ persona review --list
Ana no longer works at Acme.  [a correction matched nothing that is believed]  rv_1
    “I no longer work at Acme”  [Ana, 2026-03-01]
  + Ana no longer works at Acme.  [Ana, since 2026-03-01]
! persona review --accept ID or --discard ID decides.

$ persona review --accept rv_1
Ana no longer works at Acme.  op_2
! Decided 1 of 1.

$ persona facts
Ana eats cheese every day.  [Ana, since 2024-02-01]  fa_1
Ana no longer works at Acme.  [Ana, since 2026-03-01]  fa_2

$ persona review --accept rv_1
Ana no longer works at Acme.  not decided: it has been accepted already
! Decided 0 of 1.
[exit 3]
