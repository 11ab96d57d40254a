What was edited by hand no extractor changes: its correction waits.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: I live in Lyon."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona facts
Ana lives in Lyon.  [Ana, since 2024-02-01]  fa_1

$ persona correct fa_1 --to "Ana lives in Lyon, in the old town."
- Ana lives in Lyon.  [Ana, since 2024-02-01]  fa_1
+ Ana lives in Lyon, in the old town.  [Ana, since 2024-02-01]  fa_1
! Recorded as op_1

$ persona ingest - --at 2026-02-01 <<< "Ana: I no longer live in Lyon."
! Recorded 1 turn of 1 episode, 0 facts, 1 waiting for review.

$ persona facts
Ana lives in Lyon, in the old town.  [Ana, since 2024-02-01]  fa_1

$ persona review --list
Ana no longer lives in Lyon.  [a correction speaks against a fact written or edited by hand]  rv_1
    “I no longer live in Lyon.”  [Ana, 2026-02-01]
  - Ana lives in Lyon, in the old town.  [Ana, since 2024-02-01]  fa_1
! persona review --accept ID or --discard ID decides.

$ persona review --accept rv_1
Ana no longer lives in Lyon.  op_2
! Decided 1 of 1.

$ persona facts --include-past
Ana lives in Lyon, in the old town.  [Ana, since 2024-02-01 until 2026-02-01]  fa_1
