//===- ChooseOptions.cpp - how a random program is compiled ---------------===//

#include "Generator.h"

#include "llvm/ADT/STLExtras.h"

namespace scatter::fuzz {

void chooseOptions(Random &random, unsigned threads, CompileOptions &options) {
  options.simplifies = random.percent(65);
  options.splitsChecks = random.percent(35);
  options.generalizes = random.percent(25);
  Machine &machine = options.machine;
  machine.vectorBytes = random.pick({64, 64, 64, 32, 16, 256, 128});
  machine.threads =
      threads ? threads : random.pick({1, 1, 1, 1, 1, 1, 2, 2, 3, 7, 16});
  machine.parallelBytes = random.pick<int64_t>({0, 1, 64, 1024});
  machine.coreCacheBytes = random.pick<int64_t>({0, 0, 64, 1024});
  machine.elementDataBytes = random.pick<int64_t>({0, 0, 64, 1024});
  machine.bucketDataBytes = random.pick<int64_t>({0, 1, 64, 1024});
  machine.scratchBytes = random.pick<int64_t>({64 << 20, 64 << 20, 2048, 0});
  machine.nontemporalBytes =
      random.pick<int64_t>({0, 1, 1, 64, 1024, int64_t(8) << 20});
  machine.memcpyBytes = random.pick<int64_t>({0, 16 << 10, 1, 40});
  machine.prefetch = random.pick<int64_t>({0, 1, 2});
  machine.openMP = random.percent(20);
  if (random.percent(60))
    options.partition =
        Partition(random.below(getMaxEnumValForPartition() + 1));
  if (random.percent(30))
    options.planSeed = 1 + random.pick({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  options.optLevel = random.pick({3, 3, 3, 2, 1, 0});
}

void chooseTiling(Random &random, bool isTiled, Program &program) {
  if (isTiled) {
    program.options.tileSeed = 1 + random.below(1000000);
    // Most of the time goes into LLVM, which is not what they are for.
    if (random.percent(75))
      program.options.optLevel = 0;
  }
  bool sizesMatch = random.percent(isTiled ? 50 : 15);
  // Without a check there is no branch between an op and its consumer.
  bool hasChecks = !isTiled || !sizesMatch || random.percent(35);
  auto choosePolicy = [&](OutOfBounds &policy) {
    if (!hasChecks && policy == OutOfBounds::error)
      policy = OutOfBounds::drop;
  };
  for (OpModel &op : program.ops) {
    op.sizesMatch = sizesMatch;
    choosePolicy(op.config.outOfBounds);
  }
  if (program.generic)
    for (reference::ScatterNDUpdateConfig &config : program.generic->policies)
      choosePolicy(config.outOfBounds);
  if (!program.onTensors)
    return;
  for (Operand &operand : program.operands)
    operand.hasProducer = !operand.isConstant && !operand.isWindow &&
                          hasComplement(operand.type) &&
                          random.percent(isTiled ? 45 : 5);
  program.hasConsumer =
      random.percent(isTiled ? 45 : 5) &&
      llvm::all_of(program.operands, [](const Operand &operand) {
        return operand.role != Role::Data || hasComplement(operand.type);
      });
}

} // namespace scatter::fuzz
