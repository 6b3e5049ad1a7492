// Results and updated arguments in files.

// RUN: %npy %t.a.npy i4 "[1, 2, 3]"
// RUN: %npy %t.b.npy i4 "[10, 20, 30]"

// In order, by name, by position.
// RUN: scatter-run %s --entry=results --input=%t.a.npy --input=%t.b.npy \
// RUN:   --output=%t.sum.npy --output=%t.product.npy | count 0
// RUN: %npy %t.sum.npy | FileCheck %s --check-prefix=SUM
// RUN: %npy %t.product.npy | FileCheck %s --check-prefix=PRODUCT
// RUN: scatter-run %s --entry=results --input=%t.a.npy --input=%t.b.npy \
// RUN:   --output=product=%t.p.npy --output=%t.s.npy
// RUN: cmp %t.s.npy %t.sum.npy
// RUN: cmp %t.p.npy %t.product.npy
// RUN: scatter-run %s --entry=results --input=%t.a.npy --input=%t.b.npy \
// RUN:   --output=result1=%t.r.npy
// RUN: cmp %t.r.npy %t.product.npy

// SUM: <i4 (3,) [11, 22, 33]
// PRODUCT: <i4 (3,) [10, 40, 90]

// A memref argument holds what the calls left in it, one after the other.
// RUN: scatter-run %s --entry=accumulate --input=%t.a.npy --input=%t.b.npy \
// RUN:   --output=arg0=%t.out.npy --output=values=%t.values.npy --repeat=3
// RUN: %npy %t.out.npy | FileCheck %s --check-prefix=ACCUMULATED
// RUN: cmp %t.values.npy %t.b.npy
// RUN: %npy %t.a.npy | FileCheck %s --check-prefix=INPUT

// ACCUMULATED: <i4 (3,) [31, 62, 93]
// INPUT: <i4 (3,) [1, 2, 3]

// Without --output a function without results shows its arguments.
// RUN: scatter-run %s --entry=accumulate --input=%t.a.npy --input=%t.b.npy \
// RUN:   | FileCheck %s --check-prefix=PRINTED

// PRINTED:      total: memref<3xi32>
// PRINTED-NEXT: [11, 22, 33]
// PRINTED-NEXT: values: memref<3xi32>
// PRINTED-NEXT: [10, 20, 30]

// One file for two arguments is two arrays.
// RUN: scatter-run %s --entry=accumulate --input=%t.a.npy --input=%t.a.npy \
// RUN:   --output=total=%t.twice.npy --output=values=%t.same.npy
// RUN: %npy %t.twice.npy | FileCheck %s --check-prefix=TWICE
// RUN: cmp %t.same.npy %t.a.npy

// TWICE: <i4 (3,) [2, 4, 6]

// An output may replace an input, and a name may hold '='.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: cp %t.a.npy %t.dir/a=b.npy
// RUN: cd %t.dir
// RUN: scatter-run %s --entry=accumulate --input=a=b.npy --input=%t.b.npy \
// RUN:   --output=total=a=b.npy
// RUN: %npy %t.dir/a=b.npy | FileCheck %s --check-prefix=SUM

// A strided result is written without gaps.
// RUN: scatter-run %s --entry=column --input=%t.a.npy --output=%t.column.npy
// RUN: %npy %t.column.npy | FileCheck %s --check-prefix=COLUMN
// COLUMN: <i4 (2,) [1, 3]

// A device is written to, a link stays a link.
// RUN: scatter-run %s --entry=results --input=%t.a.npy --input=%t.b.npy \
// RUN:   --output=/dev/null --output=/dev/stdout | %npy /dev/stdin > %t.pipe
// RUN: FileCheck %s --check-prefix=PRODUCT < %t.pipe
// RUN: test -c /dev/null
// RUN: rm -f %t.link %t.target && touch %t.target
// RUN: ln -s %t.target %t.link
// RUN: scatter-run %s --entry=results --input=%t.a.npy --input=%t.b.npy \
// RUN:   --output=%t.link
// RUN: test -h %t.link
// RUN: cmp %t.target %t.sum.npy

func.func @results(%a: tensor<3xi32>, %b: tensor<3xi32>)
    -> (tensor<3xi32>, tensor<3xi32> {scatter.name = "product"}) {
  %empty = tensor.empty() : tensor<3xi32>
  %sum = linalg.add ins(%a, %b : tensor<3xi32>, tensor<3xi32>)
                    outs(%empty : tensor<3xi32>) -> tensor<3xi32>
  %product = linalg.mul ins(%a, %b : tensor<3xi32>, tensor<3xi32>)
                        outs(%empty : tensor<3xi32>) -> tensor<3xi32>
  return %sum, %product : tensor<3xi32>, tensor<3xi32>
}

func.func @accumulate(%total: memref<3xi32>, %values: memref<?xi32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
                                   affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]}
      ins(%values : memref<?xi32>) outs(%total : memref<3xi32>) {
  ^bb0(%value: i32, %old: i32):
    %new = arith.addi %old, %value : i32
    linalg.yield %new : i32
  }
  return
}

func.func @column(%a: tensor<3xi32>) -> tensor<2xi32> {
  %column = tensor.extract_slice %a[0][2][2] : tensor<3xi32> to tensor<2xi32>
  return %column : tensor<2xi32>
}
