//===- KernelSignature.cpp - the function of a kernel ---------------------===//

#include "KernelSignature.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

static constexpr int64_t kDynamic = ValueType::kDynamic;

StringRef kernels::getFunctionName(const KernelKey &key) {
  switch (key.op) {
  case KernelKey::Op::ScatterNDUpdate:
    return "scatter_nd_update";
  case KernelKey::Op::SliceScatter:
    return "slice_scatter";
  case KernelKey::Op::GatherScatter:
    return "gather_scatter";
  case KernelKey::Op::GatherND:
    return "gather_nd";
  case KernelKey::Op::ScatterElements:
    return "scatter_elements";
  }
  return "";
}

SmallVector<int64_t, 4> KernelArgument::getStrides() const {
  SmallVector<int64_t, 4> strides(shape.size(), kDynamic);
  if (layout == Layout::Strided || shape.empty())
    return strides;
  strides.back() = 1;
  if (layout == Layout::ContiguousRows)
    return strides;
  // A stride is static as long as all sizes inside it are static.
  for (size_t i = shape.size() - 1;
       i > 0 && strides[i] != kDynamic && shape[i] != kDynamic; --i)
    if (MulOverflow(strides[i], shape[i], strides[i - 1]))
      strides[i - 1] = kDynamic;
  return strides;
}

/// The arguments of a kernel of GatherScatter.
static SmallVector<KernelArgument, 8> getRowArguments(const KernelKey &key) {
  SmallVector<KernelArgument, 8> arguments;
  auto add = [&](ElementType element, std::initializer_list<int64_t> shape) {
    arguments.push_back({true, element, {}, Layout::Contiguous});
    arguments.back().shape.assign(shape);
  };
  ElementType element = getRowStorage(key.getElementType());
  int64_t length = key.staticSizes[1];
  add(element, {kDynamic, length});
  add(element, {kDynamic, length});
  if (hasOption(key, RowOptions::Unsorted)) {
    add(key.getIndexType(), {kDynamic, 1});
    if (hasOption(key, RowOptions::Weighted))
      add(element, {kDynamic});
    add(key.getIndexType(), {kDynamic, 1});
    return arguments;
  }
  if (key.indexKind != ElementKind::Opaque)
    add({ElementKind::Signless, key.indexWidth}, {kDynamic});
  if (hasOption(key, RowOptions::Weighted))
    add(element, {kDynamic});
  bool isWide = hasOption(key, RowOptions::WideOrder);
  add({ElementKind::Signless, uint16_t(isWide ? 64 : 32)}, {kDynamic});
  add({ElementKind::Signless, 64}, {kDynamic});
  add({ElementKind::Signless, 64}, {kDynamic});
  if (hasOption(key, RowOptions::Args))
    add({ElementKind::Signless, 64}, {kDynamic, length});
  return arguments;
}

SmallVector<KernelArgument, 8> kernels::getArguments(const KernelKey &key) {
  if (key.op == KernelKey::Op::GatherScatter)
    return getRowArguments(key);
  SmallVector<KernelArgument, 8> arguments;
  auto addArray = [&](KernelKey::Array array, ElementType element,
                      ArrayRef<int64_t> shape) {
    arguments.push_back({true, element, {}, key.layouts[array]});
    arguments.back().shape.assign(shape.begin(), shape.end());
  };
  ElementType element = key.getElementType();
  SmallVector<int64_t, 4> data(key.rank, kDynamic);
  for (size_t i = 0; i < std::min(data.size(), KernelKey::kMaxStaticSizes); ++i)
    if (key.staticSizes[i] != KernelKey::kDynamic)
      data[i] = key.staticSizes[i];
  for (int i = 0; i < (key.hasSource ? 2 : 1); ++i)
    addArray(KernelKey::Data, element, data);
  if (key.op == KernelKey::Op::ScatterElements) {
    SmallVector<int64_t, 4> indices(key.batchRank, kDynamic);
    if (!checksElements(key))
      indices.push_back(key.depth);
    SmallVector<int64_t, 4> updates(size_t(popcount(key.boundAxes)), kDynamic);
    addArray(KernelKey::Indices, key.getIndexType(), indices);
    addArray(KernelKey::Updates, element, updates);
    if (checksElements(key))
      arguments.push_back(
          {true, {ElementKind::Signless, 8}, {1}, Layout::Contiguous});
    return arguments;
  }
  if (key.op != KernelKey::Op::SliceScatter) {
    SmallVector<int64_t, 4> indices(key.batchRank, kDynamic);
    SmallVector<int64_t, 4> updates = indices;
    indices.push_back(key.depth);
    llvm::append_range(updates,
                       ArrayRef(data).drop_front(key.batchDims + key.depth));
    addArray(KernelKey::Indices, key.getIndexType(), indices);
    addArray(KernelKey::Updates, element, updates);
    if (hasFill(key))
      arguments.push_back({true, element, {1}, Layout::Contiguous});
    return arguments;
  }
  addArray(KernelKey::Updates, element, data);
  for (unsigned axis = 0; axis < key.rank; ++axis)
    if (hasBounds(key, axis))
      arguments.append(hasStepArgument(key, axis) ? 3 : 2,
                       {false, {ElementKind::Index, 64}, {}, {}});
  return arguments;
}

EntryPoint kernels::makeEntryPoint(const KernelKey &key) {
  EntryPoint entry;
  entry.name = getFunctionName(key).str();
  for (auto [i, argument] : enumerate(getArguments(key))) {
    Parameter parameter;
    parameter.name = ("arg" + Twine(i)).str();
    parameter.type.kind =
        argument.isArray ? ValueType::Kind::MemRef : ValueType::Kind::Scalar;
    parameter.type.element = argument.element;
    parameter.type.shape = argument.shape;
    if (argument.isArray)
      parameter.type.strides = argument.getStrides();
    entry.arguments.push_back(std::move(parameter));
  }
  return entry;
}
