//===- ExecutionEngine.cpp - from IR to a program -------------------------===//

#include "scatter/ExecutionEngine/ExecutionEngine.h"

#include "CacheKey.h"
#include "Codegen.h"
#include "Compilation.h"
#include "Lowering.h"
#include "ObjectCache.h"
#include "OpenMP.h"
#include "ProgramState.h"
#include "Source.h"
#include "StepTimer.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace scatter;

ExecutionEngine::ExecutionEngine(EngineOptions options)
    : options(std::move(options)) {}

/// Parses `source` in a context of its own and passes compilation and module to
/// `action`.
template <typename Action>
static auto withSource(const EngineOptions &options,
                       llvm::MemoryBufferRef source, Action action)
    -> decltype(action(std::declval<Compilation &>(), ModuleOp())) {
  // Modules are small: starting a thread pool costs more than it gains.
  MLIRContext context(getRegistry(), MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  Compilation compilation(options, &context);
  OwningOpRef<ModuleOp> module;
  {
    StepTimer timer(options, "parse");
    module = parseSource(source, &context);
  }
  if (!module)
    return compilation.takeError("parsing failed without a diagnostic");
  return action(compilation, *module);
}

/// The same for a copy of a module in its own context.
template <typename Action>
static auto withModule(const EngineOptions &options, ModuleOp module,
                       Action action)
    -> decltype(action(std::declval<Compilation &>(), ModuleOp())) {
  MLIRContext *context = module.getContext();
  context->appendDialectRegistry(getRegistry());
  Compilation compilation(options, context);
  OwningOpRef<ModuleOp> copy = module.clone();
  return action(compilation, *copy);
}

/// Whether code for the options can run here, and what it needs is loaded.
static llvm::Error prepareProcess(const EngineOptions &options) {
  llvm::Triple host(llvm::sys::getProcessTriple());
  llvm::Triple triple = getTargetTriple(options);
  if (triple.getArch() != host.getArch() || triple.getOS() != host.getOS())
    return llvm::make_error<CompileError>(
        "target triple: expected that of this process, '" + host.str() +
        "', found '" + options.triple + "'");
  return options.threads > 1 ? loadOpenMPRuntime() : llvm::Error::success();
}

/// Loads the code of `object` into this process.
static llvm::Expected<Program> load(CompiledObject object, bool isFromCache) {
  std::vector<std::string> symbols;
  llvm::copy_if(object.symbols, std::back_inserter(symbols),
                [](const std::string &symbol) { return !symbol.empty(); });
  auto code = LinkedCode::link(std::move(object.code), symbols);
  if (!code)
    return code.takeError();
  auto state = std::make_shared<scatter::detail::ProgramState>();
  llvm::ArrayRef<void *> addresses = (*code)->getAddresses();
  for (const std::string &symbol : object.symbols) {
    void *address = symbol.empty() ? nullptr : addresses.consume_front();
    state->adaptors.push_back(reinterpret_cast<void (*)(void **)>(address));
  }
  state->entryPoints = std::move(object.entryPoints);
  state->code = std::move(*code);
  state->isFromCache = isFromCache;
  return Program(std::move(state));
}

static void warn(const EngineOptions &options, std::string message) {
  if (options.onDiagnostic)
    options.onDiagnostic(scatter::Diagnostic{
        scatter::Diagnostic::Severity::Warning, "", std::move(message)});
}

/// Opens the cache that the options name, if they name one and an object holds
/// all that a compilation does for its caller. One that cannot be used is worth
/// a warning, not an error.
static std::optional<ObjectCache> openCache(const EngineOptions &options) {
  if (options.cacheDirectory.empty() || options.onStage ||
      options.buildPipeline)
    return std::nullopt;
  auto cache = ObjectCache::open(options.cacheDirectory, options.cacheBytes);
  if (cache)
    return std::move(*cache);
  warn(options, "object cache not used: " + toString(cache.takeError()));
  return std::nullopt;
}

/// Takes the program that `name` and the bytes of `getBytes` amount to from the
/// cache, or has it compiled by `compile`, which clears its argument when the
/// object does not stand for the whole compilation.
static llvm::Expected<Program> compileThroughCache(
    const EngineOptions &options, llvm::StringRef name,
    llvm::function_ref<llvm::StringRef()> getBytes,
    llvm::function_ref<llvm::Expected<CompiledObject>(bool &)> compile) {
  if (llvm::Error error = prepareProcess(options))
    return error;
  std::optional<ObjectCache> cache = openCache(options);
  std::string key;
  if (cache) {
    key = computeCacheKey(options, name, getBytes());
    if (auto cached = cache->load(key)) {
      auto program = load(std::move(*cached), /*isFromCache=*/true);
      if (program)
        return program;
      // Compilation reports what is wrong, if it still is.
      consumeError(program.takeError());
    }
  }
  bool isCacheable = true;
  auto object = compile(isCacheable);
  if (!object)
    return object.takeError();
  if (cache && isCacheable)
    if (llvm::Error error = cache->store(key, *object))
      warn(options, "object cache: " + toString(std::move(error)));
  StepTimer timer(options, "link");
  return load(std::move(*object), /*isFromCache=*/false);
}

/// Compiles; one that printed anything has to print it the next time as well.
static llvm::Expected<CompiledObject>
compileModule(Compilation &compilation, ModuleOp module, bool &isCacheable) {
  auto object = compilation.compile(module);
  isCacheable &= !compilation.hasDiagnostics();
  return object;
}

llvm::Expected<Program>
ExecutionEngine::compile(llvm::MemoryBufferRef source) const {
  return compileThroughCache(
      options, source.getBufferIdentifier(), [&] { return source.getBuffer(); },
      [&](bool &isCacheable) {
        return withSource(
            options, source, [&](Compilation &compilation, ModuleOp module) {
              return compileModule(compilation, module, isCacheable);
            });
      });
}

llvm::Expected<Program> ExecutionEngine::compile(ModuleOp module) const {
  std::string bytecode;
  bool hasBytecode = true;
  return compileThroughCache(
      options, /*name=*/"",
      [&] {
        llvm::raw_string_ostream os(bytecode);
        hasBytecode = succeeded(writeBytecodeToFile(module, os));
        return llvm::StringRef(bytecode);
      },
      [&](bool &isCacheable) {
        isCacheable &= hasBytecode;
        return withModule(
            options, module, [&](Compilation &compilation, ModuleOp copy) {
              return compileModule(compilation, copy, isCacheable);
            });
      });
}

llvm::Error ExecutionEngine::emit(llvm::MemoryBufferRef source, EmitKind kind,
                                  llvm::raw_pwrite_stream &os) const {
  return withSource(options, source,
                    [&](Compilation &compilation, ModuleOp module) {
                      return compilation.emit(module, kind, os);
                    });
}

llvm::Error ExecutionEngine::emit(ModuleOp module, EmitKind kind,
                                  llvm::raw_pwrite_stream &os) const {
  return withModule(options, module,
                    [&](Compilation &compilation, ModuleOp copy) {
                      return compilation.emit(copy, kind, os);
                    });
}
