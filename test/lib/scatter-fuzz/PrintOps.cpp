//===- PrintOps.cpp - scatter ops as MLIR ---------------------------------===//

#include "PrintProgram.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;

namespace scatter::fuzz {

void Printer::printOptions(const OpModel &op) {
  if (op.config.reduction != Reduction::none)
    os << " reduction(" << stringifyReduction(op.config.reduction) << ')';
  if (op.config.outOfBounds != OutOfBounds::error)
    os << " out_of_bounds(" << stringifyOutOfBounds(op.config.outOfBounds)
       << ')';
  if (op.config.negativeIndices != NegativeIndices::wrap)
    os << " negative_indices("
       << stringifyNegativeIndices(op.config.negativeIndices) << ')';
  if (op.batchDims > 0)
    os << " batch_dims(" << op.batchDims << ')';
}

void Printer::printPromises(const OpModel &op) {
  llvm::SmallVector<StringRef> promises;
  if (op.indicesAreSorted)
    promises.push_back("indices_are_sorted");
  if (op.sizesMatch)
    promises.push_back("sizes_match");
  if (op.uniqueIndices)
    promises.push_back("unique_indices");
  if (promises.empty())
    return;
  os << " {";
  llvm::interleaveComma(promises, os);
  os << '}';
}

namespace {

/// One of the lists of bounds.
struct BoundList {
  llvm::StringLiteral keyword;
  BoundMode AxisModel::*mode;
  llvm::SmallVector<int64_t> BoundsCase::*values;
  Scalar::Kind kind;
};

} // namespace

static constexpr BoundList boundLists[] = {
    {"from", &AxisModel::start, &BoundsCase::start, Scalar::Kind::Start},
    {"to", &AxisModel::stop, &BoundsCase::stop, Scalar::Kind::Stop},
    {"step", &AxisModel::step, &BoundsCase::step, Scalar::Kind::Step},
};

/// "%from1_0": the constant that is entry 0 of `from` of op 1.
static std::string getConstantName(const BoundList &list, unsigned op,
                                   unsigned entry) {
  return ("%" + list.keyword + std::to_string(op) + "_" + std::to_string(entry))
      .str();
}

void Printer::printBoundConstants(unsigned number) {
  const OpModel &op = program.ops[number];
  if (op.sharesBounds)
    return;
  for (const BoundList &list : boundLists)
    for (unsigned entry = 0; entry < op.axes.size(); ++entry)
      if (op.axes[entry].*list.mode == BoundMode::Constant)
        os << "  " << getConstantName(list, number, entry)
           << " = arith.constant "
           << (program.witness.bounds[number].*list.values)[entry]
           << " : index\n";
}

void Printer::printBounds(unsigned number) {
  const OpModel &op = program.ops[number];
  unsigned owner = op.sharesBounds ? 0 : number;
  for (const BoundList &list : boundLists) {
    if (list.kind == Scalar::Kind::Step && op.omitsSteps)
      continue;
    os << ' ' << list.keyword << " [";
    for (unsigned entry = 0; entry < op.axes.size(); ++entry) {
      os << (entry ? ", " : "");
      BoundMode mode = op.axes[entry].*list.mode;
      if (mode == BoundMode::Constant)
        os << getConstantName(list, owner, entry);
      else
        printScalarOr(mode == BoundMode::Literal,
                      (program.witness.bounds[number].*list.values)[entry],
                      {list.kind, owner, entry});
    }
    os << ']';
  }
  if (op.omitsAxes)
    return;
  os << " axes [";
  for (unsigned entry = 0; entry < op.axes.size(); ++entry)
    os << (entry ? ", " : "") << op.axes[entry].axis;
  os << ']';
}

void Printer::printOp(unsigned number) {
  if (program.generic)
    return printGeneric();
  const OpModel &op = program.ops[number];
  if (program.operands[op.updates].isWindow)
    printWindow(number, op.updates);
  printBoundConstants(number);
  if (op.hasFill)
    os << "  %fill = arith.constant " << kFill
       << (isa<FloatType>(program.getData().type) ? ".0 : " : " : ")
       << program.getData().type << '\n';
  os << "  ";
  if (program.onTensors)
    os << "%r" << number << " = ";
  bool isND = hasIndices(op);
  os << "scatter." << getOpName(op.kind) << " ins(";
  if (isND)
    os << "%o" << op.indices << ", ";
  os << "%o" << op.updates << " : ";
  if (isND)
    os << getOpType(op.indices) << ", ";
  bool usesResult = program.onTensors && program.isChain && number > 0;
  os << getOpType(op.updates) << ") outs("
     << (usesResult ? "%r" + std::to_string(number - 1) : "%o0") << " : "
     << getOpType(0) << ')';
  if (op.hasFill)
    os << " fill(%fill : " << program.getData().type << ')';
  if (isND)
    printOptions(op);
  else
    printBounds(number);
  printPromises(op);
  if (program.onTensors)
    os << " -> " << getOpType(0);
  os << " loc(\"fuzz\":" << number << ":1)\n";
}

//===----------------------------------------------------------------------===//
// scatter.generic
//===----------------------------------------------------------------------===//

void Printer::printGeneric() {
  const GenericModel &generic = *program.generic;
  auto getName = [&](char dim, unsigned position) {
    return dim + std::to_string(position);
  };
  auto printNames = [&](char letter, unsigned count) {
    llvm::interleaveComma(llvm::seq(count), os,
                          [&](unsigned i) { os << getName(letter, i); });
  };
  auto printMap = [&](llvm::ArrayRef<unsigned> map) {
    unsigned dims = generic.getNumDims();
    os << "affine_map<(";
    printNames('d', dims);
    os << ")[";
    printNames('s', generic.getNumComponents());
    os << "] -> (";
    llvm::interleaveComma(map, os, [&](unsigned expr) {
      os << (expr < dims ? getName('d', expr) : getName('s', expr - dims));
    });
    os << ")>";
  };
  auto printOperands = [&](StringRef keyword, llvm::ArrayRef<unsigned> list) {
    if (list.empty())
      return;
    os << ' ' << keyword << '(';
    llvm::interleaveComma(list, os, [&](unsigned i) { os << "%o" << i; });
    os << " : ";
    llvm::interleaveComma(list, os, [&](unsigned i) { os << getOpType(i); });
    os << ')';
  };
  auto printPolicies = [&](StringRef keyword, auto getPolicy) {
    os << ' ' << keyword << " [";
    llvm::interleaveComma(generic.policies, os,
                          [&](const auto &policy) { os << getPolicy(policy); });
    os << ']';
  };
  auto printTypes = [&](llvm::ArrayRef<unsigned> list) {
    llvm::interleaveComma(list, os,
                          [&](unsigned i) { os << program.operands[i].type; });
  };

  for (const std::string &line : generic.outside)
    os << "  " << line << '\n';
  os << "  ";
  if (program.onTensors)
    os << "%r0:" << generic.outs.size() << " = ";
  os << "scatter.generic {indexing_maps = [";
  llvm::interleaveComma(generic.maps, os, printMap);
  os << ']';
  const OpModel &op = program.ops.front();
  os << (op.sizesMatch ? ", sizes_match" : "")
     << (op.uniqueIndices ? ", unique_indices" : "") << '}';
  printOperands("indices", generic.indices);
  printOperands("ins", generic.inputs);
  printOperands("outs", generic.outs);
  printPolicies("out_of_bounds", [](const auto &policy) {
    return stringifyOutOfBounds(policy.outOfBounds);
  });
  printPolicies("negative_indices", [](const auto &policy) {
    return stringifyNegativeIndices(policy.negativeIndices);
  });
  os << " {\n  ^bb0(";
  for (auto [i, number] : llvm::enumerate(generic.getMapped()))
    os << (i ? ", " : "") << "%b" << i << ": " << program.operands[number].type;
  os << "):\n";
  for (const std::string &line : generic.body)
    os << "    " << line << '\n';
  os << "    scatter.yield ";
  llvm::interleaveComma(generic.yields, os);
  os << " : ";
  printTypes(generic.outs);
  os << "\n  }";
  if (program.onTensors) {
    os << " -> ";
    llvm::interleaveComma(generic.outs, os,
                          [&](unsigned i) { os << getOpType(i); });
  }
  os << " loc(\"fuzz\":0:1)\n";
}

} // namespace scatter::fuzz
