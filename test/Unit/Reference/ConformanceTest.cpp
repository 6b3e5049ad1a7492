//===- ConformanceTest.cpp - the conformance vectors ----------------------===//
//
// Every vector of test/Integration/Conformance/vectors.json.
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <vector>

namespace scatter::reference {
namespace {

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

  const llvm::json::Array &group(llvm::StringRef name) {
    return *vectors.getAsObject()->getArray(name);
  }

private:
  llvm::json::Value vectors = nullptr;
};

template <typename T>
std::vector<T> list(const llvm::json::Object &object, llvm::StringRef key) {
  std::vector<T> result;
  if (const llvm::json::Array *array = object.getArray(key))
    for (const llvm::json::Value &value : *array)
      result.push_back(static_cast<T>(*value.getAsNumber()));
  return result;
}

size_t count(llvm::ArrayRef<int64_t> shape) {
  size_t product = 1;
  for (int64_t size : shape)
    product *= size;
  return product;
}

/// The values under `key`; zeros where a vector gives a shape alone.
std::vector<double> values(const llvm::json::Object &vector,
                           llvm::StringRef key, llvm::ArrayRef<int64_t> shape) {
  if (!vector.getArray(key))
    return std::vector<double>(count(shape), 0.0);
  return list<double>(vector, key);
}

std::string mlirType(llvm::StringRef dtype) {
  if (dtype.starts_with("u"))
    return ("ui" + dtype.drop_front()).str();
  return dtype.str();
}

TEST_F(ConformanceTest, scatter_nd) {
  int examined = 0;
  for (const llvm::json::Value &entry : group("scatter_nd")) {
    const llvm::json::Object &vector = *entry.getAsObject();
    SCOPED_TRACE(vector.getString("name")->str());
    std::string dtype = mlirType(vector.getString("dtype").value_or("f32"));
    auto dataShape = list<int64_t>(vector, "data_shape");
    auto updatesShape = list<int64_t>(vector, "updates_shape");
    OwnedBuffer data =
        buffer(dtype, dataShape, values(vector, "data", dataShape));
    OwnedBuffer updates =
        buffer(dtype, updatesShape, values(vector, "updates", updatesShape));
    ScatterNDUpdateConfig config{
        *symbolizeReduction(*vector.getString("reduction"))};
    for (const char *indexType : {"i32", "i64", "index", "si32", "si64"}) {
      OwnedBuffer indices =
          integers(indexType, list<int64_t>(vector, "indices_shape"),
                   list<int64_t>(vector, "indices"));
      if (vector.getString("expected_error"))
        EXPECT_THAT(fail(config, indices, updates, data),
                    ::testing::HasSubstr("here: error: 'indices'"));
      else
        EXPECT_EQ(run(config, indices, updates, data),
                  toString(buffer(dtype, dataShape,
                                  list<double>(vector, "expected"))
                               .view()));
    }
    ++examined;
  }
  EXPECT_GE(examined, 34);
}

TEST_F(ConformanceTest, slice_scatter) {
  int examined = 0;
  for (const llvm::json::Value &entry : group("slice_scatter")) {
    const llvm::json::Object &vector = *entry.getAsObject();
    SCOPED_TRACE(vector.getString("name")->str());
    auto dataShape = list<int64_t>(vector, "data_shape");
    auto updatesShape = list<int64_t>(vector, "updates_shape");
    SliceScatterConfig config;
    llvm::append_range(config.start, list<int64_t>(vector, "start"));
    llvm::append_range(config.stop, list<int64_t>(vector, "stop"));
    llvm::append_range(config.step, list<int64_t>(vector, "step"));
    llvm::append_range(config.axes, list<int64_t>(vector, "axes"));
    for (const char *dtype : {"f32", "f16", "i8", "i64", "ui16", "f64"}) {
      OwnedBuffer data =
          buffer(dtype, dataShape, values(vector, "data", dataShape));
      OwnedBuffer updates =
          buffer(dtype, updatesShape, values(vector, "updates", updatesShape));
      bool isStatic = llvm::errorToBool(
          verifySliceScatter(config, updates.view(), data.view()));
      EXPECT_EQ(isStatic, *vector.getString("name") == "E4_axis_range");
      if (isStatic)
        continue;
      if (vector.getString("expected_error"))
        EXPECT_THAT(fail(config, updates, data),
                    ::testing::HasSubstr("here: error: '"));
      else
        EXPECT_EQ(run(config, updates, data),
                  toString(buffer(dtype, dataShape,
                                  list<double>(vector, "expected"))
                               .view()));
    }
    ++examined;
  }
  EXPECT_GE(examined, 24);
}

} // namespace
} // namespace scatter::reference
