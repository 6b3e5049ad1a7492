//===- BuiltinKernels.cpp - kernels compiled ahead of time ----------------===//

#include "BuiltinKernels.h"

#include "KernelSignature.h"
#include "scatter/Runtime/CPULevel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

/// Returns the index of the first level in the table that this machine
/// supports. The table lists the best level first.
static size_t findLevel() {
  // Names that do not parse are baselines of other instruction sets.
  for (auto [i, name] : enumerate(scatter_builtin_kernels.levels))
    if (name && scatter_runtime_parse_cpu_level(name) <=
                    scatter_runtime_get_cpu_level())
      return i;
  return kMaxLevels;
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
  // Kernels that do not rely on a promise compute the same results.
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
  return Program::fromCode(makeEntryPoint(key), code);
}
