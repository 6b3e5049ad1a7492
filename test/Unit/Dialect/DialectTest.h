//===- DialectTest.h - what the tests of the dialect share ------*- C++ -*-===//

#ifndef SCATTER_TEST_UNIT_DIALECT_DIALECTTEST_H
#define SCATTER_TEST_UNIT_DIALECT_DIALECTTEST_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"

#include "gtest/gtest.h"

namespace scatter {

/// A module with an insertion point at its end, for ops on values of any type.
class DialectTest : public testing::Test {
protected:
  DialectTest() : builder(&context), loc(builder.getUnknownLoc()) {
    context.loadDialect<ScatterDialect, mlir::memref::MemRefDialect>();
    context.allowUnregisteredDialects();
    module = mlir::ModuleOp::create(loc);
    builder.setInsertionPointToEnd(module->getBody());
  }

  static constexpr int64_t dyn = mlir::ShapedType::kDynamic;

  mlir::RankedTensorType tensor(llvm::ArrayRef<int64_t> shape,
                                mlir::Type element) {
    return mlir::RankedTensorType::get(shape, element);
  }
  mlir::MemRefType memref(llvm::ArrayRef<int64_t> shape, mlir::Type element) {
    return mlir::MemRefType::get(shape, element);
  }
  /// A value of `type`, from an op that is not known.
  mlir::Value value(mlir::Type type) {
    mlir::OperationState state(loc, "test.value");
    state.addTypes(type);
    return builder.create(state)->getResult(0);
  }
  mlir::OpFoldResult index(int64_t bound) {
    return builder.getIndexAttr(bound);
  }

  mlir::MLIRContext context;
  mlir::OpBuilder builder;
  mlir::Location loc;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace scatter

#endif // SCATTER_TEST_UNIT_DIALECT_DIALECTTEST_H
