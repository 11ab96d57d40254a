A newer value against a hand-written one waits, and accepting it does both: ends the old, stores the new.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona remember "Ana lives in Lyon." --since 2020
fa_1
! Remembered: Ana lives in Lyon.  [Ana, since 2020]  fa_1

$ persona ingest - --at 2026-02-01 <<< "Ana: I live in Porto."
! Recorded 1 turn of 1 episode, 0 facts, 1 waiting for review.

$ persona facts --include-past
Ana lives in Lyon.  [Ana, since 2020]  fa_1

$ persona review --list
Ana lives in Porto.  [a correction speaks against a fact written or edited by hand]  rv_1
    “I live in Porto.”  [Ana, 2026-02-01]
  - Ana lives in Lyon.  [Ana, since 2020]  fa_1
  + Ana lives in Porto.  [Ana, since 2026-02-01]
! persona review --accept ID or --discard ID decides.

$ persona review --accept rv_1
Ana lives in Porto.  op_1
! Decided 1 of 1.

$ persona facts --include-past
Ana lives in Lyon.  [Ana, since 2020 until 2026-02-01]  fa_1
Ana lives in Porto.  [Ana, since 2026-02-01]  fa_2

$ persona log --limit 1
2026-03-01 09:05  review accept: 1 in entities, 3 in facts  op_1
