Candidates are listed with reasons, wait for a person, and what was discarded does not come back.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona remember "Jon Holm lives in Oslo." --about "Jon Holm"
fa_1
! Remembered: Jon Holm lives in Oslo.  [Jon Holm, since 2026-03-01]  fa_1

$ persona remember "John Holm plays chess." --about "John Holm"
fa_2
! Remembered: John Holm plays chess.  [John Holm, since 2026-03-01]  fa_2

$ persona remember "ASR1603 is a router." --about ASR1603
fa_3
! Remembered: ASR1603 is a router.  [ASR1603, since 2026-03-01]  fa_3

$ persona remember "ASR1605 is a router." --about ASR1605
fa_4
! Remembered: ASR1605 is a router.  [ASR1605, since 2026-03-01]  fa_4

$ persona entities dedupe --dry-run
John Holm ~ Jon Holm  [John Holm / Jon Holm: alike in sound]  en_1 en_2

$ persona entities dedupe --dry-run --json
{
  "type": "duplicates",
  "dry_run": true,
  "pairs": [
    {
      "one": "en_1",
      "other": "en_2",
      "reason": "John Holm / Jon Holm: alike in sound"
    }
  ]
}

$ persona review --list
! Nothing waits.

$ persona entities dedupe
John Holm ~ Jon Holm  [John Holm / Jon Holm: alike in sound]  en_1 en_2
! persona review decides about them.

$ persona entities dedupe
! No two look like one.

$ persona review --list
Jon Holm is John Holm (John Holm / Jon Holm: alike in sound)  [two entities may be the same]  rv_1
  = Jon Holm  en_2 is John Holm  en_1
! persona review --accept ID or --discard ID decides.

$ persona review --discard rv_1
Jon Holm is John Holm (John Holm / Jon Holm: alike in sound)  op_1
! Decided 1 of 1.

$ persona entities dedupe
! No two look like one.

$ persona review --list
! Nothing waits.

$ persona entities list
ASR1603  [subject]  en_3
ASR1605  [subject]  en_4
John Holm  [subject]  en_1
Jon Holm  [subject]  en_2
Oslo  [other]  en_5
