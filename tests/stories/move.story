A move ends where somebody lived before, and a year is enough to say when.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2026-01-05 <<< "Ana: I live in Lyon."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona ingest - --at 2026-02-20 <<< "Ana: I moved to Berlin this month."
! Recorded 1 turn of 1 episode, 1 fact, 1 ended.

$ persona facts --include-past
Ana lives in Lyon.  [Ana, since 2026-01-05 until 2026-02]  fa_1
Ana moved to Berlin in February 2026.  [Ana, since 2026-02]  fa_2

$ persona ingest - --at 2026-02-25 <<< "Ana: I lived in Porto as a child."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona facts
Ana moved to Berlin in February 2026.  [Ana, since 2026-02]  fa_2
Ana lived in Porto as a child.  [Ana, since 2026-02-25]  fa_3
