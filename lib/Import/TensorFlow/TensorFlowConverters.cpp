//===- TensorFlowConverters.cpp - the table of supported ops
//------------------------===//

#include "TensorFlowConverters.h"

#include "Common/ElementKinds.h"
#include "Common/OpTable.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::tensorflow;

static constexpr unsigned unbounded = kUnboundedInputs;
/// The maximum number of operands of one loop. The time of an import grows with
/// its square.
static constexpr unsigned maxOperands = 512;

static const OpConverter converters[] = {
    // Elementwise.
    {"Abs", Numbers, 1, 1, convertElementwise},
    {"Add", Numbers, 2, 2, convertElementwise, "strings"},
    {"AddN", Numbers, 1, maxOperands, convertAddN},
    {"AddV2", Numbers, 2, 2, convertElementwise},
    {"BiasAdd", Numbers, 2, 2, convertBiasAdd},
    {"BiasAddV1", Numbers, 2, 2, convertBiasAdd},
    {"Cast", All, 1, 1, convertCast, "strings, types below 8 bits"},
    {"Ceil", Floats, 1, 1, convertElementwise},
    {"Cos", Floats, 1, 1, convertElementwise},
    {"Equal", All, 2, 2, convertElementwise, "strings"},
    {"Erf", Floats, 1, 1, convertElementwise},
    {"Exp", Floats, 1, 1, convertElementwise},
    {"Expm1", Floats, 1, 1, convertElementwise},
    {"Floor", Floats, 1, 1, convertElementwise},
    {"FloorDiv", Numbers, 2, 2, convertElementwise},
    {"FloorMod", Integers, 2, 2, convertElementwise},
    {"Greater", Numbers, 2, 2, convertElementwise},
    {"GreaterEqual", Numbers, 2, 2, convertElementwise},
    {"Less", Numbers, 2, 2, convertElementwise},
    {"LessEqual", Numbers, 2, 2, convertElementwise},
    {"Log", Floats, 1, 1, convertElementwise},
    {"Log1p", Floats, 1, 1, convertElementwise},
    {"LogicalAnd", Booleans, 2, 2, convertElementwise},
    {"LogicalNot", Booleans, 1, 1, convertElementwise},
    {"LogicalOr", Booleans, 2, 2, convertElementwise},
    {"Maximum", Numbers, 2, 2, convertElementwise},
    {"Minimum", Numbers, 2, 2, convertElementwise},
    {"Mul", Numbers, 2, 2, convertElementwise},
    {"Neg", Signed | Floats, 1, 1, convertElementwise},
    {"NotEqual", All, 2, 2, convertElementwise, "strings"},
    {"Pow", Floats, 2, 2, convertElementwise},
    {"RealDiv", Floats, 2, 2, convertElementwise},
    {"Reciprocal", Floats, 1, 1, convertElementwise},
    {"Relu", Numbers, 1, 1, convertElementwise},
    {"Rint", Floats, 1, 1, convertElementwise},
    {"Rsqrt", Floats, 1, 1, convertElementwise},
    {"Select", Any, 3, 3, convertSelect},
    {"SelectV2", Any, 3, 3, convertSelectV2},
    {"Sigmoid", Floats, 1, 1, convertElementwise},
    {"Sign", Numbers, 1, 1, convertElementwise},
    {"Sin", Floats, 1, 1, convertElementwise},
    {"Sqrt", Floats, 1, 1, convertElementwise},
    {"Square", Numbers, 1, 1, convertElementwise},
    {"SquaredDifference", Numbers, 2, 2, convertElementwise},
    {"Sub", Numbers, 2, 2, convertElementwise},
    {"Tanh", Floats, 1, 1, convertElementwise},
    // Constants, shapes and views.
    {"BroadcastTo", Any, 2, 2, convertBroadcastTo},
    {"Const", Any, 0, 0, convertConst, "strings"},
    {"ExpandDims", Any, 2, 2, convertExpandDims},
    {"Fill", Any, 2, 2, convertFill},
    {"Identity", Any, 1, 1, convertIdentity},
    {"IdentityN", Any, 1, unbounded, convertIdentity},
    {"OnesLike", All, 1, 1, convertLike},
    {"Placeholder", Any, 0, 0, convertPlaceholder, "an unknown rank"},
    {"PreventGradient", Any, 1, 1, convertIdentity},
    {"Range", Numbers, 3, 3, convertRange,
     "steps and floats known at run time"},
    {"Rank", Any, 1, 1, convertRank},
    {"Reshape", Any, 2, 2, convertReshape},
    {"Shape", Any, 1, 1, convertShape},
    {"ShapeN", Any, 1, unbounded, convertShape},
    {"Size", Any, 1, 1, convertSize},
    {"Snapshot", Any, 1, 1, convertIdentity},
    {"Squeeze", Any, 1, 1, convertSqueeze,
     "dynamic sizes without squeeze_dims"},
    {"StopGradient", Any, 1, 1, convertIdentity},
    {"Tile", Any, 2, 2, convertTile},
    {"ZerosLike", All, 1, 1, convertLike},
    // Movement.
    {"ConcatV2", Any, 2, unbounded, convertConcat},
    {"Pack", Any, 1, unbounded, convertPack},
    {"Pad", Any, 2, 2, convertPad},
    {"PadV2", Any, 3, 3, convertPad},
    {"Slice", Any, 3, 3, convertSlice},
    {"Split", Any, 2, 2, convertSplit},
    {"SplitV", Any, 3, 3, convertSplitV},
    {"StridedSlice", Any, 4, 4, convertStridedSlice,
     "strides known at run time"},
    {"TensorStridedSliceUpdate", Any, 5, 5, convertTensorStridedSliceUpdate,
     "strides known at run time"},
    {"Transpose", Any, 2, 2, convertTranspose},
    {"Unpack", Any, 1, 1, convertUnpack},
    // Gathers and scatters.
    {"Gather", Any, 2, 2, convertGather},
    {"GatherNd", Any, 2, 2, convertGatherNd},
    {"GatherV2", Any, 3, 3, convertGather},
    {"ScatterNd", Any, 3, 3, convertScatterNd, "booleans"},
    {"TensorScatterAdd", Numbers | Complex, 3, 3, convertTensorScatter},
    {"TensorScatterMax", Numbers, 3, 3, convertTensorScatter},
    {"TensorScatterMin", Numbers, 3, 3, convertTensorScatter},
    {"TensorScatterSub", Numbers | Complex, 3, 3, convertTensorScatter},
    {"TensorScatterUpdate", Any, 3, 3, convertTensorScatter},
    // Reductions and contractions.
    {"All", Booleans, 2, 2, convertReduction},
    {"Any", Booleans, 2, 2, convertReduction},
    {"BatchMatMul", Numbers, 2, 2, convertBatchMatMul},
    {"BatchMatMulV2", Numbers, 2, 2, convertBatchMatMul},
    {"LogSoftmax", Floats, 1, 1, convertSoftmax},
    {"MatMul", Numbers, 2, 2, convertMatMul},
    {"Max", Numbers, 2, 2, convertReduction},
    {"Mean", Numbers, 2, 2, convertReduction},
    {"Min", Numbers, 2, 2, convertReduction},
    {"Prod", Numbers, 2, 2, convertReduction},
    {"Softmax", Floats, 1, 1, convertSoftmax},
    {"Sum", Numbers, 2, 2, convertReduction},
};

ArrayRef<OpConverter> tensorflow::getConverters() { return converters; }

const OpConverter *tensorflow::findConverter(StringRef name) {
  static const llvm::StringMap<const OpConverter *> table = [] {
    llvm::StringMap<const OpConverter *> result;
    for (const OpConverter &entry : converters)
      result[entry.name] = &entry;
    return result;
  }();
  return table.lookup(name);
}

bool tensorflow::isCallOp(StringRef name) {
  return name == "PartitionedCall" || name == "StatefulPartitionedCall";
}

bool tensorflow::isVariableOp(StringRef name) {
  return name == "ReadVariableOp" || name == "VarHandleOp" ||
         name == "Variable" || name == "VariableV2" ||
         name == "ResourceGather" || name == "AssignVariableOp";
}
