//===- FillIndices.cpp - random indices -----------------------------------===//

#include "Generator.h"

#include "scatter/Reference/Element.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir;

namespace scatter::fuzz {

namespace {

/// Fills the indices of one op.
class IndexFiller {
public:
  /// `sizes` are those of the dimensions that the components index.
  IndexFiller(Random &random, const OpModel &op, Type type,
              llvm::ArrayRef<int64_t> sizes, OperandCase &indices)
      : random(random), op(op), type(type), indices(indices), sizes(sizes),
        depth(indices.shape.back()) {
    for (int64_t size : llvm::drop_end(indices.shape))
      tuples *= size;
    isSigned = !type.isUnsignedInteger();
    wraps = isSigned && op.config.negativeIndices == NegativeIndices::wrap;
  }

  void fill();

private:
  bool hasSlots() const { return !llvm::is_contained(sizes, 0); }
  void chooseSlots();
  void write(int64_t position, int64_t value);
  int64_t chooseBad(int64_t size);
  void addBad();

  Random &random;
  const OpModel &op;
  Type type;
  OperandCase &indices;
  Shape sizes;
  int64_t depth;
  int64_t tuples = 1;
  bool isSigned, wraps;
  /// Linear positions, row-major over `sizes`.
  std::vector<int64_t> slots;
};

} // namespace

void IndexFiller::chooseSlots() {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  bool keepsPromise = random.percent(85);
  bool isUnique = op.uniqueIndices ? keepsPromise : random.percent(20);
  slots.resize(tuples);
  if (isUnique && tuples <= count && count <= 30000) {
    std::vector<int64_t> all(count);
    for (int64_t i = 0; i < count; ++i)
      all[i] = i;
    random.shuffle(all);
    llvm::copy(llvm::ArrayRef(all).take_front(tuples), slots.begin());
  } else {
    // Few slots make many duplicates.
    int64_t range = random.percent(30) ? std::min<int64_t>(count, 3) : count;
    int64_t first = random.range(0, count - range);
    for (int64_t &slot : slots)
      slot = first + random.below(range);
  }
  bool isSorted = op.indicesAreSorted ? keepsPromise : random.percent(15);
  if (isSorted)
    llvm::sort(slots);
}

void IndexFiller::write(int64_t position, int64_t value) {
  int64_t size = *reference::getElementSize(type);
  reference::writeInteger(type, indices.bytes.data() + position * size, value);
}

/// Numbers that arithmetic in 32 or 64 bits takes for something else.
int64_t IndexFiller::chooseBad(int64_t size) {
  int64_t inside = size > 0 ? random.range(0, size - 1) : 0;
  return random.pick<int64_t>(
      {size, size + 1, -size - 1, -size, -1, 2 * size, -2 * size - 1, INT64_MIN,
       INT64_MAX, INT64_MIN + inside, INT64_MAX - inside, INT32_MIN, INT32_MAX,
       int64_t(UINT32_MAX), (int64_t(1) << 32) + inside,
       inside - (int64_t(1) << 32), int64_t(1) << 31, int64_t(1) << 62,
       static_cast<int64_t>(random.next())});
}

void IndexFiller::addBad() {
  int64_t total = tuples * depth;
  int64_t count = random.percent(15) ? total : random.range(1, 3);
  for (int64_t i = 0; i < count; ++i) {
    int64_t position = count == total ? i : random.below(total);
    int64_t j = position % depth;
    write(position, chooseBad(j < int64_t(sizes.size()) ? sizes[j] : 1));
  }
}

void IndexFiller::fill() {
  indices.bytes.assign(tuples * depth * *reference::getElementSize(type), 0);
  if (tuples == 0 || depth == 0)
    return;
  bool isTrusted = op.config.outOfBounds == OutOfBounds::undefined;
  if (hasSlots()) {
    chooseSlots();
    unsigned negatives = wraps ? random.pick({0, 0, 30, 100}) : 0;
    for (int64_t tuple = 0; tuple < tuples; ++tuple) {
      int64_t slot = slots[tuple];
      for (int64_t j = depth; j-- > 0;) {
        // A wrong depth is reported before any component is looked at.
        if (j >= int64_t(sizes.size()))
          continue;
        int64_t value = slot % sizes[j];
        slot /= sizes[j];
        if (random.percent(negatives))
          value -= sizes[j];
        write(tuple * depth + j, value);
      }
    }
  }
  if (!isTrusted && (!hasSlots() || random.percent(35)))
    addBad();
}

void fillIndices(Random &random, const Program &program, const OpModel &op,
                 Case &call) {
  OperandCase &indices = call.operands[op.indices];
  auto [indexed, first] = getIndexed(op);
  auto sizes = llvm::ArrayRef(call.operands[indexed].shape).drop_front(first);
  int64_t depth = std::min<int64_t>(indices.shape.back(), sizes.size());
  IndexFiller(random, op, program.operands[op.indices].type,
              sizes.take_front(depth), indices)
      .fill();
}

void fillGenericIndices(Random &random, const Program &program, Case &call) {
  const GenericModel &generic = *program.generic;
  // A dimension with a wrong size is reported before any index is read.
  Shape componentSizes(generic.getNumComponents(), 1);
  for (auto [operand, map] : llvm::zip_equal(generic.getMapped(), generic.maps))
    for (auto [dim, expr] : llvm::enumerate(map))
      if (expr >= generic.getNumDims())
        componentSizes[expr - generic.getNumDims()] =
            call.operands[operand].shape[dim];
  llvm::ArrayRef<int64_t> left(componentSizes);
  for (auto [number, depth, policy] :
       llvm::zip_equal(generic.indices, generic.depths, generic.policies)) {
    OpModel op;
    op.config = policy;
    op.uniqueIndices = program.ops.front().uniqueIndices;
    IndexFiller(random, op, program.operands[number].type,
                left.take_front(depth), call.operands[number])
        .fill();
    left = left.drop_front(depth);
  }
}

} // namespace scatter::fuzz
