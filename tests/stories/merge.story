Two entities are one, and can be two again.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: My friend Robert Smith lives in Leeds."
! Recorded 1 turn of 1 episode, 2 facts.

$ persona ingest - --at 2024-03-01 <<< "Ana: My neighbour Bert works at Acme."
! Recorded 1 turn of 1 episode, 2 facts.

$ persona entities merge Bert "Robert Smith"
Bert is Robert Smith
! Recorded as op_1

$ persona entities list
Acme  [organisation]  en_1
Ana  [person]  en_user
Leeds  [place]  en_2
Robert Smith  [person]  en_3

$ persona entities show Bert
Robert Smith  [person]  en_3
  Robert Smith is Ana's friend.  [Ana, since 2024-02-01]  fa_1
  Bert is Ana's neighbour.  [Ana, since 2024-03-01]  fa_2
  Ana's friend Robert Smith lives in Leeds.  [Robert Smith, since 2024-02-01]  fa_3
  Ana's neighbour Bert works at Acme.  [Robert Smith, since 2024-03-01]  fa_4

$ persona facts --about "Robert Smith"
Robert Smith is Ana's friend.  [Ana, since 2024-02-01]  fa_1
Bert is Ana's neighbour.  [Ana, since 2024-03-01]  fa_2
Ana's friend Robert Smith lives in Leeds.  [Robert Smith, since 2024-02-01]  fa_3
Ana's neighbour Bert works at Acme.  [Robert Smith, since 2024-03-01]  fa_4

$ persona entities merge "Robert Smith" Bert
! persona: error: 'Robert Smith' and 'Bert' are one already
[exit 2]

$ persona diff
= Bert is Robert Smith  en_4

$ persona entities unmerge "Robert Smith"
Robert Smith is not Bert
! Recorded as op_2

$ persona diff
= Bert is not Robert Smith  en_4

$ persona facts --about Bert
Bert is Ana's neighbour.  [Ana, since 2024-03-01]  fa_2
Ana's neighbour Bert works at Acme.  [Bert, since 2024-03-01]  fa_4

$ persona facts --about "Robert Smith"
Robert Smith is Ana's friend.  [Ana, since 2024-02-01]  fa_1
Ana's friend Robert Smith lives in Leeds.  [Robert Smith, since 2024-02-01]  fa_3

$ persona entities unmerge "Robert Smith"
! persona: error: nothing was merged into 'Robert Smith'
[exit 2]
