// Values of a tensor function: inputs in order and by name, results printed.

// RUN: %npy %t.data.npy f4 "np.arange(16).reshape(8, 2)"
// RUN: %npy %t.indices.npy i8 "[[1], [3], [-1]]"
// RUN: %npy %t.updates.npy f4 "[[10, 11], [30, 31], [70, 71]]"

// RUN: scatter-run %s --input=%t.data.npy --input=%t.indices.npy \
// RUN:   --input=%t.updates.npy | FileCheck %s
// RUN: scatter-run %s --input=updates=%t.updates.npy --input=%t.data.npy \
// RUN:   --input=indices=%t.indices.npy | FileCheck %s
// RUN: scatter-run %s --input=arg2=%t.updates.npy --input=arg0=%t.data.npy \
// RUN:   --input=arg1=%t.indices.npy | FileCheck %s
// RUN: cat %s | scatter-run - --entry=main --input=%t.data.npy \
// RUN:   --input=%t.indices.npy --input=%t.updates.npy | FileCheck %s
// RUN: scatter-run %s --target-cpu=x86-64 --threads=2 --input=%t.data.npy \
// RUN:   --input=%t.indices.npy --input=%t.updates.npy | FileCheck %s

// Bytecode has no names of values.
// RUN: scatter-opt %s --emit-bytecode -o %t.mlirbc
// RUN: scatter-run %t.mlirbc --input=arg1=%t.indices.npy \
// RUN:   --input=%t.data.npy --input=%t.updates.npy | FileCheck %s

// CHECK:      {{^}}result0: tensor<8x2xf32>
// CHECK-NEXT: {{^\[}}[0, 1],
// CHECK-NEXT: {{^}} [10, 11],
// CHECK-NEXT: {{^}} [4, 5],
// CHECK-NEXT: {{^}} [30, 31],
// CHECK-NEXT: {{^}} [8, 9],
// CHECK-NEXT: {{^}} [10, 11],
// CHECK-NEXT: {{^}} [12, 13],
// CHECK-NEXT: {{^}} [70, 71]{{\]$}}
// CHECK-NOT:  {{.}}

func.func @main(%data: tensor<8x2xf32>, %indices: tensor<?x1xi64>,
                %updates: tensor<?x2xf32>) -> tensor<8x2xf32> {
  %result = scatter.scatter_nd_update
    ins(%indices, %updates : tensor<?x1xi64>, tensor<?x2xf32>)
    outs(%data : tensor<8x2xf32>) -> tensor<8x2xf32>
  return %result : tensor<8x2xf32>
}
