// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s
// RUN: sed 's/, buckets = <[^>]*>//' %s | scatter-opt --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=NEVER

#buckets = #scatter.plan<partition = buckets, threads = <2, bytes = 64, data_bytes = 2097152>, buckets = <bytes = 8192, data_bytes = 65536>>
#buckets_2 = #scatter.plan<partition = buckets, threads = <2, bytes = 64, data_bytes = 2097152>>
#buckets_precomputed = #scatter.plan<partition = buckets, threads = <2, bytes = 64, data_bytes = 2097152>, offsets = precomputed>
#buckets_3 = #scatter.plan<partition = buckets, threads = <2, bytes = 64, data_bytes = 2097152>, stores = <memcpy_bytes = 2048>>

// Rows of large `data` have a bucket for each 8 KiB of it, an eighth of what the
// cache of a core keeps, but no bucket has less than 2048 tuples.

// CHECK-LABEL: func @many_updates(
// CHECK:         scatter.fill_buckets {{.*}} into %c4 buckets
// NEVER-LABEL: func @many_updates(
// NEVER:         scatter.fill_buckets {{.*}} into %c2 buckets
func.func @many_updates(%d: memref<128x128xf32>, %i: memref<8192x1xi64>, %u: memref<8192x128xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<8192x1xi64>, memref<8192x128xf32>) outs(%d : memref<128x128xf32>) reduction(sum) {plan = #buckets}
  return
}

// The number is a multiple of the threads: 4 of 5.

// CHECK-LABEL: func @odd_number(
// CHECK:         scatter.fill_buckets {{.*}} into %c4 buckets
func.func @odd_number(%d: memref<128x128xf32>, %i: memref<10240x1xi64>, %u: memref<10240x128xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<10240x1xi64>, memref<10240x128xf32>) outs(%d : memref<128x128xf32>) reduction(sum) {plan = #buckets}
  return
}

// The updates must have twice the bytes of `data`.

// CHECK-LABEL: func @few_updates(
// CHECK:         scatter.fill_buckets {{.*}} into %c2 buckets
func.func @few_updates(%d: memref<4096x128xf32>, %i: memref<8191x1xi64>, %u: memref<8191x128xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<8191x1xi64>, memref<8191x128xf32>) outs(%d : memref<4096x128xf32>) reduction(sum) {plan = #buckets}
  return
}

// CHECK-LABEL: func @enough_updates(
// CHECK:         scatter.fill_buckets {{.*}} into %c4 buckets
func.func @enough_updates(%d: memref<4096x128xf32>, %i: memref<8192x1xi64>, %u: memref<8192x128xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<8192x1xi64>, memref<8192x128xf32>) outs(%d : memref<4096x128xf32>) reduction(sum) {plan = #buckets}
  return
}

// CHECK-LABEL: func @small_data(
// CHECK:         scatter.fill_buckets {{.*}} into %c2 buckets
func.func @small_data(%d: memref<127x128xf32>, %i: memref<8192x1xi64>, %u: memref<8192x128xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<8192x1xi64>, memref<8192x128xf32>) outs(%d : memref<127x128xf32>) reduction(sum) {plan = #buckets_2}
  return
}

// CHECK-LABEL: func @short_rows(
// CHECK:         scatter.fill_buckets {{.*}} into %c2 buckets
func.func @short_rows(%d: memref<1024x31xf32>, %i: memref<8192x1xi64>, %u: memref<8192x31xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<8192x1xi64>, memref<8192x31xf32>) outs(%d : memref<1024x31xf32>) reduction(sum) {plan = #buckets_precomputed}
  return
}

// Sizes known at run time are compared then.

// CHECK-LABEL: func @any_size(
// CHECK:         %[[WANTED:.*]] = arith.divui %[[DATA:.*]], %c8192
// CHECK:         %[[LARGE:.*]] = arith.cmpi uge, %[[DATA]], %c65536
// CHECK:         %[[TWICE:.*]] = arith.muli %{{.*}}, %c1024
// CHECK:         %[[ENOUGH:.*]] = arith.cmpi uge, %{{.*}}, %[[TWICE]]
// CHECK:         %[[PAYS:.*]] = arith.andi %[[LARGE]], %[[ENOUGH]]
// CHECK:         arith.select %[[PAYS]], %[[WANTED]], %c0
// CHECK:         scatter.fill_buckets
func.func @any_size(%d: memref<?x128xf32>, %i: memref<?x1xi64>, %u: memref<?x128xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x128xf32>) outs(%d : memref<?x128xf32>) reduction(sum) {plan = #buckets}
  return
}

// Without a reduction, only the last tuple of a slot is applied.

// CHECK-LABEL: func @overwritten(
// CHECK:         scatter.fill_buckets {{.*}} into %c2 buckets
func.func @overwritten(%d: memref<128x128xf32>, %i: memref<8192x1xi64>, %u: memref<8192x128xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<8192x1xi64>, memref<8192x128xf32>) outs(%d : memref<128x128xf32>) {plan = #buckets_3}
  return
}
