//===- ReferenceTest.cpp - fixture of the reference tests -----------------===//
//
// Short forms to make buffers, run an op on a copy of `data` and compare.
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

using namespace mlir;

namespace scatter::reference {

Type ReferenceTest::type(llvm::StringRef text) {
  Type result = parseType(text, &context);
  EXPECT_TRUE(result) << text.str();
  return result;
}

OwnedBuffer ReferenceTest::buffer(llvm::StringRef typeText, Shape shape,
                                  ArrayRef<double> values) {
  Type elementType = type(typeText);
  OwnedBuffer result(elementType, shape);
  BufferView view = result.view();
  int64_t size = view.elementSize;
  int64_t count = view.getNumElements();
  if (auto complexType = dyn_cast<ComplexType>(elementType)) {
    elementType = complexType.getElementType();
    size /= 2;
    count *= 2;
  }
  EXPECT_EQ(static_cast<int64_t>(values.size()), count);
  char *address = static_cast<char *>(view.data);
  for (double value : values) {
    if (isa<FloatType>(elementType))
      writeFloat(elementType, address, llvm::APFloat(value));
    else
      writeInteger(elementType, address, static_cast<int64_t>(value));
    address += size;
  }
  return result;
}

OwnedBuffer ReferenceTest::integers(llvm::StringRef typeText, Shape shape,
                                    ArrayRef<int64_t> values) {
  OwnedBuffer result(type(typeText), shape);
  BufferView view = result.view();
  EXPECT_EQ(static_cast<int64_t>(values.size()), view.getNumElements());
  char *address = static_cast<char *>(view.data);
  for (int64_t value : values) {
    writeInteger(view.elementType, address, value);
    address += view.elementSize;
  }
  return result;
}

OwnedBuffer ReferenceTest::bits(llvm::StringRef typeText,
                                ArrayRef<uint64_t> values) {
  OwnedBuffer result(type(typeText), {static_cast<int64_t>(values.size())});
  BufferView view = result.view();
  char *address = static_cast<char *>(view.data);
  for (uint64_t value : values) {
    std::memcpy(address, &value, view.elementSize);
    address += view.elementSize;
  }
  return result;
}

static std::string finish(const std::optional<ScatterError> &error,
                          const OwnedBuffer &result) {
  if (error) {
    ADD_FAILURE() << formatError(*error);
    return "error";
  }
  return toString(result.view());
}

static std::string finishError(const std::optional<ScatterError> &error,
                               const OwnedBuffer &data,
                               const OwnedBuffer &result) {
  EXPECT_EQ(findDifference(data.view(), result.view(), NaNComparison::bits),
            std::nullopt)
      << "written in spite of the error";
  return error ? formatError(*error) : "no error";
}

std::string ReferenceTest::run(const ScatterNDUpdateConfig &config,
                               const OwnedBuffer &indices,
                               const OwnedBuffer &updates,
                               const OwnedBuffer &data) {
  OwnedBuffer result = data;
  return finish(evaluateScatterNDUpdate(config, indices.view(), updates.view(),
                                        result.view()),
                result);
}

std::string ReferenceTest::run(const SliceScatterConfig &config,
                               const OwnedBuffer &updates,
                               const OwnedBuffer &data) {
  OwnedBuffer result = data;
  return finish(evaluateSliceScatter(config, updates.view(), result.view()),
                result);
}

std::string ReferenceTest::fail(const ScatterNDUpdateConfig &config,
                                const OwnedBuffer &indices,
                                const OwnedBuffer &updates,
                                const OwnedBuffer &data) {
  OwnedBuffer result = data;
  return finishError(evaluateScatterNDUpdate(config, indices.view(),
                                             updates.view(), result.view(),
                                             "here"),
                     data, result);
}

std::string ReferenceTest::fail(const SliceScatterConfig &config,
                                const OwnedBuffer &updates,
                                const OwnedBuffer &data) {
  OwnedBuffer result = data;
  return finishError(
      evaluateSliceScatter(config, updates.view(), result.view(), "here"), data,
      result);
}

std::string ReferenceTest::reduce(llvm::StringRef typeText, Reduction reduction,
                                  double data, ArrayRef<double> updates) {
  auto count = static_cast<int64_t>(updates.size());
  std::vector<int64_t> zeros(count, 0);
  std::string text =
      run({reduction}, integers("i64", {count, 1}, zeros),
          buffer(typeText, {count}, updates), buffer(typeText, {1}, {data}));
  return text.substr(1, text.size() - 2);
}

std::string toString(const ConstBufferView &view) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printElements(os, view);
  return text;
}

uint64_t firstBits(const OwnedBuffer &buffer) {
  uint64_t result = 0;
  ConstBufferView view = buffer.view();
  std::memcpy(&result, view.data, view.elementSize);
  return result;
}

} // namespace scatter::reference
