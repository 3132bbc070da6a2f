// The part of x86-64's instructions that compiled code uses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vellum::code {

enum Register : std::uint8_t { rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15 };

class Assembler {
  public:
    struct Address {
        Register base = rax;
        Register index = rsp; ///< rsp: none
        std::int32_t offset = 0;
        unsigned scale = 0; ///< The index is shifted by it.
    };
    std::vector<std::byte> bytes;

    void byte(std::uint32_t value) { bytes.push_back(static_cast<std::byte>(value)); }
    void dword(std::uint32_t value) {
        for (int shift = 0; shift < 32; shift += 8) byte(value >> shift & 0xFF);
    }
    void qword(std::uint64_t value) {
        dword(static_cast<std::uint32_t>(value));
        dword(static_cast<std::uint32_t>(value >> 32));
    }
    [[nodiscard]] std::uint32_t position() const { return static_cast<std::uint32_t>(bytes.size()); }

    /// An instruction with registers: `prefix` 0 for none, `opcode` up to two bytes, the first of them 0x0F.
    void registers(std::uint32_t opcode, unsigned reg, unsigned rm, bool wide = false,
                   std::uint32_t prefix = 0, bool byte_registers = false) {
        if (prefix != 0) byte(prefix);
        rex(wide, reg, 0, rm, byte_registers);
        code(opcode);
        byte(0xC0 | (reg & 7) << 3 | (rm & 7));
    }
    void memory(std::uint32_t opcode, unsigned reg, const Address& at, bool wide = false,
                std::uint32_t prefix = 0, bool byte_register = false) {
        if (prefix != 0) byte(prefix);
        const bool indexed = at.index != rsp;
        rex(wide, reg, indexed ? at.index : 0, at.base, byte_register);
        code(opcode);
        const bool small = at.offset >= -128 && at.offset < 128;
        const unsigned mode = small ? 0x40 : 0x80;
        if (indexed || (at.base & 7) == rsp) {
            byte(mode | (reg & 7) << 3 | 4);
            byte(at.scale << 6U | (indexed ? at.index & 7U : 4U) << 3 | (at.base & 7U));
        } else {
            byte(mode | (reg & 7) << 3 | (at.base & 7));
        }
        if (small)
            byte(static_cast<std::uint32_t>(at.offset) & 0xFF);
        else
            dword(static_cast<std::uint32_t>(at.offset));
    }
    void constant(Register to, std::uint32_t value) { // keeps flags
        rex(false, 0, 0, to, false);
        byte(0xB8 | (to & 7));
        dword(value);
    }
    void constant_wide(Register to, std::uint64_t value) {
        rex(true, 0, 0, to, false);
        byte(0xB8 | (to & 7));
        qword(value);
    }

  private:
    void rex(bool wide, unsigned reg, unsigned index, unsigned rm, bool always) {
        const unsigned value = 0x40U | (wide ? 8U : 0U) | (reg >> 3U) << 2U | (index >> 3U) << 1U | rm >> 3U;
        if (value != 0x40U || always) byte(value);
    }
    void code(std::uint32_t opcode) {
        if (opcode > 0xFF) byte(opcode >> 8);
        byte(opcode & 0xFF);
    }
};

} // namespace vellum::code
