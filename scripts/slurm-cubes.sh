#!/usr/bin/env bash
# Solves one hard problem by a Slurm job array: all tasks refute each horizon together (bmcplan … --share).
#
#   scripts/slurm-cubes.sh OUT TASKS [OPTIONS OF sbatch …] -- COMMAND …
#
#   scripts/slurm-cubes.sh board 20 --time=04:00:00 --cpus-per-task=8 -- rushhour board.toml --metric slides --incremental
#
# Waits until some task has the answer, ends the others, and prints it: the same command once more, on this machine, reads it from the
# folder OUT.share, and with --certify makes a certificate of the proofs there. OUT.logs/ has what each task printed. The exit code is that
# of COMMAND. A task may be killed, requeued, or come late; others take over its part. The same line once more goes on where all tasks ran out
# of their time.
#
# Each task has as many threads as --cpus-per-task says. The program is $BMCPLAN, or else `bmcplan` in the PATH; it, the files, and the
# current folder are to be seen by all nodes under the same paths.
#
# Without a cluster: scripts/slurm-one-machine.sh makes one of two emulated nodes.
set -euo pipefail

usage() {
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2
    exit 2
}

[ $# -ge 4 ] || usage
out=$(realpath -m "$1")
tasks=$2
shift 2
options=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    options+=("$1")
    shift
done
[ $# -ge 2 ] || usage
shift
program=$(realpath "$(command -v "${BMCPLAN:-bmcplan}")")
mkdir -p "$out.logs"
answered=$out.logs/answered
rm -f "$answered"
# A certificate is put together at the end; tasks write the proofs.
share=$out.share
of_tasks=()
words=("$@")
for ((word = 0; word < ${#words[@]}; word++)); do
    case ${words[word]} in
        --certify) share=$out.share:proofs; word=$((word + 1)) ;;
        --certify=*) share=$out.share:proofs ;;
        *) of_tasks+=("${words[word]}") ;;
    esac
done

# A plan, none at all, or none within the horizon that was given: an answer.
run="$(printf '%q ' "$program" "${of_tasks[@]}" --share "$share") --threads \${SLURM_CPUS_PER_TASK:-1}"
run+="; code=\$?; case \$code in 0|10|11) touch $(printf %q "$answered") ;; esac; exit \$code"
job=$(sbatch --parsable --requeue --job-name=bmcplan-cubes --array="1-$tasks" --output="$out.logs/%a.log" --open-mode=append \
    "${options[@]}" --wrap="$run")
job=${job%%;*}
trap 'scancel "$job" 2> /dev/null || true' EXIT
echo "job array $job: $tasks tasks" >&2
# A controller that is busy, or is being restarted, tells nothing. The job is over when ten answers in a row name no task; ten minutes without
# any answer end the wait, too.
patience=300
while [ ! -e "$answered" ] && [ "$patience" -gt 0 ]; do
    if ! left=$(squeue --noheader --jobs="$job"); then
        patience=$((patience - 1))
    elif [ -z "$left" ]; then
        patience=$((patience - 30))
    else
        patience=300
    fi
    sleep 2
done
if [ ! -e "$answered" ]; then
    echo "no task has an answer: $out.logs/ says why; the same line once more goes on" >&2
    exit 1
fi
"$program" "$@" --share "$share"
