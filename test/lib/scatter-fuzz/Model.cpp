//===- Model.cpp - the scalar arguments of programs -----------------------===//

#include "Model.h"

#include "llvm/Support/ErrorHandling.h"

#include <numeric>

namespace scatter::fuzz {

unsigned GenericModel::getNumComponents() const {
  return std::accumulate(depths.begin(), depths.end(), 0u);
}

llvm::SmallVector<unsigned> GenericModel::getMapped() const {
  llvm::SmallVector<unsigned> operands(inputs);
  llvm::append_range(operands, outs);
  return operands;
}

std::optional<unsigned> GenericModel::getExpr(unsigned number,
                                              unsigned dim) const {
  for (auto [operand, map] : llvm::zip_equal(getMapped(), maps))
    if (operand == number)
      return map[dim];
  if (dim < batchRank)
    return dim;
  return std::nullopt;
}

bool isArgument(const Operand &operand) {
  return !operand.isConstant && !operand.isWindow;
}

/// Appends the scalars that give an operand its shape inside the function.
static void appendScalars(const Operand &operand, unsigned number,
                          std::vector<Scalar> &scalars) {
  using Kind = Scalar::Kind;
  bool isCut = operand.layout == Layout::Reinterpret ||
               operand.layout == Layout::View || operand.isWindow;
  if (!isCut || operand.isConstant)
    return;
  for (unsigned dim = 0; dim < operand.getRank(); ++dim)
    if (!operand.argStatic[dim])
      scalars.push_back({Kind::Size, number, dim});
  if (operand.layout != Layout::Reinterpret)
    return;
  if (!operand.staticOffset)
    scalars.push_back({Kind::Offset, number});
  for (unsigned i = operand.staticStrides; i < operand.getRank(); ++i)
    scalars.push_back({Kind::Stride, number, operand.order[i]});
}

std::vector<Scalar> getScalars(const Program &program) {
  using Kind = Scalar::Kind;
  std::vector<Scalar> scalars;
  for (unsigned i = 0; i < program.operands.size(); ++i)
    appendScalars(program.operands[i], i, scalars);
  for (unsigned i = 0; i < program.ops.size(); ++i) {
    const OpModel &op = program.ops[i];
    if (program.operands[op.updates].isWindow)
      scalars.push_back({Kind::WindowStart, i});
    for (unsigned entry = 0; !op.sharesBounds && entry < op.axes.size();
         ++entry) {
      const AxisModel &axis = op.axes[entry];
      for (auto [mode, kind] : {std::pair(axis.start, Kind::Start),
                                {axis.stop, Kind::Stop},
                                {axis.step, Kind::Step}})
        if (mode == BoundMode::Argument)
          scalars.push_back({kind, i, entry});
    }
  }
  return scalars;
}

int64_t getScalarValue(const Scalar &scalar, const Case &call) {
  unsigned owner = scalar.owner, entry = scalar.entry;
  switch (scalar.kind) {
  case Scalar::Kind::Offset:
    return call.operands[owner].offset;
  case Scalar::Kind::Size:
    return call.operands[owner].shape[entry];
  case Scalar::Kind::Stride:
    return call.operands[owner].strides[entry];
  case Scalar::Kind::WindowStart:
    return call.bounds[owner].windowStart;
  case Scalar::Kind::Start:
    return call.bounds[owner].start[entry];
  case Scalar::Kind::Stop:
    return call.bounds[owner].stop[entry];
  case Scalar::Kind::Step:
    return call.bounds[owner].step[entry];
  }
  llvm_unreachable("unknown kind of scalar");
}

} // namespace scatter::fuzz
