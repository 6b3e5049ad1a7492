// Weights in bytecode: sections of resources ask for aligned memory, which the
// check of round trips in mlir-opt does not give them.

// RUN: scatter-run %s | FileCheck %s
// RUN: mlir-opt-22 %s --emit-bytecode -o %t.mlirbc
// RUN: scatter-run %t.mlirbc | FileCheck %s
// RUN: cat %t.mlirbc | scatter-run - | FileCheck %s

// CHECK:      result0: tensor<8xf32>
// CHECK-NEXT: [1, 2, 3, 4, 5, 6, 7, 8]
func.func @f() -> tensor<8xf32> {
  %0 = arith.constant dense_resource<blob> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x400000000000803F0000004000004040000080400000A0400000C0400000E04000000041"
    }
  }
#-}
