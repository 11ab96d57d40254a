Old transcripts read after new ones give the same belief as in order.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

file 2022.txt
    Ana: I live in Lyon. I work at Acme.

file 2024.txt
    Ana: I moved to Berlin. I work at Globex now.

file 2025.txt
    Ana: I live in Berlin. I started working at Initech.

# in order
$ persona ingest 2022.txt --at 2022-03-01
! Recorded 1 turn of 1 episode, 2 facts.

$ persona ingest 2024.txt --at 2024-03-01
! Recorded 1 turn of 1 episode, 2 facts, 2 ended.

$ persona ingest 2025.txt --at 2025-03-01
! Recorded 1 turn of 1 episode, 2 facts, 1 ended.

$ persona facts --include-past
Ana works at Acme.  [Ana, since 2022-03-01 until 2024-03-01]  fa_1
Ana lives in Lyon.  [Ana, since 2022-03-01 until 2024-03-01]  fa_2
Ana moved to Berlin.  [Ana, since 2024-03-01]  fa_3
Ana works at Globex now.  [Ana, since 2024-03-01 until 2025-03-01]  fa_4
Ana started working at Initech.  [Ana, since 2025-03-01]  fa_5
Ana lives in Berlin.  [Ana, since 2025-03-01]  fa_6

# backwards, into another vault
env PERSONA_VAULT=other
$ persona init --name Ana
! Made a new vault in ~/other

$ persona ingest 2025.txt --at 2025-03-01
! Recorded 1 turn of 1 episode, 2 facts.

$ persona ingest 2024.txt --at 2024-03-01
! Recorded 1 turn of 1 episode, 2 facts, 1 ended.

$ persona ingest 2022.txt --at 2022-03-01
! Recorded 1 turn of 1 episode, 2 facts, 2 ended.

$ persona facts --include-past
Ana works at Acme.  [Ana, since 2022-03-01 until 2024-03-01]  fa_1
Ana lives in Lyon.  [Ana, since 2022-03-01 until 2024-03-01]  fa_2
Ana moved to Berlin.  [Ana, since 2024-03-01]  fa_3
Ana works at Globex now.  [Ana, since 2024-03-01 until 2025-03-01]  fa_4
Ana started working at Initech.  [Ana, since 2025-03-01]  fa_5
Ana lives in Berlin.  [Ana, since 2025-03-01]  fa_6
