//===- Ops.cpp - the two ops as custom ops of ONNX Runtime ----------------===//
//
// The library for register_custom_ops_library of ONNX Runtime. It has the ops
// ScatterNDUpdate, SliceScatter, TensorScatter and ScatterElements in the
// domain scatter_mlir. An op passes ONNX Runtime's tensors, which are
// row-major, to the library as DLPack tensors, and converts its status to ONNX
// Runtime's. Parallel loops run on threads of the session.
//
//===----------------------------------------------------------------------===//

#include "Ops.h"

#include "scatter-c/Context.h"
#include "scatter-c/Threads.h"
#include <string>

using namespace scatter_ort;

/// The context of the call that this thread executes.
static thread_local OrtKernelContext *currentContext;
const OrtApi *scatter_ort::api;

OrtStatus *scatter_ort::makeStatus(const std::string &message) {
  return api->CreateStatus(ORT_INVALID_ARGUMENT, message.c_str());
}

OrtStatus *scatter_ort::makeFailure(const char *message) {
  return api->CreateStatus(ORT_FAIL, message);
}

OrtStatus *scatter_ort::toStatus(ScatterStatus *status) {
  if (!status)
    return nullptr;
  OrtErrorCode code = ORT_INVALID_ARGUMENT;
  if (scatter_status_code(status) == SCATTER_STATUS_MEMORY ||
      scatter_status_code(status) == SCATTER_STATUS_COMPILE)
    code = ORT_RUNTIME_EXCEPTION;
  OrtStatus *result = api->CreateStatus(code, scatter_status_text(status));
  scatter_status_destroy(status);
  return result;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Returns the type of DLPack. `bits` is 0 for types that the library lacks.
static DLDataType getType(OrtElementType type) {
  switch (type) {
  case ORT_BOOL:
    return {SCATTER_TYPE_BOOL, 8, 1};
  case ORT_INT8:
    return {kDLInt, 8, 1};
  case ORT_INT16:
    return {kDLInt, 16, 1};
  case ORT_INT32:
    return {kDLInt, 32, 1};
  case ORT_INT64:
    return {kDLInt, 64, 1};
  case ORT_UINT8:
    return {kDLUInt, 8, 1};
  case ORT_UINT16:
    return {kDLUInt, 16, 1};
  case ORT_UINT32:
    return {kDLUInt, 32, 1};
  case ORT_UINT64:
    return {kDLUInt, 64, 1};
  case ORT_FLOAT16:
    return {kDLFloat, 16, 1};
  case ORT_FLOAT:
    return {kDLFloat, 32, 1};
  case ORT_DOUBLE:
    return {kDLFloat, 64, 1};
  case ORT_BFLOAT16:
    return {kDLBfloat, 16, 1};
  case ORT_FLOAT8E4M3FN:
    return {SCATTER_TYPE_FLOAT8_E4M3FN, 8, 1};
  case ORT_FLOAT8E4M3FNUZ:
    return {SCATTER_TYPE_FLOAT8_E4M3FNUZ, 8, 1};
  case ORT_FLOAT8E5M2:
    return {SCATTER_TYPE_FLOAT8_E5M2, 8, 1};
  case ORT_FLOAT8E5M2FNUZ:
    return {SCATTER_TYPE_FLOAT8_E5M2FNUZ, 8, 1};
  default:
    return {0, 0, 1};
  }
}

OrtStatus *Tensor::read(const char *name, const OrtValue *value) {
  if (!value)
    return makeStatus(std::string("'") + name + "': expected a tensor");
  OrtTensorTypeAndShapeInfo *info = nullptr;
  if (OrtStatus *status = api->GetTensorTypeAndShape(value, &info))
    return status;
  OrtElementType element = ORT_UNDEFINED;
  size_t rank = 0;
  OrtStatus *status = api->GetTensorElementType(info, &element);
  if (!status)
    status = api->GetDimensionsCount(info, &rank);
  if (!status && rank > kMaxRank)
    status = makeStatus(std::string("'") + name + "': expected a rank of at " +
                        "most " + std::to_string(kMaxRank) + ", found " +
                        std::to_string(rank));
  if (!status && rank > 0)
    status = api->GetDimensions(info, sizes, rank);
  api->ReleaseTensorTypeAndShapeInfo(info);
  void *memory = nullptr;
  if (!status)
    status = api->GetTensorMutableData(const_cast<OrtValue *>(value), &memory);
  DLDataType type = getType(element);
  if (!status) {
    size_t itemSize = type.bits / 8, bytes = itemSize;
    for (size_t i = 0; i < rank; ++i)
      bytes *= size_t(sizes[i]);
    memory = elements.get(memory, itemSize, bytes);
  }
  tensor = {memory, {kDLCPU, 0}, int32_t(rank), type, sizes, nullptr, 0};
  return status;
}

OrtStatus *Tensor::readInput(const char *name, OrtKernelContext *context,
                             size_t index) {
  const OrtValue *value = nullptr;
  OrtStatus *status = api->KernelContext_GetInput(context, index, &value);
  return status ? status : read(name, value);
}

OrtStatus *Tensor::allocateLike(const Tensor &other,
                                OrtKernelContext *context) {
  tensor = other.tensor;
  OrtValue *value = nullptr;
  OrtStatus *status = api->KernelContext_GetOutput(context, 0, other.sizes,
                                                   size_t(tensor.ndim), &value);
  return status ? status : api->GetTensorMutableData(value, &tensor.data);
}

OrtStatus *scatter_ort::readIntegers(const char *name,
                                     OrtKernelContext *context, size_t index,
                                     Tensor &tensor, const int64_t *&values,
                                     size_t &count) {
  values = nullptr;
  count = 0;
  size_t inputs = 0;
  if (OrtStatus *status = api->KernelContext_GetInputCount(context, &inputs))
    return status;
  const OrtValue *value = nullptr;
  if (index < inputs)
    if (OrtStatus *status = api->KernelContext_GetInput(context, index, &value))
      return status;
  if (!value)
    return nullptr;
  if (OrtStatus *status = tensor.read(name, value))
    return status;
  if (tensor.tensor.ndim != 1)
    return makeStatus(std::string("'") + name + "': expected rank 1, found " +
                      "rank " + std::to_string(tensor.tensor.ndim));
  // Not null, even if there are no values.
  static const int64_t none = 0;
  count = size_t(tensor.sizes[0]);
  values = count ? static_cast<const int64_t *>(tensor.tensor.data) : &none;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// A ScatterParallelFor that runs on the threads of the session.
static void runOnSession(void (*function)(void *context, int64_t index),
                         void *context, int64_t count) {
  struct Loop {
    void (*function)(void *, int64_t);
    void *context;
  } loop = {function, context};
  auto run = [](void *user, size_t index) {
    auto &loop = *static_cast<Loop *>(user);
    loop.function(loop.context, int64_t(index));
  };
  OrtStatus *status = api->KernelContext_ParallelFor(
      currentContext, run, size_t(count), size_t(count), &loop);
  if (!status)
    return;
  // ONNX Runtime has not started the loop.
  api->ReleaseStatus(status);
  for (int64_t i = 0; i < count; ++i)
    function(context, i);
}

SessionThreads::SessionThreads(OrtKernelContext *context)
    : former(scatter_set_thread_parallel_for(runOnSession)),
      formerContext(currentContext) {
  currentContext = context;
}

SessionThreads::~SessionThreads() {
  currentContext = formerContext;
  scatter_set_thread_parallel_for(former);
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

/// Whether each of the `rank` sizes is known or has a name. ONNX Runtime makes
/// a size of -1 of any other, with which its optimizer aborts.
static bool hasAllSizes(const OrtTensorTypeAndShapeInfo *info, size_t rank) {
  int64_t sizes[Tensor::kMaxRank];
  const char *names[Tensor::kMaxRank] = {};
  if (rank > Tensor::kMaxRank)
    return false;
  OrtStatus *status = api->GetDimensions(info, sizes, rank);
  if (!status)
    status = api->GetSymbolicDimensions(info, names, rank);
  bool isKnown = !status;
  api->ReleaseStatus(status);
  for (size_t i = 0; isKnown && i < rank; ++i)
    isKnown = sizes[i] >= 0 || (names[i] && *names[i]);
  return isKnown;
}

OrtStatus *scatter_ort::inferShape(const OrtCustomOp *,
                                   OrtShapeInferContext *context) {
  OrtTensorTypeAndShapeInfo *info = nullptr;
  OrtStatus *status =
      api->ShapeInferContext_GetInputTypeShape(context, 0, &info);
  size_t rank = 0;
  if (!status && info)
    status = api->GetDimensionsCount(info, &rank);
  // An unknown shape has rank 0 here. Data never has rank 0.
  if (status || rank == 0 || !hasAllSizes(info, rank)) {
    api->ReleaseStatus(status);
    return nullptr;
  }
  return api->ShapeInferContext_SetOutputTypeShape(context, 0, info);
}

static OrtStatus *addDomain(OrtSessionOptions *options) {
  // Sessions keep pointers to the domain, which must exist until the process
  // ends.
  static OrtCustomOpDomain *domain;
  static OrtStatus *failure = [] {
    OrtStatus *status = api->CreateCustomOpDomain("scatter_mlir", &domain);
    for (const OrtCustomOp *op : getOps())
      if (!status)
        status = api->CustomOpDomain_Add(domain, op);
    return status;
  }();
  if (failure)
    return api->CreateStatus(ORT_FAIL, "the domain 'scatter_mlir' could not be "
                                       "made");
  return api->AddCustomOpDomain(options, domain);
}

extern "C" __attribute__((visibility("default"))) OrtStatus *
RegisterCustomOps(OrtSessionOptions *options, const OrtApiBase *base) {
  if (const OrtApi *table = base->GetApi(kOrtVersion)) {
    api = table;
    return addDomain(options);
  }
  const OrtApi *first = base->GetApi(kOrtFirstVersion);
  std::string message = "scatter_mlir: expected ONNX Runtime 1.18 or later, "
                        "found " +
                        std::string(base->GetVersionString());
  return first ? first->CreateStatus(ORT_FAIL, message.c_str()) : nullptr;
}
