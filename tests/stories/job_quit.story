Leaving a job ends it without a new one.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-05 <<< "Ana: I work at Acme."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona ingest - --at 2025-04-02 <<< "Ana: I left Acme in March 2025."
! Recorded 1 turn of 1 episode, 1 fact, 1 ended.

$ persona facts --include-past
Ana works at Acme.  [Ana, since 2024-02-05 until 2025-03]  fa_1
Ana left Acme in March 2025.  [Ana, since 2025-03]  fa_2

$ persona facts --predicate works_at
! Nothing is believed yet that fits.
