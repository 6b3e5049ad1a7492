//===- CommandLine.cpp - the command line of scatter-run ------------------===//

#include "CommandLine.h"

#include "scatter/ExecutionEngine/Environment.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/Plan/PlanOptionSet.h"
#include "scatter/Support/LimitOptions.h"
#include "scatter/Support/ToolMain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace scatter;

namespace {
/// The options. LLVM registers an option when it is constructed.
struct Flags {
  cl::OptionCategory category{"Options of scatter-run"};

  cl::opt<std::string> file{
      cl::Positional, cl::value_desc("FILE"),
      cl::desc(
          "<.mlir, .mlirbc, .onnx, .pb or .xml file, - for standard input>"),
      cl::cat(category)};
  cl::opt<std::string> entry{
      "entry", cl::value_desc("NAME"),
      cl::desc("The function to run; needed if there are several public ones"),
      cl::cat(category)};
#ifdef SCATTER_HAS_IMPORT
  cl::list<std::string> onnxTests{
      "onnx-test", cl::value_desc("DIR"),
      cl::desc("Run the test of ONNX in the folder DIR (model.onnx, "
               "test_data_set_*), or each test in a folder of DIR, instead of "
               "a FILE"),
      cl::cat(category)};
#endif
  cl::list<std::string> inputs{
      "input", cl::value_desc("[NAME=]FILE.npy"),
      cl::desc("An argument, by its name or in the order of the arguments that "
               "are not named"),
      cl::cat(category)};
  cl::list<std::string> outputs{
      "output", cl::value_desc("[NAME=]FILE.npy"),
      cl::desc("Where a result goes, by name or in order, or by name a memref "
               "argument after the run; without any, results are printed"),
      cl::cat(category)};
  cl::list<std::string> donate{
      "donate", cl::value_desc("NAME[=RESULT]"),
      cl::desc("Return a result in the memory of argument NAME: any that the "
               "program computes there, or RESULT; one * in both stands for "
               "the same text"),
      cl::cat(category)};
  cl::opt<std::string> threads{
      "threads", cl::value_desc("N"),
      cl::desc("Threads of the compiled code, or 'all' for one per CPU (the "
               "environment variable SCATTER_NUM_THREADS, else 1)"),
      cl::cat(category)};
  cl::opt<Partition> partition{
      "partition", cl::init(kAutoPartition),
      cl::desc("How threads divide scatter_nd_update, where the op allows it"),
      getPartitionValues(), cl::cat(category)};
  cl::list<std::string> machine{
      "machine", cl::value_desc("ENTRY=N"), cl::CommaSeparated,
      cl::desc("Replace entries of the machine description, by default that of "
               "the host"),
      cl::cat(category)};
  cl::opt<std::string> repeat{"repeat", cl::init("1"), cl::value_desc("N"),
                              cl::desc("Call the function N times (1)"),
                              cl::cat(category)};
  cl::opt<std::string> report{"report", cl::value_desc("FILE.json"),
                              cl::desc("Write times and memory use"),
                              cl::cat(category)};
  cl::opt<std::string> cache{
      "cache", cl::value_desc("DIR"),
      cl::desc("Cache compiled programs in the folder DIR, which only the user "
               "may have access to"),
      cl::cat(category)};
  cl::opt<std::string> emit{
      "emit", cl::value_desc("FORM"),
      cl::desc("Write the compiled module instead of running it: mlir (LLVM "
               "dialect), llvm, asm, obj or header (C header of the object)"),
      cl::cat(category)};
  cl::opt<std::string> emitFile{"o", cl::init("-"), cl::value_desc("FILE"),
                                cl::desc("Where --emit writes (-)"),
                                cl::cat(category)};
  cl::opt<std::string> targetCPU{
      "target-cpu", cl::value_desc("CPU"),
      cl::desc("CPU to compile for (the host's, or with --mtriple the baseline "
               "of the architecture); with --emit also levels of x86-64, "
               "separated by commas, of which calls take the best one that the "
               "CPU has"),
      cl::cat(category)};
  cl::opt<std::string> triple{"mtriple", cl::value_desc("TRIPLE"),
                              cl::desc("Target to compile for with --emit"),
                              cl::cat(category)};
  cl::opt<std::string> remarks{
      "remarks-filter", cl::value_desc("REGEX"),
      cl::desc("Print the optimization remarks of the categories that match, "
               "e.g. scatter-plan: the plan of each op and why"),
      cl::cat(category)};
  cl::opt<std::string> passes{
      "passes", cl::value_desc("PIPELINE"),
      cl::desc("Run these passes before the first stage, in the syntax of "
               "--pass-pipeline of scatter-opt, with or without "
               "builtin.module(...) around them; schedules of the transform "
               "dialect run by transform-interpreter"),
      cl::cat(category)};
  LimitOptions limits{/*isApplied=*/false, &category};
};
} // namespace

static Error makeError(const Twine &message) {
  return createStringError(message);
}

/// Parses the value of a numeric option, at most `max`.
static Error parseCount(const cl::opt<std::string> &option, unsigned max,
                        unsigned &value) {
  if (!StringRef(option).getAsInteger(10, value) && value != 0 && value <= max)
    return Error::success();
  return makeError("--" + option.ArgStr + ": expected a number from 1 to " +
                   Twine(max) + ", found '" + option + "'");
}

/// Parses ENTRY=NUMBER and sets the entry in `plan`.
static Error parseMachineEntry(StringRef text, PlanOptions &plan) {
  auto [name, number] = text.split('=');
  const MachineEntry *entry = findMachineEntry(name);
  if (!entry) {
    std::string names = llvm::join(
        llvm::map_range(getMachineEntries(),
                        [](const MachineEntry &each) { return each.name; }),
        ", ");
    return makeError("--machine: expected ENTRY=NUMBER for one of " + names +
                     ", found '" + text + "'");
  }
  int64_t value;
  if (number.getAsInteger(10, value))
    return makeError("--machine: '" + name + "': expected a number, found '" +
                     number + "'");
  std::string objection = entry->getObjection(value);
  if (!objection.empty())
    return makeError("--machine: " + objection);
  plan.set(entry->member, value);
  return Error::success();
}

static Expected<EmitKind> parseEmitKind(StringRef form) {
  auto kind = StringSwitch<std::optional<EmitKind>>(form)
                  .Case("mlir", EmitKind::MLIR)
                  .Case("llvm", EmitKind::LLVMIR)
                  .Case("asm", EmitKind::Assembly)
                  .Case("obj", EmitKind::Object)
                  .Case("header", EmitKind::Header)
                  .Default(std::nullopt);
  if (!kind)
    return makeError(
        "--emit: expected mlir, llvm, asm, obj or header, found '" + form +
        "'");
  return *kind;
}

/// Fails for options that would have no effect in this combination.
static Error checkCombination(const Flags &flags) {
  using Options =
      std::initializer_list<std::reference_wrapper<const cl::Option>>;
#ifdef SCATTER_HAS_IMPORT
  bool isTest = flags.onnxTests.getNumOccurrences();
  if (isTest && flags.file.getNumOccurrences())
    return makeError("FILE: expected none with --onnx-test, found '" +
                     flags.file + "'");
  for (const cl::Option &option :
       Options{flags.entry, flags.inputs, flags.outputs, flags.donate,
               flags.repeat, flags.report, flags.emit})
    if (isTest && option.getNumOccurrences())
      return makeError("--" + option.ArgStr +
                       ": expected no such option with --onnx-test");
#else
  constexpr bool isTest = false;
#endif
  if (!isTest && flags.file.empty())
    return makeError(
        "FILE: expected a .mlir, .mlirbc, .onnx, .pb or .xml file, found none");
  bool isEmit = flags.emit.getNumOccurrences();
  for (const cl::Option &option :
       Options{flags.entry, flags.inputs, flags.outputs, flags.repeat,
               flags.report, flags.cache})
    if (isEmit && option.getNumOccurrences())
      return makeError("--" + option.ArgStr +
                       ": expected no such option with --emit");
  for (const cl::Option &option : Options{flags.emitFile, flags.triple})
    if (!isEmit && option.getNumOccurrences())
      return makeError((option.ArgStr.size() == 1 ? "-" : "--") +
                       option.ArgStr + ": expected --emit as well, found none");
  return Error::success();
}

/// Prints remarks, and warnings of the engine, which have no location. Warnings
/// of the compiler are not printed.
static void printDiagnostic(const Diagnostic &diagnostic) {
  if (diagnostic.severity == Diagnostic::Severity::Remark)
    errs() << diagnostic.str() << '\n';
  else if (diagnostic.severity == Diagnostic::Severity::Warning &&
           diagnostic.location.empty())
    errs() << "scatter-run: " << diagnostic.str() << '\n';
}

/// Sets the number of threads from the option --threads, or from the
/// environment if it is not given.
static Error parseThreads(const cl::opt<std::string> &flag, unsigned &threads) {
  if (!flag.getNumOccurrences())
    return getDefaultThreads().moveInto(threads);
  if (flag == "all") {
    threads = getAllThreads();
    return Error::success();
  }
  return parseCount(flag, EngineOptions::maxThreads, threads);
}

static void printVersion(raw_ostream &os) {
  os << "scatter-run " SCATTER_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
}

Expected<RunOptions> scatter::parseCommandLine(int argc, char **argv) {
  removeOptionsOfLibraries();
  Flags flags;
  cl::SetVersionPrinter(printVersion);
  std::string problems;
  raw_string_ostream os(problems);
  if (!cl::ParseCommandLineOptions(
          argc, argv, "compiles a module and runs one of its functions\n",
          &os)) {
    // LLVM has already printed an error for a missing value. The rest of the
    // first line is advice.
    StringRef first = StringRef(problems).ltrim().split('\n').first;
    first.consume_front("scatter-run: ");
    return makeError(first.split("  Try:").first.rtrim());
  }
  if (Error error = checkCombination(flags))
    return error;

  RunOptions options;
  options.file = flags.file;
#ifdef SCATTER_HAS_IMPORT
  options.onnxTests = flags.onnxTests;
#endif
  options.entry = flags.entry;
  options.inputs = flags.inputs;
  options.outputs = flags.outputs;
  if (Error error = parseCount(flags.repeat, UINT_MAX, options.repeat))
    return error;
  if (Error error = parseThreads(flags.threads, options.engine.threads))
    return error;
  if (flags.partition != kAutoPartition)
    options.engine.plan.partition = flags.partition;
  for (const std::string &entry : flags.machine)
    if (Error error = parseMachineEntry(entry, options.engine.plan))
      return error;
  options.engine.donate = flags.donate;
  options.report = flags.report;
  options.engine.cacheDirectory = flags.cache;
  if (flags.emit.getNumOccurrences()) {
    Expected<EmitKind> kind = parseEmitKind(flags.emit);
    if (!kind)
      return kind.takeError();
    options.emit = *kind;
  }
  options.emitFile = flags.emitFile;
  options.engine.cpu = flags.targetCPU;
  options.engine.triple = flags.triple;
  options.engine.remarks = flags.remarks;
  options.engine.passes = flags.passes;
  options.engine.onDiagnostic = printDiagnostic;
  // The file may be untrusted.
  options.engine.untrusted = true;
  options.engine.limits.memoryBytes = flags.limits.getMemoryBytes();
  options.engine.limits.cpuSeconds = flags.limits.getCPUSeconds();
  return options;
}
