//===- Plan.cpp - how an op is lowered ------------------------------------===//

#include "scatter/Dialect/Scatter/IR/Plan.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace scatter;

static constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

/// The numbers of tuples in buckets are less than 2^31. With at most
/// `one_phase_tuples`, each of up to 1024 threads has its own numbers for all.
static constexpr int64_t kMaxBucketTuples = 1 << 30;
static constexpr int64_t kMaxTuples = kMaxBucketTuples / 1024;

static constexpr PlanField kFields[] = {
    {"threads", &Plan::threads, 1, 1024},
    {"vector_bytes", &Plan::vectorBytes, 16, 1024, /*isPowerOfTwo=*/true},
    {"parallel_bytes", &Plan::parallelBytes, 0, kMax},
    {"parallel_tuple_bytes", &Plan::parallelTupleBytes, 0, 1 << 20},
    {"parallel_data_bytes", &Plan::parallelDataBytes, 0, kMax},
    {"parallel_sorted_bytes", &Plan::parallelSortedBytes, 0, kMax},
    {"sorted_tuple_bytes", &Plan::sortedTupleBytes, 0, kMax},
    {"parallel_check_bytes", &Plan::parallelCheckBytes, 0, kMax},
    {"prefetch_tuples", &Plan::prefetchTuples, 0, 1024},
    {"prefetch_data_bytes", &Plan::prefetchDataBytes, 0, kMax},
    {"prefetch_total_bytes", &Plan::prefetchTotalBytes, 0, kMax},
    {"prefetch_level", &Plan::prefetchLevel, 1, 2},
    {"prefetch_bytes", &Plan::prefetchBytes, 0, 1 << 20},
    {"min_offset_tuples", &Plan::minOffsetTuples, 0, kMax},
    {"scratch_bytes", &Plan::scratchBytes, 0, kMax},
    {"offset_block_tuples", &Plan::offsetBlockTuples, 1, kMaxTuples},
    {"bucket_tuples", &Plan::bucketTuples, 1, kMaxBucketTuples},
    {"one_phase_tuples", &Plan::onePhaseTuples, 0, kMaxTuples},
    {"divided_tuples", &Plan::dividedTuples, 0, kMaxTuples},
    {"min_bucket_tuples", &Plan::minBucketTuples, 1, kMax},
    {"max_buckets", &Plan::maxBuckets, 1, 1 << 16},
    {"bucket_bytes", &Plan::bucketBytes, 0, kMax},
    {"bucket_data_bytes", &Plan::bucketDataBytes, 0, kMax},
    {"last_tuples_percent", &Plan::lastTuplesPercent, 0, 1 << 20},
    {"nontemporal_bytes", &Plan::nontemporalBytes, 0, kMax},
    {"nontemporal_row_bytes", &Plan::nontemporalRowBytes, 0, kMax},
    {"memcpy_bytes", &Plan::memcpyBytes, 0, kMax},
    {"chunk_bytes", &Plan::chunkBytes, 64, 1 << 30},
    {"unrolled_bytes", &Plan::unrolledBytes, 0, 4096},
    {"strided_vectors", &Plan::stridedVectors, 0, 1},
    {"parallel_copy_bytes", &Plan::parallelCopyBytes, 0, kMax},
    {"nontemporal_copy_bytes", &Plan::nontemporalCopyBytes, 0, kMax},
    {"one_pass_row_bytes", &Plan::onePassRowBytes, 0, kMax},
    {"sparse_row_bytes", &Plan::sparseRowBytes, 0, kMax},
};

ArrayRef<PlanField> scatter::getPlanFields() { return kFields; }

bool scatter::operator==(const Plan &lhs, const Plan &rhs) {
  return lhs.partition == rhs.partition && lhs.offsets == rhs.offsets &&
         llvm::all_of(kFields, [&](const PlanField &field) {
           return lhs.*field.member == rhs.*field.member;
         });
}

llvm::hash_code scatter::hash_value(const Plan &plan) {
  llvm::hash_code hash = llvm::hash_combine(plan.partition, plan.offsets);
  for (const PlanField &field : kFields)
    hash = llvm::hash_combine(hash, plan.*field.member);
  return hash;
}

//===----------------------------------------------------------------------===//
// Assembly: <field = value, ...>
//===----------------------------------------------------------------------===//

/// Parses a keyword into an enum.
template <typename EnumT>
static ParseResult parseWord(AsmParser &parser, StringRef field,
                             std::optional<EnumT> (*symbolize)(StringRef),
                             StringRef alternatives, EnumT &value) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<EnumT> symbol = symbolize(word);
  if (!symbol)
    return parser.emitError(loc, "'")
           << field << "': expected " << alternatives << ", found " << word;
  value = *symbol;
  return success();
}

Attribute PlanAttr::parse(AsmParser &parser, Type) {
  Plan plan;
  SmallVector<StringRef> seen;
  SMLoc begin = parser.getCurrentLocation();
  auto parseField = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    if (llvm::is_contained(seen, name))
      return parser.emitError(loc, "'") << name << "' is given twice";
    seen.push_back(name);
    if (name == "partition")
      return parseWord(parser, name, symbolizePartition,
                       "serial, chunks, buckets, slice or private",
                       plan.partition);
    if (name == "offsets")
      return parseWord(parser, name, symbolizeSlotOffsets,
                       "components, blocks or precomputed", plan.offsets);
    const auto *field = llvm::find_if(
        kFields, [&](const PlanField &field) { return field.name == name; });
    if (field == std::end(kFields))
      return parser.emitError(loc, "expected a field of a plan, found ")
             << name;
    return parser.parseInteger(plan.*field->member);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseField))
    return {};
  return parser.getChecked<PlanAttr>(begin, parser.getContext(), plan);
}

void PlanAttr::print(AsmPrinter &printer) const {
  const Plan plan = getValue(), defaults;
  SmallVector<std::string> fields;
  auto add = [&](StringRef name, auto value) {
    fields.push_back((name + " = " + Twine(value)).str());
  };
  if (plan.partition != defaults.partition)
    add("partition", stringifyPartition(plan.partition));
  if (plan.offsets != defaults.offsets)
    add("offsets", stringifySlotOffsets(plan.offsets));
  for (const PlanField &field : kFields)
    if (plan.*field.member != defaults.*field.member)
      add(field.name, plan.*field.member);
  printer << '<';
  llvm::interleaveComma(fields, printer);
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult PlanAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               Plan plan) {
  for (const PlanField &field : kFields) {
    int64_t value = plan.*field.member;
    if (value < field.min || value > field.max ||
        (field.isPowerOfTwo && !llvm::isPowerOf2_64(value)))
      return emitError() << "'" << field.name << "': expected a "
                         << (field.isPowerOfTwo ? "power of two" : "number")
                         << " in [" << field.min << ", " << field.max
                         << "], found " << value;
  }
  return success();
}
