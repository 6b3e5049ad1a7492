// Cache lines are written by nontemporal stores if they are one or more vectors.

// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s
// RUN: sed 's/vector_bytes = 32/vector_bytes = 128/' %s | scatter-opt --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=LONG

#prefetch_16 = #scatter.plan<prefetch = <16, data_bytes = 524288, total_bytes = 2097152>, stores = <vector_bytes = 32, nontemporal_bytes = 1, memcpy_bytes = 2048>>
#rows = #scatter.plan<stores = <vector_bytes = 32, nontemporal_bytes = 1, memcpy_bytes = 2048>>

// LONG-NOT: nontemporal

// CHECK-LABEL: func @rows(
// CHECK:         vector.store {{.*}} {alignment = 32 : i64, nontemporal = true} : {{.*}}, vector<8xf32>
// CHECK:         scatter.nontemporal_fence
func.func @rows(%d: memref<100x64xf32>, %i: memref<64x1xi64>, %u: memref<64x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x64xf32>)
    outs(%d : memref<100x64xf32>) {plan = #prefetch_16}
  return
}

// CHECK-LABEL: func @reversed(
// CHECK:         vector.store {{.*}} {alignment = 64 : i64, nontemporal = true} : {{.*}}, vector<32xi16>
// CHECK:         scatter.nontemporal_fence
func.func @reversed(%d: memref<?xi16>, %u: memref<?xi16>) {
  scatter.slice_scatter ins(%u : memref<?xi16>) outs(%d : memref<?xi16>)
    from [-1] to [-9223372036854775808] step [-1] {plan = #rows}
  return
}
