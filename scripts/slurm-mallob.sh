#!/usr/bin/env bash
# Starts a service of Mallob, runs bmcplan with it as its solver, and ends the service.
#
#   scripts/slurm-mallob.sh MALLOB [OPTIONS OF srun OR mpirun …] -- COMMAND …
#
#   sbatch --nodes=4 --ntasks-per-node=2 --cpus-per-task=16 scripts/slurm-mallob.sh ~/mallob -- solve board.toml --incremental
#   scripts/slurm-mallob.sh ~/mallob -np 2 -- solve board.toml --incremental     # without Slurm, by mpirun
#
# MALLOB is the folder in which Mallob was built (https://github.com/domschrei/mallob). COMMAND is one of bmcplan without --solver, which is
# added to its end. Mallob has at least two tasks, each with as many threads as --cpus-per-task says, or $MALLOB_THREADS, or one. The exit code is
# that of bmcplan. The service's folder is made in the current folder, which all nodes must see, and removed in the end; Mallob's own messages are
# left in mallob-*.log beside it. The program is $BMCPLAN, or else `bmcplan` in the PATH.
#
# This was tried with mpirun and Mallob on one machine; with srun, on several nodes, it was not.
set -euo pipefail

usage() {
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2
    exit 2
}

[ $# -ge 3 ] || usage
mallob=$(realpath "$1")
shift
launcher=(mpirun)
if [ -n "${SLURM_JOB_ID:-}" ]; then
    launcher=(srun)
fi
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    launcher+=("$1")
    shift
done
[ $# -ge 2 ] || usage
shift
program=$(realpath "$(command -v "${BMCPLAN:-bmcplan}")")
folder=$(mktemp -d "$PWD/mallob-XXXXXX")
threads=${SLURM_CPUS_PER_TASK:-${MALLOB_THREADS:-1}}

# Mallob finds its parts from the folder in which it was built. Models are readable with -cm=0; on a network file system nobody is woken by a
# file of another node, so Mallob looks by itself (-inotify=0).
export RDMAV_FORK_SAFE=1
(cd "$mallob" && exec "${launcher[@]}" build/mallob "-t=$threads" -cm=0 -inotify=0 "-apidir=$folder") > "$folder.log" 2>&1 &
service=$!
end() {
    kill "$service" 2> /dev/null || true
    wait "$service" 2> /dev/null || true
    rm -rf "$folder"
}
trap end EXIT

for _ in $(seq 600); do
    [ -d "$folder/jobs.0/in" ] && [ -d "$folder/jobs.0/out" ] && break
    if ! kill -0 "$service" 2> /dev/null; then
        echo "Mallob has ended before it served anything: $folder.log says why" >&2
        exit 2
    fi
    sleep 0.1
done
"$program" "$@" --solver "mallob:$folder/jobs.0"
