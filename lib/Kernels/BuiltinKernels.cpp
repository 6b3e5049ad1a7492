//===- BuiltinKernels.cpp - kernels compiled ahead of time ----------------===//

#include "BuiltinKernels.h"

#include "../ExecutionEngine/ProgramState.h"
#include "KernelSignature.h"
#include "scatter/ExecutionEngine/Environment.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

/// Whether this machine runs code of the level `name`.
static bool isSupported(StringRef name) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (name == "x86-64-v4")
    return __builtin_cpu_supports("x86-64-v4");
  if (name == "x86-64-v3")
    return __builtin_cpu_supports("x86-64-v3");
#endif
  // The base line of an instruction set.
  return name == "x86-64" || name == "generic";
}

/// The place of the level that is used among those of the table.
static size_t findLevel() {
  std::optional<size_t> best;
  for (auto [i, name] : enumerate(scatter_builtin_kernels.levels)) {
    if (!name || !isSupported(name))
      continue;
    if (!best)
      best = i;
    if (name == getKernelsCpu())
      return i;
  }
  return best.value_or(kMaxLevels);
}

static StringRef getBytes(const BuiltinKernel &kernel) {
  return {reinterpret_cast<const char *>(kernel.key), sizeof(kernel.key)};
}

static const BuiltinKernel *find(const KernelKey &key) {
  ArrayRef table(scatter_builtin_kernels.kernels, scatter_builtin_kernels.size);
  const auto *kernel = llvm::lower_bound(
      table, key.getBytes(), [](const BuiltinKernel &kernel, StringRef bytes) {
        return getBytes(kernel) < bytes;
      });
  return kernel != table.end() && getBytes(*kernel) == key.getBytes() ? kernel
                                                                      : nullptr;
}

void (*kernels::findBuiltinKernel(const KernelKey &key))(void **) {
  const BuiltinKernel *kernel = find(key);
  if (!kernel)
    return nullptr;
  static const size_t level = findLevel();
  return level < kMaxLevels ? kernel->code[level] : nullptr;
}

std::optional<KernelKey> kernels::findBuiltinKey(const KernelKey &key) {
  if (scatter_builtin_kernels.size == 0)
    return std::nullopt;
  KernelKey builtin = key;
  llvm::fill(builtin.staticSizes, KernelKey::kDynamic);
  // A promise allows other code, it does not ask for other results.
  builtin.uniqueIndices = builtin.indicesAreSorted = false;
  for (Layout layout :
       {Layout::Contiguous, Layout::ContiguousRows, Layout::Strided}) {
    for (Layout &own : builtin.layouts)
      own = std::max(own, layout);
    if (key.op == KernelKey::Op::SliceScatter)
      builtin.layouts[KernelKey::Indices] = Layout::Contiguous;
    for (uint16_t threads : {kBuiltinThreads, uint16_t(1)}) {
      builtin.threads = threads;
      if ((threads == 1 || key.threads > 1) && findBuiltinKernel(builtin))
        return builtin;
    }
  }
  return std::nullopt;
}

Program kernels::makeBuiltinProgram(const KernelKey &key,
                                    void (*code)(void **)) {
  auto state = std::make_shared<scatter::detail::ProgramState>();
  state->entryPoints.push_back(makeEntryPoint(key));
  state->adaptors.push_back(code);
  return Program(std::move(state));
}
