//===- Converters.cpp - the table of ops ----------------------------------===//

#include "Converters.h"

#include "Common/OpTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

static constexpr int64_t newest = kNewestVersion;
static constexpr unsigned unbounded = kUnboundedInputs;
/// Operands of one loop, which takes time by the square of their number.
static constexpr unsigned maxOperands = 512;

static const OpConverter converters[] = {
    // Elementwise.
    {"Abs", 6, newest, 1, 1, convertElementwise},
    {"Add", 7, newest, 2, 2, convertElementwise},
    {"And", 7, newest, 2, 2, convertElementwise},
    {"Cast", 6, newest, 1, 1, convertCast, "strings, types below 8 bits"},
    {"CastLike", 15, newest, 2, 2, convertCastLike,
     "strings, types below 8 bits"},
    {"Ceil", 6, newest, 1, 1, convertElementwise},
    {"Clip", 6, newest, 1, 3, convertClip},
    {"Cos", 7, newest, 1, 1, convertElementwise},
    {"Div", 7, newest, 2, 2, convertElementwise},
    {"Elu", 6, newest, 1, 1, convertElu},
    {"Equal", 7, newest, 2, 2, convertElementwise, "strings"},
    {"Erf", 9, newest, 1, 1, convertElementwise},
    {"Exp", 6, newest, 1, 1, convertElementwise},
    {"Floor", 6, newest, 1, 1, convertElementwise},
    {"Greater", 7, newest, 2, 2, convertElementwise},
    {"GreaterOrEqual", 12, newest, 2, 2, convertElementwise},
    {"IsNaN", 9, newest, 1, 1, convertElementwise},
    {"LeakyRelu", 6, newest, 1, 1, convertElu},
    {"Less", 7, newest, 2, 2, convertElementwise},
    {"LessOrEqual", 12, newest, 2, 2, convertElementwise},
    {"Log", 6, newest, 1, 1, convertElementwise},
    {"Max", 8, newest, 1, maxOperands, convertVariadic},
    {"Mean", 8, newest, 1, maxOperands, convertMean},
    {"Min", 8, newest, 1, maxOperands, convertVariadic},
    {"Mod", 10, newest, 2, 2, convertMod},
    {"Mul", 7, newest, 2, 2, convertElementwise},
    {"Neg", 6, newest, 1, 1, convertElementwise},
    {"Not", 1, newest, 1, 1, convertElementwise},
    {"Or", 7, newest, 2, 2, convertElementwise},
    {"Pow", 7, newest, 2, 2, convertPow},
    {"Reciprocal", 6, newest, 1, 1, convertElementwise},
    {"Relu", 6, newest, 1, 1, convertElementwise},
    {"Round", 11, newest, 1, 1, convertElementwise},
    {"Sigmoid", 6, newest, 1, 1, convertElementwise},
    {"Sign", 9, newest, 1, 1, convertElementwise},
    {"Sin", 7, newest, 1, 1, convertElementwise},
    {"Softplus", 1, newest, 1, 1, convertElementwise},
    {"Sqrt", 6, newest, 1, 1, convertElementwise},
    {"Sub", 7, newest, 2, 2, convertElementwise},
    {"Sum", 8, newest, 1, maxOperands, convertVariadic},
    {"Tan", 7, newest, 1, 1, convertElementwise},
    {"Tanh", 6, newest, 1, 1, convertElementwise},
    {"Where", 9, newest, 3, 3, convertWhere},
    {"Xor", 7, newest, 2, 2, convertElementwise},
    // Constants, shapes and views.
    {"Constant", 1, newest, 0, 0, convertConstant, "strings, sparse values"},
    {"ConstantOfShape", 9, newest, 1, 1, convertConstantOfShape},
    {"Expand", 8, newest, 2, 2, convertExpand},
    {"Flatten", 1, newest, 1, 1, convertFlatten},
    {"Identity", 1, newest, 1, 1, convertIdentity, "sequences"},
    {"Range", 11, newest, 3, 3, convertRange,
     "a step or floats known at run time"},
    {"Reshape", 1, newest, 1, 2, convertReshape},
    {"Shape", 1, newest, 1, 1, convertShape},
    {"Size", 1, newest, 1, 1, convertSize},
    {"Squeeze", 1, newest, 1, 2, convertSqueeze},
    {"Tile", 6, newest, 2, 2, convertTile},
    {"Unsqueeze", 1, newest, 1, 2, convertUnsqueeze},
    // Movement.
    {"Concat", 1, newest, 1, unbounded, convertConcat},
    {"Pad", 2, newest, 1, 4, convertPad, "pads known at run time"},
    {"Slice", 1, newest, 1, 5, convertSlice,
     "axes and steps known at run time"},
    {"Split", 2, newest, 1, 2, convertSplit},
    {"Transpose", 1, newest, 1, 1, convertTranspose},
    {"Trilu", 14, newest, 1, 2, convertTrilu},
    // Gathers and scatters.
    {"Gather", 1, newest, 2, 2, convertGather},
    {"GatherElements", 11, newest, 2, 2, convertGatherElements},
    {"GatherND", 11, newest, 2, 2, convertGatherND},
    {"Scatter", 9, 10, 3, 3, convertScatterElements},
    {"ScatterElements", 11, newest, 3, 3, convertScatterElements},
    {"ScatterND", 11, newest, 3, 3, convertScatterND},
    {"TensorScatter", 24, newest, 2, 3, convertTensorScatter},
    // Reductions.
    {"ArgMax", 1, newest, 1, 1, convertArgReduction},
    {"ArgMin", 1, newest, 1, 1, convertArgReduction},
    {"CumSum", 11, newest, 2, 2, convertCumSum,
     "more than 4096 elements along the axis"},
    {"LogSoftmax", 1, newest, 1, 1, convertSoftmax},
    {"ReduceL1", 1, newest, 1, 2, convertReduction},
    {"ReduceL2", 1, newest, 1, 2, convertReduction},
    {"ReduceLogSum", 1, newest, 1, 2, convertReduction},
    {"ReduceMax", 1, newest, 1, 2, convertReduction},
    {"ReduceMean", 1, newest, 1, 2, convertReduction},
    {"ReduceMin", 1, newest, 1, 2, convertReduction},
    {"ReduceProd", 1, newest, 1, 2, convertReduction},
    {"ReduceSum", 1, newest, 1, 2, convertReduction},
    {"ReduceSumSquare", 1, newest, 1, 2, convertReduction},
    {"Softmax", 1, newest, 1, 1, convertSoftmax},
    // Contractions.
    {"Gemm", 7, newest, 2, 3, convertGemm},
    {"MatMul", 1, newest, 2, 2, convertMatMul},
    // What is decided at import.
    {"Dropout", 1, newest, 1, 3, convertDropout, "training"},
    {"If", 1, newest, 1, 1, convertIf,
     "branches of different types, sequences"},
    {"NonZero", 9, newest, 1, 1, convertNonZero, "an input known at run time"},
};

bool OpConverter::takesDynamicShapes() const {
  static constexpr Converter fixed[] = {convertCumSum, convertNonZero,
                                        convertPad, convertTensorScatter};
  return !llvm::is_contained(fixed, convert);
}

ArrayRef<OpConverter> onnx::getConverters() { return converters; }

const OpConverter *onnx::findConverter(StringRef name, int64_t version) {
  static const OpTable<OpConverter> table(converters);
  return table.find(name, version);
}
