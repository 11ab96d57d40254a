A correction can itself be corrected, and all of it stays to be seen.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2025-02-01 <<< "Ana: I live in Lyon."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona facts
Ana lives in Lyon.  [Ana, since 2025-02-01]  fa_1

$ persona correct fa_1 --to "Ana lives in Lille."
- Ana lives in Lyon.  [Ana, since 2025-02-01]  fa_1
+ Ana lives in Lille.  [Ana, since 2025-02-01]  fa_1
! Recorded as op_1

$ persona correct fa_1 --to "Ana lives in Lisbon."
- Ana lives in Lille.  [Ana, since 2025-02-01]  fa_1
+ Ana lives in Lisbon.  [Ana, since 2025-02-01]  fa_1
! Recorded as op_2

$ persona correct fa_1 --until 2025-12
- Ana lives in Lisbon.  [Ana, since 2025-02-01]  fa_1
+ Ana lives in Lisbon.  [Ana, since 2025-02-01 until 2025-12]  fa_1
! Recorded as op_3

$ persona correct fa_1 --until 2026-01
- Ana lives in Lisbon.  [Ana, since 2025-02-01 until 2025-12]  fa_1
+ Ana lives in Lisbon.  [Ana, since 2025-02-01 until 2026-01]  fa_1
! Recorded as op_4

$ persona correct fa_1 --reopen --reason "I am back"
- Ana lives in Lisbon.  [Ana, since 2025-02-01 until 2026-01]  fa_1
+ Ana lives in Lisbon.  [Ana, since 2025-02-01]  fa_1
! Recorded as op_5

$ persona facts
Ana lives in Lisbon.  [Ana, since 2025-02-01]  fa_1

$ persona show fa_1
Ana lives in Lisbon.  [Ana, since 2025-02-01]  fa_1
  lives_in, fact, by rules, edited by hand
  “I live in Lyon.”  [Ana, 2025-02-01]  tn_1
  2026-03-01 09:01  asserted by rules: “Ana lives in Lyon.”, since 2025-02-01, from “I live in Lyon.”  (ingest op_6)
  2026-03-01 09:03  reworded: “Ana lives in Lille.”  (correct op_1)
  2026-03-01 09:04  reworded: “Ana lives in Lisbon.”  (correct op_2)
  2026-03-01 09:05  ended on 2025-12  (correct op_3)
  2026-03-01 09:06  ended on 2026-01  (correct op_4)
  2026-03-01 09:07  holds again, because I am back  (correct op_5)
