A sentence that says it was never so retracts, and the right value stands.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: I live in Lyon."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona correct "That's wrong: I don't live in Lyon, I live in Berlin."
- Ana lives in Lyon.  [Ana, since 2024-02-01]  fa_1
+ Ana lives in Lyon.  [Ana, since 2024-02-01, retracted]  fa_1
+ Ana lives in Berlin.  [Ana, since 2026-03-01]  fa_2
! Recorded as op_1

$ persona facts --include-past
Ana lives in Berlin.  [Ana, since 2026-03-01]  fa_2

$ persona show fa_1
Ana lives in Lyon.  [Ana, since 2024-02-01, retracted]  fa_1
  lives_in, fact, by rules
  “I live in Lyon.”  [Ana, 2024-02-01]  tn_1
  2026-03-01 09:01  asserted by rules: “Ana lives in Lyon.”, since 2024-02-01, from “I live in Lyon.”  (ingest op_2)
  2026-03-01 09:02  never right, from “That's wrong: I don't live in Lyon, I live in Berlin.”  (correct op_1)
