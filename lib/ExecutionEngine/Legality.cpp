//===- Legality.cpp - checks what can be compiled -------------------------===//
//
// Passes and LLVM crash or report their internals if they cannot lower
// something. These checks report errors that name the op and the type in the
// source.
//
//===----------------------------------------------------------------------===//

#include "Legality.h"

#include "scatter/Dialect/Scatter/IR/SizeLimits.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"

using namespace mlir;
using namespace scatter;

namespace {

/// Finds integers that are wider than supported.
class WidthChecker {
public:
  WidthChecker() {
    walker.addWalk([](IntegerType type) {
      return type.getWidth() > kMaxElementBits ? WalkResult::interrupt()
                                               : WalkResult::advance();
    });
  }
  bool isTooWide(Type type) {
    return type && walker.walk(type).wasInterrupted();
  }

private:
  AttrTypeWalker walker;
};

} // namespace

/// Returns the type that bufferization replaces `type` by.
static Type bufferize(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return MemRefType::get(tensor.getShape(), tensor.getElementType());
  if (auto tensor = dyn_cast<UnrankedTensorType>(type))
    return UnrankedMemRefType::get(tensor.getElementType(), /*memorySpace=*/{});
  return type;
}

LogicalResult scatter::checkSignatures(ModuleOp module) {
  LLVMTypeConverter converter(module.getContext());
  WidthChecker widths;
  // Diagnostics of the converter have no location.
  auto isPassable = [&](Type type) {
    ScopedDiagnosticHandler silence(
        module.getContext(), [](mlir::Diagnostic &) { return success(); });
    return !widths.isTooWide(type) && converter.convertType(bufferize(type));
  };
  for (auto func : module.getOps<func::FuncOp>()) {
    auto check = [&](StringRef kind, TypeRange types) -> LogicalResult {
      for (auto [position, type] : llvm::enumerate(types))
        if (!isPassable(type))
          return func.emitError("function '")
                 << func.getSymName() << "', " << kind << ' ' << position
                 << ": expected a type that compiled functions can pass, found "
                 << type;
      return success();
    };
    if (failed(check("argument", func.getArgumentTypes())) ||
        failed(check("result", func.getResultTypes())))
      return failure();
  }
  return success();
}

/// Returns the types of an LLVM dialect op, including those in attributes.
static SmallVector<Type> getTypes(Operation *op) {
  SmallVector<Type> types(op->getResultTypes());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      llvm::append_range(types, block.getArgumentTypes());
  if (auto pointer = dyn_cast<LLVM::GEPOp>(op))
    types.push_back(pointer.getElemType());
  else if (auto alloca = dyn_cast<LLVM::AllocaOp>(op))
    types.push_back(alloca.getElemType());
  else if (auto global = dyn_cast<LLVM::GlobalOp>(op))
    types.push_back(global.getGlobalType());
  else if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op))
    types.push_back(function.getFunctionType());
  return types;
}

/// Whether the library can translate `op`. Inline assembly needs an assembler,
/// which it does not contain.
static bool isTranslatable(Operation *op) {
  Dialect *dialect = op->getDialect();
  return dialect && !isa<BuiltinDialect>(dialect) &&
         dialect->getRegisteredInterface<LLVMTranslationDialectInterface>() &&
         !isa<LLVM::InlineAsmOp>(op);
}

/// Fails if LLVM would end the process because of an attribute of `function`.
static LogicalResult checkFunction(LLVM::LLVMFuncOp function, ModuleOp module) {
  if (std::optional<StringRef> name = function.getGarbageCollector())
    return function.emitError("function '")
           << function.getSymName()
           << "': expected no garbage collector, found '" << *name << "'";
  std::optional<StringRef> personality = function.getPersonality();
  if (personality && !module.lookupSymbol<LLVM::LLVMFuncOp>(*personality))
    return function.emitError("function '")
           << function.getSymName() << "': expected a personality function of "
           << "the module, found '" << *personality << "'";
  return success();
}

LogicalResult scatter::checkTranslatable(ModuleOp module,
                                         bool hasScalableVectors) {
  if (module->hasAttr(LLVM::LLVMDialect::getModuleLevelAsmAttrName()))
    return module.emitError("expected no assembly, found '")
           << LLVM::LLVMDialect::getModuleLevelAsmAttrName() << "'";
  WidthChecker widths;
  AttrTypeWalker scalable;
  scalable.addWalk([](VectorType type) {
    return type.isScalable() ? WalkResult::interrupt() : WalkResult::advance();
  });
  auto check = [&](Operation *op) -> LogicalResult {
    if (!isTranslatable(op))
      return emitError(op->getLoc(),
                       "expected ops that can be compiled, found '")
             << op->getName() << "'";
    for (Type type : getTypes(op)) {
      if (widths.isTooWide(type))
        return emitError(op->getLoc(), "expected integers of at most ")
               << kMaxElementBits << " bits, found " << type;
      if (!hasScalableVectors && type && scalable.walk(type).wasInterrupted())
        return emitError(op->getLoc(),
                         "expected vectors of fixed length, found ")
               << type;
    }
    auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
    return function ? checkFunction(function, module) : success();
  };
  WalkResult result = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    return isa<ModuleOp>(op) ? WalkResult::advance() : WalkResult(check(op));
  });
  return failure(result.wasInterrupted());
}
