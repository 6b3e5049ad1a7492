//===- ErrorTest.cpp - refused calls and run-time errors ------------------===//

#include "Utils.h"

using namespace scatter;
using namespace scatter::test;
using testing::Each;
using testing::StrEq;

namespace {
/// Arguments of the functions of scatterModule.
struct Arguments {
  std::vector<float> data = std::vector<float>(8, 0);
  std::vector<int64_t> indices = {3, -1};
  std::vector<float> updates = {1, 2};

  std::vector<BufferView> views() {
    return {makeView(data, "f32", {8}), makeView(indices, "i64", {2, 1}),
            makeView(updates, "f32", {2})};
  }
};

class ArgumentErrors : public testing::Test {
protected:
  /// The message for the arguments `views`, after checking the reason.
  std::string refuse(llvm::ArrayRef<BufferView> views,
                     ArgumentError::Reason reason) {
    auto call = program.bind(*llvm::cantFail(program.lookup("update")), views);
    if (call)
      return "no error";
    std::string message;
    handleAllErrors(call.takeError(), [&](const ArgumentError &error) {
      EXPECT_EQ(error.getReason(), reason);
      message = error.message();
    });
    return message;
  }

  Program program = compileOrDie(scatterModule);
  Arguments arguments;
};
} // namespace

TEST_F(ArgumentErrors, WrongNumber) {
  EXPECT_EQ(refuse(llvm::ArrayRef(arguments.views()).drop_back(),
                   ArgumentError::Reason::Count),
            "function 'update': expected 3 arguments, found 2");
}

TEST_F(ArgumentErrors, WrongElementType) {
  auto views = arguments.views();
  views[1].type = *ElementType::parse("i32");
  EXPECT_EQ(refuse(views, ArgumentError::Reason::Type),
            "function 'update', argument 1 'indices': expected element type "
            "i64, found i32");
}

TEST_F(ArgumentErrors, WrongRank) {
  auto views = arguments.views();
  views[1].shape = {2};
  EXPECT_EQ(refuse(views, ArgumentError::Reason::Shape),
            "function 'update', argument 1 'indices': expected rank 2, found "
            "1");
}

TEST_F(ArgumentErrors, WrongSize) {
  auto views = arguments.views();
  views[0].shape = {9};
  EXPECT_EQ(refuse(views, ArgumentError::Reason::Shape),
            "function 'update', argument 0 'data': expected size 8 in "
            "dimension 0, found 9");
}

TEST_F(ArgumentErrors, WrongStrides) {
  auto views = arguments.views();
  views[1].strides = {2, 1};
  EXPECT_EQ(refuse(views, ArgumentError::Reason::Shape),
            "function 'update', argument 1 'indices': expected stride 1 in "
            "dimension 0, found 2");
  views[1].strides = {1};
  EXPECT_EQ(refuse(views, ArgumentError::Reason::Shape),
            "function 'update', argument 1 'indices': expected 2 strides, "
            "found 1");
  // Dimension 1 has only one index, so its stride means nothing.
  views[1].strides = {1, 77};
  EXPECT_TRUE(bool(program.bind(program.getEntryPoints()[0], views)));
}

TEST_F(ArgumentErrors, NoMemory) {
  auto views = arguments.views();
  views[2].data = nullptr;
  EXPECT_EQ(refuse(views, ArgumentError::Reason::Shape),
            "function 'update', argument 2 'updates': expected the address of "
            "8 bytes, found null");
}

TEST_F(ArgumentErrors, UnalignedAddress) {
  auto views = arguments.views();
  views[2].data = reinterpret_cast<char *>(views[2].data) + 1;
  EXPECT_EQ(refuse(views, ArgumentError::Reason::Shape),
            "function 'update', argument 2 'updates': expected an address "
            "aligned to 4 bytes, found one that is not");
}

TEST(ArgumentChecks, SizesOfDynamicDimensions) {
  Program dynamic =
      compileOrDie("func.func @f(%a: tensor<?x?x?xi32>) { return }");
  const EntryPoint &entry = dynamic.getEntryPoints()[0];
  std::vector<int32_t> data(1);
  auto refuse = [&](llvm::ArrayRef<int64_t> shape) {
    return getMessage(dynamic.bind(entry, {makeView(data, "i32", shape)}));
  };
  EXPECT_EQ(refuse({1, -1, 1}),
            "function 'f', argument 0 'a': expected a size of at least 0 in "
            "dimension 1, found -1");
  EXPECT_EQ(refuse({1l << 31, 1l << 31, 1}),
            "function 'f', argument 0 'a': expected less than 2^63 bytes, "
            "found more");
  EXPECT_EQ(refuse({INT64_MAX, INT64_MAX, INT64_MAX}),
            "function 'f', argument 0 'a': expected less than 2^63 bytes, "
            "found more");
  EXPECT_EQ(refuse({INT64_MAX, INT64_MAX, 0}), "no error");
}

TEST(ArgumentChecks, StridesBeyondMemory) {
  Program program =
      compileOrDie("func.func @f(%a: memref<?xi8, strided<[?]>>) { return }");
  std::vector<int8_t> data(1);
  BufferView view = makeView(data, "i8", {2});
  for (int64_t stride : {INT64_MIN, INT64_MIN + 1, INT64_MAX}) {
    view.strides = {stride};
    EXPECT_EQ(getMessage(program.bind(program.getEntryPoints()[0], {view})),
              "function 'f', argument 0 'a': expected less than 2^63 bytes, "
              "found more");
  }
}

// A complex number is aligned as its parts are.
TEST(ArgumentChecks, AlignmentOfComplexNumbers) {
  Program program =
      compileOrDie("func.func @f(%a: memref<1xcomplex<f64>>) { return }");
  alignas(16) double parts[4] = {};
  BufferView view;
  view.type = *ElementType::parse("complex<f64>");
  view.shape = {1};
  auto bindAt = [&](size_t bytes) {
    view.data = reinterpret_cast<char *>(parts) + bytes;
    return getMessage(program.bind(program.getEntryPoints()[0], {view}));
  };
  EXPECT_EQ(bindAt(0), "no error");
  EXPECT_EQ(bindAt(8), "no error");
  EXPECT_EQ(bindAt(4),
            "function 'f', argument 0 'a': expected an address aligned to 8 "
            "bytes, found one that is not");
}

TEST(ArgumentChecks, StaticSizesBeyondMemory) {
  Program program = compileOrDie(
      "func.func @f(%a: memref<4611686018427387904xi32>) { return }");
  EXPECT_EQ(getMessage(program.bind(program.getEntryPoints()[0], {{}})),
            "function 'f', 'a': values of type "
            "memref<4611686018427387904xi32> cannot be passed");
}

TEST(RuntimeErrors, TheRecordSaysWhatIsWrong) {
  Program program = compileOrDie(scatterModule);
  Arguments arguments;
  arguments.indices = {3, 8};
  auto results = program.call(*llvm::cantFail(program.lookup("update")),
                              arguments.views());
  ASSERT_FALSE(bool(results));
  handleAllErrors(results.takeError(), [](const RuntimeError &error) {
    const ScatterError &record = error.getRecord();
    EXPECT_EQ(record.kind, SCATTER_ERROR_INDEX);
    EXPECT_EQ(record.tuple, 1);
    EXPECT_EQ(record.component, 0);
    EXPECT_EQ(record.value, 8);
    EXPECT_EQ(record.size, 8);
    EXPECT_THAT(record.location, StrEq("test.mlir:4:3"));
    EXPECT_EQ(error.message(),
              "test.mlir:4:3: error: 'indices' tuple 1, component 0: expected "
              "an index in [-8, 7] for a dimension of size 8, found 8");
  });
  EXPECT_THAT(arguments.data, Each(0));
}

TEST(RuntimeErrors, NoResultsAreLeft) {
  Program program = compileOrDie(scatterModule);
  Arguments arguments;
  const EntryPoint &entry = *llvm::cantFail(program.lookup("updated"));
  Call call = llvm::cantFail(program.bind(entry, arguments.views()));
  llvm::SmallVector<OwnedBuffer> results;
  llvm::cantFail(call.run(results));
  ASSERT_EQ(results.size(), 1u);
  arguments.indices[0] = 100;
  llvm::Error error = call.run(results);
  EXPECT_TRUE(error.isA<RuntimeError>());
  consumeError(std::move(error));
  EXPECT_TRUE(results.empty());
  arguments.indices[0] = 7;
  llvm::cantFail(call.run(results));
  EXPECT_EQ(results.size(), 1u);
}

TEST(RuntimeErrors, TheRecordOfTheHostStays) {
  ScatterError host;
  host.kind = SCATTER_ERROR_NONE;
  ScatterError *outer = scatter_runtime_install_record(&host);
  Program program = compileOrDie(scatterModule);
  Arguments arguments;
  arguments.indices = {100, 100};
  EXPECT_THAT(getMessage(program.call(*llvm::cantFail(program.lookup("update")),
                                      arguments.views())),
              testing::HasSubstr("tuple 0"));
  EXPECT_EQ(host.kind, SCATTER_ERROR_NONE);
  EXPECT_EQ(scatter_runtime_install_record(outer), &host);
}

TEST(RuntimeErrors, AllocationsThatFail) {
  Program program = compileOrDie(R"(
    func.func @f(%n: index) -> tensor<?xi8> {
      %e = tensor.empty(%n) : tensor<?xi8>
      return %e : tensor<?xi8>
    })");
  std::vector<int64_t> n = {1l << 60};
  auto results =
      program.call(program.getEntryPoints()[0], {makeView(n, "index", {})});
  ASSERT_FALSE(bool(results));
  EXPECT_THAT(toString(results.takeError()),
              testing::StartsWith("function 'f': no memory for 11529215046"));
  n[0] = 5;
  EXPECT_TRUE(bool(
      program.call(program.getEntryPoints()[0], {makeView(n, "index", {})})));
}
