Reworded by hand, a fact is about what its new words name.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: I work at Acme as a nurse."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona facts
Ana works at Acme as a nurse.  [Ana, since 2024-02-01]  fa_1

$ persona correct fa_1 --to "Ana works at Saint Luke as a nurse."
- Ana works at Acme as a nurse.  [Ana, since 2024-02-01]  fa_1
+ Ana works at Saint Luke as a nurse.  [Ana, since 2024-02-01]  fa_1
! Recorded as op_1

$ persona facts --about "Saint Luke"
Ana works at Saint Luke as a nurse.  [Ana, since 2024-02-01]  fa_1

$ persona facts --about Acme
! Nothing is believed yet that fits.

$ persona facts --jsonl
{"type":"fact","id":"fa_1","text":"Ana works at Saint Luke as a nurse.","subject":"Ana","subject_id":"en_user","predicate":"works_at","object":"Saint Luke","object_id":"en_1","kind":"fact","aspect":null,"status":null,"valid_at":"2024-02-01","invalid_at":null,"when_said":null,"said_at":"2024-02-01T00:00:00Z","known_at":"2026-03-01T09:01:00Z","retracted":false,"hand":true,"confidence":0.75,"extractor":"rules","operation":"op_2","evidence":[{"turn":"tn_1","source_id":null,"quote":"I work at Acme as a nurse."}]}
