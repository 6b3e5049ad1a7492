//===- Converters.cpp - the table of ops ----------------------------------===//

#include "Converters.h"

#include "Common/OpTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::openvino;

static constexpr int64_t newest = kNewestOpset;
static constexpr unsigned unbounded = kUnboundedInputs;

static const OpConverter converters[] = {
    // The model's own.
    {"Const", 1, newest, 0, 0, convertConst, "strings, types below 8 bits"},
    {"Parameter", 1, newest, 0, 0, nullptr, "an unknown rank"},
    {"Result", 1, newest, 1, 1, nullptr},
    // Scatters.
    {"ScatterElementsUpdate", 3, newest, 4, 4, convertScatterElementsUpdate,
     "an axis known at run time"},
    {"ScatterNDUpdate", 3, newest, 3, 3, convertScatterNDUpdate},
    {"ScatterUpdate", 3, newest, 4, 4, convertScatterUpdate,
     "an axis known at run time"},
    {"SliceScatter", 15, newest, 5, 6, convertSliceScatter},
    // Elementwise.
    {"Abs", 1, newest, 1, 1, convertElementwise},
    {"Add", 1, newest, 2, 2, convertElementwise},
    {"Ceiling", 1, newest, 1, 1, convertElementwise},
    {"Clamp", 1, newest, 1, 1, convertClamp},
    {"Convert", 1, newest, 1, 1, convertConvert},
    {"ConvertLike", 1, newest, 2, 2, convertConvertLike},
    {"Cos", 1, newest, 1, 1, convertElementwise},
    {"Divide", 1, newest, 2, 2, convertDivide},
    {"Equal", 1, newest, 2, 2, convertElementwise},
    {"Erf", 1, newest, 1, 1, convertElementwise},
    {"Exp", 1, newest, 1, 1, convertElementwise},
    {"Floor", 1, newest, 1, 1, convertElementwise},
    {"FloorMod", 1, newest, 2, 2, convertElementwise},
    {"Greater", 1, newest, 2, 2, convertElementwise},
    {"GreaterEqual", 1, newest, 2, 2, convertElementwise},
    {"Less", 1, newest, 2, 2, convertElementwise},
    {"LessEqual", 1, newest, 2, 2, convertElementwise},
    {"Log", 1, newest, 1, 1, convertElementwise},
    {"LogicalAnd", 1, newest, 2, 2, convertElementwise},
    {"LogicalNot", 1, newest, 1, 1, convertElementwise},
    {"LogicalOr", 1, newest, 2, 2, convertElementwise},
    {"LogicalXor", 1, newest, 2, 2, convertElementwise},
    {"Maximum", 1, newest, 2, 2, convertElementwise},
    {"Minimum", 1, newest, 2, 2, convertElementwise},
    {"Mod", 1, newest, 2, 2, convertElementwise},
    {"Multiply", 1, newest, 2, 2, convertElementwise},
    {"Negative", 1, newest, 1, 1, convertElementwise},
    {"NotEqual", 1, newest, 2, 2, convertElementwise},
    {"Power", 1, newest, 2, 2, convertElementwise, "integers"},
    {"ReLU", 1, newest, 1, 1, convertElementwise},
    {"Select", 1, newest, 3, 3, convertSelect},
    {"Sigmoid", 1, newest, 1, 1, convertElementwise},
    {"Sign", 1, newest, 1, 1, convertElementwise},
    {"Sin", 1, newest, 1, 1, convertElementwise},
    {"Sqrt", 1, newest, 1, 1, convertElementwise},
    {"SquaredDifference", 1, newest, 2, 2, convertElementwise},
    {"Subtract", 1, newest, 2, 2, convertElementwise},
    {"Tan", 1, newest, 1, 1, convertElementwise},
    {"Tanh", 1, newest, 1, 1, convertElementwise},
    // Shapes and views.
    {"Broadcast", 1, newest, 2, 3, convertBroadcast,
     "a shape known at run time, mode pdpd"},
    {"Range", 1, newest, 3, 3, convertRange, "bounds known at run time"},
    {"Reshape", 1, newest, 2, 2, convertReshape, "a shape known at run time"},
    {"ShapeOf", 1, newest, 1, 1, convertShapeOf},
    {"Squeeze", 1, newest, 1, 2, convertSqueeze},
    {"Tile", 1, newest, 2, 2, convertTile},
    {"Unsqueeze", 1, newest, 2, 2, convertUnsqueeze},
    // Movement.
    {"Concat", 1, newest, 1, unbounded, convertConcat},
    {"Gather", 1, newest, 3, 3, convertGather},
    {"GatherElements", 6, newest, 2, 2, convertGatherElements},
    {"GatherND", 5, newest, 2, 2, convertGatherND,
     "batch_dims above 1 before opset8"},
    {"Slice", 8, newest, 4, 5, convertSlice, "bounds known at run time"},
    {"Split", 1, newest, 2, 2, convertSplit},
    {"StridedSlice", 1, newest, 3, 4, convertStridedSlice,
     "bounds known at run time, an ellipsis"},
    {"Transpose", 1, newest, 2, 2, convertTranspose},
    {"VariadicSplit", 1, newest, 3, 3, convertVariadicSplit},
    // Reductions and products.
    {"MatMul", 1, newest, 2, 2, convertMatMul},
    {"ReduceMax", 1, newest, 2, 2, convertReduction},
    {"ReduceMean", 1, newest, 2, 2, convertReduction},
    {"ReduceMin", 1, newest, 2, 2, convertReduction},
    {"ReduceProd", 1, newest, 2, 2, convertReduction},
    {"ReduceSum", 1, newest, 2, 2, convertReduction},
    {"SoftMax", 1, newest, 1, 1, convertSoftmax},
};

bool OpConverter::takesDynamicShapes() const {
  // Result has no converter.
  static constexpr Converter dynamic[] = {nullptr,
                                          convertClamp,
                                          convertConcat,
                                          convertConvert,
                                          convertDivide,
                                          convertElementwise,
                                          convertMatMul,
                                          convertReduction,
                                          convertReshape,
                                          convertSelect,
                                          convertShapeOf,
                                          convertSoftmax,
                                          convertTranspose,
                                          convertUnsqueeze,
                                          convertScatterNDUpdate,
                                          convertSliceScatter};
  return llvm::is_contained(dynamic, convert);
}

ArrayRef<OpConverter> openvino::getConverters() { return converters; }

const OpConverter *openvino::findConverter(StringRef type, int64_t opset) {
  static const OpTable<OpConverter> table(converters);
  return table.find(type, opset);
}
