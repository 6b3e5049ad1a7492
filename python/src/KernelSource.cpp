//===- KernelSource.cpp - kernels as MLIR ---------------------------------===//

#include "Kernels.h"

#include <sstream>

using namespace scatter::python;

/// The memref of array `index` of `key`, of open sizes, except for `lastSize`
/// if it is not negative.
static std::string getType(const KernelKey &key, int index, int rank,
                           ElementId element, int lastSize = -1) {
  std::ostringstream os;
  os << "memref<";
  for (int i = 0; i < rank; ++i) {
    if (i == rank - 1 && lastSize >= 0)
      os << lastSize << 'x';
    else
      os << "?x";
  }
  os << getElement(element).mlirName;
  if (key.strided >> index & 1) {
    bool hasRows = !(key.strided >> index & 16);
    os << ", strided<[";
    for (int i = 0; i < rank; ++i)
      os << (i ? ", " : "") << (hasRows && i == rank - 1 ? "1" : "?");
    os << "]>";
  }
  os << '>';
  return os.str();
}

/// The arguments %data and, if the kernel copies, %out.
static void writeDataArguments(const KernelKey &key, const std::string &type,
                               std::ostream &os) {
  os << "func.func @kernel(%data: " << type;
  if (key.copies)
    os << ", %out: " << type;
}

/// Writes the copy, if any, after the arguments; returns what is updated.
static const char *writeCopy(const KernelKey &key, const std::string &type,
                             std::ostream &os) {
  os << ") {\n";
  if (!key.copies)
    return "%data";
  os << "  memref.copy %data, %out : " << type << " to " << type << "\n";
  return "%out";
}

static void writeNDUpdate(const KernelKey &key, std::ostream &os) {
  int rowLength = key.rowLength ? key.rowLength : -1;
  std::string data = getType(key, 0, key.rank, key.element, rowLength);
  std::string indices = getType(key, 1, key.indicesRank, key.indexElement,
                                /*lastSize=*/key.depth);
  std::string updates =
      getType(key, 2, key.indicesRank - 1 + key.rank - key.depth, key.element,
              rowLength);
  writeDataArguments(key, data, os);
  os << ", %indices: " << indices << ", %updates: " << updates;
  const char *target = writeCopy(key, data, os);
  os << "  scatter.scatter_nd_update ins(%indices, %updates : " << indices
     << ", " << updates << ") outs(" << target << " : " << data << ")"
     << " reduction(" << kReductions[key.reduction] << ")"
     << " out_of_bounds(" << kPolicies[key.outOfBounds] << ")"
     << " negative_indices(" << kNegatives[key.negative] << ")";
  if (key.isUnique || key.isSorted)
    os << " {" << (key.isUnique ? "unique_indices" : "")
       << (key.isUnique && key.isSorted ? ", " : "")
       << (key.isSorted ? "indices_are_sorted" : "") << "}";
  os << "\n  return\n}\n";
}

static void writeSliceScatter(const KernelKey &key, std::ostream &os) {
  std::string data = getType(key, 0, key.rank, key.element);
  std::string updates = getType(key, 1, key.rank, key.element);
  writeDataArguments(key, data, os);
  os << ", %updates: " << updates;
  auto writeList = [&](const char *before, const char *after) {
    for (int i = 0; i < key.depth; ++i)
      os << (i ? ", " : "") << before << i << after;
  };
  for (const char *name : {", %start", ", %stop", ", %step"})
    for (int i = 0; i < key.depth; ++i)
      os << name << i << ": index";
  const char *target = writeCopy(key, data, os);
  os << "  scatter.slice_scatter ins(%updates : " << updates << ") outs("
     << target << " : " << data << ") from [";
  writeList("%start", "");
  os << "] to [";
  writeList("%stop", "");
  os << "] step [";
  for (int i = 0; i < key.depth; ++i) {
    os << (i ? ", " : "");
    if (key.lastStep && key.axes[i] == key.rank - 1)
      os << int(key.lastStep);
    else
      os << "%step" << i;
  }
  os << "] axes [";
  for (int i = 0; i < key.depth; ++i)
    os << (i ? ", " : "") << int(key.axes[i]);
  os << "]\n  return\n}\n";
}

std::string scatter::python::writeKernel(const KernelKey &key) {
  std::ostringstream os;
  if (key.op == KernelKey::SliceScatter)
    writeSliceScatter(key, os);
  else
    writeNDUpdate(key, os);
  return os.str();
}
