// RUN: scatter-opt --allow-unregistered-dialect --convert-stablehlo-to-scatter --split-input-file --verify-diagnostics %s

func.func @unknown_op(%d: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{'stablehlo.sort': expected an op that can be converted}}
  %r = "stablehlo.sort"(%d) : (tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @dynamic_shape(%d: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{'stablehlo.add': operand 0: expected a tensor of static shape, found 'tensor<?xf32>'}}
  %r = "stablehlo.add"(%d, %d) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @operand_count(%d: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{'stablehlo.add': expected 2 operands and 1 results, found 1 and 1}}
  %r = "stablehlo.add"(%d) : (tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @type_without_meaning(%d: tensor<8xi32>) -> tensor<8xi32> {
  // expected-error @below {{'stablehlo.tanh': expected operands and a result of types that the op is defined for, found ('tensor<8xi32>') -> 'tensor<8xi32>'}}
  %r = "stablehlo.tanh"(%d) : (tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// -----

func.func @no_dimension_numbers(%d: tensor<8xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<8xf32> {
  // expected-error @below {{'stablehlo.scatter': attribute 'scatter_dimension_numbers': expected #stablehlo.scatter<...>, found #stablehlo.scatter}}
  %r = "stablehlo.scatter"(%d, %i, %u) <{scatter_dimension_numbers = #stablehlo<scatter>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }) : (tensor<8xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @dimension_out_of_range(%d: tensor<8xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<8xf32> {
  // expected-error @below {{'stablehlo.scatter': inserted_window_dims: expected distinct dimensions of 0 to 0, found 1}}
  %r = "stablehlo.scatter"(%d, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }) : (tensor<8xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @vector_length(%d: tensor<8xf32>, %i: tensor<3x2xi32>, %u: tensor<3xf32>) -> tensor<8xf32> {
  // expected-error @below {{'stablehlo.scatter': scatter_dims_to_operand_dims: expected 2 dimensions, as the index vectors of 'tensor<3x2xi32>' have components, found 1}}
  %r = "stablehlo.scatter"(%d, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }) : (tensor<8xf32>, tensor<3x2xi32>, tensor<3xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @window_too_large(%d: tensor<8xf32>, %i: tensor<1xi32>, %u: tensor<9xf32>) -> tensor<8xf32> {
  // expected-error @below {{'stablehlo.scatter': updates: expected windows of at most size 8 along dimension 0 of 'tensor<8xf32>', found 9}}
  %r = "stablehlo.scatter"(%d, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }) : (tensor<8xf32>, tensor<1xi32>, tensor<9xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @other_computation(%d: tensor<8xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<8xf32> {
  // expected-error @below {{'stablehlo.scatter': update_computation: expected add, subtract, multiply, maximum, minimum or, on i1, and, or, xor, found 'stablehlo.power' on 'f32'}}
  %r = "stablehlo.scatter"(%d, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.power"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<8xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @subtract_in_other_order(%d: tensor<8xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<8xf32> {
  // expected-error @below {{'stablehlo.scatter': update_computation: expected the input's element and the update as operands of 'stablehlo.subtract'}}
  %r = "stablehlo.scatter"(%d, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.subtract"(%b, %a) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<8xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @slice_bounds(%d: tensor<8xf32>) -> tensor<3xf32> {
  // expected-error @below {{'stablehlo.slice': dimension 0: expected 0 <= start <= limit <= 8 and a positive stride, found 6, 9 and 1}}
  %r = "stablehlo.slice"(%d) <{start_indices = array<i64: 6>, limit_indices = array<i64: 9>, strides = array<i64: 1>}> : (tensor<8xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

// One error, not one for each attribute.
func.func @slice_of_other_rank(%d: tensor<2x4x5xf32>) -> tensor<2x5xf32> {
  // expected-error @below {{'stablehlo.slice': attribute 'start_indices': expected 3 integers, found array<i64: 0, 0>}}
  %r = "stablehlo.slice"(%d) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 4, 5>, strides = array<i64: 2, 1>}> : (tensor<2x4x5xf32>) -> tensor<2x5xf32>
  return %r : tensor<2x5xf32>
}

// -----

func.func @pad_by_least_integer(%d: tensor<4xf32>, %e: tensor<f32>) -> tensor<4xf32> {
  // expected-error @below {{'stablehlo.pad': dimension 0: expected sizes and padding below 2^31 and no negative interior padding}}
  %r = "stablehlo.pad"(%d, %e) <{edge_padding_low = array<i64: -9223372036854775808>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @slice_of_least_integer(%d: tensor<7xf32>, %i: tensor<i32>) -> tensor<3xf32> {
  // expected-error @below {{'stablehlo.dynamic_slice': expected a slice of at most the sizes of 'tensor<7xf32>', found size -9223372036854775808 in dimension 0}}
  %r = "stablehlo.dynamic_slice"(%d, %i) <{slice_sizes = array<i64: -9223372036854775808>}> : (tensor<7xf32>, tensor<i32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @elements_without_bits(%d: tensor<4xi0>) -> tensor<4xi0> {
  // expected-error @below {{'stablehlo.reverse': attribute 'dimensions': expected integers, found unit}}
  %r = "stablehlo.reverse"(%d) <{dimensions = unit}> : (tensor<4xi0>) -> tensor<4xi0>
  return %r : tensor<4xi0>
}
