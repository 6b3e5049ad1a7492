//===- CompileTest.cpp - sources, options and compile errors --------------===//

#include "Utils.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "scatter/InitAllDialects.h"
#include "scatter/Pipelines/Pipelines.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace scatter;
using namespace scatter::test;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Compile, SyntaxErrorsNameThePosition) {
  EXPECT_EQ(getMessage(compile("\n  func.func @f(")),
            "test.mlir:2:15: error: expected non-function type");
}

TEST(Compile, VerifierErrorsNameThePosition) {
  EXPECT_THAT(getMessage(compile("func.func @f() -> index { return }")),
              testing::StartsWith("test.mlir:1:27: error: 'func.return' op"));
}

TEST(Compile, DiagnosticsAreCollected) {
  auto program =
      compile("func.func @f() { return }\nfunc.func @f() { return }");
  ASSERT_FALSE(bool(program));
  handleAllErrors(program.takeError(), [](const CompileError &error) {
    EXPECT_THAT(error.message(), testing::Not(HasSubstr("\n")));
    ASSERT_EQ(error.getDiagnostics().size(), 2u);
    EXPECT_EQ(error.getDiagnostics()[0].str(), error.message());
    EXPECT_EQ(error.getDiagnostics()[1].severity, Diagnostic::Severity::Note);
    EXPECT_EQ(error.getDiagnostics()[1].location, "test.mlir:1:1");
  });
}

TEST(Compile, DiagnosticsGoToTheCallback) {
  std::vector<std::string> seen;
  EngineOptions options;
  options.onDiagnostic = [&](const Diagnostic &diagnostic) {
    seen.push_back(diagnostic.str());
  };
  consumeError(compile("func.func", options).takeError());
  EXPECT_THAT(seen,
              ElementsAre("test.mlir:1:10: error: custom op 'func.func' "
                          "expected valid '@'-identifier for symbol name"));
}

TEST(Compile, OptionsOutOfRangeAreRefused) {
  llvm::StringRef text = "func.func @f() { return }";
  auto compileWith = [&](auto change) {
    EngineOptions options;
    change(options);
    llvm::SmallString<0> contents;
    llvm::raw_svector_ostream os(contents);
    std::string emitted = toString(
        ExecutionEngine(options).emit({text, "f"}, EmitKind::Object, os));
    auto program = compile(text, options);
    std::string compiled = program ? "" : toString(program.takeError());
    EXPECT_EQ(emitted, compiled);
    return compiled;
  };
  EXPECT_EQ(compileWith([](auto &options) { options.optLevel = 4; }),
            "optimization level: expected a number from 0 to 3, found 4");
  EXPECT_EQ(compileWith([](auto &options) { options.threads = 0; }), "");
  EXPECT_EQ(compileWith([](auto &options) { options.threads = 1025; }),
            "threads: expected a number from 1 to 1024, found 1025");
  EXPECT_EQ(compileWith([](auto &options) { options.threads = 1024; }), "");
  EXPECT_EQ(
      compileWith([](auto &options) { options.plan.partition = Partition(5); }),
      "partition: expected a number from 0 to 4, found 5");
  EXPECT_EQ(compileWith([](auto &options) {
              options.plan.set(&Machine::vectorBytes, 48);
            }),
            "machine description: 'vector-bytes': expected a power of two in "
            "[16, 1024], found 48");
}

TEST(Compile, NothingGoesToStderr) {
  testing::internal::CaptureStderr();
  consumeError(compile("func.func @f( \n x").takeError());
  consumeError(compile("func.func private @nosuch()\n"
                       "func.func @f() { call @nosuch() : () -> () return }")
                   .takeError());
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Compile, MissingFunctionsAreNamed) {
  EXPECT_EQ(getMessage(compile("func.func private @nosuch()\n"
                               "func.func @f() {\n"
                               "  call @nosuch() : () -> () return }")),
            "function 'nosuch' is declared but nowhere defined");
}

TEST(Compile, DeepNestingIsRefused) {
  for (llvm::StringRef opening : {"tuple<", "[", "(", "{"}) {
    std::string text = "func.func @f(%a: ";
    for (int i = 0; i < 100000; ++i)
      text += opening;
    EXPECT_THAT(getMessage(compile(text)),
                HasSubstr("expected at most 256 nested brackets"));
  }
  EXPECT_THAT(getMessage(compile("#m = affine_map<(d) -> (" +
                                 std::string(100000, '-') + "d)>")),
              HasSubstr("expected at most 256 nested brackets"));
}

TEST(Compile, BracketsInStringsAndCommentsDoNotNest) {
  std::string brackets(1000, '(');
  EXPECT_EQ(getMessage(compile("// " + brackets +
                               "\nmodule attributes {test.a = \"\\\"" +
                               brackets + "\"} {}")),
            "no error");
}

TEST(Compile, DamagedBytecodeIsRefused) {
  for (llvm::StringRef text :
       {llvm::StringRef("ML\xefR"), llvm::StringRef("ML\xefR\x0d\x01\0\0", 8),
        llvm::StringRef("ML\xefR\xff\xff\xff\xff\xff\xff\xff\xff")})
    EXPECT_NE(getMessage(compile(text)), "no error");
}

TEST(Compile, SourcesSeeNothingOfTheOnesBefore) {
  llvm::StringRef unknown =
      "func.func @f() { \"foo.bar\"() : () -> () return }";
  std::string message = getMessage(compile(unknown));
  EXPECT_THAT(message, HasSubstr("unregistered dialect"));
  // StableHLO has no dialect, so that its sources may hold unknown ops.
  compileOrDie("// stablehlo\nfunc.func @f() { return }");
  EXPECT_EQ(getMessage(compile(unknown)), message);
  // More than one context serves.
  for (unsigned i = 0; i < 40; ++i)
    compileOrDie("func.func @f() { return }");
  EXPECT_EQ(getMessage(compile(unknown)), message);
}

TEST(Compile, ModulesAreCompiledInTheirContextAndLeftAlone) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  auto module =
      mlir::parseSourceString<mlir::ModuleOp>(scatterModule, &context);
  std::string before, after;
  llvm::raw_string_ostream(before) << *module;
  Program program = llvm::cantFail(ExecutionEngine().compile(*module));
  llvm::raw_string_ostream(after) << *module;
  EXPECT_EQ(before, after);
  module = nullptr;
  EXPECT_EQ(program.getEntryPoints().size(), 2u);
  EXPECT_EQ(program.getEntryPoints()[0].arguments[0].name, "arg0");
}

TEST(Compile, StagesAreReportedInOrder) {
  std::vector<std::string> stages;
  std::string input, optimized;
  EngineOptions options;
  options.onStage = [&](llvm::StringRef stage, llvm::StringRef ir) {
    stages.push_back(stage.str());
    if (stage == "input")
      input = ir.str();
    optimized = ir.str();
  };
  compileOrDie(scatterModule, options);
  EXPECT_THAT(stages, ElementsAre("input", "machine", "simplify", "checks",
                                  "fuse", "bufferize", "plan", "loops", "llvm",
                                  "llvm-ir", "optimized-llvm-ir"));
  EXPECT_THAT(input, HasSubstr("scatter.scatter_nd_update"));
  EXPECT_THAT(optimized, HasSubstr("define void @scatter.call.update"));
}

TEST(Compile, StepsAreTimedInOrder) {
  std::vector<std::string> steps;
  double total = 0;
  EngineOptions options;
  options.onTime = [&](llvm::StringRef step, double seconds) {
    steps.push_back(step.str());
    EXPECT_GE(seconds, 0);
    total += seconds;
  };
  compileOrDie(scatterModule, options);
  EXPECT_THAT(steps, ElementsAre("parse", "machine", "simplify", "checks",
                                 "fuse", "bufferize", "plan", "loops", "llvm",
                                 "translate", "optimize", "generate", "link"));
  EXPECT_GT(total, 0);
}

TEST(Compile, HostsMayLowerTheirOwnWay) {
  bool isCalled = false;
  std::vector<std::string> stages;
  EngineOptions options;
  options.buildPipeline = [&](mlir::OpPassManager &manager) {
    isCalled = true;
    ScatterToLLVMOptions pipeline;
    pipeline.plan.set(PlanOptions().set(&Machine::vectorBytes, 16));
    buildScatterToLLVMPipeline(manager, pipeline);
  };
  options.onStage = [&](llvm::StringRef stage, llvm::StringRef) {
    stages.push_back(stage.str());
  };
  compileOrDie(scatterModule, options);
  EXPECT_TRUE(isCalled);
  EXPECT_THAT(stages,
              ElementsAre("input", "llvm", "llvm-ir", "optimized-llvm-ir"));
}

TEST(Compile, EveryOptimizationLevelGivesTheSameValues) {
  for (unsigned level : {0, 1, 2, 3}) {
    EngineOptions options;
    options.optLevel = level;
    Program program = compileOrDie(scatterModule, options);
    std::vector<float> data(8, 0), updates = {1, 2};
    std::vector<int64_t> indices = {3, -1};
    llvm::cantFail(program.call(*llvm::cantFail(program.lookup("update")),
                                {makeView(data, "f32", {8}),
                                 makeView(indices, "i64", {2, 1}),
                                 makeView(updates, "f32", {2})}));
    EXPECT_THAT(data, ElementsAre(0, 0, 0, 1, 0, 0, 0, 2));
  }
}

TEST(Compile, ProgramsAreForThisProcess) {
  EngineOptions options;
  options.triple = "riscv64-linux-gnu";
  EXPECT_THAT(getMessage(compile(scatterModule, options)),
              testing::EndsWith("found 'riscv64-linux-gnu'"));
}

TEST(Compile, TriplesNeedNoVendor) {
  llvm::Triple host(llvm::sys::getProcessTriple());
  EngineOptions options;
  options.triple = (host.getArchName() + "-linux-gnu").str();
  EXPECT_EQ(getMessage(compile(scatterModule, options)), "no error");
  options.triple = host.str();
  EXPECT_EQ(getMessage(compile(scatterModule, options)), "no error");
}

TEST(Compile, UnknownTargetsAreRefused) {
  EngineOptions options;
  options.cpu = "pentium-of-doom";
  EXPECT_THAT(getMessage(compile(scatterModule, options)),
              testing::EndsWith("found 'pentium-of-doom'"));
  options.cpu = "";
  options.features = "+sse2,avx";
  EXPECT_THAT(getMessage(compile(scatterModule, options)),
              testing::EndsWith("found 'avx'"));
}

TEST(Compile, NamesOfTheCLibraryAreFreeForEntryPoints) {
  Program program = compileOrDie(R"(
    func.func @abort() -> index { %c = arith.constant 7 : index
                                  return %c : index }
    func.func @"a name with spaces"() -> index {
      %c = call @abort() : () -> index
      return %c : index
    })");
  auto results = llvm::cantFail(program.call(program.getEntryPoints()[1], {}));
  EXPECT_THAT(getValues<int64_t>(results[0].getView()), ElementsAre(7));
}
