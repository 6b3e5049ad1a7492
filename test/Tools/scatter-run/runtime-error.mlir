// A violation found by the compiled code: status 2, one line, no file touched.

// RUN: %npy %t.data.npy f4 "[1, 2, 3, 4]"
// RUN: %npy %t.good.npy i8 "[[0], [3]]"
// RUN: %npy %t.bad.npy i8 "[[0], [4]]"
// RUN: %npy %t.updates.npy f4 "[10, 40]"

// RUN: echo before > %t.out.npy
// RUN: rm -f %t.new.npy %t.report.json
// RUN: %fails 2 scatter-run %s --entry=tensors --input=%t.data.npy \
// RUN:   --input=%t.bad.npy --input=%t.updates.npy --output=%t.out.npy \
// RUN:   --report=%t.report.json | FileCheck %s
// RUN: %fails 2 scatter-run %s --entry=memrefs --input=%t.data.npy \
// RUN:   --input=%t.bad.npy --input=%t.updates.npy --output=data=%t.new.npy \
// RUN:   | FileCheck %s
// RUN: grep -x before %t.out.npy
// RUN: not test -e %t.new.npy
// RUN: not test -e %t.report.json

// CHECK: runtime-error.mlir:[[#]]:{{[0-9]+}}: error: 'indices' tuple 1, component 0: expected an index in [-4, 3] for a dimension of size 4, found 4

// Nothing was printed in place of the file either, and a good index works.
// RUN: scatter-run %s --entry=tensors --input=%t.data.npy \
// RUN:   --input=%t.good.npy --input=%t.updates.npy \
// RUN:   | FileCheck %s --check-prefix=GOOD
// GOOD: [10, 2, 3, 40]

// A later repetition may fail as well: the first one moves the index.
// RUN: %npy %t.moving.npy i8 "[[2]]"
// RUN: %npy %t.update.npy f4 "[10]"
// RUN: scatter-run %s --entry=moving --input=%t.data.npy \
// RUN:   --input=%t.moving.npy --input=%t.update.npy --repeat=2 \
// RUN:   --output=data=%t.moved.npy
// RUN: %npy %t.moved.npy | FileCheck %s --check-prefix=MOVED
// MOVED: [1.0, 2.0, 10.0, 10.0]
// RUN: %fails 2 scatter-run %s --entry=moving --input=%t.data.npy \
// RUN:   --input=%t.moving.npy --input=%t.update.npy --repeat=3 \
// RUN:   | FileCheck %s --check-prefix=MOVING
// MOVING: 'indices' tuple 0, component 0: {{.*}} found 4

func.func @tensors(%data: tensor<4xf32>, %indices: tensor<?x1xi64>,
                   %updates: tensor<?xf32>) -> tensor<4xf32> {
  %result = scatter.scatter_nd_update
    ins(%indices, %updates : tensor<?x1xi64>, tensor<?xf32>)
    outs(%data : tensor<4xf32>) -> tensor<4xf32>
  return %result : tensor<4xf32>
}

func.func @memrefs(%data: memref<4xf32>, %indices: memref<?x1xi64>,
                   %updates: memref<?xf32>) {
  scatter.scatter_nd_update
    ins(%indices, %updates : memref<?x1xi64>, memref<?xf32>)
    outs(%data : memref<4xf32>)
  return
}

func.func @moving(%data: memref<4xf32>, %indices: memref<1x1xi64>,
                  %updates: memref<1xf32>) {
  scatter.scatter_nd_update
    ins(%indices, %updates : memref<1x1xi64>, memref<1xf32>)
    outs(%data : memref<4xf32>)
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %old = memref.load %indices[%zero, %zero] : memref<1x1xi64>
  %new = arith.addi %old, %one : i64
  memref.store %new, %indices[%zero, %zero] : memref<1x1xi64>
  return
}
