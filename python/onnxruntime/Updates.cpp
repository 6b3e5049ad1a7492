//===- Updates.cpp - kernels of the custom ops ----------------------------===//

#include "Elements.h"

#include <algorithm>
#include <exception>
#include <memory>

using namespace scatter_ort;

namespace {

/// ScatterNDUpdate(data, indices, updates).
struct NDUpdate {
  static constexpr const char *kName = "ScatterNDUpdate";
  static constexpr size_t kInputs = 3, kRequired = 3;
  /// The index of the first int64 input, and the index of the next input of
  /// data's type.
  static constexpr size_t kIntegers = 1, kIntegersEnd = 2;
  static inline const std::vector<const char *> kAttributes = {
      "reduction",      "out_of_bounds",      "negative_indices",
      "unique_indices", "indices_are_sorted", "threads"};

  ScatterNDUpdateOptions options = {};

  OrtStatus *create(const OrtKernelInfo *info) {
    OrtStatus *status =
        readName(info, "reduction", options.reduction, scatter_parse_reduction);
    if (!status)
      status = readName(info, "out_of_bounds", options.out_of_bounds,
                        scatter_parse_out_of_bounds);
    if (!status)
      status = readName(info, "negative_indices", options.negative_indices,
                        scatter_parse_negative_indices);
    if (!status)
      status = readThreads(info, options.threads);
    bool isUnique = false, isSorted = false;
    if (!status)
      status = readFlag(info, "unique_indices", isUnique);
    if (!status)
      status = readFlag(info, "indices_are_sorted", isSorted);
    options.struct_size = sizeof(options);
    options.unique_indices = isUnique;
    options.indices_are_sorted = isSorted;
    return status;
  }

  OrtStatus *compute(OrtKernelContext *context) const {
    Tensor data, indices, updates, out;
    OrtStatus *status = data.readInput("data", context, 0);
    if (!status)
      status = indices.readInput("indices", context, 1);
    if (!status)
      status = updates.readInput("updates", context, 2);
    if (!status)
      status = out.allocateLike(data, context);
    if (status)
      return status;
    SessionThreads threads(context);
    return toStatus(scatter_nd_update(&data.tensor, &indices.tensor,
                                      &updates.tensor, &out.tensor, &options));
  }
};

/// SliceScatter(data, updates, start, stop, step?, axes?).
struct SliceUpdate {
  static constexpr const char *kName = "SliceScatter";
  static constexpr size_t kInputs = 6, kRequired = 4;
  static constexpr size_t kIntegers = 2, kIntegersEnd = 6;
  static inline const std::vector<const char *> kAttributes = {"threads"};

  ScatterSliceScatterOptions options = {};

  OrtStatus *create(const OrtKernelInfo *info) {
    options.struct_size = sizeof(options);
    return readThreads(info, options.threads);
  }

  OrtStatus *compute(OrtKernelContext *context) const {
    static const char *const names[] = {"start", "stop", "step", "axes"};
    Tensor data, updates, out, integers[4];
    const int64_t *bounds[4];
    size_t counts[4];
    OrtStatus *status = data.readInput("data", context, 0);
    if (!status)
      status = updates.readInput("updates", context, 1);
    for (size_t i = 0; i < 4 && !status; ++i) {
      status = readIntegers(names[i], context, 2 + i, integers[i], bounds[i],
                            counts[i]);
      if (!status && bounds[i] && counts[i] != counts[0])
        status = makeStatus(std::string("'") + names[i] + "': expected " +
                            std::to_string(counts[0]) +
                            " entries as 'start' has, found " +
                            std::to_string(counts[i]));
    }
    if (!status)
      status = out.allocateLike(data, context);
    if (status)
      return status;
    SessionThreads threads(context);
    return toStatus(scatter_slice_scatter(
        &data.tensor, &updates.tensor, bounds[0], bounds[1], bounds[2],
        bounds[3], counts[0], &out.tensor, &options));
  }
};

/// ONNX's TensorScatter(past_cache, update, write_indices?).
struct CacheUpdate {
  static constexpr const char *kName = "TensorScatter";
  static constexpr size_t kInputs = 3, kRequired = 2;
  static constexpr size_t kIntegers = 2, kIntegersEnd = 3;
  static inline const std::vector<const char *> kAttributes = {"axis", "mode",
                                                               "threads"};

  int64_t axis = -2;
  bool isCircular = false;
  ScatterSliceScatterOptions sliceOptions = {};
  ScatterNDUpdateOptions ndOptions = {};

  OrtStatus *create(const OrtKernelInfo *info) {
    std::optional<std::string> given;
    if (OrtStatus *status = readText(info, "mode", given))
      return status;
    std::string mode = given.value_or("linear");
    isCircular = mode == "circular";
    if (!isCircular && mode != "linear")
      return makeStatus("attribute 'mode': expected one of 'linear', "
                        "'circular', found '" +
                        mode + "'");
    if (OrtStatus *status = readInteger(info, "axis", axis))
      return status;
    sliceOptions.struct_size = sizeof(sliceOptions);
    ndOptions.struct_size = sizeof(ndOptions);
    ndOptions.unique_indices = 1;
    if (OrtStatus *status = readThreads(info, sliceOptions.threads))
      return status;
    ndOptions.threads = sliceOptions.threads;
    return nullptr;
  }

  OrtStatus *compute(OrtKernelContext *context) const;
};

} // namespace

static OrtStatus *checkCache(const Tensor &cache, const Tensor &update,
                             int64_t axis) {
  int64_t rank = cache.tensor.ndim;
  if (axis <= 0 || axis >= rank)
    return makeStatus("attribute 'axis': expected a dimension other than the "
                      "first of rank " +
                      std::to_string(rank) + ", found " + std::to_string(axis));
  if (update.tensor.ndim != rank)
    return makeStatus("'update': expected rank " + std::to_string(rank) +
                      ", found rank " + std::to_string(update.tensor.ndim));
  for (int64_t i = 0; i < rank; ++i)
    if (i == axis ? update.sizes[i] > cache.sizes[i]
                  : update.sizes[i] != cache.sizes[i])
      return makeStatus("'update' dimension " + std::to_string(i) +
                        ": expected " + (i == axis ? "at most " : "size ") +
                        std::to_string(cache.sizes[i]) + ", found " +
                        std::to_string(update.sizes[i]));
  return nullptr;
}

/// Returns the index tuples for the rows of `update`. A tuple has the
/// dimensions up to `axis`. The position along `axis` begins at `starts` in
/// each batch.
static std::vector<int64_t> makeTuples(const Tensor &cache,
                                       const Tensor &update, int64_t axis,
                                       const int64_t *starts) {
  int64_t inner = 1, length = update.sizes[axis], size = cache.sizes[axis];
  for (int64_t i = 1; i < axis; ++i)
    inner *= cache.sizes[i];
  std::vector<int64_t> tuples;
  tuples.reserve(size_t(cache.sizes[0] * inner * length * (axis + 1)));
  for (int64_t batch = 0; batch < cache.sizes[0]; ++batch)
    for (int64_t row = 0; row < inner; ++row)
      for (int64_t i = 0; i < length; ++i) {
        size_t begin = tuples.size();
        tuples.resize(begin + size_t(axis) + 1);
        int64_t rest = row;
        for (int64_t dim = axis; --dim > 0; rest /= cache.sizes[dim])
          tuples[begin + size_t(dim)] = rest % cache.sizes[dim];
        tuples[begin] = batch;
        tuples.back() = (starts[batch] + i) % size;
      }
  return tuples;
}

OrtStatus *CacheUpdate::compute(OrtKernelContext *context) const {
  Tensor cache, update, positions, out;
  const int64_t *given;
  size_t count;
  OrtStatus *status = cache.readInput("past_cache", context, 0);
  if (!status)
    status = update.readInput("update", context, 1);
  if (!status)
    status = readIntegers("write_indices", context, 2, positions, given, count);
  int64_t dim = axis < 0 ? axis + cache.tensor.ndim : axis;
  if (!status)
    status = checkCache(cache, update, dim);
  if (status)
    return status;
  size_t batches = size_t(cache.sizes[0]);
  if (given && count != batches)
    return makeStatus("'write_indices': expected " + std::to_string(batches) +
                      " entries, found " + std::to_string(count));
  std::vector<int64_t> starts(batches, 0);
  if (given)
    std::copy_n(given, batches, starts.begin());
  int64_t size = cache.sizes[dim], length = update.sizes[dim];
  bool isSlice = true;
  for (size_t i = 0; i < batches; ++i) {
    if (starts[i] < 0 || (!isCircular && starts[i] > size - length))
      return makeStatus(
          "'write_indices' entry " + std::to_string(i) + ": expected " +
          (isCircular ? "0 or more" : "0 to " + std::to_string(size - length)) +
          ", found " + std::to_string(starts[i]));
    if (size > 0)
      starts[i] %= size;
    isSlice &= starts[i] == starts[0] && starts[i] <= size - length;
  }
  status = out.allocateLike(cache, context);
  if (status)
    return status;
  SessionThreads threads(context);
  if (isSlice) {
    int64_t start = batches ? starts[0] : 0, stop = start + length;
    return toStatus(scatter_slice_scatter(&cache.tensor, &update.tensor, &start,
                                          &stop, nullptr, &dim, 1, &out.tensor,
                                          &sliceOptions));
  }
  std::vector<int64_t> tuples = makeTuples(cache, update, dim, starts.data());
  Tensor indices;
  std::copy_n(update.sizes, dim + 1, indices.sizes);
  indices.sizes[dim + 1] = dim + 1;
  indices.tensor = {tuples.data(),
                    {kDLCPU, 0},
                    int32_t(dim + 2),
                    {kDLInt, 64, 1},
                    indices.sizes,
                    nullptr,
                    0};
  return toStatus(scatter_nd_update(&cache.tensor, &indices.tensor,
                                    &update.tensor, &out.tensor, &ndOptions));
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

namespace {

/// A custom op for one element type. ONNX Runtime combines ops of the same
/// name. Older versions do not support ops with inputs of any type.
struct TypedOp : OrtCustomOp {
  OrtElementType element;
};

} // namespace

/// Returns `body()`, or a status if it throws: no exception may leave a
/// callback of ONNX Runtime.
template <typename Body>
static OrtStatus *guard(Body body) {
  try {
    return body();
  } catch (const std::exception &error) {
    return makeFailure(error.what());
  }
}

/// The attributes of all ops.
static std::vector<const char *> getAllAttributes() {
  std::vector<const char *> all;
  for (const auto *names :
       {&NDUpdate::kAttributes, &SliceUpdate::kAttributes,
        &CacheUpdate::kAttributes, &ElementsUpdate::kAttributes})
    all.insert(all.end(), names->begin(), names->end());
  return all;
}

template <typename Kernel>
static TypedOp makeOp(OrtElementType element) {
  TypedOp op = {};
  op.element = element;
  op.version = kOrtVersion;
  op.GetName = [](const OrtCustomOp *) { return Kernel::kName; };
  op.GetExecutionProviderType = [](const OrtCustomOp *) -> const char * {
    return nullptr;
  };
  op.GetInputType = [](const OrtCustomOp *op, size_t i) {
    bool isInteger = i >= Kernel::kIntegers && i < Kernel::kIntegersEnd;
    return isInteger ? ORT_INT64 : static_cast<const TypedOp *>(op)->element;
  };
  op.GetInputTypeCount = [](const OrtCustomOp *) { return Kernel::kInputs; };
  op.GetOutputType = [](const OrtCustomOp *op, size_t) {
    return static_cast<const TypedOp *>(op)->element;
  };
  op.GetOutputTypeCount = [](const OrtCustomOp *) { return size_t(1); };
  op.GetInputCharacteristic = [](const OrtCustomOp *, size_t i) {
    return i < Kernel::kRequired ? ORT_REQUIRED : ORT_OPTIONAL;
  };
  op.GetOutputCharacteristic = [](const OrtCustomOp *, size_t) {
    return ORT_REQUIRED;
  };
  op.GetInputMemoryType = [](const OrtCustomOp *, size_t) { return 0; };
  auto getOne = [](const OrtCustomOp *) { return 1; };
  op.GetVariadicInputMinArity = op.GetVariadicOutputMinArity = getOne;
  op.GetVariadicInputHomogeneity = op.GetVariadicOutputHomogeneity = getOne;
  op.CreateKernelV2 = [](const OrtCustomOp *, const OrtApi *,
                         const OrtKernelInfo *info, void **kernel) {
    *kernel = nullptr;
    return guard([&] {
      auto created = std::make_unique<Kernel>();
      OrtStatus *status = rejectOthers(info, Kernel::kName, Kernel::kAttributes,
                                       getAllAttributes());
      if (!status)
        status = created->create(info);
      if (!status)
        *kernel = created.release();
      return status;
    });
  };
  op.KernelComputeV2 = [](void *kernel, OrtKernelContext *context) {
    return guard(
        [&] { return static_cast<const Kernel *>(kernel)->compute(context); });
  };
  op.KernelDestroy = [](void *kernel) { delete static_cast<Kernel *>(kernel); };
  op.InferOutputShapeFn = inferShape;
  op.GetStartVersion = getOne;
  op.GetEndVersion = [](const OrtCustomOp *) { return INT32_MAX; };
  op.GetMayInplace = [](int **inputs, int **outputs) {
    static int zero = 0;
    *inputs = *outputs = &zero;
    return size_t(1);
  };
  op.ReleaseMayInplace = [](int *, int *) {};
  return op;
}

template <typename Kernel>
static void addOps(std::vector<const OrtCustomOp *> &ops) {
  static const OrtElementType elements[] = {
      ORT_BOOL,          ORT_INT8,         ORT_INT16,          ORT_INT32,
      ORT_INT64,         ORT_UINT8,        ORT_UINT16,         ORT_UINT32,
      ORT_UINT64,        ORT_FLOAT16,      ORT_FLOAT,          ORT_DOUBLE,
      ORT_BFLOAT16,      ORT_FLOAT8E4M3FN, ORT_FLOAT8E4M3FNUZ, ORT_FLOAT8E5M2,
      ORT_FLOAT8E5M2FNUZ};
  static const std::vector<TypedOp> typed = [] {
    std::vector<TypedOp> result;
    for (OrtElementType element : elements)
      result.push_back(makeOp<Kernel>(element));
    return result;
  }();
  for (const TypedOp &op : typed)
    ops.push_back(&op);
}

const std::vector<const OrtCustomOp *> &scatter_ort::getOps() {
  static const std::vector<const OrtCustomOp *> ops = [] {
    std::vector<const OrtCustomOp *> result;
    addOps<NDUpdate>(result);
    addOps<SliceUpdate>(result);
    addOps<CacheUpdate>(result);
    addOps<ElementsUpdate>(result);
    return result;
  }();
  return ops;
}
