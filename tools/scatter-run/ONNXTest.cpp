//===- ONNXTest.cpp - tests in the form of ONNX's backend tests -----------===//

#include "ONNXTest.h"

#include "CommandLine.h"
#include "ONNXCompare.h"
#include "OutputFiles.h"
#include "SourceFile.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/ExecutionEngine/ExecutionEngine.h"
#include "scatter/Support/Escape.h"
#include "scatter/Support/RegularFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace scatter;

static std::string appendName(StringRef folder, const Twine &name) {
  SmallString<128> path(folder);
  sys::path::append(path, name);
  return path.str().str();
}

/// Returns the subfolders of `folder`, sorted by name.
static Expected<std::vector<std::string>> listFolders(StringRef folder) {
  std::vector<std::string> folders;
  std::error_code code;
  for (sys::fs::directory_iterator it(folder, code), end; !code && it != end;
       it.increment(code))
    if (sys::fs::is_directory(it->path()))
      folders.push_back(it->path());
  if (code)
    return createStringError(code, "'" + folder + "': " + code.message());
  sort(folders);
  return folders;
}

static Expected<onnx::TensorFile> readTensor(const std::string &path) {
  auto buffer = readRegularFile(path);
  if (!buffer)
    return buffer.takeError();
  return onnx::readTensorFile((*buffer)->getMemBufferRef());
}

namespace {
/// The inputs of a data set.
struct DataSet {
  std::string folder;
  std::vector<onnx::TensorFile> inputs;
  /// The contents of the input files.
  std::vector<std::unique_ptr<MemoryBuffer>> files;
};
} // namespace

static Expected<DataSet> readInputs(StringRef folder) {
  DataSet set;
  set.folder = folder.str();
  for (unsigned i = 0;; ++i) {
    std::string path = appendName(folder, "input_" + Twine(i) + ".pb");
    if (!sys::fs::exists(path))
      return set;
    auto file = readRegularFile(path);
    if (!file)
      return file.takeError();
    auto input = onnx::readTensorFile((*file)->getMemBufferRef());
    if (!input)
      return input.takeError();
    set.inputs.push_back(std::move(*input));
    set.files.push_back(std::move(*file));
    // Ensures that an empty array has an address.
    if (set.inputs.back().bytes.empty())
      set.inputs.back().bytes.reserve(1);
  }
}

//===----------------------------------------------------------------------===//
// Inputs that must be known at import
//===----------------------------------------------------------------------===//

/// Appends a length-delimited field to a protobuf message.
static void appendField(std::string &message, unsigned number,
                        StringRef bytes) {
  message.push_back(char(number << 3 | 2));
  uint64_t size = bytes.size();
  for (; size >= 0x80; size >>= 7)
    message.push_back(char(size | 0x80));
  message.push_back(char(size));
  message += bytes;
}

/// Returns a model whose inputs from `first` on have initializers. They are
/// appended to the model, because a protobuf parser merges the fields of a
/// message.
static std::string addInitializers(StringRef model, const DataSet &set,
                                   unsigned first) {
  constexpr unsigned nameOfTensor = 8, initializerOfGraph = 5, graphOfModel = 7;
  std::string graph;
  for (unsigned i = first; i < set.inputs.size(); ++i) {
    std::string tensor = set.files[i]->getBuffer().str();
    appendField(tensor, nameOfTensor, set.inputs[i].name);
    appendField(graph, initializerOfGraph, tensor);
  }
  std::string result = model.str();
  appendField(result, graphOfModel, graph);
  return result;
}

/// Compiles the model in `source` for its data sets. Some bounds must be known
/// at import. If the compilation fails and there is only one data set, it is
/// tried again with all but the first input as constants, then with all inputs
/// as constants. Sets `count` to the number of remaining inputs.
static Expected<Program> compileTest(const ExecutionEngine &engine,
                                     const SourceLimits &limits,
                                     MemoryBufferRef source,
                                     ArrayRef<DataSet> sets, unsigned &count) {
  CompileTimeLimit limit(limits, source);
  const DataSet &set = sets.front();
  count = set.inputs.size();
  auto program = engine.compile(source);
  for (unsigned kept : {1, 0}) {
    if (program || kept >= set.inputs.size() || sets.size() > 1)
      continue;
    std::string bytes = addInitializers(source.getBuffer(), set, kept);
    auto other =
        engine.compile(MemoryBufferRef(bytes, source.getBufferIdentifier()));
    if (!other) {
      consumeError(other.takeError());
      continue;
    }
    consumeError(program.takeError());
    program = std::move(other);
    count = kept;
  }
  return program;
}

/// Old tests store bfloat16 as unsigned integers.
static ElementType getType(const onnx::TensorFile &file, ElementType expected) {
  ElementType type = ElementType::parse(file.type).value_or(ElementType());
  bool isBFloat = expected.kind == ElementKind::BFloat16 &&
                  type.kind == ElementKind::Unsigned && type.bitWidth == 16;
  return isBFloat ? expected : type;
}

/// Runs `program` on the first `count` inputs of `set`.
static Error runDataSet(const Program &program, DataSet &set, unsigned count) {
  StringRef folder = set.folder;
  auto entry = program.lookup();
  if (!entry)
    return entry.takeError();
  if ((*entry)->arguments.size() > count)
    return createStringError("expected " + Twine((*entry)->arguments.size()) +
                             " inputs, found " + Twine(count));
  std::vector<BufferView> arguments;
  for (auto [input, parameter] : zip(set.inputs, (*entry)->arguments)) {
    BufferView view;
    view.data = input.bytes.data();
    view.type = getType(input, parameter.type.element);
    view.shape.assign(input.shape.begin(), input.shape.end());
    arguments.push_back(std::move(view));
  }
  auto results = program.call(**entry, arguments);
  if (!results)
    return results.takeError();
  for (auto [i, result] : enumerate(*results)) {
    auto expected =
        readTensor(appendName(folder, "output_" + Twine(i) + ".pb"));
    if (!expected)
      return expected.takeError();
    expected->type = getType(*expected, result.getView().type).str();
    if (Error error = compareResult(*expected, result.getView()))
      return createStringError("output " + Twine(i) + ": " +
                               toString(std::move(error)));
  }
  return Error::success();
}

/// Runs the test in `folder`.
static Error runTest(const ExecutionEngine &engine, const SourceLimits &limits,
                     StringRef folder) {
  auto source = readRegularFile(appendName(folder, "model.onnx"));
  if (!source)
    return source.takeError();
  auto dataSets = listFolders(folder);
  if (!dataSets)
    return dataSets.takeError();
  std::vector<DataSet> sets;
  for (const std::string &dataSet : *dataSets) {
    if (!sys::path::filename(dataSet).starts_with("test_data_set_"))
      continue;
    auto set = readInputs(dataSet);
    if (!set)
      return set.takeError();
    sets.push_back(std::move(*set));
  }
  if (sets.empty())
    return createStringError("expected a folder test_data_set_0, found none");
  unsigned count;
  auto program =
      compileTest(engine, limits, (*source)->getMemBufferRef(), sets, count);
  if (!program)
    return program.takeError();
  for (DataSet &set : sets)
    if (Error error = runDataSet(*program, set, count))
      return createStringError(sys::path::filename(set.folder) + ": " +
                               toString(std::move(error)));
  return Error::success();
}

Error scatter::runONNXTests(const RunOptions &options) {
  EngineOptions engineOptions = options.engine;
  // Compiling hundreds of small models in a process each would take longer than
  // the tests.
  engineOptions.untrusted = false;
  ExecutionEngine engine(engineOptions);
  unsigned passed = 0, failed = 0;
  for (const std::string &given : options.onnxTests) {
    std::vector<std::string> tests = {given};
    if (!sys::fs::exists(appendName(given, "model.onnx"))) {
      auto folders = listFolders(given);
      if (!folders)
        return folders.takeError();
      tests = std::move(*folders);
    }
    for (const std::string &test : tests) {
      if (!sys::fs::exists(appendName(test, "model.onnx")))
        continue;
      Error error = runTest(engine, engineOptions.limits, test);
      ++(error ? failed : passed);
      if (error)
        outs() << "FAIL: " << escapeControlCharacters(test) << ": "
               << escapeControlCharacters(toString(std::move(error))) << '\n';
    }
  }
  outs() << passed << " passed, " << failed << " failed\n";
  if (Error error = flushStandardOutput())
    return error;
  if (passed + failed == 0)
    return createStringError("--onnx-test: expected a folder with model.onnx, "
                             "or a folder of such folders, found '" +
                             options.onnxTests.front() + "'");
  if (failed != 0)
    return createStringError("--onnx-test: " + Twine(failed) + " of " +
                             Twine(passed + failed) + " tests failed");
  return Error::success();
}
