Git revisions are states too, and plain git diff and git log read like that.

at 2026-03-01T09:00
$ persona init --git --name Ana
! Made a new vault in ~/memory
! Made a Git repository with a first commit.

$ persona ingest - --at 2025-01-10 <<< "Ana: I live in Paris."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona facts
Ana lives in Paris.  [Ana, since 2025-01-10]  fa_1

$ git -C memory add -A

$ git -C memory commit -qm "January"

$ persona correct fa_1 --until 2026-02
- Ana lives in Paris.  [Ana, since 2025-01-10]  fa_1
+ Ana lives in Paris.  [Ana, since 2025-01-10 until 2026-02]  fa_1
! Recorded as op_1

$ persona ingest - --at 2026-02-10 <<< "Ana: I live in Lyon."
! Recorded 1 turn of 1 episode, 1 fact.

$ persona diff HEAD
- Ana lives in Paris. (until 2026-02)  fa_1
+ Ana lives in Lyon. (since 2026-02-10)  fa_2

$ persona diff HEAD~1 HEAD
+ Ana lives in Paris. (since 2025-01-10)  fa_1

$ git -C memory diff -U0 -- facts
diff --git a/facts/2026-03.device1.jsonl b/facts/2026-03.device1.jsonl
index HASH..HASH 100644
--- a/facts/2026-03.device1.jsonl
+++ b/facts/2026-03.device1.jsonl
@@ -1,0 +2,2 @@ Ana lives in Paris. (since 2025-01-10)  fa_1
+ended: Ana lives in Paris. (until 2026-02)  fa_1
+Ana lives in Lyon. (since 2026-02-10)  fa_2

$ git -C memory add -A

$ git -C memory commit -qm "February"

$ git -C memory log -p -U0 --format=%s -1 -- facts operations
February
(empty)
diff --git a/facts/2026-03.device1.jsonl b/facts/2026-03.device1.jsonl
index HASH..HASH 100644
--- a/facts/2026-03.device1.jsonl
+++ b/facts/2026-03.device1.jsonl
@@ -1,0 +2,2 @@ Ana lives in Paris. (since 2025-01-10)  fa_1
+ended: Ana lives in Paris. (until 2026-02)  fa_1
+Ana lives in Lyon. (since 2026-02-10)  fa_2
diff --git a/operations/2026-03.device1.jsonl b/operations/2026-03.device1.jsonl
index HASH..HASH 100644
--- a/operations/2026-03.device1.jsonl
+++ b/operations/2026-03.device1.jsonl
@@ -1,0 +2,2 @@
+2026-03-01T09:05:00Z correct  op_1
+2026-03-01T09:06:00Z ingest  op_2

$ persona diff HEAD~1
- Ana lives in Paris. (until 2026-02)  fa_1
+ Ana lives in Lyon. (since 2026-02-10)  fa_2

$ persona diff nonsense
! persona: error: 'nonsense' is no date, operation or Git revision
! hint: write 2026-03-05, op_… as persona log prints it, or a revision like HEAD~1
[exit 2]
