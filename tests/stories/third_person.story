A sentence about the person by name, or without a subject, corrects too.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: I work at Acme. I live in Lyon."
! Recorded 1 turn of 1 episode, 2 facts.

$ persona correct "Ana no longer works at Acme"
- Ana works at Acme.  [Ana, since 2024-02-01]  fa_1
+ Ana works at Acme.  [Ana, since 2024-02-01 until 2026-03-01]  fa_1
! Recorded as op_1

$ persona correct "lives in Porto now"
- Ana lives in Lyon.  [Ana, since 2024-02-01]  fa_2
+ Ana lives in Lyon.  [Ana, since 2024-02-01 until 2026-03-01]  fa_2
+ Ana lives in Porto now.  [Ana, since 2026-03-01]  fa_3
! Recorded as op_2

$ persona facts --include-past
Ana lives in Lyon.  [Ana, since 2024-02-01 until 2026-03-01]  fa_2
Ana works at Acme.  [Ana, since 2024-02-01 until 2026-03-01]  fa_1
Ana lives in Porto now.  [Ana, since 2026-03-01]  fa_3

$ persona correct "hello there"
! persona: error: that sentence says nothing that can be taken as a correction
! hint: name a fact by its id: persona correct fa_… --to TEXT, --until DATE or --retract
[exit 1]

$ persona correct "Porto, or so"
Ana lives in Porto now.  [Ana, since 2026-03-01]  fa_3
! persona: error: that sentence says nothing that can be taken as a correction
! hint: name a fact by its id: persona correct fa_3 --to TEXT, --until DATE or --retract
[exit 1]

$ persona correct ""
! persona: error: an argument is empty
! hint: is a variable of the shell not set?
[exit 2]
