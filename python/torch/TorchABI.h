//===- TorchABI.h - the stable ABI of PyTorch -------------------*- C++ -*-===//
//
// Functions of PyTorch's stable ABI, which libtorch_cpu.so has since version
// 2.10. They are declared here and looked up in the loaded library. Building
// this file therefore does not require PyTorch, and one binary works with all
// versions.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PYTHON_TORCH_TORCHABI_H
#define SCATTER_PYTHON_TORCH_TORCHABI_H

#include <cstddef>
#include <cstdint>

namespace scatter_torch {

/// An argument or a result of a kernel. The form depends on the type in the
/// schema: an integer or a bool is stored directly. `Tensor`, `str` and lists
/// are pointers. An optional value is a pointer to such a value on the heap, or
/// 0. The receiver owns the value.
using StableIValue = uint64_t;

using TensorHandle = struct AtenTensorOpaque *;
using StringHandle = struct StringOpaque *;
using ListHandle = struct StableListOpaque *;
using LibraryHandle = struct TorchLibraryOpaque *;

/// A kernel reads `stack[0]` to `stack[numArguments - 1]` and writes `stack[0]`
/// to `stack[numResults - 1]`.
using Kernel = void (*)(StableIValue *stack, uint64_t numArguments,
                        uint64_t numResults);

/// PyTorch 2.10, in the format of aoti_torch_abi_version.
constexpr uint64_t kTorchVersion = uint64_t(2) << 56 | uint64_t(10) << 48;

/// The functions with their parameters. Those that return an `int` return 0 for
/// success. Sizes, strides and text are owned by the tensor or string.
#define SCATTER_TORCH_FUNCTIONS(FUNCTION)                                      \
  FUNCTION(uint64_t, aoti_torch_abi_version, ())                               \
  FUNCTION(int32_t, aoti_torch_device_type_cpu, ())                            \
  FUNCTION(int32_t, aoti_torch_layout_strided, ())                             \
  FUNCTION(int, aoti_torch_library_init_fragment,                              \
           (const char *space, const char *file, uint32_t line,                \
            LibraryHandle *library))                                           \
  FUNCTION(int, aoti_torch_library_init_impl,                                  \
           (const char *space, const char *dispatchKey, const char *file,      \
            uint32_t line, LibraryHandle *library))                            \
  FUNCTION(int, aoti_torch_library_def,                                        \
           (LibraryHandle library, const char *schema))                        \
  FUNCTION(int, torch_library_impl,                                            \
           (LibraryHandle library, const char *name, Kernel kernel,            \
            uint64_t version))                                                 \
  FUNCTION(int, torch_call_dispatcher,                                         \
           (const char *name, const char *overload, StableIValue *stack,       \
            uint64_t version))                                                 \
  FUNCTION(int, aoti_torch_new_tensor_handle,                                  \
           (TensorHandle tensor, TensorHandle * same))                         \
  FUNCTION(int, aoti_torch_delete_tensor_object, (TensorHandle tensor))        \
  FUNCTION(int, torch_get_const_data_ptr,                                      \
           (TensorHandle tensor, const void **data))                           \
  FUNCTION(int, torch_get_mutable_data_ptr,                                    \
           (TensorHandle tensor, void **data))                                 \
  FUNCTION(int, aoti_torch_get_dim, (TensorHandle tensor, int64_t *rank))      \
  FUNCTION(int, aoti_torch_get_sizes, (TensorHandle tensor, int64_t **sizes))  \
  FUNCTION(int, aoti_torch_get_strides,                                        \
           (TensorHandle tensor, int64_t **strides))                           \
  FUNCTION(int, aoti_torch_get_dtype, (TensorHandle tensor, int32_t *type))    \
  FUNCTION(int, aoti_torch_is_contiguous, (TensorHandle tensor, bool *result)) \
  FUNCTION(int, aoti_torch_empty_strided,                                      \
           (int64_t rank, const int64_t *sizes, const int64_t *strides,        \
            int32_t type, int32_t device, int32_t deviceIndex,                 \
            TensorHandle *tensor))                                             \
  FUNCTION(int, torch_string_length, (StringHandle string, size_t *length))    \
  FUNCTION(int, torch_string_c_str, (StringHandle string, const char **text))  \
  FUNCTION(int, torch_delete_string, (StringHandle string))                    \
  FUNCTION(int, torch_list_size, (ListHandle list, size_t *size))              \
  FUNCTION(int, torch_list_get_item,                                           \
           (ListHandle list, size_t index, StableIValue *element))             \
  FUNCTION(int, torch_delete_list, (ListHandle list))

/// Functions of later versions. Null in earlier versions.
#define SCATTER_TORCH_LATER_FUNCTIONS(FUNCTION)                                \
  /* 2.11 */                                                                   \
  FUNCTION(int, torch_from_blob,                                               \
           (void *data, int64_t rank, const int64_t *sizes,                    \
            const int64_t *strides, int64_t offset, int32_t type,              \
            int32_t device, int32_t deviceIndex, TensorHandle *tensor,         \
            int32_t layout, const uint8_t *metadata, int64_t metadataSize,     \
            void (*deleter)(void *data, void *user), void *user))              \
  /* 2.13 */                                                                   \
  FUNCTION(int, torch_delete_stable_ivalue, (StableIValue * value))

/// Functions that return the number of an element type, with its DLPack type.
/// The last one exists since 2.11.
#define SCATTER_TORCH_TYPES(TYPE)                                              \
  TYPE(aoti_torch_dtype_bool, SCATTER_TYPE_BOOL, 8)                            \
  TYPE(aoti_torch_dtype_int8, kDLInt, 8)                                       \
  TYPE(aoti_torch_dtype_int16, kDLInt, 16)                                     \
  TYPE(aoti_torch_dtype_int32, kDLInt, 32)                                     \
  TYPE(aoti_torch_dtype_int64, kDLInt, 64)                                     \
  TYPE(aoti_torch_dtype_uint8, kDLUInt, 8)                                     \
  TYPE(aoti_torch_dtype_uint16, kDLUInt, 16)                                   \
  TYPE(aoti_torch_dtype_uint32, kDLUInt, 32)                                   \
  TYPE(aoti_torch_dtype_uint64, kDLUInt, 64)                                   \
  TYPE(aoti_torch_dtype_float16, kDLFloat, 16)                                 \
  TYPE(aoti_torch_dtype_float32, kDLFloat, 32)                                 \
  TYPE(aoti_torch_dtype_float64, kDLFloat, 64)                                 \
  TYPE(aoti_torch_dtype_bfloat16, kDLBfloat, 16)                               \
  TYPE(aoti_torch_dtype_complex32, kDLComplex, 32)                             \
  TYPE(aoti_torch_dtype_complex64, kDLComplex, 64)                             \
  TYPE(aoti_torch_dtype_complex128, kDLComplex, 128)                           \
  TYPE(aoti_torch_dtype_float8_e4m3fn, SCATTER_TYPE_FLOAT8_E4M3FN, 8)          \
  TYPE(aoti_torch_dtype_float8_e4m3fnuz, SCATTER_TYPE_FLOAT8_E4M3FNUZ, 8)      \
  TYPE(aoti_torch_dtype_float8_e5m2, SCATTER_TYPE_FLOAT8_E5M2, 8)              \
  TYPE(aoti_torch_dtype_float8_e5m2fnuz, SCATTER_TYPE_FLOAT8_E5M2FNUZ, 8)      \
  TYPE(torch_dtype_float8_e8m0fnu, SCATTER_TYPE_FLOAT8_E8M0FNU, 8)

/// The table of functions.
struct TorchABI {
#define SCATTER_TORCH_MEMBER(result, name, parameters) result(*name) parameters;
  SCATTER_TORCH_FUNCTIONS(SCATTER_TORCH_MEMBER)
  SCATTER_TORCH_LATER_FUNCTIONS(SCATTER_TORCH_MEMBER)
#undef SCATTER_TORCH_MEMBER
};

} // namespace scatter_torch

#endif // SCATTER_PYTHON_TORCH_TORCHABI_H
