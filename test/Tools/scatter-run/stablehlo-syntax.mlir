// RUN: not scatter-run %s 2>&1 | FileCheck %s

// CHECK: stablehlo-syntax.mlir:[[# @LINE + 3]]:1: error: expected StableHLO in generic form,
// CHECK-SAME: get_asm(print_generic_op_form=True)
func.func @add(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}
