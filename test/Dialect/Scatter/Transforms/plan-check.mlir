// RUN: scatter-opt %s --scatter-plan="threads=2 parallel-bytes=100" | FileCheck %s
// RUN: scatter-opt %s --scatter-plan="threads=2 parallel-bytes=100" --remarks-filter=scatter-plan -o %t 2>&1 | FileCheck %s --check-prefix=REMARK

// A check gets what it uses of a plan; one that it has stays.

// CHECK-LABEL: func @checks(
// CHECK:         scatter.check_indices %{{.*}} {plan = #scatter.plan<threads = <2, bytes = 100>>} : memref<?x1xi64>
// CHECK:         scatter.check_indices %{{.*}} {plan = #scatter.plan<stores = <vector_bytes = 16>>} : tensor<?x1xi64>
// REMARK:      [[#@LINE+3]]:{{.*}}op=check_indices, {{.*}}threads=2, threads.bytes=100
// REMARK:      op=check_indices, {{.*}}reason=given, stores.vector_bytes=16
func.func @checks(%i: memref<?x1xi64>, %j: tensor<?x1xi64>) -> (i1, i1) {
  %0 = scatter.check_indices %i within [8] : memref<?x1xi64>
  %1 = scatter.check_indices %j within [8] {plan = #scatter.plan<stores = <vector_bytes = 16>>} : tensor<?x1xi64>
  return %0, %1 : i1, i1
}
