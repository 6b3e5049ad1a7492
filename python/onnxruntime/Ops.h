//===- Ops.h - what the custom ops share ------------------------*- C++ -*-===//

#ifndef SCATTER_PYTHON_ONNXRUNTIME_OPS_H
#define SCATTER_PYTHON_ONNXRUNTIME_OPS_H

#include "OrtABI.h"

#include "scatter-c/Kernels.h"
#include "scatter-c/Threads.h"
#include <string>
#include <vector>

namespace scatter_ort {

/// An error of ONNX Runtime about an argument.
OrtStatus *makeStatus(const std::string &message);

/// The same with what `status` says, which it frees; null for null.
OrtStatus *toStatus(ScatterStatus *status);

/// A view of a tensor of ONNX Runtime. Not copied: `tensor` points to `sizes`.
class Tensor {
public:
  Tensor() = default;
  Tensor(const Tensor &) = delete;

  static constexpr size_t kMaxRank = 32;

  OrtStatus *read(const char *name, const OrtValue *value);
  OrtStatus *readInput(const char *name, OrtKernelContext *context,
                       size_t index);
  /// The output 0, of the type and the shape of `other`, which must outlive it.
  OrtStatus *allocateLike(const Tensor &other, OrtKernelContext *context);

  DLTensor tensor = {};
  int64_t sizes[kMaxRank];
};

/// The elements of an input of rank 1 and type int64; null if it is absent.
OrtStatus *readIntegers(const char *name, OrtKernelContext *context,
                        size_t index, const int64_t *&values, size_t &count);

/// The place of an attribute's value among `choices`; 0 if it is absent.
OrtStatus *readChoice(const OrtKernelInfo *info, const char *name,
                      const char *const *choices, size_t count,
                      unsigned &choice);

/// An attribute, or `otherwise` if it is absent.
int64_t readInteger(const OrtKernelInfo *info, const char *name,
                    int64_t otherwise);

/// The attribute `threads`; 0 if it is absent.
OrtStatus *readThreads(const OrtKernelInfo *info, unsigned &threads);

/// While it lives, loops of kernels that the thread calls run on the threads of
/// the session that `context` belongs to.
class SessionThreads {
public:
  explicit SessionThreads(OrtKernelContext *context);
  ~SessionThreads();
  SessionThreads(const SessionThreads &) = delete;

private:
  ScatterParallelFor former;
  OrtKernelContext *formerContext;
};

/// The output has the type and the shape of input 0.
OrtStatus *inferShape(const OrtCustomOp *op, OrtShapeInferContext *context);

/// The ops, which live until the end of the process.
const std::vector<const OrtCustomOp *> &getOps();

} // namespace scatter_ort

#endif // SCATTER_PYTHON_ONNXRUNTIME_OPS_H
