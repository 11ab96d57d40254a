A pair said to be distinct is never merged and never proposed again.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona remember "Katharina Vogel lives in Leeds." --about "Katharina Vogel"
fa_1
! Remembered: Katharina Vogel lives in Leeds.  [Katharina Vogel, since 2026-03-01]  fa_1

$ persona remember "K. Vogel works at Acme." --about "K. Vogel"
fa_2
! Remembered: K. Vogel works at Acme.  [K. Vogel, since 2026-03-01]  fa_2

$ persona entities dedupe --dry-run
Katharina Vogel ~ K. Vogel  [Katharina Vogel / K. Vogel: initial]  en_1 en_2

$ persona entities distinct "Katharina Vogel" "K. Vogel"
Katharina Vogel is never K. Vogel
! Recorded as op_1

$ persona entities dedupe --dry-run
! No two look like one.

$ persona entities merge "K. Vogel" "Katharina Vogel"
! persona: error: 'K. Vogel' and 'Katharina Vogel' were said to be distinct
! hint: persona show en_2 tells when; persona undo takes that back
[exit 1]

$ persona entities show "K. Vogel"
K. Vogel  [subject]  en_2
  K. Vogel works at Acme.  [K. Vogel, since 2026-03-01]  fa_2

$ persona diff
= K. Vogel is never Katharina Vogel  en_2

$ persona undo
2026-03-01 09:04  entities distinct: 2 in entities  op_1
! Undid 1 operation.
! Recorded as op_2

$ persona entities dedupe --dry-run
Katharina Vogel ~ K. Vogel  [Katharina Vogel / K. Vogel: initial]  en_1 en_2
