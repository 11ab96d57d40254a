An assistant's words about the person are kept and found, and believed of nobody.

file chat.jsonl
    {"id":"1","conversation":"c","time":"2026-02-01T10:00:00Z","speaker":"Ana","role":"user","text":"I live in Lyon."}
    {"id":"2","conversation":"c","time":"2026-02-01T10:01:00Z","speaker":"Assistant","role":"assistant","text":"You live in Porto and you no longer live in Lyon."}
    {"id":"3","conversation":"c","time":"2026-02-01T10:02:00Z","speaker":"Bob","role":"other","text":"I work at Acme. I live in Oslo."}

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest chat.jsonl
! Recorded 3 turns of 1 episode, 3 facts.

$ persona facts
Ana lives in Lyon.  [Ana, since 2026-02-01]  fa_1
Bob works at Acme.  [Bob, since 2026-02-01]  fa_2
Bob lives in Oslo.  [Bob, since 2026-02-01]  fa_3

$ persona review --list
! Nothing waits.

$ persona recall "Porto" --only turns
“You live in Porto and you no longer live in Lyon.”  [Assistant, 2026-02-01]  tn_1
“I live in Lyon.”  [Ana, 2026-02-01]  tn_2
“I work at Acme. I live in Oslo.”  [Bob, 2026-02-01]  tn_3
