// RUN: %scatter_test_patterns %s --test-scatter-to-loops-conversion --split-input-file --verify-diagnostics | FileCheck %s

// The patterns work in a dialect conversion. Loops have their annotations, although nothing else loads the LLVM dialect.

// CHECK: #[[$ANNOTATION:.*]] = #llvm.loop_annotation<disableNonforced = true
// CHECK-LABEL: func @floats(
// CHECK-NOT:     builtin.unrealized_conversion_cast
// CHECK:         scf.for
// CHECK:         } {loop_annotation = #[[$ANNOTATION]]
// CHECK-NOT:     scatter.scatter_nd_update
func.func @floats(%i: memref<9x1xi64>, %u: memref<9x8xf32>, %d: memref<64x8xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<9x1xi64>, memref<9x8xf32>) outs(%d : memref<64x8xf32>)
  return
}

// -----

// Elements that are held as integers need a cast of the memref. A target that forbids it keeps the op.

func.func @small_floats(%i: memref<9x1xi64>, %u: memref<9x8xbf16>, %d: memref<64x8xbf16>) {
  // expected-error @below {{failed to legalize operation 'scatter.scatter_nd_update'}}
  scatter.scatter_nd_update ins(%i, %u : memref<9x1xi64>, memref<9x8xbf16>) outs(%d : memref<64x8xbf16>)
  return
}
