// The part of AArch64's instructions that compiled code uses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vellum::code::arm64 {

using Register = unsigned;
inline constexpr Register zero = 31; ///< The register that is 0; as a base the stack pointer.
inline constexpr Register stack = 31;
inline constexpr Register link = 30;

/// Instructions on registers, of 32 bits; `wide_form` makes those of integers 64 bits.
enum Three : std::uint32_t {
    add_ = 0x0B000000,
    sub_ = 0x4B000000,
    subs_ = 0x6B000000,
    and_ = 0x0A000000,
    orr_ = 0x2A000000,
    eor_ = 0x4A000000,
    mul_ = 0x1B007C00,
    sdiv_ = 0x1AC00C00,
    lsl_ = 0x1AC02000,
    lsr_ = 0x1AC02400,
    asr_ = 0x1AC02800,
    fadd_ = 0x1E202800,
    fsub_ = 0x1E203800,
    fmul_ = 0x1E200800,
    fdiv_ = 0x1E201800,
    fcmp_ = 0x1E202000
};
enum Two : std::uint32_t {
    fmov_ = 0x1E204000,           ///< float to float
    fmov_to_integer = 0x1E260000, ///< bits
    fmov_to_real = 0x1E270000,
    fsqrt_ = 0x1E21C000,
    scvtf_ = 0x1E220000,
    fcvtzs_ = 0x9E380000, ///< to 64 bits, towards 0
    fcvtms_ = 0x9E300000  ///< to 64 bits, down
};
inline constexpr std::uint32_t wide_form = 0x80000000;

/// With an offset in units of their width; `unscaled` makes it one in bytes.
enum Transfer : std::uint32_t {
    strb_ = 0x39000000,
    ldrb_ = 0x39400000,
    strh_ = 0x79000000,
    ldrh_ = 0x79400000,
    ldrsh_ = 0x79C00000,
    str_ = 0xB9000000,
    ldr_ = 0xB9400000,
    str_wide = 0xF9000000,
    ldr_wide = 0xF9400000,
    str_real = 0xBD000000,
    ldr_real = 0xBD400000
};

/// As instructions hold them; the lowest bit turns one round.
enum Flags : std::uint32_t {
    eq = 0,
    ne = 1,
    hs = 2,
    lo = 3,
    mi = 4,
    vs = 6,
    vc = 7,
    hi = 8,
    ls = 9,
    ge = 10,
    lt = 11,
    gt = 12,
    le = 13
};

class Assembler {
  public:
    std::vector<std::byte> bytes;

    [[nodiscard]] std::uint32_t position() const { return static_cast<std::uint32_t>(bytes.size()); }
    void word(std::uint32_t value) {
        for (int shift = 0; shift < 32; shift += 8)
            bytes.push_back(static_cast<std::byte>(value >> shift & 0xFF));
    }
    void three(std::uint32_t op, Register d, Register n, Register m, bool wide = false) {
        word(op | (wide ? wide_form : 0) | m << 16 | n << 5 | d);
    }
    void two(std::uint32_t op, Register d, Register n) { word(op | n << 5 | d); }
    void move(Register d, Register n, bool wide = false) { three(orr_, d, zero, n, wide); }
    /// d = n + (m shifted left)
    void add_shifted(Register d, Register n, Register m, unsigned shift) {
        word(add_ | wide_form | m << 16 | shift << 10 | n << 5 | d);
    }
    /// d = n + number, or with `flags_only` what that gives; the number has to be below 4096 and above -4096.
    void add_small(Register d, Register n, std::int32_t number, bool wide, bool flags_only = false) {
        const std::uint32_t op = (number < 0 ? 0x51000000U : 0x11000000U) | (flags_only ? 0x20000000U : 0);
        const auto size = static_cast<std::uint32_t>(number < 0 ? -number : number);
        word(op | (wide ? wide_form : 0) | size << 10 | n << 5 | d);
    }
    [[nodiscard]] static bool is_small(std::int32_t number) { return number > -4096 && number < 4096; }
    void constant(Register d, std::uint64_t value) {
        bool first = true;
        for (unsigned part = 0; part < 4; ++part) {
            const auto bits = static_cast<std::uint32_t>(value >> (16 * part) & 0xFFFF);
            if (bits == 0 && !(first && part == 3)) continue;
            word((first ? 0xD2800000U : 0xF2800000U) | part << 21 | bits << 5 | d);
            first = false;
        }
    }
    void shift_left(Register d, Register n, unsigned by) {
        word(0x53000000 | (32 - by) % 32 << 16 | (31 - by) << 10 | n << 5 | d);
    }
    void shift_left_wide(Register d, Register n, unsigned by) {
        word(0xD3400000 | (64 - by) % 64 << 16 | (63 - by) << 10 | n << 5 | d);
    }
    void shift_right(Register d, Register n, unsigned by, bool is_signed) {
        word((is_signed ? 0x13000000U : 0x53000000U) | by << 16 | 31 << 10 | n << 5 | d);
    }
    /// d = from - n * m
    void multiply_subtract(Register d, Register n, Register m, Register from) {
        word(0x1B008000 | m << 16 | from << 10 | n << 5 | d);
    }
    void set_if(Register d, std::uint32_t flags) { word(0x1A9F07E0 | (flags ^ 1) << 12 | d); }
    /// d = n if so, otherwise m
    void select(Register d, Register n, Register m, std::uint32_t flags) {
        word(0x1A800000 | m << 16 | flags << 12 | n << 5 | d);
    }
    /// Compares 64 bits with 32 that have a sign.
    void compare_with_half(Register n, Register m) { word(0xEB20C01F | m << 16 | n << 5); }
    /// `width`: bytes of the transfer.
    void transfer(Transfer op, Register t, Register base, std::int32_t offset, unsigned width) {
        if (offset >= 0 && static_cast<unsigned>(offset) % width == 0 &&
            static_cast<unsigned>(offset) / width < 4096)
            word(op | static_cast<unsigned>(offset) / width << 10 | base << 5 | t);
        else
            word((op - 0x01000000) | (static_cast<std::uint32_t>(offset) & 0x1FF) << 12 | base << 5 | t);
    }
    [[nodiscard]] static bool reaches(std::int32_t offset, unsigned width) {
        return (offset >= -256 && offset < 256) ||
               (offset >= 0 && static_cast<unsigned>(offset) % width == 0 &&
                static_cast<unsigned>(offset) / width < 4096);
    }
    void push_pair(Register a, Register b) { word(0xA9BF0000 | b << 10 | stack << 5 | a); }
    void pop_pair(Register a, Register b) { word(0xA8C10000 | b << 10 | stack << 5 | a); }
    void call(Register target) { word(0xD63F0000 | target << 5); }
    void ret() { word(0xD65F03C0); }
    // Their distance is patched in.
    void jump() { word(0x14000000); }
    void jump_if(std::uint32_t flags) { word(0x54000000 | flags); }
    void call_near() { word(0x94000000); }
    void patch(std::uint32_t at, std::uint32_t to) {
        const std::uint32_t distance = (to - at) / 4;
        const bool conditional = std::to_integer<unsigned>(bytes[at + 3]) == 0x54;
        std::uint32_t bits = conditional ? (distance & 0x7FFFF) << 5 : distance & 0x3FFFFFF;
        for (std::uint32_t i = 0; i < 4; ++i, bits >>= 8)
            bytes[at + i] |= static_cast<std::byte>(bits & 0xFF);
    }
    static constexpr std::uint32_t farthest = 1U << 20U; ///< A conditional jump's distance is below it.
};

} // namespace vellum::code::arm64
