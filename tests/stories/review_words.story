An item is accepted in other words, and is then the person's own.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona correct "I no longer work at Acme"
? unmatched: Ana no longer works at Acme.  rv_1
! Nothing that is believed matches it; persona review --accept rv_1 or --discard rv_1 decides.
! Recorded as op_1
[exit 1]

$ persona review --accept rv_1 --to "Ana left Acme in 2019."
Ana left Acme in 2019.  op_2
! Decided 1 of 1.

$ persona facts --jsonl
{"type":"fact","id":"fa_1","text":"Ana left Acme in 2019.","subject":"Ana","subject_id":"en_user","predicate":"worked_at","object":"Acme","object_id":"en_1","kind":"fact","aspect":null,"status":null,"valid_at":"2026-03-01","invalid_at":null,"when_said":null,"said_at":"2026-03-01T09:01:00Z","known_at":"2026-03-01T09:02:00Z","retracted":false,"hand":true,"confidence":0.75,"extractor":"hand","operation":"op_2","evidence":[{"turn":"tn_1","source_id":null,"quote":"I no longer work at Acme"}]}
