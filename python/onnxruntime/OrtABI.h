//===- OrtABI.h - the C ABI of ONNX Runtime for ops -------------*- C++ -*-===//
//
// The wheels of ONNX Runtime do not contain its headers. These are the
// declarations of its C ABI that custom ops need. Functions of OrtApi keep
// their positions, and members are only added at the end of structs. OrtApiBase
// returns a table that has at least the functions of a version, or null.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PYTHON_ONNXRUNTIME_ORTABI_H
#define SCATTER_PYTHON_ONNXRUNTIME_ORTABI_H

#include <cstddef>
#include <cstdint>

/// ONNX Runtime 1.18 is the first version in which a custom op can update its
/// input.
constexpr uint32_t kOrtVersion = 18;
/// ONNX Runtime 1.0. Its table has the functions that report errors.
constexpr uint32_t kOrtFirstVersion = 1;

struct OrtCustomOpDomain;
struct OrtKernelContext;
struct OrtKernelInfo;
struct OrtSessionOptions;
struct OrtShapeInferContext;
struct OrtStatus;
struct OrtTensorTypeAndShapeInfo;
struct OrtValue;

enum OrtErrorCode : int {
  ORT_FAIL = 1,
  ORT_INVALID_ARGUMENT = 2,
  ORT_RUNTIME_EXCEPTION = 6,
};

/// Element types, with the numbers of ONNX's TensorProto.
enum OrtElementType : int {
  ORT_UNDEFINED = 0,
  ORT_FLOAT = 1,
  ORT_UINT8 = 2,
  ORT_INT8 = 3,
  ORT_UINT16 = 4,
  ORT_INT16 = 5,
  ORT_INT32 = 6,
  ORT_INT64 = 7,
  ORT_BOOL = 9,
  ORT_FLOAT16 = 10,
  ORT_DOUBLE = 11,
  ORT_UINT32 = 12,
  ORT_UINT64 = 13,
  ORT_BFLOAT16 = 16,
  ORT_FLOAT8E4M3FN = 17,
  ORT_FLOAT8E4M3FNUZ = 18,
  ORT_FLOAT8E5M2 = 19,
  ORT_FLOAT8E5M2FNUZ = 20,
};

enum OrtCharacteristic : int { ORT_REQUIRED = 0, ORT_OPTIONAL = 1 };

/// The table of functions. A function that returns a status returns null for
/// success. The caller must release statuses and objects that functions create.
struct OrtApi {
  OrtStatus *(*CreateStatus)(OrtErrorCode code, const char *message);
  void *reserved1[1];
  /// The status owns the text.
  const char *(*GetErrorMessage)(const OrtStatus *status);
  void *reserved3[23];
  OrtStatus *(*CreateCustomOpDomain)(const char *name, OrtCustomOpDomain **out);
  OrtStatus *(*CustomOpDomain_Add)(OrtCustomOpDomain *domain,
                                   const struct OrtCustomOp *op);
  OrtStatus *(*AddCustomOpDomain)(OrtSessionOptions *options,
                                  OrtCustomOpDomain *domain);
  void *reserved29[22];
  OrtStatus *(*GetTensorMutableData)(OrtValue *value, void **out);
  void *reserved52[8];
  OrtStatus *(*GetTensorElementType)(const OrtTensorTypeAndShapeInfo *info,
                                     OrtElementType *out);
  OrtStatus *(*GetDimensionsCount)(const OrtTensorTypeAndShapeInfo *info,
                                   size_t *out);
  OrtStatus *(*GetDimensions)(const OrtTensorTypeAndShapeInfo *info,
                              int64_t *sizes, size_t count);
  /// The names of the dimensions, empty for those without one.
  OrtStatus *(*GetSymbolicDimensions)(const OrtTensorTypeAndShapeInfo *info,
                                      const char **names, size_t count);
  void *reserved64[1];
  OrtStatus *(*GetTensorTypeAndShape)(const OrtValue *value,
                                      OrtTensorTypeAndShapeInfo **out);
  void *reserved66[19];
  OrtStatus *(*KernelInfoGetAttribute_float)(const OrtKernelInfo *info,
                                             const char *name, float *out);
  OrtStatus *(*KernelInfoGetAttribute_int64)(const OrtKernelInfo *info,
                                             const char *name, int64_t *out);
  /// `size` includes the terminating zero. With null as `out`, sets `size`
  /// only.
  OrtStatus *(*KernelInfoGetAttribute_string)(const OrtKernelInfo *info,
                                              const char *name, char *out,
                                              size_t *size);
  OrtStatus *(*KernelContext_GetInputCount)(const OrtKernelContext *context,
                                            size_t *out);
  void *reserved89[1];
  /// `out` is null for an optional input that is absent.
  OrtStatus *(*KernelContext_GetInput)(const OrtKernelContext *context,
                                       size_t index, const OrtValue **out);
  OrtStatus *(*KernelContext_GetOutput)(OrtKernelContext *context, size_t index,
                                        const int64_t *sizes, size_t count,
                                        OrtValue **out);
  void *reserved92[1];
  void (*ReleaseStatus)(OrtStatus *status);
  void *reserved94[5];
  void (*ReleaseTensorTypeAndShapeInfo)(OrtTensorTypeAndShapeInfo *info);
  void *reserved100[168];
  /// The context owns `info`.
  OrtStatus *(*ShapeInferContext_GetInputTypeShape)(
      const OrtShapeInferContext *context, size_t index,
      OrtTensorTypeAndShapeInfo **info);
  void *reserved269[1];
  OrtStatus *(*ShapeInferContext_SetOutputTypeShape)(
      const OrtShapeInferContext *context, size_t index,
      const OrtTensorTypeAndShapeInfo *info);
  void *reserved271[3];
  /// Calls `function(user, i)` for each i < count on the threads of the
  /// session. The calls are divided into `batches` groups. 0 makes each call a
  /// group.
  OrtStatus *(*KernelContext_ParallelFor)(
      const OrtKernelContext *context, void (*function)(void *user, size_t i),
      size_t count, size_t batches, void *user);
};

#define CHECK_PLACE(function, place)                                           \
  static_assert(offsetof(OrtApi, function) == (place) * sizeof(void *))
CHECK_PLACE(GetErrorMessage, 2);
CHECK_PLACE(AddCustomOpDomain, 28);
CHECK_PLACE(GetTensorMutableData, 51);
CHECK_PLACE(GetTensorElementType, 60);
CHECK_PLACE(GetSymbolicDimensions, 63);
CHECK_PLACE(GetTensorTypeAndShape, 65);
CHECK_PLACE(KernelInfoGetAttribute_float, 85);
CHECK_PLACE(KernelInfoGetAttribute_int64, 86);
CHECK_PLACE(KernelContext_GetOutput, 91);
CHECK_PLACE(ReleaseStatus, 93);
CHECK_PLACE(ReleaseTensorTypeAndShapeInfo, 99);
CHECK_PLACE(ShapeInferContext_GetInputTypeShape, 268);
CHECK_PLACE(ShapeInferContext_SetOutputTypeShape, 270);
CHECK_PLACE(KernelContext_ParallelFor, 274);
#undef CHECK_PLACE

struct OrtApiBase {
  /// Returns the table, or null if it lacks functions of `version`.
  const OrtApi *(*GetApi)(uint32_t version);
  const char *(*GetVersionString)();
};

/// A custom op, as functions that ONNX Runtime calls. Null selects the default
/// for a function of version 16 or later.
struct OrtCustomOp {
  /// kOrtVersion, which determines the members that exist.
  uint32_t version;
  void *CreateKernel;
  const char *(*GetName)(const OrtCustomOp *op);
  /// Null selects the execution provider for CPUs.
  const char *(*GetExecutionProviderType)(const OrtCustomOp *op);
  OrtElementType (*GetInputType)(const OrtCustomOp *op, size_t index);
  size_t (*GetInputTypeCount)(const OrtCustomOp *op);
  OrtElementType (*GetOutputType)(const OrtCustomOp *op, size_t index);
  size_t (*GetOutputTypeCount)(const OrtCustomOp *op);
  void *KernelCompute;
  void (*KernelDestroy)(void *kernel);
  OrtCharacteristic (*GetInputCharacteristic)(const OrtCustomOp *op,
                                              size_t index);
  OrtCharacteristic (*GetOutputCharacteristic)(const OrtCustomOp *op,
                                               size_t index);
  /// 0 selects the memory type of the execution provider.
  int (*GetInputMemoryType)(const OrtCustomOp *op, size_t index);
  int (*GetVariadicInputMinArity)(const OrtCustomOp *op);
  int (*GetVariadicInputHomogeneity)(const OrtCustomOp *op);
  int (*GetVariadicOutputMinArity)(const OrtCustomOp *op);
  int (*GetVariadicOutputHomogeneity)(const OrtCustomOp *op);
  OrtStatus *(*CreateKernelV2)(const OrtCustomOp *op, const OrtApi *api,
                               const OrtKernelInfo *info, void **kernel);
  OrtStatus *(*KernelComputeV2)(void *kernel, OrtKernelContext *context);
  OrtStatus *(*InferOutputShapeFn)(const OrtCustomOp *op,
                                   OrtShapeInferContext *context);
  int (*GetStartVersion)(const OrtCustomOp *op);
  int (*GetEndVersion)(const OrtCustomOp *op);
  /// Pairs of an input and an output that may share memory.
  size_t (*GetMayInplace)(int **inputs, int **outputs);
  void (*ReleaseMayInplace)(int *inputs, int *outputs);
  size_t (*GetAliasMap)(int **inputs, int **outputs);
  void (*ReleaseAliasMap)(int *inputs, int *outputs);
};

#endif // SCATTER_PYTHON_ONNXRUNTIME_ORTABI_H
