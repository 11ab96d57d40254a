What was never right is retracted, is not the past, and can be taken back.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: I work at Acme."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona facts
Ana works at Acme.  [Ana, since 2024-02-01]  fa_1

$ persona correct fa_1 --retract --reason "I only said so in jest"
- Ana works at Acme.  [Ana, since 2024-02-01]  fa_1
+ Ana works at Acme.  [Ana, since 2024-02-01, retracted]  fa_1
! Recorded as op_1

$ persona facts --include-past
! Nothing is believed yet that fits.

$ persona recall "Acme" --only facts
! Nothing found.
[exit 4]

$ persona correct fa_1 --retract
! persona: error: 'fa_1' has been retracted already
! hint: --reopen takes that back
[exit 2]

$ persona show fa_1
Ana works at Acme.  [Ana, since 2024-02-01, retracted]  fa_1
  works_at, fact, by rules
  “I work at Acme.”  [Ana, 2024-02-01]  tn_1
  2026-03-01 09:01  asserted by rules: “Ana works at Acme.”, since 2024-02-01, from “I work at Acme.”  (ingest op_2)
  2026-03-01 09:03  never right, because I only said so in jest  (correct op_1)

$ persona correct fa_1 --reopen
- Ana works at Acme.  [Ana, since 2024-02-01, retracted]  fa_1
+ Ana works at Acme.  [Ana, since 2024-02-01]  fa_1
! Recorded as op_3

$ persona facts
Ana works at Acme.  [Ana, since 2024-02-01]  fa_1
