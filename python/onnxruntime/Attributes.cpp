//===- Attributes.cpp - attributes of the custom ops ----------------------===//

#include "Ops.h"

#include "scatter-c/Context.h"
#include <algorithm>
#include <cstring>

using namespace scatter_ort;

/// Attributes of similar ops in ONNX, OpenVINO, TensorFlow and PyTorch, in
/// addition to those of the ops here.
static const char *const kOtherNames[] = {
    "accumulate",   "axes",         "bad_indices_policy",
    "batch_dims",   "dim",          "fill",
    "include_self", "indices",      "num_threads",
    "reduce",       "start",        "step",
    "stop",         "use_init_val", "use_locking"};

/// Whether `status`, the error of reading the attribute `name` by `read`, says
/// that there is none: it is the error for a name that no attribute has.
template <typename Read>
static bool isAbsent(OrtStatus *status, const char *name, Read read) {
  static const std::string none = "no attribute has this name";
  OrtStatus *other = read(none.c_str());
  if (!other)
    return false;
  std::string expected = api->GetErrorMessage(other);
  api->ReleaseStatus(other);
  std::string found = api->GetErrorMessage(status);
  size_t position = expected.find(none);
  if (position != std::string::npos)
    expected.replace(position, none.size(), name);
  return expected == found;
}

/// Reads the attribute `name` by `read`, which returns a status. Sets `isGiven`
/// to whether the attribute exists. The error says that it is not `expected`.
template <typename Read>
static OrtStatus *readAs(const char *name, const char *expected, Read read,
                         bool &isGiven) {
  OrtStatus *status = read(name);
  isGiven = true;
  if (!status)
    return nullptr;
  isGiven = !isAbsent(status, name, read);
  api->ReleaseStatus(status);
  if (!isGiven)
    return nullptr;
  return makeStatus(std::string("attribute '") + name + "': expected " +
                    expected + ", found another type");
}

OrtStatus *scatter_ort::readText(const OrtKernelInfo *info, const char *name,
                                 std::optional<std::string> &text) {
  size_t size = 0;
  bool isGiven = false;
  auto read = [&](const char *name) {
    return api->KernelInfoGetAttribute_string(info, name, nullptr, &size);
  };
  OrtStatus *status = readAs(name, "a string", read, isGiven);
  if (status || !isGiven)
    return status;
  std::string value(size, '\0');
  status = api->KernelInfoGetAttribute_string(info, name, value.data(), &size);
  if (!status)
    text = value.c_str();
  return status;
}

OrtStatus *scatter_ort::readInteger(const OrtKernelInfo *info, const char *name,
                                    int64_t &value) {
  bool isGiven = false;
  auto read = [&](const char *name) {
    return api->KernelInfoGetAttribute_int64(info, name, &value);
  };
  int64_t former = value;
  OrtStatus *status = readAs(name, "an integer", read, isGiven);
  if (!isGiven)
    value = former;
  return status;
}

static OrtStatus *makeRangeError(const char *name, int64_t most,
                                 int64_t found) {
  return makeStatus(std::string("attribute '") + name + "': expected 0 to " +
                    std::to_string(most) + ", found " + std::to_string(found));
}

OrtStatus *scatter_ort::readFlag(const OrtKernelInfo *info, const char *name,
                                 bool &value) {
  int64_t found = value;
  if (OrtStatus *status = readInteger(info, name, found))
    return status;
  if (found != 0 && found != 1)
    return makeRangeError(name, 1, found);
  value = found != 0;
  return nullptr;
}

OrtStatus *scatter_ort::readThreads(const OrtKernelInfo *info,
                                    unsigned &threads) {
  int64_t found = 0;
  if (OrtStatus *status = readInteger(info, "threads", found))
    return status;
  if (found < 0 || found > SCATTER_MAX_THREADS)
    return makeRangeError("threads", SCATTER_MAX_THREADS, found);
  threads = unsigned(found);
  return nullptr;
}

/// Whether the node has an attribute `name`, of any type.
static bool hasAttribute(const OrtKernelInfo *info, const char *name) {
  int64_t value;
  auto read = [&](const char *name) {
    return api->KernelInfoGetAttribute_int64(info, name, &value);
  };
  OrtStatus *status = read(name);
  bool result = !status || !isAbsent(status, name, read);
  api->ReleaseStatus(status);
  return result;
}

OrtStatus *scatter_ort::rejectOthers(const OrtKernelInfo *info, const char *op,
                                     const std::vector<const char *> &expected,
                                     const std::vector<const char *> &all) {
  std::vector<const char *> names(all);
  names.insert(names.end(), std::begin(kOtherNames), std::end(kOtherNames));
  for (const char *name : names) {
    auto isName = [&](const char *other) { return !std::strcmp(name, other); };
    if (std::any_of(expected.begin(), expected.end(), isName) ||
        !hasAttribute(info, name))
      continue;
    std::string list;
    for (const char *other : expected)
      list += (list.empty() ? "'" : ", '") + std::string(other) + "'";
    return makeStatus(std::string("attribute '") + name + "': " + op +
                      " has no such attribute, expected one of " + list);
  }
  return nullptr;
}
