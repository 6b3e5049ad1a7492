//===- ScatterDialect.td - the scatter dialect -------------*- tablegen -*-===//

#ifndef SCATTER_DIALECT_SCATTER_IR_SCATTERDIALECT_TD
#define SCATTER_DIALECT_SCATTER_IR_SCATTERDIALECT_TD

include "mlir/IR/OpBase.td"

def Scatter_Dialect : Dialect {
  let name = "scatter";
  let cppNamespace = "::scatter";
  let summary = "Scatter updates of tensors and buffers";
  let description = [{
    Updates of selected elements or slices of a tensor: by tuples of indices
    (`scatter.scatter_nd_update`: OpenVINO ScatterNDUpdate-15, ONNX ScatterND,
    tf.tensor_scatter_nd_*) and by strided slices (`scatter.slice_scatter`:
    OpenVINO SliceScatter-15, NumPy slice assignment).

    The ops are destination-style: `data` is the init. On tensors the result is
    the updated value, on memrefs the op writes into `data`. The order of
    updates is defined (row-major over the tuples), every index is checked
    before the first write unless the op says otherwise, and no index makes the
    generated code write outside `data`.

    Ops whose summary begins with "internal" (trait `InternalOp`) are made and
    lowered by the passes of this library. Nobody else makes them, their form may
    change with any version, and what bytecode promises (`ScatterBytecode.h`)
    does not hold for them.

    The dialect allows the argument and result attribute `scatter.name`, a
    string by which tools bind files to the arguments of a function.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Name of the function argument or result attribute that tools bind by.
    static constexpr ::llvm::StringLiteral getNameAttrName() {
      return ::llvm::StringLiteral("scatter.name");
    }
  }];
}

#endif // SCATTER_DIALECT_SCATTER_IR_SCATTERDIALECT_TD
