The divorce is heard of first, the marriage later: it comes out the same.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2026-02-12 <<< "Ana: Tom and I got divorced last week."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona ingest - --at 2020-07-01 <<< "Ana: I got married to Tom in June 2020."
! Recorded 1 turn of 1 episode, 1 fact, 1 ended.

$ persona facts --include-past
Ana got married to Tom in June 2020.  [Ana, since 2020-06 until 2026-02-02]  fa_1
Ana and Tom got divorced in the week of 2 February 2026.  [Ana, since 2026-02-02]  fa_2
