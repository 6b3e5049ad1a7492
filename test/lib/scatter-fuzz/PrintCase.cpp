//===- PrintCase.cpp - a case for people ----------------------------------===//

#include "Session.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace scatter::fuzz {

static void printList(llvm::raw_ostream &os, llvm::StringRef name,
                      llvm::ArrayRef<int64_t> values) {
  os << ' ' << name << " [";
  llvm::interleaveComma(values, os);
  os << ']';
}

/// Values of more elements than this help nobody.
static constexpr int64_t maxPrinted = 512;

void printCase(llvm::raw_ostream &os, const Program &program,
               const Case &call) {
  os << printProgram(program) << "options: " << printOptions(program.options)
     << (call.guardBefore ? "; buffers start after a guard page\n"
                          : "; buffers end at a guard page\n");
  for (unsigned i = 0; i < program.operands.size(); ++i) {
    const Operand &operand = program.operands[i];
    const OperandCase &operandCase = call.operands[i];
    os << (operand.isConstant ? "%o" : "%a") << i << ':';
    printList(os, "shape", operandCase.shape);
    printList(os, "strides", operandCase.strides);
    os << " offset " << operandCase.offset << " = ";
    auto view = reference::ConstBufferView::contiguous(
        operand.type, operandCase.bytes.data(), operandCase.shape,
        operand.elementSize);
    if (operand.isWindow)
      os << "rows of %o0";
    else if (view.getNumElements() <= maxPrinted)
      reference::printElements(os, view);
    else
      os << view.getNumElements() << " elements";
    os << '\n';
  }
  std::vector<Scalar> scalars = getScalars(program);
  for (auto [number, scalar] : llvm::enumerate(scalars))
    os << "%s" << number << " = " << getScalarValue(scalar, call) << '\n';
}

} // namespace scatter::fuzz
