//===- Machine.cpp - the machine description ------------------------------===//

#include "scatter/Plan/Machine.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace scatter;

static constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

/// The target device whose properties describe the machine.
static constexpr llvm::StringLiteral kDevice = "scatter";

static constexpr MachineEntry kEntries[] = {
    {"threads", &Machine::threads, 1, 1024,
     "threads that share the work of an op"},
    {"cores", &Machine::cores, 0, 1 << 20,
     "cores that run the threads, 0 if that is not known"},
    {"vector-bytes", &Machine::vectorBytes, 16, 1024,
     "bytes of the vectors that rows are processed in, a power of two; targets "
     "with shorter vectors get several of theirs for one of these",
     /*isPowerOfTwo=*/true},
    {"parallel-bytes", &Machine::parallelBytes, 0, kMax,
     "minimum bytes written for an op to use its threads"},
    {"core-cache-bytes", &Machine::coreCacheBytes, 0, kMax,
     "bytes of data that the caches next to one core keep between updates"},
    {"element-data-bytes", &Machine::elementDataBytes, 0, kMax,
     "minimum bytes of data for threads to divide updates of slots that are "
     "shorter than a cache line"},
    {"bucket-data-bytes", &Machine::bucketDataBytes, 0, kMax,
     "minimum bytes of data for rows to have more buckets than threads, 0 for "
     "never"},
    {"scratch-bytes", &Machine::scratchBytes, 0, kMax,
     "bytes of scratch memory that precomputed offsets may take"},
    {"nontemporal-bytes", &Machine::nontemporalBytes, 0, kMax,
     "minimum bytes written for nontemporal stores of whole cache lines, 0 for "
     "never"},
    {"memcpy-bytes", &Machine::memcpyBytes, 0, kMax,
     "minimum bytes of a row for a copy by memcpy, 0 for never"},
    {"prefetch", &Machine::prefetch, 0, 2,
     "level of the cache that slots are prefetched into some tuples ahead, 0 "
     "for no prefetch"},
    {"prefetch-row-bytes", &Machine::prefetchRowBytes, 0, kMax,
     "maximum bytes of a row for prefetches of slots; the hardware prefetches "
     "longer rows"},
    {"prefetch-total-bytes", &Machine::prefetchTotalBytes, 0, kMax,
     "minimum bytes of data, updates and indices for prefetches of slots; less "
     "is in a cache that is close enough"},
    {"openmp", &Machine::openMP, 0, 1,
     "1 to make the threads those of LLVM's OpenMP runtime, 0 for "
     "scatter_parallel_for of the runtime library"},
};

ArrayRef<MachineEntry> scatter::getMachineEntries() { return kEntries; }

const MachineEntry &scatter::getMachineEntry(int64_t Machine::*member) {
  const auto *entry = llvm::find_if(kEntries, [&](const MachineEntry &each) {
    return each.member == member;
  });
  assert(entry != std::end(kEntries) && "expected a member with an entry");
  return *entry;
}

const MachineEntry *scatter::findMachineEntry(StringRef name) {
  const auto *entry = llvm::find_if(
      kEntries, [&](const MachineEntry &each) { return each.name == name; });
  return entry == std::end(kEntries) ? nullptr : entry;
}

std::string MachineEntry::getKey() const {
  std::string key = name.str();
  llvm::replace(key, '-', '_');
  return key;
}

std::string MachineEntry::getObjection(int64_t value) const {
  if (value >= min && value <= max &&
      (!isPowerOfTwo || llvm::isPowerOf2_64(value)))
    return "";
  return llvm::formatv("'{0}': expected a {1} in [{2}, {3}], found {4}", name,
                       isPowerOfTwo ? "power of two" : "number", min, max,
                       value);
}

/// Fails if the description in scope of `op` has an entry of another name.
static LogicalResult checkKeys(Operation *op) {
  FailureOr<Attribute> device = dlti::query(op, {StringRef(kDevice)});
  if (failed(device))
    return success();
  auto spec = dyn_cast<TargetDeviceSpecAttr>(*device);
  if (!spec)
    return success();
  for (DataLayoutEntryInterface entry : spec.getEntries()) {
    auto name = dyn_cast<StringAttr>(entry.getKey());
    bool isKnown = name && llvm::any_of(kEntries, [&](const auto &each) {
      return each.getKey() == name.getValue();
    });
    if (isKnown)
      continue;
    InFlightDiagnostic error =
        op->emitError("machine description: expected one of ");
    llvm::interleaveComma(kEntries, error, [&](const MachineEntry &each) {
      error << "'" << each.getKey() << "'";
    });
    if (name)
      return error << ", found '" << name.getValue() << "'";
    return error << ", found a type";
  }
  return success();
}

FailureOr<Machine> scatter::getMachine(Operation *op) {
  if (failed(checkKeys(op)))
    return failure();
  Machine machine;
  for (const MachineEntry &entry : kEntries) {
    FailureOr<Attribute> value =
        dlti::query(op, {StringRef(kDevice), StringRef(entry.getKey())});
    if (failed(value))
      continue;
    auto number = dyn_cast<IntegerAttr>(*value);
    if (!number || number.getValue().getSignificantBits() > 64)
      return op->emitError("machine description: '")
             << entry.getKey() << "': expected an integer, found " << *value;
    int64_t integer = number.getValue().getSExtValue();
    std::string objection = entry.getObjection(integer);
    if (!objection.empty())
      return op->emitError("machine description: ") << objection;
    machine.*entry.member = integer;
  }
  return machine;
}

/// Returns the entry with the name `key`, or the end.
static DataLayoutEntryInterface *
findEntry(SmallVectorImpl<DataLayoutEntryInterface> &entries, StringRef key) {
  return llvm::find_if(entries, [&](DataLayoutEntryInterface entry) {
    auto name = dyn_cast<StringAttr>(entry.getKey());
    return name && name.getValue() == key;
  });
}

/// Replaces the entries of the description of `module` by what `update` makes
/// of them.
static void updateDescription(
    ModuleOp module,
    function_ref<void(SmallVectorImpl<DataLayoutEntryInterface> &)> update) {
  MLIRContext *context = module.getContext();
  context->loadDialect<DLTIDialect>();
  StringRef name = DLTIDialect::kTargetSystemDescAttrName;
  SmallVector<DataLayoutEntryInterface> devices, entries;
  if (auto system = module->getAttrOfType<TargetSystemSpecAttr>(name))
    llvm::append_range(devices, system.getEntries());
  auto *device = findEntry(devices, kDevice);
  if (device != devices.end())
    if (auto spec = dyn_cast<TargetDeviceSpecAttr>(device->getValue()))
      llvm::append_range(entries, spec.getEntries());
  update(entries);
  auto updated =
      DataLayoutEntryAttr::get(StringAttr::get(context, kDevice),
                               TargetDeviceSpecAttr::get(context, entries));
  if (device != devices.end())
    *device = updated;
  else
    devices.push_back(updated);
  module->setAttr(name, TargetSystemSpecAttr::get(context, devices));
}

static DataLayoutEntryInterface makeEntry(MLIRContext *context, StringRef key,
                                          int64_t value) {
  Builder builder(context);
  return DataLayoutEntryAttr::get(builder.getStringAttr(key),
                                  builder.getI64IntegerAttr(value));
}

LogicalResult scatter::setMachine(ModuleOp module,
                                  const MachineValues &values) {
  for (auto [member, value] : values) {
    std::string objection = getMachineEntry(member).getObjection(value);
    if (!objection.empty())
      return emitError(UnknownLoc::get(module.getContext())) << objection;
  }
  if (values.empty())
    return success();
  updateDescription(module, [&](auto &entries) {
    for (auto [member, value] : values) {
      std::string key = getMachineEntry(member).getKey();
      DataLayoutEntryInterface entry =
          makeEntry(module.getContext(), key, value);
      auto *found = findEntry(entries, key);
      if (found != entries.end())
        *found = entry;
      else
        entries.push_back(entry);
    }
  });
  return success();
}

void scatter::eraseMachine(ModuleOp module) {
  StringRef name = DLTIDialect::kTargetSystemDescAttrName;
  auto system = module->getAttrOfType<TargetSystemSpecAttr>(name);
  if (!system)
    return;
  SmallVector<DataLayoutEntryInterface> devices(system.getEntries());
  auto *device = findEntry(devices, kDevice);
  if (device == devices.end())
    return;
  devices.erase(device);
  if (devices.empty())
    module->removeAttr(name);
  else
    module->setAttr(name,
                    TargetSystemSpecAttr::get(module.getContext(), devices));
}

void scatter::completeMachine(ModuleOp module, const Machine &machine) {
  updateDescription(module, [&](auto &entries) {
    for (const MachineEntry &entry : kEntries) {
      std::string key = entry.getKey();
      if (findEntry(entries, key) == entries.end())
        entries.push_back(
            makeEntry(module.getContext(), key, machine.*entry.member));
    }
  });
}
