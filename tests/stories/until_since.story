Ends and beginnings by hand, at the precision they are known.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2025-06-10 <<< "Ana: I play the cello."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona facts
Ana plays the cello.  [Ana, since 2025-06-10]  fa_1

$ persona correct fa_1 --since 2010
- Ana plays the cello.  [Ana, since 2025-06-10]  fa_1
+ Ana plays the cello.  [Ana, since 2010]  fa_1
! Recorded as op_1

$ persona correct fa_1 --until 2024-11
- Ana plays the cello.  [Ana, since 2010]  fa_1
+ Ana plays the cello.  [Ana, since 2010 until 2024-11]  fa_1
! Recorded as op_2

$ persona facts
! Nothing is believed yet that fits.

$ persona facts --as-of 2015
Ana plays the cello.  [Ana, since 2010 until 2024-11]  fa_1

$ persona correct fa_1 --until 2009
! persona: error: --until would end it at 2009, before it began at 2010
! hint: give a later date
[exit 2]

$ persona correct fa_1 --until 31/12/2024
! persona: error: --until does not understand '31/12/2024'
! hint: write 2026, 2026-03, 2026-03-05 or 2026-03-05T10:00
[exit 2]

$ persona correct fa_1 --retract --until 2020
! persona: error: --retract goes alone
! hint: a fact that was never right has no other end
[exit 2]

$ persona correct fa_1
! persona: error: nothing to change was named
! hint: use --to, --until, --since, --retract or --reopen with it
[exit 2]
