On a terminal one item at a time: help, skip, accept, discard, leave.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

file seen.jsonl
    {"id":"1","conversation":"c","time":"2026-02-01T10:00:00Z","speaker":"Ana","role":"user","text":"I no longer work at Acme\u200b Labs\u202e."}

$ persona remember "Ana lives in Lyon." --since 2020
fa_1
! Remembered: Ana lives in Lyon.  [Ana, since 2020]  fa_1

$ persona correct "I no longer work at Globex"
? unmatched: Ana no longer works at Globex.  rv_1
! Nothing that is believed matches it; persona review --accept rv_1 or --discard rv_1 decides.
! Recorded as op_1
[exit 1]

$ persona correct "I no longer work at Initech"
? unmatched: Ana no longer works at Initech.  rv_2
! Nothing that is believed matches it; persona review --accept rv_2 or --discard rv_2 decides.
! Recorded as op_2
[exit 1]

$ persona ingest seen.jsonl
! Recorded 1 turn of 1 episode, 1 fact, 1 waiting for review.

$ persona ingest - --at 2026-02-02 <<< "Ana: I live in Porto."
! Recorded 1 turn of 1 episode, 0 facts, 1 waiting for review.

$ persona review
< ?
< s
< y
< n
< y
Ana no longer works at Globex.  [a correction matched nothing that is believed]  rv_1
    “I no longer work at Globex”  [Ana, 2026-03-01]
  + Ana no longer works at Globex.  [Ana, since 2026-03-01]
(1/4) accept this? [y,n,e,s,q,?] ?
y accept, n discard, e edit and accept, s skip, q leave (what was decided is kept), ? this help
(1/4) accept this? [y,n,e,s,q,?] s
Ana no longer works at Initech.  [a correction matched nothing that is believed]  rv_2
    “I no longer work at Initech”  [Ana, 2026-03-01]
  + Ana no longer works at Initech.  [Ana, since 2026-03-01]
(2/4) accept this? [y,n,e,s,q,?] y
Accepted: op_3
Ana no longer works at Acme\u200b Labs\u202e.  [a correction matched nothing that is believed]  rv_3
    “I no longer work at Acme\u200b Labs\u202e.”  [Ana, 2026-02-01]
  + Ana no longer works at Acme\u200b Labs\u202e.  [Ana, since 2026-02-01]
(3/4) accept this? [y,n,e,s,q,?] n
Discarded: op_4
Ana lives in Porto.  [a correction speaks against a fact written or edited by hand]  rv_4
    “I live in Porto.”  [Ana, 2026-02-02]
  - Ana lives in Lyon.  [Ana, since 2020]  fa_1
  + Ana lives in Porto.  [Ana, since 2026-02-02]
(4/4) accept this? [y,n,e,s,q,?] y
Accepted: op_5
That was all.

$ persona facts --include-past
Ana lives in Lyon.  [Ana, since 2020 until 2026-02-02]  fa_1
Ana no longer works at Acme\u200b Labs\u202e.  [Ana, since 2026-02-01]  fa_2
Ana lives in Porto.  [Ana, since 2026-02-02]  fa_3
Ana no longer works at Initech.  [Ana, since 2026-03-01]  fa_4

$ persona review
< q
Ana no longer works at Globex.  [a correction matched nothing that is believed]  rv_1
    “I no longer work at Globex”  [Ana, 2026-03-01]
  + Ana no longer works at Globex.  [Ana, since 2026-03-01]
(1/1) accept this? [y,n,e,s,q,?] q
Left; what was decided is kept.

$ persona review --list
Ana no longer works at Globex.  [a correction matched nothing that is believed]  rv_1
    “I no longer work at Globex”  [Ana, 2026-03-01]
  + Ana no longer works at Globex.  [Ana, since 2026-03-01]
! persona review --accept ID or --discard ID decides.
