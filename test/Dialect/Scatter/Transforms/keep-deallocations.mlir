// RUN: split-file %s %t
// RUN: scatter-opt %t/kept.mlir --scatter-keep-deallocations | FileCheck %t/kept.mlir
// RUN: scatter-opt %t/kept.mlir --scatter-keep-deallocations --ownership-based-buffer-deallocation --canonicalize --buffer-deallocation-simplification --bufferization-lower-deallocations --canonicalize | FileCheck %t/kept.mlir --check-prefix=FREED
// RUN: scatter-opt %t/foreign.mlir --scatter-keep-deallocations --split-input-file --verify-diagnostics

//--- kept.mlir

// What the program frees is freed once, what it does not free by the pipeline.

// CHECK-LABEL: func @kept(
// CHECK:         memref.alloc() {bufferization.manual_deallocation} : memref<4xi32>
// CHECK:         memref.alloc() : memref<5xi32>
// CHECK:         memref.dealloc %{{.*}} {bufferization.manual_deallocation} : memref<?xi32>
// FREED-LABEL: func @kept(
// FREED:         %[[A:.*]] = memref.alloc() {{.*}}: memref<4xi32>
// FREED:         %[[B:.*]] = memref.alloc() : memref<5xi32>
// FREED:         memref.dealloc %[[A]]
// FREED:         memref.dealloc %[[B]]
// FREED-NOT:     memref.dealloc
func.func @kept(%d: memref<8xi32>, %u: memref<4xi32>) {
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<5xi32>
  memref.copy %u, %a : memref<4xi32> to memref<4xi32>
  scatter.slice_scatter ins(%a : memref<4xi32>) outs(%d : memref<8xi32>) from [2] to [6]
  scatter.slice_scatter ins(%b : memref<5xi32>) outs(%d : memref<8xi32>) from [0] to [5]
  %c = memref.cast %a : memref<4xi32> to memref<?xi32>
  memref.dealloc %c : memref<?xi32>
  return
}

//--- foreign.mlir

func.func @argument(%d: memref<8xi32>) {
  // expected-error @+1 {{expected the memory of a memref.alloc of the same function, which nothing else frees}}
  memref.dealloc %d : memref<8xi32>
  return
}

// -----

func.func private @make() -> memref<8xi32>
func.func @result_of_call() {
  %d = call @make() : () -> memref<8xi32>
  // expected-error @+1 {{expected the memory of a memref.alloc of the same function, which nothing else frees}}
  memref.dealloc %d : memref<8xi32>
  return
}
