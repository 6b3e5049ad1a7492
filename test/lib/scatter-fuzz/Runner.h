//===- Runner.h - runs cases and judges them --------------------*- C++ -*-===//

#ifndef SCATTER_TEST_LIB_SCATTER_FUZZ_RUNNER_H
#define SCATTER_TEST_LIB_SCATTER_FUZZ_RUNNER_H

#include "GuardedBuffer.h"
#include "Model.h"
#include "TileOps.h"

#include "scatter/ExecutionEngine/Program.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <algorithm>
#include <array>
#include <optional>

namespace scatter::fuzz {

/// What came of a case. The values are exit statuses of attempts.
enum class Outcome {
  Passed = 0,
  /// The program does not compile.
  CompileError = 10,
  /// Another error report than that of the reference evaluator.
  WrongReport = 11,
  /// Another result.
  WrongResult = 12,
  /// Something else than the result has changed.
  WrongMemory = 13,
  /// A signal, an access outside all buffers for instance.
  Crash = 14,
  /// No end in sight.
  Timeout = 15
};

llvm::StringRef describe(Outcome outcome);

/// Returns the outcome of an attempt that ended with `status`: that of a
/// sanitizer, or of a fatal error of a library, is a crash.
Outcome toOutcome(int status);

struct Verdict {
  Outcome outcome = Outcome::Passed;
  /// What was expected and what was found.
  std::string text;
};

/// A fault that is put into every case whose data has more than two elements,
/// to see that it is found.
enum class Fault {
  None,
  /// An element of the result changes.
  Result,
  /// A byte of the inaccessible page is written.
  Guard,
  /// A byte on the other side of the buffer is written.
  Beside,
  /// The process ends with a status that is no outcome.
  Exit
};

/// Runs the cases of one program after the other, in memory that it keeps.
class Runner {
public:
  explicit Runner(Fault fault = Fault::None) : fault(fault) {}

  /// Compiles `program`, which must live as long as its cases are run.
  Verdict load(const Program &program);

  /// Runs a case of the program and compares with the reference evaluator.
  Verdict run(const Case &call);

  /// How the ops of the program were tiled.
  const TilingCounts &getTilings() const { return tilings; }

private:
  /// An operand in memory, and a copy that the reference evaluator works on.
  struct Placed {
    GuardedBuffer buffer;
    char *begin = nullptr;
    int64_t bytes = 0;
    /// Bytes from `begin` to the first element.
    int64_t lead = 0;
    std::vector<char> copy;

    bool isUnchanged() const {
      return std::equal(copy.begin(), copy.end(), begin);
    }
  };

  void plantFault();
  void place(const Case &call);
  void place(const Operand &operand, const OperandCase &operandCase,
             bool guardBefore, Placed &placed);
  reference::BufferView viewCopy(unsigned number);
  reference::BufferView viewMemory(unsigned number);
  llvm::Error bindArguments();
  /// Runs the reference evaluator on the scatter.generic.
  std::optional<ScatterError>
  evaluateGeneric(std::vector<reference::OwnedBuffer> &results);
  /// Runs the reference evaluator. Returns the violation of each op.
  std::optional<ScatterError> evaluateGather(const OpModel &op,
                                             const reference::BufferView &out,
                                             llvm::StringRef location);
  llvm::SmallVector<std::optional<ScatterError>, 2>
  evaluate(std::vector<reference::OwnedBuffer> &results);
  bool isOverwritten(unsigned number);
  bool keepsPromises();
  bool hasUniqueTuples();
  /// The text by which reports are compared. scatter.generic compares sizes in
  /// another order than the named ops, and has other names for its operands.
  std::string describeError(const ScatterError &error) const;
  Verdict compareMemory(bool comparesData, reference::NaNComparison nans);
  /// Whether a size that is promised to match does not: anything may happen.
  bool hasWrongSize(llvm::ArrayRef<std::optional<ScatterError>> violations);
  Verdict compareResults(llvm::ArrayRef<OwnedBuffer> actual,
                         std::vector<reference::OwnedBuffer> &expected,
                         reference::NaNComparison nans);

  Fault fault;
  TilingCounts tilings = {};
  const Program *program = nullptr;
  const Case *call = nullptr;
  std::vector<Scalar> scalars;
  std::vector<int64_t> scalarValues;
  std::optional<scatter::Program> compiled;
  /// The scatter.generic of the program for the reference evaluator, in a
  /// context that holds the constants that this makes.
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::optional<scatter::Call> prepared;
  llvm::SmallVector<scatter::OwnedBuffer, 2> results;
  /// One per operand; grows only.
  std::vector<std::unique_ptr<Placed>> operands;
};

} // namespace scatter::fuzz

#endif // SCATTER_TEST_LIB_SCATTER_FUZZ_RUNNER_H
