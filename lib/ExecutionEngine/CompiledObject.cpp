//===- CompiledObject.cpp - compiled objects as bytes ---------------------===//

#include "CompiledObject.h"

#include "Serialization.h"

using namespace llvm;
using namespace scatter;

static void write(Writer &writer, ArrayRef<Parameter> parameters) {
  writer(int64_t(parameters.size()));
  for (const Parameter &parameter : parameters) {
    const ValueType &type = parameter.type;
    writer(parameter.name);
    writer(type.text);
    writer(int64_t(type.kind));
    writer(int64_t(type.element.kind));
    writer(int64_t(type.element.bitWidth));
    writer(type.shape);
    writer(type.strides);
    writer(type.offset);
    writer(parameter.donor ? int64_t(*parameter.donor) : -1);
  }
}

template <unsigned N>
static void read(Reader &reader, SmallVector<Parameter, N> &parameters) {
  parameters.resize(reader.readLength(sizeof(int64_t)));
  for (Parameter &parameter : parameters) {
    ValueType &type = parameter.type;
    parameter.name = reader.readText();
    type.text = reader.readText();
    type.kind = reader.readEnum(ValueType::Kind::Unsupported);
    type.element.kind = reader.readEnum(ElementKind::Pointer);
    type.element.bitWidth = reader.readInteger();
    reader.readInto(type.shape);
    reader.readInto(type.strides);
    type.offset = reader.readInteger();
    if (int64_t donor = reader.readInteger(); donor >= 0)
      parameter.donor = donor;
    if (type.kind != ValueType::Kind::Unsupported &&
        type.shape.size() != type.strides.size())
      reader.fail("a shape has no strides");
  }
}

void scatter::writeObject(const CompiledObject &object,
                          SmallVectorImpl<char> &bytes) {
  Writer writer(bytes);
  writer(int64_t(object.entryPoints.size()));
  for (auto [entry, symbol] : zip_equal(object.entryPoints, object.symbols)) {
    writer(entry.name);
    write(writer, entry.arguments);
    write(writer, entry.results);
    writer(symbol);
  }
  writer(object.code->getBuffer());
}

Expected<CompiledObject> scatter::readObject(StringRef bytes) {
  Reader reader(bytes);
  CompiledObject object;
  object.entryPoints.resize(reader.readLength(sizeof(int64_t)));
  for (EntryPoint &entry : object.entryPoints) {
    entry.name = reader.readText();
    read(reader, entry.arguments);
    read(reader, entry.results);
    for (const Parameter &result : entry.results)
      if (result.donor &&
          (*result.donor >= entry.arguments.size() ||
           entry.arguments[*result.donor].type.kind !=
               ValueType::Kind::Tensor ||
           result.type.kind != ValueType::Kind::Tensor ||
           entry.arguments[*result.donor].type.shape != result.type.shape))
        reader.fail("a result has no donor");
    object.symbols.push_back(reader.readText().str());
  }
  object.code = MemoryBuffer::getMemBufferCopy(reader.readText(), "scatter");
  if (Error error = reader.finish())
    return error;
  return object;
}
