//===- EmitTest.cpp - ahead-of-time output --------------------------------===//

#include "Codegen.h"
#include "Host.h"
#include "Utils.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "scatter/Pipelines/Pipelines.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"

using namespace scatter;
using namespace scatter::test;
using testing::HasSubstr;

static llvm::Expected<std::string> emit(EmitKind kind, EngineOptions options,
                                        llvm::StringRef text = scatterModule) {
  llvm::SmallString<0> contents;
  llvm::raw_svector_ostream os(contents);
  if (llvm::Error error =
          ExecutionEngine(std::move(options))
              .emit(llvm::MemoryBufferRef(text, "test.mlir"), kind, os))
    return error;
  return contents.str().str();
}

TEST(Emit, MLIRIsTheLLVMDialect) {
  std::string text = llvm::cantFail(emit(EmitKind::MLIR, {}));
  EXPECT_THAT(text, HasSubstr("llvm.func @_mlir_ciface_update("));
  EXPECT_THAT(text, testing::Not(HasSubstr("memref.")));
}

TEST(Emit, LLVMIRHasTargetAndEntryPoints) {
  EngineOptions options;
  options.triple = "aarch64-linux-gnu";
  std::string text = llvm::cantFail(emit(EmitKind::LLVMIR, options));
  EXPECT_THAT(text, HasSubstr("target triple = \"aarch64-unknown-linux-gnu\""));
  EXPECT_THAT(text, HasSubstr("define void @_mlir_ciface_update("));
}

TEST(Emit, AssemblyIsThatOfTheTarget) {
  EngineOptions options;
  options.triple = "aarch64-linux-gnu";
  std::string text = llvm::cantFail(emit(EmitKind::Assembly, options));
  EXPECT_THAT(text, HasSubstr("_mlir_ciface_update:"));
  EXPECT_THAT(text, HasSubstr("\tret\n"));
}

TEST(Emit, ObjectsDefineEntryPointsAndNeedTheRuntimeOnly) {
  std::string contents = llvm::cantFail(emit(EmitKind::Object, {}));
  auto object = llvm::cantFail(llvm::object::ObjectFile::createObjectFile(
      llvm::MemoryBufferRef(contents, "test.o")));
  std::set<std::string> defined, undefined;
  for (const llvm::object::SymbolRef &symbol : object->symbols()) {
    uint32_t flags = llvm::cantFail(symbol.getFlags());
    std::string name = llvm::cantFail(symbol.getName()).str();
    if (flags & llvm::object::SymbolRef::SF_Undefined)
      undefined.insert(name);
    else if (flags & llvm::object::SymbolRef::SF_Global)
      defined.insert(name);
  }
  EXPECT_THAT(defined, testing::ElementsAre("_mlir_ciface_update",
                                            "_mlir_ciface_updated"));
  EXPECT_THAT(undefined,
              testing::Contains("scatter_runtime_report_invalid_index"));
  undefined.erase("");
  for (const std::string &name : undefined)
    EXPECT_THAT(name,
                testing::AnyOf("scatter_runtime_report",
                               "scatter_runtime_report_invalid_index", "malloc",
                               "free", "memcpy", "memmove", "memset"));
}

TEST(Emit, NothingButEntryPointsIsVisibleToOtherObjects) {
  // Names that a host is likely to have as well; two threads outline functions.
  llvm::StringRef text = R"(
    memref.global @table : memref<2xi32> = dense<[1, 2]>
    func.func private @helper(%x: i32) -> i32 attributes {no_inline} {
      %0 = arith.addi %x, %x : i32
      return %0 : i32
    }
    func.func @add(%d: memref<1000000xf32>, %i: memref<100000x1xi64>,
                   %u: memref<100000xf32>, %x: i32) -> i32 {
      scatter.scatter_nd_update
        ins(%i, %u : memref<100000x1xi64>, memref<100000xf32>)
        outs(%d : memref<1000000xf32>) reduction(sum)
      %c0 = arith.constant 0 : index
      %t = memref.get_global @table : memref<2xi32>
      %v = memref.load %t[%c0] : memref<2xi32>
      %0 = func.call @helper(%x) : (i32) -> i32
      %1 = arith.addi %0, %v : i32
      return %1 : i32
    })";
  EngineOptions options;
  options.threads = 2;
  std::string ir = llvm::cantFail(emit(EmitKind::LLVMIR, options, text));
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module =
      llvm::parseIR(llvm::MemoryBufferRef(ir, "ir"), diagnostic, context);
  ASSERT_TRUE(module);
  std::vector<std::string> visible;
  for (const llvm::GlobalValue &value : module->global_values())
    if (!value.isDeclaration() && !value.hasLocalLinkage())
      visible.push_back(value.getName().str());
  EXPECT_THAT(visible, testing::ElementsAre("_mlir_ciface_add"));
}

/// A context with its target and pass managers serves several sources.
TEST(Emit, OptionsOfEarlierSourcesDoNotCount) {
  llvm::StringRef text = R"(
    func.func @add(%d: memref<1000000xf32>, %i: memref<100000x1xi64>,
                   %u: memref<100000xf32>) {
      scatter.scatter_nd_update
        ins(%i, %u : memref<100000x1xi64>, memref<100000xf32>)
        outs(%d : memref<1000000xf32>) reduction(sum)
      return
    })";
  EngineOptions threads, target, level;
  threads.threads = 2;
  target.triple = "aarch64-linux-gnu";
  level.optLevel = 0;
  std::vector<EngineOptions> options = {{}, threads, target, level};
  std::vector<std::string> outputs;
  for (const EngineOptions &each : options)
    outputs.push_back(llvm::cantFail(emit(EmitKind::Assembly, each, text)));
  EXPECT_EQ(std::set<std::string>(outputs.begin(), outputs.end()).size(),
            outputs.size());
  for (size_t i = options.size(); i-- > 0;)
    EXPECT_EQ(llvm::cantFail(emit(EmitKind::Assembly, options[i], text)),
              outputs[i]);
}

/// A blend with an operand in memory reads 16 bytes, more than a scalar has.
TEST(Emit, ScalarsAreLoadedAlone) {
  llvm::StringRef text = R"(
    func.func @f(%a: memref<?xf32>, %b: memref<?xf32>, %i: index) {
      %x = memref.load %a[%i] : memref<?xf32>
      %y = memref.load %b[%i] : memref<?xf32>
      %c = arith.cmpf oge, %x, %x : f32
      %s = arith.select %c, %y, %x : f32
      memref.store %s, %b[%i] : memref<?xf32>
      return
    })";
  EngineOptions options;
  options.triple = "x86_64-linux-gnu";
  options.cpu = "x86-64-v3";
  for (unsigned level : {0u, 3u}) {
    options.optLevel = level;
    std::string code = llvm::cantFail(emit(EmitKind::Assembly, options, text));
    EXPECT_THAT(code, testing::HasSubstr("vblendvps"));
    EXPECT_THAT(code,
                testing::Not(testing::ContainsRegex("vblendvps[^\n]*\\(")));
  }
}

TEST(Emit, PipelinesOfTheHostHaveToMakeTheInterface) {
  EngineOptions options;
  options.buildPipeline = [](mlir::OpPassManager &pm) {
    ScatterToLLVMOptions pipeline;
    buildScatterToLLVMPipeline(pm, pipeline);
    pm.addPass(mlir::createSymbolPrivatizePass());
    pm.addPass(mlir::createSymbolDCEPass());
  };
  EXPECT_EQ(getMessage(emit(EmitKind::Object, options)),
            "function 'update': the pipeline made no '_mlir_ciface_update'");
}

TEST(Emit, FormsOutOfRangeAreRefused) {
  EXPECT_EQ(getMessage(emit(static_cast<EmitKind>(17), {})),
            "emit: expected an EmitKind, found 17");
}

TEST(Emit, TheCPUDecidesWhichInstructionsAreUsed) {
  llvm::StringRef text = R"(
    func.func @f(%a: memref<1024xf32>, %b: f32) {
      linalg.fill ins(%b : f32) outs(%a : memref<1024xf32>)
      return
    })";
  EngineOptions options;
  options.triple = "x86_64-linux-gnu";
  EXPECT_THAT(llvm::cantFail(emit(EmitKind::Assembly, options, text)),
              testing::Not(HasSubstr("%ymm")));
  options.cpu = "haswell";
  EXPECT_THAT(llvm::cantFail(emit(EmitKind::Assembly, options, text)),
              HasSubstr("%ymm"));
}

// The target machine gets only those that its CPU does not imply.
TEST(Emit, TheHostHasAllOfItsFeatures) {
  auto machine = llvm::cantFail(createTargetMachine({}));
  const HostCPU &host = getHostCPU();
  std::unique_ptr<llvm::MCSubtargetInfo> expected(
      machine->getTarget().createMCSubtargetInfo(machine->getTargetTriple(),
                                                 host.name, host.features));
  EXPECT_EQ(machine->getMCSubtargetInfo()->getFeatureBits(),
            expected->getFeatureBits());
  EXPECT_LT(machine->getTargetFeatureString().size(), host.features.size());
}

TEST(Emit, FloatOperationsAreNotContracted) {
  llvm::StringRef text = R"(
    func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %p, %c : f32
      return %s : f32
    })";
  EngineOptions options;
  options.triple = "x86_64-linux-gnu";
  options.cpu = "haswell";
  std::string assembly =
      llvm::cantFail(emit(EmitKind::Assembly, options, text));
  EXPECT_THAT(assembly, HasSubstr("vmulss"));
  EXPECT_THAT(assembly, testing::Not(HasSubstr("fmadd")));
}

TEST(Emit, UnusableTargetsAreRefused) {
  EngineOptions options;
  options.triple = "nosuch-cpu-anywhere";
  EXPECT_EQ(getMessage(emit(EmitKind::Object, options)),
            "target triple: expected one that LLVM can generate code for, "
            "found 'nosuch-cpu-anywhere'");
  options.triple = "i686-linux-gnu";
  EXPECT_EQ(getMessage(emit(EmitKind::Object, options)),
            "target triple: expected a target with 64-bit pointers, found "
            "'i686-linux-gnu'");
}

TEST(Emit, HeadersDeclareEntryPoints) {
  std::string text = llvm::cantFail(emit(EmitKind::Header, {}, R"(
    func.func @f(%data: memref<2x3xf32>, %n: index) { return }
    func.func @g(%x: f32) -> (tensor<4xi8>, i1) {
      %t = tensor.empty() : tensor<4xi8>
      %c = arith.constant true
      return %t, %c : tensor<4xi8>, i1
    }
    func.func @h(%x: f16) { return }
  )"));
  EXPECT_THAT(text, HasSubstr("void _mlir_ciface_f(struct scatter_memref_2d "
                              "*data_, int64_t n_);"));
  EXPECT_THAT(text, HasSubstr("struct scatter_results_g {\n"
                              "  struct scatter_memref_1d result0_;\n"
                              "  bool result1_;\n};"));
  EXPECT_THAT(text, HasSubstr("void _mlir_ciface_g(struct scatter_results_g "
                              "*results, float x_);"));
  EXPECT_THAT(text, HasSubstr("/* h has a name or a type that C does not "
                              "know. */"));
}

TEST(Emit, NamesDoNotEndCommentsOfHeaders) {
  std::string text = llvm::cantFail(emit(EmitKind::Header, {}, R"(
    func.func @f(%data: memref<4xf32>
                 {scatter.name = "a */ int x;\0A #define f */*/ /*"}) {
      return
    })"));
  EXPECT_THAT(text, HasSubstr(" * argument a * / int x;"));
  llvm::StringRef comment = text;
  comment = comment.drop_front(comment.find("/* f\n"));
  comment = comment.take_front(comment.find("*/") + 2);
  EXPECT_TRUE(comment.ends_with("memref<4xf32>\n */")) << comment.str();
}

TEST(Emit, ReportsAreCold) {
  std::string text = llvm::cantFail(emit(EmitKind::LLVMIR, {}, R"(
    func.func @f(%data: memref<64xf32>, %indices: memref<16x1xi64>,
                 %updates: memref<16xf32>) {
      scatter.scatter_nd_update
        ins(%indices, %updates : memref<16x1xi64>, memref<16xf32>)
        outs(%data : memref<64xf32>)
      return
    })"));
  EXPECT_THAT(text, HasSubstr("Function Attrs: cold\ndeclare void "
                              "@scatter_runtime_report_invalid_index("));
}
