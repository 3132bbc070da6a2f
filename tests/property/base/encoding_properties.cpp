// Encodings lose nothing: UTF-16 of any units, any bytes of a code page, concatenation in either form.
#include <gtest/gtest.h> // before RapidCheck, which relies on it
#include <rapidcheck/gtest.h>

#include "base/encoding.hpp"

namespace {

using namespace vellum;

/// 16-bit units with many surrogates, so that pairs, halves and wrong orders all appear.
rc::Gen<std::vector<std::uint16_t>> units() {
    return rc::gen::container<std::vector<std::uint16_t>>(
        rc::gen::oneOf(rc::gen::arbitrary<std::uint16_t>(), rc::gen::inRange<std::uint16_t>(0xD800, 0xE000),
                       rc::gen::inRange<std::uint16_t>(0, 0x80)));
}

std::vector<std::byte> to_bytes(const std::vector<std::uint16_t>& values) {
    ByteWriter writer;
    for (const std::uint16_t value : values) {
        writer.u16(value);
    }
    return writer.take();
}

RC_GTEST_PROP(Encoding, Utf16ComesBackUnchanged, ()) {
    const std::vector<std::byte> original = to_bytes(*units());
    const std::string text = utf16le_to_wtf8(original);
    ByteWriter writer;
    RC_ASSERT(wtf8_to_utf16le(text, writer));
    RC_ASSERT(writer.take() == original);
}

RC_GTEST_PROP(Encoding, ConcatenationMeansTheSameInBothForms, ()) {
    const std::vector<std::uint16_t> left = *units();
    const std::vector<std::uint16_t> right = *units();
    std::vector<std::uint16_t> both = left;
    both.insert(both.end(), right.begin(), right.end());
    std::string text = utf16le_to_wtf8(to_bytes(left));
    append_wtf8(text, utf16le_to_wtf8(to_bytes(right)));
    RC_ASSERT(text == utf16le_to_wtf8(to_bytes(both)));
}

RC_GTEST_PROP(Encoding, CodePointsComeBack, ()) {
    const auto value = *rc::gen::inRange<std::uint32_t>(0, 0x110000);
    std::string text;
    append_utf8(text, value);
    const CodePoint wide = decode_wtf8(text, 0);
    RC_ASSERT(wide.value == value);
    RC_ASSERT(wide.length == text.size());
    const bool surrogate = value >= 0xD800 && value < 0xE000;
    RC_ASSERT((decode_utf8(text, 0).length == 0U) == surrogate);
}

} // namespace
