//===- FloatReductionTest.cpp - reductions of floats ----------------------===//
//
// Rounding after every update, NaN, signed zero, the f8 types and complex
// numbers.
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

#include "mlir/IR/BuiltinTypes.h"

#include <cmath>
#include <limits>
#include <random>

namespace scatter::reference {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class FloatReductionTest : public ReferenceTest {
protected:
  /// The bits of f(slot, update), both given as bits.
  uint64_t reduceBits(llvm::StringRef typeText, Reduction reduction,
                      uint64_t slot, uint64_t update) {
    mlir::Type elementType = type(typeText);
    ElementReducer reducer(elementType, reduction,
                           *getElementSize(elementType));
    reducer(&slot, &update);
    return slot;
  }
};

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

TEST_F(FloatReductionTest, f16_rounds_after_every_update) {
  // 2048 + 1 is a tie that goes to 2048; rounding once would give 2050.
  EXPECT_EQ(reduce("f16", Reduction::sum, 2048, {1, 1}), "2048");
  EXPECT_EQ(reduce("f16", Reduction::sum, 0, {1, 1, 2048}), "2050");
  EXPECT_EQ(reduce("f16", Reduction::sub, -2048, {1, 1}), "-2048");
  // 2049 is no f16; 65504 * 2 overflows although the end result would fit.
  EXPECT_EQ(reduce("f16", Reduction::sum, 2048, {3}), "2052");
  EXPECT_EQ(reduce("f16", Reduction::prod, 65504, {2, 0.5}), "inf");
  EXPECT_EQ(reduce("f16", Reduction::prod, 65504, {0.5, 2}), "65504");
}

TEST_F(FloatReductionTest, bf16_rounds_after_every_update) {
  EXPECT_EQ(reduce("bf16", Reduction::sum, 256, {1, 1}), "256");
  EXPECT_EQ(reduce("bf16", Reduction::sum, 0, {1, 1, 256}), "258");
  EXPECT_EQ(reduce("bf16", Reduction::prod, 1.0078125, {1.0078125, 1.0078125}),
            "1.0234375");
}

TEST_F(FloatReductionTest, f32_and_f64_round_to_their_own_precision) {
  EXPECT_EQ(reduce("f32", Reduction::sum, 1, {0x1p-24, 0x1p-24}), "1");
  EXPECT_EQ(reduce("f64", Reduction::sum, 1, {0x1p-53, 0x1p-53}), "1");
  EXPECT_EQ(reduce("f64", Reduction::sum, 0.1, {0.2}), "0.30000000000000004");
  // Subnormal results are not flushed.
  EXPECT_EQ(reduceBits("f32", Reduction::prod, 0x00800000, 0x3f000000),
            0x00400000u);
  EXPECT_EQ(reduceBits("f16", Reduction::prod, 0x0400, 0x3800), 0x0200u);
}

TEST_F(FloatReductionTest, native_arithmetic_equals_software_arithmetic) {
  std::mt19937 random(7);
  for (int i = 0; i < 20000; ++i) {
    auto slotBits = static_cast<uint32_t>(random());
    auto updateBits = static_cast<uint32_t>(random());
    llvm::APFloat slot(llvm::APFloat::IEEEsingle(), llvm::APInt(32, slotBits));
    llvm::APFloat update(llvm::APFloat::IEEEsingle(),
                         llvm::APInt(32, updateBits));
    for (Reduction reduction : {Reduction::sum, Reduction::sub, Reduction::prod,
                                Reduction::min, Reduction::max}) {
      llvm::APFloat expected = slot;
      if (reduction == Reduction::sum)
        expected = slot + update;
      else if (reduction == Reduction::sub)
        expected = slot - update;
      else if (reduction == Reduction::prod)
        expected = slot * update;
      else if (reduction == Reduction::min)
        expected = llvm::minimum(slot, update);
      else
        expected = llvm::maximum(slot, update);
      uint64_t found = reduceBits("f32", reduction, slotBits, updateBits);
      if (expected.isNaN())
        EXPECT_EQ(found, 0x7fc00000u);
      else
        EXPECT_EQ(found, expected.bitcastToAPInt().getZExtValue());
    }
  }
}

TEST_F(FloatReductionTest, half_floats_equal_f32_arithmetic_rounded_once) {
  // Another way to the same result: 24 >= 2 * 11 + 2 bits make the second
  // rounding harmless.
  std::mt19937 random(11);
  for (const char *typeText : {"f16", "bf16"}) {
    mlir::Type elementType = type(typeText);
    for (int i = 0; i < 20000; ++i) {
      uint16_t slot = random(), update = random();
      float slotValue, updateValue;
      bool losesInfo;
      llvm::APFloat wide = readFloat(elementType, &slot);
      wide.convert(llvm::APFloat::IEEEsingle(),
                   llvm::APFloat::rmNearestTiesToEven, &losesInfo);
      slotValue = wide.convertToFloat();
      wide = readFloat(elementType, &update);
      wide.convert(llvm::APFloat::IEEEsingle(),
                   llvm::APFloat::rmNearestTiesToEven, &losesInfo);
      updateValue = wide.convertToFloat();
      for (auto [reduction, result] :
           {std::pair{Reduction::sum, slotValue + updateValue},
            {Reduction::sub, slotValue - updateValue},
            {Reduction::prod, slotValue * updateValue}}) {
        uint16_t expected = 0;
        writeFloat(elementType, &expected,
                   std::isnan(result)
                       ? llvm::APFloat::getNaN(wide.getSemantics())
                       : llvm::APFloat(result));
        EXPECT_EQ(reduceBits(typeText, reduction, slot, update), expected);
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// NaN and signed zero
//===----------------------------------------------------------------------===//

TEST_F(FloatReductionTest, min_and_max_propagate_nan) {
  for (const char *typeText : {"f16", "bf16", "f32", "f64", "f8E4M3FN"}) {
    for (Reduction reduction : {Reduction::min, Reduction::max}) {
      EXPECT_EQ(reduce(typeText, reduction, 1, {nan, 2}), "nan") << typeText;
      EXPECT_EQ(reduce(typeText, reduction, nan, {2}), "nan") << typeText;
    }
    EXPECT_EQ(reduce(typeText, Reduction::sum, nan, {2}), "nan");
  }
}

TEST_F(FloatReductionTest, min_and_max_order_signed_zeros) {
  for (const char *typeText : {"f16", "bf16", "f32", "f64", "f8E5M2"}) {
    EXPECT_EQ(reduce(typeText, Reduction::min, 0.0, {-0.0}), "-0") << typeText;
    EXPECT_EQ(reduce(typeText, Reduction::min, -0.0, {0.0}), "-0") << typeText;
    EXPECT_EQ(reduce(typeText, Reduction::max, 0.0, {-0.0}), "0") << typeText;
    EXPECT_EQ(reduce(typeText, Reduction::max, -0.0, {0.0}), "0") << typeText;
    EXPECT_EQ(reduce(typeText, Reduction::sum, -0.0, {-0.0}), "-0");
    EXPECT_EQ(reduce(typeText, Reduction::sub, -0.0, {-0.0}), "0");
  }
}

TEST_F(FloatReductionTest, min_and_max_of_infinities) {
  EXPECT_EQ(reduce("f32", Reduction::min, inf, {3, -inf}), "-inf");
  EXPECT_EQ(reduce("f64", Reduction::max, -inf, {3, 2}), "3");
  EXPECT_EQ(reduce("bf16", Reduction::max, 1, {inf, 2}), "inf");
}

TEST_F(FloatReductionTest, none_copies_the_bits_of_nan) {
  // Signalling NaNs and payloads survive.
  for (auto [typeText, value] :
       {std::pair<const char *, uint64_t>{"f32", 0xff812345},
        {"f64", 0x7ff0000000000abc},
        {"f16", 0xfd01},
        {"bf16", 0x7f91}}) {
    OwnedBuffer data = bits(typeText, {0});
    ASSERT_FALSE(
        evaluateScatterNDUpdate({}, integers("i32", {1, 1}, {0}).view(),
                                bits(typeText, {value}).view(), data.view()));
    EXPECT_EQ(firstBits(data), value);
  }
}

TEST_F(FloatReductionTest, reductions_give_the_default_nan) {
  EXPECT_EQ(reduceBits("f32", Reduction::sum, 0xff812345, 0), 0x7fc00000u);
  EXPECT_EQ(reduceBits("f64", Reduction::max, 0, 0xfff0000000000abc),
            0x7ff8000000000000u);
  EXPECT_EQ(reduceBits("f16", Reduction::min, 0xfd01, 0), 0x7e00u);
  EXPECT_EQ(reduceBits("bf16", Reduction::prod, 0x7f80, 0), 0x7fc0u);
}

//===----------------------------------------------------------------------===//
// Types of 8 bits
//===----------------------------------------------------------------------===//

TEST_F(FloatReductionTest, f8_encodings) {
  EXPECT_EQ(toString(bits("f8E4M3FN", {0x7e, 0x38, 0x01, 0xb8}).view()),
            "[448, 1, 0.001953125, -1]");
  EXPECT_EQ(toString(bits("f8E5M2", {0x7b, 0x3c, 0x01, 0x7c}).view()),
            "[57344, 1, 1.5258789e-05, inf]");
  EXPECT_EQ(toString(bits("f8E4M3FNUZ", {0x7f, 0x40, 0x80}).view()),
            "[240, 1, nan]");
  EXPECT_EQ(toString(bits("f8E8M0FNU", {0x7f, 0x80, 0x00, 0xff}).view()),
            "[1, 2, 5.877472e-39, nan]");
}

TEST_F(FloatReductionTest, f8_overflow_follows_the_conversion) {
  EXPECT_EQ(reduce("f8E4M3FN", Reduction::sum, 448, {16}), "448");
  EXPECT_EQ(reduce("f8E4M3FN", Reduction::sum, 448, {32}), "nan");
  EXPECT_EQ(reduce("f8E5M2", Reduction::sum, 57344, {57344}), "inf");
  EXPECT_EQ(reduce("f8E5M2FNUZ", Reduction::prod, 1024, {1024}), "nan");
  // 16 + 1 is a tie that goes to 16.
  EXPECT_EQ(reduce("f8E4M3FN", Reduction::sum, 16, {1, 1}), "16");
}

TEST_F(FloatReductionTest, f8_without_sign) {
  EXPECT_EQ(reduce("f8E8M0FNU", Reduction::prod, 4, {8}), "32");
  // A midpoint goes up, as neither neighbour is even.
  EXPECT_EQ(reduce("f8E8M0FNU", Reduction::sum, 4, {2}), "8");
  EXPECT_EQ(reduce("f8E8M0FNU", Reduction::sum, 8, {4}), "16");
  EXPECT_EQ(reduce("f8E8M0FNU", Reduction::sub, 2, {4}), "nan");
  EXPECT_EQ(reduce("f8E8M0FNU", Reduction::max, 2, {4, 1}), "4");
  EXPECT_EQ(reduce("f8E8M0FNU", Reduction::min, 2, {nan, 1}), "nan");
  EXPECT_EQ(reduce("f8E8M0FNU", Reduction::prod, nan, {1}), "nan");
  EXPECT_EQ(reduce("f8E8M0FNU", Reduction::sum, 0x1p127, {0x1p127}), "nan");
  // There is no 0: a difference of 0 and an underflow give the smallest number.
  EXPECT_EQ(reduceBits("f8E8M0FNU", Reduction::sub, 0x7f, 0x7f), 0u);
  EXPECT_EQ(reduceBits("f8E8M0FNU", Reduction::prod, 0, 0), 0u);
}

TEST_F(FloatReductionTest, f8_through_f32_equals_direct_arithmetic) {
  // f32 has more than twice the precision of any f8 type, so the detour rounds
  // like one operation in the type itself. Every pair of operands.
  for (const char *typeText : {"f8E5M2", "f8E4M3", "f8E4M3FN", "f8E5M2FNUZ",
                               "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E3M4"}) {
    mlir::Type elementType = type(typeText);
    ElementReducer sum(elementType, Reduction::sum, 1);
    ElementReducer prod(elementType, Reduction::prod, 1);
    int differences = 0;
    auto compare = [&](const llvm::APFloat &direct, uint8_t slot,
                       const ElementReducer &reduce, uint8_t update) {
      reduce(&slot, &update);
      llvm::APFloat result = readFloat(elementType, &slot);
      differences +=
          direct.isNaN() ? !result.isNaN() : !direct.bitwiseIsEqual(result);
    };
    for (unsigned pair = 0; pair < 65536; ++pair) {
      uint8_t slotBits = pair >> 8, updateBits = pair & 255;
      llvm::APFloat slot = readFloat(elementType, &slotBits);
      llvm::APFloat update = readFloat(elementType, &updateBits);
      compare(slot + update, slotBits, sum, updateBits);
      compare(slot * update, slotBits, prod, updateBits);
    }
    EXPECT_EQ(differences, 0) << typeText;
  }
}

//===----------------------------------------------------------------------===//
// Complex numbers
//===----------------------------------------------------------------------===//

TEST_F(FloatReductionTest, complex_numbers) {
  auto reduceComplex = [&](llvm::StringRef typeText, Reduction reduction,
                           std::initializer_list<double> data,
                           std::initializer_list<double> update) {
    return run({reduction}, integers("i32", {1, 1}, {0}),
               buffer(typeText, {1}, update), buffer(typeText, {1}, data));
  };
  for (const char *typeText : {"complex<f32>", "complex<f64>"}) {
    EXPECT_EQ(reduceComplex(typeText, Reduction::none, {1, 2}, {3, 4}),
              "[(3, 4)]");
    EXPECT_EQ(reduceComplex(typeText, Reduction::sum, {1, 2}, {3, 5}),
              "[(4, 7)]");
    EXPECT_EQ(reduceComplex(typeText, Reduction::sub, {1, 2}, {3, 5}),
              "[(-2, -3)]");
    EXPECT_EQ(reduceComplex(typeText, Reduction::prod, {1, 2}, {3, 5}),
              "[(-7, 11)]");
    // The plain formula: inf * 0 makes NaN.
    EXPECT_EQ(reduceComplex(typeText, Reduction::prod, {inf, 0}, {1, 0}),
              "[(inf, nan)]");
  }
}

TEST_F(FloatReductionTest, complex_products_are_not_fused) {
  // a * c is 1 + 2^-11 + 2^-24 and rounds to 1 + 2^-11, so that the difference
  // is 0; a fused multiply-add would keep 2^-24.
  double a = 1 + 0x1p-12, d = 1 + 0x1p-11;
  EXPECT_EQ(run({Reduction::prod}, integers("i32", {1, 1}, {0}),
                buffer("complex<f32>", {1}, {a, d}),
                buffer("complex<f32>", {1}, {a, 1})),
            "[(0, 2.0009766)]");
}

} // namespace
} // namespace scatter::reference
