Two machines learn apart, merge with plain Git, and what contradicts waits for the person.

at 2026-03-01T09:00
$ persona init --git --name Ana
! Made a new vault in ~/memory
! Made a Git repository with a first commit.

$ persona ingest - --at 2025-01-10 <<< "Ana: I like jazz."
! Recorded 1 turn of 1 episode, 1 fact.

$ git -C memory add -A

$ git -C memory commit -qm "begin"

$ git clone -q memory laptop

$ persona ingest - --at 2025-05-01 <<< "Ana: I live in Lyon."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona --vault laptop ingest - --at 2025-06-01 <<< "Ana: I live in Porto. I don't like jazz any more."
! Recorded 1 turn of 1 episode, 1 fact, 1 ended.

$ git -C memory add -A

$ git -C memory commit -qm "at home"

$ git -C laptop add -A

$ git -C laptop commit -qm "on the road"

$ git -C memory pull -q --no-rebase --no-edit ../laptop main

$ persona facts
Ana lives in Lyon.  [Ana, since 2025-05-01]  fa_1
Ana lives in Porto.  [Ana, since 2025-06-01]  fa_2

$ persona review --list
Ana lives in Porto. — no longer: Ana lives in Lyon.  [two facts that cannot both be true now]  rv_1
  - Ana lives in Lyon.  [Ana, since 2025-05-01]  fa_1
    Ana lives in Porto.  [Ana, since 2025-06-01]  fa_2
! persona review --accept ID or --discard ID decides.

$ persona recall "where do I live" --only facts
Ana lives in Porto.  [Ana, since 2025-06-01]  fa_2
Ana lives in Lyon.  [Ana, since 2025-05-01]  fa_1

$ persona review --accept rv_1
Ana lives in Porto. — no longer: Ana lives in Lyon.  op_1
! Decided 1 of 1.

$ persona facts --include-past
Ana likes jazz.  [Ana, since 2025-01-10 until 2025-06-01]  fa_3
Ana lives in Lyon.  [Ana, since 2025-05-01 until 2025-06-01]  fa_1
Ana lives in Porto.  [Ana, since 2025-06-01]  fa_2

$ git -C memory add -A

$ git -C memory commit -qm "decided"

# the same on the other side
$ git -C laptop pull -q --no-rebase --no-edit ../memory main

$ persona --vault laptop review --list
! Nothing waits.

$ persona --vault laptop facts --include-past
Ana likes jazz.  [Ana, since 2025-01-10 until 2025-06-01]  fa_3
Ana lives in Lyon.  [Ana, since 2025-05-01 until 2025-06-01]  fa_1
Ana lives in Porto.  [Ana, since 2025-06-01]  fa_2
