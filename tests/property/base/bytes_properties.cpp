// What ByteWriter writes ByteReader reads back; no sequence of reads leaves its data or forgets its error.
#include <bit>

#include <gtest/gtest.h> // before RapidCheck, which relies on it
#include <rapidcheck/gtest.h>

#include "base/bytes.hpp"

namespace {

using namespace vellum;

RC_GTEST_PROP(Bytes, WrittenValuesAreReadBack, ()) {
    const auto kinds = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 6));
    std::vector<std::uint64_t> values;
    std::vector<std::string> texts;
    ByteWriter writer;
    for (const int kind : kinds) {
        const auto value = *rc::gen::arbitrary<std::uint64_t>();
        values.push_back(value);
        std::string text = *rc::gen::string<std::string>();
        std::erase(text, '\0');
        texts.push_back(text);
        switch (kind) {
        case 0: writer.u8(static_cast<std::uint8_t>(value)); break;
        case 1: writer.u16(static_cast<std::uint16_t>(value)); break;
        case 2: writer.i32(static_cast<std::int32_t>(value)); break;
        case 3: writer.u64(value); break;
        case 4: writer.cstring(text); break;
        default: writer.bytes(as_bytes(text)); break;
        }
    }
    const std::vector<std::byte> data = writer.take();
    ByteReader reader(data);
    for (std::size_t index = 0; index < kinds.size(); ++index) {
        switch (kinds[index]) {
        case 0: RC_ASSERT(reader.u8() == static_cast<std::uint8_t>(values[index])); break;
        case 1: RC_ASSERT(reader.u16() == static_cast<std::uint16_t>(values[index])); break;
        case 2: RC_ASSERT(reader.i32() == static_cast<std::int32_t>(values[index])); break;
        case 3: RC_ASSERT(reader.u64() == values[index]); break;
        case 4: RC_ASSERT(reader.cstring() == texts[index]); break;
        default: RC_ASSERT(as_text(reader.bytes(texts[index].size())) == texts[index]); break;
        }
    }
    RC_ASSERT(reader.ok());
    RC_ASSERT(reader.remaining() == 0U);
}

RC_GTEST_PROP(Bytes, NoReadLeavesTheDataOrForgetsAnError, (const std::vector<std::uint8_t>& raw)) {
    const auto data = std::as_bytes(std::span(raw));
    ByteReader reader(data);
    const auto steps = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 9));
    for (const int step : steps) {
        const bool failed_before = reader.failed();
        const std::size_t before = reader.position();
        const auto small = *rc::gen::inRange<std::uint64_t>(0, 12);
        const auto amount = *rc::gen::element(small, ~small, *rc::gen::arbitrary<std::uint64_t>());
        switch (step) {
        case 0: static_cast<void>(reader.u8()); break;
        case 1: static_cast<void>(reader.u16()); break;
        case 2: static_cast<void>(reader.u32()); break;
        case 3: static_cast<void>(reader.u64()); break;
        case 4: static_cast<void>(reader.bytes(amount)); break;
        case 5: reader.skip(amount); break;
        case 6: reader.seek(amount); break;
        case 7: static_cast<void>(reader.cstring()); break;
        default: static_cast<void>(reader.count_fits(amount, small)); break;
        }
        RC_ASSERT(reader.position() <= reader.size());
        RC_ASSERT(!failed_before || reader.failed());
        if (reader.failed()) {
            RC_ASSERT(reader.position() == before);
            RC_ASSERT(reader.remaining() == 0U);
            RC_ASSERT(!reader.error().message.empty());
            RC_ASSERT(reader.error().place.offset == before);
        }
    }
}

} // namespace
