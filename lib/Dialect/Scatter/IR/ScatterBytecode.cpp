//===- ScatterBytecode.cpp - bytecode of the dialect ----------------------===//
//
// An attribute is encoded as the code of its kind followed by its value, both
// as varints. A file starts with the version of the dialect as two varints.
// Codes keep their meaning within a major version.
//
//===----------------------------------------------------------------------===//

#include "scatter/Dialect/Scatter/IR/ScatterBytecode.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace scatter;

namespace {

/// Codes of attributes in bytecode files. They must never be renumbered.
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

/// Reads the value of an enum attribute. Returns null after an error.
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

//===----------------------------------------------------------------------===//
// Properties of the ops
//===----------------------------------------------------------------------===//

/// Returns the dialect version of the file that is read or written. A reader or
/// writer without a file, as in tests, has no version; then it is the current
/// one.
template <typename ReaderOrWriter>
static ScatterDialectVersion getVersion(ReaderOrWriter &file) {
  FailureOr<const DialectVersion *> version =
      file.template getDialectVersion<ScatterDialect>();
  return succeeded(version)
             ? *static_cast<const ScatterDialectVersion *>(*version)
             : ScatterDialectVersion();
}

/// Files of version 1.0 have no attribute `plan`.
static LogicalResult readPlan(DialectBytecodeReader &reader, PlanAttr &plan) {
  return getVersion(reader).minorVersion < 1
             ? success()
             : reader.readOptionalAttribute(plan);
}

static void writePlan(DialectBytecodeWriter &writer, PlanAttr plan) {
  if (getVersion(writer).minorVersion >= 1)
    writer.writeOptionalAttribute(plan);
}

LogicalResult ScatterNDUpdateOp::readProperties(DialectBytecodeReader &reader,
                                                OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  return success(
      succeeded(reader.readOptionalAttribute(properties.indices_are_sorted)) &&
      succeeded(reader.readOptionalAttribute(properties.negative_indices)) &&
      succeeded(reader.readOptionalAttribute(properties.out_of_bounds)) &&
      succeeded(reader.readOptionalAttribute(properties.reduction)) &&
      succeeded(reader.readOptionalAttribute(properties.unique_indices)) &&
      succeeded(readPlan(reader, properties.plan)));
}

void ScatterNDUpdateOp::writeProperties(DialectBytecodeWriter &writer) {
  const Properties &properties = getProperties();
  writer.writeOptionalAttribute(properties.indices_are_sorted);
  writer.writeOptionalAttribute(properties.negative_indices);
  writer.writeOptionalAttribute(properties.out_of_bounds);
  writer.writeOptionalAttribute(properties.reduction);
  writer.writeOptionalAttribute(properties.unique_indices);
  writePlan(writer, properties.plan);
}

/// In older versions of MLIR's bytecode, segment sizes are an attribute.
static constexpr int64_t kNativeSegmentSizesVersion = 6;

static LogicalResult readSegmentSizes(DialectBytecodeReader &reader,
                                      MutableArrayRef<int32_t> sizes) {
  DenseI32ArrayAttr attr;
  if (failed(reader.readAttribute(attr)))
    return failure();
  if (attr.asArrayRef().size() > sizes.size())
    return reader.emitError("expected at most ")
           << sizes.size() << " operand segments, found " << attr.size();
  llvm::copy(attr.asArrayRef(), sizes.begin());
  return success();
}

LogicalResult SliceScatterOp::readProperties(DialectBytecodeReader &reader,
                                             OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  MutableArrayRef<int32_t> sizes(properties.operandSegmentSizes);
  bool isNative =
      reader.getBytecodeVersion() >= uint64_t(kNativeSegmentSizesVersion);
  return success(succeeded(reader.readAttribute(properties.axes)) &&
                 (isNative || succeeded(readSegmentSizes(reader, sizes))) &&
                 succeeded(reader.readAttribute(properties.static_start)) &&
                 succeeded(reader.readAttribute(properties.static_step)) &&
                 succeeded(reader.readAttribute(properties.static_stop)) &&
                 (!isNative || succeeded(reader.readSparseArray(sizes))) &&
                 succeeded(readPlan(reader, properties.plan)));
}

void SliceScatterOp::writeProperties(DialectBytecodeWriter &writer) {
  const Properties &properties = getProperties();
  ArrayRef<int32_t> sizes(properties.operandSegmentSizes);
  // `source`, the last segment, was added in version 1.2.
  if (getVersion(writer).minorVersion < 2)
    sizes = sizes.drop_back();
  bool isNative = writer.getBytecodeVersion() >= kNativeSegmentSizesVersion;
  writer.writeAttribute(properties.axes);
  if (!isNative)
    writer.writeAttribute(DenseI32ArrayAttr::get(getContext(), sizes));
  writer.writeAttribute(properties.static_start);
  writer.writeAttribute(properties.static_step);
  writer.writeAttribute(properties.static_stop);
  if (isNative)
    writer.writeSparseArray(sizes);
  writePlan(writer, properties.plan);
}

void scatter::addBytecodeInterface(ScatterDialect *dialect) {
  dialect->addInterfaces<ScatterBytecodeInterface>();
}
