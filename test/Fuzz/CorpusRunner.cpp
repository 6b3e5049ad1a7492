//===- CorpusRunner.cpp - a fuzz target without libFuzzer -----------------===//
//
// Links to a fuzz target with a mutator and is part of the tests, whatever the
// compiler. The inputs are the parts of text files between lines of "// -----",
// and changes of them.
//
//   PROGRAM [--runs=N] [--seed=N] [--write=FOLDER] FILE...
//
// --write puts the parts into files, as a corpus for libFuzzer.
//
//===----------------------------------------------------------------------===//

#include "MlirFuzzer.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <random>
#include <unistd.h>

using namespace llvm;

// NOLINTBEGIN(readability-identifier-naming): libFuzzer's names.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed);
// NOLINTEND(readability-identifier-naming)

static constexpr size_t maxSize = 4096;

/// What runs, for the report of a crash.
static std::string current;

static void handleCrash(int signal) {
  constexpr char text[] = "crash on this input:\n";
  (void)!write(STDERR_FILENO, text, sizeof(text) - 1);
  (void)!write(STDERR_FILENO, current.data(), current.size());
  _exit(1);
}

static void runOne(StringRef input) {
  current = input.str();
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(current.data()),
                         current.size());
}

/// The parts of all files that are no larger than an input may be.
static std::vector<std::string> readParts(ArrayRef<std::string> files) {
  std::vector<std::string> parts;
  for (const std::string &file : files) {
    auto buffer = MemoryBuffer::getFile(file, /*IsText=*/true);
    if (!buffer) {
      errs() << file << ": " << buffer.getError().message() << '\n';
      std::exit(1);
    }
    SmallVector<StringRef> split;
    (*buffer)->getBuffer().split(split, "// -----");
    for (StringRef part : split) {
      // Comments only take the place of what may be changed.
      std::string text;
      for (StringRef line : llvm::split(part, '\n'))
        if (!line.trim().empty() && !line.ltrim().starts_with("//"))
          text += (line + "\n").str();
      // A file in one part is too large; its functions are what counts.
      SmallVector<StringRef> functions;
      StringRef(text).split(functions, "\nfunc.func ");
      for (auto [number, function] : enumerate(functions)) {
        std::string whole = (number ? "func.func " : "") + function.str();
        if (!function.empty() && whole.size() <= maxSize)
          parts.push_back(whole + "\n");
      }
    }
  }
  return parts;
}

static void writeParts(ArrayRef<std::string> parts, StringRef folder) {
  for (auto [number, part] : enumerate(parts)) {
    SmallString<128> path(folder);
    sys::path::append(path, Twine(number) + ".mlir");
    std::error_code code;
    raw_fd_ostream os(path, code);
    if (code) {
      errs() << path << ": " << code.message() << '\n';
      std::exit(1);
    }
    os << part;
  }
}

int main(int argc, char **argv) {
  unsigned runs = 0;
  unsigned seed = 1;
  StringRef folder;
  std::vector<std::string> files;
  for (StringRef argument : ArrayRef(argv + 1, argc - 1)) {
    StringRef value = argument.split('=').second;
    if (argument.starts_with("--runs="))
      runs = std::stoul(value.str());
    else if (argument.starts_with("--seed="))
      seed = std::stoul(value.str());
    else if (argument.starts_with("--write="))
      folder = value;
    else
      files.push_back(argument.str());
  }
  std::vector<std::string> parts = readParts(files);
  if (!folder.empty()) {
    writeParts(parts, folder);
    return 0;
  }
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
    std::signal(signal, handleCrash);
  // What is accepted is the better start, and is changed further.
  std::vector<std::string> accepted;
  auto runAndKeep = [&](StringRef input) {
    unsigned before = scatter::fuzz::numAccepted;
    runOne(input);
    if (scatter::fuzz::numAccepted != before)
      accepted.push_back(input.str());
  };
  for (const std::string &part : parts)
    runAndKeep(part);
  if (accepted.empty()) {
    errs() << "expected modules in the files, found none\n";
    return 1;
  }
  std::mt19937 random(seed);
  for (unsigned i = 0; i < runs; ++i) {
    std::string input = accepted[random() % accepted.size()];
    size_t size = input.size();
    input.resize(maxSize);
    size = LLVMFuzzerCustomMutator(reinterpret_cast<uint8_t *>(input.data()),
                                   size, maxSize, random());
    input.resize(size);
    runAndKeep(input);
  }
  outs() << parts.size() << " inputs, " << runs << " changed ones, "
         << scatter::fuzz::numAccepted << " accepted\n";
  return 0;
}
