#!/usr/bin/env bash
# Runs fuzz targets, each for some minutes of the clock, and prints a table of all runs so far.
#
# usage: scripts/fuzz.sh FOLDER MINUTES [TARGET…]    all targets unless some are named; with 0 minutes only the table is printed
#
# FOLDER keeps what the fuzzer has found, and the next call goes on from there: corpus/TARGET, failing/TARGET (inputs that crash, hang or
# take too much memory), logs, and runs.tsv, a line for each run. Ends with code 1 if a run ended in a fault.
#
# Needs cargo-fuzz and a C++ compiler (docs/testing.md).
set -euo pipefail
cd "$(dirname "$0")/.."

if (($# < 2)); then
    sed -n 's/^# \{0,1\}//; 2,4p' "$0" >&2
    exit 2
fi
mkdir -p "$1"
folder=$(realpath "$1")
minutes=$2
shift 2
runs=$folder/runs.tsv
touch "$runs"
export RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$folder/target}
# With every fault a backtrace.
export RUST_BACKTRACE=1

# Runs one target, and adds a line to the file of runs: target, date, CPU seconds, executions, edges reached, exit code.
run() {
    local target=$1 code=0 program log options=()
    program=$(find "$CARGO_TARGET_DIR" -path "*/release/$target" -type f -perm -u+x -print -quit)
    log=$folder/logs/$target-$(date -u +%Y%m%dT%H%M%SZ)
    mkdir -p "$folder/logs" "$folder/corpus/$target" "$folder/failing/$target"
    options=(-max_total_time=$((minutes * 60)) -max_len=4096 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1)
    options+=("-artifact_prefix=$folder/failing/$target/")
    if [[ -f fuzz/dictionaries/$target.dict ]]; then
        options+=("-dict=fuzz/dictionaries/$target.dict")
    fi
    local corpora=("$folder/corpus/$target" "tests/fuzz_corpus/$target")
    TIMEFORMAT='cpu %U %S'
    { time nice -n 19 "$program" "${options[@]}" "${corpora[@]}" >"$log" 2>&1; } 2>>"$log.time" || code=$?
    local cpu executions edges
    cpu=$(awk '/^cpu/ { print int($2 + $3 + 0.5) }' "$log.time")
    rm "$log.time"
    # A run that ends in a fault has no statistics; its last line has the number.
    executions=$(grep -aoE '^#[0-9]+' "$log" | tail -n 1 | tr -d '#')
    edges=$(grep -aoE 'cov: [0-9]+' "$log" | tail -n 1 | cut -d ' ' -f 2)
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$target" "$(date -u +%F)" "$cpu" "${executions:-0}" "${edges:-0}" "$code" >>"$runs"
    if ((code != 0)); then
        echo "$target: see $log" >&2
        failed=1
    fi
}

failed=0
if ((0 < minutes)); then
    targets=("$@")
    if ((${#targets[@]} == 0)); then
        mapfile -t targets < <(cd fuzz && cargo fuzz list)
    fi
    (cd fuzz && nice -n 19 cargo fuzz build -s none)
    for target in "${targets[@]}"; do
        run "$target"
    done
fi

echo '| target | CPU minutes | executions | edges reached | runs that ended in a fault | last run |'
echo '|---|---|---|---|---|---|'
sort -t $'\t' -k1,1 -s "$runs" | awk -F '\t' '
    function row() { if (name != "") printf "| %s | %.1f | %d | %d | %d | %s |\n", name, cpu / 60, n, edges, faults, date }
    $1 != name { row(); name = $1; cpu = n = edges = faults = 0 }
    { cpu += $3; n += $4; if (edges < $5) edges = $5; faults += $6 != 0; date = $2; all += $3 }
    END { row(); printf "\n%.2f CPU hours in all.\n", all / 3600 }'
exit "$failed"
