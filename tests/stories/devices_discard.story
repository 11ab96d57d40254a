A contradiction that was discarded, both being true, does not come back.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona --vault laptop init laptop --name Ana
! Made a new vault in ~/laptop

$ persona ingest - --at 2025-05-01 <<< "Ana: I live in Lyon."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona --vault laptop ingest - --at 2025-06-01 <<< "Ana: I live in Porto."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona import --vault laptop --dry-run
! Would take in 6 events of 4 files.

$ persona import --vault laptop
! Took in 6 events of 4 files.
! persona review shows what contradicts.

$ persona import --vault laptop
! Took in 0 events of 0 files.

$ persona review --list
Ana lives in Porto. — no longer: Ana lives in Lyon.  [two facts that cannot both be true now]  rv_1
  - Ana lives in Lyon.  [Ana, since 2025-05-01]  fa_1
    Ana lives in Porto.  [Ana, since 2025-06-01]  fa_2
! persona review --accept ID or --discard ID decides.

$ persona review --discard rv_1
Ana lives in Porto. — no longer: Ana lives in Lyon.  op_1
! Decided 1 of 1.

$ persona review --list
! Nothing waits.

$ persona facts
Ana lives in Lyon.  [Ana, since 2025-05-01]  fa_1
Ana lives in Porto.  [Ana, since 2025-06-01]  fa_2

$ persona import --vault nowhere
! persona: error: no vault in '~/nowhere'
! hint: persona init makes one
[exit 1]

$ persona import
! persona: error: no vault to import was named
! hint: persona import --vault OTHER
[exit 2]

$ persona import --vault memory
! persona: error: a vault cannot be imported into itself
[exit 2]
