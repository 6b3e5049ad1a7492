//===- scatter-kernels-gen.cpp - compiles the kernels of a library --------===//
//
// A program for the build. It compiles the kernels of a table for one level of
// the instruction set to an archive, or writes the table of their symbols as C
// source.
//
//===----------------------------------------------------------------------===//

#include "BuildKernel.h"
#include "BuiltinKernels.h"
#include "CompiledObject.h"
#include "KernelSignature.h"
#include "KernelTable.h"
#include "Source.h"
#include "scatter/ExecutionEngine/Options.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

static cl::OptionCategory category("Options");
static cl::opt<std::string> tableFile(cl::Positional, cl::Required,
                                      cl::desc("TABLE.json"),
                                      cl::cat(category));
static cl::opt<std::string> outputFile("o", cl::Required,
                                       cl::desc("the file to write"),
                                       cl::value_desc("FILE"),
                                       cl::cat(category));
static cl::opt<std::string> triple("mtriple", cl::desc("the target"),
                                   cl::value_desc("TRIPLE"), cl::cat(category));
static cl::opt<std::string>
    level("target-cpu", cl::desc("compile for this level to an archive"),
          cl::value_desc("CPU"), cl::cat(category));
static cl::list<std::string>
    levels("levels", cl::CommaSeparated,
           cl::desc("write the table of these levels, the best one first"),
           cl::value_desc("CPU,..."), cl::cat(category));

static cl::opt<bool> markdown("markdown",
                              cl::desc("write the table as documentation"),
                              cl::cat(category));

static const ExitOnError exitOnError("scatter-kernels-gen: error: ");

/// Returns the name of kernel `number` in code for the level `cpu`. The symbol
/// is this name with the prefix "scatter.call.".
static std::string getName(StringRef cpu, size_t number) {
  std::string name = (cpu + "." + Twine(number)).str();
  llvm::replace(name, '-', '_');
  return name;
}

/// Returns the size of the vectors of the level `cpu` in bytes.
static int64_t getVectorBytes(StringRef cpu) {
  return StringSwitch<int64_t>(cpu)
      .Case("x86-64-v4", 64)
      .Case("x86-64-v3", 32)
      .Default(16);
}

/// Returns the options of all kernels. They do not depend on the compiling
/// machine.
static EngineOptions makeOptions() {
  EngineOptions options;
  options.triple = triple;
  options.cpu = level;
  for (const MachineEntry &entry : getMachineEntries())
    if (entry.member != &Machine::threads)
      options.plan.set(entry.member, Machine().*entry.member);
  options.plan.set(&Machine::vectorBytes, getVectorBytes(level));
  return options;
}

/// Fails unless the compiled function has the arguments that callers of the
/// kernel will pass.
static Error checkSignature(const KernelKey &key, const EntryPoint &compiled) {
  EntryPoint expected = makeEntryPoint(key);
  auto isSame = [](const Parameter &a, const Parameter &b) {
    return a.type.kind == b.type.kind && a.type.element == b.type.element &&
           a.type.shape == b.type.shape && a.type.strides == b.type.strides &&
           a.type.offset == b.type.offset;
  };
  if (compiled.results.empty() &&
      llvm::equal(expected.arguments, compiled.arguments, isSame))
    return Error::success();
  return createStringError("kernel '" + compiled.name +
                           "': makeEntryPoint does not describe it");
}

static void writeArchive(ArrayRef<KernelKey> keys) {
  EngineOptions options = makeOptions();
  std::vector<std::string> names;
  std::vector<std::unique_ptr<MemoryBuffer>> codes;
  for (auto [i, key] : enumerate(keys)) {
    options.threads = key.threads;
    std::string name = getName(level, i);
    CompiledObject object = exitOnError(
        compileForLibrary(options, [&, &key = key](mlir::MLIRContext *context) {
          return buildKernel(key, name, context);
        }));
    exitOnError(checkSignature(key, object.entryPoints.front()));
    names.push_back(name + ".o");
    codes.push_back(std::move(object.code));
  }
  std::vector<NewArchiveMember> members;
  for (auto [name, code] : zip_equal(names, codes))
    members.emplace_back(MemoryBufferRef(code->getBuffer(), name));
  exitOnError(llvm::writeArchive(outputFile, members,
                                 SymtabWritingMode::NormalSymtab,
                                 object::Archive::K_GNU, /*Deterministic=*/true,
                                 /*Thin=*/false));
}

/// Writes the structures of BuiltinKernels.h as C source.
static void writeTable(ArrayRef<KernelKey> keys, raw_ostream &os) {
  constexpr size_t numWords = sizeof(KernelKey) / sizeof(uint64_t);
  os << "/* Written by scatter-kernels-gen. */\n\n";
  for (auto [number, cpu] : enumerate(levels))
    for (size_t i = 0; i < keys.size(); ++i)
      os << formatv("void kernel{0}_{1}(void **) "
                    "__asm__(\"scatter.call.{2}\");\n",
                    number, i, getName(cpu, i));
  os << formatv("\nstruct Kernel {{\n  unsigned long long key[{0}];\n"
                "  void (*code[{1}])(void **);\n};\n\n",
                numWords, kMaxLevels);
  os << "static const struct Kernel kernels[] = {\n";
  for (auto [i, key] : enumerate(keys)) {
    uint64_t words[numWords];
    std::memcpy(words, &key, sizeof(words));
    os << "    {{";
    for (uint64_t word : words)
      os << formatv("{0:x}, ", word);
    os << "}, {";
    for (size_t number = 0; number < levels.size(); ++number)
      os << "kernel" << number << '_' << i << ", ";
    os << "}},\n";
  }
  os << formatv("};\n\nconst struct {{\n  const struct Kernel *kernels;\n"
                "  __SIZE_TYPE__ size;\n  const char *levels[{0}];\n"
                "} scatter_builtin_kernels __attribute__((visibility("
                "\"hidden\"))) = {{kernels, {1}, {{",
                kMaxLevels, keys.size());
  for (StringRef cpu : levels)
    os << '"' << cpu << "\", ";
  os << "}};\n";
}

/// Adds `text` unless the list contains it.
static void addOnce(SmallVectorImpl<std::string> &list, std::string text) {
  if (!llvm::is_contained(list, text))
    list.push_back(std::move(text));
}

/// Writes the documentation: a line for each op and reduction.
static void writeMarkdown(ArrayRef<KernelKey> keys, raw_ostream &os) {
  struct Group {
    SmallVector<std::string> types, indices, numbers, forms, threaded;
    size_t count = 0;
  };
  std::vector<std::pair<std::string, Group>> groups;
  for (const KernelKey &key : keys) {
    bool isSlice = key.op == KernelKey::Op::SliceScatter;
    std::string name =
        (getFunctionName(key) + "` | " + stringifyReduction(key.reduction))
            .str();
    // The keys of a group are adjacent only within the same element type.
    auto found = llvm::find_if(
        groups, [&](const auto &group) { return group.first == name; });
    if (found == groups.end())
      found = groups.insert(groups.end(), {name, {}});
    Group &group = found->second;
    ++group.count;
    addOnce(group.types, key.getElementType().str());
    addOnce(group.numbers, utostr(isSlice ? key.rank : key.depth));
    StringRef form = key.rank == key.depth ? "elements" : "rows";
    if (isSlice)
      form = key.layouts[KernelKey::Data] == Layout::Strided
                 ? "any strides"
                 : "contiguous rows";
    else
      addOnce(group.indices, key.getIndexType().str());
    addOnce(group.forms, form.str());
    if (key.threads > 1)
      addOnce(group.threaded,
              isSlice ? "all" : (form + ", k = " + utostr(key.depth)).str());
  }
  os << "<!-- scatter-kernels-gen lib/Kernels/BuiltinKernels.json --markdown "
        "-o docs/generated/Kernels.md -->\n\n"
        "# Kernels of libscatter_kernels\n\n"
     << keys.size()
     << " kernels, each of them for every level of the instruction set.\n\n"
        "| op | reduction | element types | indices | k, or rank of the slice "
        "| slots, or slices | several threads | kernels |\n"
        "|---|---|---|---|---|---|---|---|\n";
  for (const auto &[name, group] : groups)
    os << formatv("| `{0} | {1} | {2} | {3} | {4} | {5} | {6} |\n", name,
                  join(group.types, ", "), join(group.indices, ", "),
                  join(group.numbers, ", "), join(group.forms, ", "),
                  join(group.threaded, "; "), group.count);
}

int main(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "compiles the kernels of a library\n");
  auto text = exitOnError(
      errorOrToExpected(MemoryBuffer::getFile(tableFile, /*IsText=*/true)));
  std::vector<KernelKey> keys = exitOnError(readKernelTable(text->getBuffer()));
  if (!level.empty()) {
    writeArchive(keys);
    return 0;
  }
  std::error_code code;
  ToolOutputFile file(outputFile, code, sys::fs::OF_None);
  exitOnError(errorCodeToError(code));
  if (markdown) {
    writeMarkdown(keys, file.os());
    file.keep();
    return 0;
  }
  if (levels.empty() || levels.size() > kMaxLevels)
    exitOnError(createStringError("expected --target-cpu, or --levels with 1 "
                                  "to %zu levels, found %zu levels",
                                  kMaxLevels, levels.size()));
  writeTable(keys, file.os());
  file.keep();
  return 0;
}
