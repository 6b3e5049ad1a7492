// RUN: scatter-run %s --entry=complex_order | FileCheck %s --check-prefix=ORDER
// RUN: scatter-run %s --entry=scatter_max | FileCheck %s --check-prefix=SCATTER
// RUN: scatter-run %s --entry=integer_powers | FileCheck %s --check-prefix=POWER
// RUN: scatter-run %s --entry=real_parts | FileCheck %s --check-prefix=PARTS

// Real parts are compared before imaginary parts.

// ORDER: result0: tensor<3xcomplex<f32>>
// ORDER-NEXT: [(2, -5), (1, 3), (0, 1)]
// ORDER-NEXT: result1: tensor<3xcomplex<f32>>
// ORDER-NEXT: [(1, 9), (1, 2), (0, 1)]
func.func @complex_order() -> (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) {
  %x = "stablehlo.constant"() <{value = dense<[(1.0, 9.0), (1.0, 3.0), (0.0, 1.0)]> : tensor<3xcomplex<f32>>}> : () -> tensor<3xcomplex<f32>>
  %y = "stablehlo.constant"() <{value = dense<[(2.0, -5.0), (1.0, 2.0), (0.0, 1.0)]> : tensor<3xcomplex<f32>>}> : () -> tensor<3xcomplex<f32>>
  %max = "stablehlo.maximum"(%x, %y) : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  %min = "stablehlo.minimum"(%x, %y) : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  return %max, %min : tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>
}

// SCATTER: tensor<2xcomplex<f32>>
// SCATTER-NEXT: [(1, 3), (0, 7)]
func.func @scatter_max() -> tensor<2xcomplex<f32>> {
  %x = "stablehlo.constant"() <{value = dense<[(1.0, 2.0), (0.0, 7.0)]> : tensor<2xcomplex<f32>>}> : () -> tensor<2xcomplex<f32>>
  %i = "stablehlo.constant"() <{value = dense<[[0], [1], [0]]> : tensor<3x1xi32>}> : () -> tensor<3x1xi32>
  %u = "stablehlo.constant"() <{value = dense<[(1.0, 3.0), (-1.0, 9.0), (1.0, 1.0)]> : tensor<3xcomplex<f32>>}> : () -> tensor<3xcomplex<f32>>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
      %m = "stablehlo.maximum"(%a, %b) : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
      "stablehlo.return"(%m) : (tensor<complex<f32>>) -> ()
  }) : (tensor<2xcomplex<f32>>, tensor<3x1xi32>, tensor<3xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return %r : tensor<2xcomplex<f32>>
}

// POWER: [-1, 1, 0, 1, -27, 0, -1, 1]
func.func @integer_powers() -> tensor<8xi32> {
  %x = "stablehlo.constant"() <{value = dense<[-1, -1, -3, 1, -3, 0, -1, 0]> : tensor<8xi32>}> : () -> tensor<8xi32>
  %y = "stablehlo.constant"() <{value = dense<[1, 0, -3, -3, 3, 2, -5, 0]> : tensor<8xi32>}> : () -> tensor<8xi32>
  %r = "stablehlo.power"(%x, %y) : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// PARTS: result0: tensor<2xi32>
// PARTS-NEXT: [1, -2]
// PARTS-NEXT: result1: tensor<2xf64>
// PARTS-NEXT: [1.5, -2]
func.func @real_parts() -> (tensor<2xi32>, tensor<2xf64>) {
  %x = "stablehlo.constant"() <{value = dense<[(1.5, 9.0), (-2.0, 3.0)]> : tensor<2xcomplex<f32>>}> : () -> tensor<2xcomplex<f32>>
  %i = "stablehlo.convert"(%x) : (tensor<2xcomplex<f32>>) -> tensor<2xi32>
  %f = "stablehlo.convert"(%x) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return %i, %f : tensor<2xi32>, tensor<2xf64>
}
