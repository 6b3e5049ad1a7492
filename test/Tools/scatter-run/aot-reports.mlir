// A report that ends a call frees what the call has allocated: ahead-of-time code has no engine that does so. The
// program counts what is allocated and not freed, and takes results that are null.

// REQUIRES: clang
// UNSUPPORTED: asan, tsan, ubsan

// RUN: rm -rf %t && mkdir %t
// RUN: scatter-run %s --emit=obj -o %t/program.o
// RUN: scatter-run %s --emit=header -o %t/program.h
// RUN: %llvm_tools_dir/clang -std=c99 -Wall -Wextra -Wpedantic -Werror -I%t \
// RUN:   -I%scatter_src_root/include %S/Inputs/aot-reports.c %t/program.o \
// RUN:   -Wl,--wrap=malloc,--wrap=free \
// RUN:   %scatter_obj_root/lib/libscatter_runtime.a -o %t/program
// RUN: %t/program | FileCheck %s

// With sizes that fit only the results are left.
// CHECK:      {{^}}between 4 4: kind 0, 2 results, 2 left
// CHECK-NEXT: {{^}}between 4 5: kind 7, 0 results, 0 left
// CHECK-NEXT: {{^}}between 9 9: kind 7, 0 results, 0 left
// CHECK-NEXT: {{^}}caller 4 4: kind 0, 1 results, 1 left
// CHECK-NEXT: {{^}}caller 9 9: kind 7, 0 results, 0 left
// CHECK-NEXT: {{^}}loop 4 4: kind 0, 1 results, 1 left
// CHECK-NEXT: {{^}}loop 4 2: kind 7, 0 results, 0 left
// CHECK-NEXT: {{^}}branch 4 1: kind 0, 1 results, 1 left
// CHECK-NEXT: {{^}}branch 4 2: kind 7, 0 results, 0 left
// CHECK-NEXT: {{^}}branch 3 2: kind 7, 0 results, 0 left

#id = affine_map<(d0) -> (d0)>

func.func private @require(%holds: i1, %found: index, %expected: index) {
  %true = arith.constant true
  %wrong = arith.xori %holds, %true : i1
  scf.if %wrong {
    %equal = arith.constant 2 : i64
    %dim = arith.constant 0 : i64
    %f = arith.index_cast %found : index to i64
    %e = arith.index_cast %expected : index to i64
    scatter.report operand %equal, %dim, %f, %e
  }
  return
}

// Two reports, each after an allocation.
func.func @between(%x: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %size = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%size) : tensor<?xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %a : f32
    linalg.yield %p : f32
  } -> tensor<?xf32>
  %same = arith.cmpi eq, %size, %n : index
  func.call @require(%same, %size, %n) : (i1, index, index) -> ()
  %z = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%y : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %a : f32
    linalg.yield %p : f32
  } -> tensor<?xf32>
  %small = arith.cmpi ult, %size, %c8 : index
  func.call @require(%small, %size, %c8) : (i1, index, index) -> ()
  return %y, %z : tensor<?xf32>, tensor<?xf32>
}

// A caller has a buffer of its own.
func.func @caller(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %size = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%size) : tensor<?xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %p = arith.addf %a, %a : f32
    linalg.yield %p : f32
  } -> tensor<?xf32>
  %0:2 = func.call @between(%x, %n) : (tensor<?xf32>, index) -> (tensor<?xf32>, tensor<?xf32>)
  %z = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%y : tensor<?xf32>) outs(%0#1 : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %p = arith.addf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<?xf32>
  return %z : tensor<?xf32>
}

// A buffer of each iteration.
func.func @loop(%x: tensor<?xf32>, %n: index) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = tensor.dim %x, %c0 : tensor<?xf32>
  %sums = memref.alloc(%size) : memref<?xf32>
  scf.for %i = %c0 to %size step %c1 {
    %own = memref.alloc(%size) : memref<?xf32>
    %a = tensor.extract %x[%i] : tensor<?xf32>
    memref.store %a, %own[%i] : memref<?xf32>
    %other = arith.cmpi ne, %i, %n : index
    %true = arith.constant true
    %wrong = arith.xori %other, %true : i1
    scf.if %wrong {
      %equal = arith.constant 2 : i64
      scatter.report operand %equal, %equal, %equal, %equal
    }
    %b = memref.load %own[%i] : memref<?xf32>
    memref.store %b, %sums[%i] : memref<?xf32>
  }
  return %sums : memref<?xf32>
}

// Buffers of branches are freed in them.
func.func @branch(%x: tensor<?xf32>, %n: index) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %size = tensor.dim %x, %c0 : tensor<?xf32>
  %a = tensor.extract %x[%c0] : tensor<?xf32>
  %m = memref.alloc(%size) : memref<?xf32>
  memref.store %a, %m[%c0] : memref<?xf32>
  %is_four = arith.cmpi eq, %size, %c4 : index
  %b = scf.if %is_four -> f32 {
    %p = memref.alloc(%size) : memref<?xf32>
    memref.store %a, %p[%c1] : memref<?xf32>
    func.call @fill(%p) : (memref<?xf32>) -> ()
    %r = memref.load %p[%c0] : memref<?xf32>
    scf.yield %r : f32
  } else {
    scf.yield %a : f32
  }
  %other = arith.cmpi ne, %n, %c1 : index
  scf.if %other {
    %equal = arith.constant 2 : i64
    scatter.report operand %equal, %equal, %equal, %equal
  }
  memref.store %b, %m[%c0] : memref<?xf32>
  return %m : memref<?xf32>
}

func.func private @fill(%m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %size = memref.dim %m, %c0 : memref<?xf32>
  scf.for %i = %c0 to %size step %c1 {
    memref.store %one, %m[%i] : memref<?xf32>
  }
  return
}
