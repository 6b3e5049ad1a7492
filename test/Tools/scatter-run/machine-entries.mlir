// An entry of the machine description has one value, the last one that is
// given, however many options there are: more than entries exist.

// RUN: scatter-run %s --emit=mlir -o %t.mlir --remarks-filter=scatter-plan \
// RUN:   --threads=2 \
// RUN:   --machine=parallel-bytes=1 --machine=parallel-bytes=2 --machine=parallel-bytes=3 \
// RUN:   --machine=parallel-bytes=4 --machine=parallel-bytes=5 --machine=parallel-bytes=6 \
// RUN:   --machine=parallel-bytes=7 --machine=parallel-bytes=8 --machine=parallel-bytes=9 \
// RUN:   --machine=parallel-bytes=10 --machine=parallel-bytes=11 --machine=parallel-bytes=12 \
// RUN:   --machine=parallel-bytes=13 --machine=parallel-bytes=14 --machine=parallel-bytes=15 \
// RUN:   --machine=parallel-bytes=16 --machine=parallel-bytes=4096 2>&1 | FileCheck %s

// CHECK: threads.bytes=4096{{$}}
func.func @f(%d: memref<?xf32>, %u: memref<?xf32>) {
  scatter.slice_scatter ins(%u : memref<?xf32>) outs(%d : memref<?xf32>) from [] to []
  return
}
