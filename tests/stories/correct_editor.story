correct with an id alone opens the fact in $EDITOR on a terminal.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

file edit.sh
    sed -i 's/Lyon/Lille/' "$1"

file keep.sh
    exit 0

$ persona ingest - --at 2025-02-01 <<< "Ana: I live in Lyon."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona facts
Ana lives in Lyon.  [Ana, since 2025-02-01]  fa_1

$ persona correct fa_1
! persona: error: nothing to change was named
! hint: use --to, --until, --since, --retract or --reopen with it
[exit 2]

env EDITOR=sh keep.sh
$ persona correct fa_1
<
persona: error: its words were left as they are; nothing was changed
[exit 1]

env EDITOR=sh edit.sh
$ persona correct fa_1
<
- Ana lives in Lyon.  [Ana, since 2025-02-01]  fa_1
+ Ana lives in Lille.  [Ana, since 2025-02-01]  fa_1
Recorded as op_1

env EDITOR=/no/such/editor
$ persona correct fa_1
<
persona: error: cannot start the editor '/no/such/editor': [Errno 2] No such file or directory: '/no/such/editor'
hint: set EDITOR
[exit 1]

$ persona facts --about Lille
Ana lives in Lille.  [Ana, since 2025-02-01]  fa_1
