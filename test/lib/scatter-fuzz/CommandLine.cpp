//===- CommandLine.cpp - the command line of scatter-fuzz -----------------===//

#include "CommandLine.h"
#include "scatter/Support/ToolMain.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;

namespace scatter::fuzz {

namespace {

/// The options; LLVM registers them where they are constructed.
struct Flags {
  cl::OptionCategory category{"Options of scatter-fuzz"};

  cl::opt<uint64_t> cases{
      "cases", cl::cat(category), cl::init(0),
      cl::desc("Number of cases (20000, or any number with --seconds)")};
  cl::opt<uint64_t> seconds{"seconds", cl::cat(category), cl::init(0),
                            cl::desc("Time after which to stop")};
  cl::opt<uint64_t> seed{"seed", cl::cat(category), cl::init(1),
                         cl::desc("Seed of all choices (1)")};
  cl::opt<uint64_t> oneCase{"case", cl::cat(category),
                            cl::desc("Run this case only")};
  cl::opt<uint64_t> perProgram{
      "cases-per-program", cl::cat(category), cl::init(250),
      cl::desc("Cases between two compilations (250)")};
  cl::opt<unsigned> threads{"threads", cl::cat(category), cl::init(0),
                            cl::desc("Threads of every program (any)")};
  cl::opt<unsigned> jobs{"jobs", cl::cat(category), cl::init(1),
                         cl::desc("Processes that share the cases (1)")};
  cl::opt<unsigned> maxFailures{
      "max-failures", cl::cat(category), cl::init(5),
      cl::desc("Failing programs after which to stop (5)")};
  cl::opt<bool> noShrink{"no-shrink", cl::cat(category),
                         cl::desc("Do not make failures smaller")};
  cl::opt<bool> verbose{"verbose", cl::cat(category),
                        cl::desc("With --case: print it, pass or fail")};
  cl::opt<OpKind> op{
      "op", cl::cat(category), cl::desc("Ops of one kind only"),
      cl::values(
          clEnumValN(OpKind::ScatterND, getOpName(OpKind::ScatterND), ""),
          clEnumValN(OpKind::Slice, getOpName(OpKind::Slice), ""),
          clEnumValN(OpKind::Gather, getOpName(OpKind::Gather), ""),
          clEnumValN(OpKind::Generic, getOpName(OpKind::Generic), ""))};
  cl::opt<std::string> type{"type", cl::cat(category),
                            cl::desc("Payloads of one type only")};
  cl::opt<std::string> reduction{
      "reduction", cl::cat(category),
      cl::desc("scatter_nd_update with one reduction only")};
  cl::opt<bool> tiled{"tiled", cl::cat(category),
                      cl::desc("Tile the ops of all programs")};
  cl::opt<Fault> fault{
      "plant-fault",
      cl::cat(category),
      cl::init(Fault::None),
      cl::Hidden,
      cl::desc("Put a fault into the cases, to test this tool"),
      cl::values(clEnumValN(Fault::Result, "result", "into a result"),
                 clEnumValN(Fault::Guard, "guard", "into the guard page"),
                 clEnumValN(Fault::Beside, "beside", "into other memory"),
                 clEnumValN(Fault::Exit, "exit", "end the process"))};
  cl::opt<bool> table{
      "coverage-table", cl::cat(category),
      cl::desc("Print the table of types and reductions, each cell proven by "
               "--cases cases")};
};

} // namespace

/// Takes what determines the cases, and the flags that say so again.
static llvm::Error takeGeneratorFlags(const Flags &flags,
                                      SessionOptions &options) {
  llvm::raw_string_ostream os(options.generatorFlags);
  GeneratorOptions &generator = options.generator;
  if (flags.perProgram.getNumOccurrences() > 0)
    os << " --cases-per-program=" << flags.perProgram;
  if (flags.threads.getNumOccurrences() > 0)
    os << " --threads=" << flags.threads;
  generator.threads = flags.threads;
  if (flags.fault.getNumOccurrences() > 0)
    os << " --plant-fault="
       << (flags.fault == Fault::Result  ? "result"
           : flags.fault == Fault::Guard ? "guard"
           : flags.fault == Fault::Exit  ? "exit"
                                         : "beside");
  if (flags.op.getNumOccurrences() > 0) {
    generator.op = flags.op;
    os << " --op=" << getOpName(flags.op);
  }
  if (flags.tiled) {
    generator.tilesAll = true;
    os << " --tiled";
  }
  if (!flags.type.empty()) {
    generator.type = flags.type;
    os << " --type='" << flags.type << '\'';
  }
  if (flags.reduction.empty())
    return llvm::Error::success();
  generator.reduction = symbolizeReduction(flags.reduction);
  os << " --reduction=" << flags.reduction;
  if (!generator.reduction)
    return llvm::createStringError(
        "--reduction: expected none, sum, sub, prod, min or max, found '" +
        flags.reduction + "'");
  return llvm::Error::success();
}

static llvm::Error checkPayload(const SessionOptions &options) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  if (Generator(&context, options.generator).hasPayload())
    return llvm::Error::success();
  return llvm::createStringError(
      "--type: expected a type of payloads that the reduction is defined on, "
      "found '" +
      options.generator.type + "'");
}

llvm::Expected<CommandLine> parseCommandLine(int argc, char **argv) {
  removeOptionsOfLibraries();
  Flags flags;
  cl::ParseCommandLineOptions(
      argc, argv, "compares compiled scatter ops with the reference\n");
  CommandLine result;
  SessionOptions &options = result.session;
  options.seed = flags.seed;
  options.seconds = flags.seconds;
  options.cases =
      flags.cases == 0 && flags.seconds == 0 ? 20000 : flags.cases.getValue();
  options.casesPerProgram = std::max<uint64_t>(flags.perProgram, 1);
  options.jobs = std::max(flags.jobs.getValue(), 1u);
  options.maxFailures = flags.maxFailures;
  options.shrinks = !flags.noShrink;
  options.isVerbose = flags.verbose;
  options.fault = flags.fault;
  if (flags.oneCase.getNumOccurrences() > 0)
    result.oneCase = flags.oneCase;
  result.printsTable = flags.table;
  if (llvm::Error error = takeGeneratorFlags(flags, options))
    return error;
  if (llvm::Error error = checkPayload(options))
    return error;
  return result;
}

} // namespace scatter::fuzz
