//===- NoCompiler.cpp - a library without a compiler ----------------------===//

#include "CompileKernel.h"

#include "KernelSignature.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

bool kernels::hasCompiler() { return false; }

bool kernels::canCompileInBackground() { return false; }

static StringRef getName(Layout layout) {
  switch (layout) {
  case Layout::Contiguous:
    return "contiguous";
  case Layout::ContiguousRows:
    return "contiguous rows";
  case Layout::Strided:
    return "strided";
  }
  return "";
}

/// Describes the kernel for `key` in an error message.
static std::string describe(const KernelKey &key) {
  if (key.op == KernelKey::Op::GatherScatter)
    return "rows of " + itostr(key.staticSizes[1]) + " " +
           key.getElementType().str();
  std::string text =
      key.getElementType().str() + " of rank " + utostr(key.rank) + " (" +
      getName(key.layouts[KernelKey::Data]).str() + ", updates " +
      getName(key.layouts[KernelKey::Updates]).str();
  if (key.op == KernelKey::Op::SliceScatter)
    return text + ")";
  text += ", indices " + getName(key.layouts[KernelKey::Indices]).str() +
          "), tuples of " + utostr(key.depth) + " " + key.getIndexType().str() +
          ", reduction " + stringifyReduction(key.reduction).str() +
          ", out_of_bounds " + stringifyOutOfBounds(key.outOfBounds).str() +
          ", negative_indices " +
          stringifyNegativeIndices(key.negativeIndices).str();
  return text;
}

Expected<Program> kernels::compileKernel(const KernelKey &key) {
  return make_error<CompileError>(
      getFunctionName(key) +
      ": expected a kernel of the table that this library is made of "
      "(docs/SelfContained.md), found a call that needs one for " +
      describe(key) + "; libscatter compiles it");
}
