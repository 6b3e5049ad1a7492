//===- RuntimeCalls.cpp - calls of the runtime library --------------------===//

#include "RuntimeCalls.h"

#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace scatter;

/// Declares the function `name`, which is called only after a violation and is
/// marked as cold. With `isSearch` it is variadic, only reads through its
/// argument 2 and does not capture it.
static FailureOr<LLVM::LLVMFuncOp>
getReportFunction(OpBuilder &b, ModuleOp module, StringRef name,
                  ArrayRef<Type> inputs, bool isSearch) {
  bool isDeclared = module.lookupSymbol(name);
  FailureOr<LLVM::LLVMFuncOp> function = LLVM::lookupOrCreateFn(
      b, module, name, inputs, LLVM::LLVMVoidType::get(module.getContext()),
      /*isVarArg=*/isSearch);
  if (failed(function) || isDeclared)
    return function;
  function->setPassthroughAttr(b.getStrArrayAttr({"cold"}));
  if (isSearch)
    for (StringRef attribute : {LLVM::LLVMDialect::getNoCaptureAttrName(),
                                LLVM::LLVMDialect::getReadonlyAttrName()})
      function->setArgAttr(2, attribute, b.getUnitAttr());
  return function;
}

FailureOr<LLVM::LLVMFuncOp> scatter::getRuntimeFunction(OpBuilder &b,
                                                        ModuleOp module,
                                                        llvm::StringRef name) {
  MLIRContext *context = module.getContext();
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  Type pointer = LLVM::LLVMPointerType::get(context);
  if (name == kReport)
    return getReportFunction(b, module, name,
                             {i32, pointer, i64, i64, i64, i64},
                             /*isSearch=*/false);
  if (name == kReportInvalidIndex)
    return getReportFunction(b, module, name,
                             {i32, pointer, pointer, i32, i64, i64, i64},
                             /*isSearch=*/true);
  if (name == kFillBuckets || name == kKeepLast)
    return LLVM::lookupOrCreateFn(b, module, name, {pointer},
                                  LLVM::LLVMVoidType::get(context));
  if (name == kCopyNontemporal)
    return LLVM::lookupOrCreateFn(b, module, name, {pointer, pointer, i64, i64},
                                  LLVM::LLVMVoidType::get(context));
  if (name == kParallelFor)
    return LLVM::lookupOrCreateFn(b, module, name, {pointer, pointer, i64},
                                  LLVM::LLVMVoidType::get(context));
  if (name == kInstallRecord)
    return LLVM::lookupOrCreateFn(b, module, name, {pointer}, pointer);
  return LLVM::lookupOrCreateFn(b, module, name, {},
                                name == kCountFailures ? i32 : pointer);
}

/// Returns the file position behind `loc`, else its name, else "unknown". An
/// operand that the metadata name follows in parentheses.
static std::string formatLocation(Location loc) {
  if (auto fused = dyn_cast<FusedLocWith<StringAttr>>(loc))
    return (formatLocation(fused.getLocations().front()) + " (" +
            fused.getMetadata().strref() + ")")
        .str();
  if (auto position = loc->findInstanceOf<FileLineColLoc>())
    return (position.getFilename().strref() + ":" + Twine(position.getLine()) +
            ":" + Twine(position.getColumn()))
        .str();
  auto name = loc->findInstanceOf<NameLoc>();
  return name ? name.getName().str() : "unknown";
}

Value scatter::getLocationString(OpBuilder &b, ModuleOp module, Location loc) {
  std::string text = formatLocation(loc);
  text.push_back('\0');
  unsigned number = 0;
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    if (!global.getSymName().starts_with("scatter_location_"))
      continue;
    auto value = dyn_cast_or_null<StringAttr>(global.getValueOrNull());
    if (value && value.strref() == text)
      return LLVM::AddressOfOp::create(b, loc, global);
    ++number;
  }
  // Start at the number of existing globals, because lower numbers are most
  // likely taken.
  SmallString<32> name = SymbolTable::generateSymbolName<32>(
      "scatter_location",
      [&](StringRef candidate) { return module.lookupSymbol(candidate); },
      number);
  return LLVM::createGlobalString(loc, b, name, text, LLVM::Linkage::Internal);
}

llvm::DenseSet<LLVM::LLVMFuncOp>
scatter::collectCallers(ModuleOp module,
                        function_ref<bool(LLVM::CallOp)> isDirect) {
  llvm::DenseSet<LLVM::LLVMFuncOp> found;
  llvm::StringMap<SmallVector<LLVM::LLVMFuncOp>> callersByName;
  SmallVector<LLVM::LLVMFuncOp> worklist;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    function.walk([&](LLVM::CallOp call) {
      if (std::optional<StringRef> callee = call.getCallee())
        callersByName[*callee].push_back(function);
      if (isDirect(call) && found.insert(function).second)
        worklist.push_back(function);
    });
  while (!worklist.empty())
    for (auto caller : callersByName[worklist.pop_back_val().getSymName()])
      if (found.insert(caller).second)
        worklist.push_back(caller);
  return found;
}

bool scatter::containsCall(Operation *op,
                           function_ref<bool(LLVM::CallOp)> isCall) {
  return op
      ->walk([&](LLVM::CallOp call) {
        return isCall(call) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}
