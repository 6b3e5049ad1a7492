//===- Converters.cpp - the table of supported ops ------------------------===//

#include "Converters.h"

#include "Common/ElementKinds.h"
#include "Common/OpTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

static constexpr int64_t newest = kNewestVersion;
static constexpr unsigned unbounded = kUnboundedInputs;
/// The maximum number of operands of one loop. The time of an import grows with
/// its square.
static constexpr unsigned maxOperands = 512;

static const OpConverter converters[] = {
    // Elementwise.
    {"Abs", Numbers, 6, newest, 1, 1, convertElementwise},
    {"Add", Numbers, 7, newest, 2, 2, convertElementwise},
    {"And", Booleans, 7, newest, 2, 2, convertElementwise},
    {"Cast", All, 6, newest, 1, 1, convertCast, "strings, types below 8 bits"},
    {"CastLike", All, 15, newest, 2, 2, convertCastLike,
     "strings, types below 8 bits"},
    {"Ceil", Floats, 6, newest, 1, 1, convertElementwise},
    {"Clip", Numbers, 6, newest, 1, 3, convertClip,
     "integers before version 11"},
    {"Cos", Floats, 7, newest, 1, 1, convertElementwise},
    {"Div", Numbers, 7, newest, 2, 2, convertElementwise},
    {"Elu", Floats, 6, newest, 1, 1, convertElu},
    {"Equal", All, 7, newest, 2, 2, convertElementwise, "strings"},
    {"Erf", Floats, 9, newest, 1, 1, convertElementwise},
    {"Exp", Floats, 6, newest, 1, 1, convertElementwise},
    {"Floor", Floats, 6, newest, 1, 1, convertElementwise},
    {"Greater", Numbers, 7, newest, 2, 2, convertElementwise},
    {"GreaterOrEqual", Numbers, 12, newest, 2, 2, convertElementwise},
    {"IsNaN", Floats, 9, newest, 1, 1, convertElementwise},
    {"LeakyRelu", Floats, 6, newest, 1, 1, convertElu},
    {"Less", Numbers, 7, newest, 2, 2, convertElementwise},
    {"LessOrEqual", Numbers, 12, newest, 2, 2, convertElementwise},
    {"Log", Floats, 6, newest, 1, 1, convertElementwise},
    {"Max", Numbers, 8, newest, 1, maxOperands, convertVariadic},
    {"Mean", Floats, 8, newest, 1, maxOperands, convertMean},
    {"Min", Numbers, 8, newest, 1, maxOperands, convertVariadic},
    {"Mod", Numbers, 10, newest, 2, 2, convertMod,
     "floats without fmod before version 28"},
    {"Mul", Numbers, 7, newest, 2, 2, convertElementwise},
    {"Neg", Signed | Floats, 6, newest, 1, 1, convertElementwise},
    {"Not", Booleans, 1, newest, 1, 1, convertElementwise},
    {"Or", Booleans, 7, newest, 2, 2, convertElementwise},
    {"Pow", Numbers, 7, newest, 2, 2, convertPow},
    {"Reciprocal", Floats, 6, newest, 1, 1, convertElementwise},
    {"Relu", Signed | Floats, 6, newest, 1, 1, convertElementwise},
    {"Round", Floats, 11, newest, 1, 1, convertElementwise},
    {"Sigmoid", Floats, 6, newest, 1, 1, convertElementwise},
    {"Sign", Numbers, 9, newest, 1, 1, convertElementwise},
    {"Sin", Floats, 7, newest, 1, 1, convertElementwise},
    {"Softplus", Floats, 1, newest, 1, 1, convertElementwise},
    {"Sqrt", Floats, 6, newest, 1, 1, convertElementwise},
    {"Sub", Numbers, 7, newest, 2, 2, convertElementwise},
    {"Sum", Floats, 8, newest, 1, maxOperands, convertVariadic},
    {"Tan", Floats, 7, newest, 1, 1, convertElementwise},
    {"Tanh", Floats, 6, newest, 1, 1, convertElementwise},
    {"Where", Any, 9, newest, 3, 3, convertWhere},
    {"Xor", Booleans, 7, newest, 2, 2, convertElementwise},
    // Constants, shapes and views.
    {"Constant", Any, 1, newest, 0, 0, convertConstant,
     "strings, sparse values"},
    {"ConstantOfShape", Any, 9, newest, 1, 1, convertConstantOfShape},
    {"Expand", Any, 8, newest, 2, 2, convertExpand},
    {"Flatten", Any, 1, newest, 1, 1, convertFlatten},
    {"Identity", Any, 1, newest, 1, 1, convertIdentity, "sequences"},
    {"Range", Numbers, 11, newest, 3, 3, convertRange,
     "a step or floats known at run time"},
    {"Reshape", Any, 1, newest, 1, 2, convertReshape},
    {"Shape", Any, 1, newest, 1, 1, convertShape},
    {"Size", Any, 1, newest, 1, 1, convertSize},
    {"Squeeze", Any, 1, newest, 1, 2, convertSqueeze},
    {"Tile", Any, 6, newest, 2, 2, convertTile},
    {"Unsqueeze", Any, 1, newest, 1, 2, convertUnsqueeze},
    // Movement.
    {"Concat", Any, 1, newest, 1, unbounded, convertConcat},
    {"Pad", Any, 2, newest, 1, 4, convertPad, "pads known at run time"},
    {"Slice", Any, 1, newest, 1, 5, convertSlice,
     "axes and steps known at run time"},
    {"Split", Any, 2, newest, 1, 2, convertSplit},
    {"Transpose", Any, 1, newest, 1, 1, convertTranspose},
    {"Trilu", Any, 14, newest, 1, 2, convertTrilu},
    // Gathers and scatters.
    {"Gather", Any, 1, newest, 2, 2, convertGather},
    {"GatherElements", Any, 11, newest, 2, 2, convertGatherElements},
    {"GatherND", Any, 11, newest, 2, 2, convertGatherND},
    {"Scatter", Any, 9, 10, 3, 3, convertScatterElements},
    {"ScatterElements", Any, 11, newest, 3, 3, convertScatterElements},
    {"ScatterND", Any, 11, newest, 3, 3, convertScatterND},
    {"TensorScatter", Any, 24, newest, 2, 3, convertTensorScatter},
    // Reductions.
    {"ArgMax", Numbers, 1, newest, 1, 1, convertArgReduction},
    {"ArgMin", Numbers, 1, newest, 1, 1, convertArgReduction},
    {"CumSum", Numbers, 11, newest, 2, 2, convertCumSum,
     "more than 4096 elements along the axis"},
    {"LogSoftmax", Floats, 1, newest, 1, 1, convertSoftmax},
    {"ReduceL1", Signed | Floats, 1, newest, 1, 2, convertReduction},
    {"ReduceL2", Floats, 1, newest, 1, 2, convertReduction},
    {"ReduceLogSum", Floats, 1, newest, 1, 2, convertReduction},
    {"ReduceMax", All, 1, newest, 1, 2, convertReduction},
    {"ReduceMean", Numbers, 1, newest, 1, 2, convertReduction},
    {"ReduceMin", All, 1, newest, 1, 2, convertReduction},
    {"ReduceProd", Numbers, 1, newest, 1, 2, convertReduction},
    {"ReduceSum", Numbers, 1, newest, 1, 2, convertReduction},
    {"ReduceSumSquare", Numbers, 1, newest, 1, 2, convertReduction},
    {"Softmax", Floats, 1, newest, 1, 1, convertSoftmax},
    // Contractions.
    {"Gemm", Numbers, 7, newest, 2, 3, convertGemm},
    {"MatMul", Numbers, 1, newest, 2, 2, convertMatMul},
    // Ops that are evaluated at import.
    {"Dropout", Any, 1, newest, 1, 3, convertDropout, "training"},
    {"If", Any, 1, newest, 1, 1, convertIf,
     "branches of different types, sequences"},
    {"NonZero", Any, 9, newest, 1, 1, convertNonZero,
     "an input known at run time"},
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
