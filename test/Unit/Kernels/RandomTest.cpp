//===- RandomTest.cpp - the functions against the reference ---------------===//
//
// Random arguments, layouts and destinations. What is not an element of the
// destination stays as it was, and so does the destination after an error.
// SCATTER_KERNELS_CASES sets the number of cases, SCATTER_KERNELS_SEED the
// first of them.
//
//===----------------------------------------------------------------------===//

#include "Utils.h"

#include "scatter/Reference/Element.h"
#include "scatter/Reference/Evaluate.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <random>

using namespace scatter;
using namespace scatter::test;
using Shape = std::vector<int64_t>;

namespace {

unsigned getNumber(const char *variable, unsigned standard) {
  const char *text = std::getenv(variable);
  return text ? unsigned(std::atoi(text)) : standard;
}

/// One array in the memory of a case.
struct Place {
  std::string type;
  Shape shape, strides;
  /// Of the first element, in elements.
  int64_t origin = 0;
};

/// Memory with arrays in it, which may overlap.
class Case {
public:
  Case(unsigned seed, mlir::MLIRContext &context)
      : random(seed), context(context) {}

  /// Makes random arguments of the op and compares the results.
  void runND();
  void runSlice();

private:
  int64_t pick(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  }
  template <typename T>
  T pickOf(std::initializer_list<T> values) {
    return values.begin()[pick(0, int64_t(values.size()) - 1)];
  }

  Shape pickShape(int64_t rank);
  void growSometimes(Shape &shape, int64_t numDims);
  void setLayout(Place &place, bool overlapsFreely);
  mlir::Type getType(const Place &place) {
    return mlir::parseType(place.type, &context);
  }
  int64_t getItemSize(const Place &place) {
    return ElementType::parse(place.type)->byteSize();
  }
  ArrayView getView(const Place &place) {
    ArrayView view(memory.data() + place.origin * getItemSize(place),
                   *ElementType::parse(place.type), place.shape);
    if (!isRowMajor(place))
      view.strides = place.strides;
    return view;
  }
  reference::BufferView getReference(const Place &place) {
    return {getType(place), memory.data() + place.origin * getItemSize(place),
            place.shape, place.strides};
  }
  bool isRowMajor(const Place &place) const {
    return place.strides == rowMajor(place.shape);
  }
  static Shape rowMajor(const Shape &shape) {
    Shape strides(shape.size());
    int64_t stride = 1;
    for (size_t i = shape.size(); i-- > 0; stride *= shape[i])
      strides[i] = stride;
    return strides;
  }
  void fill(const Place &place, int64_t low, int64_t high);
  void pickDestination();
  template <typename Run, typename Evaluate>
  void compare(Run run, Evaluate evaluate);

  enum Kind { InPlace, Allocated, Separate, Overlapping, Inputs };
  Kind kind = InPlace;
  std::mt19937 random;
  mlir::MLIRContext &context;
  std::vector<char> memory;
  /// Elements of 16 bytes in use, from the start of the memory.
  int64_t used = 0;
  Place data, indices, updates, out;
};

} // namespace

Shape Case::pickShape(int64_t rank) {
  Shape shape;
  for (int64_t i = 0; i < rank; ++i)
    shape.push_back(pick(0, 19) == 0 ? 0 : pick(1, 6));
  // Rows that vectors are used for.
  if (rank > 0 && rank < 4 && pick(0, 2) == 0)
    shape.back() = pick(1, 40);
  return shape;
}

/// Gives an eighth of the shapes that are not empty enough elements for the
/// kernels of large data, by growing their first `numDims` dimensions.
void Case::growSometimes(Shape &shape, int64_t numDims) {
  if (numDims == 0 || llvm::is_contained(shape, 0) || pick(0, 7) != 0)
    return;
  constexpr int64_t numElements = 70000;
  int64_t found = 1;
  for (int64_t size : shape)
    found *= size;
  while (found < numElements) {
    int64_t factor = pick(2, numElements / found + 1);
    shape[size_t(pick(0, numDims - 1))] *= factor;
    found *= factor;
  }
}

/// Lays `place` out row-major or with permuted, negative or wide strides, from
/// the used memory on or anywhere in it.
void Case::setLayout(Place &place, bool overlapsFreely) {
  size_t rank = place.shape.size();
  place.strides = rowMajor(place.shape);
  place.origin = 0;
  int64_t extent = 1;
  for (int64_t size : place.shape)
    extent *= std::max<int64_t>(size, 1);
  if (pick(0, 2) == 0) {
    Shape order(rank);
    std::iota(order.begin(), order.end(), 0);
    if (pick(0, 1))
      std::shuffle(order.begin(), order.end(), random);
    else
      std::reverse(order.begin(), order.end());
    extent = 1;
    int64_t gap = pick(1, 3);
    for (int64_t dim : order) {
      int64_t size = std::max<int64_t>(place.shape[size_t(dim)], 1);
      int64_t stride = extent * (extent == 1 && pick(0, 1) ? 1 : gap);
      bool isNegative = pick(0, 3) == 0;
      place.strides[size_t(dim)] = isNegative ? -stride : stride;
      place.origin += isNegative ? (size - 1) * stride : 0;
      extent = stride * size;
    }
  }
  int64_t itemSize = getItemSize(place);
  int64_t begin = overlapsFreely ? pick(0, used / 2) : used;
  place.origin += begin * 16 / itemSize;
  used = std::max(used, begin + (extent + 16) * itemSize / 16 + 1);
  memory.resize(size_t(used + 64) * 16);
}

void Case::fill(const Place &place, int64_t low, int64_t high) {
  reference::OwnedBuffer values(getType(place), place.shape);
  reference::BufferView view = values.view();
  mlir::Type type = view.elementType;
  for (int64_t i = 0; i < view.getNumElements(); ++i) {
    char *address = static_cast<char *>(view.data) + i * view.elementSize;
    int64_t value = pick(low, high);
    if (llvm::isa<mlir::FloatType>(type))
      reference::writeFloat(type, address, llvm::APFloat(double(value)));
    else
      reference::writeInteger(type, address, value);
  }
  reference::copyElements(view, getReference(place));
}

void Case::pickDestination() {
  kind = pickOf({InPlace, InPlace, Allocated, Separate, Overlapping, Inputs});
  setLayout(data, /*overlapsFreely=*/false);
  bool overlaps = kind == Inputs;
  if (!indices.shape.empty())
    setLayout(indices, /*overlapsFreely=*/false);
  setLayout(updates, overlaps);
  out = data;
  if (kind == Separate || kind == Overlapping)
    setLayout(out, kind == Overlapping);
}

template <typename Run, typename Evaluate>
void Case::compare(Run run, Evaluate evaluate) {
  std::vector<char> before = memory;
  // The expected result, from copies of the arguments.
  auto expected = reference::OwnedBuffer::copyOf(getReference(data));
  auto updatesCopy = reference::OwnedBuffer::copyOf(getReference(updates));
  std::optional<ScatterError> violation =
      evaluate(expected.view(), updatesCopy.view());

  std::vector<char> allocated;
  auto allocate = [&](size_t bytes, size_t) -> void * {
    allocated.assign(bytes + 16, 0x5a);
    return allocated.data();
  };
  ArrayView outView = getView(out);
  llvm::Error error = kind == Allocated
                          ? run(Destination(Destination::Allocate(allocate)))
                          : run(Destination(outView));
  if (violation) {
    ASSERT_TRUE(bool(error)) << reference::formatError(*violation);
    std::string text = reference::formatError(*violation);
    EXPECT_EQ(toString(std::move(error)), text);
    EXPECT_TRUE(memory == before) << "memory was written";
    return;
  }
  ASSERT_EQ(getMessage(std::move(error)), "");
  reference::BufferView result = getReference(out);
  if (kind == Allocated) {
    result.data = allocated.data();
    result.strides = getResultStrides(data.shape, data.strides);
  }
  EXPECT_FALSE(reference::findDifference(expected.view(), result).has_value())
      << "wrong result, destination " << int(kind);
  // With the old elements put back all memory is as before.
  if (kind != Allocated) {
    std::swap(memory, before);
    auto old = reference::OwnedBuffer::copyOf(getReference(out));
    std::swap(memory, before);
    reference::copyElements(old.view(), getReference(out));
  }
  EXPECT_TRUE(memory == before) << "memory beside the elements was written";
}

void Case::runND() {
  int64_t rank = pick(1, 4), depth = pick(0, rank);
  data.type = updates.type =
      pickOf<const char *>({"f32", "f32", "i16", "bf16", "i64", "ui8", "f64"});
  data.shape = pickShape(rank);
  growSometimes(data.shape, depth);
  Shape batch = pickShape(pick(0, 2));
  if (pick(0, 9) == 0)
    batch = {pick(100, 600)};
  indices.type = pickOf<const char *>({"i64", "i64", "i32", "ui32"});
  indices.shape = batch;
  indices.shape.push_back(depth);
  updates.shape = batch;
  updates.shape.insert(updates.shape.end(), data.shape.begin() + depth,
                       data.shape.end());
  pickDestination();
  fill(data, 0, 20);
  fill(updates, 0, 20);
  bool isUnsigned = indices.type[0] == 'u';
  int64_t bound = pick(0, 2) == 0 ? 8 : 1;
  // Mostly within the smallest dimension.
  for (int64_t i = 0; i < depth; ++i)
    bound = i == 0 ? std::max<int64_t>(data.shape[0], 1)
                   : std::min(bound, std::max<int64_t>(data.shape[i], 1));
  if (pick(0, 5) == 0)
    bound += 2;
  fill(indices, isUnsigned ? 0 : -bound, bound - 1);

  NDUpdateOptions options;
  options.reduction = pickOf({Reduction::none, Reduction::none, Reduction::sum,
                              Reduction::sub, Reduction::prod, Reduction::max});
  options.outOfBounds = pickOf({OutOfBounds::error, OutOfBounds::error,
                                OutOfBounds::drop, OutOfBounds::clamp});
  options.negativeIndices = pickOf(
      {NegativeIndices::wrap, NegativeIndices::wrap, NegativeIndices::reject});
  options.threads = unsigned(pick(0, 2));
  reference::ScatterNDUpdateConfig config{
      options.reduction, options.outOfBounds, options.negativeIndices};
  compare(
      [&](const Destination &destination) {
        return scatterNDUpdate(getView(data), getView(indices),
                               getView(updates), destination, options);
      },
      [&](reference::BufferView expected, reference::BufferView values) {
        return reference::evaluateScatterNDUpdate(config, getReference(indices),
                                                  values, expected,
                                                  "scatter_nd_update");
      });
}

void Case::runSlice() {
  int64_t rank = pick(1, 4), count = pick(0, rank);
  data.type = updates.type =
      pickOf<const char *>({"f32", "f32", "i16", "bf16", "i64", "ui8", "f64"});
  data.shape = pickShape(rank);
  growSometimes(data.shape, rank);
  reference::SliceScatterConfig config;
  std::vector<int64_t> dims(rank);
  std::iota(dims.begin(), dims.end(), 0);
  std::shuffle(dims.begin(), dims.end(), random);
  updates.shape = data.shape;
  for (int64_t i = 0; i < count; ++i) {
    int64_t size = data.shape[dims[i]];
    int64_t step = pickOf<int64_t>(
        {1, 1, 1, 2, 3, -1, -2, 4, 7, -5, 40, INT64_MAX, INT64_MIN});
    int64_t start = pick(-size - 1, size + 1), stop = pick(-size - 1, size + 1);
    if (pick(0, 2) == 0) {
      start = step > 0 ? 0 : INT64_MAX;
      stop = step > 0 ? INT64_MAX : INT64_MIN;
    }
    config.axes.push_back(pick(0, 1) ? dims[i] : dims[i] - rank);
    config.start.push_back(start);
    config.stop.push_back(stop);
    config.step.push_back(step);
    updates.shape[dims[i]] =
        reference::computeSliceIndices(start, stop, step, size).length;
  }
  pickDestination();
  fill(data, 0, 20);
  fill(updates, 20, 40);
  SliceBounds bounds{config.start, config.stop, config.step, config.axes};
  SliceScatterOptions options;
  options.threads = unsigned(pick(0, 2));
  compare(
      [&](const Destination &destination) {
        return sliceScatter(getView(data), getView(updates), bounds,
                            destination, options);
      },
      [&](reference::BufferView expected, reference::BufferView values) {
        return reference::evaluateSliceScatter(config, values, expected,
                                               "slice_scatter");
      });
}

static void runCases(void (Case::*run)()) {
  mlir::MLIRContext context;
  unsigned first = getNumber("SCATTER_KERNELS_SEED", 1);
  unsigned count = getNumber("SCATTER_KERNELS_CASES", 250);
  for (unsigned seed = first; seed < first + count; ++seed) {
    SCOPED_TRACE(seed);
    Case test(seed, context);
    (test.*run)();
    if (testing::Test::HasFailure())
      return;
  }
}

TEST(Random, ScatterNDUpdate) { runCases(&Case::runND); }
TEST(Random, SliceScatter) { runCases(&Case::runSlice); }
