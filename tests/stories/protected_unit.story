All facts between two are one unit: with one protected, none is touched.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: I work at Acme. I volunteer at Acme."
! Recorded 1 turn of 1 episode, 2 facts.

$ persona facts
Ana volunteers at Acme.  [Ana, since 2024-02-01]  fa_1
Ana works at Acme.  [Ana, since 2024-02-01]  fa_2

$ persona correct fa_1 --to "Ana works at Acme on Mondays."
- Ana volunteers at Acme.  [Ana, since 2024-02-01]  fa_1
+ Ana works at Acme on Mondays.  [Ana, since 2024-02-01]  fa_1
! Recorded as op_1

$ persona ingest - --at 2026-02-01 <<< "Ana: I no longer work at Acme."
! Recorded 1 turn of 1 episode, 0 facts, 1 waiting for review.

$ persona facts
Ana works at Acme on Mondays.  [Ana, since 2024-02-01]  fa_1
Ana works at Acme.  [Ana, since 2024-02-01]  fa_2

$ persona review --list
Ana no longer works at Acme.  [a correction speaks against a fact written or edited by hand]  rv_1
    “I no longer work at Acme.”  [Ana, 2026-02-01]
  - Ana works at Acme on Mondays.  [Ana, since 2024-02-01]  fa_1
  - Ana works at Acme.  [Ana, since 2024-02-01]  fa_2
! persona review --accept ID or --discard ID decides.

$ persona review --discard rv_1
Ana no longer works at Acme.  op_2
! Decided 1 of 1.

$ persona facts
Ana works at Acme on Mondays.  [Ana, since 2024-02-01]  fa_1
Ana works at Acme.  [Ana, since 2024-02-01]  fa_2

$ persona review --list
! Nothing waits.
