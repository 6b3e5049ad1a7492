// RUN: scatter-opt %s --split-input-file --pass-pipeline='builtin.module(scatter-run-if-present{ops=vector,memref.subview pipeline=canonicalize,cse})' | FileCheck %s
// RUN: scatter-opt %s --split-input-file --pass-pipeline='builtin.module(scatter-run-if-present{ops=vector,memref.subview pipeline=canonicalize,cse})' --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not scatter-opt %s --split-input-file --pass-pipeline='builtin.module(scatter-run-if-present{ops=vector pipeline=no-such-pass})' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: scatter-opt %s --split-input-file --scatter-to-llvm --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=LLVM

// TEXT: scatter-run-if-present{ops={vector,memref.subview} pipeline=canonicalize{{.*}},cse}
// UNKNOWN: 'no-such-pass' does not refer to a registered pass
// LLVM: scatter-run-if-present{ops={linalg} pipeline=scatter-vectorize-contractions{{.*}},convert-linalg-to-loops}

// An op of a dialect that is named.

// CHECK-LABEL: func @has_vectors(
// CHECK-NOT:     arith.addi
// CHECK:         return
func.func @has_vectors(%x: index, %f: f32) -> vector<4xf32> {
  %unused = arith.addi %x, %x : index
  %v = vector.broadcast %f : f32 to vector<4xf32>
  return %v : vector<4xf32>
}

// -----

// An op that is named, inside of another.

// CHECK-LABEL: func @has_a_subview(
// CHECK-NOT:     arith.addi
// CHECK:         return
func.func @has_a_subview(%x: index, %m: memref<8xf32>, %c: i1, %f: f32) {
  %unused = arith.addi %x, %x : index
  scf.if %c {
    %s = memref.subview %m[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
    memref.store %f, %s[%x] : memref<4xf32, strided<[1], offset: 4>>
  }
  return
}

// -----

// Neither.

// CHECK-LABEL: func @has_neither(
// CHECK:         arith.addi
// CHECK:         return
func.func @has_neither(%x: index, %m: memref<8xf32>, %f: f32) {
  %unused = arith.addi %x, %x : index
  memref.store %f, %m[%x] : memref<8xf32>
  return
}
