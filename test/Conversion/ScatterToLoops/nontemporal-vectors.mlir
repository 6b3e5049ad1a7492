// Cache lines are written by nontemporal stores if they are one or more vectors.

// RUN: scatter-opt %s --scatter-plan="nontemporal-bytes=1 vector-bytes=32" --convert-scatter-to-loops --canonicalize --cse | FileCheck %s
// RUN: scatter-opt %s --scatter-plan="nontemporal-bytes=1 vector-bytes=128" --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=LONG

// LONG-NOT: nontemporal

// CHECK-LABEL: func @rows(
// CHECK:         vector.store {{.*}} {alignment = 32 : i64, nontemporal = true} : {{.*}}, vector<8xf32>
// CHECK:         scatter.nontemporal_fence
func.func @rows(%d: memref<100x64xf32>, %i: memref<64x1xi64>, %u: memref<64x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x64xf32>)
    outs(%d : memref<100x64xf32>)
  return
}

// CHECK-LABEL: func @reversed(
// CHECK:         vector.store {{.*}} {alignment = 64 : i64, nontemporal = true} : {{.*}}, vector<32xi16>
// CHECK:         scatter.nontemporal_fence
func.func @reversed(%d: memref<?xi16>, %u: memref<?xi16>) {
  scatter.slice_scatter ins(%u : memref<?xi16>) outs(%d : memref<?xi16>)
    from [-1] to [-9223372036854775808] step [-1]
  return
}
