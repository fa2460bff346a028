#!/usr/bin/env bash
# Brings in what `make test` needs: Rust, a C compiler, Erlang/OTP and PropEr.
#
# On Debian and Ubuntu it installs what is missing, except Rust, which belongs to
# the user. Elsewhere it says exactly what to install. Silent when all is there.
set -euo pipefail

RUST=1.95
OTP=25
# Compiling, EUnit and random numbers. Common Test would bring a desktop with it.
ERLANG_PACKAGES=(erlang-base erlang-dev erlang-crypto erlang-eunit)
# Properties: the library, and the header that tests include.
PROPER_PACKAGES=(erlang-proper erlang-proper-dev)

main() {
  check_rust
  have cc || install "a C compiler (cc)" gcc libc6-dev
  erlang_is_enough || install "Erlang/OTP $OTP or newer" "${ERLANG_PACKAGES[@]}"
  if ! erlang_is_enough; then
    fail "Erlang/OTP $OTP or newer is needed, and this system's packages have $(otp_release)." \
      "Take a newer one from https://www.erlang.org/downloads and put it first in PATH."
  fi
  check_proper
  echo "rust $(rust_version), erlang/otp $(otp_release)"
}

have() { command -v "$1" >/dev/null 2>&1; }

fail() {
  printf 'error: %s\n' "$1" >&2
  shift
  (($# == 0)) || printf '  %s\n' "$@" >&2
  exit 1
}

# Whether version $1 is at least $2.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

rust_version() { cargo --version | awk '{ print $2 }'; }

check_rust() {
  have cargo || fail "Rust was not found. Install it with:" \
    "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh"
  at_least "$(rust_version)" "$RUST" || fail "Rust $RUST or newer is needed, this is $(rust_version)." \
    "Update it with: rustup update stable"
  cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 ||
    fail "rustfmt or clippy is missing. Install them with:" "rustup component add rustfmt clippy"
}

otp_release() {
  have erl || { echo none; return; }
  erl -noshell -eval 'io:put_chars(erlang:system_info(otp_release)), halt().' 2>/dev/null || echo none
}

# EUnit stands for all the packages: a bare `erl` without it is not enough.
erlang_is_enough() {
  have erl && have erlc && at_least "$(otp_release)" "$OTP" && has_library eunit && has_library crypto
}

has_library() {
  erl -noshell -eval "halt(case code:lib_dir($1) of {error, _} -> 1; _ -> 0 end)." >/dev/null 2>&1
}

# Few systems package it, and a package is for the system's own Erlang.
check_proper() {
  has_proper && return
  ! have apt-get || install "PropEr, which tests properties" "${PROPER_PACKAGES[@]}"
  has_proper || fail "PropEr, which tests properties, was not found by the Erlang in PATH." \
    "Build it from https://proper-testing.github.io and put its folder into ERL_LIBS."
}

has_proper() {
  erl -noshell -eval 'halt(case filelib:is_regular(code:lib_dir(proper, include) ++ "/proper.hrl") of true -> 0; _ -> 1 end).' \
    >/dev/null 2>&1
}

# install "what it is" package...
install() {
  local what=$1
  shift
  have apt-get || fail "$what was not found. Install it with:" "$(elsewhere)"
  local sudo=()
  if [ "$(id -u)" -ne 0 ]; then
    have sudo || fail "$what was not found. As root, run:" "apt-get install $*"
    sudo=(sudo)
  fi
  echo "installing $what: $*"
  local log
  log=$(mktemp)
  # A package list may be older than the archive, so it is brought up to date first.
  "${sudo[@]}" apt-get update -q >"$log" 2>&1 || true
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -q --no-install-recommends -o DPkg::Lock::Timeout=300 "$@" >>"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    fail "could not install $what; the log is in $log" "Try by hand: apt-get install $*"
  }
  rm -f "$log"
}

# The command that installs both Erlang and a C compiler on this system.
elsewhere() {
  if have brew; then
    echo "brew install erlang  (and xcode-select --install for the C compiler)"
  elif have dnf; then
    echo "sudo dnf install erlang gcc"
  elif have pacman; then
    echo "sudo pacman -S erlang gcc"
  elif have zypper; then
    echo "sudo zypper install erlang gcc"
  elif have apk; then
    echo "sudo apk add erlang erlang-dev erlang-eunit gcc musl-dev"
  else
    echo "Erlang/OTP $OTP or newer from https://www.erlang.org/downloads, and any C compiler"
  fi
}

main "$@"
