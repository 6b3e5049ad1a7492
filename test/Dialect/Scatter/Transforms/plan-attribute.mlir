// RUN: scatter-opt %s --scatter-plan | FileCheck %s
// RUN: scatter-opt %s --scatter-plan="threads=3 vector-bytes=32" | FileCheck %s --check-prefix=OPTIONS

// A module says what the machine is; options replace entries of the same name;
// a plan that an op has stays.

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "scatter" = #dlti.target_device_spec<"threads" = 2 : i64, "memcpy_bytes" = 0 : i64>>} {

// CHECK-LABEL:   func @described
// CHECK:           plan = #scatter.plan<partition = buckets, threads = <2, bytes = 131072, data_bytes = 2097152>, prefetch = <16, data_bytes = 524288, total_bytes = 2097152>, stores = <nontemporal_bytes = 16777216>>
// OPTIONS-LABEL: func @described
// OPTIONS:         plan = #scatter.plan<partition = buckets, threads = <3, bytes = 131072, {{.*}}stores = <vector_bytes = 32,
func.func @described(%d: memref<?x256xf32>, %i: memref<?x1xi64>, %u: memref<?x256xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x256xf32>) outs(%d : memref<?x256xf32>)
  return
}

// CHECK-LABEL: func @given
// CHECK:         plan = #scatter.plan<prefetch = 3>
func.func @given(%d: memref<?x256xf32>, %i: memref<?x1xi64>, %u: memref<?x256xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x256xf32>) outs(%d : memref<?x256xf32>) {plan = #scatter.plan<prefetch = 3>}
  return
}

// Tensors count as row-major.
// CHECK-LABEL: func @tensors
// CHECK:         plan = #scatter.plan<partition = buckets, threads = <2,
func.func @tensors(%d: tensor<?x256xf32>, %i: tensor<?x1xi64>, %u: tensor<?x256xf32>) -> tensor<?x256xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x256xf32>) outs(%d : tensor<?x256xf32>) -> tensor<?x256xf32>
  return %r : tensor<?x256xf32>
}

// What static sizes say is too little for threads is done by one.
// CHECK-LABEL: func @small
// CHECK:         plan = #scatter.plan<threads = <2, bytes = 131072>, stores = <nontemporal_bytes = 16777216>>
func.func @small(%d: memref<64x256xf32>, %i: memref<12x1xi64>, %u: memref<12x256xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<12x1xi64>, memref<12x256xf32>) outs(%d : memref<64x256xf32>)
  return
}

// CHECK-LABEL: func @slice
// CHECK:         plan = #scatter.plan<partition = slice, threads = <2, bytes = 131072>, stores = <nontemporal_bytes = 16777216, strided_vectors = 1>>
func.func @slice(%d: memref<8x64xf32>, %u: memref<8x32xf32>) {
  scatter.slice_scatter ins(%u : memref<8x32xf32>) outs(%d : memref<8x64xf32>) from [0] to [64] step [2] axes [1]
  return
}

}
