Two machines that heard the same believe it once.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

file chat.txt
    Ana: I live in Lyon.

$ persona --vault laptop init laptop --name Ana
! Made a new vault in ~/laptop

$ persona ingest chat.txt --at 2025-05-01
! Recorded 1 turn of 1 episode, 1 fact.

$ persona --vault laptop ingest chat.txt --at 2025-05-01
! Recorded 1 turn of 1 episode, 1 fact.

$ persona --vault laptop correct "I no longer live in Lyon"
- Ana lives in Lyon.  [Ana, since 2025-05-01]  fa_1
+ Ana lives in Lyon.  [Ana, since 2025-05-01 until 2026-03-01]  fa_1
! Recorded as op_1

$ persona import --vault laptop
! Took in 10 events of 4 files.
! persona review shows what contradicts.

$ persona facts --include-past
Ana lives in Lyon.  [Ana, since 2025-05-01 until 2026-03-01]  fa_1

$ persona review --list
! Nothing waits.
