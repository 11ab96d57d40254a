#!/bin/sh
# For cron: keeps what is new in some folders, checks the vault, and commits it when it lies in Git. Quiet when all is
# well; cron mails the rest. Two runs at once, or a run beside your own commands, wait for each other.
#
#   17 3 * * *  PATH=$HOME/.local/bin:/usr/bin:/bin sh $HOME/nightly.sh $HOME/notes $HOME/exports
set -eu
vault=${PERSONA_VAULT:-$HOME/.local/share/persona}
persona --quiet --no-input ingest "$@" || [ $? -eq 3 ] # 3: done in part; what could not be read was told
persona --quiet check >/dev/null
if [ -d "$vault/.git" ]; then
    git -C "$vault" add --all
    git -C "$vault" diff --cached --quiet || git -C "$vault" commit --quiet --message "Memory of $(date +%F)"
fi
