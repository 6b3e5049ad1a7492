//===- PrintProgram.cpp - programs as MLIR --------------------------------===//

#include "PrintProgram.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace scatter::fuzz {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

void Printer::printDims(unsigned number, StaticMask mask) {
  for (unsigned dim = 0; dim < mask.size(); ++dim) {
    if (mask[dim])
      os << getWitness(number).shape[dim];
    else
      os << '?';
    os << 'x';
  }
  os << program.operands[number].type;
}

void Printer::printStrided(const Operand &operand, unsigned number,
                           bool isErased) {
  const OperandCase &witness = getWitness(number);
  SmallVector<bool> isStatic(operand.getRank(), false);
  if (!isErased)
    for (unsigned i = 0; i < operand.staticStrides; ++i)
      isStatic[operand.order[i]] = true;
  os << ", strided<[";
  for (unsigned dim = 0; dim < operand.getRank(); ++dim) {
    os << (dim ? ", " : "");
    if (isStatic[dim])
      os << witness.strides[dim];
    else
      os << '?';
  }
  os << "], offset: ";
  if (operand.staticOffset && !isErased)
    os << witness.offset;
  else
    os << '?';
  os << '>';
}

std::string Printer::getType(unsigned number, StaticMask mask, bool isErased,
                             bool otherSpace) {
  const Operand &operand = program.operands[number];
  std::string text;
  llvm::raw_string_ostream stream(text);
  Printer nested(program, stream);
  stream << (program.onTensors ? "tensor<" : "memref<");
  nested.printDims(number, mask);
  if (isErased || operand.layout == Layout::Strided ||
      operand.layout == Layout::Reinterpret)
    nested.printStrided(operand, number, isErased);
  if (otherSpace)
    stream << ", 1";
  stream << '>';
  return text;
}

std::string Printer::getArgType(unsigned number) {
  const Operand &operand = program.operands[number];
  return getType(number, operand.argStatic, /*isErased=*/false,
                 /*otherSpace=*/false);
}

std::string Printer::getOpType(unsigned number) {
  const Operand &operand = program.operands[number];
  return getType(number, operand.opStatic, operand.erasesLayout,
                 operand.otherSpace);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

void Printer::printScalar(const Scalar &scalar) {
  os << "%s" << llvm::find(scalars, scalar) - scalars.begin();
}

void Printer::printScalarOr(bool isLiteral, int64_t value,
                            const Scalar &scalar) {
  if (isLiteral)
    os << value;
  else
    printScalar(scalar);
}

void Printer::printArguments() {
  llvm::StringRef separator = "";
  for (unsigned i = 0; i < program.operands.size(); ++i) {
    const Operand &operand = program.operands[i];
    if (!isArgument(operand))
      continue;
    os << separator << "%a" << i << ": ";
    if (operand.layout == Layout::Reinterpret)
      os << "memref<?x" << operand.type << '>';
    else if (operand.layout == Layout::View)
      os << "memref<?xi8>";
    else
      os << getArgType(i);
    separator = ", ";
  }
  for (unsigned i = 0; i < scalars.size(); ++i)
    os << separator << "%s" << i << ": index";
}

/// The attribute of constant `indices`.
static DenseElementsAttr getConstant(Type type, const OperandCase &operand) {
  reference::OwnedBuffer buffer(type, operand.shape);
  llvm::copy(operand.bytes, static_cast<char *>(buffer.view().data));
  return buffer.toAttr();
}

void Printer::printConstant(unsigned number) {
  const Operand &operand = program.operands[number];
  os << "  %v" << number << " = arith.constant "
     << getConstant(operand.type, getWitness(number)) << '\n';
}

void Printer::printCut(unsigned number) {
  using Kind = Scalar::Kind;
  const Operand &operand = program.operands[number];
  const OperandCase &witness = getWitness(number);
  auto printSizes = [&](bool onlyDynamic) {
    llvm::StringRef separator = "";
    for (unsigned dim = 0; dim < operand.getRank(); ++dim) {
      if (onlyDynamic && operand.argStatic[dim])
        continue;
      os << separator;
      printScalarOr(operand.argStatic[dim], witness.shape[dim],
                    {Kind::Size, number, dim});
      separator = ", ";
    }
  };
  if (operand.layout == Layout::View) {
    os << "  %c" << number << " = arith.constant 0 : index\n  %v" << number
       << " = memref.view %a" << number << "[%c" << number << "][";
    printSizes(/*onlyDynamic=*/true);
    os << "] : memref<?xi8> to " << getArgType(number) << '\n';
    return;
  }
  os << "  %v" << number << " = memref.reinterpret_cast %a" << number
     << " to offset: [";
  printScalarOr(operand.staticOffset, witness.offset, {Kind::Offset, number});
  os << "], sizes: [";
  printSizes(/*onlyDynamic=*/false);
  os << "], strides: [";
  for (unsigned dim = 0; dim < operand.getRank(); ++dim) {
    unsigned position = llvm::find(operand.order, dim) - operand.order.begin();
    os << (dim ? ", " : "");
    printScalarOr(position < operand.staticStrides, witness.strides[dim],
                  {Kind::Stride, number, dim});
  }
  os << "] : memref<?x" << operand.type << "> to " << getArgType(number)
     << '\n';
}

/// Names the operand that the ops see %o<number>.
void Printer::printCasts(unsigned number) {
  const Operand &operand = program.operands[number];
  bool isCut =
      operand.layout == Layout::Reinterpret || operand.layout == Layout::View;
  std::string from =
      (operand.isConstant || isCut ? "%v" : "%a") + std::to_string(number);
  std::string type = getArgType(number);
  auto cast = [&](llvm::StringRef name, std::string prefix,
                  std::string newType) {
    std::string to = prefix + std::to_string(number);
    os << "  " << to << " = " << name << ' ' << from << " : " << type << " to "
       << newType << '\n';
    from = to;
    type = newType;
  };
  if (operand.otherSpace)
    cast("memref.memory_space_cast", "%m",
         getType(number, operand.argStatic, /*isErased=*/false,
                 /*otherSpace=*/true));
  // A cast to the same type is legal, so that each operand has one name.
  cast(program.onTensors ? "tensor.cast" : "memref.cast",
       operand.hasProducer ? "%p" : "%o", getOpType(number));
  if (operand.hasProducer)
    printComplement("%o" + std::to_string(number), from, number);
}

/// The complements of the elements of `from`, a tensor of the type of operand
/// `number`.
void Printer::printComplement(StringRef result, StringRef from,
                              unsigned number) {
  const Operand &operand = program.operands[number];
  std::string type = getOpType(number), name = result.drop_front().str();
  SmallVector<std::string> sizes;
  for (unsigned dim = 0; dim < operand.getRank(); ++dim) {
    if (operand.opStatic[dim])
      continue;
    std::string suffix = '_' + name + '_' + std::to_string(dim);
    os << "  %c" << suffix << " = arith.constant " << dim << " : index\n  %d"
       << suffix << " = tensor.dim " << from << ", %c" << suffix << " : "
       << type << '\n';
    sizes.push_back("%d" + suffix);
  }
  std::string bits = debugString(operand.type);
  if (isa<FloatType>(operand.type))
    bits = 'i' + std::to_string(operand.type.getIntOrFloatBitWidth());
  std::string map = "affine_map<" +
                    debugString(AffineMap::getMultiDimIdentityMap(
                        operand.getRank(), operand.type.getContext())) +
                    '>';
  os << "  %e_" << name << " = tensor.empty(";
  llvm::interleaveComma(sizes, os);
  os << ") : " << type << "\n  %m_" << name << " = arith.constant "
     << (bits == "i1" ? "true" : "-1 : " + bits) << "\n  " << result
     << " = linalg.generic {indexing_maps = [" << map << ", " << map
     << "], iterator_types = [";
  llvm::interleaveComma(SmallVector<StringRef>(operand.getRank(), "parallel"),
                        os, [&](StringRef word) { os << '"' << word << '"'; });
  os << "]} ins(" << from << " : " << type << ") outs(%e_" << name << " : "
     << type << ") {\n  ^bb0(%x: " << operand.type << ", %y: " << operand.type
     << "):\n";
  StringRef element = "%x", changed = "%z";
  if (isa<FloatType>(operand.type)) {
    os << "    %b = arith.bitcast %x : " << operand.type << " to " << bits
       << '\n';
    element = "%b";
  }
  os << "    %z = arith.xori " << element << ", %m_" << name << " : " << bits
     << '\n';
  if (isa<FloatType>(operand.type)) {
    os << "    %w = arith.bitcast %z : " << bits << " to " << operand.type
       << '\n';
    changed = "%w";
  }
  os << "    linalg.yield " << changed << " : " << operand.type << "\n  } -> "
     << type << '\n';
}

void Printer::printOperand(unsigned number) {
  const Operand &operand = program.operands[number];
  if (operand.isWindow)
    return;
  if (operand.isConstant)
    printConstant(number);
  else if (operand.layout == Layout::Reinterpret ||
           operand.layout == Layout::View)
    printCut(number);
  printCasts(number);
}

/// The rows of the op's `data` that are its updates.
void Printer::printWindow(unsigned op, unsigned number) {
  const Operand &operand = program.operands[number];
  os << "  %o" << number << " = tensor.extract_slice %o0[";
  printScalar({Scalar::Kind::WindowStart, op});
  for (unsigned dim = 1; dim < operand.getRank(); ++dim)
    os << ", 0";
  os << "] [";
  for (unsigned dim = 0; dim < operand.getRank(); ++dim) {
    os << (dim ? ", " : "");
    printScalarOr(operand.argStatic[dim], getWitness(number).shape[dim],
                  {Scalar::Kind::Size, number, dim});
  }
  os << "] [1";
  for (unsigned dim = 1; dim < operand.getRank(); ++dim)
    os << ", 1";
  os << "] : " << getOpType(0) << " to " << getOpType(number) << '\n';
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

llvm::SmallVector<std::pair<std::string, unsigned>>
Printer::getReturned() const {
  llvm::SmallVector<std::pair<std::string, unsigned>> returned;
  if (!program.onTensors)
    return returned;
  if (program.generic) {
    for (auto [i, out] : llvm::enumerate(program.generic->outs))
      returned.push_back({"%r0#" + std::to_string(i), out});
    return returned;
  }
  unsigned last = program.ops.size() - 1;
  for (unsigned i = program.isChain ? last : 0; i <= last; ++i)
    returned.push_back({"%r" + std::to_string(i), 0});
  return returned;
}

void Printer::printReturn() {
  auto returned = getReturned();
  for (auto [i, result] : llvm::enumerate(returned)) {
    auto [name, number] = result;
    if (program.hasConsumer)
      printComplement("%q" + std::to_string(i), name, number);
    os << "  %t" << i << " = tensor.cast "
       << (program.hasConsumer ? "%q" + std::to_string(i) : name) << " : "
       << getOpType(number) << " to " << getArgType(number) << '\n';
  }
  os << "  return";
  for (unsigned i = 0; i < returned.size(); ++i)
    os << (i ? ", %t" : " %t") << i;
  if (!returned.empty())
    os << " : ";
  llvm::interleaveComma(returned, os, [&](const auto &result) {
    os << getArgType(result.second);
  });
  os << '\n';
}

void Printer::print() {
  os << "func.func @f(";
  printArguments();
  os << ')';
  if (program.onTensors) {
    os << " -> (";
    llvm::interleaveComma(getReturned(), os, [&](const auto &result) {
      os << getArgType(result.second);
    });
    os << ')';
  }
  os << " {\n";
  for (unsigned i = 0; i < program.operands.size(); ++i)
    printOperand(i);
  for (unsigned i = 0; i < program.ops.size(); ++i)
    printOp(i);
  printReturn();
  os << "}\n";
}

std::string printProgram(const Program &program) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Printer(program, os).print();
  return text;
}

std::string printOptions(const CompileOptions &options) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "simplify=" << options.simplifies
     << " split-checks=" << options.splitsChecks
     << " generalize=" << options.generalizes
     << " plan-seed=" << options.planSeed << " tile-seed=" << options.tileSeed;
  for (const MachineEntry &entry : getMachineEntries())
    os << ' ' << entry.name << '=' << options.machine.*entry.member;
  if (options.partition)
    os << " partition=" << stringifyPartition(*options.partition);
  os << " -O" << options.optLevel;
  return text;
}

} // namespace scatter::fuzz
