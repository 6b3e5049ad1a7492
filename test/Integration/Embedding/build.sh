#!/bin/sh
# usage: build.sh PROJECT BUILD PREFIX
# Builds the project in the folder PROJECT against the package that was installed
# to PREFIX; CC and CXX choose the compilers.
set -eu
project=$1 build=$2 prefix=$3

cmake -G Ninja -S "$project" -B "$build" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_PREFIX_PATH="$prefix"
cmake --build "$build"
