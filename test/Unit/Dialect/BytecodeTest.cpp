//===- BytecodeTest.cpp - bytecode of the dialect and its version ---------===//

#include "DialectTest.h"

#include "scatter/Dialect/Scatter/IR/ScatterBytecode.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace scatter;

namespace {

/// A reader that has nothing but numbers. Damage to a whole file would test
/// upstream's reader, which does not survive it.
class NumberReader : public DialectBytecodeReader {
public:
  NumberReader(Location loc, std::vector<uint64_t> numbers)
      : loc(loc), numbers(std::move(numbers)) {}

  LogicalResult readVarInt(uint64_t &result) override {
    if (next == numbers.size())
      return failure();
    result = numbers[next++];
    return success();
  }
  InFlightDiagnostic emitError(const llvm::Twine &msg) const override {
    return mlir::emitError(loc, msg);
  }
  MLIRContext *getContext() const override { return loc.getContext(); }
  uint64_t getBytecodeVersion() const override { return 6; }
  FailureOr<const DialectVersion *>
  getDialectVersion(llvm::StringRef) const override {
    return failure();
  }
  LogicalResult readAttribute(Attribute &) override { return failure(); }
  LogicalResult readOptionalAttribute(Attribute &) override {
    return failure();
  }
  LogicalResult readType(Type &) override { return failure(); }
  LogicalResult readSignedVarInt(int64_t &) override { return failure(); }
  FailureOr<llvm::APInt> readAPIntWithKnownWidth(unsigned) override {
    return failure();
  }
  FailureOr<llvm::APFloat>
  readAPFloatWithKnownSemantics(const llvm::fltSemantics &) override {
    return failure();
  }
  LogicalResult readString(llvm::StringRef &) override { return failure(); }
  LogicalResult readBlob(llvm::ArrayRef<char> &) override { return failure(); }
  LogicalResult readBool(bool &) override { return failure(); }
  FailureOr<AsmDialectResourceHandle> readResourceHandle() override {
    return failure();
  }

private:
  Location loc;
  std::vector<uint64_t> numbers;
  size_t next = 0;
};

class BytecodeTest : public DialectTest {
protected:
  void addUpdate(Reduction reduction, OutOfBounds outOfBounds,
                 NegativeIndices negativeIndices) {
    Value indices = value(memref({4, 1}, builder.getI64Type()));
    Value updates = value(memref({4}, builder.getF32Type()));
    Value data = value(memref({8}, builder.getF32Type()));
    ScatterNDUpdateOp::create(builder, loc, indices, updates, data, reduction,
                              outOfBounds, negativeIndices,
                              /*unique_indices=*/true,
                              /*indices_are_sorted=*/false);
  }

  std::string write(const BytecodeWriterConfig &config = {}) {
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    EXPECT_TRUE(succeeded(writeBytecodeToFile(*module, os, config)));
    return bytes;
  }

  /// The text of what was read; empty after an error, which is in `error`.
  std::string read(llvm::StringRef bytes) {
    error.clear();
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      error += diagnostic.str() + "\n";
    });
    Block block;
    ParserConfig config(&context);
    if (failed(readBytecodeFile(llvm::MemoryBufferRef(bytes, "test.mlirbc"),
                                &block, config)))
      return "";
    return print(block.front());
  }

  static std::string print(Operation &op) {
    std::string text;
    llvm::raw_string_ostream(text) << op;
    return text;
  }

  std::string writeWithVersion(uint64_t majorVersion, uint64_t minorVersion) {
    addUpdate(Reduction::sum, OutOfBounds::drop, NegativeIndices::wrap);
    BytecodeWriterConfig config;
    config.setDialectVersion<ScatterDialect>(
        std::make_unique<ScatterDialectVersion>(majorVersion, minorVersion));
    return write(config);
  }

  std::string error;
};

} // namespace

TEST_F(BytecodeTest, every_value_of_every_attribute_comes_back) {
  for (unsigned r = 0; r <= getMaxEnumValForReduction(); ++r)
    addUpdate(static_cast<Reduction>(r), OutOfBounds::error,
              NegativeIndices::wrap);
  for (unsigned o = 0; o <= getMaxEnumValForOutOfBounds(); ++o)
    addUpdate(Reduction::none, static_cast<OutOfBounds>(o),
              NegativeIndices::wrap);
  for (unsigned n = 0; n <= getMaxEnumValForNegativeIndices(); ++n)
    addUpdate(Reduction::none, OutOfBounds::error,
              static_cast<NegativeIndices>(n));
  Value number = value(builder.getI64Type());
  for (unsigned k = 0; k <= getMaxEnumValForViolationKind(); ++k)
    if (std::optional<ViolationKind> kind = symbolizeViolationKind(k))
      ReportOp::create(builder, loc, *kind, number, number, number, number);
  EXPECT_EQ(read(write()), print(**module));
  EXPECT_EQ(error, "");
}

TEST_F(BytecodeTest, groups_of_operands_come_back) {
  Value offset = value(builder.getIndexType());
  Value number = value(builder.getI64Type());
  ReportInvalidIndexOp::create(builder, loc, ViolationKind::index_reject,
                               value(memref({dyn}, builder.getI64Type())),
                               offset, {number, number}, {number, number},
                               {number}, number);
  EXPECT_EQ(read(write()), print(**module));
  EXPECT_EQ(error, "");
}

TEST_F(BytecodeTest, bounds_of_slices_come_back) {
  Type f32 = builder.getF32Type();
  Value bound = value(builder.getIndexType());
  SliceScatterOp::create(
      builder, loc, value(memref({dyn, 5}, f32)), value(memref({8, 5}, f32)),
      {OpFoldResult(bound), index(-1)}, {index(INT64_MIN), OpFoldResult(bound)},
      {index(-2), index(3)}, {1, -2});
  EXPECT_EQ(read(write()), print(**module));
  EXPECT_EQ(error, "");
}

// What the dialect does not encode itself is stored as text, name and all.
TEST_F(BytecodeTest, attributes_are_not_stored_as_text) {
  addUpdate(Reduction::prod, OutOfBounds::clamp, NegativeIndices::reject);
  std::string bytes = write();
  for (const char *text : {"prod", "clamp", "reject"})
    EXPECT_EQ(bytes.find(text), std::string::npos) << text;
}

TEST_F(BytecodeTest, own_version_is_read) {
  std::string bytes = writeWithVersion(ScatterDialectVersion::currentMajor,
                                       ScatterDialectVersion::currentMinor);
  EXPECT_EQ(bytes, write());
  EXPECT_EQ(read(bytes), print(**module));
}

TEST_F(BytecodeTest, newer_minor_version_is_refused) {
  EXPECT_EQ(read(writeWithVersion(1, 3)), "");
  EXPECT_NE(
      error.find("expected version 1.2 of the scatter dialect or an older "
                 "minor version, found version 1.3"),
      std::string::npos)
      << error;
}

TEST_F(BytecodeTest, plans_come_back) {
  addUpdate(Reduction::sum, OutOfBounds::drop, NegativeIndices::wrap);
  auto slice = SliceScatterOp::create(
      builder, loc, value(memref({3}, builder.getF32Type())),
      value(memref({8}, builder.getF32Type())), {index(0)}, {index(3)});
  Plan plan;
  plan.partition = Partition::slice;
  plan.prefetchBytes = 100;
  slice.setPlanAttr(PlanAttr::get(&context, plan));
  std::string bytes = write();
  EXPECT_EQ(read(bytes), print(**module));
  EXPECT_NE(read(bytes).find("#scatter.plan<partition = slice"),
            std::string::npos);
  EXPECT_EQ(error, "");
}

// A file of version 1.0 holds all but the plan.
TEST_F(BytecodeTest, files_without_plans_are_read) {
  std::string bytes = writeWithVersion(1, 0);
  EXPECT_NE(bytes, write());
  EXPECT_EQ(read(bytes), print(**module));
  EXPECT_EQ(error, "");
}

TEST_F(BytecodeTest, other_major_version_is_refused) {
  for (uint64_t other : {0, 2}) {
    EXPECT_EQ(read(writeWithVersion(other, 0)), "");
    EXPECT_NE(error.find("found version " + std::to_string(other) + ".0"),
              std::string::npos)
        << error;
  }
}

TEST_F(BytecodeTest, unknown_codes_and_values_are_refused) {
  auto *dialect = context.getLoadedDialect<ScatterDialect>();
  auto *interface = dialect->getRegisteredInterface<BytecodeDialectInterface>();
  ASSERT_TRUE(interface);
  const unsigned numValues[] = {getMaxEnumValForReduction() + 1,
                                getMaxEnumValForOutOfBounds() + 1,
                                getMaxEnumValForNegativeIndices() + 1,
                                getMaxEnumValForViolationKind() + 1};
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { error += diagnostic.str(); });
  for (uint64_t code : {0ul, 1ul, 2ul, 3ul, 4ul, 255ul, 1ul << 32, ~0ul})
    for (uint64_t value : {0ul, 1ul, 2ul, 3ul, 4ul, 5ul, 6ul, 7ul, 8ul, 255ul,
                           (1ul << 32) + 1, 1ul << 63, ~0ul}) {
      error.clear();
      NumberReader reader(loc, {code, value});
      Attribute attr = interface->readAttribute(reader);
      // Some kinds of errors are no violations.
      bool isKnown = code < std::size(numValues) && value < numValues[code] &&
                     (code != 3 || symbolizeViolationKind(value));
      EXPECT_EQ(static_cast<bool>(attr), isKnown) << code << ' ' << value;
      if (isKnown)
        EXPECT_EQ(error, "");
      else if (code < std::size(numValues))
        EXPECT_NE(error.find("', found " + std::to_string(value)),
                  std::string::npos)
            << error;
      else
        EXPECT_EQ(error, "expected the code of an attribute of the scatter "
                         "dialect, found " +
                             std::to_string(code));
    }
}

TEST_F(BytecodeTest, missing_numbers_are_refused) {
  auto *interface = context.getLoadedDialect<ScatterDialect>()
                        ->getRegisteredInterface<BytecodeDialectInterface>();
  for (std::vector<uint64_t> numbers : {std::vector<uint64_t>{}, {0}, {3}}) {
    NumberReader attribute(loc, numbers);
    EXPECT_FALSE(interface->readAttribute(attribute));
  }
  for (std::vector<uint64_t> numbers : {std::vector<uint64_t>{}, {1}}) {
    NumberReader version(loc, numbers);
    EXPECT_FALSE(interface->readVersion(version));
  }
}
