#!/bin/sh
# Runs every fuzz target for a number of seconds: scripts/fuzz.sh [SECONDS] [TARGET…]
# The targets: parse, cursor, lower, wire, which takes bytes as the compiler's port does,
# and core, which asks OTP about what was lowered.
# Fails on a panic, a broken promise, an input that takes longer than LIMIT seconds, or
# a module that OTP refuses. What was learnt stays in fuzz/corpus, what was found in
# fuzz/artifacts.
set -eu
cd "$(dirname "$0")/.."

seconds=${1:-60}
[ $# -gt 0 ] && shift
targets=${*:-parse cursor lower wire core}
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

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
mkdir "$work/seeds"

# Cuts a text into files of some size a fuzzer can work with; a form feed cuts, too.
seed() {
    awk -v prefix="$work/seeds/$1" '
        function cut() { if (length(piece)) printf "%s", piece > (prefix "." ++count); piece = "" }
        /^\f/ { cut(); next }
        { piece = piece $0 "\n"; if (length(piece) > 800) cut() }
        END { cut() }'
}

# To begin with: every source of the repository, and some choices for each kind of
# made-up text (fuzz/src/text.rs).
number=0
mkdir "$work/sources"
for file in $(find tests examples stdlib -name '*.bt' 2>/dev/null); do
    number=$((number + 1))
    seed $number <"$file"
    cp "$file" "$work/sources/$number.bt"
done
for file in $(find tests -name '*.md' 2>/dev/null); do
    number=$((number + 1))
    awk '/^```/ { inside = !inside && /beamtalk/; print "\f"; next } inside' "$file" | seed $number
done
for length in 16 32 64 128 256; do
    number=$((number + 1))
    { printf '\001' && head -c $length /dev/urandom; } >"$work/seeds/$number.tokens"
    { printf '\002' && head -c $length /dev/urandom; } >"$work/seeds/$number.program"
    { printf '\003' && head -c $length /dev/urandom; } >"$work/seeds/$number.code"
    { printf '\004' && head -c $length /dev/urandom; } >"$work/seeds/$number.meta"
done
echo "== $(ls "$work/seeds" | wc -l) texts to begin with"

# Coverage alone works with any toolchain; sanitizers would need a nightly one, and
# find nothing in safe code.
build="--sanitizer none --no-trace-compares"
failed=0

# Programs go through OTP in an `erl` of their own; libFuzzer has no part in it.
offer_to_otp() {
    echo "== Offering what is lowered to OTP for $seconds s"
    status=0
    cargo run --release --quiet --manifest-path fuzz/Cargo.toml --bin core_gate -- \
        "$seconds" "$work/sources" "$work/seeds" >"$work/log" || status=$?
    [ $status -eq 0 ] || failed=1
    sed -n '2,$p' "$work/log"
    printf '%-8s %s\n' core "$(head -n 1 "$work/log")" >>"$work/summary"
}

for target in $targets; do
    if [ "$target" = core ]; then
        offer_to_otp
        continue
    fi
    echo "== Fuzzing $target for $seconds s"
    mkdir -p "fuzz/corpus/$target"
    # shellcheck disable=SC2086
    cargo fuzz build $build "$target"
    status=0
    # shellcheck disable=SC2086
    RUST_BACKTRACE=0 cargo fuzz run $build "$target" "fuzz/corpus/$target" "$work/seeds" -- \
        -max_total_time="$seconds" -timeout="$limit" -report_slow_units=1 \
        -dict=fuzz/beamtalk.dict -max_len=1024 -print_final_stats=1 \
        >"$work/log" 2>&1 || status=$?
    if [ $status -ne 0 ]; then
        failed=1
        sed -n '/panicked at\|ALARM:/,/ERROR: libFuzzer/p' "$work/log" | head -n 80
        sed -n '/Reproduce with:/,/^───/p' "$work/log"
        grep -q 'ERROR: libFuzzer' "$work/log" || tail -n 20 "$work/log"
    fi
    awk -v target="$target" -v status="$status" '
        $1 == "stat::number_of_executed_units:" { executions = $2 }
        $1 == "stat::slowest_unit_time_sec:" { slowest = $2 }
        /Test unit written to/ { finding = $NF }
        END {
            verdict = status == 0 ? "no crash" : finding != "" ? "crash " finding : "FAILED"
            printf "%-8s %9d executions, slowest %d s, %s\n", target, executions, slowest, verdict
        }' "$work/log" >>"$work/summary"
done
echo
cat "$work/summary"
exit $failed
