#!/bin/sh
# At each prompt: what it asks for and the start did not hold. Often that is nothing.
input=$(cat)
session=$(printf '%s' "$input" | jq -r '.session_id // empty')
[ -n "$session" ] || exit 0
printf '%s' "$input" | jq -c '{role: "user", text: .prompt}' |
    persona --quiet context --session "$session" --budget 1000 --part query --part knowledge - || exit 0
