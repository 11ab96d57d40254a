A person is renamed; the old name still finds them.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-01-05 <<< "Ana: My friend Marta Ruiz lives in Porto."
! Recorded 1 turn of 1 episode, 2 facts.

$ persona entities rename "Marta Ruiz" "Marta Keller"
Marta Ruiz is called Marta Keller
! Recorded as op_1

$ persona entities list
Ana  [person]  en_user
Marta Keller (also Marta Ruiz)  [person]  en_1
Porto  [place]  en_2

$ persona ingest - --at 2025-01-05 <<< "Ana: Marta Ruiz works at Acme."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona facts --about "Marta Keller"
Marta Ruiz is Ana's friend.  [Ana, since 2024-01-05]  fa_1
Ana's friend Marta Ruiz lives in Porto.  [Marta Keller, since 2024-01-05]  fa_2
Marta Ruiz works at Acme.  [Marta Keller, since 2025-01-05]  fa_3

$ persona facts --about "marta ruiz"
Marta Ruiz is Ana's friend.  [Ana, since 2024-01-05]  fa_1
Ana's friend Marta Ruiz lives in Porto.  [Marta Keller, since 2024-01-05]  fa_2
Marta Ruiz works at Acme.  [Marta Keller, since 2025-01-05]  fa_3

$ persona diff
+ Marta Ruiz works at Acme. (since 2025-01-05)  fa_3
