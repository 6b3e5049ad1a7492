//===- Serialization.h - fields as bytes ------------------------*- C++ -*-===//
//
// The format of objects in the cache and of messages between a host and its
// worker. Integers have eight bytes. Texts and lists begin with their length.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_SERIALIZATION_H
#define SCATTER_LIB_EXECUTIONENGINE_SERIALIZATION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/BinaryStreamReader.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>

namespace scatter {

/// Appends fields to a vector.
class Writer {
public:
  explicit Writer(llvm::SmallVectorImpl<char> &bytes)
      : os(bytes), writer(os, llvm::endianness::little) {}

  void operator()(int64_t value) { writer.write(value); }

  void operator()(llvm::StringRef text) {
    (*this)(int64_t(text.size()));
    os << text;
  }

  void operator()(llvm::ArrayRef<int64_t> values) {
    (*this)(int64_t(values.size()));
    for (int64_t value : values)
      (*this)(value);
  }

private:
  llvm::raw_svector_ostream os;
  llvm::support::endian::Writer writer;
};

/// Reads the fields that a Writer has written. After the first failure every
/// field is empty.
class Reader {
public:
  explicit Reader(llvm::StringRef bytes)
      : reader(bytes, llvm::endianness::little) {}

  int64_t readInteger() {
    int64_t value = 0;
    check(reader.readInteger(value));
    return value;
  }

  /// Reads an enumerator from 0 to `last`.
  template <typename Enum>
  Enum readEnum(Enum last) {
    int64_t value = readInteger();
    if (value >= 0 && value <= int64_t(last))
      return Enum(value);
    fail("an enumerator is unknown");
    return Enum(0);
  }

  /// Reads the length of a list whose elements take at least `bytes` bytes. A
  /// length that exceeds the input is an error, so that no memory is allocated
  /// for it.
  size_t readLength(size_t bytes = 1) {
    uint64_t length = readInteger();
    if (length <= reader.bytesRemaining() / bytes)
      return length;
    fail("a length exceeds the input");
    return 0;
  }

  llvm::StringRef readText() {
    llvm::StringRef text;
    check(reader.readFixedString(text, readLength()));
    return text;
  }

  template <unsigned N>
  void readInto(llvm::SmallVector<int64_t, N> &values) {
    values.resize(readLength(sizeof(int64_t)));
    for (int64_t &value : values)
      value = readInteger();
  }

  bool hasMore() const { return !reader.empty(); }
  bool hasFailed() { return bool(failure); }

  void fail(const char *reason) { check(llvm::createStringError(reason)); }

  /// Returns the failure, if any. Must be called once, after reading
  /// everything.
  llvm::Error finish() {
    if (!failure && !reader.empty())
      return llvm::createStringError("the input goes on");
    return std::move(failure);
  }

private:
  void check(llvm::Error error) {
    if (!error)
      return;
    failure = llvm::joinErrors(std::move(failure), std::move(error));
    reader.setOffset(reader.getLength());
  }

  llvm::BinaryStreamReader reader;
  llvm::Error failure = llvm::Error::success();
};

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_SERIALIZATION_H
