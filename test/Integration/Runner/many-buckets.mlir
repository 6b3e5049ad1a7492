// RUN: %lower %s -o %t.mlir
// RUN: %run -e main %t.mlir | FileCheck %s
// RUN: sed 's/threads = [56], /threads = 3, /;s/, buckets = <bytes = 4096>//' %s > %t.one.mlir
// RUN: %lower %t.one.mlir -o %t.lowered.mlir
// RUN: %run -e main %t.lowered.mlir | FileCheck %s

// More buckets than threads. Tuple n of 20000 names slot 7919 * n % 10000, so that
// each slot gets tuples n and n + 10000, in this order. What differs from that is
// counted: of sums and of what overwrites last, with entries of precomputed
// offsets (32 bits) and of components (64 bits), for updates of 4 and 8 bytes. The
// same with one bucket for each thread, which finds its tuples among all.

// CHECK-COUNT-4: {{^}}0{{$}}

#buckets = #scatter.plan<partition = buckets, threads = 6, offsets = precomputed, buckets = <bytes = 4096>>
#components = #scatter.plan<partition = buckets, threads = 5, buckets = <bytes = 4096>>

func.func @sum_i32(%d: memref<10000xi32>, %i: memref<?x1xi64>, %u: memref<?xi32>) attributes {no_inline} {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xi32>)
      outs(%d : memref<10000xi32>) reduction(sum) {plan = #buckets}
  return
}

func.func @overwrite_i32(%d: memref<10000xi32>, %i: memref<?x1xi64>, %u: memref<?xi32>) attributes {no_inline} {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xi32>)
      outs(%d : memref<10000xi32>) out_of_bounds(drop) {plan = #components}
  return
}

func.func @sum_i64(%d: memref<10000xi64>, %i: memref<?x1xi64>, %u: memref<?xi64>) attributes {no_inline} {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xi64>)
      outs(%d : memref<10000xi64>) reduction(sum) out_of_bounds(clamp) {plan = #components}
  return
}

func.func @overwrite_i64(%d: memref<10000xi64>, %i: memref<?x1xi64>, %u: memref<?xi64>) attributes {no_inline} {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xi64>)
      outs(%d : memref<10000xi64>) {plan = #buckets}
  return
}

func.func @slot(%n: index) -> index {
  %factor = arith.constant 7919 : index
  %size = arith.constant 10000 : index
  %product = arith.muli %n, %factor : index
  %slot = arith.remui %product, %size : index
  return %slot : index
}

// Prints how many slots have another value than `factor` * n + 10000.
func.func @check(%d: memref<10000xi64>, %factor: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.constant 10000 : index
  %second = arith.constant 10000 : i64
  %zero = arith.constant 0 : i64
  %count = scf.for %n = %c0 to %size step %c1 iter_args(%wrong = %zero) -> i64 {
    %slot = func.call @slot(%n) : (index) -> index
    %found = memref.load %d[%slot] : memref<10000xi64>
    %number = arith.index_cast %n : index to i64
    %scaled = arith.muli %number, %factor : i64
    %expected = arith.addi %scaled, %second : i64
    %differs = arith.cmpi ne, %found, %expected : i64
    %one = arith.extui %differs : i1 to i64
    %next = arith.addi %wrong, %one : i64
    scf.yield %next : i64
  }
  func.call @printI64(%count) : (i64) -> ()
  func.call @printNewline() : () -> ()
  return
}

func.func @widen(%from: memref<10000xi32>, %to: memref<10000xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.constant 10000 : index
  scf.for %n = %c0 to %size step %c1 {
    %v = memref.load %from[%n] : memref<10000xi32>
    %w = arith.extsi %v : i32 to i64
    memref.store %w, %to[%n] : memref<10000xi64>
  }
  return
}

func.func private @printI64(i64)
func.func private @printNewline()

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %count = arith.constant 20000 : index
  %zero32 = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %d = memref.alloc() : memref<10000xi64>
  %e = memref.alloc() : memref<10000xi32>
  %i = memref.alloc(%count) : memref<?x1xi64>
  %u = memref.alloc(%count) : memref<?xi64>
  %v = memref.alloc(%count) : memref<?xi32>
  scf.for %n = %c0 to %count step %c1 {
    %slot = func.call @slot(%n) : (index) -> index
    %index = arith.index_cast %slot : index to i64
    %number = arith.index_cast %n : index to i64
    %narrow = arith.index_cast %n : index to i32
    memref.store %index, %i[%n, %c0] : memref<?x1xi64>
    memref.store %number, %u[%n] : memref<?xi64>
    memref.store %narrow, %v[%n] : memref<?xi32>
  }
  linalg.fill ins(%zero32 : i32) outs(%e : memref<10000xi32>)
  func.call @sum_i32(%e, %i, %v) : (memref<10000xi32>, memref<?x1xi64>, memref<?xi32>) -> ()
  func.call @widen(%e, %d) : (memref<10000xi32>, memref<10000xi64>) -> ()
  func.call @check(%d, %two) : (memref<10000xi64>, i64) -> ()
  func.call @overwrite_i32(%e, %i, %v) : (memref<10000xi32>, memref<?x1xi64>, memref<?xi32>) -> ()
  func.call @widen(%e, %d) : (memref<10000xi32>, memref<10000xi64>) -> ()
  func.call @check(%d, %one) : (memref<10000xi64>, i64) -> ()
  linalg.fill ins(%zero : i64) outs(%d : memref<10000xi64>)
  func.call @sum_i64(%d, %i, %u) : (memref<10000xi64>, memref<?x1xi64>, memref<?xi64>) -> ()
  func.call @check(%d, %two) : (memref<10000xi64>, i64) -> ()
  func.call @overwrite_i64(%d, %i, %u) : (memref<10000xi64>, memref<?x1xi64>, memref<?xi64>) -> ()
  func.call @check(%d, %one) : (memref<10000xi64>, i64) -> ()
  return
}
