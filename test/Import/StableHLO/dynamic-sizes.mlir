// RUN: rm -rf %t && mkdir %t
// RUN: %python -c "import numpy; [numpy.save(f'%t/{n}x{m}.npy', numpy.arange(n * m, dtype='f4').reshape(n, m)) for n in (0, 2, 3) for m in (2, 3)]"
// RUN: %python -c "import numpy; [numpy.save('%t/' + str(i) + '.npy', numpy.array(i, 'i4')) for i in (-1, 0, 1, 2, 3)]"

// What is computed from sizes needs no check.

// RUN: scatter-opt %s --allow-unregistered-dialect --scatter-import | FileCheck %s --check-prefix=IR
// IR-LABEL: func.func @from_sizes
// IR-NOT: scatter.report
// IR: return
// IR-LABEL: func.func @add

// RUN: scatter-run %s --entry=from_sizes --input=%t/2x3.npy | FileCheck %s --check-prefix=FROM
// FROM: result0: tensor<2x3xf32>
// FROM-NEXT: {{\[\[}}10, 12, 14],
// FROM-NEXT: [13, 15, 17]]

func.func @from_sizes(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %n = "stablehlo.get_dimension_size"(%x) <{dimension = 0 : i64}> : (tensor<?x?xf32>) -> tensor<i32>
  %m = "stablehlo.get_dimension_size"(%x) <{dimension = 1 : i64}> : (tensor<?x?xf32>) -> tensor<i32>
  %r = call @shifted(%n, %m, %x) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func private @shifted(%n: tensor<i32>, %m: tensor<i32>, %x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %ten = "stablehlo.constant"() <{value = dense<1.0e1> : tensor<f32>}> : () -> tensor<f32>
  %ns = "stablehlo.reshape"(%n) : (tensor<i32>) -> tensor<1xi32>
  %ms = "stablehlo.reshape"(%m) : (tensor<i32>) -> tensor<1xi32>
  %shape = "stablehlo.concatenate"(%ns, %ms) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %tens = "stablehlo.dynamic_broadcast_in_dim"(%ten, %shape) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  %columns = "stablehlo.dynamic_iota"(%shape) <{iota_dimension = 1 : i64}> : (tensor<2xi32>) -> tensor<?x?xf32>
  %a = "stablehlo.add"(%tens, %x) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %b = "stablehlo.add"(%columns, %a) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %b : tensor<?x?xf32>
}

// Sizes that differ are reported.

// RUN: not scatter-run %s --entry=add --input=%t/2x3.npy --input=%t/3x3.npy 2>&1 | FileCheck %s --check-prefix=ADD
// RUN: scatter-run %s --entry=add --input=%t/3x2.npy --input=%t/3x2.npy | FileCheck %s --check-prefix=SUM
// ADD: dynamic-sizes.mlir:[[#@LINE+4]]:{{[0-9]+}} ('stablehlo.add': operand 1): error: dimension 0: expected size 2, found 3
// SUM: [8, 10]]

func.func @add(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = "stablehlo.add"(%x, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// The type of a result may say more than its operands.

// RUN: not scatter-run %s --entry=result --input=%t/2x3.npy --input=%t/3x3.npy 2>&1 | FileCheck %s --check-prefix=RESULT
// RUN: scatter-run %s --entry=result --input=%t/2x2.npy --input=%t/3x2.npy | FileCheck %s --check-prefix=FIVE
// RESULT: ('stablehlo.concatenate': result 0): error: dimension 1: expected size 2, found 3
// FIVE: tensor<5x2xf32>

func.func @result(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<5x2xf32> {
  %r = "stablehlo.concatenate"(%x, %y) <{dimension = 0 : i64}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<5x2xf32>
  return %r : tensor<5x2xf32>
}

// RUN: not scatter-run %s --entry=reshape --input=%t/2x3.npy --input=%t/2.npy 2>&1 | FileCheck %s --check-prefix=RESHAPE
// RUN: not scatter-run %s --entry=reshape --input=%t/2x3.npy --input=%t/-1.npy 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: scatter-run %s --entry=reshape --input=%t/2x3.npy --input=%t/3.npy | FileCheck %s --check-prefix=COLUMNS
// RESHAPE: ('stablehlo.dynamic_reshape': operand 0): error: expected 4 elements, found 6
// NEGATIVE: ('stablehlo.dynamic_reshape': operand 1): error: element 1: expected 0 or more, found -1
// COLUMNS: tensor<2x3xf32>

func.func @reshape(%x: tensor<?x?xf32>, %m: tensor<i32>) -> tensor<?x?xf32> {
  %two = "stablehlo.constant"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %ms = "stablehlo.reshape"(%m) : (tensor<i32>) -> tensor<1xi32>
  %shape = "stablehlo.concatenate"(%two, %ms) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %r = "stablehlo.dynamic_reshape"(%x, %shape) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// RUN: not scatter-run %s --entry=slice --input=%t/2x3.npy --input=%t/3.npy 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not scatter-run %s --entry=slice --input=%t/2x3.npy --input=%t/0.npy 2>&1 | FileCheck %s --check-prefix=START
// RUN: scatter-run %s --entry=slice --input=%t/3x3.npy --input=%t/3.npy | FileCheck %s --check-prefix=SLICE
// LIMIT: ('stablehlo.real_dynamic_slice': operand 2): error: element 0: expected 2 or less, found 3
// START: ('stablehlo.real_dynamic_slice': operand 1): error: element 0: expected 0 or less, found 1
// SLICE: tensor<2x2xf32>
// SLICE-NEXT: {{\[\[}}3, 5],
// SLICE-NEXT: [6, 8]]

func.func @slice(%x: tensor<?x?xf32>, %end: tensor<i32>) -> tensor<?x2xf32> {
  %start = "stablehlo.constant"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %strides = "stablehlo.constant"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %three = "stablehlo.constant"() <{value = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
  %ends = "stablehlo.reshape"(%end) : (tensor<i32>) -> tensor<1xi32>
  %limit = "stablehlo.concatenate"(%ends, %three) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %r = "stablehlo.real_dynamic_slice"(%x, %start, %limit, %strides) : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}

// RUN: scatter-run %s --entry=pad --input=%t/2x2.npy --input=%t/1.npy | FileCheck %s --check-prefix=PAD
// RUN: scatter-run %s --entry=pad --input=%t/3x2.npy --input=%t/-1.npy | FileCheck %s --check-prefix=CUT
// RUN: not scatter-run %s --entry=pad --input=%t/0x2.npy --input=%t/-1.npy 2>&1 | FileCheck %s --check-prefix=EMPTY
// PAD: tensor<4x3xf32>
// PAD-NEXT: {{\[\[}}9, 9, 9],
// PAD-NEXT: [0, 9, 1],
// PAD-NEXT: [2, 9, 3],
// PAD-NEXT: [9, 9, 9]]
// CUT: tensor<1x3xf32>
// CUT-NEXT: {{\[\[}}2, 9, 3]]
// EMPTY: ('stablehlo.dynamic_pad': operand 0): error: dimension 0: expected size 2 or more, found 0

func.func @pad(%x: tensor<?x?xf32>, %n: tensor<i32>) -> tensor<?x?xf32> {
  %nine = "stablehlo.constant"() <{value = dense<9.0> : tensor<f32>}> : () -> tensor<f32>
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %interior = "stablehlo.constant"() <{value = dense<[0, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %ns = "stablehlo.reshape"(%n) : (tensor<i32>) -> tensor<1xi32>
  %p = "stablehlo.concatenate"(%ns, %zero) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %r = "stablehlo.dynamic_pad"(%x, %nine, %p, %p, %interior) : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// A slice that is larger than the operand, and one whose start is clamped.

// RUN: not scatter-run %s --entry=gather --input=%t/0x3.npy --input=%t/0.npy 2>&1 | FileCheck %s --check-prefix=GATHER
// RUN: scatter-run %s --entry=gather --input=%t/3x3.npy --input=%t/3.npy | FileCheck %s --check-prefix=LAST
// GATHER: ('stablehlo.gather': operand 0): error: dimension 0: expected size 2 or more, found 0
// LAST: {{\[\[}}3, 4, 5],
// LAST-NEXT: [6, 7, 8]]

func.func @gather(%x: tensor<?x3xf32>, %i: tensor<i32>) -> tensor<2x3xf32> {
  %is = "stablehlo.reshape"(%i) : (tensor<i32>) -> tensor<1xi32>
  %r = "stablehlo.gather"(%x, %is) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 2, 3>}> : (tensor<?x3xf32>, tensor<1xi32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// A window whose size is that of the input or not.

// RUN: scatter-run %s --entry=scatter --input=%t/2x3.npy --input=%t/2x3.npy --input=%t/1.npy | FileCheck %s --check-prefix=WHOLE
// RUN: scatter-run %s --entry=scatter --input=%t/2x3.npy --input=%t/2x2.npy --input=%t/1.npy | FileCheck %s --check-prefix=PART
// RUN: scatter-run %s --entry=scatter --input=%t/2x3.npy --input=%t/2x2.npy --input=%t/2.npy | FileCheck %s --check-prefix=DROP
// RUN: not scatter-run %s --entry=scatter --input=%t/2x2.npy --input=%t/2x3.npy --input=%t/0.npy 2>&1 | FileCheck %s --check-prefix=WIDE
// WHOLE: {{\[\[}}0, 1, 2],
// WHOLE-NEXT: [6, 9, 12]]
// PART: {{\[\[}}0, 1, 2],
// PART-NEXT: [5, 8, 5]]
// DROP: {{\[\[}}0, 1, 2],
// DROP-NEXT: [3, 4, 5]]
// WIDE: ('stablehlo.scatter': operand 2): error: dimension 1: expected size 2 or less, found 3

func.func @scatter(%x: tensor<?x?xf32>, %u: tensor<?x?xf32>, %i: tensor<i32>) -> tensor<?x?xf32> {
  %n = "stablehlo.get_dimension_size"(%u) <{dimension = 0 : i64}> : (tensor<?x?xf32>) -> tensor<i32>
  %ns = "stablehlo.reshape"(%n) : (tensor<i32>) -> tensor<1xi32>
  %one = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %shape = "stablehlo.concatenate"(%ns, %one) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %is = "stablehlo.dynamic_broadcast_in_dim"(%i, %shape) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<2xi32>) -> tensor<?x1xi32>
  %r = "stablehlo.scatter"(%x, %is, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// jax.export writes assertions.

// RUN: not scatter-run %s --entry=assertion --input=%t/3x2.npy --input=%t/3x3.npy 2>&1 | FileCheck %s --check-prefix=ASSERT
// RUN: scatter-run %s --entry=assertion --input=%t/3x2.npy --input=%t/2x2.npy | FileCheck %s --check-prefix=HOLDS
// ASSERT: (Found inconsistency between dimension size args[1].shape[1] and the specification 'm'.): error: dimension 1: expected size 2, found 3
// HOLDS: tensor<2x2xf32>

func.func @assertion(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %m = "stablehlo.get_dimension_size"(%x) <{dimension = 1 : i64}> : (tensor<?x?xf32>) -> tensor<i32>
  %n = "stablehlo.get_dimension_size"(%y) <{dimension = 1 : i64}> : (tensor<?x?xf32>) -> tensor<i32>
  %same = "stablehlo.compare"(%n, %m) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
  "stablehlo.custom_call"(%same, %n, %m) <{call_target_name = "shape_assertion", error_message = "Found inconsistency between dimension size args[1].shape[1] (= {0}) and the specification 'm' (= {1}). Using the following specifications: args[0].shape = (n, m)."}> : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  return %y : tensor<?x?xf32>
}

// The branches of an `if` may have results of different sizes.

// RUN: scatter-run %s --entry=branch --input=%t/2x3.npy --input=%t/3.npy | FileCheck %s --check-prefix=THEN
// RUN: scatter-run %s --entry=branch --input=%t/2x3.npy --input=%t/0.npy | FileCheck %s --check-prefix=ELSE
// THEN: tensor<4x3xf32>
// ELSE: tensor<2x3xf32>

func.func @branch(%x: tensor<?x3xf32>, %i: tensor<i32>) -> tensor<?x3xf32> {
  %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %p = "stablehlo.compare"(%i, %one) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %two = "stablehlo.concatenate"(%x, %x) <{dimension = 0 : i64}> : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
    "stablehlo.return"(%two) : (tensor<?x3xf32>) -> ()
  }, {
    "stablehlo.return"(%x) : (tensor<?x3xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?x3xf32>
  return %r : tensor<?x3xf32>
}

// A check inside of a branch.

// RUN: not scatter-run %s --entry=branch_that_checks --input=%t/2x3.npy --input=%t/3x3.npy --input=%t/2.npy 2>&1 | FileCheck %s --check-prefix=CHECKED
// RUN: scatter-run %s --entry=branch_that_checks --input=%t/2x3.npy --input=%t/3x3.npy --input=%t/0.npy | FileCheck %s --check-prefix=UNCHECKED
// CHECKED: ('stablehlo.add': operand 1): error: dimension 0: expected size 2, found 3
// UNCHECKED: tensor<2x3xf32>

func.func @branch_that_checks(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>, %i: tensor<i32>) -> tensor<?x3xf32> {
  %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %p = "stablehlo.compare"(%i, %one) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %sum = "stablehlo.add"(%x, %y) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
    "stablehlo.return"(%sum) : (tensor<?x3xf32>) -> ()
  }, {
    "stablehlo.return"(%x) : (tensor<?x3xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?x3xf32>
  return %r : tensor<?x3xf32>
}

// So are sizes that differ from those of the type of the result.

// RUN: scatter-run %s --entry=static_result --input=%t/2x3.npy --input=%t/3.npy | FileCheck %s --check-prefix=STATIC
// RUN: not scatter-run %s --entry=static_result --input=%t/2x3.npy --input=%t/2.npy 2>&1 | FileCheck %s --check-prefix=OTHER
// STATIC: result0: tensor<3x2xf32>
// OTHER: ('stablehlo.dynamic_reshape': operand 1): error: dimension 0: expected size 3, found 2

func.func @static_result(%x: tensor<2x3xf32>, %n: tensor<i32>) -> tensor<3x2xf32> {
  %two = "stablehlo.constant"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %ns = "stablehlo.reshape"(%n) : (tensor<i32>) -> tensor<1xi32>
  %shape = "stablehlo.concatenate"(%ns, %two) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %r = "stablehlo.dynamic_reshape"(%x, %shape) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// What a loop carries keeps its sizes, which are those of the initial values: no
// check is needed of sums with them. Values that change places have to have one
// size.

// RUN: scatter-opt %s --allow-unregistered-dialect --scatter-import | FileCheck %s --check-prefix=LOOP
// LOOP-LABEL: func.func @powers
// LOOP-NOT: scatter.report
// LOOP: return
// LOOP-LABEL: func.func @swap
// LOOP-COUNT-4: scatter.report
// LOOP: return

// RUN: scatter-run %s --entry=powers --input=%t/2x3.npy --input=%t/3.npy | FileCheck %s --check-prefix=POWERS
// POWERS: result0: tensor<2x3xf32>
// POWERS-NEXT: {{\[\[}}0, 9, 18],
// POWERS-NEXT: [27, 36, 45]]
// RUN: scatter-run %s --entry=powers --input=%t/0x3.npy --input=%t/3.npy | FileCheck %s --check-prefix=NONE
// NONE: result0: tensor<0x3xf32>

func.func @powers(%x: tensor<?x?xf32>, %n: tensor<i32>) -> tensor<?x?xf32> {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "stablehlo.while"(%zero, %x) ({
    ^bb0(%i: tensor<i32>, %y: tensor<?x?xf32>):
      %c = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
    ^bb0(%i: tensor<i32>, %y: tensor<?x?xf32>):
      %j = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %z = "stablehlo.add"(%y, %x) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
      %w = "stablehlo.add"(%z, %x) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
      "stablehlo.return"(%j, %w) : (tensor<i32>, tensor<?x?xf32>) -> ()
  }) : (tensor<i32>, tensor<?x?xf32>) -> (tensor<i32>, tensor<?x?xf32>)
  %s = "stablehlo.add"(%r#1, %x) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %t = "stablehlo.add"(%s, %x) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %t : tensor<?x?xf32>
}

// RUN: scatter-run %s --entry=swap --input=%t/3x2.npy --input=%t/3x2.npy --input=%t/1.npy | FileCheck %s --check-prefix=SWAP
// RUN: scatter-run %s --entry=swap --input=%t/3x2.npy --input=%t/2x2.npy --input=%t/0.npy | FileCheck %s --check-prefix=SWAP
// RUN: not scatter-run %s --entry=swap --input=%t/3x2.npy --input=%t/2x2.npy --input=%t/1.npy 2>&1 | FileCheck %s --check-prefix=SWAPPED
// SWAP: result0: tensor<3x2xf32>
// SWAPPED: dynamic-sizes.mlir:[[#@LINE+7]]:{{[0-9]+}} ('stablehlo.while': result 1 of region 1): error: dimension 0: expected size 3, found 2
// SWAPPED-NOT: result0

func.func @swap(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %n: tensor<i32>) -> tensor<?x?xf32> {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  // Both may have any size before.
  %r:3 = "stablehlo.while"(%zero, %x, %y) ({
    ^bb0(%i: tensor<i32>, %a: tensor<?x?xf32>, %b: tensor<?x?xf32>):
      %c = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
    ^bb0(%i: tensor<i32>, %a: tensor<?x?xf32>, %b: tensor<?x?xf32>):
      %j = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%j, %b, %a) : (tensor<i32>, tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  }) : (tensor<i32>, tensor<?x?xf32>, tensor<?x?xf32>) -> (tensor<i32>, tensor<?x?xf32>, tensor<?x?xf32>)
  return %r#1 : tensor<?x?xf32>
}
