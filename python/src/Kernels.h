//===- Kernels.h - compiled kernels by type, rank and options ---*- C++ -*-===//
//
// A kernel updates a contiguous array of any sizes in place. Everything here
// needs the GIL; a call that runs is nobody else's, so it runs without.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PYTHON_KERNELS_H
#define SCATTER_PYTHON_KERNELS_H

#include "Arrays.h"
#include "scatter-c/Engine.h"

#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace scatter::python {

/// The largest rank that the bindings take, NumPy 2's.
inline constexpr int kMaxRank = 64;

/// What distinguishes kernels. Compared as bytes: every member must be set.
struct KernelKey {
  enum Op : int8_t { NDUpdate, SliceScatter };
  Op op = NDUpdate;
  ElementId element = 0;
  /// Rank of data; k, or the number of axes.
  int8_t rank = 0, depth = 0;
  /// NDUpdate: rank of indices, whether they are i64, and the options.
  int8_t indicesRank = 0, isWide = 0, reduction = 0, outOfBounds = 0,
         negative = 0, isUnique = 0, isSorted = 0;
  int8_t unused = 0;
  int32_t threads = 1;
  /// SliceScatter: the axes.
  int8_t axes[kMaxRank] = {};

  bool operator==(const KernelKey &other) const {
    return std::memcmp(this, &other, sizeof(*this)) == 0;
  }
};

/// A prepared call and the scalar arguments that it points to.
struct KernelCall {
  ~KernelCall() { scatter_call_destroy(call); }

  /// Points the call at `tensor`, unless it does so already.
  ScatterStatus *setArray(size_t index, const DLTensor &tensor);

  ScatterCall *call = nullptr;
  /// Address and sizes of each array argument.
  std::vector<std::vector<int64_t>> arrays;
  std::unique_ptr<int64_t[]> scalars;
};

/// A compiled kernel and its idle calls; lives as long as the process.
struct Kernel {
  ScatterProgram *program = nullptr;
  const ScatterEntry *entry = nullptr;
  size_t numScalars = 0;
  std::vector<std::unique_ptr<KernelCall>> idle;

  /// Runs on arrays followed by scalars. Returns false with an exception.
  bool run(const DLTensor *arrays, size_t numArrays, const int64_t *scalars);
};

/// The kernel for `key`, compiled on first use; null with an exception.
Kernel *getKernel(const KernelKey &key);

/// The number of kernels that were compiled.
size_t countKernels();

} // namespace scatter::python

#endif // SCATTER_PYTHON_KERNELS_H
