#!/bin/sh
# When a session ends: what was typed and answered is kept. What persona itself put in is recognised and dropped.
transcript=$(jq -r '.transcript_path // empty')
[ -f "$transcript" ] || exit 0
persona --quiet ingest "$transcript" --format claude-code --source coding-assistant || exit 0
