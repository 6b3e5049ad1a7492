//===- Run.cpp - compiles and calls a function ----------------------------===//

#include "Run.h"

#include "Bindings.h"
#include "CommandLine.h"
#include "OutputFiles.h"
#include "Print.h"
#include "SourceFile.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/ExecutionEngine/ExecutionEngine.h"
#include "scatter/Support/Npy.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Types.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <sys/resource.h>

using namespace llvm;
using namespace scatter;

namespace {
using Clock = std::chrono::steady_clock;

/// A compiled function and its files.
class Runner {
public:
  explicit Runner(const RunOptions &options)
      : options(options), context(mlir::MLIRContext::Threading::DISABLED) {}

  Error compile();
  Error readInputs();
  Error callRepeatedly();
  Error writeOutputs();

private:
  Expected<mlir::Type> getFileType(const Parameter &parameter);
  Error writeArray(OutputFiles &files, StringRef path,
                   const Parameter &parameter, const BufferView &view);
  void printOutputs();
  std::string makeReport() const;

  const RunOptions &options;
  mlir::MLIRContext context;
  std::optional<Program> program;
  const EntryPoint *entry = nullptr;
  std::vector<std::string> inputFiles;
  std::vector<OutputBinding> outputs;
  std::vector<NpyArray> inputs;
  std::vector<BufferView> arguments;
  SmallVector<OwnedBuffer> results;
  double compileTime = 0;
  std::vector<double> runTimes;
};
} // namespace

static double getMilliseconds(Clock::time_point since) {
  return std::chrono::duration<double, std::milli>(Clock::now() - since)
      .count();
}

Error Runner::compile() {
  auto source = readSourceFile(options.file);
  if (!source)
    return source.takeError();
  CompileTimeLimit limit(options.engine.limits, (*source)->getMemBufferRef());
  Clock::time_point start = Clock::now();
  Expected<Program> compiled =
      ExecutionEngine(options.engine).compile((*source)->getMemBufferRef());
  if (!compiled)
    return compiled.takeError();
  compileTime = getMilliseconds(start);
  program = std::move(*compiled);

  Expected<const EntryPoint *> found = program->lookup(options.entry);
  if (!found)
    return found.takeError();
  entry = *found;
  auto boundInputs = bindInputs(*entry, options.inputs);
  if (!boundInputs)
    return boundInputs.takeError();
  inputFiles = std::move(*boundInputs);
  auto boundOutputs = bindOutputs(*entry, options.outputs);
  if (!boundOutputs)
    return boundOutputs.takeError();
  outputs = std::move(*boundOutputs);
  SmallVector<StringRef> paths;
  for (const OutputBinding &output : outputs)
    paths.push_back(output.file);
  if (!options.report.empty() && options.report != "-")
    paths.push_back(options.report);
  return checkDistinct(paths);
}

/// Returns the MLIR element type of `parameter`, for the .npy library.
Expected<mlir::Type> Runner::getFileType(const Parameter &parameter) {
  mlir::Type type;
  if (parameter.type.kind != ValueType::Kind::Unsupported &&
      parameter.type.element.kind != ElementKind::Pointer)
    type = mlir::parseType(parameter.type.element.str(), &context);
  if (!type || npyDescr(type).empty())
    return createStringError("'" + parameter.name + "': no .npy file holds " +
                             parameter.type.text);
  return type;
}

Error Runner::readInputs() {
  for (auto [parameter, file] : zip_equal(entry->arguments, inputFiles)) {
    Expected<mlir::Type> type = getFileType(parameter);
    if (!type)
      return type.takeError();
    Expected<NpyArray> array = readNpy(file);
    if (!array)
      return array.takeError();
    if (Error error = convertNpy(*array, *type))
      return error;
    BufferView view;
    view.data = array->getData().data();
    view.type = parameter.type.element;
    view.shape.assign(array->getShape().begin(), array->getShape().end());
    arguments.push_back(std::move(view));
    inputs.push_back(std::move(*array));
  }
  return Error::success();
}

Error Runner::callRepeatedly() {
  Expected<Call> call = program->bind(*entry, arguments);
  if (!call)
    return call.takeError();
  for (unsigned i = 0; i < options.repeat; ++i) {
    results.clear();
    Clock::time_point start = Clock::now();
    if (Error error = call->run(results))
      return error;
    runTimes.push_back(getMilliseconds(start));
  }
  return Error::success();
}

/// Appends the elements of dimension `depth` to `copy` in row-major order.
static void appendElements(const BufferView &view, size_t depth,
                           const char *data, SmallVectorImpl<char> &copy) {
  int64_t bytes = view.type.byteSize();
  if (depth == view.shape.size()) {
    copy.append(data, data + bytes);
    return;
  }
  for (int64_t i = 0; i < view.shape[depth]; ++i)
    appendElements(view, depth + 1, data + i * view.strides[depth] * bytes,
                   copy);
}

Error Runner::writeArray(OutputFiles &files, StringRef path,
                         const Parameter &parameter, const BufferView &view) {
  Expected<mlir::Type> type = getFileType(parameter);
  if (!type)
    return type.takeError();
  bool isContiguous = true;
  int64_t elements = 1;
  for (size_t i = view.shape.size(); i-- > 0;) {
    isContiguous &= view.strides.empty() || view.shape[i] == 1 ||
                    view.strides[i] == elements;
    elements *= view.shape[i];
  }
  ArrayRef<char> data(static_cast<const char *>(view.data),
                      elements * view.type.byteSize());
  SmallVector<char, 0> copy;
  if (!isContiguous && elements != 0) {
    copy.reserve(data.size());
    appendElements(view, 0, data.data(), copy);
    data = copy;
  }
  return files.add(path, [&](raw_ostream &os) {
    return writeNpy(os, path, *type, view.shape, data);
  });
}

void Runner::printOutputs() {
  for (auto [parameter, result] : zip_equal(entry->results, results))
    printArray(outs(), parameter, result.getView());
  // A function without results is run for its effect on its arguments.
  if (entry->results.empty())
    for (auto [parameter, view] : zip_equal(entry->arguments, arguments))
      if (parameter.type.kind == ValueType::Kind::MemRef)
        printArray(outs(), parameter, view);
}

std::string Runner::makeReport() const {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  std::string text;
  raw_string_ostream os(text);
  json::OStream json(os, /*IndentSize=*/2);
  // Clocks have a resolution of nanoseconds.
  auto time = [&](double value) {
    json.rawValue(formatv("{0:f6}", value).str());
  };
  json.object([&] {
    json.attributeBegin("compile_ms");
    time(compileTime);
    json.attributeEnd();
    json.attributeArray("runs_ms", [&] { for_each(runTimes, time); });
    json.attribute("threads", options.engine.threads);
    json.attributeBegin("peak_rss_mb");
    // Linux reports KiB.
    json.rawValue(formatv("{0:f1}", usage.ru_maxrss / 1024.0).str());
    json.attributeEnd();
  });
  os << '\n';
  return text;
}

Error Runner::writeOutputs() {
  OutputFiles files;
  for (const OutputBinding &output : outputs) {
    const Parameter &parameter = output.isArgument
                                     ? entry->arguments[output.position]
                                     : entry->results[output.position];
    const BufferView &view = output.isArgument
                                 ? arguments[output.position]
                                 : results[output.position].getView();
    if (Error error = writeArray(files, output.file, parameter, view))
      return error;
  }
  if (!options.report.empty())
    if (Error error = files.addText(options.report, makeReport()))
      return error;
  if (outputs.empty()) {
    printOutputs();
    if (Error error = flushStandardOutput())
      return error;
  }
  return files.commit();
}

Error scatter::run(const RunOptions &options) {
  Runner runner(options);
  for (auto step : {&Runner::compile, &Runner::readInputs,
                    &Runner::callRepeatedly, &Runner::writeOutputs})
    if (Error error = (runner.*step)())
      return error;
  return Error::success();
}
