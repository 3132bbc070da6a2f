// What the columns of an instruction table are called.
#include "isa/table.hpp"

namespace vellum::isa {

std::string_view to_string(Field field) noexcept {
    switch (field) {
    case Field::u8: return "u8";
    case Field::i8: return "i8";
    case Field::u16: return "u16";
    case Field::i16: return "i16";
    case Field::u32: return "u32";
    case Field::i32: return "i32";
    case Field::f32: return "f32";
    case Field::opcode: return "opcode";
    }
    return {};
}

std::string_view to_string(Access access) noexcept {
    switch (access) {
    case Access::none: return "none";
    case Access::read: return "read";
    case Access::write: return "write";
    case Access::read_write: return "read-write";
    }
    return {};
}

std::string_view to_string(Flow flow) noexcept {
    switch (flow) {
    case Flow::next: return "next";
    case Flow::jump: return "jump";
    case Flow::branch: return "branch";
    case Flow::call: return "call";
    case Flow::ret: return "return";
    case Flow::stop: return "stop";
    case Flow::suspend: return "suspend";
    }
    return {};
}

std::string_view to_string(AddressUnit unit) noexcept {
    switch (unit) {
    case AddressUnit::instruction: return "instructions";
    case AddressUnit::byte: return "bytes";
    case AddressUnit::word16: return "16-bit words";
    case AddressUnit::word32: return "32-bit words";
    }
    return {};
}

std::string stack_text(const Row& row) {
    if (!row.stack.text.empty()) return std::string(row.stack.text);
    const auto side = [](const SlotCount& count) {
        return count.depends() ? std::string("?") : std::to_string(count.fixed);
    };
    const std::string text = side(row.stack.pops) + " -- " + side(row.stack.pushes);
    return text == "0 -- 0" ? std::string() : text;
}

} // namespace vellum::isa
