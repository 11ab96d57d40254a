On a terminal an item is edited in $EDITOR, and an ambiguous name asks who is meant.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

file edit.sh
    sed -i 's/no longer works/never worked/' "$1"

file keep.sh
    exit 0

$ persona correct "I no longer work at Globex"
? unmatched: Ana no longer works at Globex.  rv_1
! Nothing that is believed matches it; persona review --accept rv_1 or --discard rv_1 decides.
! Recorded as op_1
[exit 1]

env EDITOR=sh keep.sh
$ persona review
< e
Ana no longer works at Globex.  [a correction matched nothing that is believed]  rv_1
    “I no longer work at Globex”  [Ana, 2026-03-01]
  + Ana no longer works at Globex.  [Ana, since 2026-03-01]
(1/1) accept this? [y,n,e,s,q,?] e
Its words were left as they are; not decided.
That was all.

env EDITOR=sh edit.sh
$ persona review
< e
Ana no longer works at Globex.  [a correction matched nothing that is believed]  rv_1
    “I no longer work at Globex”  [Ana, 2026-03-01]
  + Ana no longer works at Globex.  [Ana, since 2026-03-01]
(1/1) accept this? [y,n,e,s,q,?] e
Accepted: op_2
That was all.

$ persona facts --jsonl
{"type":"fact","id":"fa_1","text":"Ana never worked at Globex.","subject":"Ana","subject_id":"en_user","predicate":"worked_at","object":"Globex","object_id":"en_1","kind":"fact","aspect":null,"status":null,"valid_at":"2026-03-01","invalid_at":null,"when_said":null,"said_at":"2026-03-01T09:01:00Z","known_at":"2026-03-01T09:03:00Z","retracted":false,"hand":true,"confidence":0.75,"extractor":"hand","operation":"op_2","evidence":[{"turn":"tn_1","source_id":null,"quote":"I no longer work at Globex"}]}

$ persona remember "Alex Berg rows." --about "Alex (rower)"
fa_2
! Remembered: Alex Berg rows.  [Alex (rower), since 2026-03-01]  fa_2

$ persona remember "Alex Berg cooks." --about "Alex (cook)"
fa_3
! Remembered: Alex Berg cooks.  [Alex (cook), since 2026-03-01]  fa_3

$ persona entities alias "Alex (rower)" "Alex Berg"
Alex (rower) is also called Alex Berg
! Recorded as op_3

$ persona entities alias "Alex (cook)" "Alex Berg"
Alex (cook) is also called Alex Berg
! Recorded as op_4

$ persona ingest - --at 2026-02-01 <<< "Ana: Alex Berg lives in Bergen."
! Recorded 1 turn of 1 episode, 0 facts, 1 waiting for review.

$ persona review
< y
< 2
Alex Berg lives in Bergen.  [a name fits more than one entity]  rv_2
    “Alex Berg lives in Bergen.”  [Ana, 2026-02-01]
  + Alex Berg lives in Bergen.  [since 2026-02-01]
    Alex (cook)  en_2
      Alex Berg cooks.
    Alex (rower)  en_3
      Alex Berg rows.
(1/1) accept this? [y,n,e,s,q,?] y
which one? [1-2] 2
Accepted: op_5
That was all.

$ persona facts --predicate lives_in
Alex Berg lives in Bergen.  [Alex (rower), since 2026-02-01]  fa_4
