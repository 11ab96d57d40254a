Somebody else's move changes what is believed of them alone.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-01-05 <<< "Ana: I live in Lyon. My sister Marta lives in Lyon too."
! Recorded 1 turn of 1 episode, 3 facts.

$ persona ingest - --at 2025-02-20 <<< "Ana: Marta moved to Madrid."
! Recorded 1 turn of 1 episode, 1 fact, 1 ended.

$ persona facts --include-past
Marta is Ana's sister.  [Ana, since 2024-01-05]  fa_1
Ana lives in Lyon.  [Ana, since 2024-01-05]  fa_2
Ana's sister Marta lives in Lyon too.  [Marta, since 2024-01-05 until 2025-02-20]  fa_3
Marta moved to Madrid.  [Marta, since 2025-02-20]  fa_4

$ persona facts --about Marta
Marta is Ana's sister.  [Ana, since 2024-01-05]  fa_1
Marta moved to Madrid.  [Marta, since 2025-02-20]  fa_4
