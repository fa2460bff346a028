#!/bin/sh
# Runs every fuzz target for a number of seconds: scripts/fuzz.sh [SECONDS] [TARGET…]
# Fails on a crash, a broken promise, or an input that takes longer than LIMIT.
# What was learnt stays in fuzz/corpus, findings in fuzz/artifacts.
set -eu
cd "$(dirname "$0")/.."

seconds=${1:-60}
[ $# -gt 0 ] && shift
targets=${*:-parse cursor}
limit=${LIMIT:-5}

case $seconds in
*[!0-9]* | '' | 0)
    echo "usage: scripts/fuzz.sh [SECONDS] [TARGET…]" >&2
    exit 2
    ;;
esac

if ! cargo fuzz --version >/dev/null 2>&1; then
    echo "== Installing cargo-fuzz"
    cargo install cargo-fuzz --locked
fi

# Coverage needs no nightly compiler, only sanitizers do; and in safe Rust they find nothing.
fuzz() {
    command=$1
    shift
    cargo fuzz "$command" --sanitizer none "$@"
}

# Texts to begin with: every source file of the repository, and both marked forms.
seeds=$(mktemp -d)
trap 'rm -rf "$seeds"' EXIT INT TERM
number=0
for file in $(find tests examples stdlib -name '*.bt' 2>/dev/null); do
    number=$((number + 1))
    cp "$file" "$seeds/$number"
done
# Literate cases are full of small sources; as text they are a source of tokens.
for file in $(find tests -name '*.md' 2>/dev/null); do
    number=$((number + 1))
    awk '/^```/ { inside = !inside && /beamtalk/; next } inside' "$file" >"$seeds/$number"
done
for mark in 001 002; do
    for length in 16 64 256; do
        number=$((number + 1))
        { printf "\\$mark"; head -c $length /dev/urandom; } >"$seeds/$number"
    done
done

failed=0
summary=
for target in $targets; do
    echo "== Fuzzing $target for $seconds s"
    mkdir -p "fuzz/corpus/$target"
    fuzz build "$target"
    log=$seeds.$target.log
    status=0
    fuzz run "$target" "fuzz/corpus/$target" "$seeds" -- \
        -max_total_time="$seconds" -timeout="$limit" -dict=fuzz/beamtalk.dict \
        -max_len=4096 -print_final_stats=1 >"$log" 2>&1 || status=$?
    stat() { awk -v name="stat::$1:" '$1 == name { value = $2 } END { print value + 0 }' "$log"; }
    slowest=$(stat slowest_unit_time_sec)
    verdict=ok
    if [ "$status" -ne 0 ]; then
        failed=1
        verdict=FAILED
        grep -vE '^(#[0-9]+|stat::|INFO:)' "$log" | tail -n 60
    fi
    summary="$summary
$(printf '%-8s %12s executions  slowest %s s  %s' \
        "$target" "$(stat number_of_executed_units)" "$slowest" "$verdict")"
    rm -f "$log"
done
echo "$summary"
exit $failed
