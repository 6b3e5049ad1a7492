//===- KernelTable.cpp - reads a table of kernels -------------------------===//

#include "KernelTable.h"

#include "BuiltinKernels.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

namespace {
/// Reads a table. After the first failure it adds no more kernels.
class TableReader {
public:
  explicit TableReader(json::Path::Root &root) : root(root) {}

  bool read(const json::Value &value);
  std::vector<KernelKey> take();

private:
  bool readUpdates(const json::Value &value, json::Path path);
  bool readGathers(const json::Value &value, json::Path path);
  bool readSlices(const json::Value &value, json::Path path);
  bool readTypes(const std::vector<std::string> &names, json::Path path,
                 SmallVectorImpl<ElementType> &types);
  /// Reads the `types` of kernels that apply `reduction`, and adds kernels of
  /// `op` for contiguous arrays whose slots are elements or rows.
  bool addTupleKernels(KernelKey::Op op, Reduction reduction,
                       const std::vector<std::string> &names, json::Path path);
  /// Adds `key`. If it `isThreaded`, also adds it for calls with several
  /// threads.
  void add(KernelKey key, bool isThreaded);

  json::Path::Root &root;
  SmallVector<ElementType> indexTypes;
  std::vector<int64_t> components, threadedComponents;
  std::vector<KernelKey> keys;
};
} // namespace

void TableReader::add(KernelKey key, bool isThreaded) {
  keys.push_back(key);
  key.threads = kBuiltinThreads;
  if (isThreaded)
    keys.push_back(key);
}

bool TableReader::readTypes(const std::vector<std::string> &names,
                            json::Path path,
                            SmallVectorImpl<ElementType> &types) {
  for (auto [i, name] : enumerate(names)) {
    std::optional<ElementType> type = ElementType::parse(name);
    if (!type) {
      path.index(i).report("expected an element type");
      return false;
    }
    types.push_back(*type);
  }
  return true;
}

bool TableReader::addTupleKernels(KernelKey::Op op, Reduction reduction,
                                  const std::vector<std::string> &names,
                                  json::Path path) {
  SmallVector<ElementType> types;
  if (!readTypes(names, path, types))
    return false;
  for (auto [i, type] : enumerate(types)) {
    if (getReducedType(type, reduction) != type) {
      path.index(i).report(
          "expected the type that kernels have for the elements");
      return false;
    }
    for (ElementType index : indexTypes)
      for (int64_t depth : components)
        for (unsigned sliceRank : {0, 1}) {
          KernelKey key;
          key.op = op;
          key.setElementType(type);
          key.rank = uint8_t(depth + sliceRank);
          key.batchRank = 1;
          key.depth = uint8_t(depth);
          key.indexKind = index.kind;
          key.indexWidth = uint8_t(index.bitWidth);
          key.reduction = reduction;
          // Updates of elements are divided among threads only if their sizes
          // are static.
          add(key, (sliceRank > 0 || op == KernelKey::Op::GatherND) &&
                       llvm::is_contained(threadedComponents, depth));
        }
  }
  return true;
}

bool TableReader::readUpdates(const json::Value &value, json::Path path) {
  json::ObjectMapper mapper(value, path);
  std::string name;
  std::vector<std::string> types;
  if (!mapper || !mapper.map("reduction", name) || !mapper.map("types", types))
    return false;
  std::optional<Reduction> reduction = symbolizeReduction(name);
  if (!reduction) {
    path.field("reduction").report("expected a reduction");
    return false;
  }
  return addTupleKernels(KernelKey::Op::ScatterNDUpdate, *reduction, types,
                         path.field("types"));
}

bool TableReader::readGathers(const json::Value &value, json::Path path) {
  json::ObjectMapper mapper(value, path);
  std::vector<std::string> types;
  return mapper && mapper.map("types", types) &&
         addTupleKernels(KernelKey::Op::GatherND, Reduction::none, types,
                         path.field("types"));
}

/// Adds kernels for arrays with contiguous rows, and for arrays of any strides.
bool TableReader::readSlices(const json::Value &value, json::Path path) {
  json::ObjectMapper mapper(value, path);
  std::vector<std::string> names;
  std::vector<int64_t> ranks;
  SmallVector<ElementType> types;
  if (!mapper || !mapper.map("types", names) || !mapper.map("ranks", ranks) ||
      !readTypes(names, path.field("types"), types))
    return false;
  for (ElementType type : types)
    for (int64_t rank : ranks)
      for (Layout layout : {Layout::ContiguousRows, Layout::Strided}) {
        KernelKey key;
        key.op = KernelKey::Op::SliceScatter;
        key.setElementType(type);
        key.rank = uint8_t(rank);
        key.layouts[KernelKey::Data] = key.layouts[KernelKey::Updates] = layout;
        add(key, /*isThreaded=*/true);
      }
  return true;
}

bool TableReader::read(const json::Value &value) {
  json::Path path(root);
  json::ObjectMapper mapper(value, path);
  std::vector<std::string> indices;
  if (!mapper || !mapper.map("indices", indices) ||
      !mapper.map("components", components) ||
      !mapper.map("threaded_components", threadedComponents) ||
      !readTypes(indices, path.field("indices"), indexTypes))
    return false;
  const json::Object &object = *value.getAsObject();
  const json::Value *updates = object.get("scatter_nd_update");
  const json::Value *slices = object.get("slice_scatter");
  const json::Value *gathers = object.get("gather_nd");
  if (!updates || !updates->getAsArray() || !slices || !gathers) {
    path.report("expected entries 'scatter_nd_update', 'slice_scatter' and "
                "'gather_nd'");
    return false;
  }
  for (auto [i, entry] : enumerate(*updates->getAsArray()))
    if (!readUpdates(entry, path.field("scatter_nd_update").index(i)))
      return false;
  return readSlices(*slices, path.field("slice_scatter")) &&
         readGathers(*gathers, path.field("gather_nd"));
}

std::vector<KernelKey> TableReader::take() {
  llvm::sort(keys, [](const KernelKey &a, const KernelKey &b) {
    return a.getBytes() < b.getBytes();
  });
  return std::move(keys);
}

Expected<std::vector<KernelKey>> readKernelTable(StringRef text) {
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  json::Path::Root root("table");
  TableReader reader(root);
  if (!reader.read(*value))
    return root.getError();
  return reader.take();
}
