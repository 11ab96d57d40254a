"This year", said later, is newer than a day of that year on which the old state was told; in any order.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2025-02-05 <<< "Ana: I work at Acme."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona ingest - --at 2025-11-20 <<< "Ana: I started working at Globex this year."
! Recorded 1 turn of 1 episode, 1 fact, 1 ended.

$ persona facts --include-past
Ana started working at Globex in 2025.  [Ana, since 2025]  fa_1
Ana works at Acme.  [Ana, since 2025-02-05 until 2025]  fa_2

env PERSONA_VAULT=other
$ persona init --name Ana
! Made a new vault in ~/other

$ persona ingest - --at 2025-11-20 <<< "Ana: I started working at Globex this year."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona ingest - --at 2025-02-05 <<< "Ana: I work at Acme."
! Recorded 1 turn of 1 episode, 1 fact, 1 ended.

$ persona facts --include-past
Ana started working at Globex in 2025.  [Ana, since 2025]  fa_1
Ana works at Acme.  [Ana, since 2025-02-05 until 2025]  fa_2
