A birthday does not change: the wrong one was never right.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: My birthday is on 4 May."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona facts
Ana's birthday is on 4 May.  [Ana, since 2024-02-01]  fa_1

$ persona ingest - --at 2024-03-01 <<< "Ana: Actually, my birthday is on 5 May, not 4 May."
! Recorded 1 turn of 1 episode, 1 fact, 1 ended.

$ persona facts --include-past
Ana's birthday is on 5 May, not 4 May.  [Ana, since 2024-03-01]  fa_2

$ persona show fa_1
Ana's birthday is on 4 May.  [Ana, since 2024-02-01, retracted]  fa_1
  birthday, fact, by rules
  “My birthday is on 4 May.”  [Ana, 2024-02-01]  tn_1
  2026-03-01 09:01  asserted by rules: “Ana's birthday is on 4 May.”, since 2024-02-01, from “My birthday is on 4 May.”  (ingest op_1)
  2026-03-01 09:03  never right, instead fa_2 “Ana's birthday is on 5 May, not 4 May.”, from “Actually, my birthday is on 5 May, not 4 May.”  (ingest op_2)
