Against a fact written by hand a sentence is put up for review, and nothing is changed before.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona remember "Ana lives in Lyon." --since 2020
fa_1
! Remembered: Ana lives in Lyon.  [Ana, since 2020]  fa_1

$ persona correct "I no longer live in Lyon"
? protected: Ana no longer lives in Lyon.  rv_1
! You wrote or edited what it speaks against; persona review --accept rv_1 or --discard rv_1 decides.
! Recorded as op_1
[exit 1]

$ persona facts
Ana lives in Lyon.  [Ana, since 2020]  fa_1

$ persona review --accept rv_1
Ana no longer lives in Lyon.  op_2
! Decided 1 of 1.

$ persona facts --include-past
Ana lives in Lyon.  [Ana, since 2020 until 2026-03-01]  fa_1

$ persona show fa_1
Ana lives in Lyon.  [Ana, since 2020 until 2026-03-01]  fa_1
  lives_in, fact, by hand
  2026-03-01 09:01  asserted by hand: “Ana lives in Lyon.”, since 2020  (remember op_3)
  2026-03-01 09:04  ended on 2026-03-01, from “I no longer live in Lyon”  (review accept op_2)
