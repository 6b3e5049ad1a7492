// RUN: scatter-opt --allow-unregistered-dialect --convert-stablehlo-to-scatter --split-input-file --verify-diagnostics %s | FileCheck %s

// Runs of one element are merged to pairs, and pairs to runs of four, from one
// tensor to another and back. A run that has ended is read at the last element.
// CHECK-LABEL: func @values
// CHECK-SAME: (%[[X:.*]]: tensor<5xf32>)
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[SIZE:.*]] = arith.constant 5 : index
// CHECK: %[[ROW:.*]] = tensor.extract_slice %[[X]][0] [5] [1]
// CHECK: %[[OTHER:.*]] = tensor.empty() : tensor<5xf32>
// CHECK: %[[SORTED:.*]]:3 = scf.while (%[[WIDTH:.*]] = %{{.*}}, %[[FROM:.*]] = %[[ROW]], %[[TO:.*]] = %[[OTHER]])
// CHECK: arith.cmpi slt, %[[WIDTH]]
// CHECK: do
// CHECK: scf.for
// CHECK: scf.for
// CHECK-COUNT-2: arith.minsi
// CHECK: %[[LEFT:.*]] = tensor.extract
// CHECK: %[[RIGHT:.*]] = tensor.extract
// CHECK: arith.cmpf ogt, %[[RIGHT]], %[[LEFT]] : f32
// CHECK: tensor.insert
// CHECK: scf.for
// CHECK: scf.for
// CHECK: tensor.insert_slice %[[SORTED]]#1 into %[[X]][0] [5] [1]
func.func @values(%x: tensor<5xf32>) -> tensor<5xf32> {
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }) : (tensor<5xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

// Each column is sorted, by the first operand; the second moves with it.
// CHECK-LABEL: func @columns
// CHECK: scf.for %[[COLUMN:.*]] = {{.*}} iter_args(%{{.*}}, %{{.*}})
// CHECK: tensor.extract_slice %{{.*}}[0, %[[COLUMN]]] [%{{.*}}, 1] [1, 1] : tensor<?x3xui8> to tensor<?xui8>
// CHECK: tensor.extract_slice %{{.*}}[0, %[[COLUMN]]] [%{{.*}}, 1] [1, 1] : tensor<?x3xf16> to tensor<?xf16>
// CHECK: arith.cmpi ult
func.func @columns(%k: tensor<?x3xui8>, %v: tensor<?x3xf16>) -> (tensor<?x3xui8>, tensor<?x3xf16>) {
  %r:2 = "stablehlo.sort"(%k, %v) <{dimension = -2 : i64}> ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>, %c: tensor<f16>, %d: tensor<f16>):
    %e = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    "stablehlo.return"(%e) : (tensor<i1>) -> ()
  }) : (tensor<?x3xui8>, tensor<?x3xf16>) -> (tensor<?x3xui8>, tensor<?x3xf16>)
  return %r#0, %r#1 : tensor<?x3xui8>, tensor<?x3xf16>
}

// -----

// Of each row, two elements are in a heap whose root is the smaller one. Any
// other that is larger replaces it. Floats are compared in the total order.
// CHECK-LABEL: func @top_k
// CHECK: linalg.generic
// CHECK: arith.index_cast
// CHECK: scf.for %[[ROW:.*]] = {{.*}} iter_args(%{{.*}}, %{{.*}})
// CHECK: %[[HEAP:.*]] = tensor.extract_slice %{{.*}}[%[[ROW]], 0] [1, 2] [1, 1] : tensor<4x8xf32> to tensor<2xf32>
// CHECK: %[[ALL:.*]] = tensor.extract_slice %{{.*}}[%[[ROW]], 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
// CHECK: scf.while {{.*}} = %[[HEAP]],
// CHECK: scf.for
// CHECK: tensor.extract %[[ALL]]
// CHECK: arith.bitcast %{{.*}} : f32 to i32
// CHECK: arith.cmpi sgt
// CHECK: scf.if
// CHECK: scf.while
// CHECK: tensor.insert_slice %{{.*}}[%[[ROW]], 0] [1, 2] [1, 1] : tensor<2xf32> into tensor<4x2xf32>
// CHECK: tensor.insert_slice %{{.*}}[%[[ROW]], 0] [1, 2] [1, 1] : tensor<2xi32> into tensor<4x2xi32>
func.func @top_k(%x: tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>) {
  %v, %i = "chlo.top_k"(%x) <{k = 2 : i64}> : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return %v, %i : tensor<4x2xf32>, tensor<4x2xi32>
}

// -----

func.func @other_dimension(%x: tensor<5xf32>) -> tensor<5xf32> {
  // expected-error @below {{'stablehlo.sort': attribute 'dimension': expected a dimension of 'tensor<5xf32>', found 1 : i64}}
  %r = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }) : (tensor<5xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

func.func @comparator_of_numbers(%x: tensor<5xf32>) -> tensor<5xf32> {
  // expected-error @below {{'stablehlo.sort': comparator: expected result 0 to have the type 'tensor<i1>', found 'tensor<f32>'}}
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }) : (tensor<5xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

func.func @other_shape(%x: tensor<5xf32>, %y: tensor<4xf32>) -> (tensor<5xf32>, tensor<4xf32>) {
  // expected-error @below {{'stablehlo.sort': operand 1: expected the shape of 'tensor<5xf32>', found 'tensor<4xf32>'}}
  %r:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %e = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%e) : (tensor<i1>) -> ()
  }) : (tensor<5xf32>, tensor<4xf32>) -> (tensor<5xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<5xf32>, tensor<4xf32>
}

// -----

func.func @more_than_all(%x: tensor<8xf32>) -> (tensor<9xf32>, tensor<9xi32>) {
  // expected-error @below {{'chlo.top_k': operand 0: expected at least size 9 in dimension 0, found 'tensor<8xf32>'}}
  %v, %i = "chlo.top_k"(%x) <{k = 9 : i64}> : (tensor<8xf32>) -> (tensor<9xf32>, tensor<9xi32>)
  return %v, %i : tensor<9xf32>, tensor<9xi32>
}

// -----

func.func @no_order(%x: tensor<8xcomplex<f32>>) -> (tensor<2xcomplex<f32>>, tensor<2xi32>) {
  // expected-error @below {{'chlo.top_k': operand 0: expected a rank of at least 1 and elements that have an order, found 'tensor<8xcomplex<f32>>'}}
  %v, %i = "chlo.top_k"(%x) <{k = 2 : i64}> : (tensor<8xcomplex<f32>>) -> (tensor<2xcomplex<f32>>, tensor<2xi32>)
  return %v, %i : tensor<2xcomplex<f32>>, tensor<2xi32>
}

// -----

func.func @wrong_count(%x: tensor<8xf32>) -> (tensor<2xf32>, tensor<2xi64>) {
  // expected-error @below {{'chlo.top_k': result 1: expected 'tensor<2xi32>', found 'tensor<2xi64>'}}
  %v, %i = "chlo.top_k"(%x) <{k = 2 : i64}> : (tensor<8xf32>) -> (tensor<2xf32>, tensor<2xi64>)
  return %v, %i : tensor<2xf32>, tensor<2xi64>
}
