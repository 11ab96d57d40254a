#!/bin/sh
# A chat in the terminal with a model that remembers. persona gives the prompt, curl asks any OpenAI-compatible server,
# and persona keeps what was said. Needs curl and jq.
#
#   OPENAI_BASE_URL=http://localhost:11434/v1 OPENAI_MODEL=llama3.2 sh chat.sh
set -eu
base=${OPENAI_BASE_URL:-http://localhost:11434/v1}
model=${OPENAI_MODEL:-llama3.2}
session=chat-$(date +%Y%m%d-%H%M%S)-$$
work=$(mktemp -d)
talk=$work/talk.jsonl # what is said, one native message a line
: >"$talk"

finish() {
    status=$?
    if [ -s "$talk" ]; then persona --quiet ingest "$talk" --source chat.sh || status=$?; fi
    rm -r "$work"
    exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

say() { # say ROLE TEXT
    jq -cn --arg role "$1" --arg text "$2" --arg talk "$session" --arg time "$(date -u +%Y-%m-%dT%H:%M:%SZ)" \
        --arg id "$session-$(wc -l <"$talk" | tr -d ' ')" \
        '{id: $id, conversation: $talk, time: $time, speaker: $role, role: $role, text: $text}' >>"$talk"
}

# The same bytes at every turn, so that a server which caches prompts reads them once.
start=$(persona context --session "$session" --stable --part identity --part memory)

while printf 'you: ' >&2 && IFS= read -r line; do
    [ -n "$line" ] || continue
    say user "$line"
    # The last message as a native one on standard input: no word of it can be taken for an option.
    extra=$(tail -n 1 "$talk" | persona context --session "$session" --part query --part knowledge -)
    jq -n --arg model "$model" --arg start "$start" --arg extra "$extra" --slurpfile talk "$talk" '
        ($talk | map({role, content: .text})) as $said
        | {model: $model, messages: (
            [{role: "system", content: $start}] + $said[:-1]
            + (if $extra == "" then [] else [{role: "system", content: $extra}] end) + $said[-1:])}' >"$work/request.json"
    # The key goes to curl on standard input: on the command line, other users of the machine could read it.
    if answer=$(printf 'header = "Authorization: Bearer %s"\n' "${OPENAI_API_KEY:-none}" |
        curl --silent --show-error --fail --max-time 300 --config - --header 'Content-Type: application/json' \
            --data "@$work/request.json" "$base/chat/completions" | jq -er '.choices[0].message.content'); then
        printf '%s\n' "$answer"
        say assistant "$answer"
    else
        echo 'no answer; what you said is kept' >&2
    fi
done
echo >&2
