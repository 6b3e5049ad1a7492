//===- ExecutionEngine.cpp - compiles IR to programs ----------------------===//

#include "scatter/ExecutionEngine/ExecutionEngine.h"

#include "Codegen.h"
#include "Compilation.h"
#include "CompilationScope.h"
#include "Linker.h"
#include "Lowering.h"
#include "ObjectCache.h"
#include "OpenMP.h"
#include "ProgramState.h"
#include "Source.h"
#include "Toolchain.h"
#include "WorkerClient.h"
#include "scatter/ExecutionEngine/Environment.h"
#include "scatter/ExecutionEngine/MachineFile.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Regex.h"
#include "llvm/TargetParser/Host.h"
#include <atomic>

using namespace mlir;
using namespace scatter;

ExecutionEngine::ExecutionEngine(EngineOptions engineOptions)
    : options(std::move(engineOptions)) {
  if (options.threads != 0)
    return;
  // An invalid environment variable is reported by each compilation.
  llvm::Expected<unsigned> threads = getDefaultThreads();
  if (threads)
    options.threads = *threads;
  else
    consumeError(threads.takeError());
}

/// Fails if an option is out of range.
static llvm::Error checkOptions(const EngineOptions &options) {
  auto fail = [](llvm::StringRef option, unsigned low, unsigned high,
                 unsigned found) {
    return llvm::make_error<CompileError>(
        option + ": expected a number from " + llvm::Twine(low) + " to " +
        llvm::Twine(high) + ", found " + llvm::Twine(found));
  };
  if (options.optLevel > EngineOptions::maxOptLevel)
    return fail("optimization level", 0, EngineOptions::maxOptLevel,
                options.optLevel);
  if (options.threads == 0)
    return llvm::make_error<CompileError>(
        toString(getDefaultThreads().takeError()));
  if (options.threads > EngineOptions::maxThreads)
    return fail("threads", 1, EngineOptions::maxThreads, options.threads);
  std::string problem;
  if (!options.remarks.empty() &&
      !llvm::Regex(options.remarks).isValid(problem))
    return llvm::make_error<CompileError>(
        "remarks: expected a regular expression, found '" + options.remarks +
        "' (" + problem + ")");
  if (std::optional<Partition> partition = options.plan.partition)
    if (!symbolizePartition(uint32_t(*partition)))
      return fail("partition", 0, getMaxEnumValForPartition(),
                  unsigned(*partition));
  for (auto [member, value] : options.plan.machine)
    if (std::string objection = getMachineEntry(member).getObjection(value);
        !objection.empty())
      return llvm::make_error<CompileError>("machine description: " +
                                            objection);
  return checkHostMachine();
}

/// Calls `action` with a copy of `module` in its context, and with the
/// compilation of that copy.
template <typename Action>
static auto withModule(const EngineOptions &options, ModuleOp module,
                       Action action)
    -> decltype(action(std::declval<Compilation &>(), ModuleOp())) {
  MLIRContext *context = module.getContext();
  context->appendDialectRegistry(getRegistry());
  Toolchain toolchain;
  Compilation compilation(options, context, toolchain);
  OwningOpRef<ModuleOp> copy = module.clone();
  return action(compilation, *copy);
}

/// Fails if this process cannot run code for the options.
static llvm::Error prepareProcess(const EngineOptions &options) {
  llvm::Triple host(llvm::sys::getProcessTriple());
  llvm::Triple triple = getTargetTriple(options);
  if (triple.getArch() != host.getArch() || triple.getOS() != host.getOS())
    return llvm::make_error<CompileError>(
        "target triple: expected that of this process, '" + host.str() +
        "', found '" + options.triple + "'");
  return llvm::Error::success();
}

/// Loads the code of `object` into this process.
static llvm::Expected<Program> load(const EngineOptions &options,
                                    CompiledObject object, bool isFromCache) {
  std::vector<std::string> symbols;
  llvm::copy_if(object.symbols, std::back_inserter(symbols),
                [](const std::string &symbol) { return !symbol.empty(); });
  // The passes of a host may use OpenMP even if the options do not, and code
  // that is never executed may call it.
  bool usesOpenMP = object.code->getBuffer().contains("__kmpc_");
  if (usesOpenMP)
    if (llvm::Error error = loadOpenMPRuntime())
      return error;
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
  state->code = std::shared_ptr<LinkedCode>(std::move(*code));
  state->isFromCache = isFromCache;
  if (usesOpenMP && options.threads > 1) {
    state->checkThreads = checkWorkers;
    state->openMPThreads = options.threads;
  }
  return Program(std::move(state));
}

static void warn(const EngineOptions &options, std::string message) {
  if (options.onDiagnostic)
    options.onDiagnostic(scatter::Diagnostic{
        scatter::Diagnostic::Severity::Warning, "", std::move(message)});
}

/// Opens the cache that the options name. Returns std::nullopt if the options
/// have callbacks that a cached object cannot serve. A cache that cannot be
/// used is a warning, not an error.
static std::optional<ObjectCache> openCache(const EngineOptions &options) {
  if (options.cacheDirectory.empty() || options.onStage ||
      options.buildPipeline || !options.remarks.empty())
    return std::nullopt;
  auto cache = ObjectCache::open(options.cacheDirectory, options.maxCacheBytes);
  if (cache)
    return std::move(*cache);
  warn(options, "object cache not used: " + toString(cache.takeError()));
  return std::nullopt;
}

static std::atomic<bool> hasCompiledOnce = false;

bool ExecutionEngine::hasCompiled() { return hasCompiledOnce; }

/// Loads the program for `name` and the bytes of `getBytes` from the cache.
/// Otherwise compiles it with `compile`, which clears its argument if the
/// object must not be stored.
static llvm::Expected<Program> compileThroughCache(
    const EngineOptions &options, llvm::StringRef name,
    llvm::function_ref<llvm::StringRef()> getBytes,
    llvm::function_ref<llvm::Expected<CompiledObject>(bool &)> compile) {
  if (llvm::Error error = CompilationScope::check())
    return error;
  CompilationScope scope;
  if (llvm::Error error = checkOptions(options))
    return error;
  if (llvm::Error error = prepareProcess(options))
    return error;
  std::optional<ObjectCache> cache = openCache(options);
  std::string key;
  if (cache) {
    key = computeCacheKey(options, name, getBytes());
    if (auto cached = cache->load(key)) {
      auto program = load(options, std::move(*cached), /*isFromCache=*/true);
      if (program)
        return program;
      // The compilation reports the problem, if it persists.
      consumeError(program.takeError());
    }
  }
  bool isCacheable = true;
  auto object = compile(isCacheable);
  if (!object)
    return object.takeError();
  hasCompiledOnce = true;
  if (cache && isCacheable)
    if (llvm::Error error = cache->store(key, *object))
      warn(options, "object cache: " + toString(std::move(error)));
  StepTimer timer(options, "link");
  return load(options, std::move(*object), /*isFromCache=*/false);
}

llvm::Expected<Program>
ExecutionEngine::compile(llvm::MemoryBufferRef source) const {
  return compileThroughCache(
      options, source.getBufferIdentifier(), [&] { return source.getBuffer(); },
      [&](bool &isCacheable) {
        return options.untrusted ? compileInWorker(options, source, isCacheable)
                                 : compileSource(options, source, isCacheable);
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
        return withModule(options, module,
                          [&](Compilation &compilation, ModuleOp copy) {
                            return compilation.compile(copy, isCacheable);
                          });
      });
}

llvm::Expected<Program> ExecutionEngine::compile(
    llvm::StringRef key,
    llvm::function_ref<OwningOpRef<ModuleOp>(MLIRContext *)> build) const {
  // No source of a user has this name, because it contains a null character.
  constexpr llvm::StringRef name("built\0", 6);
  return compileThroughCache(
      options, name, [&] { return key; },
      [&](bool &isCacheable) {
        return compileModule(options, build, isCacheable);
      });
}

static llvm::Error checkEmit(const EngineOptions &options, EmitKind kind) {
  if (unsigned(kind) > unsigned(EmitKind::Header))
    return llvm::make_error<CompileError>("emit: expected an EmitKind, found " +
                                          llvm::Twine(unsigned(kind)));
  return checkOptions(options);
}

llvm::Error ExecutionEngine::emit(llvm::MemoryBufferRef source, EmitKind kind,
                                  llvm::raw_pwrite_stream &os) const {
  if (llvm::Error error = checkEmit(options, kind))
    return error;
  return options.untrusted ? emitInWorker(options, source, kind, os)
                           : emitSource(options, source, kind, os);
}

llvm::Error ExecutionEngine::emit(ModuleOp module, EmitKind kind,
                                  llvm::raw_pwrite_stream &os) const {
  if (llvm::Error error = checkEmit(options, kind))
    return error;
  return withModule(options, module,
                    [&](Compilation &compilation, ModuleOp copy) {
                      return compilation.emit(copy, kind, os);
                    });
}
