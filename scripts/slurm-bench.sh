#!/usr/bin/env bash
# Runs a suite as a Slurm job array, one part of it a task, and joins what the tasks wrote.
#
#   scripts/slurm-bench.sh SUITE.toml PARTS OUT.jsonl [OPTIONS OF sbatch …]
#
#   scripts/slurm-bench.sh instances/suite.toml 8 suite.jsonl --exclusive --time=01:00:00
#
# Waits until all is done. Then OUT.jsonl has all runs, OUT.md the report, and OUT.parts/ what each task wrote and said. The
# exit code is that of `bmcplan bench`: 70 if an answer is wrong. Options of sbatch are given to the tasks; with --exclusive
# no two share a node, which times want.
#
# The same line once more goes on where tasks were killed or ran out of their time: what was measured is not measured again,
# and tasks that Slurm requeues go on by themselves. OUT.jsonl is made anew.
#
# Suite, program and the current folder are to be seen by all nodes under the same paths. The program is $BMCPLAN, or else
# `bmcplan` in the PATH.
#
# Without a cluster: scripts/slurm-one-machine.sh makes one of two emulated nodes.
set -euo pipefail

if [ $# -lt 3 ]; then
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2
    exit 2
fi
suite=$(realpath "$1")
parts=$2
out=$(realpath "$3")
shift 3
program=$(realpath "$(command -v "${BMCPLAN:-bmcplan}")")
folder=${out%.jsonl}.parts
report=${out%.jsonl}.md
mkdir -p "$folder"

# A command line for a shell, each word quoted.
quoted() { printf '%q ' "$@"; }

# Slurm knows the number of the task only when it runs.
run="$(quoted "$program" bench "$suite" --resume) --shard \$SLURM_ARRAY_TASK_ID/$parts"
run+=" --out $(quoted "$folder")/\$SLURM_ARRAY_TASK_ID-of-$parts.jsonl"
run=${run//' /$SLURM'/'/$SLURM'}
array=$(sbatch --parsable --requeue --job-name=bmcplan-bench --array="1-$parts" --output="$folder/%a-of-$parts.log" \
    "$@" --wrap="$run")
echo "job array ${array%%;*}: $parts parts of $suite" >&2

# Also if a task failed: what the others measured is worth a file, and its exit code tells.
files=()
for part in $(seq "$parts"); do
    files+=("$folder/$part-of-$parts.jsonl")
done
join="rm -f $(quoted "$out") && $(quoted "$program" bench --merge "${files[@]}" --out "$out"); "
join+="$(quoted "$program" bench --report "$out") > $(quoted "$report")"
code=0
sbatch --parsable --wait --job-name=bmcplan-join --dependency="afterany:${array%%;*}" --output="$folder/join.log" \
    --wrap="$join" > /dev/null || code=$?
cat "$folder/join.log" >&2
exit "$code"
