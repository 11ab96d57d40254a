An accepted duplicate is a merge like any other; one that went stale says why.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona remember "Jon Holm lives in Oslo." --about "Jon Holm"
fa_1
! Remembered: Jon Holm lives in Oslo.  [Jon Holm, since 2026-03-01]  fa_1

$ persona remember "John Holm plays chess." --about "John Holm"
fa_2
! Remembered: John Holm plays chess.  [John Holm, since 2026-03-01]  fa_2

$ persona entities dedupe
John Holm ~ Jon Holm  [John Holm / Jon Holm: alike in sound]  en_1 en_2
! persona review decides about them.

$ persona review
Jon Holm is John Holm (John Holm / Jon Holm: alike in sound)  [two entities may be the same]  rv_1
  = Jon Holm  en_2 is John Holm  en_1
! persona review --accept ID or --discard ID decides.

$ persona entities distinct "Jon Holm" "John Holm"
Jon Holm is never John Holm
! Recorded as op_1

$ persona review --accept rv_1
Jon Holm is John Holm (John Holm / Jon Holm: alike in sound)  not decided: 'Jon Holm' and 'John Holm' were said to be distinct since
! Decided 0 of 1.
[exit 3]

$ persona undo
2026-03-01 09:05  entities distinct: 2 in entities  op_1
! Undid 1 operation.
! Recorded as op_2

$ persona review --accept rv_1
Jon Holm is John Holm (John Holm / Jon Holm: alike in sound)  op_3
! Decided 1 of 1.

$ persona facts --about "John Holm"
Jon Holm lives in Oslo.  [John Holm, since 2026-03-01]  fa_1
John Holm plays chess.  [John Holm, since 2026-03-01]  fa_2

$ persona entities unmerge "Jon Holm"
John Holm is not Jon Holm
! Recorded as op_4

$ persona facts --about "John Holm"
John Holm plays chess.  [John Holm, since 2026-03-01]  fa_2
