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

    The dialect allows the argument and result attribute `scatter.name`, a
    string by which tools bind files to the arguments of a function.

    The argument attribute `scatter.donated` says that the caller gives up the
    contents of a tensor: a result may be returned in its memory. With a number,
    as in `scatter.donated = 0`, it is that result, or an error.
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
    /// Name of the attribute of an argument whose memory may hold a result:
    /// unit, or the number of the result.
    static constexpr ::llvm::StringLiteral getDonatedAttrName() {
      return ::llvm::StringLiteral("scatter.donated");
    }
    /// Name of the function attribute that scatter-alias-results adds: for each
    /// result the argument whose memory holds it, or -1.
    static constexpr ::llvm::StringLiteral getDonorsAttrName() {
      return ::llvm::StringLiteral("scatter.donors");
    }
    /// Name of the unit attribute of an scf.parallel that the plan of an op
    /// asks for: each of its iterations is the work of one thread.
    static constexpr ::llvm::StringLiteral getThreadLoopAttrName() {
      return ::llvm::StringLiteral("scatter.thread_loop");
    }
  }];
}

#endif // SCATTER_DIALECT_SCATTER_IR_SCATTERDIALECT_TD
