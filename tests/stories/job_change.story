A new job ends the old one, and what was true then stays to be asked for.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-05 <<< "Ana: I work at Acme as a nurse." "Assistant: Nice."
! Recorded 2 turns of 1 episode, 1 fact.

$ persona ingest - --at 2026-02-05 <<< "Ana: I started working at Globex last month."
! Recorded 1 turn of 1 episode, 1 fact, 1 ended.

$ persona facts
Ana started working at Globex in January 2026.  [Ana, since 2026-01]  fa_1

$ persona facts --include-past
Ana works at Acme as a nurse.  [Ana, since 2024-02-05 until 2026-01]  fa_2
Ana started working at Globex in January 2026.  [Ana, since 2026-01]  fa_1

$ persona facts --as-of 2025-06
Ana works at Acme as a nurse.  [Ana, since 2024-02-05 until 2026-01]  fa_2

$ persona recall "where do I work" --only facts
Ana started working at Globex in January 2026.  [Ana, since 2026-01]  fa_1

$ persona recall "where do I work" --only facts --as-of 2025-06
Ana works at Acme as a nurse.  [Ana, since 2024-02-05 until 2026-01]  fa_2
