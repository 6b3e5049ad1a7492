//===- NpyHeaderTest.cpp - headers, well-formed and malformed -------------===//
//
// Each malformed file has one expected message, in full: it names the file,
// what was expected and what was found.
//
//===----------------------------------------------------------------------===//

#include "NpyTestUtils.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::test;

/// Four bytes, which the dictionaries below ask for as one '<f4'.
static const StringRef oneFloat("\0\0\x80\x3f", 4);

static void expectOneFloat(StringRef file) {
  Expected<NpyArray> array = parse(file);
  ASSERT_TRUE(static_cast<bool>(array)) << toString(array.takeError());
  EXPECT_EQ(array->getDescr(), "<f4");
  EXPECT_EQ(array->getKind(), 'f');
  EXPECT_EQ(array->getItemSize(), 4);
  EXPECT_EQ(array->getNumElements(), 1);
  EXPECT_EQ(array->getShape(), ArrayRef<int64_t>({1, 1}));
  EXPECT_EQ(elements<float>(*array), std::vector<float>{1.0f});
}

TEST(NpyHeader, AnySpellingOfTheDictionaryIsRead) {
  const char *spellings[] = {
      "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1), }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1)}",
      "{'shape': (1, 1), 'fortran_order': False, 'descr': '<f4'}",
      "{\"descr\": \"<f4\", \"fortran_order\": False, \"shape\": (1, 1)}",
      "{'descr':'<f4','fortran_order':False,'shape':(1,1)}",
      " { 'descr' : '<f4' ,\n'fortran_order'\t:False , 'shape' :( 1 ,1 , ), }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (1L, 1L), }",
      "{u'descr': u'<f4', u'fortran_order': False, u'shape': (1, 1), }",
      "{'descr': '<f4', 'fortran_order': True, 'shape': (1, 1), }",
  };
  for (StringRef text : spellings) {
    SCOPED_TRACE(text.str());
    expectOneFloat(npyFile(text, oneFloat));
  }
}

TEST(NpyHeader, EveryVersionIsRead) {
  for (int major : {1, 2, 3})
    expectOneFloat(npyFile(dictionary("<f4", "(1, 1)"), oneFloat, major));
}

TEST(NpyHeader, HeaderLongerThanVersionOneAllowsIsRead) {
  std::string text = dictionary("<f4", "(1, 1)") + std::string(70000, ' ');
  expectOneFloat(npyFile(text, oneFloat, 2));
}

TEST(NpyHeader, DtypeNamesAreReadInEveryByteOrder) {
  for (StringRef descr : {"|b1", "b1",  "|i1",  "<i2", ">i4", "=i8", "i8",
                          "|u1", "<u2", "|u4",  ">u8", "<f1", "<f2", "f4",
                          "=f8", "<c8", ">c16", "|V1", "<V2", ">V2"}) {
    SCOPED_TRACE(descr.str());
    EXPECT_EQ(parseError(npyFile(dictionary(descr, "(0,)"), "")), "");
  }
}

namespace {
struct BadDictionary {
  const char *text;
  const char *message;
};
} // namespace

// Each of these stands before four bytes of data.
static const BadDictionary badDictionaries[] = {
    {"", "expected '{' at byte 0 of the header, found its end"},
    {"[]", "expected '{' at byte 0 of the header, found '[]'"},
    {"{", "expected a string as key at byte 1 of the header, found its end"},
    {"{}", "expected the keys 'descr', 'fortran_order' and 'shape' in the "
           "header, found no 'descr'"},
    {"{,}", "expected a string as key at byte 1 of the header, found ',}'"},
    {"{'descr': '<f4', 'fortran_order': False}",
     "expected the keys 'descr', 'fortran_order' and 'shape' in the header, "
     "found no 'shape'"},
    {"{'descr': '<f4', 'shape': (1,)}",
     "expected the keys 'descr', 'fortran_order' and 'shape' in the header, "
     "found no 'fortran_order'"},
    {"{'descr': '<f4', 'descr': '<f4'}", "expected each key once at byte 17 of "
                                         "the header, found ''descr': '<f4'}'"},
    {"{'dtype': '<f4'}",
     "expected key 'descr', 'fortran_order' or 'shape' at byte 1 of the "
     "header, found ''dtype': '<f4'}'"},
    {"{'descr'; '<f4'}", "expected ':' after key 'descr' at byte 8 of the "
                         "header, found '; '<f4'}'"},
    {"{descr: '<f4'}",
     "expected a string as key at byte 1 of the header, found 'descr: '<f4'}'"},
    {"{'descr: <f4}",
     "expected a string as key at byte 1 of the header, found ''descr: <f4}'"},
    {"{'descr\": '<f4'}",
     "expected key 'descr', 'fortran_order' or 'shape' at byte 1 of the "
     "header, found ''descr\\22: '<f4'}'"},
    {"{'descr': '<f4' 'shape': (1,)}",
     "expected ',' or '}' at byte 16 of the header, found ''shape': (1,)}'"},
    {"{'descr': '<f4',, }",
     "expected a string as key at byte 16 of the header, found ', }'"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,)",
     "expected ',' or '}' at byte 54 of the header, found its end"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}, 1",
     "expected nothing after '}' at byte 55 of the header, found ', 1'"},
    {"{'descr': '<f4', 'fortran_order': 0}",
     "expected True or False for 'fortran_order' at byte 34 of the header, "
     "found '0}'"},
    {"{'descr': '<f4', 'fortran_order': 'False'}",
     "expected True or False for 'fortran_order' at byte 34 of the header, "
     "found ''False'}'"},
    {"{'descr': '<f4', 'fortran_order': Falsehood}",
     "expected True or False for 'fortran_order' at byte 34 of the header, "
     "found 'Falsehood}'"},
    {"{'descr': [('x', '<f4')]}",
     "expected a simple dtype (structured ones are not supported) at byte 10 "
     "of the header, found '[('x', '<f4')]}'"},
    {"{'descr': ('<f4', (2,))}",
     "expected a simple dtype (subarrays are not supported) at byte 10 of the "
     "header, found '('<f4', (2,))}'"},
    {"{'descr': None}", "expected a string for 'descr' at byte 10 of the "
                        "header, found 'None}'"},
    {"{'descr': '<f\\x34'}", "expected a string for 'descr' at byte 10 of the "
                             "header, found ''<f\\\\x34'}'"},
    {"{'descr': '|O'}", "expected elements that are plain numbers, found dtype "
                        "'|O' (Python objects)"},
    {"{'descr': '<U5'}", "expected a dtype among b1, i1-i8, u1-u8, f1-f8, c8, "
                         "c16, V1 and V2, found '<U5'"},
    {"{'descr': '<M8[ns]'}", "expected a dtype among b1, i1-i8, u1-u8, f1-f8, "
                             "c8, c16, V1 and V2, found '<M8[ns]'"},
    {"{'descr': '<f16'}", "expected a dtype among b1, i1-i8, u1-u8, f1-f8, c8, "
                          "c16, V1 and V2, found '<f16'"},
    {"{'descr': '<f'}", "expected a dtype among b1, i1-i8, u1-u8, f1-f8, c8, "
                        "c16, V1 and V2, found '<f'"},
    {"{'descr': '<f04'}", "expected a dtype among b1, i1-i8, u1-u8, f1-f8, c8, "
                          "c16, V1 and V2, found '<f04'"},
    {"{'descr': '<f-4'}", "expected a dtype among b1, i1-i8, u1-u8, f1-f8, c8, "
                          "c16, V1 and V2, found '<f-4'"},
    {"{'descr': '<f99999999999999999999'}",
     "expected a dtype among b1, i1-i8, u1-u8, f1-f8, c8, c16, V1 and V2, "
     "found '<f99999999999999999999'"},
    {"{'descr': ''}", "expected a dtype among b1, i1-i8, u1-u8, f1-f8, c8, "
                      "c16, V1 and V2, found ''"},
    {"{'descr': '<'}", "expected a dtype among b1, i1-i8, u1-u8, f1-f8, c8, "
                       "c16, V1 and V2, found '<'"},
    {"{'descr': '<<f4'}", "expected a dtype among b1, i1-i8, u1-u8, f1-f8, c8, "
                          "c16, V1 and V2, found '<<f4'"},
};

static const BadDictionary badShapes[] = {
    {"1", "expected a tuple for 'shape' at byte 50 of the header, found '1}'"},
    {"[1]",
     "expected a tuple for 'shape' at byte 50 of the header, found '[1]}'"},
    {"(1)",
     "expected ',' in a tuple of one dimension at byte 52 of the header, "
     "found ')}'"},
    {"(,)", "expected a non-negative decimal integer as dimension 0 at byte 51 "
            "of the header, found ',)}'"},
    {"(1,,)", "expected a non-negative decimal integer as dimension 1 at byte "
              "53 of the header, found ',)}'"},
    {"(1, 2 3)", "expected ',' or ')' in 'shape' at byte 56 of the header, "
                 "found '3)}'"},
    {"(1, 2", "expected ',' or ')' in 'shape' at byte 55 of the header, found "
              "'}'"},
    {"(-1,)", "expected a non-negative decimal integer as dimension 0 at byte "
              "51 of the header, found '-1,)}'"},
    {"(1, 1.0)", "expected ',' or ')' in 'shape' at byte 55 of the header, "
                 "found '.0)}'"},
    {"(010,)", "expected a non-negative decimal integer as dimension 0 at byte "
               "51 of the header, found '010,)}'"},
    {"(1, 0x4)", "expected ',' or ')' in 'shape' at byte 55 of the header, "
                 "found 'x4)}'"},
    {"(True,)", "expected a non-negative decimal integer as dimension 0 at "
                "byte 51 of the header, found 'True,)}'"},
    {"((1,),)", "expected a non-negative decimal integer as dimension 0 at "
                "byte 51 of the header, found '(1,),)}'"},
    {"(9223372036854775808,)",
     "expected dimension 0 to be below 2^63 at byte 51 of the header, found "
     "'9223372036854775808,)}'"},
    {"(1, 99999999999999999999999999)",
     "expected dimension 1 to be below 2^63 at byte 54 of the header, found "
     "'99999999999999999999999999)}'"},
    {"(9223372036854775807,)",
     "expected an array of less than 2^63 bytes, found shape "
     "(9223372036854775807,) with elements of 4 bytes"},
    {"(4294967296, 2147483648)",
     "expected an array of less than 2^63 bytes, found shape (4294967296, "
     "2147483648) with elements of 4 bytes"},
    {"(0, 4294967296, 2147483648)",
     "expected an array of less than 2^63 bytes, found shape (0, 4294967296, "
     "2147483648) with elements of 4 bytes"},
    {"(1099511627776,)", "expected 4398046511104 bytes of data for shape "
                         "(1099511627776,) and dtype '<f4', found 4"},
    {"(2,)", "expected 8 bytes of data for shape (2,) and dtype '<f4', found "
             "4"},
    {"(0,)", "expected 0 bytes of data for shape (0,) and dtype '<f4', found "
             "4"},
};

TEST(NpyHeader, MalformedDictionariesAreRefused) {
  for (const BadDictionary &bad : badDictionaries) {
    SCOPED_TRACE(bad.text);
    EXPECT_EQ(parseError(npyFile(bad.text, oneFloat)),
              std::string("'mem': ") + bad.message);
  }
}

TEST(NpyHeader, MalformedShapesAreRefused) {
  for (const BadDictionary &bad : badShapes) {
    SCOPED_TRACE(bad.text);
    std::string text = std::string("{'descr': '<f4', 'fortran_order': False, "
                                   "'shape': ") +
                       bad.text + "}";
    EXPECT_EQ(parseError(npyFile(text, oneFloat)),
              std::string("'mem': ") + bad.message);
  }
}

TEST(NpyHeader, RankIsAtMostSixtyFour) {
  auto file = [](size_t rank) {
    SmallVector<StringRef> ones(rank, "1");
    return npyFile(
        dictionary("<f4", ("(" + Twine(join(ones, ", ")) + ")").str()),
        oneFloat);
  };
  EXPECT_EQ(parseError(file(64)), "");
  EXPECT_EQ(parseError(file(65)),
            "'mem': expected at most 64 dimensions at byte 243 of the header, "
            "found '1), }'");
}

TEST(NpyHeader, ControlCharactersAndLongTextStayOutOfMessages) {
  EXPECT_EQ(parseError(npyFile("\x1b[2J\x01", "")),
            "'mem': expected '{' at byte 0 of the header, found "
            "'\\1B[2J\\01'");
  EXPECT_EQ(parseError(npyFile(std::string(1000, 'x'), "")),
            "'mem': expected '{' at byte 0 of the header, found '" +
                std::string(32, 'x') + "...'");
  EXPECT_EQ(parseError(npyFile("{'descr': '<f4\xc3\xa9'}", "")),
            "'mem': expected a string for 'descr' at byte 10 of the header, "
            "found ''<f4\\C3\\A9'}'");
}

TEST(NpyHeader, WrongPreamblesAreRefused) {
  std::string valid = npyFile(dictionary("<f4", "(1, 1)"), oneFloat);
  auto error = [&](size_t offset, StringRef patch) {
    std::string file = valid;
    file.replace(offset, patch.size(), patch.str());
    return parseError(file);
  };
  EXPECT_EQ(parseError(""), "'mem': expected a .npy file, which starts with "
                            "'\\93NUMPY', found ''");
  EXPECT_EQ(parseError("\x93NUM"), "'mem': expected a .npy file, which starts "
                                   "with '\\93NUMPY', found '\\93NUM'");
  EXPECT_EQ(error(0, "PK\3\4\0\0"), "'mem': expected a .npy file, which starts "
                                    "with '\\93NUMPY', found 'PK\\03\\04PY'");
  EXPECT_EQ(error(6, StringRef("\0\0", 2)),
            "'mem': expected .npy format version 1.0, 2.0 or 3.0, found 0.0");
  EXPECT_EQ(error(6, StringRef("\4\0", 2)),
            "'mem': expected .npy format version 1.0, 2.0 or 3.0, found 4.0");
  EXPECT_EQ(error(6, "\1\1"),
            "'mem': expected .npy format version 1.0, 2.0 or 3.0, found 1.1");
  EXPECT_EQ(error(8, "\xff\xff"),
            "'mem': expected a header of 65535 bytes, found " +
                std::to_string(valid.size() - 10) +
                " bytes up to the end of the file");
  EXPECT_EQ(parseError(StringRef("\x93NUMPY\x02\0\xff\xff\xff\xff", 12)),
            "'mem': expected a header of 4294967295 bytes, found 0 bytes up to "
            "the end of the file");
  EXPECT_EQ(parseError(npyFile(std::string((1 << 20) + 1, ' '), "", 3)),
            "'mem': expected a header of at most 1048576 bytes, found 1048577");
}

TEST(NpyHeader, HeadersMayTakeTheRestOfTheFileAndNoMore) {
  std::string file = npyFile(dictionary("<f4", "(0,)"), "");
  EXPECT_EQ(parseError(file), "");
  // A length that is not beyond the size of the file, but beyond its end.
  size_t rest = file.size() - 10;
  for (size_t excess : {size_t(1), size_t(10)}) {
    file[8] = static_cast<char>(rest + excess);
    EXPECT_EQ(parseError(file), "'mem': expected a header of " +
                                    std::to_string(rest + excess) +
                                    " bytes, found " + std::to_string(rest) +
                                    " bytes up to the end of the file");
  }
}

TEST(NpyHeader, EveryTruncationIsRefused) {
  for (int major : {1, 2, 3}) {
    std::string file = npyFile(dictionary("<f4", "(1, 1)"), oneFloat, major);
    for (size_t size = 0; size != file.size(); ++size)
      EXPECT_NE(parseError(StringRef(file).take_front(size)), "") << size;
    EXPECT_NE(parseError(file + "x"), "");
  }
}

TEST(NpyHeader, NoChangedByteCrashesTheParser) {
  std::string file = npyFile(dictionary("<f4", "(1, 1)"), oneFloat);
  for (size_t position = 0; position != file.size() - 4; ++position)
    for (int value = 0; value != 256; ++value) {
      std::string changed = file;
      changed[position] = static_cast<char>(value);
      std::string error = parseError(changed);
      EXPECT_FALSE(StringRef(error).contains('\n')) << error;
    }
}
