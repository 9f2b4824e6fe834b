#!/usr/bin/env bash
# Builds what is published (crates, documentation, wheel, source distribution), and installs the last two as users would. Prints a table of
# what was checked; ends with code 1 at the first thing that is wrong. Nothing is uploaded.
#
# usage: scripts/check_package.sh
#
# Needs Rust, Python with venv, and PyPI for maturin and Zig, with which wheels are linked for old Linux systems. All is built in
# target/publish.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
mkdir -p "${CARGO_TARGET_DIR:-target}/publish"
place=$(realpath "${CARGO_TARGET_DIR:-target}")/publish
# A folder of its own, as nothing is optimised here but the wheel: packages are compiled to see that no file is missing.
export CARGO_TARGET_DIR=$place CARGO_PROFILE_DEV_OPT_LEVEL=0 CARGO_PROFILE_DEV_DEBUG=none
rm -rf "$place"/{dist,tools,wheel,sdist}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
table=()

fail() {
    echo "$*" >&2
    exit 1
}

# Runs a command of cargo, which must not warn.
quietly() {
    cargo "$@" 2>&1 | tee "$place/log"
    # A dry run says at its end that it uploads nothing.
    if grep -E '^warning' "$place/log" | grep -qv 'aborting upload due to dry run'; then
        fail "cargo $1 warns"
    fi
}

# The crates: what is in them, their sizes, and that they compile from their own files.
crates=(--workspace --exclude bmcplan-python --locked --allow-dirty)
quietly package "${crates[@]}"
archives=("$place"/package/*.crate)
for archive in "${archives[@]}"; do
    bytes=$(stat -c %s "$archive")
    ((bytes < 2 << 20)) || fail "$archive has $bytes bytes"
done
tar -tzf "$place/package/bmcplan-$version.crate" >"$place/files"
# Pages that the README links to, problems of the examples, licences.
for file in $(grep -oE '\]\((docs/[^)#]+)' README.md | cut -c 3- | sort -u) instances/sample02.toml examples/toy_kind.rs CHANGELOG.md \
    Cargo.lock LICENSE-APACHE LICENSE-MIT THIRD-PARTY.md; do
    grep -qxF "bmcplan-$version/$file" "$place/files" || fail "$file is not in the crate"
done
table+=("crates|${#archives[@]}, $(cat "${archives[@]}" | wc -c | numfmt --to=si)B, compiled from the packages")
quietly publish --dry-run --no-verify "${crates[@]}"
table+=("publish|dry run, no warning")
RUSTDOCFLAGS="--cfg docsrs -D warnings" RUSTC_BOOTSTRAP=1 cargo doc --locked --no-deps --lib --features cli
table+=("documentation|as docs.rs builds it, no warning")

# The wheel, in an environment without Rust.
python3 -m venv "$place/tools"
"$place/tools/bin/pip" install -q --disable-pip-version-check maturin ziglang
PATH="$place/tools/bin:$PATH" "$place/tools/bin/maturin" build --release --locked --manifest-path python/Cargo.toml --out "$place/dist" \
    --compatibility manylinux2014 --zig
"$place/tools/bin/maturin" sdist --manifest-path python/Cargo.toml --out "$place/dist"
wheels=("$place"/dist/*.whl)

# Installs a file in a fresh environment, and asks the package and the command for a plan.
try() {
    python3 -m venv "$place/$1"
    "$place/$1/bin/pip" install -q --no-cache-dir --disable-pip-version-check "$2"
    cd "$place/$1"
    bin/python -c "
import bmcplan, importlib.metadata
assert bmcplan.solve('$root/instances/sample02.toml').length == 39
files = {path.name for path in importlib.metadata.files('bmcplan')}
assert files >= {'LICENSE-APACHE', 'LICENSE-MIT', 'THIRD-PARTY.md', '_native.pyi', 'py.typed'}, files"
    bin/bmcplan rushhour "$root/instances/sample02.toml" --incremental | tail -n 1
    cd "$root"
}
(
    export PATH=/usr/bin:/bin
    if command -v cargo rustc; then fail "there is Rust in $PATH"; fi
    try wheel "${wheels[0]}"
)
table+=("wheel|$(basename "${wheels[0]}"), $(($(stat -c %s "${wheels[0]}") / 1000)) kB, runs without Rust")

# The source distribution, compiled where it is installed.
sdist=$place/dist/bmcplan-$version.tar.gz
(
    export MATURIN_PEP517_ARGS="--locked --profile dev"
    try sdist "$sdist"
)
table+=("source|$(basename "$sdist"), $(tar -tzf "$sdist" | wc -l) files, $(($(stat -c %s "$sdist") / 1000)) kB, compiled and run")

echo
printf '%s\n' "${table[@]}" | column -t -s '|'
