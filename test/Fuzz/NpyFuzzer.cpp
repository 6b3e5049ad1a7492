//===- NpyFuzzer.cpp - libFuzzer target for .npy files --------------------===//
//
// Reads any bytes as a .npy file. What is read successfully has to come back
// from a file that the writer's header starts, and an error has to be one line.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "scatter/Support/Npy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SwapByteOrder.h"
#include <cstdlib>

using namespace llvm;
using namespace mlir;
using namespace scatter;

/// Ends the process so that libFuzzer keeps the input.
static void require(bool condition) {
  if (!condition)
    std::abort();
}

static void requireOneLine(Error error) {
  std::string message = toString(std::move(error));
  require(StringRef(message).starts_with("'fuzz': "));
  require(all_of(message, isPrint));
}

/// Reads `array` back from a file in C order and the byte order of the host.
static void checkRoundTrip(const NpyArray &array) {
  std::string descr = sys::IsLittleEndianHost ? "<" : ">";
  descr += array.getKind();
  descr += std::to_string(array.getItemSize());
  std::string file = npyHeader(descr, array.getShape());
  require(file.size() % NpyArray::alignment == 0);
  file.append(array.getData().begin(), array.getData().end());
  NpyArray again = cantFail(parseNpy(MemoryBufferRef(file, "again")));
  require(again.getShape() == array.getShape());
  require(again.getKind() == array.getKind());
  require(again.getItemSize() == array.getItemSize());
  require(again.getData() == ArrayRef<char>(array.getData()));
}

/// Takes `array` for elements of each of some types, one after the other.
static void checkTypes(NpyArray &array) {
  static MLIRContext context(MLIRContext::Threading::DISABLED);
  Builder builder(&context);
  const Type types[] = {
      builder.getI1Type(),
      builder.getIntegerType(4),
      builder.getIntegerType(4, /*isSigned=*/false),
      builder.getIntegerType(64, /*isSigned=*/false),
      builder.getIndexType(),
      builder.getBF16Type(),
      builder.getF32Type(),
      Float8E5M2Type::get(&context),
      ComplexType::get(builder.getF64Type()),
  };
  for (Type type : types) {
    bool matches = npyMatches(array, type);
    Error error = convertNpy(array, type);
    require(matches || error);
    if (error)
      requireOneLine(std::move(error));
  }
}

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer looks for this name.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef bytes(reinterpret_cast<const char *>(data), size);
  Expected<NpyArray> array = parseNpy(MemoryBufferRef(bytes, "fuzz"));
  if (!array) {
    requireOneLine(array.takeError());
    return 0;
  }
  require(array->getData().size() < size);
  checkRoundTrip(*array);
  checkTypes(*array);
  return 0;
}
