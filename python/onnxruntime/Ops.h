//===- Ops.h - common parts of the custom ops -------------------*- C++ -*-===//

#ifndef SCATTER_PYTHON_ONNXRUNTIME_OPS_H
#define SCATTER_PYTHON_ONNXRUNTIME_OPS_H

#include "AlignedElements.h"
#include "OrtABI.h"

#include "scatter-c/Kernels.h"
#include "scatter-c/Threads.h"
#include <optional>
#include <string>
#include <vector>

namespace scatter_ort {

/// The functions of ONNX Runtime, which registers the library with them.
extern const OrtApi *api;

/// Makes an ONNX Runtime error about an argument.
OrtStatus *makeStatus(const std::string &message);

/// Makes an ONNX Runtime error about the library. Allocates no C++ memory.
OrtStatus *makeFailure(const char *message);

/// Converts `status` to an ONNX Runtime error and frees it. Null stays null.
OrtStatus *toStatus(ScatterStatus *status);

/// A view of an ONNX Runtime tensor, which is aligned. Must not be copied,
/// because `tensor` points to `sizes`.
class Tensor {
public:
  Tensor() = default;
  Tensor(const Tensor &) = delete;

  static constexpr size_t kMaxRank = 32;

  OrtStatus *read(const char *name, const OrtValue *value);
  OrtStatus *readInput(const char *name, OrtKernelContext *context,
                       size_t index);
  /// Allocates output 0 with the type and the shape of `other`, which must
  /// outlive it.
  OrtStatus *allocateLike(const Tensor &other, OrtKernelContext *context);

  DLTensor tensor = {};
  /// Index tuples have a dimension more than the tensor that they index.
  int64_t sizes[kMaxRank + 1];

private:
  scatter::AlignedElements elements;
};

/// Reads an input of rank 1 and type int64 to `tensor`, which must outlive
/// `values`. `values` is null if the input is absent.
OrtStatus *readIntegers(const char *name, OrtKernelContext *context,
                        size_t index, Tensor &tensor, const int64_t *&values,
                        size_t &count);

/// Reads an attribute. Leaves `text` unchanged if it is absent.
OrtStatus *readText(const OrtKernelInfo *info, const char *name,
                    std::optional<std::string> &text);

/// Reads an attribute that names an enumerator. Leaves `value` unchanged if it
/// is absent.
template <typename Enum>
OrtStatus *readName(const OrtKernelInfo *info, const char *name, Enum &value,
                    ScatterStatus *(*parse)(const char *, Enum *)) {
  std::optional<std::string> text;
  if (OrtStatus *status = readText(info, name, text))
    return status;
  ScatterStatus *status = text ? parse(text->c_str(), &value) : nullptr;
  if (!status)
    return nullptr;
  std::string message = scatter_status_text(status);
  scatter_status_destroy(status);
  return makeStatus("attribute " + message);
}

/// Reads an attribute. Leaves `value` unchanged if it is absent.
OrtStatus *readInteger(const OrtKernelInfo *info, const char *name,
                       int64_t &value);

/// Reads an attribute that is 0 or 1. Leaves `value` unchanged if it is absent.
OrtStatus *readFlag(const OrtKernelInfo *info, const char *name, bool &value);

/// Reads the attribute `threads`. 0 if it is absent.
OrtStatus *readThreads(const OrtKernelInfo *info, unsigned &threads);

/// Makes an error if the node of the op `op` has an attribute that is not one
/// of `expected`. ONNX Runtime does not list the attributes of a node: looks
/// for `all`, those of the ops here, and for those of similar ops elsewhere.
OrtStatus *rejectOthers(const OrtKernelInfo *info, const char *op,
                        const std::vector<const char *> &expected,
                        const std::vector<const char *> &all);

/// While an object of this class exists, parallel loops of kernels that this
/// thread calls run on threads of the session of `context`.
class SessionThreads {
public:
  explicit SessionThreads(OrtKernelContext *context);
  ~SessionThreads();
  SessionThreads(const SessionThreads &) = delete;

private:
  ScatterParallelFor former;
  OrtKernelContext *formerContext;
};

/// Sets the type and the shape of the output to those of input 0.
OrtStatus *inferShape(const OrtCustomOp *op, OrtShapeInferContext *context);

/// Returns the ops, which exist until the end of the process.
const std::vector<const OrtCustomOp *> &getOps();

} // namespace scatter_ort

#endif // SCATTER_PYTHON_ONNXRUNTIME_OPS_H
