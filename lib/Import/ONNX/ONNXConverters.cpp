//===- ONNXConverters.cpp - the table of supported ops
//------------------------===//

#include "ONNXConverters.h"

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

/// The attributes of reductions, whose axes became an input.
static constexpr llvm::StringLiteral axesAttribute = "axes keepdims";
static constexpr llvm::StringLiteral axesInput =
    "keepdims noop_with_empty_axes";

static const OpConverter converters[] = {
    // Elementwise.
    {"Abs", Numbers, 6, newest, 1, 1, "", convertElementwise},
    {"Add", Numbers, 7, newest, 2, 2, "", convertElementwise},
    {"And", Booleans, 7, newest, 2, 2, "", convertElementwise},
    {"Cast", All, 6, newest, 1, 1, "round_mode saturate to", convertCast,
     "strings, types below 8 bits"},
    {"CastLike", All, 15, newest, 2, 2, "round_mode saturate", convertCastLike,
     "strings, types below 8 bits"},
    {"Ceil", Floats, 6, newest, 1, 1, "", convertElementwise},
    {"Clip", Floats, 6, 10, 1, 1, "max min", convertClip},
    {"Clip", Numbers, 11, newest, 1, 3, "", convertClip},
    {"Cos", Floats, 7, newest, 1, 1, "", convertElementwise},
    {"Div", Numbers, 7, newest, 2, 2, "", convertElementwise},
    {"Elu", Floats, 6, newest, 1, 1, "alpha", convertElu},
    {"Equal", All, 7, newest, 2, 2, "", convertElementwise, "strings"},
    {"Erf", Floats, 9, newest, 1, 1, "", convertElementwise},
    {"Exp", Floats, 6, newest, 1, 1, "", convertElementwise},
    {"Floor", Floats, 6, newest, 1, 1, "", convertElementwise},
    {"Gelu", Floats, 20, newest, 1, 1, "approximate", convertGelu},
    {"Greater", Numbers, 7, newest, 2, 2, "", convertElementwise},
    {"GreaterOrEqual", Numbers, 12, newest, 2, 2, "", convertElementwise},
    {"IsNaN", Floats, 9, newest, 1, 1, "", convertElementwise},
    {"LeakyRelu", Floats, 6, newest, 1, 1, "alpha", convertElu},
    {"Less", Numbers, 7, newest, 2, 2, "", convertElementwise},
    {"LessOrEqual", Numbers, 12, newest, 2, 2, "", convertElementwise},
    {"Log", Floats, 6, newest, 1, 1, "", convertElementwise},
    {"Max", Numbers, 8, newest, 1, maxOperands, "", convertVariadic},
    {"Mean", Floats, 8, newest, 1, maxOperands, "", convertMean},
    {"Min", Numbers, 8, newest, 1, maxOperands, "", convertVariadic},
    {"Mod", Numbers, 10, newest, 2, 2, "fmod", convertMod,
     "floats without fmod before version 28"},
    {"Mul", Numbers, 7, newest, 2, 2, "", convertElementwise},
    {"Neg", Signed | Floats, 6, newest, 1, 1, "", convertElementwise},
    {"Not", Booleans, 1, newest, 1, 1, "", convertElementwise},
    {"Or", Booleans, 7, newest, 2, 2, "", convertElementwise},
    {"Pow", Numbers, 7, newest, 2, 2, "", convertPow},
    {"Reciprocal", Floats, 6, newest, 1, 1, "", convertElementwise},
    {"Relu", Signed | Floats, 6, newest, 1, 1, "", convertElementwise},
    {"Round", Floats, 11, newest, 1, 1, "", convertElementwise},
    {"Sigmoid", Floats, 6, newest, 1, 1, "", convertElementwise},
    {"Sign", Numbers, 9, newest, 1, 1, "", convertElementwise},
    {"Sin", Floats, 7, newest, 1, 1, "", convertElementwise},
    {"Softplus", Floats, 1, newest, 1, 1, "", convertElementwise},
    {"Sqrt", Floats, 6, newest, 1, 1, "", convertElementwise},
    {"Sub", Numbers, 7, newest, 2, 2, "", convertElementwise},
    {"Sum", Floats, 8, newest, 1, maxOperands, "", convertVariadic},
    {"Tan", Floats, 7, newest, 1, 1, "", convertElementwise},
    {"Tanh", Floats, 6, newest, 1, 1, "", convertElementwise},
    {"Where", Any, 9, newest, 3, 3, "", convertWhere},
    {"Xor", Booleans, 7, newest, 2, 2, "", convertElementwise},
    // Constants, shapes and views.
    {"Constant", Any, 1, newest, 0, 0,
     "sparse_value value value_float value_floats value_int value_ints "
     "value_string value_strings",
     convertConstant, "strings, sparse values"},
    {"ConstantOfShape", Any, 9, newest, 1, 1, "value", convertConstantOfShape},
    {"Expand", Any, 8, newest, 2, 2, "", convertExpand},
    {"Flatten", Any, 1, newest, 1, 1, "axis", convertFlatten},
    {"Identity", Any, 1, newest, 1, 1, "", convertIdentity, "sequences"},
    {"Range", Numbers, 11, newest, 3, 3, "stash_type", convertRange,
     "a step or floats known at run time"},
    {"Reshape", Any, 1, 4, 1, 1, "consumed_inputs shape", convertReshape},
    {"Reshape", Any, 5, newest, 2, 2, "allowzero", convertReshape},
    {"Shape", Any, 1, newest, 1, 1, "end start", convertShape},
    {"Size", Any, 1, newest, 1, 1, "", convertSize},
    {"Squeeze", Any, 1, 12, 1, 1, "axes", convertSqueeze,
     "no axes for a dynamic shape"},
    {"Squeeze", Any, 13, newest, 1, 2, "", convertSqueeze,
     "no axes for a dynamic shape"},
    {"Tile", Any, 6, newest, 2, 2, "", convertTile},
    {"Unsqueeze", Any, 1, 12, 1, 1, "axes", convertUnsqueeze},
    {"Unsqueeze", Any, 13, newest, 2, 2, "", convertUnsqueeze},
    // Movement.
    {"Concat", Any, 1, newest, 1, unbounded, "axis", convertConcat},
    {"OneHot", Numbers, 9, newest, 3, 3, "axis", convertOneHot,
     "a depth of floats known at run time"},
    {"Pad", Floats, 2, 10, 1, 1, "mode pads value", convertPad},
    {"Pad", Any, 11, newest, 2, 4, "mode", convertPad,
     "pads known at run time"},
    {"Slice", Any, 1, 9, 1, 1, "axes ends starts", convertSlice},
    {"Slice", Any, 10, newest, 3, 5, "", convertSlice,
     "axes, steps and numbers of bounds known at run time"},
    {"Split", Any, 2, 12, 1, 1, "axis split", convertSplit},
    {"Split", Any, 13, 17, 1, 2, "axis", convertSplit},
    {"Split", Any, 18, newest, 1, 2, "axis num_outputs", convertSplit},
    {"Transpose", Any, 1, newest, 1, 1, "perm", convertTranspose},
    {"Trilu", Any, 14, newest, 1, 2, "upper", convertTrilu},
    // Gathers and scatters.
    {"Gather", Any, 1, newest, 2, 2, "axis", convertGather},
    {"GatherElements", Any, 11, newest, 2, 2, "axis", convertGatherElements},
    {"GatherND", Any, 11, newest, 2, 2, "batch_dims", convertGatherND},
    {"Scatter", Any, 9, 10, 3, 3, "axis", convertScatterElements},
    {"ScatterElements", Any, 11, newest, 3, 3, "axis reduction",
     convertScatterElements},
    {"ScatterND", Any, 11, newest, 3, 3, "reduction", convertScatterND},
    {"TensorScatter", Any, 24, newest, 2, 3, "axis mode", convertTensorScatter},
    // Reductions.
    {"ArgMax", Numbers, 1, newest, 1, 1, "axis keepdims select_last_index",
     convertArgReduction},
    {"ArgMin", Numbers, 1, newest, 1, 1, "axis keepdims select_last_index",
     convertArgReduction},
    {"BatchNormalization", Floats, 7, 8, 5, 5, "epsilon momentum spatial",
     convertBatchNormalization, "training"},
    {"BatchNormalization", Floats, 9, 13, 5, 5, "epsilon momentum",
     convertBatchNormalization, "training"},
    {"BatchNormalization", Floats, 14, newest, 5, 5,
     "epsilon momentum training_mode", convertBatchNormalization, "training"},
    {"CumSum", Numbers, 11, newest, 2, 2, "exclusive reverse", convertCumSum},
    {"LayerNormalization", Floats, 17, newest, 2, 3, "axis epsilon stash_type",
     convertNormalization, "a stash_type other than 1"},
    {"LogSoftmax", Floats, 1, newest, 1, 1, "axis", convertSoftmax},
    {"NonZero", All, 9, newest, 1, 1, "", convertNonZero},
    {"RMSNormalization", Floats, 23, newest, 2, 2, "axis epsilon stash_type",
     convertNormalization, "a stash_type other than 1"},
    {"ReduceL1", Signed | Floats, 1, 17, 1, 1, axesAttribute, convertReduction},
    {"ReduceL1", Signed | Floats, 18, newest, 1, 2, axesInput,
     convertReduction},
    {"ReduceL2", Floats, 1, 17, 1, 1, axesAttribute, convertReduction},
    {"ReduceL2", Floats, 18, newest, 1, 2, axesInput, convertReduction},
    {"ReduceLogSum", Floats, 1, 17, 1, 1, axesAttribute, convertReduction},
    {"ReduceLogSum", Floats, 18, newest, 1, 2, axesInput, convertReduction},
    {"ReduceLogSumExp", Floats, 1, 17, 1, 1, axesAttribute, convertReduction},
    {"ReduceLogSumExp", Floats, 18, newest, 1, 2, axesInput, convertReduction},
    {"ReduceMax", All, 1, 17, 1, 1, axesAttribute, convertReduction},
    {"ReduceMax", All, 18, newest, 1, 2, axesInput, convertReduction},
    {"ReduceMean", Numbers, 1, 17, 1, 1, axesAttribute, convertReduction},
    {"ReduceMean", Numbers, 18, newest, 1, 2, axesInput, convertReduction},
    {"ReduceMin", All, 1, 17, 1, 1, axesAttribute, convertReduction},
    {"ReduceMin", All, 18, newest, 1, 2, axesInput, convertReduction},
    {"ReduceProd", Numbers, 1, 17, 1, 1, axesAttribute, convertReduction},
    {"ReduceProd", Numbers, 18, newest, 1, 2, axesInput, convertReduction},
    {"ReduceSum", Numbers, 1, 12, 1, 1, axesAttribute, convertReduction},
    {"ReduceSum", Numbers, 13, newest, 1, 2, axesInput, convertReduction},
    {"ReduceSumSquare", Numbers, 1, 17, 1, 1, axesAttribute, convertReduction},
    {"ReduceSumSquare", Numbers, 18, newest, 1, 2, axesInput, convertReduction},
    {"Softmax", Floats, 1, newest, 1, 1, "axis", convertSoftmax},
    {"TopK", Floats, 10, 10, 2, 2, "axis", convertTopK},
    {"TopK", Numbers, 11, newest, 2, 2, "axis largest sorted", convertTopK},
    // Contractions.
    {"Einsum", Numbers, 12, newest, 1, maxOperands, "equation", convertEinsum},
    {"Gemm", Numbers, 7, newest, 2, 3, "alpha beta transA transB", convertGemm},
    {"MatMul", Numbers, 1, newest, 2, 2, "", convertMatMul},
    // Ops that are evaluated at import.
    {"Dropout", Any, 1, 11, 1, 1, "consumed_inputs is_test ratio",
     convertDropout},
    {"Dropout", Any, 12, newest, 1, 3, "seed", convertDropout, "training"},
    {"If", Any, 1, newest, 1, 1, "else_branch then_branch", convertIf,
     "branches of different types, sequences"},
};

bool OpConverter::takesDynamicShapes() const { return convert != convertPad; }

ArrayRef<OpConverter> onnx::getConverters() { return converters; }

const OpConverter *onnx::findConverter(StringRef name, int64_t version) {
  static const OpTable<OpConverter> table(converters);
  return table.find(name, version);
}
