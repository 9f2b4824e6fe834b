#!/usr/bin/env bash
# Solves a large collection, or makes all boards of a size, as a Slurm job array, one shard a task, and joins what they print.
#
#   scripts/slurm-shards.sh PARTS OUT.jsonl [OPTIONS OF sbatch …] -- COMMAND …
#
#   scripts/slurm-shards.sh 100 answers.jsonl --time=01:00:00 -- solve boards.txt --metric slides --timeout 60
#   scripts/slurm-shards.sh 100 boards.jsonl --time=01:00:00 -- generate --exhaustive --size 6
#
# Waits until all is done. Then OUT.jsonl has what COMMAND would print with --jsonl, in the order of the problems or boards, whatever PARTS is
# and whichever task ended first, and OUT.parts/ what each task wrote and said. The exit code is 0 only if no part is missing. The
# same line once more makes only the parts that are missing.
#
# COMMAND is `solve`, the command of a kind such as `rushhour`, or `generate --exhaustive`. Each task uses as many cores as
# --cpus-per-task says. The program is $BMCPLAN, or else `bmcplan` in the PATH; it, the files, and the current folder are to be seen by all
# nodes under the same paths.
#
# Without a cluster: scripts/slurm-one-machine.sh makes one of two emulated nodes.
set -euo pipefail

usage() {
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2
    exit 2
}

[ $# -ge 4 ] || usage
parts=$1
out=$(realpath "$2")
shift 2
options=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    options+=("$1")
    shift
done
[ $# -ge 2 ] || usage
shift
program=$(realpath "$(command -v "${BMCPLAN:-bmcplan}")")
folder=${out%.jsonl}.parts
mkdir -p "$folder"
command=$(printf '%q ' "$@")
if [ -f "$folder/command" ] && [ "$(cat "$folder/command")" != "$command" ]; then
    echo "$folder has parts of another command: $(cat "$folder/command")" >&2
    exit 2
fi
echo "$command" > "$folder/command"

missing=()
for part in $(seq "$parts"); do
    [ -f "$folder/$part-of-$parts.jsonl" ] || missing+=("$part")
done
if [ ${#missing[@]} -gt 0 ]; then
    # A part has its name only when it is whole and on the disk, so one that was killed is made again. Whether all problems have plans, and are
    # sound, makes no difference; but code 2 may mean an output that cannot be written, and 12 a process without memory. The summary of many
    # problems comes after all their lines, and has their number.
    part="$(printf %q "$folder")/\$SLURM_ARRAY_TASK_ID-of-$parts"
    run="$(printf '%q ' "$program") $command --jsonl --jobs \${SLURM_CPUS_PER_TASK:-1} --shard \$SLURM_ARRAY_TASK_ID/$parts"
    if [ "$1" = generate ]; then
        run+=" > $part.tmp || exit; "
    else
        run+=" --ordered > $part.tmp 2> $part.said; code=\$?; cat $part.said >&2; case \$code in 0|2|10|11|12) ;; *) exit \$code ;; esac; "
        run+="number=\$(sed -n 's/^\\([0-9]*\\) problems\\{0,1\\} in .*/\\1/p' $part.said | tail -n 1); "
        run+="if [ \"\$number\" != \"\$(wc -l < $part.tmp)\" ]; then echo 'there is not a line for each problem' >&2; exit 1; fi; "
    fi
    run+="sync $part.tmp && mv $part.tmp $part.jsonl && rm -f $part.said"
    sbatch --parsable --wait --requeue --job-name="bmcplan-$1" --array="$(IFS=,; echo "${missing[*]}")" \
        --output="$folder/%a-of-$parts.log" "${options[@]}" --wrap="$run" > /dev/null || true
fi
files=()
for part in $(seq "$parts"); do
    files+=("$folder/$part-of-$parts.jsonl")
    if [ ! -f "${files[-1]}" ]; then
        echo "part $part of $parts is missing: $folder/$part-of-$parts.log says why" >&2
        exit 1
    fi
done
if [ "$1" = generate ]; then
    cat "${files[@]}" > "$out.tmp"
else
    # Parts take turns; the last ones may have a line less.
    paste -d '\n' "${files[@]}" | sed '/^$/d' > "$out.tmp"
fi
mv "$out.tmp" "$out"
echo "$(wc -l < "$out") lines in $out" >&2
