Together, married, divorced: each ends what it ends.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2019-05-01 <<< "Ana: My boyfriend Tom is a cook."
! Recorded 1 turn of 1 episode, 2 facts.

$ persona ingest - --at 2020-07-01 <<< "Ana: I got married to Tom in June 2020."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona facts --include-past
Tom is Ana's boyfriend.  [Ana, since 2019-05-01]  fa_1
Ana got married to Tom in June 2020.  [Ana, since 2020-06]  fa_2
Ana's boyfriend Tom is a cook.  [Tom, since 2019-05-01]  fa_3

$ persona ingest - --at 2026-02-12 <<< "Ana: Tom and I got divorced last week."
! Recorded 1 turn of 1 episode, 1 fact, 2 ended.

$ persona facts --include-past
Tom is Ana's boyfriend.  [Ana, since 2019-05-01 until 2026-02-02]  fa_1
Ana got married to Tom in June 2020.  [Ana, since 2020-06 until 2026-02-02]  fa_2
Ana and Tom got divorced in the week of 2 February 2026.  [Ana, since 2026-02-02]  fa_4
Ana's boyfriend Tom is a cook.  [Tom, since 2019-05-01]  fa_3

$ persona facts --as-of 2023 --predicate married_to
Ana got married to Tom in June 2020.  [Ana, since 2020-06 until 2026-02-02]  fa_2
