//===- ReferenceTest.h - fixture of the reference tests ---------*- C++ -*-===//
//
// Short forms to make buffers, run an op on a copy of `data` and compare.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_TEST_UNIT_REFERENCE_REFERENCETEST_H
#define SCATTER_TEST_UNIT_REFERENCE_REFERENCETEST_H

#include "scatter/Reference/Element.h"
#include "scatter/Reference/Evaluate.h"
#include "scatter/Reference/ReferenceBuffer.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringRef.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <initializer_list>
#include <limits>
#include <string>

namespace scatter::reference {

using Shape = llvm::ArrayRef<int64_t>;

constexpr int64_t i64Min = std::numeric_limits<int64_t>::min();
constexpr int64_t i64Max = std::numeric_limits<int64_t>::max();

class ReferenceTest : public ::testing::Test {
protected:
  /// Parses a type such as "f8E4M3FN".
  mlir::Type type(llvm::StringRef text);

  /// A buffer of numbers; complex types take (real, imaginary) pairs.
  OwnedBuffer buffer(llvm::StringRef typeText, Shape shape,
                     llvm::ArrayRef<double> values);

  /// A buffer of integers, exact to 64 bits.
  OwnedBuffer integers(llvm::StringRef typeText, Shape shape,
                       llvm::ArrayRef<int64_t> values);

  /// One f32, f64, f16, bf16 or integer element with these bits.
  OwnedBuffer bits(llvm::StringRef typeText, llvm::ArrayRef<uint64_t> values);

  /// Applies the op to a copy of `data`, expects no error and returns the
  /// elements as printElements gives them.
  std::string run(const ScatterNDUpdateConfig &config,
                  const OwnedBuffer &indices, const OwnedBuffer &updates,
                  const OwnedBuffer &data);
  std::string run(const SliceScatterConfig &config, const OwnedBuffer &updates,
                  const OwnedBuffer &data);

  /// Applies the op at location "here", expects an error and `data` as it was,
  /// and returns the text of the error.
  std::string fail(const ScatterNDUpdateConfig &config,
                   const OwnedBuffer &indices, const OwnedBuffer &updates,
                   const OwnedBuffer &data);
  std::string fail(const SliceScatterConfig &config, const OwnedBuffer &updates,
                   const OwnedBuffer &data);

  /// Combines the updates, one after the other, with one element of a rank-1
  /// `data`; returns the element as printElements gives it, without brackets.
  std::string reduce(llvm::StringRef typeText, Reduction reduction, double data,
                     llvm::ArrayRef<double> updates);

private:
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
};

std::string toString(const ConstBufferView &view);

/// The bits of the first element, zero-extended.
uint64_t firstBits(const OwnedBuffer &buffer);

} // namespace scatter::reference

#endif // SCATTER_TEST_UNIT_REFERENCE_REFERENCETEST_H
