The difference between two dates, two operations, or since one of them, in words.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2025-01-10 <<< "Ana: I live in Paris. I like jazz."
! Recorded 1 turn of 1 episode, 2 facts.

at 2026-04-01T09:00
$ persona ingest - --at 2026-03-20 <<< "Ana: I moved to Lyon this month. I play chess."
! Recorded 1 turn of 1 episode, 2 facts, 1 ended.

$ persona log
2026-04-01 09:00  ingest: 1 in entities, 2 in episodes, 3 in facts  op_1
2026-03-01 09:01  ingest: 2 in entities, 2 in episodes, 2 in facts  op_2

$ persona diff
- Ana lives in Paris. (until 2026-03)  fa_1
+ Ana moved to Lyon in March 2026. (since 2026-03)  fa_2
+ Ana plays chess. (since 2026-03-20)  fa_3

$ persona diff 2026-03-15
- Ana lives in Paris. (until 2026-03)  fa_1
+ Ana moved to Lyon in March 2026. (since 2026-03)  fa_2
+ Ana plays chess. (since 2026-03-20)  fa_3

$ persona diff 2026-02 2026-03-15
+ Ana likes jazz. (since 2025-01-10)  fa_4
+ Ana lives in Paris. (since 2025-01-10)  fa_1

$ persona diff op_2 op_1
- Ana lives in Paris. (until 2026-03)  fa_1
+ Ana moved to Lyon in March 2026. (since 2026-03)  fa_2
+ Ana plays chess. (since 2026-03-20)  fa_3

$ persona diff op_1 op_2
- Ana moved to Lyon in March 2026. (taken back)  fa_2
- Ana plays chess. (taken back)  fa_3
+ Ana lives in Paris. (since 2025-01-10)  fa_1

$ persona diff op_1
! Nothing that is believed has changed.

$ persona diff 2026-03-15 --json
{
  "type": "diff",
  "lines": [
    {
      "sign": "-",
      "text": "Ana lives in Paris. (until 2026-03)",
      "id": "fa_1"
    },
    {
      "sign": "+",
      "text": "Ana moved to Lyon in March 2026. (since 2026-03)",
      "id": "fa_2"
    },
    {
      "sign": "+",
      "text": "Ana plays chess. (since 2026-03-20)",
      "id": "fa_3"
    }
  ]
}
