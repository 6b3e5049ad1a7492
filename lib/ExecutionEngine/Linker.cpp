//===- Linker.cpp - links object code into this process -------------------===//

#include "Linker.h"

#include "Memory.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/Runtime/BFloat16.h"
#include "scatter/Runtime/Buckets.h"
#include "scatter/Runtime/Copy.h"
#include "scatter/Runtime/Runtime.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/SelfExecutorProcessControl.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace llvm::orc;
using namespace scatter;

struct LinkedCode::State {
  explicit State(std::unique_ptr<ExecutorProcessControl> control)
      : session(std::move(control)), layer(session) {}

  /// Frees the code. A session must be ended before it is destroyed.
  ~State() { consumeError(session.endSession()); }

  /// The first error that the session has reported, or empty.
  std::string cause;
  ExecutionSession session;
  ObjectLinkingLayer layer;
  SmallVector<void *> addresses;
};

LinkedCode::LinkedCode(std::unique_ptr<State> state)
    : state(std::move(state)) {}

LinkedCode::~LinkedCode() = default;

ArrayRef<void *> LinkedCode::getAddresses() const { return state->addresses; }

/// Formats `error` as one line that the user can act on.
static std::string explain(Error error) {
  std::string text;
  handleAllErrors(
      std::move(error),
      [&](const SymbolsNotFound &missing) {
        const SymbolStringPtr &name = missing.getSymbols().front();
        text =
            ("function '" + *name + "' is declared but nowhere defined").str();
      },
      [&](const ErrorInfoBase &other) {
        if (text.empty())
          text = "linking failed: " + other.message();
      });
  return text;
}

/// Defines the symbols that generated code may refer to. These are the
/// functions of this process. Functions of the runtime are defined by address,
/// because a host may hide its symbols or may have loaded another copy of the
/// runtime. The allocation functions are also defined by address, see Memory.h.
static Error defineHostSymbols(ExecutionSession &session, JITDylib &library) {
  auto process = DynamicLibrarySearchGenerator::GetForCurrentProcess(
      /*GlobalPrefix=*/'\0');
  if (!process)
    return process.takeError();
  library.addGenerator(std::move(*process));
  // Conversions of f16 and arithmetic of 128 bits may call it. Its symbols are
  // not in the global scope of a process that has not linked it.
  auto compilerRuntime = DynamicLibrarySearchGenerator::Load(
      "libgcc_s.so.1", /*GlobalPrefix=*/'\0');
  if (compilerRuntime)
    library.addGenerator(std::move(*compilerRuntime));
  else
    consumeError(compilerRuntime.takeError());
  SymbolMap symbols;
  auto define = [&](StringRef name, auto *function) {
    symbols[session.intern(name)] = {ExecutorAddr::fromPtr(function),
                                     JITSymbolFlags::Exported |
                                         JITSymbolFlags::Callable};
  };
  define("scatter_runtime_report", &scatter_runtime_report);
  define("scatter_runtime_report_invalid_index",
         &scatter_runtime_report_invalid_index);
  define("scatter_runtime_fill_buckets", &scatter_runtime_fill_buckets);
  define("scatter_runtime_keep_last", &scatter_runtime_keep_last);
  define("scatter_runtime_copy_nontemporal", &scatter_runtime_copy_nontemporal);
  define("scatter_runtime_install_record", &scatter_runtime_install_record);
  define("scatter_runtime_count_failures", &scatter_runtime_count_failures);
  define("__truncsfbf2", &__truncsfbf2);
  define("__truncdfbf2", &__truncdfbf2);
  for (const GeneratedCode::Function &function : GeneratedCode::getFunctions())
    define(function.name, function.address);
  return library.define(absoluteSymbols(std::move(symbols)));
}

Expected<std::unique_ptr<LinkedCode>>
LinkedCode::link(std::unique_ptr<MemoryBuffer> object,
                 ArrayRef<std::string> symbols) {
  auto control = SelfExecutorProcessControl::Create();
  if (!control)
    return make_error<CompileError>(explain(control.takeError()));
  auto state = std::make_unique<State>(std::move(*control));
  ExecutionSession &session = state->session;
  // The session reports the cause here. The lookup reports only that it failed.
  session.setErrorReporter([cause = &state->cause](Error error) {
    std::string text = explain(std::move(error));
    if (cause->empty())
      *cause = std::move(text);
  });

  JITDylib &library = session.createBareJITDylib("scatter");
  Error error = defineHostSymbols(session, library);
  if (!error)
    error = state->layer.add(library, std::move(object));
  if (error)
    return make_error<CompileError>(explain(std::move(error)));

  SymbolLookupSet lookup;
  for (const std::string &symbol : symbols)
    lookup.add(session.intern(symbol));
  auto found = session.lookup(makeJITDylibSearchOrder(&library), lookup);
  if (!found) {
    std::string text = explain(found.takeError());
    return make_error<CompileError>(state->cause.empty() ? text : state->cause);
  }
  for (const std::string &symbol : symbols)
    state->addresses.push_back(
        (*found)[session.intern(symbol)].getAddress().toPtr<void *>());
  return std::unique_ptr<LinkedCode>(new LinkedCode(std::move(state)));
}
