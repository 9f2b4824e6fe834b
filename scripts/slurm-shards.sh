#!/usr/bin/env bash
# Solves a large collection as a Slurm job array, one shard a task, and joins what they print.
#
#   scripts/slurm-shards.sh PARTS OUT.jsonl [OPTIONS OF sbatch …] -- COMMAND …
#
#   scripts/slurm-shards.sh 100 answers.jsonl --time=01:00:00 -- solve boards.txt --metric slides --timeout 60
#
# Waits until all is done. Then OUT.jsonl has what COMMAND would print with --jsonl, in the order of the problems, whatever PARTS is
# and whichever task ended first, and OUT.parts/ what each task wrote and said. The exit code is 0 only if no part is missing. The
# same line once more makes only the parts that are missing. Parts of another command, of another version of bmcplan, or of other contents of
# the files and folders that COMMAND names are not joined: that is refused.
#
# COMMAND is `solve`, or the command of a kind such as `rushhour`. Each task uses as many cores as
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
# The files and folders among the words, as FILE, --option=FILE or COLLECTION:ENTRY, and domains beside problems in PDDL.
files=(/dev/null)
folders=(/dev/null)
for word in "${@:2}"; do
    for name in "$word" "${word#*=}" "${word%:*}"; do
        beside=
        if [ -d "$name" ]; then
            beside=$(realpath "$name")
            folders+=("$beside")
            if [[ $out == "${beside%/}"/* ]]; then
                echo "$out is in $beside, all of whose files are read as problems; name a file elsewhere" >&2
                exit 2
            fi
        elif [ -f "$name" ]; then
            name=$(realpath "$name")
            files+=("$name")
            [[ $name != *.pddl ]] || beside=${name%/*}
        fi
        [ -n "$beside" ] || continue
        for name in "$beside"/*domain*.pddl "$beside/../domain.pddl" "$beside"/../domains/*.pddl; do
            [ ! -f "$name" ] || files+=("$name")
        done
    done
done
# Their contents, without hidden files in folders, which are not read.
contents="{ sha256sum $(printf '%q ' "${files[@]}"); "
contents+="find -L $(printf '%q ' "${folders[@]}") -mindepth 1 -name '.*' -prune -o -type f -exec sha256sum {} +; } | LC_ALL=C sort -u"
command=$(printf '%q ' "$@")
mkdir -p "$folder"
made_of=$(echo "$command" && "$program" --version && sh -c "$contents")
if [ ! -f "$folder/command" ]; then
    echo "$made_of" > "$folder/command.tmp"
    mv "$folder/command.tmp" "$folder/command"
elif [ "$(head -n 1 "$folder/command")" != "$command" ]; then
    echo "$folder has parts of another command: $(head -n 1 "$folder/command")" >&2
    exit 2
elif [ "$(cat "$folder/command")" != "$made_of" ]; then
    echo "$folder has parts of other contents of the files, or of another version; remove it, or name another OUT.jsonl:" >&2
    diff "$folder/command" - <<< "$made_of" >&2 || true
    exit 2
fi

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
    run+=" --ordered > $part.tmp 2> $part.said; code=\$?; cat $part.said >&2; case \$code in 0|2|10|11|12) ;; *) exit \$code ;; esac; "
    run+="number=\$(sed -n 's/^\\([0-9]*\\) problems\\{0,1\\} in .*/\\1/p' $part.said | tail -n 1); "
    run+="if [ \"\$number\" != \"\$(wc -l < $part.tmp)\" ]; then echo 'there is not a line for each problem' >&2; exit 1; fi; "
    run+="if [ \"\$($contents)\" != \"\$(tail -n +3 $(printf %q "$folder")/command)\" ]; then echo 'the files of the command have changed' >&2; exit 1; fi; "
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
# Parts take turns; the last ones may have a line less.
paste -d '\n' "${files[@]}" | sed '/^$/d' > "$out.tmp"
mv "$out.tmp" "$out"
echo "$(wc -l < "$out") lines in $out" >&2
