//===- CompiledObject.cpp - compiled objects as bytes ---------------------===//

#include "CompiledObject.h"

#include "llvm/Support/BinaryByteStream.h"
#include "llvm/Support/BinaryStreamReader.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/EndianStream.h"

using namespace llvm;
using namespace scatter;

namespace {

/// Appends fields; integers have eight bytes, lists start with their length.
class Writer {
public:
  explicit Writer(SmallVectorImpl<char> &bytes)
      : os(bytes), writer(os, endianness::little) {}

  void operator()(int64_t value) { writer.write(value); }

  void operator()(StringRef text) {
    (*this)(int64_t(text.size()));
    os << text;
  }

  void operator()(ArrayRef<int64_t> values) {
    (*this)(int64_t(values.size()));
    for (int64_t value : values)
      (*this)(value);
  }

  void operator()(ArrayRef<Parameter> parameters) {
    (*this)(int64_t(parameters.size()));
    for (const Parameter &parameter : parameters) {
      const ValueType &type = parameter.type;
      (*this)(parameter.name);
      (*this)(type.text);
      (*this)(int64_t(type.kind));
      (*this)(int64_t(type.element.kind));
      (*this)(int64_t(type.element.bitWidth));
      (*this)(type.shape);
      (*this)(type.strides);
      (*this)(type.offset);
    }
  }

private:
  raw_svector_ostream os;
  support::endian::Writer writer;
};

/// Reads the same fields. After the first failure every field is empty.
class Reader {
public:
  explicit Reader(StringRef bytes) : reader(bytes, endianness::little) {}

  int64_t readInteger() {
    int64_t value = 0;
    check(reader.readInteger(value));
    return value;
  }

  /// A length of what takes at least `bytes` bytes each, so that a wrong one
  /// does not allocate more than the input justifies.
  size_t readLength(size_t bytes = 1) {
    uint64_t length = readInteger();
    if (length <= reader.bytesRemaining() / bytes)
      return length;
    check(createStringError("a length exceeds the input"));
    return 0;
  }

  StringRef readText() {
    StringRef text;
    check(reader.readFixedString(text, readLength()));
    return text;
  }

  template <unsigned N>
  void readInto(SmallVector<int64_t, N> &values) {
    values.resize(readLength(sizeof(int64_t)));
    for (int64_t &value : values)
      value = readInteger();
  }

  template <unsigned N>
  void readInto(SmallVector<Parameter, N> &parameters) {
    parameters.resize(readLength(sizeof(int64_t)));
    for (Parameter &parameter : parameters) {
      ValueType &type = parameter.type;
      parameter.name = readText();
      type.text = readText();
      type.kind = ValueType::Kind(readInteger());
      type.element.kind = ElementKind(readInteger());
      type.element.bitWidth = readInteger();
      readInto(type.shape);
      readInto(type.strides);
      type.offset = readInteger();
    }
  }

  Error finish() {
    if (!failure && !reader.empty())
      return createStringError("the input goes on");
    return std::move(failure);
  }

private:
  void check(Error error) {
    if (!error)
      return;
    failure = joinErrors(std::move(failure), std::move(error));
    reader.setOffset(reader.getLength());
  }

  BinaryStreamReader reader;
  Error failure = Error::success();
};

} // namespace

void scatter::writeObject(const CompiledObject &object,
                          SmallVectorImpl<char> &bytes) {
  Writer write(bytes);
  write(int64_t(object.entryPoints.size()));
  for (auto [entry, symbol] : zip_equal(object.entryPoints, object.symbols)) {
    write(entry.name);
    write(entry.arguments);
    write(entry.results);
    write(symbol);
  }
  write(object.code->getBuffer());
}

Expected<CompiledObject> scatter::readObject(StringRef bytes) {
  Reader reader(bytes);
  CompiledObject object;
  object.entryPoints.resize(reader.readLength(sizeof(int64_t)));
  for (EntryPoint &entry : object.entryPoints) {
    entry.name = reader.readText();
    reader.readInto(entry.arguments);
    reader.readInto(entry.results);
    object.symbols.push_back(reader.readText().str());
  }
  object.code = MemoryBuffer::getMemBufferCopy(reader.readText(), "scatter");
  if (Error error = reader.finish())
    return error;
  return object;
}
