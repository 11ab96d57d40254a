A correction by words acts on the one fact that holds them; several are listed and nothing happens.

at 2026-03-01T09:00
$ persona init --name Ana
! Made a new vault in ~/memory

$ persona ingest - --at 2024-02-01 <<< "Ana: I like green tea. I like black tea. I own a red bicycle."
! Recorded 1 turn of 1 episode, 3 facts.

$ persona facts
Ana owns a red bicycle.  [Ana, since 2024-02-01]  fa_1
Ana likes green tea.  [Ana, since 2024-02-01]  fa_2
Ana likes black tea.  [Ana, since 2024-02-01]  fa_3

$ persona correct "tea" --retract
Ana likes green tea.  [Ana, since 2024-02-01]  fa_2
Ana likes black tea.  [Ana, since 2024-02-01]  fa_3
! persona: error: 2 facts fit 'tea'; nothing was changed
! hint: name one by its id: persona correct fa_2 …
[exit 1]

$ persona correct "my vehicle" --retract
Ana owns a red bicycle.  [Ana, since 2024-02-01]  fa_1
! Perhaps one of these is meant:
! persona: error: no fact fits 'my vehicle'; nothing was changed
! hint: name one by its id: persona correct fa_1 …
[exit 1]

$ persona correct "bicycle" --until 2025
- Ana owns a red bicycle.  [Ana, since 2024-02-01]  fa_1
+ Ana owns a red bicycle.  [Ana, since 2024-02-01 until 2025]  fa_1
! Recorded as op_1

$ persona correct "green tea" --retract --dry-run
- Ana likes green tea.  [Ana, since 2024-02-01]  fa_2
+ Ana likes green tea.  [Ana, since 2024-02-01, retracted]  fa_2
! Nothing was changed.

$ persona correct "green tea" --retract
- Ana likes green tea.  [Ana, since 2024-02-01]  fa_2
+ Ana likes green tea.  [Ana, since 2024-02-01, retracted]  fa_2
! Recorded as op_2

$ persona facts --include-past
Ana owns a red bicycle.  [Ana, since 2024-02-01 until 2025]  fa_1
Ana likes black tea.  [Ana, since 2024-02-01]  fa_3
