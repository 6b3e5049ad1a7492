//===- Extension.cpp - the two ops as operations of OpenVINO --------------===//
//
// The library for Core.add_extension. When a model is read, ScatterNDUpdate and
// SliceScatter of OpenVINO's operation sets become ops of this library. Their
// evaluate() passes OpenVINO's tensors to the library as DLPack tensors.
// Parallel loops run on threads of the inference request.
//
//===----------------------------------------------------------------------===//

#include "AlignedElements.h"

#include "scatter-c/Context.h"
#include "scatter-c/Kernels.h"
#include "scatter-c/Threads.h"
#include <openvino/core/op_extension.hpp>
#include <openvino/core/parallel.hpp>
#include <openvino/op/op.hpp>

#include <cstring>

namespace {

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Returns the type of DLPack. `bits` is 0 for types that the library lacks.
DLDataType getType(const ov::element::Type &type) {
  if (type == ov::element::boolean)
    return {SCATTER_TYPE_BOOL, 8, 1};
  if (type == ov::element::bf16)
    return {kDLBfloat, 16, 1};
  if (type == ov::element::f8e4m3)
    return {SCATTER_TYPE_FLOAT8_E4M3FN, 8, 1};
  if (type == ov::element::f8e5m2)
    return {SCATTER_TYPE_FLOAT8_E5M2, 8, 1};
  if (type == ov::element::f8e8m0)
    return {SCATTER_TYPE_FLOAT8_E8M0FNU, 8, 1};
  uint8_t bits = uint8_t(type.bitwidth());
  if (!type.is_static() || bits < 8 || type == ov::element::string)
    return {0, 0, 1};
  if (type.is_real())
    return {kDLFloat, uint8_t(bits < 16 ? 0 : bits), 1};
  return {uint8_t(type.is_signed() ? kDLInt : kDLUInt), bits, 1};
}

/// A view of `tensor`, which must outlive it. Inputs are aligned.
class View {
public:
  explicit View(const ov::Tensor &tensor, bool isOutput = false)
      : sizes(tensor.get_shape().begin(), tensor.get_shape().end()) {
    void *data = const_cast<void *>(tensor.data());
    if (!isOutput && tensor.is_continuous())
      data = elements.get(data, tensor.get_element_type().size(),
                          tensor.get_byte_size());
    this->tensor = {data,
                    {kDLCPU, 0},
                    int32_t(sizes.size()),
                    getType(tensor.get_element_type()),
                    sizes.data(),
                    nullptr,
                    0};
    if (tensor.is_continuous())
      return;
    for (size_t bytes : tensor.get_strides())
      strides.push_back(int64_t(bytes / tensor.get_element_type().size()));
    this->tensor.strides = strides.data();
  }
  View(const View &) = delete;

  DLTensor tensor;

private:
  std::vector<int64_t> sizes, strides;
  scatter::AlignedElements elements;
};

template <typename T>
void append(const ov::Tensor &tensor, std::vector<int64_t> &values) {
  auto *bytes = static_cast<const char *>(tensor.data());
  for (size_t i = 0; i < tensor.get_size(); ++i) {
    T element;
    std::memcpy(&element, bytes + i * sizeof(T), sizeof(T));
    values.push_back(int64_t(element));
  }
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

class UpdateError : public ov::Exception {
public:
  explicit UpdateError(const std::string &message) : ov::Exception(message) {}
};

[[noreturn]] void fail(const ov::Node &op, const std::string &message) {
  throw UpdateError("operation '" + op.get_friendly_name() + "': " + message);
}

/// Frees `status`. Throws an exception with its message if it is an error.
void check(const ov::Node &op, ScatterStatus *status) {
  if (!status)
    return;
  std::string message = scatter_status_text(status);
  scatter_status_destroy(status);
  fail(op, message);
}

/// Reads integers of any type that OpenVINO allows for bounds.
std::vector<int64_t> readIntegers(const ov::Node &op, const char *name,
                                  const ov::Tensor &tensor) {
  std::vector<int64_t> values;
  ov::element::Type type = tensor.get_element_type();
  if (type == ov::element::i64)
    append<int64_t>(tensor, values);
  else if (type == ov::element::i32)
    append<int32_t>(tensor, values);
  else if (type == ov::element::i16)
    append<int16_t>(tensor, values);
  else if (type == ov::element::i8)
    append<int8_t>(tensor, values);
  else if (type == ov::element::u32)
    append<uint32_t>(tensor, values);
  else if (type == ov::element::u16)
    append<uint16_t>(tensor, values);
  else if (type == ov::element::u8)
    append<uint8_t>(tensor, values);
  else
    fail(op, std::string("'") + name + "': expected integers, found " +
                 type.get_type_name());
  return values;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// A ScatterParallelFor that runs on the threads of the request.
void runOnRequest(void (*function)(void *context, int64_t index), void *context,
                  int64_t count) {
  ov::parallel_for(count, [=](int64_t i) { function(context, i); });
}

/// While an object of this class exists, parallel loops of kernels that this
/// thread calls run on threads of its request.
class RequestThreads {
public:
  RequestThreads() : former(scatter_set_thread_parallel_for(runOnRequest)) {}
  ~RequestThreads() { scatter_set_thread_parallel_for(former); }
  RequestThreads(const RequestThreads &) = delete;

  unsigned count() const {
    return unsigned(
        std::clamp(parallel_get_max_threads(), 1, SCATTER_MAX_THREADS));
  }

private:
  ScatterParallelFor former;
};

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// An update of input 0. The result has the type and the shape of input 0.
class Update : public ov::op::Op {
public:
  using ov::op::Op::Op;

  bool has_evaluate() const override { return true; }

protected:
  void infer(const char *name, const ov::Output<ov::Node> &updates) {
    ov::element::Type type = get_input_element_type(0);
    if (!ov::element::Type::merge(type, type, updates.get_element_type()))
      fail(*this, std::string("'") + name + "': expected the element type of " +
                      "'data', " + get_input_element_type(0).get_type_name() +
                      ", found " + updates.get_element_type().get_type_name());
    set_output_type(0, type, get_input_partial_shape(0));
  }
};

class NDUpdate : public Update {
public:
  OPENVINO_OP("NDUpdate", "scatter_mlir", Update);

  NDUpdate() = default;
  NDUpdate(const ov::OutputVector &inputs, const std::string &reduction)
      : Update(inputs), reduction(reduction) {
    constructor_validate_and_infer_types();
  }

  bool visit_attributes(ov::AttributeVisitor &visitor) override {
    visitor.on_attribute("reduction", reduction);
    return true;
  }

  void validate_and_infer_types() override {
    if (get_input_size() != 3)
      fail(*this,
           "expected 3 inputs, found " + std::to_string(get_input_size()));
    if (ScatterStatus *status =
            scatter_parse_reduction(reduction.c_str(), &kind)) {
      std::string message = scatter_status_text(status);
      scatter_status_destroy(status);
      fail(*this, "attribute " + message);
    }
    infer("updates", input_value(2));
  }

  std::shared_ptr<ov::Node>
  clone_with_new_inputs(const ov::OutputVector &inputs) const override {
    return std::make_shared<NDUpdate>(inputs, reduction);
  }

  bool evaluate(ov::TensorVector &outputs,
                const ov::TensorVector &inputs) const override {
    outputs[0].set_shape(inputs[0].get_shape());
    View data(inputs[0]), indices(inputs[1]), updates(inputs[2]);
    View out(outputs[0], /*isOutput=*/true);
    RequestThreads threads;
    ScatterNDUpdateOptions options = {};
    options.struct_size = sizeof(options);
    options.reduction = kind;
    options.threads = threads.count();
    check(*this, scatter_nd_update(&data.tensor, &indices.tensor,
                                   &updates.tensor, &out.tensor, &options));
    return true;
  }

private:
  std::string reduction = "none";
  ScatterReduction kind = SCATTER_REDUCTION_NONE;
};

class SliceUpdate : public Update {
public:
  OPENVINO_OP("SliceUpdate", "scatter_mlir", Update);

  SliceUpdate() = default;
  explicit SliceUpdate(const ov::OutputVector &inputs) : Update(inputs) {
    constructor_validate_and_infer_types();
  }

  bool visit_attributes(ov::AttributeVisitor &) override { return true; }

  void validate_and_infer_types() override {
    if (get_input_size() != 5 && get_input_size() != 6)
      fail(*this,
           "expected 5 or 6 inputs, found " + std::to_string(get_input_size()));
    infer("updates", input_value(1));
  }

  std::shared_ptr<ov::Node>
  clone_with_new_inputs(const ov::OutputVector &inputs) const override {
    return std::make_shared<SliceUpdate>(inputs);
  }

  bool evaluate(ov::TensorVector &outputs,
                const ov::TensorVector &inputs) const override {
    static const char *const names[] = {"start", "stop", "step", "axes"};
    std::vector<int64_t> bounds[4];
    for (size_t i = 2; i < inputs.size(); ++i) {
      bounds[i - 2] = readIntegers(*this, names[i - 2], inputs[i]);
      if (bounds[i - 2].size() != bounds[0].size())
        fail(*this, std::string("'") + names[i - 2] + "': expected " +
                        std::to_string(bounds[0].size()) +
                        " entries as 'start' has, found " +
                        std::to_string(bounds[i - 2].size()));
    }
    outputs[0].set_shape(inputs[0].get_shape());
    View data(inputs[0]), updates(inputs[1]);
    View out(outputs[0], /*isOutput=*/true);
    RequestThreads threads;
    ScatterSliceScatterOptions options = {};
    options.struct_size = sizeof(options);
    options.threads = threads.count();
    check(*this,
          scatter_slice_scatter(&data.tensor, &updates.tensor, bounds[0].data(),
                                bounds[1].data(), bounds[2].data(),
                                inputs.size() == 6 ? bounds[3].data() : nullptr,
                                bounds[0].size(), &out.tensor, &options));
    return true;
  }
};

//===----------------------------------------------------------------------===//
// Extensions
//===----------------------------------------------------------------------===//

/// Replaces ops `type` of an OpenVINO operation set by `T` when a model is
/// read.
template <typename T>
class Replacement : public ov::BaseOpExtension {
public:
  Replacement(const char *type, const char *set) : info(type, set) {
    info.hash();
  }

  const ov::DiscreteTypeInfo &get_type_info() const override { return info; }

  ov::OutputVector create(const ov::OutputVector &inputs,
                          ov::AttributeVisitor &visitor) const override {
    return ov::OpExtension<T>().create(inputs, visitor);
  }

  std::vector<ov::Extension::Ptr> get_attached_extensions() const override {
    return {};
  }

private:
  ov::DiscreteTypeInfo info;
};

std::vector<ov::Extension::Ptr> makeExtensions() {
  return {
      std::make_shared<ov::OpExtension<NDUpdate>>(),
      std::make_shared<ov::OpExtension<SliceUpdate>>(),
      std::make_shared<Replacement<NDUpdate>>("ScatterNDUpdate", "opset3"),
      std::make_shared<Replacement<NDUpdate>>("ScatterNDUpdate", "opset4"),
      std::make_shared<Replacement<NDUpdate>>("ScatterNDUpdate", "opset15"),
      std::make_shared<Replacement<SliceUpdate>>("SliceScatter", "opset15"),
  };
}

} // namespace

OPENVINO_CREATE_EXTENSIONS(makeExtensions())
