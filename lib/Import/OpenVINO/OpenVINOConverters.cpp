//===- OpenVINOConverters.cpp - the table of supported ops
//------------------------===//

#include "OpenVINOConverters.h"

#include "Common/ElementKinds.h"
#include "Common/OpTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::openvino;

static constexpr int64_t newest = kNewestOpset;
static constexpr unsigned unbounded = kUnboundedInputs;

static const OpConverter converters[] = {
    // Constants, inputs and outputs.
    {"Const", Any, 1, newest, 0, 0, convertConst,
     "strings, types below 8 bits"},
    {"Parameter", Any, 1, newest, 0, 0, nullptr, "an unknown rank"},
    {"Result", Any, 1, newest, 1, 1, nullptr},
    // Scatters.
    {"ScatterElementsUpdate", Any, 3, newest, 4, 4,
     convertScatterElementsUpdate},
    {"ScatterNDUpdate", Any, 3, newest, 3, 3, convertScatterNDUpdate},
    {"ScatterUpdate", Any, 3, newest, 4, 4, convertScatterUpdate},
    {"SliceScatter", Any, 15, newest, 5, 6, convertSliceScatter},
    // Elementwise.
    {"Abs", Numbers, 1, newest, 1, 1, convertElementwise},
    {"Add", Numbers, 1, newest, 2, 2, convertElementwise},
    {"Ceiling", Floats, 1, newest, 1, 1, convertElementwise},
    {"Clamp", Numbers, 1, newest, 1, 1, convertClamp},
    {"Convert", All, 1, newest, 1, 1, convertConvert},
    {"ConvertLike", All, 1, newest, 2, 2, convertConvertLike},
    {"Cos", Floats, 1, newest, 1, 1, convertElementwise},
    {"Divide", Numbers, 1, newest, 2, 2, convertDivide},
    {"Equal", All, 1, newest, 2, 2, convertElementwise},
    {"Erf", Floats, 1, newest, 1, 1, convertElementwise},
    {"Exp", Floats, 1, newest, 1, 1, convertElementwise},
    {"Floor", Floats, 1, newest, 1, 1, convertElementwise},
    {"FloorMod", Numbers, 1, newest, 2, 2, convertElementwise},
    {"Greater", Numbers, 1, newest, 2, 2, convertElementwise},
    {"GreaterEqual", Numbers, 1, newest, 2, 2, convertElementwise},
    {"Less", Numbers, 1, newest, 2, 2, convertElementwise},
    {"LessEqual", Numbers, 1, newest, 2, 2, convertElementwise},
    {"Log", Floats, 1, newest, 1, 1, convertElementwise},
    {"LogicalAnd", Booleans, 1, newest, 2, 2, convertElementwise},
    {"LogicalNot", Booleans, 1, newest, 1, 1, convertElementwise},
    {"LogicalOr", Booleans, 1, newest, 2, 2, convertElementwise},
    {"LogicalXor", Booleans, 1, newest, 2, 2, convertElementwise},
    {"Maximum", Numbers, 1, newest, 2, 2, convertElementwise},
    {"Minimum", Numbers, 1, newest, 2, 2, convertElementwise},
    {"Mod", Numbers, 1, newest, 2, 2, convertElementwise},
    {"Multiply", Numbers, 1, newest, 2, 2, convertElementwise},
    {"Negative", Signed | Floats, 1, newest, 1, 1, convertElementwise},
    {"NotEqual", All, 1, newest, 2, 2, convertElementwise},
    {"Power", Floats, 1, newest, 2, 2, convertElementwise},
    {"ReLU", Numbers, 1, newest, 1, 1, convertElementwise},
    {"Select", Any, 1, newest, 3, 3, convertSelect},
    {"Sigmoid", Floats, 1, newest, 1, 1, convertElementwise},
    {"Sign", Signed | Floats, 1, newest, 1, 1, convertElementwise},
    {"Sin", Floats, 1, newest, 1, 1, convertElementwise},
    {"Sqrt", Floats, 1, newest, 1, 1, convertElementwise},
    {"SquaredDifference", Numbers, 1, newest, 2, 2, convertElementwise},
    {"Subtract", Numbers, 1, newest, 2, 2, convertElementwise},
    {"Tan", Floats, 1, newest, 1, 1, convertElementwise},
    {"Tanh", Floats, 1, newest, 1, 1, convertElementwise},
    // Shapes and views.
    {"Broadcast", Any, 1, newest, 2, 3, convertBroadcast, "mode pdpd"},
    {"Range", Numbers, 1, newest, 3, 3, convertRange,
     "floats known at run time"},
    {"Reshape", Any, 1, newest, 2, 2, convertReshape},
    {"ShapeOf", Any, 1, newest, 1, 1, convertShapeOf},
    {"Squeeze", Any, 1, newest, 1, 2, convertSqueeze,
     "no axes for a dynamic shape"},
    {"Tile", Any, 1, newest, 2, 2, convertTile, "more repeats than dimensions"},
    {"Unsqueeze", Any, 1, newest, 2, 2, convertUnsqueeze},
    // Movement.
    {"Concat", Any, 1, newest, 1, unbounded, convertConcat},
    {"Gather", Any, 1, newest, 3, 3, convertGather},
    {"GatherElements", Any, 6, newest, 2, 2, convertGatherElements},
    {"GatherND", Any, 5, newest, 2, 2, convertGatherND,
     "batch_dims above 1 before opset8"},
    {"Slice", Any, 8, newest, 4, 5, convertSlice},
    {"Split", Any, 1, newest, 2, 2, convertSplit},
    {"StridedSlice", Any, 1, newest, 3, 4, convertStridedSlice},
    {"Transpose", Any, 1, newest, 2, 2, convertTranspose},
    {"VariadicSplit", Any, 1, newest, 3, 3, convertVariadicSplit},
    // Reductions and products.
    {"CumSum", Numbers, 3, newest, 1, 2, convertCumSum},
    {"LogSoftmax", Floats, 5, newest, 1, 1, convertSoftmax},
    {"MatMul", Numbers, 1, newest, 2, 2, convertMatMul},
    {"NonZero", All, 3, newest, 1, 1, convertNonZero},
    {"ReduceL1", Signed | Floats, 4, newest, 2, 2, convertReduction},
    {"ReduceL2", Floats, 4, newest, 2, 2, convertReduction},
    {"ReduceLogicalAnd", Booleans, 1, newest, 2, 2, convertReduction},
    {"ReduceLogicalOr", Booleans, 1, newest, 2, 2, convertReduction},
    {"ReduceMax", Numbers, 1, newest, 2, 2, convertReduction},
    {"ReduceMean", Numbers, 1, newest, 2, 2, convertReduction},
    {"ReduceMin", Numbers, 1, newest, 2, 2, convertReduction},
    {"ReduceProd", Numbers, 1, newest, 2, 2, convertReduction},
    {"ReduceSum", Numbers, 1, newest, 2, 2, convertReduction},
    {"SoftMax", Floats, 1, newest, 1, 1, convertSoftmax},
    {"TopK", Numbers, 1, newest, 2, 2, convertTopK, "sort by index"},
};

ArrayRef<OpConverter> openvino::getConverters() { return converters; }

const OpConverter *openvino::findConverter(StringRef type, int64_t opset) {
  static const OpTable<OpConverter> table(converters);
  return table.find(type, opset);
}
