//===- ExecutionEngine.cpp - from IR to a program -------------------------===//

#include "scatter/ExecutionEngine/ExecutionEngine.h"

#include "CacheKey.h"
#include "Compilation.h"
#include "Lowering.h"
#include "ObjectCache.h"
#include "OpenMP.h"
#include "ProgramState.h"
#include "Source.h"
#include "StepTimer.h"
#include "scatter/ExecutionEngine/Environment.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include <algorithm>
#include <sys/mman.h>

using namespace mlir;
using namespace scatter;

ExecutionEngine::ExecutionEngine(EngineOptions options)
    : options(std::move(options)) {}

/// Fails for options that have no such value.
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
  if (options.threads < 1 || options.threads > kMaxThreads)
    return fail("threads", 1, kMaxThreads, options.threads);
  if (unsigned(options.strategy) >= kPartitions.size())
    return fail("strategy", 0, kPartitions.size() - 1,
                unsigned(options.strategy));
  return llvm::Error::success();
}

/// Fails where a compilation of `size` bytes of source may meet the end of
/// memory, which MLIR does not survive. A chain of 50 updates of dynamic sizes
/// takes 8 KiB per byte of its text with two threads; large sources consist of
/// data.
static llvm::Error checkMemory(size_t size) {
  constexpr size_t least = 16u << 20, most = 512u << 20, perByte = 8u << 10;
  size_t bytes =
      size + std::min(llvm::SaturatingMultiplyAdd(size, perByte, least), most);
  // Pages that are not touched take no time.
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return llvm::createStringError(std::errc::not_enough_memory,
                                   "compilation: no memory for %zu bytes",
                                   bytes);
  munmap(memory, bytes);
  return llvm::Error::success();
}

/// Passes the module that `build` makes from `size` bytes, in a context of its
/// own, and its compilation to `action`.
template <typename Build, typename Action>
static auto withNewContext(const EngineOptions &options, size_t size,
                           Build build, Action action)
    -> decltype(action(std::declval<Compilation &>(), ModuleOp())) {
  if (llvm::Error error = checkMemory(size))
    return error;
  // Modules are small: starting a thread pool costs more than it gains.
  MLIRContext context(getRegistry(), MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  Compilation compilation(options, &context);
  OwningOpRef<ModuleOp> module;
  {
    StepTimer timer(options, "parse");
    module = build(&context);
  }
  if (!module)
    return compilation.takeError("parsing failed without a diagnostic");
  return action(compilation, *module);
}

/// The same for a module that is parsed.
template <typename Action>
static auto withSource(const EngineOptions &options,
                       llvm::MemoryBufferRef source, Action action)
    -> decltype(action(std::declval<Compilation &>(), ModuleOp())) {
  return withNewContext(
      options, source.getBufferSize(),
      [&](MLIRContext *context) { return parseSource(source, context); },
      action);
}

/// The same for a copy of a module in its own context.
template <typename Action>
static auto withModule(const EngineOptions &options, ModuleOp module,
                       Action action)
    -> decltype(action(std::declval<Compilation &>(), ModuleOp())) {
  if (llvm::Error error = checkMemory(/*size=*/0))
    return error;
  MLIRContext *context = module.getContext();
  context->appendDialectRegistry(getRegistry());
  Compilation compilation(options, context);
  OwningOpRef<ModuleOp> copy = module.clone();
  return action(compilation, *copy);
}

/// Whether code for the options can run here, and what it needs is loaded.
static llvm::Error prepareProcess(const EngineOptions &options) {
  llvm::Triple host(llvm::sys::getProcessTriple());
  llvm::Triple triple(options.triple);
  if (!options.triple.empty() &&
      (triple.getArch() != host.getArch() || triple.getOS() != host.getOS()))
    return llvm::make_error<CompileError>(
        "target triple: expected that of this process, '" + host.str() +
        "', found '" + options.triple + "'");
  return options.threads > 1 ? loadOpenMPRuntime() : llvm::Error::success();
}

/// Loads the code of `object` into this process.
static llvm::Expected<Program> load(const EngineOptions &options,
                                    CompiledObject object, bool isFromCache) {
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
  state->threads = options.threads;
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
  auto cache = ObjectCache::open(options.cacheDirectory, options.maxCacheBytes);
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
  return load(options, std::move(*object), /*isFromCache=*/false);
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

llvm::Expected<Program> ExecutionEngine::compile(
    llvm::StringRef key,
    llvm::function_ref<OwningOpRef<ModuleOp>(MLIRContext *)> build) const {
  // No source of a user has this name.
  constexpr llvm::StringRef name("built\0", 6);
  return compileThroughCache(
      options, name, [&] { return key; },
      [&](bool &isCacheable) {
        return withNewContext(options, key.size(), build,
                              [&](Compilation &compilation, ModuleOp module) {
                                return compileModule(compilation, module,
                                                     isCacheable);
                              });
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
  return withSource(options, source,
                    [&](Compilation &compilation, ModuleOp module) {
                      return compilation.emit(module, kind, os);
                    });
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
