show tells a fact's whole life: said, said again, corrected, undone, by which operation and on what evidence.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: I work at Acme."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona facts
Ana works at Acme.  [Ana, since 2024-02-01]  fa_1

$ persona ingest - --at 2024-05-01 <<< "Ana: I work at Acme, still."
! Recorded 1 turn of 1 episode, 0 facts, 1 repeated.

$ persona correct "I no longer work at Acme, I'm at Globex now"
- Ana works at Acme.  [Ana, since 2024-02-01]  fa_1
+ Ana works at Acme.  [Ana, since 2024-02-01 until 2026-03-01]  fa_1
+ Ana works at Globex now.  [Ana, since 2026-03-01]  fa_2
! Recorded as op_1

$ persona undo
2026-03-01 09:04  correct: 1 in entities, 2 in episodes, 2 in facts  op_1
! Undid 1 operation.
! Recorded as op_2

$ persona correct fa_1 --until 2025-10 --reason "the office closed"
- Ana works at Acme.  [Ana, since 2024-02-01]  fa_1
+ Ana works at Acme.  [Ana, since 2024-02-01 until 2025-10]  fa_1
! Recorded as op_3

$ persona show fa_1
Ana works at Acme.  [Ana, since 2024-02-01 until 2025-10]  fa_1
  works_at, fact, by rules
  “I work at Acme.”  [Ana, 2024-02-01]  tn_1
  “I work at Acme, still.”  [Ana, 2024-05-01]  tn_2
  2026-03-01 09:01  asserted by rules: “Ana works at Acme.”, since 2024-02-01, from “I work at Acme.”  (ingest op_4)
  2026-03-01 09:03  said again, since 2024-05-01, from “I work at Acme, still.”  (ingest op_5)
  2026-03-01 09:04  ended on 2026-03-01, from “I no longer work at Acme, I'm at Globex now”  (correct op_1, undone 2026-03-01 09:05 by op_2)
  2026-03-01 09:06  ended on 2025-10, because the office closed  (correct op_3)

$ persona show op_1
2026-03-01 09:04  correct: 1 in entities, 2 in episodes, 2 in facts  (undone)  op_1
  Ana works at Acme.  [Ana, since 2024-02-01 until 2025-10]  fa_1

$ persona show fa_2
Ana works at Globex now.  [taken back, Ana, since 2026-03-01]  fa_2
  works_at, fact, by rules
  “I no longer work at Acme, I'm at Globex now”
  2026-03-01 09:04  asserted by rules: “Ana works at Globex now.”, since 2026-03-01, from “I no longer work at Acme, I'm at Globex now”  (correct op_1, undone 2026-03-01 09:05 by op_2)

$ persona show en_user
Ana  [person]  en_user
  Ana works at Acme.  [Ana, since 2024-02-01 until 2025-10]  fa_1
  2026-03-01 09:01  first named “Ana”  (ingest op_4)
