//===- ScatterOperands.td - operand types of the ops -------*- tablegen -*-===//

#ifndef SCATTER_DIALECT_SCATTER_IR_SCATTEROPERANDS_TD
#define SCATTER_DIALECT_SCATTER_IR_SCATTEROPERANDS_TD

include "mlir/IR/OpBase.td"

def Scatter_IndexElement : AnyTypeOf<
    [I32, I64, SI32, SI64, UI32, UI64, Index], "32-bit or 64-bit integer or index">;

def Scatter_Payload : AnyTypeOf<[AnyRankedTensor, AnyStridedMemRef],
    "ranked tensor or strided memref of any type">;

def Scatter_Indices : AnyTypeOf<
    [RankedTensorOf<[Scatter_IndexElement]>,
     StridedMemRefOf<[Scatter_IndexElement]>],
    "ranked tensor or strided memref of i32, i64, their unsigned forms or index">;

#endif // SCATTER_DIALECT_SCATTER_IR_SCATTEROPERANDS_TD
