//===- Plan.cpp - how an op is lowered ------------------------------------===//

#include "scatter/Dialect/Scatter/IR/Plan.h"

#include "EnumKeywords.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace scatter;

static constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

static constexpr PlanField kFields[] = {
    {"threads", "", &Plan::threads, 1, 1024},
    {"threads", "bytes", &Plan::parallelBytes, 0, kMax},
    {"threads", "data_bytes", &Plan::parallelDataBytes, 0, kMax},
    {"buckets", "bytes", &Plan::bucketBytes, 0, kMax},
    {"buckets", "data_bytes", &Plan::bucketDataBytes, 0, kMax},
    {"offsets", "scratch_bytes", &Plan::scratchBytes, 0, kMax},
    {"prefetch", "", &Plan::prefetchTuples, 0, 1024},
    {"prefetch", "level", &Plan::prefetchLevel, 0, 2},
    {"prefetch", "data_bytes", &Plan::prefetchDataBytes, 0, kMax},
    {"prefetch", "total_bytes", &Plan::prefetchTotalBytes, 0, kMax},
    {"stores", "vector_bytes", &Plan::vectorBytes, 16, 1024,
     /*isPowerOfTwo=*/true},
    {"stores", "nontemporal_bytes", &Plan::nontemporalBytes, 0, kMax},
    {"stores", "memcpy_bytes", &Plan::memcpyBytes, 0, kMax},
    {"stores", "strided_vectors", &Plan::stridedVectors, 0, 1},
};

std::string PlanField::getKey() const {
  return (name.empty() ? Twine(group) : Twine(group) + "." + name).str();
}

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
// Assembly: <group = value, group = <value, field = value, ...>, ...>
//===----------------------------------------------------------------------===//

static const PlanField *findField(StringRef group, StringRef name) {
  const auto *field = llvm::find_if(kFields, [&](const PlanField &field) {
    return field.group == group && field.name == name;
  });
  return field == std::end(kFields) ? nullptr : field;
}

/// Parses the value of `group` that has no name.
static ParseResult parseFirstValue(AsmParser &parser, StringRef group,
                                   Plan &plan) {
  if (group == "offsets")
    return parseEnumKeyword(parser, group, plan.offsets);
  const PlanField *field = findField(group, "");
  if (!field)
    return parser.emitError(parser.getCurrentLocation(), "'")
           << group << "': expected '<'";
  return parser.parseInteger(plan.*field->member);
}

/// Parses the values of `group` after an opening bracket.
static ParseResult parseValues(AsmParser &parser, StringRef group, Plan &plan) {
  SmallVector<StringRef> seen;
  auto parseValue = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    // A number, or the keyword of an enum, is the first value.
    OptionalParseResult number;
    if (const PlanField *first = findField(group, ""); first && seen.empty())
      number = parser.parseOptionalInteger(plan.*first->member);
    if (number.has_value()) {
      seen.push_back("");
      return *number;
    }
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    if (std::optional<SlotOffsets> offsets = symbolizeSlotOffsets(name);
        offsets && group == "offsets" && seen.empty()) {
      plan.offsets = *offsets;
      seen.push_back("");
      return success();
    }
    const PlanField *field = findField(group, name);
    if (!field || name.empty())
      return parser.emitError(loc, "'")
             << group << "': expected a field of the group, found " << name;
    if (llvm::is_contained(seen, name))
      return parser.emitError(loc, "'")
             << field->getKey() << "' is given twice";
    seen.push_back(name);
    return failure(parser.parseEqual() ||
                   parser.parseInteger(plan.*field->member));
  };
  return failure(parser.parseCommaSeparatedList(parseValue) ||
                 parser.parseGreater());
}

Attribute PlanAttr::parse(AsmParser &parser, Type) {
  Plan plan;
  SmallVector<StringRef> seen;
  SMLoc begin = parser.getCurrentLocation();
  auto parseGroup = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef group;
    if (parser.parseKeyword(&group) || parser.parseEqual())
      return failure();
    if (llvm::is_contained(seen, group))
      return parser.emitError(loc, "'") << group << "' is given twice";
    seen.push_back(group);
    if (group == "partition")
      return parseEnumKeyword(parser, group, plan.partition);
    if (llvm::none_of(kFields, [&](const PlanField &field) {
          return field.group == group;
        }))
      return parser.emitError(loc, "expected a field of a plan, found ")
             << group;
    if (succeeded(parser.parseOptionalLess()))
      return parseValues(parser, group, plan);
    return parseFirstValue(parser, group, plan);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseGroup))
    return {};
  return parser.getChecked<PlanAttr>(begin, parser.getContext(), plan);
}

void PlanAttr::print(AsmPrinter &printer) const {
  const Plan plan = getValue(), defaults;
  // The values of each group that differ from the defaults.
  llvm::MapVector<StringRef, SmallVector<std::string>> groups;
  if (plan.partition != defaults.partition)
    groups["partition"].push_back(stringifyPartition(plan.partition).str());
  for (const PlanField &field : kFields) {
    if (field.group == "offsets" && plan.offsets != defaults.offsets)
      groups["offsets"].push_back(stringifySlotOffsets(plan.offsets).str());
    if (plan.*field.member == defaults.*field.member)
      continue;
    std::string value = std::to_string(plan.*field.member);
    if (!field.name.empty())
      value = (field.name + " = " + value).str();
    groups[field.group].push_back(value);
  }
  printer << '<';
  llvm::interleaveComma(groups, printer, [&](const auto &group) {
    StringRef first = group.second.front();
    bool isOneValue = group.second.size() == 1 && !first.contains('=');
    printer << group.first << " = " << (isOneValue ? "" : "<");
    llvm::interleaveComma(group.second, printer);
    printer << (isOneValue ? "" : ">");
  });
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
      return emitError() << "'" << field.getKey() << "': expected a "
                         << (field.isPowerOfTwo ? "power of two" : "number")
                         << " in [" << field.min << ", " << field.max
                         << "], found " << value;
  }
  return success();
}
