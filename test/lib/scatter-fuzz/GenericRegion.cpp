//===- GenericRegion.cpp - random regions of scatter.generic --------------===//

#include "Generator.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace scatter::fuzz {

bool hasRegionForm(const PayloadType &payload) {
  Type type = payload.type;
  if (type.isIndex())
    return true;
  // f8E8M0FNU has neither signs nor a zero.
  return type.isIntOrFloat() && type.getIntOrFloatBitWidth() <= 64 &&
         !isa<Float8E8M0FNUType>(type);
}

/// Ops of arith take no integers whose type has a sign, but these as signless.
static bool hasSign(Type type) {
  return isa<IntegerType>(type) && !type.isSignlessInteger();
}

static Type getSignless(Type type) {
  return IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth());
}

namespace {

/// A value of the region, "%v3".
struct RegionValue {
  std::string name;
  Type type;
};

/// Makes one region.
class RegionMaker {
public:
  RegionMaker(Random &random, Program &program)
      : random(random), generic(*program.generic) {
    for (auto [i, number] : llvm::enumerate(generic.getMapped()))
      values.push_back(
          {"%b" + std::to_string(i), program.operands[number].type});
    outs = llvm::ArrayRef(values).drop_front(generic.inputs.size()).vec();
  }

  void make();

private:
  std::string pick(Type type);
  void emit(const std::string &line, Type type);
  void addConstant(Type type);
  void addSignCast(const RegionValue &from, Type type);
  void addUnary(Type type);
  void addByConstant(Type type);
  void addPosition();
  void addArithmetic(Type type);
  void addCast(Type type);
  void addSelect(Type type);
  bool addUpdate(const RegionValue &out);

  Random &random;
  GenericModel &generic;
  std::vector<RegionValue> values, outs;
};

} // namespace

/// Any value of `type`; there is one.
std::string RegionMaker::pick(Type type) {
  std::vector<std::string> names;
  for (const RegionValue &value : values)
    if (value.type == type)
      names.push_back(value.name);
  // Later values depend on earlier ones.
  return random.percent(40) ? names.back() : names[random.below(names.size())];
}

void RegionMaker::emit(const std::string &line, Type type) {
  std::string name = "%x" + std::to_string(values.size());
  generic.body.push_back(name + " = " + line);
  values.push_back({name, type});
}

/// Casts between integers with and without a sign in the type.
void RegionMaker::addSignCast(const RegionValue &from, Type type) {
  emit("builtin.unrealized_conversion_cast " + from.name + " : " +
           debugString(from.type) + " to " + debugString(type),
       type);
}

void RegionMaker::addConstant(Type type) {
  if (hasSign(type))
    return;
  std::string text = isa<FloatType>(type) ? random.pick({"1.5", "-0.0", "3.0"})
                                          : random.pick({"0", "-1"});
  if (type.isInteger(1))
    text = "true";
  else
    text += " : " + debugString(type);
  std::string name = "%x" + std::to_string(values.size());
  auto &lines = random.percent(50) ? generic.body : generic.outside;
  lines.push_back(name + " = arith.constant " + text);
  values.push_back({name, type});
}

void RegionMaker::addPosition() {
  emit("scatter.index " + std::to_string(random.below(generic.getNumDims())),
       IndexType::get(outs.front().type.getContext()));
}

static const char *chooseOp(Random &random, bool isFloat) {
  return isFloat
             ? random.pick({"arith.addf", "arith.subf", "arith.mulf",
                            "arith.divf", "arith.maximumf", "arith.minimumf"})
             : random.pick({"arith.addi", "arith.subi", "arith.muli",
                            "arith.andi", "arith.ori", "arith.xori",
                            "arith.maxsi", "arith.minsi", "arith.maxui",
                            "arith.minui"});
}

/// Ops whose folders and instructions agree on all bits but those of NaN.
void RegionMaker::addUnary(Type type) {
  std::string name;
  if (type.isF32() || type.isF64())
    name = random.pick({"arith.negf", "math.absf", "math.ceil", "math.floor",
                        "math.roundeven"});
  else if (isa<Float8E3M4Type>(type))
    // APFloat rounds to an integer by adding 16, the infinity of this type.
    name = random.pick({"arith.negf", "math.absf"});
  else if (isa<FloatType>(type))
    name =
        random.pick({"arith.negf", "math.absf", "math.ceil", "math.roundeven"});
  else if (!type.isIndex() && !type.isInteger(1))
    name = random.pick({"math.absi", "math.ctpop", "math.ctlz", "math.cttz"});
  if (!name.empty())
    emit(name + ' ' + pick(type) + " : " + debugString(type), type);
}

/// Shifts by less than the width, and divisions by no zero.
void RegionMaker::addByConstant(Type type) {
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  if (isa<FloatType>(type) || width < 3)
    return;
  std::string x = pick(type), suffix = " : " + debugString(type);
  emit("arith.constant " + std::to_string(random.range(1, 2)) + suffix, type);
  emit("arith." +
           std::string(random.pick({"shli", "shrsi", "shrui", "divsi", "divui",
                                    "remsi", "remui"})) +
           ' ' + x + ", " + values.back().name + suffix,
       type);
}

void RegionMaker::addArithmetic(Type type) {
  if (hasSign(type))
    return addSignCast({pick(getSignless(type)), getSignless(type)}, type);
  std::string suffix = " : " + debugString(type), x = pick(type);
  bool isFloat = isa<FloatType>(type);
  if (random.percent(15))
    return addUnary(type);
  if (random.percent(15))
    return addByConstant(type);
  emit(std::string(chooseOp(random, isFloat)) + ' ' + x + ", " + pick(type) +
           suffix,
       type);
}

/// Casts a value of another type to `type`, if there is one that can be.
void RegionMaker::addCast(Type type) {
  RegionValue from = values[random.below(values.size())];
  auto getWidth = [](Type t) {
    return t.isIndex() ? 64 : t.getIntOrFloatBitWidth();
  };
  unsigned before = getWidth(from.type), after = getWidth(type);
  std::string name;
  if (from.type == type || hasSign(from.type) || hasSign(type))
    return;
  if (isa<FloatType>(from.type))
    name = !isa<FloatType>(type) || before == after ? ""
           : before < after                         ? "extf"
                                                    : "truncf";
  else if (from.type.isIndex() || type.isIndex())
    name =
        isa<FloatType>(type) ? "" : random.pick({"index_cast", "index_castui"});
  else if (isa<FloatType>(type))
    name = before == after && random.percent(50)
               ? "bitcast"
               : random.pick({"sitofp", "uitofp"});
  else
    name = before < after ? random.pick({"extsi", "extui"}) : "trunci";
  if (!name.empty())
    emit("arith." + name + ' ' + from.name + " : " + debugString(from.type) +
             " to " + debugString(type),
         type);
}

void RegionMaker::addSelect(Type type) {
  Type compared = hasSign(type) ? getSignless(type) : type;
  std::string compare =
      isa<FloatType>(type)
          ? "arith.cmpf " +
                std::string(random.pick({"olt", "ole", "ogt", "oge", "oeq",
                                         "one", "ord", "ult", "ule", "ugt",
                                         "uge", "ueq", "une", "uno"}))
          : "arith.cmpi " +
                std::string(random.pick({"slt", "sle", "sgt", "sge", "ult",
                                         "ule", "ugt", "uge", "eq", "ne"}));
  std::string suffix = " : " + debugString(type);
  Type boolean = IntegerType::get(type.getContext(), 1);
  emit(compare + ", " + pick(compared) + ", " + pick(compared) + " : " +
           debugString(compared),
       boolean);
  std::string condition = values.back().name;
  emit("arith.select " + condition + ", " + pick(type) + ", " + pick(type) +
           suffix,
       type);
}

/// Yields what reductions are made of: the old element and an input.
bool RegionMaker::addUpdate(const RegionValue &out) {
  for (unsigned i = 0; i < generic.inputs.size(); ++i) {
    if (values[i].type != out.type || hasSign(out.type) || !random.percent(70))
      continue;
    std::string x = out.name, y = values[i].name;
    if (random.percent(50))
      std::swap(x, y);
    emit(std::string(chooseOp(random, isa<FloatType>(out.type))) + ' ' + x +
             ", " + y + " : " + debugString(out.type),
         out.type);
    generic.yields.push_back(random.percent(20) ? y : values.back().name);
    return true;
  }
  return false;
}

void RegionMaker::make() {
  if (random.percent(25) && llvm::all_of(outs, [&](const RegionValue &out) {
        return addUpdate(out);
      }))
    return;
  generic.yields.clear();
  if (generic.getNumDims() > 0 && random.percent(30))
    addPosition();
  for (const RegionValue &value : std::vector(values))
    if (hasSign(value.type))
      addSignCast(value, getSignless(value.type));
  std::vector<Type> types;
  for (const RegionValue &value : values)
    if (!llvm::is_contained(types, value.type))
      types.push_back(value.type);
  for (unsigned i = random.range(0, 6); i > 0; --i) {
    Type type = types[random.below(types.size())];
    switch (random.weighted({50, 25, 15, 10})) {
    case 0:
      addArithmetic(type);
      break;
    case 1:
      addCast(type);
      break;
    case 2:
      addSelect(type);
      break;
    default:
      addConstant(type);
    }
  }
  for (const RegionValue &out : outs)
    generic.yields.push_back(pick(out.type));
}

void makeRegion(Random &random, Program &program) {
  RegionMaker(random, program).make();
}

} // namespace scatter::fuzz
