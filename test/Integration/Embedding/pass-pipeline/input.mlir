// The input of my-opt and what it prints.

// CHECK: module attributes {{{.*}}my.slices = 1 : i64, my.updates = 1 : i64
// CHECK-NOT: scatter.
// CHECK: llvm.func @append
func.func @append(%cache: memref<4x8xf32>, %row: memref<1x8xf32>,
                  %begin: index, %end: index) {
  scatter.slice_scatter ins(%row : memref<1x8xf32>)
      outs(%cache : memref<4x8xf32>) from [%begin] to [%end] axes [0]
  return
}
// CHECK: llvm.func @add_rows
// CHECK-NOT: scatter.
