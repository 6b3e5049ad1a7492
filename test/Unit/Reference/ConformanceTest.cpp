//===- ConformanceTest.cpp - the conformance vectors ----------------------===//
//
// Every vector of test/Integration/Conformance/vectors.json.
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <string>
#include <vector>

namespace scatter::reference {
namespace {

using llvm::json::Object;

class ConformanceTest : public ReferenceTest {
protected:
  void SetUp() override {
    auto file = llvm::MemoryBuffer::getFile(SCATTER_CONFORMANCE_VECTORS);
    ASSERT_TRUE(file) << "no file " << SCATTER_CONFORMANCE_VECTORS;
    auto parsed = llvm::json::parse((*file)->getBuffer());
    if (!parsed)
      FAIL() << llvm::toString(parsed.takeError());
    vectors = std::move(*parsed);
  }

  /// The vectors of an op; fails the test if there are fewer than `minimum`.
  llvm::json::Array getVectors(llvm::StringRef op, size_t minimum) {
    const Object *groups = vectors.getAsObject();
    const llvm::json::Array *list = groups ? groups->getArray(op) : nullptr;
    if (!list || list->size() < minimum) {
      ADD_FAILURE() << "vectors of " << op.str() << " are missing";
      return {};
    }
    return *list;
  }

  static llvm::SmallVector<int64_t> list(const Object &vector,
                                         llvm::StringRef key) {
    llvm::SmallVector<int64_t> result;
    if (const llvm::json::Array *array = vector.getArray(key))
      for (const llvm::json::Value &value : *array)
        result.push_back(*value.getAsInteger());
    return result;
  }

  /// The numbers under `values` in the shape under `shape`.
  OwnedBuffer operand(const Object &vector, llvm::StringRef typeText,
                      llvm::StringRef values, llvm::StringRef shape) {
    if (llvm::isa<mlir::FloatType>(type(typeText))) {
      llvm::SmallVector<double> numbers;
      for (const llvm::json::Value &value : *vector.getArray(values))
        numbers.push_back(*value.getAsNumber());
      return buffer(typeText, list(vector, shape), numbers);
    }
    return integers(typeText, list(vector, shape), list(vector, values));
  }

  /// Runs the op if its static constraints hold, and compares the elements or
  /// the report with what the vector expects.
  template <typename Config, typename... Operands>
  void check(const Object &vector, llvm::StringRef typeText,
             llvm::Error violation, const Config &config,
             const OwnedBuffer &data, const Operands &...operands) {
    const Object *error = vector.getObject("error");
    // The exit statuses of scatter-run: 1 for the verifier, 2 for a report.
    bool isStatic = error && *error->getInteger("dynamic") == 1;
    EXPECT_EQ(static_cast<bool>(violation), isStatic);
    if (llvm::errorToBool(std::move(violation)))
      return;
    if (!error) {
      EXPECT_EQ(
          run(config, operands..., data),
          toString(operand(vector, typeText, "expected", "data_shape").view()));
      return;
    }
    std::string report = fail(config, operands..., data);
    for (const llvm::json::Value &word : *error->getArray("mentions"))
      EXPECT_THAT(report, ::testing::HasSubstr(word.getAsString()->str()));
  }

private:
  llvm::json::Value vectors = nullptr;
};

ScatterNDUpdateConfig parseConfig(const Object &vector) {
  ScatterNDUpdateConfig config;
  config.reduction =
      llvm::StringSwitch<Reduction>(*vector.getString("reduction"))
          .Case("none", Reduction::none)
          .Case("sum", Reduction::sum)
          .Case("sub", Reduction::sub)
          .Case("prod", Reduction::prod)
          .Case("min", Reduction::min)
          .Case("max", Reduction::max);
  config.outOfBounds = llvm::StringSwitch<OutOfBounds>(
                           vector.getString("out_of_bounds").value_or("error"))
                           .Case("error", OutOfBounds::error)
                           .Case("drop", OutOfBounds::drop)
                           .Case("clamp", OutOfBounds::clamp)
                           .Case("undefined", OutOfBounds::undefined);
  config.negativeIndices =
      llvm::StringSwitch<NegativeIndices>(
          vector.getString("negative_indices").value_or("wrap"))
          .Case("wrap", NegativeIndices::wrap)
          .Case("reject", NegativeIndices::reject);
  return config;
}

TEST_F(ConformanceTest, scatter_nd_update) {
  for (const llvm::json::Value &entry : getVectors("scatter_nd_update", 55)) {
    const Object &vector = *entry.getAsObject();
    SCOPED_TRACE(vector.getString("name")->str());
    llvm::StringRef typeText = *vector.getString("dtype");
    OwnedBuffer data = operand(vector, typeText, "data", "data_shape");
    OwnedBuffer updates = operand(vector, typeText, "updates", "updates_shape");
    ScatterNDUpdateConfig config = parseConfig(vector);
    llvm::SmallVector<int64_t> values = list(vector, "indices");
    bool isNarrow = llvm::all_of(values, llvm::isInt<32>);
    for (llvm::StringRef indexType : {"i32", "si32", "i64", "si64", "index"}) {
      if (indexType.ends_with("32") && !isNarrow)
        continue;
      OwnedBuffer indices =
          integers(indexType, list(vector, "indices_shape"), values);
      check(vector, typeText,
            verifyScatterNDUpdate(config, indices.view(), updates.view(),
                                  data.view()),
            config, data, indices, updates);
    }
  }
}

TEST_F(ConformanceTest, slice_scatter) {
  for (const llvm::json::Value &entry : getVectors("slice_scatter", 34)) {
    const Object &vector = *entry.getAsObject();
    SCOPED_TRACE(vector.getString("name")->str());
    SliceScatterConfig config{list(vector, "start"), list(vector, "stop"),
                              list(vector, "step"), list(vector, "axes")};
    std::vector<std::string> typeTexts = {vector.getString("dtype")->str()};
    if (typeTexts.front() == "any")
      typeTexts = {"f32", "f16", "bf16", "f64", "i8", "i64", "ui16"};
    for (const std::string &typeText : typeTexts) {
      OwnedBuffer data = operand(vector, typeText, "data", "data_shape");
      OwnedBuffer updates =
          operand(vector, typeText, "updates", "updates_shape");
      check(vector, typeText,
            verifySliceScatter(config, updates.view(), data.view()), config,
            data, updates);
    }
  }
}

} // namespace
} // namespace scatter::reference
