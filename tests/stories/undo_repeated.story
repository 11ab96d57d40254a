What a later transcript says as well stands when the first is undone, and names what stays too.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: I live in Lyon. My sister Marta works at Acme."
! Recorded 1 turn of 1 episode, 3 facts.

$ persona ingest - --at 2025-02-01 <<< "Ana: I live in Lyon. Marta likes chess."
! Recorded 1 turn of 1 episode, 1 fact, 1 repeated.

$ persona log
2026-03-01 09:02  ingest: 2 in episodes, 2 in facts  op_1
2026-03-01 09:01  ingest: 4 in entities, 2 in episodes, 3 in facts  op_2

$ persona undo op_2
2026-03-01 09:01  ingest: 4 in entities, 2 in episodes, 3 in facts  op_2
! Undid 1 operation.
! Recorded as op_3

$ persona facts
Ana lives in Lyon.  [Ana, since 2025-02-01]  fa_1
Marta likes chess.  [Marta, since 2025-02-01]  fa_2

$ persona show fa_2
Marta likes chess.  [Marta, since 2025-02-01]  fa_2
  likes, psyche (preference), by rules
  “I live in Lyon. Marta likes chess.”  [Ana, 2025-02-01]  tn_1
  2026-03-01 09:02  asserted by rules: “Marta likes chess.”, since 2025-02-01, from “Marta likes chess.”  (ingest op_1)

$ persona undo op_3
2026-03-01 09:04  undo of op_2: 3 in entities, 1 in facts  op_3
! Undid 1 operation.
! Recorded as op_4

$ persona facts
Ana lives in Lyon.  [Ana, since 2024-02-01]  fa_1
Marta is Ana's sister.  [Ana, since 2024-02-01]  fa_3
Ana's sister Marta works at Acme.  [Marta, since 2024-02-01]  fa_4
Marta likes chess.  [Marta, since 2025-02-01]  fa_2
