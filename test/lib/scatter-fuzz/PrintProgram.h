//===- PrintProgram.h - prints one function ---------------------*- C++ -*-===//

#ifndef SCATTER_TEST_LIB_SCATTER_FUZZ_PRINTPROGRAM_H
#define SCATTER_TEST_LIB_SCATTER_FUZZ_PRINTPROGRAM_H

#include "Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace scatter::fuzz {

using StaticMask = llvm::ArrayRef<bool>;

/// Prints one function.
class Printer {
public:
  Printer(const Program &program, llvm::raw_ostream &os)
      : program(program), os(os), scalars(getScalars(program)) {}

  void print();

private:
  void printDims(unsigned number, StaticMask mask);
  void printStrided(const Operand &operand, unsigned number, bool isErased);
  std::string getType(unsigned number, StaticMask mask, bool isErased,
                      bool otherSpace);
  std::string getArgType(unsigned number);
  std::string getOpType(unsigned number);
  void printArguments();
  void printOperand(unsigned number);
  void printConstant(unsigned number);
  void printCut(unsigned number);
  void printCasts(unsigned number);
  void printComplement(llvm::StringRef result, llvm::StringRef from,
                       unsigned number);
  void printWindow(unsigned op, unsigned number);
  void printBoundConstants(unsigned op);
  void printOp(unsigned number);
  void printGeneric();
  void printOptions(const OpModel &op);
  void printPromises(const OpModel &op);
  void printBounds(unsigned number);
  void printReturn();
  /// The results that the function returns, and the operand of the type of
  /// each.
  llvm::SmallVector<std::pair<std::string, unsigned>> getReturned() const;

  /// Prints "%s4" or a literal.
  void printScalar(const Scalar &scalar);
  void printScalarOr(bool isLiteral, int64_t value, const Scalar &scalar);

  const OperandCase &getWitness(unsigned number) const {
    return program.witness.operands[number];
  }

  const Program &program;
  llvm::raw_ostream &os;
  std::vector<Scalar> scalars;
};

} // namespace scatter::fuzz

#endif // SCATTER_TEST_LIB_SCATTER_FUZZ_PRINTPROGRAM_H
