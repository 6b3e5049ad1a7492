//===- Bytecode.cpp - bytecode that need not be trusted -------------------===//

#include "Bytecode.h"

#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/InitAllDialects.h"
#include "scatter/Support/ChildProcess.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace scatter;

/// The first byte of what the child sends tells what follows: bytecode, or the
/// location, a zero and the message of an error.
static constexpr char bytecodeFollows = 'B', errorFollows = 'E';

/// Sends `source` on as it reads. Runs in the child.
static void rewrite(const MemoryBuffer &source, raw_ostream &os) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  std::string location;
  std::string message;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error ||
            !message.empty())
          return;
        message = diagnostic.str();
        if (auto file = diagnostic.getLocation()
                            ->findInstanceOf<mlir::FileLineColLoc>())
          raw_string_ostream(location)
              << file.getFilename().getValue() << ':' << file.getLine() << ':'
              << file.getColumn();
      });
  // The sections of a file with resources ask for alignment.
  auto copy = WritableMemoryBuffer::getNewUninitMemBuffer(
      source.getBufferSize(), source.getBufferIdentifier(), Align(4096));
  if (!copy)
    report_bad_alloc_error("no memory for a copy of the file");
  llvm::copy(source.getBuffer(), copy->getBufferStart());
  auto manager = std::make_shared<SourceMgr>();
  manager->AddNewSourceBuffer(std::move(copy), SMLoc());
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(
      manager, mlir::ParserConfig(&context));
  std::string bytecode;
  raw_string_ostream bytes(bytecode);
  if (!module || failed(mlir::writeBytecodeToFile(*module, bytes)))
    os << errorFollows << location << '\0' << message;
  else
    os << bytecodeFollows << bytecode;
  os.flush();
}

Expected<std::unique_ptr<MemoryBuffer>>
scatter::sanitizeBytecode(const MemoryBuffer &source) {
  StringRef name = source.getBufferIdentifier();
  // A count that is damaged may ask for all memory there is. Intact files need
  // a small multiple of their size beside the dialects and the stack.
  uint64_t maxBytes = (uint64_t(4) << 30) + 16 * source.getBufferSize();
  Expected<std::string> answer = runInChildProcess(
      maxBytes, [&](raw_ostream &os) { rewrite(source, os); });
  if (!answer)
    return createStringError("'" + name +
                             "': expected well-formed bytecode, found bytes "
                             "that crash the reader: " +
                             toString(answer.takeError()));
  StringRef rest(*answer);
  if (rest.consume_front(StringRef(&bytecodeFollows, 1)))
    return MemoryBuffer::getMemBufferCopy(rest, name);
  rest.consume_front(StringRef(&errorFollows, 1));
  auto [location, message] = rest.split('\0');
  // A message may hold the text of an op, which can span lines.
  Diagnostic diagnostic{Diagnostic::Severity::Error, location.str(),
                        message.split('\n').first.str()};
  if (diagnostic.message.empty())
    diagnostic.message = "expected well-formed bytecode";
  std::string text = diagnostic.str();
  return make_error<CompileError>(std::move(text),
                                  std::vector<Diagnostic>{diagnostic});
}
