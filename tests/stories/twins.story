Two people of one name: nothing is guessed, and the person says who is meant.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona remember "Alex Berg is a cousin of Ana's in Oslo." --about "Alex Berg (Oslo)" --predicate relative_of
fa_1
! Remembered: Alex Berg is a cousin of Ana's in Oslo.  [Alex Berg (Oslo), since 2026-03-01]  fa_1

$ persona remember "Alex Berg is a colleague of Ana's." --about "Alex Berg (Acme)" --predicate colleague_of
fa_2
! Remembered: Alex Berg is a colleague of Ana's.  [Alex Berg (Acme), since 2026-03-01]  fa_2

$ persona entities alias "Alex Berg (Oslo)" "Alex Berg"
Alex Berg (Oslo) is also called Alex Berg
! Recorded as op_1

$ persona entities alias "Alex Berg (Acme)" "Alex Berg"
Alex Berg (Acme) is also called Alex Berg
! Recorded as op_2

$ persona ingest - --at 2026-02-01 <<< "Ana: Alex Berg lives in Bergen."
! Recorded 1 turn of 1 episode, 0 facts, 1 waiting for review.

$ persona review --list
Alex Berg lives in Bergen.  [a name fits more than one entity]  rv_1
    “Alex Berg lives in Bergen.”  [Ana, 2026-02-01]
  + Alex Berg lives in Bergen.  [since 2026-02-01]
    Alex Berg (Acme)  en_1
      Alex Berg is a colleague of Ana's.
    Alex Berg (Oslo)  en_2
      Alex Berg is a cousin of Ana's in Oslo.
! persona review --accept ID or --discard ID decides.

$ persona facts --about "Alex Berg"
Alex Berg is a colleague of Ana's.  [Alex Berg (Acme), since 2026-03-01]  fa_2
Alex Berg is a cousin of Ana's in Oslo.  [Alex Berg (Oslo), since 2026-03-01]  fa_1

$ persona review --accept rv_1
Alex Berg lives in Bergen.  not decided: 'Alex Berg' could be Alex Berg (Acme) (en_1), Alex Berg (Oslo) (en_2): choose one with --choose
! Decided 0 of 1.
[exit 3]

$ persona review --accept rv_1 --choose "Alex Berg (Oslo)"
Alex Berg lives in Bergen.  op_3
! Decided 1 of 1.

$ persona facts --predicate lives_in
Alex Berg lives in Bergen.  [Alex Berg (Oslo), since 2026-02-01]  fa_3

$ persona review --list
! Nothing waits.
