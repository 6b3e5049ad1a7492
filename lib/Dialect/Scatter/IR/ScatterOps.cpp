//===- ScatterOps.cpp - builders and assembly of the ops ------------------===//

#include "EnumKeywords.h"
#include "ScatterGeneric.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace scatter;

//===----------------------------------------------------------------------===//
// Builders and accessors
//===----------------------------------------------------------------------===//

/// Returns the bound to use instead of the value of kDynamic, which marks a
/// run-time entry: the next larger bound, which has the same effect.
static int64_t avoidDynamicMarker(int64_t value) {
  return ShapedType::isDynamic(value) ? value + 1 : value;
}

/// Splits mixed entries into constants and operands.
static void splitEntries(ArrayRef<OpFoldResult> entries,
                         SmallVectorImpl<int64_t> &constants,
                         SmallVectorImpl<Value> &operands) {
  for (OpFoldResult entry : entries) {
    if (auto value = dyn_cast<Value>(entry)) {
      constants.push_back(ShapedType::kDynamic);
      operands.push_back(value);
      continue;
    }
    auto attr = cast<IntegerAttr>(cast<Attribute>(entry));
    constants.push_back(avoidDynamicMarker(attr.getValue().getSExtValue()));
  }
}

void ScatterNDUpdateOp::build(OpBuilder &builder, OperationState &state,
                              Value indices, Value updates, Value data,
                              Reduction reduction, OutOfBounds outOfBounds,
                              NegativeIndices negativeIndices,
                              bool uniqueIndices, bool indicesAreSorted,
                              Value source) {
  build(builder, state, indices, updates, data, source, reduction, outOfBounds,
        negativeIndices, uniqueIndices, indicesAreSorted,
        /*sizes_match=*/false, /*plan=*/PlanAttr());
}

void SliceScatterOp::build(OpBuilder &builder, OperationState &state,
                           Value updates, Value data,
                           ArrayRef<OpFoldResult> start,
                           ArrayRef<OpFoldResult> stop,
                           ArrayRef<OpFoldResult> step, ArrayRef<int64_t> axes,
                           Value source) {
  SmallVector<Value> startOperands, stopOperands, stepOperands;
  SmallVector<int64_t> staticStart, staticStop, staticStep;
  splitEntries(start, staticStart, startOperands);
  splitEntries(stop, staticStop, stopOperands);
  splitEntries(step, staticStep, stepOperands);
  if (step.empty())
    staticStep.assign(start.size(), 1);
  auto allAxes = axes.empty()
                     ? llvm::to_vector(llvm::seq<int64_t>(0, start.size()))
                     : SmallVector<int64_t>(axes);
  build(builder, state, updates, data, startOperands, stopOperands,
        stepOperands, source, staticStart, staticStop, staticStep, allAxes,
        /*sizes_match=*/false, /*plan=*/PlanAttr());
}

SmallVector<OpFoldResult> SliceScatterOp::getMixedStart() {
  return getMixedValues(getStaticStart(), getStart(), getContext());
}
SmallVector<OpFoldResult> SliceScatterOp::getMixedStop() {
  return getMixedValues(getStaticStop(), getStop(), getContext());
}
SmallVector<OpFoldResult> SliceScatterOp::getMixedStep() {
  return getMixedValues(getStaticStep(), getStep(), getContext());
}

SmallVector<int64_t> SliceScatterOp::getNormalizedAxes() {
  return llvm::map_to_vector(getAxes(), [&](int64_t axis) {
    return axis < 0 ? axis + getDataRank() : axis;
  });
}

std::optional<unsigned> SliceScatterOp::getBoundOfDim(int64_t dim) {
  for (auto [i, axis] : llvm::enumerate(getAxes()))
    if (axis == dim || axis + getDataRank() == dim)
      return i;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Assembly: reduction(...) out_of_bounds(...) negative_indices(...)
//===----------------------------------------------------------------------===//

/// Parses `(` keyword `)` into an enum attribute. `slot` must be unset.
template <typename AttrT>
static ParseResult parseEnumOption(OpAsmParser &parser, StringRef option,
                                   AttrT &slot) {
  if (slot)
    return parser.emitError(parser.getCurrentLocation(), "'")
           << option << "' is given twice";
  decltype(slot.getValue()) value;
  if (parser.parseLParen() || parseEnumKeyword(parser, option, value) ||
      parser.parseRParen())
    return failure();
  slot = AttrT::get(parser.getContext(), value);
  return success();
}

static ParseResult
parseNegativeIndicesOption(OpAsmParser &parser,
                           NegativeIndicesAttr &negativeIndices) {
  if (succeeded(parser.parseOptionalKeyword("negative_indices")))
    return parseEnumOption(parser, "negative_indices", negativeIndices);
  negativeIndices =
      NegativeIndicesAttr::get(parser.getContext(), NegativeIndices::wrap);
  return success();
}

static void printNegativeIndicesOption(OpAsmPrinter &printer, Operation *,
                                       NegativeIndicesAttr negativeIndices) {
  if (negativeIndices.getValue() != NegativeIndices::wrap)
    printer << " negative_indices("
            << stringifyNegativeIndices(negativeIndices.getValue()) << ")";
}

/// Parses `reduction`, `out_of_bounds` and `negative_indices`, and what
/// `parseOther` parses, in any order. Policies that are not given have their
/// defaults.
static ParseResult
parsePolicies(OpAsmParser &parser, OutOfBoundsAttr &outOfBounds,
              NegativeIndicesAttr &negativeIndices,
              function_ref<OptionalParseResult()> parseOther) {
  while (true) {
    OptionalParseResult other = parseOther();
    if (other.has_value()) {
      if (failed(*other))
        return failure();
    } else if (succeeded(parser.parseOptionalKeyword("out_of_bounds"))) {
      if (parseEnumOption(parser, "out_of_bounds", outOfBounds))
        return failure();
    } else if (succeeded(parser.parseOptionalKeyword("negative_indices"))) {
      if (parseEnumOption(parser, "negative_indices", negativeIndices))
        return failure();
    } else {
      break;
    }
  }
  MLIRContext *context = parser.getContext();
  if (!outOfBounds)
    outOfBounds = OutOfBoundsAttr::get(context, OutOfBounds::error);
  if (!negativeIndices)
    negativeIndices = NegativeIndicesAttr::get(context, NegativeIndices::wrap);
  return success();
}

static void printPolicies(OpAsmPrinter &printer, Operation *op,
                          OutOfBoundsAttr outOfBounds,
                          NegativeIndicesAttr negativeIndices) {
  if (outOfBounds.getValue() != OutOfBounds::error)
    printer << " out_of_bounds(" << stringifyOutOfBounds(outOfBounds.getValue())
            << ")";
  printNegativeIndicesOption(printer, op, negativeIndices);
}

static ParseResult parseScatterOptions(OpAsmParser &parser,
                                       ReductionAttr &reduction,
                                       OutOfBoundsAttr &outOfBounds,
                                       NegativeIndicesAttr &negativeIndices) {
  auto parseReduction = [&]() -> OptionalParseResult {
    if (failed(parser.parseOptionalKeyword("reduction")))
      return std::nullopt;
    return parseEnumOption(parser, "reduction", reduction);
  };
  if (parsePolicies(parser, outOfBounds, negativeIndices, parseReduction))
    return failure();
  if (!reduction)
    reduction = ReductionAttr::get(parser.getContext(), Reduction::none);
  return success();
}

static void printScatterOptions(OpAsmPrinter &printer, Operation *op,
                                ReductionAttr reduction,
                                OutOfBoundsAttr outOfBounds,
                                NegativeIndicesAttr negativeIndices) {
  if (reduction.getValue() != Reduction::none)
    printer << " reduction(" << stringifyReduction(reduction.getValue()) << ")";
  printPolicies(printer, op, outOfBounds, negativeIndices);
}

/// The options of gather_nd: policies and `batch_dims` `(` integer `)`.
static ParseResult parseGatherOptions(OpAsmParser &parser,
                                      OutOfBoundsAttr &outOfBounds,
                                      NegativeIndicesAttr &negativeIndices,
                                      IntegerAttr &batchDims) {
  auto parseBatchDims = [&]() -> OptionalParseResult {
    SMLoc loc = parser.getCurrentLocation();
    if (failed(parser.parseOptionalKeyword("batch_dims")))
      return std::nullopt;
    if (batchDims)
      return parser.emitError(loc, "'batch_dims' is given twice");
    int64_t count;
    if (parser.parseLParen() || parser.parseInteger(count) ||
        parser.parseRParen())
      return failure();
    batchDims = parser.getBuilder().getI64IntegerAttr(count);
    return success();
  };
  if (parsePolicies(parser, outOfBounds, negativeIndices, parseBatchDims))
    return failure();
  if (!batchDims)
    batchDims = parser.getBuilder().getI64IntegerAttr(0);
  return success();
}

static void printGatherOptions(OpAsmPrinter &printer, Operation *op,
                               OutOfBoundsAttr outOfBounds,
                               NegativeIndicesAttr negativeIndices,
                               IntegerAttr batchDims) {
  printPolicies(printer, op, outOfBounds, negativeIndices);
  if (batchDims.getInt() != 0)
    printer << " batch_dims(" << batchDims.getInt() << ")";
}

//===----------------------------------------------------------------------===//
// Assembly: from [...] to [...] step [...] axes [...]
//===----------------------------------------------------------------------===//

using UnresolvedOperands = SmallVectorImpl<OpAsmParser::UnresolvedOperand>;

/// Parses `[` (integer | operand), ... `]`.
static ParseResult parseBoundList(OpAsmParser &parser,
                                  UnresolvedOperands &operands,
                                  DenseI64ArrayAttr &constants) {
  SmallVector<int64_t> values;
  auto parseEntry = [&]() -> ParseResult {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult isOperand = parser.parseOptionalOperand(operand);
    if (isOperand.has_value()) {
      operands.push_back(operand);
      values.push_back(ShapedType::kDynamic);
      return *isOperand;
    }
    int64_t value;
    if (parser.parseInteger(value))
      return failure();
    values.push_back(avoidDynamicMarker(value));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseEntry))
    return failure();
  constants = parser.getBuilder().getDenseI64ArrayAttr(values);
  return success();
}

static ParseResult
parseSliceBounds(OpAsmParser &parser, UnresolvedOperands &start,
                 DenseI64ArrayAttr &staticStart, UnresolvedOperands &stop,
                 DenseI64ArrayAttr &staticStop, UnresolvedOperands &step,
                 DenseI64ArrayAttr &staticStep, DenseI64ArrayAttr &axes) {
  auto parseList = [&](StringRef keyword, UnresolvedOperands &operands,
                       DenseI64ArrayAttr &constants) -> OptionalParseResult {
    if (failed(parser.parseOptionalKeyword(keyword)))
      return std::nullopt;
    if (constants)
      return parser.emitError(parser.getCurrentLocation(), "'")
             << keyword << "' is given twice";
    return parseBoundList(parser, operands, constants);
  };
  SmallVector<OpAsmParser::UnresolvedOperand> axisOperands;
  while (true) {
    SMLoc loc = parser.getCurrentLocation();
    OptionalParseResult result = parseList("from", start, staticStart);
    if (!result.has_value())
      result = parseList("to", stop, staticStop);
    if (!result.has_value())
      result = parseList("step", step, staticStep);
    if (!result.has_value())
      result = parseList("axes", axisOperands, axes);
    if (!result.has_value())
      break;
    if (failed(*result))
      return failure();
    if (!axisOperands.empty())
      return parser.emitError(loc, "'axes': expected integers, found a value");
  }
  if (!staticStart || !staticStop)
    return parser.emitError(parser.getCurrentLocation(), "expected '")
           << (staticStart ? "to" : "from") << "' and a list of bounds";
  if (!staticStep)
    staticStep = parser.getBuilder().getDenseI64ArrayAttr(
        SmallVector<int64_t>(staticStart.size(), 1));
  if (!axes)
    axes = parser.getBuilder().getDenseI64ArrayAttr(
        llvm::to_vector(llvm::seq<int64_t>(0, staticStart.size())));
  return success();
}

static void printSliceBounds(OpAsmPrinter &printer, Operation *op,
                             OperandRange start, ArrayRef<int64_t> staticStart,
                             OperandRange stop, ArrayRef<int64_t> staticStop,
                             OperandRange step, ArrayRef<int64_t> staticStep,
                             ArrayRef<int64_t> axes) {
  printer << "from ";
  printDynamicIndexList(printer, op, start, staticStart);
  printer << " to ";
  printDynamicIndexList(printer, op, stop, staticStop);
  if (!llvm::all_of(staticStep, [](int64_t value) { return value == 1; })) {
    printer << " step ";
    printDynamicIndexList(printer, op, step, staticStep);
  }
  if (!llvm::equal(axes, llvm::seq<int64_t>(0, axes.size()))) {
    printer << " axes [";
    llvm::interleaveComma(axes, printer);
    printer << "]";
  }
}

//===----------------------------------------------------------------------===//
// Assembly: kind of a violation
//===----------------------------------------------------------------------===//

static ParseResult parseViolation(OpAsmParser &parser,
                                  ViolationKindAttr &kind) {
  ViolationKind value;
  if (parseEnumKeyword(parser, /*option=*/"", value))
    return failure();
  kind = ViolationKindAttr::get(parser.getContext(), value);
  return success();
}

static void printViolation(OpAsmPrinter &printer, Operation *,
                           ViolationKindAttr kind) {
  printer << stringifyViolationKind(kind.getValue());
}

#define GET_OP_CLASSES
#include "scatter/Dialect/Scatter/IR/ScatterOps.cpp.inc"
