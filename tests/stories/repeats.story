Saying it again adds evidence, never a second fact.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: I am allergic to peanuts."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona ingest - --at 2025-02-01 <<< "Ana: I'm allergic to peanuts, as you know."
! Recorded 1 turn of 1 episode, 0 facts, 1 repeated.

$ persona ingest - --at 2025-02-01 <<< "Ana: I'm allergic to peanuts, as you know."
! Nothing new: 1 turn known already.

$ persona facts
Ana is allergic to peanuts.  [Ana, since 2024-02-01]  fa_1

$ persona show fa_1
Ana is allergic to peanuts.  [Ana, since 2024-02-01]  fa_1
  allergic_to, fact, by rules
  “I am allergic to peanuts.”  [Ana, 2024-02-01]  tn_1
  “I'm allergic to peanuts, as you know.”  [Ana, 2025-02-01]  tn_2
  2026-03-01 09:01  asserted by rules: “Ana is allergic to peanuts.”, since 2024-02-01, from “I am allergic to peanuts.”  (ingest op_1)
  2026-03-01 09:02  said again, since 2025-02-01, from “I'm allergic to peanuts, as you know.”  (ingest op_2)
