//===- ScatterBytecode.cpp - bytecode of the dialect ----------------------===//
//
// An attribute is a code of its kind followed by its value, both as varints. A
// file starts with the version of the dialect as two varints; codes keep their
// meaning within a major version.
//
//===----------------------------------------------------------------------===//

#include "scatter/Dialect/Scatter/IR/ScatterBytecode.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace scatter;

namespace {

/// Codes of the attributes in a file. Never renumbered.
enum AttributeCode : uint64_t {
  kReduction = 0,
  kOutOfBounds = 1,
  kNegativeIndices = 2,
  kViolationKind = 3
};

struct ScatterBytecodeInterface : BytecodeDialectInterface {
  explicit ScatterBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  Attribute readAttribute(DialectBytecodeReader &reader) const override;
  LogicalResult writeAttribute(Attribute attr,
                               DialectBytecodeWriter &writer) const override;

  void writeVersion(DialectBytecodeWriter &writer) const override;
  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const override;
};

} // namespace

/// Reads the value of an enum attribute; null after an error.
template <typename AttrT, typename EnumT>
static Attribute readEnum(DialectBytecodeReader &reader,
                          std::optional<EnumT> (*symbolize)(uint32_t)) {
  uint64_t value;
  if (failed(reader.readVarInt(value)))
    return Attribute();
  std::optional<EnumT> symbol;
  if (value <= UINT32_MAX)
    symbol = symbolize(static_cast<uint32_t>(value));
  if (symbol)
    return AttrT::get(reader.getContext(), *symbol);
  reader.emitError() << "expected a value of '" << AttrT::name << "', found "
                     << value;
  return Attribute();
}

Attribute
ScatterBytecodeInterface::readAttribute(DialectBytecodeReader &reader) const {
  uint64_t code;
  if (failed(reader.readVarInt(code)))
    return Attribute();
  switch (code) {
  case kReduction:
    return readEnum<ReductionAttr>(reader, symbolizeReduction);
  case kOutOfBounds:
    return readEnum<OutOfBoundsAttr>(reader, symbolizeOutOfBounds);
  case kNegativeIndices:
    return readEnum<NegativeIndicesAttr>(reader, symbolizeNegativeIndices);
  case kViolationKind:
    return readEnum<ViolationKindAttr>(reader, symbolizeViolationKind);
  default:
    reader.emitError()
        << "expected the code of an attribute of the scatter dialect, found "
        << code;
    return Attribute();
  }
}

LogicalResult
ScatterBytecodeInterface::writeAttribute(Attribute attr,
                                         DialectBytecodeWriter &writer) const {
  auto write = [&](AttributeCode code, auto value) {
    writer.writeVarInt(code);
    writer.writeVarInt(static_cast<uint32_t>(value));
    return success();
  };
  return llvm::TypeSwitch<Attribute, LogicalResult>(attr)
      .Case([&](ReductionAttr a) { return write(kReduction, a.getValue()); })
      .Case(
          [&](OutOfBoundsAttr a) { return write(kOutOfBounds, a.getValue()); })
      .Case([&](NegativeIndicesAttr a) {
        return write(kNegativeIndices, a.getValue());
      })
      .Case([&](ViolationKindAttr a) {
        return write(kViolationKind, a.getValue());
      })
      .Default([](Attribute) { return failure(); });
}

void ScatterBytecodeInterface::writeVersion(
    DialectBytecodeWriter &writer) const {
  ScatterDialectVersion version;
  FailureOr<const DialectVersion *> requested =
      writer.getDialectVersion<ScatterDialect>();
  if (succeeded(requested))
    version = *static_cast<const ScatterDialectVersion *>(*requested);
  writer.writeVarInt(version.majorVersion);
  writer.writeVarInt(version.minorVersion);
}

std::unique_ptr<DialectVersion>
ScatterBytecodeInterface::readVersion(DialectBytecodeReader &reader) const {
  auto version = std::make_unique<ScatterDialectVersion>();
  if (failed(reader.readVarInt(version->majorVersion)) ||
      failed(reader.readVarInt(version->minorVersion)))
    return nullptr;
  if (version->majorVersion == ScatterDialectVersion::currentMajor &&
      version->minorVersion <= ScatterDialectVersion::currentMinor)
    return version;
  reader.emitError() << "expected version "
                     << ScatterDialectVersion::currentMajor << '.'
                     << ScatterDialectVersion::currentMinor
                     << " of the scatter dialect or an older minor version, "
                        "found version "
                     << version->majorVersion << '.' << version->minorVersion;
  return nullptr;
}

void scatter::addBytecodeInterface(ScatterDialect *dialect) {
  dialect->addInterfaces<ScatterBytecodeInterface>();
}
