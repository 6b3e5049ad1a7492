//===- WorkersTest.cpp - errors on the threads of a call ------------------===//
//
// Programs with parallel loops of their own, whose iterations report or fail to
// allocate. Iterations are many, so that both threads have some.
//
//===----------------------------------------------------------------------===//

#include "Utils.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "scatter/ExecutionEngine/BufferPool.h"
#include "scatter/Pipelines/Pipelines.h"
#include "llvm/Support/Compiler.h"

#include <atomic>
#include <malloc.h>
#include <thread>

using namespace scatter;
using namespace scatter::test;
using testing::AnyOf;
using testing::Each;
using testing::HasSubstr;

static constexpr int64_t kIterations = 64;

/// Iteration p of @direct and @called writes its index tuple of its row of
/// `data`; in @called by a function.
static constexpr llvm::StringLiteral kUpdates = R"(
func.func private @row(%data: memref<64x8xf32>, %indices: memref<64x1xi64>,
                       %p: index) {
  %row = memref.subview %data[%p, 0] [1, 8] [1, 1]
    : memref<64x8xf32> to memref<8xf32, strided<[1], offset: ?>>
  %tuple = memref.subview %indices[%p, 0] [1, 1] [1, 1]
    : memref<64x1xi64> to memref<1xi64, strided<[1], offset: ?>>
  %update = memref.alloca() : memref<f32>
  %one = arith.constant 1.0 : f32
  memref.store %one, %update[] : memref<f32>
  scatter.scatter_nd_update
    ins(%tuple, %update : memref<1xi64, strided<[1], offset: ?>>, memref<f32>)
    outs(%row : memref<8xf32, strided<[1], offset: ?>>)
  return
}
func.func @called(%data: memref<64x8xf32>, %indices: memref<64x1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%p) = (%c0) to (%c64) step (%c1) {
    func.call @row(%data, %indices, %p)
      : (memref<64x8xf32>, memref<64x1xi64>, index) -> ()
  }
  return
}
func.func @direct(%data: memref<64x8xf32>, %indices: memref<64x1xi64>,
                  %updates: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%p) = (%c0) to (%c64) step (%c1) {
    %row = memref.subview %data[%p, 0] [1, 8] [1, 1]
      : memref<64x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    %tuple = memref.subview %indices[%p, 0] [1, 1] [1, 1]
      : memref<64x1xi64> to memref<1xi64, strided<[1], offset: ?>>
    %update = memref.subview %updates[%p] [1] [1]
      : memref<64xf32> to memref<f32, strided<[], offset: ?>>
    scatter.scatter_nd_update
      ins(%tuple, %update : memref<1xi64, strided<[1], offset: ?>>,
                            memref<f32, strided<[], offset: ?>>)
      outs(%row : memref<8xf32, strided<[1], offset: ?>>)
  }
  return
}
)";

static EngineOptions getOptions(unsigned threads) {
  EngineOptions options;
  options.threads = threads;
  return options;
}

static Program compileWithThreads(llvm::StringRef text, unsigned threads = 2) {
  return compileOrDie(text, getOptions(threads));
}

/// Compiles functions on memrefs that deallocate what they want to, which the
/// whole pipeline does for them.
static Program compileMemRefs(llvm::StringRef text, unsigned threads = 2) {
  EngineOptions options = getOptions(threads);
  options.buildPipeline = [threads](mlir::OpPassManager &pm) {
    ScatterToLLVMOptions options;
    options.plan.set(PlanOptions().set(&Machine::threads, threads));
    addScatterMachineStage(pm, options);
    addScatterPlanStage(pm, options);
    addScatterLoopsStage(pm, options);
    addScatterLLVMStage(pm, options);
  };
  return compileOrDie(text, options);
}

namespace {
/// Arguments of the functions of kUpdates.
struct Rows {
  std::vector<float> data = std::vector<float>(kIterations * 8, 0);
  std::vector<int64_t> indices = std::vector<int64_t>(kIterations, 3);
  std::vector<float> updates = std::vector<float>(kIterations, 1);

  llvm::Error call(const Program &program, llvm::StringRef name) {
    const EntryPoint &entry = *llvm::cantFail(program.lookup(name));
    std::vector<BufferView> views = {makeView(data, "f32", {kIterations, 8}),
                                     makeView(indices, "i64", {kIterations, 1}),
                                     makeView(updates, "f32", {kIterations})};
    views.resize(entry.arguments.size());
    return program.call(entry, views).takeError();
  }

  /// The number of rows that were written, each at index 3 alone.
  int64_t countWritten() const {
    int64_t written = 0;
    for (int64_t row = 0; row < kIterations; ++row)
      for (int64_t i = 0; i < 8; ++i)
        if (data[row * 8 + i] != 0)
          written += i == 3 && indices[row] == 3 ? 1 : kIterations;
    return written;
  }
};
} // namespace

/// The record of `error`, which must be a run-time error.
static ScatterError takeRecord(llvm::Error error) {
  ScatterError record = {};
  handleAllErrors(
      std::move(error),
      [&](const RuntimeError &found) { record = found.getRecord(); },
      [](const llvm::ErrorInfoBase &other) {
        ADD_FAILURE() << other.message();
      });
  return record;
}

TEST(Workers, AnIterationReportsToTheCaller) {
  Program program = compileWithThreads(kUpdates);
  for (llvm::StringRef name : {"direct", "called"})
    // The first half is the first thread's, which made the call.
    for (int64_t bad : {5, 60}) {
      Rows rows;
      rows.indices[bad] = 8;
      ScatterError record = takeRecord(rows.call(program, name));
      EXPECT_EQ(record.kind, SCATTER_ERROR_INDEX) << name.str();
      EXPECT_EQ(record.value, 8);
      EXPECT_EQ(record.size, 8);
      EXPECT_EQ(rows.countWritten(), kIterations - 1);
    }
}

TEST(Workers, OneOfManyReportsComesBack) {
  for (unsigned threads : {2, 7}) {
    Program program = compileWithThreads(kUpdates, threads);
    for (int repetition = 0; repetition < 100; ++repetition) {
      Rows rows;
      for (int64_t i = 0; i < kIterations; ++i)
        rows.indices[i] = i % 2 ? 1000 + i : -1000 - i;
      ScatterError record = takeRecord(rows.call(program, "direct"));
      // All members are those of one violation.
      EXPECT_EQ(record.kind, SCATTER_ERROR_INDEX);
      EXPECT_EQ(record.tuple, 0);
      EXPECT_EQ(record.component, 0);
      int64_t iteration = std::abs(record.value) - 1000;
      EXPECT_EQ(record.value,
                iteration % 2 ? 1000 + iteration : -1000 - iteration);
      EXPECT_EQ(record.size, 8);
      EXPECT_THAT(record.location, testing::StrEq("test.mlir:38:5"));
      EXPECT_THAT(rows.data, Each(0));
    }
  }
}

// Calls of several hosts share the workers.
TEST(Workers, ConcurrentCallsGetTheirOwnReports) {
  Program program = compileWithThreads(kUpdates);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> hosts;
  for (int64_t host = 0; host < 4; ++host)
    hosts.emplace_back([&, host] {
      for (int64_t round = 0; round < 200; ++round) {
        Rows rows;
        bool isBad = round % 2;
        int64_t value = 1000 * (host + 1) + round;
        if (isBad)
          rows.indices[round % kIterations] = value;
        llvm::Error error = rows.call(program, round % 3 ? "direct" : "called");
        wrong += bool(error) != isBad;
        if (error)
          wrong += takeRecord(std::move(error)).value != value;
        wrong += rows.countWritten() != kIterations - isBad;
      }
    });
  for (std::thread &host : hosts)
    host.join();
  EXPECT_EQ(wrong, 0);
}

namespace {
/// What a function of the host does that each iteration calls.
std::function<void()> hostFunction;
} // namespace

static void callHost() { hostFunction(); }

// What workers install in between does not outlive the inner call.
TEST(Workers, CallsMayNest) {
  Program inner = compileWithThreads(kUpdates);
  Program outer = compileWithThreads(R"(
    func.func @f(%host: !llvm.ptr, %data: memref<64xf32>,
                 %indices: memref<64xi64>, %updates: memref<64xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c64 = arith.constant 64 : index
      scf.parallel (%p) = (%c0) to (%c64) step (%c1) {
        llvm.call %host() : !llvm.ptr, () -> ()
        %tuple = memref.subview %indices[%p] [1] [1]
          : memref<64xi64> to memref<1xi64, strided<[1], offset: ?>>
        %update = memref.subview %updates[%p] [1] [1]
          : memref<64xf32> to memref<f32, strided<[], offset: ?>>
        scatter.scatter_nd_update
          ins(%tuple, %update : memref<1xi64, strided<[1], offset: ?>>,
                                memref<f32, strided<[], offset: ?>>)
          outs(%data : memref<64xf32>)
      }
      return
    })");
  std::atomic<int> wrong = 0;
  hostFunction = [&] {
    Rows rows;
    rows.indices[60] = 70;
    wrong += takeRecord(rows.call(inner, "direct")).value != 70;
  };
  std::vector<void *> function = {reinterpret_cast<void *>(callHost)};
  std::vector<float> data(kIterations, 0), updates(kIterations, 1);
  std::vector<int64_t> indices(kIterations, 100);
  ScatterError record =
      takeRecord(outer
                     .call(outer.getEntryPoints()[0],
                           {makeView(function, "!llvm.ptr", {}),
                            makeView(data, "f32", {kIterations}),
                            makeView(indices, "i64", {kIterations}),
                            makeView(updates, "f32", {kIterations})})
                     .takeError());
  EXPECT_EQ(record.value, 100);
  EXPECT_EQ(wrong, 0);
  EXPECT_THAT(data, Each(0));
}

/// The message of a call of function `name`, whose arguments are 64 numbers
/// that take addresses, `n` and `m`.
static std::string callWithSize(const Program &program, llvm::StringRef name,
                                int64_t n, int64_t m = 1) {
  std::vector<int64_t> addresses(kIterations), first = {n}, second = {m};
  std::vector<BufferView> views = {makeView(addresses, "index", {kIterations}),
                                   makeView(first, "index", {}),
                                   makeView(second, "index", {})};
  const EntryPoint &entry = *llvm::cantFail(program.lookup(name));
  views.resize(entry.arguments.size());
  return getMessage(program.call(entry, views));
}

/// Functions that allocate %n bytes. Addresses escape: the compiler would
/// remove an allocation that nobody sees.
static constexpr llvm::StringLiteral kAllocations = R"(
func.func private @use(%out: memref<64xindex>, %n: index) -> memref<?xi8> {
  %m = memref.alloc(%n) : memref<?xi8>
  %c0 = arith.constant 0 : index
  %v = arith.constant 1 : i8
  memref.store %v, %m[%c0] : memref<?xi8>
  %a = memref.extract_aligned_pointer_as_index %m : memref<?xi8> -> index
  memref.store %a, %out[%c0] : memref<64xindex>
  return %m : memref<?xi8>
}
func.func @alone(%out: memref<64xindex>, %n: index) {
  %m = func.call @use(%out, %n) : (memref<64xindex>, index) -> memref<?xi8>
  %c0 = arith.constant 0 : index
  %v = arith.constant 1 : i8
  memref.store %v, %m[%c0] : memref<?xi8>
  memref.dealloc %m : memref<?xi8>
  return
}
func.func @worker(%out: memref<64xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %v = arith.constant 1 : i8
  scf.parallel (%p) = (%c0) to (%c64) step (%c1) {
    %m = memref.alloc(%n) : memref<?xi8>
    memref.store %v, %m[%p] : memref<?xi8>
    %a = memref.extract_aligned_pointer_as_index %m : memref<?xi8> -> index
    memref.store %a, %out[%p] : memref<64xindex>
    memref.dealloc %m : memref<?xi8>
  }
  return
}
func.func @called_by_worker(%out: memref<64xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %v = arith.constant 1 : i8
  scf.parallel (%p) = (%c0) to (%c64) step (%c1) {
    %row = memref.alloca() : memref<64xindex>
    %m = func.call @use(%row, %n) : (memref<64xindex>, index) -> memref<?xi8>
    memref.store %v, %m[%p] : memref<?xi8>
    memref.dealloc %m : memref<?xi8>
  }
  return
}
func.func @after_workers(%out: memref<64xindex>, %n: index) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %v = arith.constant 1 : i8
  %c8 = arith.constant 8 : index
  %places = memref.alloca() : memref<64xindex>
  scf.for %i = %c0 to %c64 step %c1 {
    memref.store %c8, %places[%i] : memref<64xindex>
  }
  %good = memref.extract_aligned_pointer_as_index %out
    : memref<64xindex> -> index
  scf.parallel (%p) = (%c0) to (%c64) step (%c1) {
    %m = memref.alloc(%n) : memref<?xi8>
    memref.store %v, %m[%p] : memref<?xi8>
    %a = memref.extract_aligned_pointer_as_index %m : memref<?xi8> -> index
    memref.store %a, %out[%p] : memref<64xindex>
    memref.dealloc %m : memref<?xi8>
    memref.store %good, %places[%p] : memref<64xindex>
  }
  // An address that may be loaded from, if the iteration did not fail.
  %place = memref.load %places[%c0] : memref<64xindex>
  %number = arith.index_cast %place : index to i64
  %pointer = llvm.inttoptr %number : i64 to !llvm.ptr
  %loaded = llvm.load %pointer : !llvm.ptr -> i8
  return %loaded : i8
}
func.func @loop(%out: memref<64xindex>, %n: index) -> memref<?xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %init = memref.alloc(%c8) : memref<?xi8>
  %m = scf.for %i = %c0 to %c8 step %c1 iter_args(%last = %init)
      -> memref<?xi8> {
    %is_large = arith.cmpi eq, %i, %c7 : index
    %size = arith.select %is_large, %n, %c8 : index
    %next = func.call @use(%out, %size)
      : (memref<64xindex>, index) -> memref<?xi8>
    %v = memref.load %last[%c0] : memref<?xi8>
    memref.store %v, %next[%c1] : memref<?xi8>
    memref.dealloc %last : memref<?xi8>
    scf.yield %next : memref<?xi8>
  }
  return %m : memref<?xi8>
}
)";

TEST(Workers, AllocationsThatFailAreErrors) {
  for (unsigned threads : {1, 2, 7}) {
    Program program = compileMemRefs(kAllocations, threads);
    for (llvm::StringRef name :
         {"alone", "worker", "called_by_worker", "after_workers", "loop"}) {
      std::string expected =
          ("function '" + name + "': no memory for 140737488355328 bytes")
              .str();
      EXPECT_EQ(callWithSize(program, name, int64_t(1) << 47), expected)
          << threads << " threads";
      EXPECT_EQ(callWithSize(program, name, 64), "no error") << name.str();
    }
  }
}

TEST(Workers, ThreadsShareTheListOfAllocations) {
  Program program = compileMemRefs(R"(
    func.func @f(%out: memref<64xindex>, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c64 = arith.constant 64 : index
      %rounds = arith.constant 5000 : index
      %v = arith.constant 1 : i8
      scf.parallel (%p) = (%c0) to (%c64) step (%c1) {
        scf.for %i = %c0 to %rounds step %c1 {
          %m = memref.alloc(%n) : memref<?xi8>
          memref.store %v, %m[%c0] : memref<?xi8>
          %a = memref.extract_aligned_pointer_as_index %m : memref<?xi8> -> index
          memref.store %a, %out[%p] : memref<64xindex>
          memref.dealloc %m : memref<?xi8>
        }
      }
      return
    })",
                                   /*threads=*/4);
  for (int run = 0; run < 3; ++run)
    EXPECT_EQ(callWithSize(program, "f", 64), "no error");
}

// Passes of a host know nothing of reports and allocations that fail.
TEST(Workers, PassesOfTheHostNeedNoneOfOurs) {
  EngineOptions options = getOptions(2);
  options.buildPipeline = [](mlir::OpPassManager &pm) {
    pm.addPass(mlir::createConvertSCFToOpenMPPass());
    pm.addPass(mlir::createCanonicalizerPass());
    pm.addPass(mlir::createSCFToControlFlowPass());
    pm.addPass(mlir::createConvertToLLVMPass());
    pm.addPass(mlir::createReconcileUnrealizedCastsPass());
  };
  Program program = compileOrDie(kAllocations, options);
  for (llvm::StringRef name :
       {"alone", "worker", "called_by_worker", "after_workers", "loop"}) {
    EXPECT_THAT(callWithSize(program, name, int64_t(1) << 47),
                HasSubstr("no memory for 140737488355328 bytes"));
    EXPECT_EQ(callWithSize(program, name, 64), "no error");
  }
}

TEST(Workers, TheFirstOfTwoErrorsIsReported) {
  Program program = compileMemRefs(R"(
    func.func @f(%out: memref<64xindex>, %n: index, %i: index) {
      %m = memref.alloc() : memref<1xi64>
      %c0 = arith.constant 0 : index
      %index = arith.index_cast %i : index to i64
      memref.store %index, %m[%c0] : memref<1xi64>
      %d = memref.alloca() : memref<4xi64>
      %u = memref.alloca() : memref<i64>
      memref.store %index, %u[] : memref<i64>
      scatter.scatter_nd_update ins(%m, %u : memref<1xi64>, memref<i64>)
        outs(%d : memref<4xi64>)
      %large = memref.alloc(%n) : memref<?xi64>
      memref.store %index, %large[%c0] : memref<?xi64>
      %a = memref.extract_aligned_pointer_as_index %large
        : memref<?xi64> -> index
      memref.store %a, %out[%c0] : memref<64xindex>
      memref.dealloc %large : memref<?xi64>
      memref.dealloc %m : memref<1xi64>
      return
    })");
  EXPECT_THAT(callWithSize(program, "f", int64_t(1) << 44, 9),
              HasSubstr("found 9"));
  EXPECT_EQ(callWithSize(program, "f", int64_t(1) << 44, 1),
            "function 'f': no memory for 140737488355328 bytes");
}

// The product of sizes wraps around; the number of bytes would be small.
TEST(Workers, SizesBeyondMemoryAreErrors) {
  Program memrefs = compileMemRefs(R"(
    func.func @f(%out: memref<64xindex>, %n: index, %m: index) {
      %x = arith.constant 1.0 : f32
      %c0 = arith.constant 0 : index
      %b = memref.alloc(%n, %m) : memref<?x?xf32>
      linalg.fill ins(%x : f32) outs(%b : memref<?x?xf32>)
      %a = memref.extract_aligned_pointer_as_index %b
        : memref<?x?xf32> -> index
      memref.store %a, %out[%c0] : memref<64xindex>
      memref.dealloc %b : memref<?x?xf32>
      return
    })");
  Program program = compileOrDie(R"(
    func.func @g(%out: memref<64xindex>, %n: index) -> tensor<?x3xf32> {
      %e = tensor.empty(%n) : tensor<?x3xf32>
      return %e : tensor<?x3xf32>
    }
    func.func @h(%out: memref<64xindex>, %n: index, %m: index) -> tensor<?x?xf32> {
      %e = tensor.empty(%n, %m) : tensor<?x?xf32>
      return %e : tensor<?x?xf32>
    })");
  auto isMemory = testing::ContainsRegex(
      "^function '[fgh]': no memory for 4611686018427387[0-9]+ bytes$");
  for (auto [n, m] :
       {std::pair<int64_t, int64_t>{int64_t(1) << 32, int64_t(1) << 32},
        {int64_t(1) << 61, 2},
        {3037000500, 3037000500},
        {INT64_MAX, INT64_MAX},
        {INT64_MIN, 1},
        {2, -1},
        {-1, -1}}) {
    EXPECT_THAT(callWithSize(memrefs, "f", n, m), isMemory) << n << ", " << m;
    EXPECT_THAT(callWithSize(program, "h", n, m), isMemory) << n << ", " << m;
  }
  for (int64_t n : {int64_t(1) << 62, INT64_MAX, int64_t(-1), INT64_MIN,
                    INT64_MAX / 12 + 1})
    EXPECT_THAT(callWithSize(program, "g", n), isMemory) << n;
  EXPECT_EQ(callWithSize(program, "g", 0), "no error");
  EXPECT_EQ(callWithSize(memrefs, "f", 2, 3), "no error");
  for (auto [n, m] : {std::pair<int64_t, int64_t>{int64_t(1) << 40, 0},
                      {0, int64_t(1) << 40},
                      {INT64_MAX, 0}})
    EXPECT_EQ(callWithSize(program, "h", n, m), "no error");
}

/// The bytes that malloc has given out.
static size_t countAllocatedBytes() {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

TEST(Workers, NothingIsLeftOfACallWithoutMemory) {
  Program tensors = compileWithThreads(R"(
    func.func @f(%out: memref<64xindex>, %n: index) -> (tensor<4000000xf32>, tensor<?xi8>) {
      %x = arith.constant 1.0 : f32
      %e = tensor.empty() : tensor<4000000xf32>
      %t = linalg.fill ins(%x : f32) outs(%e : tensor<4000000xf32>)
        -> tensor<4000000xf32>
      %small = tensor.empty() : tensor<10000xf32>
      %s = linalg.fill ins(%x : f32) outs(%small : tensor<10000xf32>)
        -> tensor<10000xf32>
      %c0 = arith.constant 0 : index
      %v = tensor.extract %s[%c0] : tensor<10000xf32>
      %t2 = tensor.insert %v into %t[%c0] : tensor<4000000xf32>
      %l = tensor.empty(%n) : tensor<?xi8>
      return %t2, %l : tensor<4000000xf32>, tensor<?xi8>
    })");
  Program memrefs = compileMemRefs(R"(
    // A loop that keeps what it allocates: 4096 buffers at the end.
    func.func @g(%out: memref<64xindex>, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c64 = arith.constant 64 : index
      %v = arith.constant 1 : i8
      scf.parallel (%p) = (%c0) to (%c64) step (%c1) {
        scf.for %i = %c0 to %c64 step %c1 {
          %s = memref.alloc() : memref<1000xi8>
          memref.store %v, %s[%c0] : memref<1000xi8>
          %a = memref.extract_aligned_pointer_as_index %s
            : memref<1000xi8> -> index
          memref.store %a, %out[%p] : memref<64xindex>
        }
        %m = memref.alloc(%n) : memref<?xi8>
        memref.store %v, %m[%c0] : memref<?xi8>
        %a = memref.extract_aligned_pointer_as_index %m
          : memref<?xi8> -> index
        memref.store %a, %out[%p] : memref<64xindex>
      }
      return
    }
    // Buffers that are freed in another order than they were allocated in.
    func.func @h(%out: memref<64xindex>, %n: index) -> memref<?xi8> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c500 = arith.constant 500 : index
      %c800 = arith.constant 800 : index
      %c1000 = arith.constant 1000 : index
      %buffers = memref.alloc() : memref<1000xmemref<10xi8>>
      scf.for %i = %c0 to %c1000 step %c1 {
        %s = memref.alloc() : memref<10xi8>
        memref.store %s, %buffers[%i] : memref<1000xmemref<10xi8>>
      }
      scf.for %i = %c0 to %c500 step %c3 {
        %s = memref.load %buffers[%i] : memref<1000xmemref<10xi8>>
        memref.dealloc %s : memref<10xi8>
      }
      scf.for %i = %c800 to %c1000 step %c1 {
        %s = memref.load %buffers[%i] : memref<1000xmemref<10xi8>>
        memref.dealloc %s : memref<10xi8>
      }
      %m = memref.alloc(%n) : memref<?xi8>
      return %m : memref<?xi8>
    })");
  size_t formerLimit = setPooledBytesLimit(0);
  for (llvm::StringRef name : {"f", "g", "h"}) {
    auto fail = [&] {
      EXPECT_THAT(
          callWithSize(name == "f" ? tensors : memrefs, name, int64_t(1) << 47),
          HasSubstr("no memory"));
    };
    for (int repetition = 0; repetition < 10; ++repetition)
      fail();
    size_t before = countAllocatedBytes();
    for (int repetition = 0; repetition < 50; ++repetition)
      fail();
#if !LLVM_ADDRESS_SANITIZER_BUILD && !LLVM_THREAD_SANITIZER_BUILD
    EXPECT_LT(countAllocatedBytes(), before + 40000) << name.str();
#else
    (void)before;
#endif
  }
  setPooledBytesLimit(formerLimit);
}
