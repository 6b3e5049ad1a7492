//===- Source.cpp - parsing of text and bytecode --------------------------===//

#include "Source.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace scatter;

/// The parser is recursive: a bound on nesting keeps a hostile text from
/// exhausting the stack, far above what programs need.
static constexpr unsigned maxNesting = 256;

/// Returns the offset of the first bracket or minus sign that is nested too
/// deeply, or npos. Those in strings and comments do not count.
static size_t findDeepNesting(StringRef text) {
  unsigned depth = 0;
  unsigned signs = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '-' && i + 1 < text.size() && text[i + 1] == '>') {
      // The arrow of a function type closes nothing.
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

/// Takes the names of `func`'s arguments from the text at their definitions.
static void takeArgumentNames(func::FuncOp func, const AsmParserState &state) {
  if (func.isDeclaration())
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
    // A number is no name, only how the printer calls a value without one.
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

OwningOpRef<ModuleOp> scatter::parseSource(llvm::MemoryBufferRef source,
                                           MLIRContext *context) {
  auto manager = std::make_shared<llvm::SourceMgr>();
  StringRef name = source.getBufferIdentifier();
  // The copy has the terminating zero that text needs and the alignment that
  // sections of bytecode with resources ask for.
  auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      source.getBufferSize(), name, llvm::Align(4096));
  if (!buffer) {
    emitError(FileLineColLoc::get(context, name, 0, 0),
              "no memory for a copy of the file");
    return {};
  }
  llvm::copy(source.getBuffer(), buffer->getBufferStart());
  StringRef text(buffer->getBufferStart(), buffer->getBufferSize());
  manager->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());

  ParserConfig config(context);
  if (isBytecode(manager->getMemoryBuffer(1)->getMemBufferRef()))
    return parseSourceFile<ModuleOp>(manager, config);
  return parseText(*manager, text, name, config);
}
