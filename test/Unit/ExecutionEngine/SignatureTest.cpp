//===- SignatureTest.cpp - signatures of entry points ---------------------===//

#include "Utils.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "scatter/InitAllDialects.h"

using namespace scatter;
using namespace scatter::test;
using testing::ElementsAre;

static std::vector<std::string> getNames(llvm::ArrayRef<Parameter> values) {
  std::vector<std::string> names;
  for (const Parameter &value : values)
    names.push_back(value.name);
  return names;
}

TEST(Signature, PublicFunctionsAreEntryPointsInOrder) {
  Program program = compileOrDie(R"(
    func.func @second() { return }
    func.func private @hidden() { return }
    func.func @first() { call @hidden() : () -> () return }
  )");
  ASSERT_EQ(program.getEntryPoints().size(), 2u);
  EXPECT_EQ(program.getEntryPoints()[0].name, "second");
  EXPECT_EQ(program.getEntryPoints()[1].name, "first");
}

TEST(Signature, NamesComeFromTheTextOrAnAttribute) {
  Program program = compileOrDie(R"(
    func.func @f(%data: index, %0: index,
                 %x: index {scatter.name = "indices"})
        -> (index {scatter.name = "out"}, index) {
      return %x, %0 : index, index
    }
  )");
  const EntryPoint &entry = program.getEntryPoints().front();
  EXPECT_THAT(getNames(entry.arguments),
              ElementsAre("data", "arg1", "indices"));
  EXPECT_THAT(getNames(entry.results), ElementsAre("out", "result1"));
  EXPECT_EQ(entry.findArgument("indices"), 2u);
  EXPECT_EQ(entry.findArgument("arg2"), 2u);
  EXPECT_EQ(entry.findArgument("arg3"), std::nullopt);
  EXPECT_EQ(entry.findArgument("x"), std::nullopt);
  EXPECT_EQ(entry.findResult("result0"), 0u);
}

TEST(Signature, NamesInTheTextWinOverPositions) {
  Program program =
      compileOrDie("func.func @f(%arg1: index, %arg0: index) { return }");
  const EntryPoint &entry = program.getEntryPoints().front();
  EXPECT_EQ(entry.findArgument("arg1"), 0u);
  EXPECT_EQ(entry.findArgument("arg0"), 1u);
}

TEST(Signature, BytecodeKeepsAttributesOnly) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      R"(func.func @f(%data: index, %x: index {scatter.name = "out"}) {
           return
         })",
      &context);
  ASSERT_TRUE(module);
  std::string bytecode;
  llvm::raw_string_ostream os(bytecode);
  ASSERT_TRUE(succeeded(mlir::writeBytecodeToFile(*module, os)));
  Program program = compileOrDie(bytecode);
  EXPECT_THAT(getNames(program.getEntryPoints().front().arguments),
              ElementsAre("arg0", "out"));
}

TEST(Signature, TypesAreThoseOfTheSource) {
  Program program = compileOrDie(R"(
    func.func @f(%a: tensor<2x?x3xbf16>,
                 %b: memref<4x?xi1, strided<[?, 1], offset: 8>>,
                 %c: f64) -> tensor<?xui8> {
      %size = arith.constant 0 : index
      %empty = tensor.empty(%size) : tensor<?xui8>
      return %empty : tensor<?xui8>
    }
  )");
  const EntryPoint &entry = program.getEntryPoints().front();
  const ValueType &a = entry.arguments[0].type;
  EXPECT_EQ(a.kind, ValueType::Kind::Tensor);
  EXPECT_EQ(a.element.str(), "bf16");
  EXPECT_THAT(a.shape, ElementsAre(2, ValueType::kDynamic, 3));
  EXPECT_THAT(a.strides, ElementsAre(ValueType::kDynamic, 3, 1));
  const ValueType &b = entry.arguments[1].type;
  EXPECT_EQ(b.kind, ValueType::Kind::MemRef);
  EXPECT_THAT(b.strides, ElementsAre(ValueType::kDynamic, 1));
  EXPECT_EQ(b.offset, 8);
  EXPECT_EQ(entry.arguments[2].type.kind, ValueType::Kind::Scalar);
  EXPECT_EQ(entry.results[0].type.text, "tensor<?xui8>");
}

TEST(Signature, DuplicateNamesAreRefused) {
  EXPECT_EQ(getMessage(compile(R"(
    func.func @f(%a: index {scatter.name = "x"},
                 %b: index {scatter.name = "x"}) { return })")),
            "test.mlir:2:5: error: two arguments or two results have the name "
            "'x'");
}

TEST(Signature, UnsupportedTypesOnlyForbidCalls) {
  Program program = compileOrDie(R"(
    func.func @f(%v: vector<4xf32>) { return }
    func.func @g() { return }
  )");
  const EntryPoint &f = program.getEntryPoints()[0];
  EXPECT_EQ(f.arguments[0].type.kind, ValueType::Kind::Unsupported);
  EXPECT_EQ(getMessage(program.bind(f, {BufferView()})),
            "function 'f', 'v': values of type vector<4xf32> cannot be passed");
  EXPECT_TRUE(bool(program.call(program.getEntryPoints()[1], {})));
}

TEST(Signature, LookupNamesTheChoices) {
  Program program =
      compileOrDie("func.func @f() { return } func.func @g() { return }");
  EXPECT_EQ(getMessage(program.lookup()),
            "expected the name of one of the public functions 'f', 'g'");
  EXPECT_EQ(getMessage(program.lookup("h")),
            "expected one of the public functions 'f', 'g', found 'h'");
  EXPECT_EQ(llvm::cantFail(program.lookup("g"))->name, "g");
  EXPECT_EQ(getMessage(compileOrDie("").lookup()),
            "expected a public function, found none");
}
