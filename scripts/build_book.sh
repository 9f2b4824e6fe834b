#!/usr/bin/env bash
# Makes the book in target/book, without a warning and without a link that leads nowhere.
#
# usage: scripts/build_book.sh [PROGRAM]    the bmcplan that makes the pages in frames; without it, it is built
#
# Needs mdBook: cargo install mdbook --version 0.5.4 --locked
set -euo pipefail
cd "$(dirname "$0")/.."

program=${1:-}
if [[ -z $program ]]; then
    cargo build --release --locked
    program=$(realpath "${CARGO_TARGET_DIR:-target}")/release/bmcplan
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
mdbook build docs 2>&1 | tee "$log"
if grep -qE 'WARN|ERROR' "$log"; then
    echo "mdBook warns" >&2
    exit 1
fi
# The sources of the book itself are no part of it.
rm -f target/book/book.toml
scripts/book.py frames "$(realpath "$program")" target/book
scripts/book.py check target/book
