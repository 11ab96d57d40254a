#!/bin/sh
# When a session starts: what is known goes into the assistant's context. The assistant has a preamble of its own, so the
# identity is left out. Memory that fails must not stop the work: whatever happens, the hook ends well and says why.
session=$(jq -r '.session_id // empty')
[ -n "$session" ] || exit 0
persona --quiet context --session "$session" --stable --part memory --part static --budget 1000 || exit 0
