//===- Source.cpp - compilation of text and bytecode ----------------------===//

#include "Source.h"

#include "Compilation.h"
#include "Lowering.h"
#include "ReusedContext.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/ExecutionEngine/Importers.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace scatter;

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

/// The maximum nesting depth. The parser is recursive, and deeper text could
/// exhaust the stack. Programs have far less nesting.
static constexpr unsigned maxNesting = 256;

/// Returns the offset of the first bracket or minus sign that is nested too
/// deeply, or npos. Ignores strings and comments.
static size_t findDeepNesting(StringRef text) {
  unsigned depth = 0;
  unsigned signs = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '-' && i + 1 < text.size() && text[i + 1] == '>') {
      // The '>' of an arrow does not close a bracket.
      ++i;
    } else if (c == '-') {
      if (++signs > maxNesting)
        return i;
      continue;
    } else if (c == '"') {
      for (++i; i < text.size() && text[i] != '"' && text[i] != '\n'; ++i)
        if (text[i] == '\\')
          ++i;
    } else if (text.substr(i).starts_with("//")) {
      i = std::min(text.find('\n', i), text.size());
    } else if (StringRef("([{<").contains(c)) {
      if (++depth > maxNesting)
        return i;
    } else if (StringRef(")]}>").contains(c)) {
      depth -= depth > 0;
    }
    if (!llvm::isSpace(c))
      signs = 0;
  }
  return StringRef::npos;
}

/// Sets the names of `func`'s arguments to those in the source text, if callers
/// can call it.
static void takeArgumentNames(func::FuncOp func, const AsmParserState &state) {
  if (func.isDeclaration() || func.isPrivate())
    return;
  const AsmParserState::BlockDefinition *block =
      state.getBlockDef(&func.front());
  if (!block)
    return;
  for (auto [position, definition] : llvm::enumerate(block->arguments)) {
    const char *begin = definition.loc.Start.getPointer();
    const char *end = definition.loc.End.getPointer();
    if (!begin || position >= func.getNumArguments())
      continue;
    StringRef name(begin, end - begin);
    // Values without a name have a number.
    if (name.consume_front("%") && !name.empty() && !llvm::isDigit(name[0]) &&
        !func.getArgAttr(position, "scatter.name"))
      func.setArgAttr(position, "scatter.name",
                      StringAttr::get(func.getContext(), name));
  }
}

static OwningOpRef<ModuleOp> parseText(const llvm::SourceMgr &manager,
                                       StringRef text, StringRef name,
                                       const ParserConfig &config) {
  MLIRContext *context = config.getContext();
  if (size_t offset = findDeepNesting(text); offset != StringRef::npos) {
    auto [line, column] = manager.getLineAndColumn(
        llvm::SMLoc::getFromPointer(text.data() + offset));
    emitError(FileLineColLoc::get(context, name, line, column),
              "expected at most ")
        << maxNesting << " nested brackets or signs";
    return {};
  }
  Block block;
  AsmParserState state;
  if (failed(parseAsmSourceFile(manager, &block, config, &state)))
    return {};
  for (auto module : block.getOps<ModuleOp>())
    for (auto func : module.getOps<func::FuncOp>())
      takeArgumentNames(func, state);
  for (auto func : block.getOps<func::FuncOp>())
    takeArgumentNames(func, state);
  return mlir::detail::constructContainerOpForParserIfNecessary<ModuleOp>(
      &block, context, FileLineColLoc::get(context, name, 1, 1));
}

/// Returns the number of the first line with an op in the syntax of StableHLO's
/// dialect, which is not linked, or 0. Bytecode that StableHLO has written is
/// such a line.
static unsigned findStableHLOSyntax(StringRef text) {
  if (text.starts_with("ML\xefR"))
    return text.take_front(64).contains("StableHLO_v");
  if (!text.contains("stablehlo."))
    return 0;
  unsigned number = 0;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    ++number;
    text = rest;
    line = line.ltrim();
    if (line.starts_with("%"))
      line = line.split('=').second.ltrim();
    if (line.starts_with("stablehlo."))
      return number;
  }
  return 0;
}

OwningOpRef<ModuleOp> scatter::parseSource(llvm::MemoryBufferRef source,
                                           MLIRContext *context,
                                           bool &isSelfContained) {
  const Importers &importers = getImporters();
  if (importers.isModelFile &&
      importers.isModelFile(source.getBufferIdentifier()))
    return importers.readModel(source, context, isSelfContained);
  auto manager = std::make_shared<llvm::SourceMgr>();
  StringRef name = source.getBufferIdentifier();
  // The copy has the terminating zero that the text parser needs, and the
  // alignment that bytecode sections with resources require.
  auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      source.getBufferSize(), name, llvm::Align(4096));
  if (!buffer) {
    emitError(FileLineColLoc::get(context, name, 0, 0),
              "no memory for a copy of the file");
    return {};
  }
  if (unsigned line = findStableHLOSyntax(source.getBuffer())) {
    emitError(FileLineColLoc::get(context, name, line, 1),
              "expected StableHLO in generic form, as printed by JAX's "
              "lowered.compiler_ir(\"stablehlo\").operation.get_asm("
              "print_generic_op_form=True) or stablehlo-opt "
              "--mlir-print-op-generic");
    return {};
  }
  llvm::copy(source.getBuffer(), buffer->getBufferStart());
  StringRef text(buffer->getBufferStart(), buffer->getBufferSize());
  manager->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());

  if (importers.mayHaveUnregisteredOps &&
      importers.mayHaveUnregisteredOps(text)) {
    context->allowUnregisteredDialects();
    DialectRegistry foreign;
    importers.registerForeignDialects(foreign);
    context->appendDialectRegistry(foreign);
  }
  ParserConfig config(context);
  if (isBytecode(manager->getMemoryBuffer(1)->getMemBufferRef()))
    return parseSourceFile<ModuleOp>(manager, config);
  return parseText(*manager, text, name, config);
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// Emits remarks of the categories that match `filter` as diagnostics.
static LogicalResult enableRemarks(MLIRContext &context,
                                   const std::string &filter) {
  if (filter.empty())
    return success();
  // The field `all` alone enables nothing.
  remark::RemarkCategories categories{filter, filter, filter, filter, filter};
  return remark::enableOptimizationRemarks(
      context, /*streamer=*/nullptr,
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories,
      /*printAsEmitRemarks=*/true);
}

/// Calls `action` with a module that `build` makes in its own context, and with
/// the compilation of that module.
template <typename Action>
static auto
withContext(const EngineOptions &options,
            llvm::function_ref<OwningOpRef<ModuleOp>(ReusedContext &)> build,
            Action action)
    -> decltype(action(std::declval<Compilation &>(), ModuleOp())) {
  ReusedContext context;
  context.get()->printOpOnDiagnostic(false);
  if (options.buildPipeline || !options.remarks.empty())
    context.discard();
  if (failed(enableRemarks(*context.get(), options.remarks)))
    return llvm::make_error<CompileError>("remarks: no remark engine");
  Compilation compilation(options, context.get(), context.getToolchain());
  OwningOpRef<ModuleOp> module;
  {
    StepTimer timer(options, "parse");
    module = build(context);
  }
  if (!module)
    return compilation.takeError("parsing failed without a diagnostic");
  return action(compilation, *module);
}

/// Parses `source`. Discards the context afterwards if the source or the files
/// that it refers to may be large, because the context keeps their constants.
/// Also discards it after unregistered ops, which change its settings.
static OwningOpRef<ModuleOp> parseIn(ReusedContext &context,
                                     llvm::MemoryBufferRef source,
                                     bool &isSelfContained) {
  constexpr size_t kMaxReusedBytes = 64 << 10;
  OwningOpRef<ModuleOp> module =
      parseSource(source, context.get(), isSelfContained);
  if (source.getBufferSize() > kMaxReusedBytes || !isSelfContained ||
      context.get()->allowsUnregisteredDialects())
    context.discard();
  return module;
}

llvm::Expected<CompiledObject> scatter::compileModule(
    const EngineOptions &options,
    llvm::function_ref<OwningOpRef<ModuleOp>(MLIRContext *)> build,
    bool &isCacheable) {
  return withContext(
      options, [&](ReusedContext &context) { return build(context.get()); },
      [&](Compilation &compilation, ModuleOp module) {
        return compilation.compile(module, isCacheable);
      });
}

llvm::Expected<CompiledObject> scatter::compileForLibrary(
    const EngineOptions &options,
    llvm::function_ref<OwningOpRef<ModuleOp>(MLIRContext *)> build) {
  return withContext(
      options, [&](ReusedContext &context) { return build(context.get()); },
      [](Compilation &compilation, ModuleOp module) {
        return compilation.compileForLibrary(module);
      });
}

llvm::Expected<CompiledObject>
scatter::compileSource(const EngineOptions &options,
                       llvm::MemoryBufferRef source, bool &isCacheable) {
  return withContext(
      options,
      [&](ReusedContext &context) {
        return parseIn(context, source, isCacheable);
      },
      [&](Compilation &compilation, ModuleOp module) {
        return compilation.compile(module, isCacheable);
      });
}

llvm::Error scatter::emitSource(const EngineOptions &options,
                                llvm::MemoryBufferRef source, EmitKind kind,
                                llvm::raw_pwrite_stream &os) {
  bool isSelfContained = true;
  return withContext(
      options,
      [&](ReusedContext &context) {
        return parseIn(context, source, isSelfContained);
      },
      [&](Compilation &compilation, ModuleOp module) {
        return compilation.emit(module, kind, os);
      });
}
