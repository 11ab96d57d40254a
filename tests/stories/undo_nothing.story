There is nothing to undo in a new vault.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona undo
! persona: error: there is nothing to undo
[exit 1]

$ persona log

$ persona facts
! Nothing is believed yet that fits.

$ persona review --list
! Nothing waits.

$ persona entities list

$ persona diff
! Nothing that is believed has changed.
