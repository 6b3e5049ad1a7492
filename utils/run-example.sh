#!/usr/bin/env bash
#===- run-example.sh - the compiler on real input, from clone to result --===#
#
# Builds the core of the compiler (utils/build.sh --core), runs two updates that models make (the
# gradient of an embedding table and a step of a key-value cache), compares
# them with NumPy and shows what a bad index reports. The exit status is 0 only
# if every result is right. Options are those of build.sh.
#
#===----------------------------------------------------------------------===#
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build_dir=${SCATTER_BUILD_DIR:-$root/build}
for argument in "$@"; do
  case $argument in
    -h|--help)
      echo "usage: utils/run-example.sh [options of utils/build.sh]"
      exit 0 ;;
    --build-dir=*) build_dir=${argument#*=} ;;
  esac
done

title() { printf '\n== %s\n' "$*"; }

# Prints the first lines of a file and how many more there are.
head_of() {
  local lines=$1 file=$2 all
  all=$(wc -l <"$file")
  head -n "$lines" "$file" | cut -c 1-110
  [ "$all" -le "$lines" ] || echo "... ($((all - lines)) more lines)"
}

title "Build"
"$root/utils/build.sh" --core "$@" -- scatter-package

example=$root/utils/example
work=$build_dir/example
opt=$build_dir/bin/scatter-opt
run=$build_dir/bin/scatter-run
python=/usr/bin/python3
"$python" -c 'import numpy' 2>/dev/null || python=python3

title "Inputs"
"$python" "$example/make_inputs.py" "$work"

title "The program"
cat "$example/embedding-gradient.mlir"

title "On buffers: the update happens in place"
"$opt" "$example/embedding-gradient.mlir" --one-shot-bufferize="\
bufferize-function-boundaries \
function-boundary-type-conversion=identity-layout-map" >"$work/buffers.mlir"
head_of 20 "$work/buffers.mlir"

title "As loops: all indices are checked first, then rows are added without checks"
"$opt" "$work/buffers.mlir" --scatter-plan --convert-scatter-to-loops --canonicalize --cse \
  >"$work/loops.mlir"
sed -n '/scf.if/,/} else/p' "$work/loops.mlir" >"$work/loops-brief.mlir"
head_of 10 "$work/loops-brief.mlir"
grep -m 1 -B 5 -A 3 arith.addf "$work/loops-brief.mlir" | cut -c 1-110 || true

title "As machine code: the write loop (the whole program is a few hundred lines)"
"$run" "$example/embedding-gradient.mlir" --emit=asm -o "$work/update.s"
grep -m 1 -B 8 -A 4 addps "$work/update.s" || head_of 16 "$work/update.s"

title "Run: add the gradients of all tokens; write one row per head to the cache"
# Ten runs give a time that does not contain the first touch of the memory. The
# function on tensors leaves its inputs alone, so that every run does the same.
"$run" "$example/embedding-gradient.mlir" \
  --input="$work/table.npy" --input="$work/tokens.npy" \
  --input="$work/gradients.npy" --output="$work/sum.npy" --repeat=10 \
  --report="$work/sum.json"
"$run" "$example/kv-cache.mlir" \
  --input="$work/cache.npy" --input="$work/keys.npy" \
  --input="$work/position.npy" --output=arg0="$work/new_cache.npy" \
  --repeat=10 --report="$work/new_cache.json"
"$python" "$example/check_results.py" "$work"

title "A bad index: token 100 is 50257, the table has rows 0 to 50256"
rm -f "$work/bad.npy"
status=0
"$run" "$example/embedding-gradient.mlir" \
  --input="$work/table.npy" --input="$work/bad_tokens.npy" \
  --input="$work/gradients.npy" --output="$work/bad.npy" || status=$?
echo "exit status $status, output file: $(ls "$work/bad.npy" 2>/dev/null || echo none)"
if [ "$status" -ne 2 ] || [ -e "$work/bad.npy" ]; then
  echo "run-example.sh: expected exit status 2 and no output" >&2
  exit 1
fi
