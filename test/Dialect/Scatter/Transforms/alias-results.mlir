// RUN: scatter-opt %s --scatter-alias-results | FileCheck %s

// CHECK-LABEL: func @step(
// CHECK-SAME:    %[[C:.*]]: memref<8xf32>, %{{.*}}: memref<f32>)
// CHECK-SAME:    attributes {scatter.donors = array<i64: -1, 0>}
// CHECK:       %[[N:.*]] = memref.alloc
// CHECK:       return %[[N]] : memref<8xf32>
func.func @step(%c: memref<8xf32> {scatter.donated = 1}, %u: memref<f32>)
    -> (memref<8xf32>, memref<8xf32> {scatter.name = "present"}) {
  %n = memref.alloc() : memref<8xf32>
  return %n, %c : memref<8xf32>, memref<8xf32>
}

// A memory holds one result: the one that was asked for, else the first.

// CHECK-LABEL: func @twice(
// CHECK-SAME:    attributes {scatter.donors = array<i64: -1, 0>}
// CHECK-LABEL: func @first(
// CHECK-SAME:    attributes {scatter.donors = array<i64: 0, -1>}
func.func @twice(%c: memref<8xf32> {scatter.donated = 1}) -> (memref<8xf32>, memref<8xf32>) {
  return %c, %c : memref<8xf32>, memref<8xf32>
}
func.func @first(%c: memref<8xf32> {scatter.donated}) -> (memref<8xf32>, memref<8xf32>) {
  return %c, %c : memref<8xf32>, memref<8xf32>
}

// Loops and branches that yield what they got.

// CHECK-LABEL: func @for(
// CHECK-SAME:    attributes {scatter.donors = array<i64: 0>}
func.func @for(%c: memref<8xf32> {scatter.donated}, %n: index) -> memref<8xf32> {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %r = scf.for %i = %0 to %n step %1 iter_args(%d = %c) -> memref<8xf32> {
    scf.yield %d : memref<8xf32>
  }
  return %r : memref<8xf32>
}

// CHECK-LABEL: func @while(
// CHECK-SAME:    attributes {scatter.donors = array<i64: 0>}
func.func @while(%c: memref<8xf32> {scatter.donated}, %n: i1) -> memref<8xf32> {
  %r = scf.while (%d = %c) : (memref<8xf32>) -> memref<8xf32> {
    scf.condition(%n) %d : memref<8xf32>
  } do {
  ^bb0(%e: memref<8xf32>):
    scf.yield %e : memref<8xf32>
  }
  return %r : memref<8xf32>
}

// CHECK-LABEL: func @while_that_swaps(
// CHECK-SAME:    attributes {scatter.donors = array<i64: -1, -1>}
func.func @while_that_swaps(%c: memref<8xf32> {scatter.donated}, %b: memref<8xf32> {scatter.donated}, %n: i1)
    -> (memref<8xf32>, memref<8xf32>) {
  %r:2 = scf.while (%d = %c, %e = %b) : (memref<8xf32>, memref<8xf32>) -> (memref<8xf32>, memref<8xf32>) {
    scf.condition(%n) %d, %e : memref<8xf32>, memref<8xf32>
  } do {
  ^bb0(%d: memref<8xf32>, %e: memref<8xf32>):
    scf.yield %e, %d : memref<8xf32>, memref<8xf32>
  }
  return %r#0, %r#1 : memref<8xf32>, memref<8xf32>
}

// CHECK-LABEL: func @if(
// CHECK-SAME:    attributes {scatter.donors = array<i64: 0, -1>}
func.func @if(%c: memref<8xf32> {scatter.donated}, %b: memref<8xf32>, %n: i1) -> (memref<8xf32>, memref<8xf32>) {
  %r:2 = scf.if %n -> (memref<8xf32>, memref<8xf32>) {
    scf.yield %c, %c : memref<8xf32>, memref<8xf32>
  } else {
    scf.yield %c, %b : memref<8xf32>, memref<8xf32>
  }
  return %r#0, %r#1 : memref<8xf32>, memref<8xf32>
}

// CHECK-LABEL: func @switch(
// CHECK-SAME:    attributes {scatter.donors = array<i64: 0, -1>}
func.func @switch(%c: memref<8xf32> {scatter.donated}, %b: memref<8xf32>, %n: index) -> (memref<8xf32>, memref<8xf32>) {
  %r:2 = scf.index_switch %n -> memref<8xf32>, memref<8xf32>
  case 0 {
    scf.yield %c, %c : memref<8xf32>, memref<8xf32>
  }
  default {
    scf.yield %c, %b : memref<8xf32>, memref<8xf32>
  }
  return %r#0, %r#1 : memref<8xf32>, memref<8xf32>
}

// The signature of a function with callers is left alone.

// CHECK-LABEL: func @callee(
// CHECK-SAME:    %[[C:.*]]: memref<8xf32>) -> memref<8xf32> {
func.func @callee(%c: memref<8xf32> {scatter.donated}) -> memref<8xf32> {
  return %c : memref<8xf32>
}
func.func @caller(%c: memref<8xf32>) -> memref<8xf32> {
  %r = func.call @callee(%c) : (memref<8xf32>) -> memref<8xf32>
  return %r : memref<8xf32>
}
