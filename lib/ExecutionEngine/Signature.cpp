//===- Signature.cpp - signatures of entry points -------------------------===//

#include "Signature.h"

#include "scatter/Dialect/Scatter/IR/SizeLimits.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace scatter;

static constexpr llvm::StringLiteral nameAttr = "scatter.name";

ElementType ElementType::get(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    unsigned width = integer.getWidth();
    if (width == 0 || width > kMaxIntegerWidth)
      return {};
    ElementKind kind = integer.isSigned()     ? ElementKind::Signed
                       : integer.isUnsigned() ? ElementKind::Unsigned
                                              : ElementKind::Signless;
    return {kind, static_cast<uint16_t>(width)};
  }
  if (isa<IndexType>(type))
    return {ElementKind::Index, 64};
  if (auto pointer = dyn_cast<LLVM::LLVMPointerType>(type))
    return pointer.getAddressSpace() == 0
               ? ElementType{ElementKind::Pointer, 64}
               : ElementType{};
  if (!isa<FloatType, ComplexType>(type))
    return {};
  return parse(debugString(type)).value_or(ElementType{});
}

/// Sets the strides of a contiguous array. A stride is dynamic if any size that
/// it depends on is dynamic.
static void setRowMajorStrides(ValueType &value) {
  value.strides.assign(value.shape.size(), 1);
  int64_t stride = 1;
  for (size_t i = value.shape.size(); i-- > 0;) {
    value.strides[i] = stride;
    if (stride == ValueType::kDynamic)
      continue;
    int64_t size = value.shape[i];
    if (size == ValueType::kDynamic || llvm::MulOverflow(stride, size, stride))
      stride = ValueType::kDynamic;
  }
}

ValueType ValueType::get(Type type) {
  ValueType value;
  value.text = debugString(type);
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    value.element = ElementType::get(tensor.getElementType());
    value.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
    setRowMajorStrides(value);
    if (!tensor.getEncoding())
      value.kind = Kind::Tensor;
  } else if (auto memref = dyn_cast<MemRefType>(type)) {
    value.element = ElementType::get(memref.getElementType());
    value.shape.assign(memref.getShape().begin(), memref.getShape().end());
    SmallVector<int64_t> strides;
    if (succeeded(memref.getStridesAndOffset(strides, value.offset)) &&
        !memref.getMemorySpace()) {
      value.strides.assign(strides.begin(), strides.end());
      value.kind = Kind::MemRef;
    }
    if (value.offset == kDynamic)
      value.offset = 0;
  } else {
    value.element = ElementType::get(type);
    value.kind = Kind::Scalar;
  }
  auto shaped = dyn_cast<ShapedType>(type);
  if (value.element.kind == ElementKind::Opaque ||
      (shaped && findSizeViolation(shaped)))
    value.kind = Kind::Unsupported;
  return value;
}

/// Parses `name` as PREFIXn. Returns n if it is less than `count`.
static std::optional<unsigned>
parsePosition(llvm::StringRef name, llvm::StringRef prefix, size_t count) {
  unsigned position;
  if (!name.consume_front(prefix) || name.getAsInteger(10, position) ||
      position >= count)
    return std::nullopt;
  return position;
}

static std::optional<unsigned> find(llvm::ArrayRef<Parameter> parameters,
                                    llvm::StringRef name,
                                    llvm::StringRef prefix) {
  for (auto [position, parameter] : llvm::enumerate(parameters))
    if (parameter.name == name)
      return position;
  return parsePosition(name, prefix, parameters.size());
}

std::optional<unsigned> EntryPoint::findArgument(llvm::StringRef name) const {
  return find(arguments, name, "arg");
}

std::optional<unsigned> EntryPoint::findResult(llvm::StringRef name) const {
  return find(results, name, "result");
}

std::optional<unsigned> EntryPoint::findResultOfDonor(unsigned argument) const {
  for (auto [position, result] : llvm::enumerate(results))
    if (result.donor == argument)
      return position;
  return std::nullopt;
}

/// Returns the name in `attr`, or makes one from the position.
static std::string getName(Attribute attr, llvm::StringRef prefix,
                           unsigned position) {
  if (auto name = dyn_cast_or_null<StringAttr>(attr);
      name && !name.getValue().empty())
    return name.str();
  return (prefix + llvm::utostr(position)).str();
}

/// Checks that names are distinct, so that a lookup by name finds one value.
static LogicalResult checkNames(func::FuncOp func,
                                llvm::ArrayRef<Parameter> parameters) {
  llvm::StringSet<> seen;
  for (const Parameter &parameter : parameters)
    if (!seen.insert(parameter.name).second)
      return func.emitError("two arguments or two results have the name '")
             << parameter.name << "'";
  return success();
}

LogicalResult
scatter::collectEntryPoints(ModuleOp module,
                            std::vector<EntryPoint> &entryPoints) {
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func.isDeclaration() || !func.isPublic())
      continue;
    EntryPoint entry;
    entry.name = func.getSymName().str();
    for (unsigned i = 0, e = func.getNumArguments(); i != e; ++i) {
      std::string name = getName(func.getArgAttr(i, nameAttr), "arg", i);
      entry.arguments.push_back(
          {std::move(name), ValueType::get(func.getArgument(i).getType())});
    }
    for (unsigned i = 0, e = func.getNumResults(); i != e; ++i) {
      std::string name = getName(func.getResultAttr(i, nameAttr), "result", i);
      entry.results.push_back(
          {std::move(name), ValueType::get(func.getResultTypes()[i])});
    }
    if (failed(checkNames(func, entry.arguments)) ||
        failed(checkNames(func, entry.results)))
      return failure();
    entryPoints.push_back(std::move(entry));
  }
  return success();
}
