//===- CoverageTable.cpp - what works for which type ----------------------===//

#include "CoverageTable.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace scatter::fuzz {

namespace {

/// Element types with one line in the table.
struct Row {
  std::string label;
  std::vector<std::string> types;
};

/// What a pair of type and reduction comes to.
enum class Cell { Works, Rejected, Wrong };

} // namespace

static llvm::SmallVector<Reduction> getReductions() {
  llvm::SmallVector<Reduction> reductions;
  for (unsigned i = 0; i <= getMaxEnumValForReduction(); ++i)
    reductions.push_back(Reduction(i));
  return reductions;
}

static std::vector<Row> getRows() {
  std::vector<Row> rows;
  for (llvm::StringRef name : getTabledPayloadNames())
    rows.push_back({("`" + name + "`").str(), {name.str()}});
  rows.push_back(
      {"other integers up to 64 bits",
       {"i2", "i3", "si5", "ui7", "i12", "i24", "ui33", "i48", "i63"}});
  rows.push_back(
      {"any other type that a memref holds",
       {"f80", "complex<f16>", "complex<i32>", "i128", "vector<4xf32>"}});
  return rows;
}

/// Whether the verifier says that `reduction` is not defined on `type`.
static bool isRejected(llvm::StringRef type, Reduction reduction) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<ScatterDialect, func::FuncDialect>();
  std::string text =
      ("func.func @f(%i: memref<1x1xi64>, %u: memref<1x" + type +
       ">, %d: memref<4x" + type +
       ">) {\n  scatter.scatter_nd_update ins(%i, %u : memref<1x1xi64>, "
       "memref<1x" +
       type + ">) outs(%d : memref<4x" + type + ">) reduction(" +
       stringifyReduction(reduction) + ")\n  return\n}\n")
          .str();
  bool isExpected = false;
  ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    isExpected |= llvm::StringRef(diagnostic.str())
                      .contains("'reduction': expected one that is defined on");
  });
  return !parseSourceString<ModuleOp>(text, &context) && isExpected;
}

/// Whether all cases of one type pass.
static bool doCasesPass(SessionOptions options, const std::string &type) {
  options.generator.type = type;
  options.generatorFlags += " --type='" + type + "'";
  options.isQuiet = true;
  if (options.generator.reduction)
    options.generatorFlags +=
        (" --reduction=" + stringifyReduction(*options.generator.reduction))
            .str();
  options.generatorFlags += " --op=" + getOpName(*options.generator.op).str();
  return runSession(options, llvm::errs()).mismatches == 0;
}

static Cell getCell(SessionOptions options, const Row &row, OpKind op,
                    std::optional<Reduction> reduction = std::nullopt) {
  options.generator.op = op;
  options.generator.reduction = reduction;
  unsigned rejected = 0;
  for (const std::string &type : row.types) {
    if (reduction && isRejected(type, *reduction))
      ++rejected;
    else if (!doCasesPass(options, type))
      return Cell::Wrong;
  }
  if (rejected == 0)
    return Cell::Works;
  // One line stands for types that are alike.
  return rejected == row.types.size() ? Cell::Rejected : Cell::Wrong;
}

static llvm::StringRef describe(Cell cell) {
  switch (cell) {
  case Cell::Works:
    return "yes";
  case Cell::Rejected:
    return "rejected";
  case Cell::Wrong:
    return "**no**";
  }
  llvm_unreachable("unknown cell");
}

bool printCoverageTable(llvm::raw_ostream &os, const SessionOptions &options) {
  llvm::SmallVector<Reduction> reductions = getReductions();
  bool isRight = true;
  os << "<!-- Made by `scatter-fuzz --coverage-table`; a test keeps it "
        "current. -->\n\n"
        "| element type |";
  for (Reduction reduction : reductions)
    os << " `" << stringifyReduction(reduction) << "` |";
  os << " `slice_scatter` | `gather_nd` |\n| --- |";
  for (size_t i = 0; i <= reductions.size() + 1; ++i)
    os << " --- |";
  os << '\n';
  for (const Row &row : getRows()) {
    os << "| " << row.label << " |";
    auto addCell = [&](auto... which) {
      Cell cell = getCell(options, row, which...);
      isRight &= cell != Cell::Wrong;
      os << ' ' << describe(cell) << " |";
    };
    for (Reduction reduction : reductions)
      addCell(OpKind::ScatterND, reduction);
    addCell(OpKind::Slice);
    addCell(OpKind::Gather);
    os << '\n';
    os.flush();
  }
  return isRight;
}

} // namespace scatter::fuzz
