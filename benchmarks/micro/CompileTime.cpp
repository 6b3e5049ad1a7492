//===- CompileTime.cpp - compile time by step -----------------------------===//
//
// Times compilations from the text of a module to a program, in a process that
// has compiled before. Counters report the fastest time of each step in
// milliseconds and the code size of the object file in bytes.
//
//===----------------------------------------------------------------------===//

#include "CompileTime.h"
#include "Programs.h"
#include "scatter/ExecutionEngine/ExecutionEngine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <benchmark/benchmark.h>
#include <chrono>

using namespace scatter;

/// Returns the size of the sections that hold code, in bytes.
static uint64_t measureText(llvm::MemoryBufferRef source,
                            const EngineOptions &options) {
  llvm::SmallVector<char, 0> code;
  llvm::raw_svector_ostream os(code);
  llvm::cantFail(ExecutionEngine(options).emit(source, EmitKind::Object, os));
  auto object = llvm::cantFail(llvm::object::ObjectFile::createObjectFile(
      llvm::MemoryBufferRef(os.str(), "object")));
  uint64_t bytes = 0;
  for (const llvm::object::SectionRef &section : object->sections())
    if (section.isText())
      bytes += section.getSize();
  return bytes;
}

static void compile(benchmark::State &state, const std::string &name,
                    const std::string &text, unsigned threads) {
  llvm::MemoryBufferRef source(text, name);
  EngineOptions options;
  options.threads = threads;
  state.counters["text_bytes"] = measureText(source, options);

  options.onTime = [&](llvm::StringRef step, double seconds) {
    auto [entry, isNew] =
        state.counters.try_emplace((step + "_ms").str(), seconds * 1e3);
    if (!isNew)
      entry->second.value = std::min(entry->second.value, seconds * 1e3);
  };
  ExecutionEngine engine(options);
  llvm::cantFail(engine.compile(source));
  double fastest = std::numeric_limits<double>::infinity();
  for (auto _ : state) {
    auto start = std::chrono::steady_clock::now();
    llvm::cantFail(engine.compile(source));
    std::chrono::duration<double, std::milli> time =
        std::chrono::steady_clock::now() - start;
    fastest = std::min(fastest, time.count());
  }
  state.counters["fastest_ms"] = fastest;
}

static void add(const std::string &name, const std::string &text) {
  for (unsigned threads : {1u, 2u})
    benchmark::RegisterBenchmark(
        ("compile/" + name + "/threads:" + std::to_string(threads)).c_str(),
        compile, name, text, threads)
        ->MinTime(0.1)
        ->Unit(benchmark::kMillisecond);
}

bool bench::addCompileTimes(llvm::StringRef folder) {
  if (folder.empty()) {
    add("memref", rowsInPlace.str());
    add("tensor", rows.str());
    return true;
  }
  std::error_code error;
  std::vector<std::string> paths;
  for (llvm::sys::fs::directory_iterator entry(folder, error), end;
       entry != end && !error; entry.increment(error))
    if (llvm::sys::path::extension(entry->path()) == ".mlir")
      paths.push_back(entry->path());
  llvm::sort(paths);
  for (const std::string &path : paths) {
    auto file = llvm::MemoryBuffer::getFile(path);
    if (!file)
      return false;
    add(llvm::sys::path::stem(path).str(), (*file)->getBuffer().str());
  }
  return !error && !paths.empty();
}
