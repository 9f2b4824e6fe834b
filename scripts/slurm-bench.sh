#!/usr/bin/env bash
# Runs a suite as a Slurm job array, one part of it a task, and joins what the tasks wrote.
#
#   scripts/slurm-bench.sh SUITE.toml PARTS OUT.jsonl [OPTIONS OF sbatch …]
#
#   scripts/slurm-bench.sh instances/suite.toml 8 suite.jsonl --exclusive --time=01:00:00
#
# Waits until all is done. Then OUT.jsonl has all runs, OUT.md the report, and OUT.parts/ what each task wrote and said. The
# exit code is that of `bmcplan bench`: 20 if an answer is not the expected one, 70 if two contradict each other or for an
# internal error; else 2 if runs are missing. Options of sbatch are given to the tasks; with --exclusive no two share a node,
# which times want.
#
# The same line once more goes on where tasks were killed or ran out of their time: what was measured is not measured again,
# and tasks that Slurm requeues go on by themselves. OUT.jsonl is made anew, of the parts that are there; the one of before stays
# if there are none, or if they do not belong together.
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
part="$(printf %q "$folder")/\$SLURM_ARRAY_TASK_ID-of-$parts"
run+=" --out $part.jsonl; code=\$?; echo \$code > $part.code; exit \$code"
rm -f "$folder"/*.code
array=$(sbatch --parsable --requeue --job-name=bmcplan-bench --array="1-$parts" --output="$folder/%a-of-$parts.log" \
    "$@" --wrap="$run")
echo "job array ${array%%;*}: $parts parts of $suite" >&2

# Also if a task failed: what the others measured is worth a file, and the exit code tells. A part without a whole first line has
# no runs yet.
join="program=$(printf %q "$program") folder=$(printf %q "$folder") out=$(printf %q "$out") report=$(printf %q "$report") parts=$parts
"
join+=$(cat << 'END'
lost=0
set --
for part in $(seq "$parts"); do
    file=$folder/$part-of-$parts
    case $(cat "$file.code" 2> /dev/null) in
        0 | 20 | 70) ;;
        *) echo "part $part of $parts was not finished: $file.log says why"; lost=2 ;;
    esac
    if [ -f "$file.jsonl" ] && [ "$(head -n 1 "$file.jsonl" | wc -l)" -eq 1 ]; then
        set -- "$@" "$file.jsonl"
    fi
done
if [ $# -eq 0 ]; then
    echo "no part has runs"
    exit 2
fi
rm -f "$out.tmp"
said=$("$program" bench --merge "$@" --out "$out.tmp" 2>&1)
echo "$said"
[ -f "$out.tmp" ] || exit 2
mv "$out.tmp" "$out" || exit 2
"$program" bench --report "$out" > "$report.tmp"
code=$?
case $code in
    0 | 20 | 70) mv "$report.tmp" "$report" || exit 2 ;;
    *) exit "$code" ;;
esac
runs=$(echo "$said" | sed -n 's/.*: \([0-9]* of [0-9]*\) runs from [0-9]* files$/\1/p')
if [ -z "$runs" ] || [ "${runs% of *}" != "${runs#* of }" ]; then
    echo "runs are missing; the same line once more makes them"
    lost=2
fi
[ "$code" -ne 0 ] || exit "$lost"
exit "$code"
END
)
code=0
sbatch --parsable --wait --job-name=bmcplan-join --dependency="afterany:${array%%;*}" --output="$folder/join.log" \
    --wrap="$join" > /dev/null || code=$?
cat "$folder/join.log" >&2
exit "$code"
