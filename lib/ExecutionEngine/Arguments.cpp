//===- Arguments.cpp - checks of arguments and memref descriptors ---------===//

#include "Arguments.h"

#include "scatter/ExecutionEngine/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>
#include <cstring>

using namespace llvm;
using namespace scatter;

size_t scatter::countDescriptorWords(const ValueType &type) {
  // Two words suffice for every scalar, including complex<f64>.
  return type.kind == ValueType::Kind::Scalar ? 2 : 3 + 2 * type.shape.size();
}

namespace {
/// Makes the errors about one argument.
struct Subject {
  StringRef function;
  unsigned position;
  const Parameter &parameter;

  Error fail(ArgumentError::Reason reason, const Twine &what) const {
    std::string text = ("function '" + function + "', argument " +
                        Twine(position) + " '" + parameter.name + "': " + what)
                           .str();
    return make_error<ArgumentError>(reason, text);
  }
};
} // namespace

/// Returns the strides of `view`, or row-major strides if it has none. The
/// strides of an empty array have no meaning.
static SmallVector<int64_t, 4> getStrides(const BufferView &view) {
  if (!view.strides.empty())
    return view.strides;
  SmallVector<int64_t, 4> strides(view.shape.size());
  // Unsigned, because the product may overflow if a later size is 0.
  uint64_t stride = 1;
  for (size_t i = strides.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= view.shape[i];
  }
  return strides;
}

std::optional<int64_t> scatter::countBytes(const BufferView &view) {
  if (is_contained(view.shape, 0))
    return 0;
  int64_t span = 1;
  int64_t rowMajor = 1;
  for (size_t i = view.shape.size(); i-- > 0;) {
    int64_t stride = view.strides.empty() ? rowMajor : view.strides[i];
    int64_t reach;
    if (stride == INT64_MIN ||
        MulOverflow(view.shape[i] - 1, std::abs(stride), reach) ||
        AddOverflow(span, reach, span) ||
        MulOverflow(rowMajor, view.shape[i], rowMajor))
      return std::nullopt;
  }
  int64_t bytes;
  if (MulOverflow(span, view.type.byteSize(), bytes))
    return std::nullopt;
  return bytes;
}

/// Whether the stride of dimension `i` has no effect on any address.
static bool hasFreeStride(const BufferView &view, size_t i) {
  return view.shape[i] == 1 || is_contained(view.shape, 0);
}

static Error checkShape(const Subject &subject, const BufferView &view) {
  const ValueType &type = subject.parameter.type;
  if (view.shape.size() != type.shape.size())
    return subject.fail(ArgumentError::Reason::Shape,
                        "expected rank " + Twine(type.shape.size()) +
                            ", found " + Twine(view.shape.size()));
  for (auto [i, size, expected] : enumerate(view.shape, type.shape)) {
    if (size < 0)
      return subject.fail(ArgumentError::Reason::Shape,
                          "expected a size of at least 0 in dimension " +
                              Twine(i) + ", found " + Twine(size));
    if (expected != ValueType::kDynamic && size != expected)
      return subject.fail(ArgumentError::Reason::Shape,
                          "expected size " + Twine(expected) +
                              " in dimension " + Twine(i) + ", found " +
                              Twine(size));
  }
  return Error::success();
}

static Error checkStrides(const Subject &subject, const BufferView &view,
                          ArrayRef<int64_t> strides) {
  const ValueType &type = subject.parameter.type;
  bool isTensor = type.kind == ValueType::Kind::Tensor;
  uint64_t rowMajor = 1;
  for (size_t i = view.shape.size(); i-- > 0;) {
    int64_t expected = isTensor ? int64_t(rowMajor) : type.strides[i];
    if (expected != ValueType::kDynamic && strides[i] != expected &&
        !hasFreeStride(view, i))
      return subject.fail(ArgumentError::Reason::Shape,
                          "expected stride " + Twine(expected) +
                              " in dimension " + Twine(i) + ", found " +
                              Twine(strides[i]));
    rowMajor *= view.shape[i];
  }
  return Error::success();
}

/// Checks that the address is not null and is aligned.
static Error checkAddress(const Subject &subject, const BufferView &view,
                          int64_t bytes) {
  if (bytes == 0)
    return Error::success();
  if (!view.data)
    return subject.fail(ArgumentError::Reason::Shape,
                        "expected the address of " + Twine(bytes) +
                            " bytes, found null");
  int64_t alignment = view.type.byteSize();
  if (view.type.kind == ElementKind::Complex)
    alignment /= 2;
  if (subject.parameter.type.kind != ValueType::Kind::Scalar &&
      reinterpret_cast<uintptr_t>(view.data) % alignment != 0)
    return subject.fail(ArgumentError::Reason::Shape,
                        "expected an address aligned to " + Twine(alignment) +
                            " bytes, found one that is not");
  return Error::success();
}

Error scatter::checkArgument(StringRef function, unsigned position,
                             const Parameter &parameter,
                             const BufferView &view) {
  Subject subject{function, position, parameter};
  const ValueType &type = parameter.type;
  if (!type.element.accepts(view.type))
    return subject.fail(ArgumentError::Reason::Type,
                        "expected element type " + type.element.str() +
                            ", found " + view.type.str());
  if (Error error = checkShape(subject, view))
    return error;
  if (!view.strides.empty() && view.strides.size() != view.shape.size())
    return subject.fail(ArgumentError::Reason::Shape,
                        "expected " + Twine(view.shape.size()) +
                            " strides, found " + Twine(view.strides.size()));
  std::optional<int64_t> bytes = countBytes(view);
  if (!bytes)
    return subject.fail(ArgumentError::Reason::Shape,
                        "expected less than 2^63 bytes, found more");
  if (Error error = checkStrides(subject, view, getStrides(view)))
    return error;
  return checkAddress(subject, view, *bytes);
}

uint64_t scatter::countOffsetBytes(const ValueType &type) {
  // Unsigned, because the product may overflow if there are no elements.
  return uint64_t(type.offset) * type.element.byteSize();
}

void scatter::writeDescriptor(const ValueType &type, const BufferView &view,
                              int64_t *words) {
  size_t rank = view.shape.size();
  auto base = reinterpret_cast<uintptr_t>(view.data);
  if (base)
    base -= countOffsetBytes(type);
  words[0] = words[1] = int64_t(base);
  words[2] = type.offset;
  llvm::copy(view.shape, words + 3);
  SmallVector<int64_t, 4> strides = getStrides(view);
  // The code assumes a fixed stride even in dimensions of size 1.
  for (auto [stride, expected] : zip_equal(strides, type.strides))
    if (expected != ValueType::kDynamic)
      stride = expected;
  llvm::copy(strides, words + 3 + rank);
}

namespace {
/// The addresses of the elements of an array: from `begin` up to `end`.
struct AddressRange {
  uintptr_t begin, end;

  bool overlaps(AddressRange other) const {
    return begin < other.end && other.begin < end;
  }
};
} // namespace

/// Returns the memory that the array of descriptor `words` refers to. Empty for
/// an array without elements.
static AddressRange getAddresses(const ValueType &type, const int64_t *words) {
  size_t rank = type.shape.size();
  int64_t bytes = type.element.byteSize();
  int64_t first = words[2], last = words[2];
  for (size_t i = 0; i < rank; ++i) {
    int64_t size = words[3 + i];
    if (size == 0)
      return {0, 0};
    int64_t reach = (size - 1) * words[3 + rank + i];
    (reach < 0 ? first : last) += reach;
  }
  auto base = uintptr_t(words[1]);
  return {base + first * bytes, base + (last + 1) * bytes};
}

Error scatter::checkDonated(const EntryPoint &entry,
                            ArrayRef<void *> pointers) {
  auto getRange = [&](unsigned argument) {
    const ValueType &type = entry.arguments[argument].type;
    if (type.kind == ValueType::Kind::Scalar) {
      auto address = reinterpret_cast<uintptr_t>(pointers[argument]);
      return AddressRange{address, address + type.element.byteSize()};
    }
    return getAddresses(type, static_cast<const int64_t *>(pointers[argument]));
  };
  for (const Parameter &result : entry.results) {
    if (!result.donor)
      continue;
    AddressRange donated = getRange(*result.donor);
    for (unsigned i = 0; i < entry.arguments.size(); ++i)
      if (i != *result.donor && donated.overlaps(getRange(i)))
        return Subject{entry.name, *result.donor,
                       entry.arguments[*result.donor]}
            .fail(ArgumentError::Reason::Shape,
                  "expected memory of its own, because result '" + result.name +
                      "' is written there, found memory that "
                      "argument " +
                      Twine(i) + " '" + entry.arguments[i].name +
                      "' refers to as well");
  }
  return Error::success();
}

OwnedBuffer scatter::takeResult(const ValueType &type, const int64_t *words) {
  BufferView view;
  view.type = type.element;
  if (type.kind == ValueType::Kind::Scalar) {
    void *memory = std::malloc(2 * sizeof(int64_t));
    if (memory)
      std::memcpy(memory, words, 2 * sizeof(int64_t));
    view.data = memory;
    return OwnedBuffer(memory, std::move(view));
  }
  auto *allocation = reinterpret_cast<char *>(words[0]);
  auto *base = reinterpret_cast<char *>(words[1]);
  size_t rank = type.shape.size();
  view.data = base + words[2] * type.element.byteSize();
  view.shape.assign(words + 3, words + 3 + rank);
  view.strides.assign(words + 3 + rank, words + 3 + 2 * rank);
  return OwnedBuffer(allocation, std::move(view));
}
