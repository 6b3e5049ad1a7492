// RUN: scatter-run %s --threads=2 --emit=obj -o /dev/null \
// RUN:   --remarks-filter=scatter-plan 2>&1 | FileCheck %s
// RUN: scatter-run %s --threads=2 --emit=obj -o /dev/null \
// RUN:   --remarks-filter=other 2>&1 | count 0
// RUN: not scatter-run %s --remarks-filter='(' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD

// CHECK: remarks.mlir:[[#@LINE+4]]:3: remark: {{.*}}scatter-plan{{.*}}op=scatter_nd_update, {{.*}}partition=buckets
// BAD: scatter-run: error: remarks: expected a regular expression, found '('
func.func @update(%indices: memref<65536x1xi64>, %updates: memref<65536x256xf32>,
                  %data: memref<65536x256xf32>) {
  scatter.scatter_nd_update ins(%indices, %updates : memref<65536x1xi64>, memref<65536x256xf32>) outs(%data : memref<65536x256xf32>) reduction(sum)
  return
}
