//===- GatherScatterAPI.cpp - message passing for C -----------------------===//

#include "scatter-c/GatherScatter.h"

#include "Guard.h"
#include "ReadArguments.h"
#include "ReadOptions.h"

#include <limits>

using namespace llvm;
using namespace scatter;

static_assert(int(SCATTER_MESSAGES_SUM) == int(MessageReduction::sum) &&
              int(SCATTER_MESSAGES_MEAN) == int(MessageReduction::mean) &&
              int(SCATTER_MESSAGES_MIN) == int(MessageReduction::min) &&
              int(SCATTER_MESSAGES_MAX) == int(MessageReduction::max) &&
              int(SCATTER_MESSAGES_PROD) == int(MessageReduction::prod));

ScatterStatus *scatter_prepare(const DLTensor *dst, int64_t num_rows,
                               ScatterPrepared **prepared) {
  return guard([&]() -> ScatterStatus * {
    if (!prepared)
      return makeNullStatus("a pointer to set to the prepared indices");
    ArrayView view;
    if (ScatterStatus *status = readTensor("dst", dst, view))
      return status;
    if (num_rows < 0 || num_rows == std::numeric_limits<int64_t>::max())
      return makeStatus(SCATTER_STATUS_SHAPE,
                        "'num_rows': expected 0 or more and less than 2^63 - "
                        "1, found " +
                            Twine(num_rows));
    Expected<PreparedIndicesRef> made = prepareIndices(view, num_rows);
    if (!made)
      return makeStatus(made.takeError());
    *prepared = wrap(made->release());
    return nullptr;
  });
}

void scatter_prepared_destroy(ScatterPrepared *prepared) {
  PreparedIndicesRef owned(unwrap(prepared));
}

int64_t scatter_prepared_num_indices(const ScatterPrepared *prepared) {
  return prepared ? getNumTuples(*unwrap(prepared)) : 0;
}

int64_t scatter_prepared_num_rows(const ScatterPrepared *prepared) {
  return prepared ? getNumRows(*unwrap(prepared)) : 0;
}

ScatterStatus *
scatter_parse_message_reduction(const char *name,
                                ScatterMessageReduction *reduction) {
  return guard([&]() -> ScatterStatus * {
    if (!name || !reduction)
      return makeNullStatus(name ? "a reduction to set" : "a name");
    for (auto [i, known] :
         enumerate(ArrayRef<StringRef>{"sum", "mean", "min", "max", "prod"}))
      if (known == name) {
        *reduction = ScatterMessageReduction(i);
        return nullptr;
      }
    return makeStatus(SCATTER_STATUS_USAGE,
                      "'reduction': expected sum, mean, min, max or prod, "
                      "found '" +
                          Twine(name) + "'");
  });
}

static ScatterStatus *checkOptions(const ScatterGatherScatterOptions &options) {
  if (ScatterStatus *status =
          checkEnum("reduction", options.reduction, SCATTER_MESSAGES_PROD))
    return status;
  if (options.num_rows < 0)
    return makeStatus(SCATTER_STATUS_USAGE,
                      "'num_rows': expected 0 or more, found " +
                          Twine(options.num_rows));
  return checkThreads(options.threads);
}

static ScatterStatus *passMessages(const DLTensor *x, const DLTensor *src,
                                   const DLTensor *dst, const DLTensor *weight,
                                   const DLTensor *out,
                                   const ScatterGatherScatterOptions *options) {
  ScatterGatherScatterOptions copy;
  const ScatterGatherScatterOptions *read;
  ArrayView xView, srcView, dstView, weightView, argsView;
  if (ScatterStatus *status = readOptions(options, copy, read))
    return status;
  if (ScatterStatus *status = checkOptions(*read))
    return status;
  if (ScatterStatus *status = readTensor("x", x, xView))
    return status;
  if (ScatterStatus *status = readTensor("src", src, srcView))
    return status;
  const PreparedIndices *prepared = unwrap(read->prepared);
  if (prepared && dst)
    return makeStatus(SCATTER_STATUS_USAGE,
                      "'dst': expected NULL, because the options have prepared "
                      "indices, found a tensor");
  if (!prepared)
    if (ScatterStatus *status = readTensor("dst", dst, dstView))
      return status;
  if (weight)
    if (ScatterStatus *status = readTensor("weight", weight, weightView))
      return status;
  GatherScatterOptions own;
  own.reduction = MessageReduction(read->reduction);
  own.overwrites = read->overwrite != 0;
  own.threads = read->threads;
  if (read->num_rows != 0)
    own.size = read->num_rows;
  if (read->args) {
    if (ScatterStatus *status = readTensor("args", read->args, argsView))
      return status;
    own.args = &argsView;
  }
  MessageTargets targets =
      prepared ? MessageTargets(*prepared) : MessageTargets(dstView);
  return runInto(out, x, xView, *read, [&](const Destination &destination) {
    return gatherScatter(xView, srcView, targets,
                         weight ? &weightView : nullptr, destination, own);
  });
}

ScatterStatus *
scatter_gather_scatter(const DLTensor *x, const DLTensor *src,
                       const DLTensor *dst, const DLTensor *weight,
                       const DLTensor *out,
                       const ScatterGatherScatterOptions *options) {
  return guard([&] { return passMessages(x, src, dst, weight, out, options); });
}
