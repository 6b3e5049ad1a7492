//===- NpyTypesTest.cpp - NumPy dtypes and MLIR element types -------------===//

#include "NpyTestUtils.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir;
using namespace scatter;
using namespace scatter::test;

namespace {
class NpyTypes : public ::testing::Test {
protected:
  Type type(StringRef text) { return parseType(text, &context); }

  /// What convertNpy says on an array with `descr` and the bytes `data`.
  std::string convert(StringRef descr, StringRef text, StringRef data = "") {
    NpyArray array = make(descr, data);
    bool matches = npyMatches(array, type(text));
    Error error = convertNpy(array, type(text));
    // A dtype that matches leaves only the values to complain of.
    EXPECT_TRUE(matches || error) << descr.str() << " " << text.str();
    converted = bytes(elements(array));
    return toString(std::move(error));
  }

  static NpyArray make(StringRef descr, StringRef data) {
    NpyArray unit = cantFail(NpyArray::create("a.npy", descr, {}));
    int64_t size = data.size() / unit.getItemSize();
    NpyArray array = cantFail(NpyArray::create("a.npy", descr, {size}));
    std::copy(data.begin(), data.end(), array.getData().begin());
    return array;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  /// The bytes that convert left.
  std::string converted;
};
} // namespace

static const std::pair<const char *, const char *> written[] = {
    {"i1", "|b1"},
    {"i8", "|i1"},
    {"si8", "|i1"},
    {"ui8", "|u1"},
    {"i16", "<i2"},
    {"si16", "<i2"},
    {"ui16", "<u2"},
    {"i32", "<i4"},
    {"si32", "<i4"},
    {"ui32", "<u4"},
    {"i64", "<i8"},
    {"si64", "<i8"},
    {"ui64", "<u8"},
    {"index", "<i8"},
    {"f16", "<f2"},
    {"f32", "<f4"},
    {"f64", "<f8"},
    {"complex<f32>", "<c8"},
    {"complex<f64>", "<c16"},
    {"bf16", "<V2"},
    {"f8E5M2", "<V1"},
    {"f8E4M3", "<V1"},
    {"f8E4M3FN", "<V1"},
    {"f8E5M2FNUZ", "<V1"},
    {"f8E4M3FNUZ", "<V1"},
    {"f8E4M3B11FNUZ", "<V1"},
    {"f8E3M4", "<V1"},
    {"f8E8M0FNU", "<V1"},
    {"i4", "<V1"},
    {"si4", "<V1"},
    {"ui4", "<V1"},
};

TEST_F(NpyTypes, EachElementTypeHasTheDtypeOfTheTable) {
  for (auto [text, descr] : written)
    EXPECT_EQ(npyDescr(type(text)), descr) << text;
}

TEST_F(NpyTypes, OtherTypesHaveNoDtype) {
  for (StringRef text :
       {"si1", "ui1", "i2", "i7", "i128", "f80", "f128", "tf32", "f4E2M1FN",
        "f6E2M3FN", "complex<f16>", "complex<bf16>", "complex<i32>", "none",
        "vector<4xf32>", "tensor<4xf32>"}) {
    ASSERT_TRUE(type(text)) << text.str();
    EXPECT_EQ(npyDescr(type(text)), "") << text.str();
    EXPECT_FALSE(npyMatches(make("<f4", ""), type(text))) << text.str();
  }
  EXPECT_EQ(convert("<f4", "i7"), "'a.npy': expected an element type that has "
                                  "a NumPy dtype, found i7");
}

TEST_F(NpyTypes, ADtypeMatchesExactlyTheTypesOfTheTable) {
  // Every pair of a written dtype and a type: equal dtypes match; besides, bit
  // patterns and values stand for the types that NumPy itself does not have.
  for (auto [text, own] : written)
    for (auto [unused, descr] : written) {
      bool isByte = StringRef(own) == "<V1";
      StringRef other = StringRef(text) == "bf16" ? "<u2"
                        : isByte && StringRef(text).ends_with("i4") &&
                                StringRef(text) != "ui4"
                            ? "|i1"
                        : isByte ? "|u1"
                                 : "";
      bool expected = StringRef(own) == descr || other == descr;
      EXPECT_EQ(npyMatches(make(descr, ""), type(text)), expected)
          << text << " " << descr;
    }
}

TEST_F(NpyTypes, ByteOrderDoesNotMatter) {
  EXPECT_EQ(convert(">f4", "f32"), "");
  EXPECT_EQ(convert("=f4", "f32"), "");
  EXPECT_EQ(convert(">c16", "complex<f64>"), "");
  EXPECT_EQ(convert("|V2", "bf16"), "");
  EXPECT_EQ(convert(">V2", "bf16"), "");
  EXPECT_EQ(convert("|V1", "f8E4M3FN"), "");
  EXPECT_EQ(convert("<f1", "f8E5M2"), "");
}

TEST_F(NpyTypes, MismatchNamesTypeAndBothDtypes) {
  EXPECT_EQ(convert("<f8", "f32"),
            "'a.npy': expected dtype '<f4' for f32, found '<f8'");
  EXPECT_EQ(convert("<u4", "i32"),
            "'a.npy': expected dtype '<i4' for i32, found '<u4'");
  EXPECT_EQ(convert("<i4", "ui32"),
            "'a.npy': expected dtype '<u4' for ui32, found '<i4'");
  EXPECT_EQ(convert("|u1", "i1"),
            "'a.npy': expected dtype '|b1' for i1, found '|u1'");
  EXPECT_EQ(convert("<u8", "index"),
            "'a.npy': expected dtype '<i8' for index, found '<u8'");
  EXPECT_EQ(convert("<f2", "bf16"),
            "'a.npy': expected dtype '<V2' or '<u2' for bf16, found '<f2'");
  EXPECT_EQ(convert("<V2", "f16"),
            "'a.npy': expected dtype '<f2' for f16, found '<V2'");
  EXPECT_EQ(convert("<f1", "f8E4M3FN"),
            "'a.npy': expected dtype '<V1' or '|u1' for f8E4M3FN, found '<f1'");
  EXPECT_EQ(convert("<i2", "f8E5M2"),
            "'a.npy': expected dtype '<V1' or '<f1' or '|u1' for f8E5M2, found "
            "'<i2'");
  EXPECT_EQ(convert("|u1", "i4"),
            "'a.npy': expected dtype '<V1' or '|i1' for i4, found '|u1'");
  EXPECT_EQ(convert("|i1", "ui4"),
            "'a.npy': expected dtype '<V1' or '|u1' for ui4, found '|i1'");
}

TEST_F(NpyTypes, FourBitPatternsAreExtended) {
  // The upper half of the byte is not part of the element.
  for (StringRef text : {"i4", "si4"}) {
    EXPECT_EQ(convert("<V1", text, StringRef("\x00\x07\x08\x0f\xf1\xff", 6)),
              "");
    EXPECT_EQ(converted, StringRef("\x00\x07\xf8\xff\x01\xff", 6));
  }
  EXPECT_EQ(convert("<V1", "ui4", StringRef("\x00\x07\x08\x0f\xf1\xff", 6)),
            "");
  EXPECT_EQ(converted, StringRef("\x00\x07\x08\x0f\x01\x0f", 6));
}

TEST_F(NpyTypes, FourBitValuesHaveToFit) {
  EXPECT_EQ(convert("|i1", "i4", "\x07\xf8\xff"), "");
  EXPECT_EQ(converted, "\x07\xf8\xff");
  EXPECT_EQ(convert("|u1", "ui4", "\x07\x0f"), "");
  EXPECT_EQ(converted, "\x07\x0f");
  EXPECT_EQ(convert("|i1", "i4", "\x07\x08"),
            "'a.npy': expected values from -8 to 7 for i4, found 8 in element "
            "1");
  EXPECT_EQ(converted, "\x07\x08");
  EXPECT_EQ(convert("|i1", "si4", "\xf7"),
            "'a.npy': expected values from -8 to 7 for si4, found -9 in "
            "element 0");
  EXPECT_EQ(convert("|u1", "ui4", "\x01\x02\xff"),
            "'a.npy': expected values from 0 to 15 for ui4, found 255 in "
            "element 2");
}

TEST_F(NpyTypes, StoredElementsAreNormalized) {
  auto normalize = [&](StringRef text, std::string data) {
    normalizeNpyData(type(text), MutableArrayRef(data.data(), data.size()));
    return data;
  };
  std::string data("\x00\x01\x02\x0f\xff", 5);
  EXPECT_EQ(normalize("i1", data), StringRef("\x00\x01\x01\x01\x01", 5));
  EXPECT_EQ(normalize("i4", data), StringRef("\x00\x01\x02\xff\xff", 5));
  EXPECT_EQ(normalize("ui4", data), StringRef("\x00\x01\x02\x0f\x0f", 5));
  for (StringRef text : {"i8", "ui8", "f8E5M2", "bf16", "f32"})
    EXPECT_EQ(normalize(text, data), data);
}
