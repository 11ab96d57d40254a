Ids are typed by a unique beginning; what is none is told.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: I work at Acme."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona show nothing
! persona: error: nothing has the id 'nothing'
! hint: persona facts and persona log print ids
[exit 2]

$ persona show fa_0000
! persona: error: nothing has the id 'fa_0000'
! hint: persona facts and persona log print ids
[exit 2]

$ persona correct fa_0000 --retract
! persona: error: no fact has the id 'fa_0000'
! hint: persona facts prints ids
[exit 2]

$ persona review --accept rv_0000
! persona: error: no review item has the id 'rv_0000'
! hint: persona review --list shows what waits
[exit 2]

$ persona undo op_0000
! persona: error: no operation has the id 'op_0000'
! hint: persona log lists them
[exit 2]

$ persona diff op_0000
! persona: error: no operation has the id 'op_0000'
! hint: persona log lists them
[exit 2]

$ persona diff yesterdayish
! persona: error: 'yesterdayish' is neither a date nor an operation, and the vault is no Git repository
! hint: write 2026-03-05, op_… as persona log prints it, or make it one: git init
[exit 2]

$ persona entities show Nobody
! persona: error: nothing goes by 'Nobody'
! hint: persona entities list shows names and ids
[exit 2]

$ persona entities merge Nobody Ana
! persona: error: nothing goes by 'Nobody'
! hint: persona entities list shows names and ids
[exit 2]
