//===- Converters.cpp - the table of ops ----------------------------------===//

#include "Converters.h"

#include "Common/OpTable.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::tensorflow;

static constexpr unsigned unbounded = kUnboundedInputs;
/// Operands of one loop, which takes time by the square of their number.
static constexpr unsigned maxOperands = 512;

static const OpConverter converters[] = {
    // Elementwise.
    {"Abs", 1, 1, convertElementwise},
    {"Add", 2, 2, convertElementwise, "strings"},
    {"AddN", 1, maxOperands, convertAddN},
    {"AddV2", 2, 2, convertElementwise},
    {"BiasAdd", 2, 2, convertBiasAdd},
    {"BiasAddV1", 2, 2, convertBiasAdd},
    {"Cast", 1, 1, convertCast, "strings, types below 8 bits"},
    {"Ceil", 1, 1, convertElementwise},
    {"Cos", 1, 1, convertElementwise},
    {"Equal", 2, 2, convertElementwise, "strings"},
    {"Erf", 1, 1, convertElementwise},
    {"Exp", 1, 1, convertElementwise},
    {"Expm1", 1, 1, convertElementwise},
    {"Floor", 1, 1, convertElementwise},
    {"FloorDiv", 2, 2, convertElementwise},
    {"FloorMod", 2, 2, convertElementwise, "floats"},
    {"Greater", 2, 2, convertElementwise},
    {"GreaterEqual", 2, 2, convertElementwise},
    {"Less", 2, 2, convertElementwise},
    {"LessEqual", 2, 2, convertElementwise},
    {"Log", 1, 1, convertElementwise},
    {"Log1p", 1, 1, convertElementwise},
    {"LogicalAnd", 2, 2, convertElementwise},
    {"LogicalNot", 1, 1, convertElementwise},
    {"LogicalOr", 2, 2, convertElementwise},
    {"Maximum", 2, 2, convertElementwise},
    {"Minimum", 2, 2, convertElementwise},
    {"Mul", 2, 2, convertElementwise},
    {"Neg", 1, 1, convertElementwise},
    {"NotEqual", 2, 2, convertElementwise, "strings"},
    {"Pow", 2, 2, convertElementwise, "integers"},
    {"RealDiv", 2, 2, convertElementwise},
    {"Reciprocal", 1, 1, convertElementwise},
    {"Relu", 1, 1, convertElementwise},
    {"Rint", 1, 1, convertElementwise},
    {"Rsqrt", 1, 1, convertElementwise},
    {"Select", 3, 3, convertSelect},
    {"SelectV2", 3, 3, convertSelectV2},
    {"Sigmoid", 1, 1, convertElementwise},
    {"Sign", 1, 1, convertElementwise},
    {"Sin", 1, 1, convertElementwise},
    {"Sqrt", 1, 1, convertElementwise},
    {"Square", 1, 1, convertElementwise},
    {"SquaredDifference", 2, 2, convertElementwise},
    {"Sub", 2, 2, convertElementwise},
    {"Tanh", 1, 1, convertElementwise},
    // Constants, shapes and views.
    {"BroadcastTo", 2, 2, convertBroadcastTo, "a shape known at run time"},
    {"Const", 0, 0, convertConst, "strings"},
    {"ExpandDims", 2, 2, convertExpandDims},
    {"Fill", 2, 2, convertFill, "a shape known at run time"},
    {"Identity", 1, 1, convertIdentity, "", true},
    {"IdentityN", 1, unbounded, convertIdentity, "", true},
    {"OnesLike", 1, 1, convertLike},
    {"Placeholder", 0, 0, convertPlaceholder, "an unknown rank"},
    {"PreventGradient", 1, 1, convertIdentity, "", true},
    {"Range", 3, 3, convertRange, "bounds known at run time"},
    {"Rank", 1, 1, convertRank, "", true},
    {"Reshape", 2, 2, convertReshape},
    {"Shape", 1, 1, convertShape},
    {"ShapeN", 1, unbounded, convertShape},
    {"Size", 1, 1, convertSize},
    {"Snapshot", 1, 1, convertIdentity, "", true},
    {"Squeeze", 1, 1, convertSqueeze},
    {"StopGradient", 1, 1, convertIdentity, "", true},
    {"Tile", 2, 2, convertTile},
    {"ZerosLike", 1, 1, convertLike},
    // Movement.
    {"ConcatV2", 2, unbounded, convertConcat},
    {"Pack", 1, unbounded, convertPack},
    {"Pad", 2, 2, convertPad, "paddings known at run time"},
    {"PadV2", 3, 3, convertPad, "paddings known at run time"},
    {"Slice", 3, 3, convertSlice, "bounds known at run time"},
    {"Split", 2, 2, convertSplit},
    {"SplitV", 3, 3, convertSplitV},
    {"StridedSlice", 4, 4, convertStridedSlice, "bounds known at run time"},
    {"TensorStridedSliceUpdate", 5, 5, convertTensorStridedSliceUpdate,
     "bounds known at run time"},
    {"Transpose", 2, 2, convertTranspose},
    {"Unpack", 1, 1, convertUnpack},
    // Gathers and scatters.
    {"Gather", 2, 2, convertGather},
    {"GatherNd", 2, 2, convertGatherNd},
    {"GatherV2", 3, 3, convertGather},
    {"ScatterNd", 3, 3, convertScatterNd, "a shape known at run time"},
    {"TensorScatterAdd", 3, 3, convertTensorScatter, "booleans", true},
    {"TensorScatterMax", 3, 3, convertTensorScatter, "complex numbers", true},
    {"TensorScatterMin", 3, 3, convertTensorScatter, "complex numbers", true},
    {"TensorScatterSub", 3, 3, convertTensorScatter, "booleans", true},
    {"TensorScatterUpdate", 3, 3, convertTensorScatter, "", true},
    // Reductions and contractions.
    {"All", 2, 2, convertReduction},
    {"Any", 2, 2, convertReduction},
    {"BatchMatMul", 2, 2, convertBatchMatMul, "complex numbers"},
    {"BatchMatMulV2", 2, 2, convertBatchMatMul, "complex numbers"},
    {"LogSoftmax", 1, 1, convertSoftmax},
    {"MatMul", 2, 2, convertMatMul, "complex numbers"},
    {"Max", 2, 2, convertReduction},
    {"Mean", 2, 2, convertReduction},
    {"Min", 2, 2, convertReduction},
    {"Prod", 2, 2, convertReduction},
    {"Softmax", 1, 1, convertSoftmax},
    {"Sum", 2, 2, convertReduction},
};

bool OpConverter::takesDynamicShapes() const {
  static constexpr Converter dynamic[] = {
      convertBatchMatMul, convertConcat,   convertElementwise,
      convertExpandDims,  convertMatMul,   convertReduction,
      convertReshape,     convertShape,    convertSoftmax,
      convertTile,        convertTranspose};
  return takesDynamic || llvm::is_contained(dynamic, convert);
}

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
