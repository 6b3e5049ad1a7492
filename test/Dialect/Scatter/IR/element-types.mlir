// RUN: scatter-opt %s | scatter-opt | FileCheck %s
// RUN: scatter-opt %s --mlir-print-op-generic | scatter-opt | FileCheck %s
// RUN: scatter-opt %s --emit-bytecode -o %t.mlirbc && scatter-opt %t.mlirbc | FileCheck %s

// The element types of (ND8).

// `none` moves values of any type that a buffer holds; reductions need an
// arithmetic type.

// CHECK-LABEL: func @nd_types_without_reduction(
// CHECK-COUNT-48: scatter.scatter_nd_update
func.func @nd_types_without_reduction(%i: memref<1x1xi64>,
    %u0: memref<1xi1>, %d0: memref<4xi1>,
    %u1: memref<1xi4>, %d1: memref<4xi4>,
    %u2: memref<1xi8>, %d2: memref<4xi8>,
    %u3: memref<1xi16>, %d3: memref<4xi16>,
    %u4: memref<1xi32>, %d4: memref<4xi32>,
    %u5: memref<1xi64>, %d5: memref<4xi64>,
    %u6: memref<1xsi1>, %d6: memref<4xsi1>,
    %u7: memref<1xsi4>, %d7: memref<4xsi4>,
    %u8: memref<1xsi8>, %d8: memref<4xsi8>,
    %u9: memref<1xsi16>, %d9: memref<4xsi16>,
    %u10: memref<1xsi32>, %d10: memref<4xsi32>,
    %u11: memref<1xsi64>, %d11: memref<4xsi64>,
    %u12: memref<1xui1>, %d12: memref<4xui1>,
    %u13: memref<1xui4>, %d13: memref<4xui4>,
    %u14: memref<1xui8>, %d14: memref<4xui8>,
    %u15: memref<1xui16>, %d15: memref<4xui16>,
    %u16: memref<1xui32>, %d16: memref<4xui32>,
    %u17: memref<1xui64>, %d17: memref<4xui64>,
    %u18: memref<1xi2>, %d18: memref<4xi2>,
    %u19: memref<1xi7>, %d19: memref<4xi7>,
    %u20: memref<1xi24>, %d20: memref<4xi24>,
    %u21: memref<1xindex>, %d21: memref<4xindex>,
    %u22: memref<1xf16>, %d22: memref<4xf16>,
    %u23: memref<1xbf16>, %d23: memref<4xbf16>,
    %u24: memref<1xf32>, %d24: memref<4xf32>,
    %u25: memref<1xf64>, %d25: memref<4xf64>,
    %u26: memref<1xf8E4M3FN>, %d26: memref<4xf8E4M3FN>,
    %u27: memref<1xf8E5M2>, %d27: memref<4xf8E5M2>,
    %u28: memref<1xf8E4M3>, %d28: memref<4xf8E4M3>,
    %u29: memref<1xf8E3M4>, %d29: memref<4xf8E3M4>,
    %u30: memref<1xf8E4M3FNUZ>, %d30: memref<4xf8E4M3FNUZ>,
    %u31: memref<1xf8E5M2FNUZ>, %d31: memref<4xf8E5M2FNUZ>,
    %u32: memref<1xf8E4M3B11FNUZ>, %d32: memref<4xf8E4M3B11FNUZ>,
    %u33: memref<1xf8E8M0FNU>, %d33: memref<4xf8E8M0FNU>,
    %u34: memref<1xcomplex<f32>>, %d34: memref<4xcomplex<f32>>,
    %u35: memref<1xcomplex<f64>>, %d35: memref<4xcomplex<f64>>,
    %u36: memref<1xi128>, %d36: memref<4xi128>,
    %u37: memref<1xtf32>, %d37: memref<4xtf32>,
    %u38: memref<1xf80>, %d38: memref<4xf80>,
    %u39: memref<1xf128>, %d39: memref<4xf128>,
    %u40: memref<1xf4E2M1FN>, %d40: memref<4xf4E2M1FN>,
    %u41: memref<1xf6E2M3FN>, %d41: memref<4xf6E2M3FN>,
    %u42: memref<1xf6E3M2FN>, %d42: memref<4xf6E3M2FN>,
    %u43: memref<1xcomplex<f16>>, %d43: memref<4xcomplex<f16>>,
    %u44: memref<1xcomplex<i32>>, %d44: memref<4xcomplex<i32>>,
    %u45: memref<1xvector<4xf32>>, %d45: memref<4xvector<4xf32>>,
    %u46: memref<1x!ptr.ptr<#ptr.generic_space>>, %d46: memref<4x!ptr.ptr<#ptr.generic_space>>,
    %u47: memref<1xmemref<?xf32>>, %d47: memref<4xmemref<?xf32>>) {
  scatter.scatter_nd_update ins(%i, %u0 : memref<1x1xi64>, memref<1xi1>) outs(%d0 : memref<4xi1>)
  scatter.scatter_nd_update ins(%i, %u1 : memref<1x1xi64>, memref<1xi4>) outs(%d1 : memref<4xi4>)
  scatter.scatter_nd_update ins(%i, %u2 : memref<1x1xi64>, memref<1xi8>) outs(%d2 : memref<4xi8>)
  scatter.scatter_nd_update ins(%i, %u3 : memref<1x1xi64>, memref<1xi16>) outs(%d3 : memref<4xi16>)
  scatter.scatter_nd_update ins(%i, %u4 : memref<1x1xi64>, memref<1xi32>) outs(%d4 : memref<4xi32>)
  scatter.scatter_nd_update ins(%i, %u5 : memref<1x1xi64>, memref<1xi64>) outs(%d5 : memref<4xi64>)
  scatter.scatter_nd_update ins(%i, %u6 : memref<1x1xi64>, memref<1xsi1>) outs(%d6 : memref<4xsi1>)
  scatter.scatter_nd_update ins(%i, %u7 : memref<1x1xi64>, memref<1xsi4>) outs(%d7 : memref<4xsi4>)
  scatter.scatter_nd_update ins(%i, %u8 : memref<1x1xi64>, memref<1xsi8>) outs(%d8 : memref<4xsi8>)
  scatter.scatter_nd_update ins(%i, %u9 : memref<1x1xi64>, memref<1xsi16>) outs(%d9 : memref<4xsi16>)
  scatter.scatter_nd_update ins(%i, %u10 : memref<1x1xi64>, memref<1xsi32>) outs(%d10 : memref<4xsi32>)
  scatter.scatter_nd_update ins(%i, %u11 : memref<1x1xi64>, memref<1xsi64>) outs(%d11 : memref<4xsi64>)
  scatter.scatter_nd_update ins(%i, %u12 : memref<1x1xi64>, memref<1xui1>) outs(%d12 : memref<4xui1>)
  scatter.scatter_nd_update ins(%i, %u13 : memref<1x1xi64>, memref<1xui4>) outs(%d13 : memref<4xui4>)
  scatter.scatter_nd_update ins(%i, %u14 : memref<1x1xi64>, memref<1xui8>) outs(%d14 : memref<4xui8>)
  scatter.scatter_nd_update ins(%i, %u15 : memref<1x1xi64>, memref<1xui16>) outs(%d15 : memref<4xui16>)
  scatter.scatter_nd_update ins(%i, %u16 : memref<1x1xi64>, memref<1xui32>) outs(%d16 : memref<4xui32>)
  scatter.scatter_nd_update ins(%i, %u17 : memref<1x1xi64>, memref<1xui64>) outs(%d17 : memref<4xui64>)
  scatter.scatter_nd_update ins(%i, %u18 : memref<1x1xi64>, memref<1xi2>) outs(%d18 : memref<4xi2>)
  scatter.scatter_nd_update ins(%i, %u19 : memref<1x1xi64>, memref<1xi7>) outs(%d19 : memref<4xi7>)
  scatter.scatter_nd_update ins(%i, %u20 : memref<1x1xi64>, memref<1xi24>) outs(%d20 : memref<4xi24>)
  scatter.scatter_nd_update ins(%i, %u21 : memref<1x1xi64>, memref<1xindex>) outs(%d21 : memref<4xindex>)
  scatter.scatter_nd_update ins(%i, %u22 : memref<1x1xi64>, memref<1xf16>) outs(%d22 : memref<4xf16>)
  scatter.scatter_nd_update ins(%i, %u23 : memref<1x1xi64>, memref<1xbf16>) outs(%d23 : memref<4xbf16>)
  scatter.scatter_nd_update ins(%i, %u24 : memref<1x1xi64>, memref<1xf32>) outs(%d24 : memref<4xf32>)
  scatter.scatter_nd_update ins(%i, %u25 : memref<1x1xi64>, memref<1xf64>) outs(%d25 : memref<4xf64>)
  scatter.scatter_nd_update ins(%i, %u26 : memref<1x1xi64>, memref<1xf8E4M3FN>) outs(%d26 : memref<4xf8E4M3FN>)
  scatter.scatter_nd_update ins(%i, %u27 : memref<1x1xi64>, memref<1xf8E5M2>) outs(%d27 : memref<4xf8E5M2>)
  scatter.scatter_nd_update ins(%i, %u28 : memref<1x1xi64>, memref<1xf8E4M3>) outs(%d28 : memref<4xf8E4M3>)
  scatter.scatter_nd_update ins(%i, %u29 : memref<1x1xi64>, memref<1xf8E3M4>) outs(%d29 : memref<4xf8E3M4>)
  scatter.scatter_nd_update ins(%i, %u30 : memref<1x1xi64>, memref<1xf8E4M3FNUZ>) outs(%d30 : memref<4xf8E4M3FNUZ>)
  scatter.scatter_nd_update ins(%i, %u31 : memref<1x1xi64>, memref<1xf8E5M2FNUZ>) outs(%d31 : memref<4xf8E5M2FNUZ>)
  scatter.scatter_nd_update ins(%i, %u32 : memref<1x1xi64>, memref<1xf8E4M3B11FNUZ>) outs(%d32 : memref<4xf8E4M3B11FNUZ>)
  scatter.scatter_nd_update ins(%i, %u33 : memref<1x1xi64>, memref<1xf8E8M0FNU>) outs(%d33 : memref<4xf8E8M0FNU>)
  scatter.scatter_nd_update ins(%i, %u34 : memref<1x1xi64>, memref<1xcomplex<f32>>) outs(%d34 : memref<4xcomplex<f32>>)
  scatter.scatter_nd_update ins(%i, %u35 : memref<1x1xi64>, memref<1xcomplex<f64>>) outs(%d35 : memref<4xcomplex<f64>>)
  scatter.scatter_nd_update ins(%i, %u36 : memref<1x1xi64>, memref<1xi128>) outs(%d36 : memref<4xi128>)
  scatter.scatter_nd_update ins(%i, %u37 : memref<1x1xi64>, memref<1xtf32>) outs(%d37 : memref<4xtf32>)
  scatter.scatter_nd_update ins(%i, %u38 : memref<1x1xi64>, memref<1xf80>) outs(%d38 : memref<4xf80>)
  scatter.scatter_nd_update ins(%i, %u39 : memref<1x1xi64>, memref<1xf128>) outs(%d39 : memref<4xf128>)
  scatter.scatter_nd_update ins(%i, %u40 : memref<1x1xi64>, memref<1xf4E2M1FN>) outs(%d40 : memref<4xf4E2M1FN>)
  scatter.scatter_nd_update ins(%i, %u41 : memref<1x1xi64>, memref<1xf6E2M3FN>) outs(%d41 : memref<4xf6E2M3FN>)
  scatter.scatter_nd_update ins(%i, %u42 : memref<1x1xi64>, memref<1xf6E3M2FN>) outs(%d42 : memref<4xf6E3M2FN>)
  scatter.scatter_nd_update ins(%i, %u43 : memref<1x1xi64>, memref<1xcomplex<f16>>) outs(%d43 : memref<4xcomplex<f16>>)
  scatter.scatter_nd_update ins(%i, %u44 : memref<1x1xi64>, memref<1xcomplex<i32>>) outs(%d44 : memref<4xcomplex<i32>>)
  scatter.scatter_nd_update ins(%i, %u45 : memref<1x1xi64>, memref<1xvector<4xf32>>) outs(%d45 : memref<4xvector<4xf32>>)
  scatter.scatter_nd_update ins(%i, %u46 : memref<1x1xi64>, memref<1x!ptr.ptr<#ptr.generic_space>>) outs(%d46 : memref<4x!ptr.ptr<#ptr.generic_space>>)
  scatter.scatter_nd_update ins(%i, %u47 : memref<1x1xi64>, memref<1xmemref<?xf32>>) outs(%d47 : memref<4xmemref<?xf32>>)
  return
}

// CHECK-LABEL: func @nd_types_with_reduction(
// CHECK-COUNT-36: reduction(prod)
func.func @nd_types_with_reduction(%i: tensor<1x1xi64>,
    %u0: tensor<1xi1>, %d0: tensor<4xi1>,
    %u1: tensor<1xi4>, %d1: tensor<4xi4>,
    %u2: tensor<1xi8>, %d2: tensor<4xi8>,
    %u3: tensor<1xi16>, %d3: tensor<4xi16>,
    %u4: tensor<1xi32>, %d4: tensor<4xi32>,
    %u5: tensor<1xi64>, %d5: tensor<4xi64>,
    %u6: tensor<1xsi1>, %d6: tensor<4xsi1>,
    %u7: tensor<1xsi4>, %d7: tensor<4xsi4>,
    %u8: tensor<1xsi8>, %d8: tensor<4xsi8>,
    %u9: tensor<1xsi16>, %d9: tensor<4xsi16>,
    %u10: tensor<1xsi32>, %d10: tensor<4xsi32>,
    %u11: tensor<1xsi64>, %d11: tensor<4xsi64>,
    %u12: tensor<1xui1>, %d12: tensor<4xui1>,
    %u13: tensor<1xui4>, %d13: tensor<4xui4>,
    %u14: tensor<1xui8>, %d14: tensor<4xui8>,
    %u15: tensor<1xui16>, %d15: tensor<4xui16>,
    %u16: tensor<1xui32>, %d16: tensor<4xui32>,
    %u17: tensor<1xui64>, %d17: tensor<4xui64>,
    %u18: tensor<1xi2>, %d18: tensor<4xi2>,
    %u19: tensor<1xi7>, %d19: tensor<4xi7>,
    %u20: tensor<1xi24>, %d20: tensor<4xi24>,
    %u21: tensor<1xindex>, %d21: tensor<4xindex>,
    %u22: tensor<1xf16>, %d22: tensor<4xf16>,
    %u23: tensor<1xbf16>, %d23: tensor<4xbf16>,
    %u24: tensor<1xf32>, %d24: tensor<4xf32>,
    %u25: tensor<1xf64>, %d25: tensor<4xf64>,
    %u26: tensor<1xf8E4M3FN>, %d26: tensor<4xf8E4M3FN>,
    %u27: tensor<1xf8E5M2>, %d27: tensor<4xf8E5M2>,
    %u28: tensor<1xf8E4M3>, %d28: tensor<4xf8E4M3>,
    %u29: tensor<1xf8E3M4>, %d29: tensor<4xf8E3M4>,
    %u30: tensor<1xf8E4M3FNUZ>, %d30: tensor<4xf8E4M3FNUZ>,
    %u31: tensor<1xf8E5M2FNUZ>, %d31: tensor<4xf8E5M2FNUZ>,
    %u32: tensor<1xf8E4M3B11FNUZ>, %d32: tensor<4xf8E4M3B11FNUZ>,
    %u33: tensor<1xf8E8M0FNU>, %d33: tensor<4xf8E8M0FNU>,
    %u34: tensor<1xcomplex<f32>>, %d34: tensor<4xcomplex<f32>>,
    %u35: tensor<1xcomplex<f64>>, %d35: tensor<4xcomplex<f64>>) {
  %0 = scatter.scatter_nd_update ins(%i, %u0 : tensor<1x1xi64>, tensor<1xi1>) outs(%d0 : tensor<4xi1>) reduction(prod) -> tensor<4xi1>
  %1 = scatter.scatter_nd_update ins(%i, %u1 : tensor<1x1xi64>, tensor<1xi4>) outs(%d1 : tensor<4xi4>) reduction(prod) -> tensor<4xi4>
  %2 = scatter.scatter_nd_update ins(%i, %u2 : tensor<1x1xi64>, tensor<1xi8>) outs(%d2 : tensor<4xi8>) reduction(prod) -> tensor<4xi8>
  %3 = scatter.scatter_nd_update ins(%i, %u3 : tensor<1x1xi64>, tensor<1xi16>) outs(%d3 : tensor<4xi16>) reduction(prod) -> tensor<4xi16>
  %4 = scatter.scatter_nd_update ins(%i, %u4 : tensor<1x1xi64>, tensor<1xi32>) outs(%d4 : tensor<4xi32>) reduction(prod) -> tensor<4xi32>
  %5 = scatter.scatter_nd_update ins(%i, %u5 : tensor<1x1xi64>, tensor<1xi64>) outs(%d5 : tensor<4xi64>) reduction(prod) -> tensor<4xi64>
  %6 = scatter.scatter_nd_update ins(%i, %u6 : tensor<1x1xi64>, tensor<1xsi1>) outs(%d6 : tensor<4xsi1>) reduction(prod) -> tensor<4xsi1>
  %7 = scatter.scatter_nd_update ins(%i, %u7 : tensor<1x1xi64>, tensor<1xsi4>) outs(%d7 : tensor<4xsi4>) reduction(prod) -> tensor<4xsi4>
  %8 = scatter.scatter_nd_update ins(%i, %u8 : tensor<1x1xi64>, tensor<1xsi8>) outs(%d8 : tensor<4xsi8>) reduction(prod) -> tensor<4xsi8>
  %9 = scatter.scatter_nd_update ins(%i, %u9 : tensor<1x1xi64>, tensor<1xsi16>) outs(%d9 : tensor<4xsi16>) reduction(prod) -> tensor<4xsi16>
  %10 = scatter.scatter_nd_update ins(%i, %u10 : tensor<1x1xi64>, tensor<1xsi32>) outs(%d10 : tensor<4xsi32>) reduction(prod) -> tensor<4xsi32>
  %11 = scatter.scatter_nd_update ins(%i, %u11 : tensor<1x1xi64>, tensor<1xsi64>) outs(%d11 : tensor<4xsi64>) reduction(prod) -> tensor<4xsi64>
  %12 = scatter.scatter_nd_update ins(%i, %u12 : tensor<1x1xi64>, tensor<1xui1>) outs(%d12 : tensor<4xui1>) reduction(prod) -> tensor<4xui1>
  %13 = scatter.scatter_nd_update ins(%i, %u13 : tensor<1x1xi64>, tensor<1xui4>) outs(%d13 : tensor<4xui4>) reduction(prod) -> tensor<4xui4>
  %14 = scatter.scatter_nd_update ins(%i, %u14 : tensor<1x1xi64>, tensor<1xui8>) outs(%d14 : tensor<4xui8>) reduction(prod) -> tensor<4xui8>
  %15 = scatter.scatter_nd_update ins(%i, %u15 : tensor<1x1xi64>, tensor<1xui16>) outs(%d15 : tensor<4xui16>) reduction(prod) -> tensor<4xui16>
  %16 = scatter.scatter_nd_update ins(%i, %u16 : tensor<1x1xi64>, tensor<1xui32>) outs(%d16 : tensor<4xui32>) reduction(prod) -> tensor<4xui32>
  %17 = scatter.scatter_nd_update ins(%i, %u17 : tensor<1x1xi64>, tensor<1xui64>) outs(%d17 : tensor<4xui64>) reduction(prod) -> tensor<4xui64>
  %18 = scatter.scatter_nd_update ins(%i, %u18 : tensor<1x1xi64>, tensor<1xi2>) outs(%d18 : tensor<4xi2>) reduction(prod) -> tensor<4xi2>
  %19 = scatter.scatter_nd_update ins(%i, %u19 : tensor<1x1xi64>, tensor<1xi7>) outs(%d19 : tensor<4xi7>) reduction(prod) -> tensor<4xi7>
  %20 = scatter.scatter_nd_update ins(%i, %u20 : tensor<1x1xi64>, tensor<1xi24>) outs(%d20 : tensor<4xi24>) reduction(prod) -> tensor<4xi24>
  %21 = scatter.scatter_nd_update ins(%i, %u21 : tensor<1x1xi64>, tensor<1xindex>) outs(%d21 : tensor<4xindex>) reduction(prod) -> tensor<4xindex>
  %22 = scatter.scatter_nd_update ins(%i, %u22 : tensor<1x1xi64>, tensor<1xf16>) outs(%d22 : tensor<4xf16>) reduction(prod) -> tensor<4xf16>
  %23 = scatter.scatter_nd_update ins(%i, %u23 : tensor<1x1xi64>, tensor<1xbf16>) outs(%d23 : tensor<4xbf16>) reduction(prod) -> tensor<4xbf16>
  %24 = scatter.scatter_nd_update ins(%i, %u24 : tensor<1x1xi64>, tensor<1xf32>) outs(%d24 : tensor<4xf32>) reduction(prod) -> tensor<4xf32>
  %25 = scatter.scatter_nd_update ins(%i, %u25 : tensor<1x1xi64>, tensor<1xf64>) outs(%d25 : tensor<4xf64>) reduction(prod) -> tensor<4xf64>
  %26 = scatter.scatter_nd_update ins(%i, %u26 : tensor<1x1xi64>, tensor<1xf8E4M3FN>) outs(%d26 : tensor<4xf8E4M3FN>) reduction(prod) -> tensor<4xf8E4M3FN>
  %27 = scatter.scatter_nd_update ins(%i, %u27 : tensor<1x1xi64>, tensor<1xf8E5M2>) outs(%d27 : tensor<4xf8E5M2>) reduction(prod) -> tensor<4xf8E5M2>
  %28 = scatter.scatter_nd_update ins(%i, %u28 : tensor<1x1xi64>, tensor<1xf8E4M3>) outs(%d28 : tensor<4xf8E4M3>) reduction(prod) -> tensor<4xf8E4M3>
  %29 = scatter.scatter_nd_update ins(%i, %u29 : tensor<1x1xi64>, tensor<1xf8E3M4>) outs(%d29 : tensor<4xf8E3M4>) reduction(prod) -> tensor<4xf8E3M4>
  %30 = scatter.scatter_nd_update ins(%i, %u30 : tensor<1x1xi64>, tensor<1xf8E4M3FNUZ>) outs(%d30 : tensor<4xf8E4M3FNUZ>) reduction(prod) -> tensor<4xf8E4M3FNUZ>
  %31 = scatter.scatter_nd_update ins(%i, %u31 : tensor<1x1xi64>, tensor<1xf8E5M2FNUZ>) outs(%d31 : tensor<4xf8E5M2FNUZ>) reduction(prod) -> tensor<4xf8E5M2FNUZ>
  %32 = scatter.scatter_nd_update ins(%i, %u32 : tensor<1x1xi64>, tensor<1xf8E4M3B11FNUZ>) outs(%d32 : tensor<4xf8E4M3B11FNUZ>) reduction(prod) -> tensor<4xf8E4M3B11FNUZ>
  %33 = scatter.scatter_nd_update ins(%i, %u33 : tensor<1x1xi64>, tensor<1xf8E8M0FNU>) outs(%d33 : tensor<4xf8E8M0FNU>) reduction(prod) -> tensor<4xf8E8M0FNU>
  %34 = scatter.scatter_nd_update ins(%i, %u34 : tensor<1x1xi64>, tensor<1xcomplex<f32>>) outs(%d34 : tensor<4xcomplex<f32>>) reduction(prod) -> tensor<4xcomplex<f32>>
  %35 = scatter.scatter_nd_update ins(%i, %u35 : tensor<1x1xi64>, tensor<1xcomplex<f64>>) outs(%d35 : tensor<4xcomplex<f64>>) reduction(prod) -> tensor<4xcomplex<f64>>
  return
}

// CHECK-LABEL: func @nd_types_with_minimum(
// CHECK-COUNT-34: reduction(min)
func.func @nd_types_with_minimum(%i: tensor<1x1xi64>,
    %u0: tensor<1xi1>, %d0: tensor<4xi1>,
    %u1: tensor<1xi4>, %d1: tensor<4xi4>,
    %u2: tensor<1xi8>, %d2: tensor<4xi8>,
    %u3: tensor<1xi16>, %d3: tensor<4xi16>,
    %u4: tensor<1xi32>, %d4: tensor<4xi32>,
    %u5: tensor<1xi64>, %d5: tensor<4xi64>,
    %u6: tensor<1xsi1>, %d6: tensor<4xsi1>,
    %u7: tensor<1xsi4>, %d7: tensor<4xsi4>,
    %u8: tensor<1xsi8>, %d8: tensor<4xsi8>,
    %u9: tensor<1xsi16>, %d9: tensor<4xsi16>,
    %u10: tensor<1xsi32>, %d10: tensor<4xsi32>,
    %u11: tensor<1xsi64>, %d11: tensor<4xsi64>,
    %u12: tensor<1xui1>, %d12: tensor<4xui1>,
    %u13: tensor<1xui4>, %d13: tensor<4xui4>,
    %u14: tensor<1xui8>, %d14: tensor<4xui8>,
    %u15: tensor<1xui16>, %d15: tensor<4xui16>,
    %u16: tensor<1xui32>, %d16: tensor<4xui32>,
    %u17: tensor<1xui64>, %d17: tensor<4xui64>,
    %u18: tensor<1xi2>, %d18: tensor<4xi2>,
    %u19: tensor<1xi7>, %d19: tensor<4xi7>,
    %u20: tensor<1xi24>, %d20: tensor<4xi24>,
    %u21: tensor<1xindex>, %d21: tensor<4xindex>,
    %u22: tensor<1xf16>, %d22: tensor<4xf16>,
    %u23: tensor<1xbf16>, %d23: tensor<4xbf16>,
    %u24: tensor<1xf32>, %d24: tensor<4xf32>,
    %u25: tensor<1xf64>, %d25: tensor<4xf64>,
    %u26: tensor<1xf8E4M3FN>, %d26: tensor<4xf8E4M3FN>,
    %u27: tensor<1xf8E5M2>, %d27: tensor<4xf8E5M2>,
    %u28: tensor<1xf8E4M3>, %d28: tensor<4xf8E4M3>,
    %u29: tensor<1xf8E3M4>, %d29: tensor<4xf8E3M4>,
    %u30: tensor<1xf8E4M3FNUZ>, %d30: tensor<4xf8E4M3FNUZ>,
    %u31: tensor<1xf8E5M2FNUZ>, %d31: tensor<4xf8E5M2FNUZ>,
    %u32: tensor<1xf8E4M3B11FNUZ>, %d32: tensor<4xf8E4M3B11FNUZ>,
    %u33: tensor<1xf8E8M0FNU>, %d33: tensor<4xf8E8M0FNU>) {
  %0 = scatter.scatter_nd_update ins(%i, %u0 : tensor<1x1xi64>, tensor<1xi1>) outs(%d0 : tensor<4xi1>) reduction(min) -> tensor<4xi1>
  %1 = scatter.scatter_nd_update ins(%i, %u1 : tensor<1x1xi64>, tensor<1xi4>) outs(%d1 : tensor<4xi4>) reduction(min) -> tensor<4xi4>
  %2 = scatter.scatter_nd_update ins(%i, %u2 : tensor<1x1xi64>, tensor<1xi8>) outs(%d2 : tensor<4xi8>) reduction(min) -> tensor<4xi8>
  %3 = scatter.scatter_nd_update ins(%i, %u3 : tensor<1x1xi64>, tensor<1xi16>) outs(%d3 : tensor<4xi16>) reduction(min) -> tensor<4xi16>
  %4 = scatter.scatter_nd_update ins(%i, %u4 : tensor<1x1xi64>, tensor<1xi32>) outs(%d4 : tensor<4xi32>) reduction(min) -> tensor<4xi32>
  %5 = scatter.scatter_nd_update ins(%i, %u5 : tensor<1x1xi64>, tensor<1xi64>) outs(%d5 : tensor<4xi64>) reduction(min) -> tensor<4xi64>
  %6 = scatter.scatter_nd_update ins(%i, %u6 : tensor<1x1xi64>, tensor<1xsi1>) outs(%d6 : tensor<4xsi1>) reduction(min) -> tensor<4xsi1>
  %7 = scatter.scatter_nd_update ins(%i, %u7 : tensor<1x1xi64>, tensor<1xsi4>) outs(%d7 : tensor<4xsi4>) reduction(min) -> tensor<4xsi4>
  %8 = scatter.scatter_nd_update ins(%i, %u8 : tensor<1x1xi64>, tensor<1xsi8>) outs(%d8 : tensor<4xsi8>) reduction(min) -> tensor<4xsi8>
  %9 = scatter.scatter_nd_update ins(%i, %u9 : tensor<1x1xi64>, tensor<1xsi16>) outs(%d9 : tensor<4xsi16>) reduction(min) -> tensor<4xsi16>
  %10 = scatter.scatter_nd_update ins(%i, %u10 : tensor<1x1xi64>, tensor<1xsi32>) outs(%d10 : tensor<4xsi32>) reduction(min) -> tensor<4xsi32>
  %11 = scatter.scatter_nd_update ins(%i, %u11 : tensor<1x1xi64>, tensor<1xsi64>) outs(%d11 : tensor<4xsi64>) reduction(min) -> tensor<4xsi64>
  %12 = scatter.scatter_nd_update ins(%i, %u12 : tensor<1x1xi64>, tensor<1xui1>) outs(%d12 : tensor<4xui1>) reduction(min) -> tensor<4xui1>
  %13 = scatter.scatter_nd_update ins(%i, %u13 : tensor<1x1xi64>, tensor<1xui4>) outs(%d13 : tensor<4xui4>) reduction(min) -> tensor<4xui4>
  %14 = scatter.scatter_nd_update ins(%i, %u14 : tensor<1x1xi64>, tensor<1xui8>) outs(%d14 : tensor<4xui8>) reduction(min) -> tensor<4xui8>
  %15 = scatter.scatter_nd_update ins(%i, %u15 : tensor<1x1xi64>, tensor<1xui16>) outs(%d15 : tensor<4xui16>) reduction(min) -> tensor<4xui16>
  %16 = scatter.scatter_nd_update ins(%i, %u16 : tensor<1x1xi64>, tensor<1xui32>) outs(%d16 : tensor<4xui32>) reduction(min) -> tensor<4xui32>
  %17 = scatter.scatter_nd_update ins(%i, %u17 : tensor<1x1xi64>, tensor<1xui64>) outs(%d17 : tensor<4xui64>) reduction(min) -> tensor<4xui64>
  %18 = scatter.scatter_nd_update ins(%i, %u18 : tensor<1x1xi64>, tensor<1xi2>) outs(%d18 : tensor<4xi2>) reduction(min) -> tensor<4xi2>
  %19 = scatter.scatter_nd_update ins(%i, %u19 : tensor<1x1xi64>, tensor<1xi7>) outs(%d19 : tensor<4xi7>) reduction(min) -> tensor<4xi7>
  %20 = scatter.scatter_nd_update ins(%i, %u20 : tensor<1x1xi64>, tensor<1xi24>) outs(%d20 : tensor<4xi24>) reduction(min) -> tensor<4xi24>
  %21 = scatter.scatter_nd_update ins(%i, %u21 : tensor<1x1xi64>, tensor<1xindex>) outs(%d21 : tensor<4xindex>) reduction(min) -> tensor<4xindex>
  %22 = scatter.scatter_nd_update ins(%i, %u22 : tensor<1x1xi64>, tensor<1xf16>) outs(%d22 : tensor<4xf16>) reduction(min) -> tensor<4xf16>
  %23 = scatter.scatter_nd_update ins(%i, %u23 : tensor<1x1xi64>, tensor<1xbf16>) outs(%d23 : tensor<4xbf16>) reduction(min) -> tensor<4xbf16>
  %24 = scatter.scatter_nd_update ins(%i, %u24 : tensor<1x1xi64>, tensor<1xf32>) outs(%d24 : tensor<4xf32>) reduction(min) -> tensor<4xf32>
  %25 = scatter.scatter_nd_update ins(%i, %u25 : tensor<1x1xi64>, tensor<1xf64>) outs(%d25 : tensor<4xf64>) reduction(min) -> tensor<4xf64>
  %26 = scatter.scatter_nd_update ins(%i, %u26 : tensor<1x1xi64>, tensor<1xf8E4M3FN>) outs(%d26 : tensor<4xf8E4M3FN>) reduction(min) -> tensor<4xf8E4M3FN>
  %27 = scatter.scatter_nd_update ins(%i, %u27 : tensor<1x1xi64>, tensor<1xf8E5M2>) outs(%d27 : tensor<4xf8E5M2>) reduction(min) -> tensor<4xf8E5M2>
  %28 = scatter.scatter_nd_update ins(%i, %u28 : tensor<1x1xi64>, tensor<1xf8E4M3>) outs(%d28 : tensor<4xf8E4M3>) reduction(min) -> tensor<4xf8E4M3>
  %29 = scatter.scatter_nd_update ins(%i, %u29 : tensor<1x1xi64>, tensor<1xf8E3M4>) outs(%d29 : tensor<4xf8E3M4>) reduction(min) -> tensor<4xf8E3M4>
  %30 = scatter.scatter_nd_update ins(%i, %u30 : tensor<1x1xi64>, tensor<1xf8E4M3FNUZ>) outs(%d30 : tensor<4xf8E4M3FNUZ>) reduction(min) -> tensor<4xf8E4M3FNUZ>
  %31 = scatter.scatter_nd_update ins(%i, %u31 : tensor<1x1xi64>, tensor<1xf8E5M2FNUZ>) outs(%d31 : tensor<4xf8E5M2FNUZ>) reduction(min) -> tensor<4xf8E5M2FNUZ>
  %32 = scatter.scatter_nd_update ins(%i, %u32 : tensor<1x1xi64>, tensor<1xf8E4M3B11FNUZ>) outs(%d32 : tensor<4xf8E4M3B11FNUZ>) reduction(min) -> tensor<4xf8E4M3B11FNUZ>
  %33 = scatter.scatter_nd_update ins(%i, %u33 : tensor<1x1xi64>, tensor<1xf8E8M0FNU>) outs(%d33 : tensor<4xf8E8M0FNU>) reduction(min) -> tensor<4xf8E8M0FNU>
  return
}
