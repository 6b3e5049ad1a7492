// RUN: scatter-opt %s --split-input-file --pass-pipeline='builtin.module(scatter-run-if-present{ops=vector,memref.subview except-rows=vector.broadcast pipeline=canonicalize,cse})' | FileCheck %s
// RUN: scatter-opt %s --split-input-file --pass-pipeline='builtin.module(scatter-run-if-present{ops=vector,memref.subview except-rows=vector.broadcast pipeline=canonicalize,cse})' --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not scatter-opt %s --split-input-file --pass-pipeline='builtin.module(scatter-run-if-present{ops=vector pipeline=no-such-pass})' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: %if import %{ scatter-opt %s --split-input-file --scatter-to-llvm --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=LLVM %}

// TEXT: scatter-run-if-present{{{.*}}ops={vector,memref.subview} pipeline=canonicalize{{.*}},cse}
// UNKNOWN: 'no-such-pass' does not refer to a registered pass
// LLVM: scatter-run-if-present{{{.*}}ops={linalg} pipeline=scatter-vectorize-contractions{{.*}},scatter-convert-linalg-to-loops,{{.*}}scatter-expand-math{conversions-only=true}}

// An op of a dialect that is named.

// CHECK-LABEL: func @has_vectors(
// CHECK-NOT:     arith.addi
// CHECK:         return
func.func @has_vectors(%x: index, %v: vector<4xf32>) -> f32 {
  %unused = arith.addi %x, %x : index
  %f = vector.reduction <add>, %v : vector<4xf32> into f32
  return %f : f32
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

// One that is excepted, but for its vector of two dimensions, or of one element.

// CHECK-LABEL: func @has_a_matrix(
// CHECK-NOT:     arith.addi
// CHECK:         return
func.func @has_a_matrix(%x: index, %f: f32) -> vector<4x4xf32> {
  %unused = arith.addi %x, %x : index
  %v = vector.broadcast %f : f32 to vector<4x4xf32>
  return %v : vector<4x4xf32>
}

// -----

// CHECK-LABEL: func @has_one_element(
// CHECK-NOT:     arith.addi
// CHECK:         return
func.func @has_one_element(%x: index, %v: vector<1xf32>) -> vector<4xf32> {
  %unused = arith.addi %x, %x : index
  %w = vector.broadcast %v : vector<1xf32> to vector<4xf32>
  return %w : vector<4xf32>
}

// -----

// CHECK-LABEL: func @has_a_row(
// CHECK:         arith.addi
// CHECK:         return
func.func @has_a_row(%x: index, %f: f32) -> vector<4xf32> {
  %unused = arith.addi %x, %x : index
  %v = vector.broadcast %f : f32 to vector<4xf32>
  return %v : vector<4xf32>
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
