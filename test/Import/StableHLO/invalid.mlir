// RUN: scatter-opt --allow-unregistered-dialect --convert-stablehlo-to-scatter --split-input-file --verify-diagnostics %s

func.func @unknown_op(%d: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{'stablehlo.fft': expected an op that can be converted}}
  %r = "stablehlo.fft"(%d) : (tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @unranked(%d: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error @below {{'stablehlo.negate': operand 0: expected a ranked tensor, found 'tensor<*xf32>'}}
  %r = "stablehlo.negate"(%d) : (tensor<*xf32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

func.func @static_sizes_differ(%d: tensor<?x3xf32>, %e: tensor<?x4xf32>) -> tensor<?x3xf32> {
  // expected-error @below {{'stablehlo.add': operand 1: expected the shape of 'tensor<?x3xf32>', found 'tensor<?x4xf32>'}}
  %r = "stablehlo.add"(%d, %e) : (tensor<?x3xf32>, tensor<?x4xf32>) -> tensor<?x3xf32>
  return %r : tensor<?x3xf32>
}

// -----

func.func @dynamic_shape_operand(%d: tensor<f32>, %s: tensor<3xi32>) -> tensor<?x?xf32> {
  // expected-error @below {{'stablehlo.dynamic_broadcast_in_dim': operand 1: expected 2 integers, found 'tensor<3xi32>'}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%d, %s) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<3xi32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

func.func @other_size(%x: tensor<7x7xf32>, %m: tensor<1xi32>) -> tensor<7x7xf32> {
  %two = "stablehlo.constant"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "stablehlo.concatenate"(%two, %m) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  // expected-error @below {{'stablehlo.dynamic_reshape': operand 1: expected size 7 in dimension 0, that of the result, found 2}}
  %r = "stablehlo.dynamic_reshape"(%x, %s) : (tensor<7x7xf32>, tensor<2xi32>) -> tensor<7x7xf32>
  return %r : tensor<7x7xf32>
}

// -----

func.func @negative_size(%d: tensor<f32>) -> tensor<?xf32> {
  %s = "stablehlo.constant"() <{value = dense<-2> : tensor<1xi32>}> : () -> tensor<1xi32>
  // expected-error @below {{'stablehlo.dynamic_broadcast_in_dim': operand 1: expected sizes of 0 or more, found -2}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%d, %s) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @dynamic_strides(%d: tensor<?xf32>, %s: tensor<1xi32>) -> tensor<?xf32> {
  // expected-error @below {{'stablehlo.real_dynamic_slice': operand 3: expected constants from 1 to 2^31 - 1, found}}
  %r = "stablehlo.real_dynamic_slice"(%d, %s, %s, %s) : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @rank(%d: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) {
  // expected-error @below {{'stablehlo.negate': operand 0: expected rank 64 or less, found 65}}
  %r = "stablehlo.negate"(%d) : (tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>)
    -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>
  return
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
  // expected-error @below {{'stablehlo.scatter': update_computation: expected elementwise ops, found 'stablehlo.reverse'}}
  %r = "stablehlo.scatter"(%d, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.reverse"(%a) : (tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<8xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @computation_that_calls_itself(%d: tensor<8xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<8xf32> {
  %r = "stablehlo.scatter"(%d, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // expected-error @below {{'computation_that_calls_itself': expected a function with one block, which does not call itself}}
    %s = func.call @computation_that_calls_itself(%d, %i, %u) : (tensor<8xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<8xf32>
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }) : (tensor<8xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @narrow_result(%d: tensor<8xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<8xf16> {
  // expected-error @below {{'stablehlo.scatter': result 0: expected 'tensor<8xf32>' or wider elements, found 'tensor<8xf16>'}}
  %r = "stablehlo.scatter"(%d, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    "stablehlo.return"(%b) : (tensor<f16>) -> ()
  }) : (tensor<8xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<8xf16>
  return %r : tensor<8xf16>
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

// -----

func.func @window_of_no_elements(%x: tensor<4xf32>, %e: tensor<f32>) -> tensor<4xf32> {
  // expected-error @below {{'stablehlo.reduce_window': attribute 'window_dimensions': expected integers from 1 to 2^31 - 1, found 0}}
  %r = "stablehlo.reduce_window"(%x, %e) <{window_dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @padding_of_other_rank(%x: tensor<4xf32>, %e: tensor<f32>) -> tensor<4xf32> {
  // expected-error @below {{'stablehlo.reduce_window': attribute 'padding': expected 1 pairs of integers, found dense<0> : tensor<2x2xi64>}}
  %r = "stablehlo.reduce_window"(%x, %e) <{window_dimensions = array<i64: 1>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @padding_of_more_than_all(%x: tensor<4xf32>, %e: tensor<f32>) -> tensor<4xf32> {
  // expected-error @below {{'stablehlo.reduce_window': dimension 0: expected padding that cuts off at most all elements, found a size of -1}}
  %r = "stablehlo.reduce_window"(%x, %e) <{window_dimensions = array<i64: 1>, padding = dense<[[-3, -2]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @padded_beyond_memory(%x: tensor<4x4x4xf32>, %e: tensor<f32>) -> tensor<1xf32> {
  // expected-error @below {{'stablehlo.reduce_window': padded operand: expected at most 9223372036854775807 bytes, found 'tensor<2147483648x2147483648x4xf32>'}}
  %r = "stablehlo.reduce_window"(%x, %e) <{window_dimensions = array<i64: 1, 1, 1>, padding = dense<[[0, 2147483644], [0, 2147483644], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }) : (tensor<4x4x4xf32>, tensor<f32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// -----

func.func @count_of_windows(%x: tensor<4xf32>, %e: tensor<f32>) -> tensor<4xf32> {
  // expected-error @below {{'stablehlo.reduce_window': result 0: expected 'tensor<3xf32>', found 'tensor<4xf32>'}}
  %r = "stablehlo.reduce_window"(%x, %e) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @window_of_other_ops(%x: tensor<4xf32>, %e: tensor<f32>) -> tensor<4xf32> {
  // expected-error @below {{'stablehlo.reduce_window': body: expected elementwise ops, found 'stablehlo.reverse'}}
  %r = "stablehlo.reduce_window"(%x, %e) <{window_dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = "stablehlo.reverse"(%a) : (tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%c) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @source_of_other_shape(%x: tensor<4xf32>, %s: tensor<3xf32>, %e: tensor<f32>) -> tensor<4xf32> {
  // expected-error @below {{'stablehlo.select_and_scatter': operand 1: expected one element for each window, 'tensor<2xf32>', found 'tensor<3xf32>'}}
  %r = "stablehlo.select_and_scatter"(%x, %s, %e) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  }, {
  }) : (tensor<4xf32>, tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @select_without_condition(%x: tensor<4xf32>, %s: tensor<2xf32>, %e: tensor<f32>) -> tensor<4xf32> {
  // expected-error @below {{'stablehlo.select_and_scatter': select: expected result 0 to have the type 'tensor<i1>', found 'tensor<f32>'}}
  %r = "stablehlo.select_and_scatter"(%x, %s, %e) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @scatter_by_power(%x: tensor<4xf32>, %s: tensor<2xf32>, %e: tensor<f32>) -> tensor<4xf32> {
  // expected-error @below {{'stablehlo.select_and_scatter': scatter: expected add, subtract, multiply, maximum, minimum or, on i1, and, or, xor, found 'stablehlo.power' on 'f32'}}
  %r = "stablehlo.select_and_scatter"(%x, %s, %e) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = "stablehlo.power"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%t) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @strings() -> tensor<4x!stablehlo.string> {
  // expected-error @below {{'stablehlo.constant': result 0: expected elements that are numbers, found 'tensor<!stablehlo.string>'}}
  %s = "stablehlo.constant"() <{value = dense<"word"> : tensor<!stablehlo.string>}> : () -> tensor<!stablehlo.string>
  %r = "stablehlo.broadcast_in_dim"(%s) <{broadcast_dimensions = array<i64>}> : (tensor<!stablehlo.string>) -> tensor<4x!stablehlo.string>
  return %r : tensor<4x!stablehlo.string>
}

// -----

func.func @concatenation_of_nothing() -> tensor<0xf32> {
  // expected-error @below {{'stablehlo.concatenate': expected 1 operands and 1 results, found 0 and 1}}
  %r = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<0xf32>
  return %r : tensor<0xf32>
}

// -----

func.func @absent_decomposition(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'stablehlo.composite': attribute 'decomposition': expected the name of a function of type '(tensor<4xf32>) -> tensor<4xf32>', found @absent}}
  %r = "stablehlo.composite"(%x) <{name = "own.op", decomposition = @absent}> : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func private @other(tensor<5xf32>) -> tensor<5xf32>

func.func @decomposition_of_other_type(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'stablehlo.composite': attribute 'decomposition': expected the name of a function of type '(tensor<4xf32>) -> tensor<4xf32>', found @other}}
  %r = "stablehlo.composite"(%x) <{name = "own.op", decomposition = @other}> : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @padding_of_index_type(%x: tensor<4xf32>, %e: tensor<f32>) -> tensor<4xf32> {
  // expected-error @below {{'stablehlo.pad': attribute 'edge_padding_low': expected 1 integers, found dense<0> : tensor<1xindex>}}
  %r = "stablehlo.pad"(%x, %e) <{edge_padding_low = dense<0> : tensor<1xindex>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @overflow_of_concatenated_sizes(%x: tensor<4611686018427387904xi8>) -> tensor<0xi8> {
  // expected-error @below {{'stablehlo.concatenate': operand 1: expected less than 2^63 positions of all operands in dimension 0, found 'tensor<4611686018427387904xi8>'}}
  %r = "stablehlo.concatenate"(%x, %x, %x, %x) {dimension = 0 : i64} : (tensor<4611686018427387904xi8>, tensor<4611686018427387904xi8>, tensor<4611686018427387904xi8>, tensor<4611686018427387904xi8>) -> tensor<0xi8>
  return %r : tensor<0xi8>
}

// -----

func.func @call_of_others(%d: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{'stablehlo.custom_call': call_target_name: expected scatter_mlir.nd_update, scatter_mlir.slice_update, scatter_mlir.gather_nd or shape_assertion, found "lapack_sgetrf"}}
  %r = "stablehlo.custom_call"(%d) {call_target_name = "lapack_sgetrf"} : (tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @nd_update_without_options(%d: tensor<8xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>) -> tensor<8xf32> {
  // expected-error @below {{'stablehlo.custom_call': option 'reduction': expected an integer, found <<NULL ATTRIBUTE>>}}
  %r = "stablehlo.custom_call"(%d, %i, %u) {call_target_name = "scatter_mlir.nd_update"} : (tensor<8xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @nd_update_reduction(%d: tensor<8xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>) -> tensor<8xf32> {
  // expected-error @below {{'stablehlo.custom_call': option 'reduction': expected a value of its enumeration, found 6 : i32}}
  %r = "stablehlo.custom_call"(%d, %i, %u) {call_target_name = "scatter_mlir.nd_update", mhlo.backend_config = {reduction = 6 : i32}} : (tensor<8xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @nd_update_shape(%d: tensor<8xf32>, %i: tensor<2x1xi32>, %u: tensor<3xf32>) -> tensor<8xf32> {
  // expected-error @below {{'stablehlo.custom_call': operand 2: expected 'tensor<2xf32>', found 'tensor<3xf32>'}}
  %r = "stablehlo.custom_call"(%d, %i, %u) {call_target_name = "scatter_mlir.nd_update", mhlo.backend_config = {reduction = 0 : i32, out_of_bounds = 0 : i32, negative_indices = 0 : i32, unique_indices = 0 : i32, indices_are_sorted = 0 : i32}} : (tensor<8xf32>, tensor<2x1xi32>, tensor<3xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @nd_update_depth(%d: tensor<8xf32>, %i: tensor<2x2xi32>, %u: tensor<2xf32>) -> tensor<8xf32> {
  // expected-error @below {{'stablehlo.custom_call': operand 1: expected tuples of at most 1 integers, found 'tensor<2x2xi32>'}}
  %r = "stablehlo.custom_call"(%d, %i, %u) {call_target_name = "scatter_mlir.nd_update", mhlo.backend_config = {reduction = 0 : i32, out_of_bounds = 0 : i32, negative_indices = 0 : i32, unique_indices = 0 : i32, indices_are_sorted = 0 : i32}} : (tensor<8xf32>, tensor<2x2xi32>, tensor<2xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @slice_update_axes(%d: tensor<8xf32>, %u: tensor<2xf32>) -> tensor<8xf32> {
  // expected-error @below {{'stablehlo.custom_call': expected as many bounds as distinct axes of 1 and steps other than 0, found {axes = dense<1> : tensor<1xi64>, start = dense<0> : tensor<1xi64>, step = dense<1> : tensor<1xi64>, stop = dense<2> : tensor<1xi64>}}}
  %r = "stablehlo.custom_call"(%d, %u) {call_target_name = "scatter_mlir.slice_update", mhlo.backend_config = {axes = dense<1> : tensor<1xi64>, start = dense<0> : tensor<1xi64>, stop = dense<2> : tensor<1xi64>, step = dense<1> : tensor<1xi64>}} : (tensor<8xf32>, tensor<2xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @slice_update_type(%d: tensor<8xf32>, %u: tensor<2xf64>) -> tensor<8xf32> {
  // expected-error @below {{'stablehlo.custom_call': operand 1: expected elements of type 'f32', found 'tensor<2xf64>'}}
  %r = "stablehlo.custom_call"(%d, %u) {call_target_name = "scatter_mlir.slice_update", mhlo.backend_config = {}} : (tensor<8xf32>, tensor<2xf64>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @slice_update_size(%d: tensor<8xf32>, %u: tensor<3xf32>) -> tensor<8xf32> {
  // expected-error @below {{expected}}
  %r = "stablehlo.custom_call"(%d, %u) {call_target_name = "scatter_mlir.slice_update", mhlo.backend_config = {axes = dense<0> : tensor<1xi64>, start = dense<0> : tensor<1xi64>, stop = dense<2> : tensor<1xi64>, step = dense<1> : tensor<1xi64>}} : (tensor<8xf32>, tensor<3xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @gather_of_too_few_sizes(%d: tensor<7x4xf32>, %i: tensor<2x1xi32>) -> tensor<2x4xf32> {
  %s = arith.constant dense<1> : tensor<1xi64>
  // expected-error @below {{'stablehlo.dynamic_gather': operand 2: expected 2 integers, found 'tensor<1xi64>'}}
  %r = "stablehlo.dynamic_gather"(%d, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<7x4xf32>, tensor<2x1xi32>, tensor<1xi64>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @quantize(%d: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'stablehlo.uniform_quantize': expected elements that are not quantized, found 'tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>'}}
  %q = "stablehlo.uniform_quantize"(%d) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %r = "stablehlo.uniform_dequantize"(%q) : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @quantized(%d: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>> {
  // expected-error @below {{'stablehlo.add': expected elements that are not quantized, found 'tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>'}}
  %r = "stablehlo.add"(%d, %d) : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>, tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  return %r : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
}

// -----

func.func @gather_tuples(%d: tensor<8x2xf32>, %i: tensor<3x3xi32>, %f: tensor<f32>) -> tensor<3x2xf32> {
  // expected-error @below {{'stablehlo.custom_call': operand 1: expected tuples of at most 2 integers, found 'tensor<3x3xi32>'}}
  %r = "stablehlo.custom_call"(%d, %i, %f) {call_target_name = "scatter_mlir.gather_nd", mhlo.backend_config = {out_of_bounds = 0 : i32, negative_indices = 0 : i32, batch_dims = 0 : i32}} : (tensor<8x2xf32>, tensor<3x3xi32>, tensor<f32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

func.func @gather_batches(%d: tensor<8x2xf32>, %i: tensor<3x1xi32>, %f: tensor<f32>) -> tensor<3x2xf32> {
  // expected-error @below {{'stablehlo.custom_call': option 'batch_dims': expected 0 to the common rank of data and tuples, found 2 : i32}}
  %r = "stablehlo.custom_call"(%d, %i, %f) {call_target_name = "scatter_mlir.gather_nd", mhlo.backend_config = {out_of_bounds = 0 : i32, negative_indices = 0 : i32, batch_dims = 2 : i32}} : (tensor<8x2xf32>, tensor<3x1xi32>, tensor<f32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

func.func @gather_batch_sizes(%d: tensor<8x2xf32>, %i: tensor<3x1xi32>, %f: tensor<f32>) -> tensor<3x2xf32> {
  // expected-error @below {{'stablehlo.custom_call': operand 1: expected the 1 batch dimensions of 'tensor<8x2xf32>', found 'tensor<3x1xi32>'}}
  %r = "stablehlo.custom_call"(%d, %i, %f) {call_target_name = "scatter_mlir.gather_nd", mhlo.backend_config = {out_of_bounds = 0 : i32, negative_indices = 0 : i32, batch_dims = 1 : i32}} : (tensor<8x2xf32>, tensor<3x1xi32>, tensor<f32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

func.func @gather_fill(%d: tensor<8x2xf32>, %i: tensor<3x1xi32>, %f: tensor<f64>) -> tensor<3x2xf32> {
  // expected-error @below {{'stablehlo.custom_call': operand 2: expected 'tensor<f32>', found 'tensor<f64>'}}
  %r = "stablehlo.custom_call"(%d, %i, %f) {call_target_name = "scatter_mlir.gather_nd", mhlo.backend_config = {out_of_bounds = 0 : i32, negative_indices = 0 : i32, batch_dims = 0 : i32}} : (tensor<8x2xf32>, tensor<3x1xi32>, tensor<f64>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

func.func @gather_result(%d: tensor<8x2xf32>, %i: tensor<3x1xi32>, %f: tensor<f32>) -> tensor<4x2xf32> {
  // expected-error @below {{'stablehlo.custom_call': }}
  %r = "stablehlo.custom_call"(%d, %i, %f) {call_target_name = "scatter_mlir.gather_nd", mhlo.backend_config = {out_of_bounds = 0 : i32, negative_indices = 0 : i32, batch_dims = 0 : i32}} : (tensor<8x2xf32>, tensor<3x1xi32>, tensor<f32>) -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// -----

func.func @gather_scalar(%d: tensor<8x2xf32>, %i: tensor<i32>, %f: tensor<f32>) -> tensor<3x2xf32> {
  // expected-error @below {{'stablehlo.custom_call': option 'batch_dims': expected 0 to the common rank of data and tuples, found 0 : i32}}
  %r = "stablehlo.custom_call"(%d, %i, %f) {call_target_name = "scatter_mlir.gather_nd", mhlo.backend_config = {out_of_bounds = 0 : i32, negative_indices = 0 : i32, batch_dims = 0 : i32}} : (tensor<8x2xf32>, tensor<i32>, tensor<f32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

func.func @narrow_promotion(%d: tensor<8xf8E5M2>, %i: tensor<3x1xi32>, %u: tensor<3xf8E5M2>) -> tensor<8xf32> {
  // expected-error @below {{'stablehlo.scatter': result 0: expected 'tensor<8xf8E5M2>' or wider elements, found 'tensor<8xf32>'}}
  %r = "stablehlo.scatter"(%d, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<8xf8E5M2>, tensor<3x1xi32>, tensor<3xf8E5M2>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @branch_types(%d: tensor<8xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<8xf32> {
  %r = "stablehlo.scatter"(%d, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %k = "stablehlo.convert"(%b) : (tensor<f32>) -> tensor<i32>
    // expected-error @below {{'stablehlo.if': expected one operand of type 'tensor<i1>' and two regions}}
    %s = "stablehlo.if"(%k) ({
      "stablehlo.return"(%a) : (tensor<f32>) -> ()
    }, {
      "stablehlo.return"(%b) : (tensor<f32>) -> ()
    }) : (tensor<i32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<8xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @branch_result(%d: tensor<8xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<8xf32> {
  // expected-error @below {{'stablehlo.scatter': update_computation: expected result 0 to have the type 'tensor<f32>', found 'tensor<i1>'}}
  %r = "stablehlo.scatter"(%d, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %k = "stablehlo.is_finite"(%b) : (tensor<f32>) -> tensor<i1>
    %s = "stablehlo.if"(%k) ({
      "stablehlo.return"(%k) : (tensor<i1>) -> ()
    }, {
      "stablehlo.return"(%b) : (tensor<f32>) -> ()
    }) : (tensor<i1>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<8xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @loop_on_tensors(%d: tensor<8xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<8xf32> {
  %r = "stablehlo.scatter"(%d, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %k = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
    // expected-error @below {{'stablehlo.while': expected two regions and results of the types of the operands}}
    %s = "stablehlo.while"(%b) ({
    ^bb0(%y: tensor<f32>):
      %p = "stablehlo.is_finite"(%y) : (tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%p) : (tensor<i1>) -> ()
    }) : (tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<8xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
