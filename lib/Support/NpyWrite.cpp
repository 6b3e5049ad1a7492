//===- NpyWrite.cpp - writing .npy files ----------------------------------===//

#include "NpyInternal.h"
#include "mlir/IR/BuiltinTypes.h"
#include "scatter/Support/AtomicFile.h"
#include "scatter/Support/Npy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace scatter {

/// Writes elements as NumPy has them in memory: a 4-bit element, signed or not,
/// is the low half of its byte.
static void writeElements(raw_ostream &os, mlir::Type elementType,
                          ArrayRef<char> data) {
  bool isBoolean = elementType.isInteger(1);
  if (!isBoolean && !elementType.isInteger(4)) {
    os.write(data.data(), data.size());
    return;
  }
  SmallVector<char, 0> buffer;
  while (!data.empty()) {
    ArrayRef<char> chunk = data.take_front(1 << 16);
    buffer.resize_for_overwrite(chunk.size());
    llvm::transform(chunk, buffer.begin(), [&](char byte) -> char {
      return isBoolean ? byte != 0 : byte & 15;
    });
    os.write(buffer.data(), buffer.size());
    data = data.drop_front(chunk.size());
  }
}

Error writeNpy(raw_ostream &os, StringRef name, mlir::Type elementType,
               ArrayRef<int64_t> shape, ArrayRef<char> data) {
  name = npy::displayName(name);
  std::string descr = npyDescr(elementType);
  if (descr.empty())
    return createFileError(name, npy::makeTypeError(elementType));
  if (Error error = npy::checkNumBytes(descr, shape, data.size()))
    return createFileError(name, std::move(error));
  os << npyHeader(descr, shape);
  writeElements(os, elementType, data);
  return Error::success();
}

Error writeNpy(StringRef path, mlir::Type elementType, ArrayRef<int64_t> shape,
               ArrayRef<char> data) {
  Expected<AtomicFile> file = AtomicFile::create(path);
  if (!file)
    return file.takeError();
  if (Error error = writeNpy(file->os(), path, elementType, shape, data))
    return error;
  if (Error error = file->close())
    return error;
  return file->commit();
}

} // namespace scatter
