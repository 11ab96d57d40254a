A negation is not a repeat: it ends what it denies.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: I like jazz."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona ingest - --at 2025-02-01 <<< "Ana: I don't like jazz any more."
! Recorded 1 turn of 1 episode, 0 facts, 1 ended.

$ persona facts --include-past
Ana likes jazz.  [Ana, since 2024-02-01 until 2025-02-01]  fa_1

$ persona facts
! Nothing is believed yet that fits.
