Retiring ends the job, a death the keeping of a pet, a wedding the engagement.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2021-02-01 <<< "Ana: I work at Acme. I have a dog named Rex."
! Recorded 1 turn of 1 episode, 2 facts.

$ persona facts
Ana has a dog named Rex.  [Ana, since 2021-02-01]  fa_1
Ana works at Acme.  [Ana, since 2021-02-01]  fa_2

$ persona ingest - --at 2025-02-01 <<< "Ana: I retired in 2024."
! Recorded 1 turn of 1 episode, 1 fact, 1 ended.

$ persona ingest - --at 2025-03-01 <<< "Ana: My dog Rex died last year."
! Recorded 1 turn of 1 episode, 2 facts, 1 ended.

$ persona facts --include-past
Rex is Ana's dog.  [Ana, until 2024]  fa_3
Ana has a dog named Rex.  [Ana, since 2021-02-01 until 2024]  fa_1
Ana works at Acme.  [Ana, since 2021-02-01 until 2024]  fa_2
Ana retired in 2024.  [Ana, since 2024]  fa_4
Ana's dog Rex died in 2024.  [Rex, since 2024]  fa_5

$ persona ingest - --at 2025-04-01 <<< "Ana: My wife Eva and I divorced in 2023."
! Recorded 1 turn of 1 episode, 2 facts.

$ persona facts --include-past
Rex is Ana's dog.  [Ana, until 2024]  fa_3
Eva is Ana's wife.  [Ana, until 2023]  fa_6
Ana has a dog named Rex.  [Ana, since 2021-02-01 until 2024]  fa_1
Ana works at Acme.  [Ana, since 2021-02-01 until 2024]  fa_2
Ana and their wife Eva divorced in 2023.  [Ana, since 2023]  fa_7
Ana retired in 2024.  [Ana, since 2024]  fa_4
Ana's dog Rex died in 2024.  [Rex, since 2024]  fa_5
