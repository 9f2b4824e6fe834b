#!/usr/bin/env bash
# Makes all interesting Rush Hour boards of a size as a Slurm job array, one shard a task, and joins them.
#
#   scripts/slurm-generate.sh SIZE PARTS OUT.jsonl [OPTIONS OF sbatch …]
#
#   scripts/slurm-generate.sh 6 100 boards.jsonl --time=01:00:00
#
# Waits until all is done. Then OUT.jsonl has all boards, one a line (bmcplan generate --exhaustive --jsonl), in the same order
# whatever PARTS is and whichever task ended first, and OUT.parts/ what each task wrote and said. The exit code is 0 only if no part
# is missing. The same line once more makes only the parts that are missing.
#
# EXIT_ROW is the row of the red car. The program is $BMCPLAN, or else `bmcplan` in the PATH; it and the current folder are to be seen
# by all nodes under the same paths.
#
# Without a cluster: scripts/slurm-one-machine.sh makes one of two emulated nodes.
set -euo pipefail

if [ $# -lt 3 ]; then
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2
    exit 2
fi
size=$1
parts=$2
out=$(realpath "$3")
shift 3
program=$(realpath "$(command -v "${BMCPLAN:-bmcplan}")")
folder=${out%.jsonl}.parts
mkdir -p "$folder"

missing=()
for part in $(seq "$parts"); do
    [ -f "$folder/$part-of-$parts.jsonl" ] || missing+=("$part")
done
if [ ${#missing[@]} -gt 0 ]; then
    # A part has its name only when it is whole, so one that was killed is made again.
    part="$(printf %q "$folder")/\$SLURM_ARRAY_TASK_ID-of-$parts"
    run="$(printf '%q ' "$program" generate --exhaustive --size "$size" ${EXIT_ROW:+--exit-row "$EXIT_ROW"}) --jobs 1 --jsonl"
    run+=" --shard \$SLURM_ARRAY_TASK_ID/$parts > $part.tmp && mv $part.tmp $part.jsonl"
    sbatch --parsable --wait --requeue --job-name=bmcplan-generate --array="$(IFS=,; echo "${missing[*]}")" \
        --output="$folder/%a-of-$parts.log" "$@" --wrap="$run" > /dev/null || true
fi
for part in $(seq "$parts"); do
    if [ ! -f "$folder/$part-of-$parts.jsonl" ]; then
        echo "part $part of $parts is missing: $folder/$part-of-$parts.log says why" >&2
        exit 1
    fi
done
for part in $(seq "$parts"); do
    cat "$folder/$part-of-$parts.jsonl"
done > "$out.tmp"
mv "$out.tmp" "$out"
echo "$(wc -l < "$out") boards in $out" >&2
