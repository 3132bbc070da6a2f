// The code that is being written: words, fixups, and the source line that waits for the next word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/ags/format/scom.hpp"
#include "engines/ags/isa/fixup.hpp"
#include "engines/ags/isa/isa.hpp"

namespace vellum::ags::compile {

/// Code that was cut out, to be pasted elsewhere, perhaps several times.
struct Piece {
    std::vector<std::int32_t> words;
    std::vector<Fixup> fixups; ///< Positions count from the piece's first word.
};

/// Words and fixups.
class Code {
  public:
    [[nodiscard]] std::int32_t size() const noexcept { return static_cast<std::int32_t>(words_.size()); }
    [[nodiscard]] std::size_t fixup_count() const noexcept { return fixups_.size(); }
    [[nodiscard]] const std::vector<std::int32_t>& words() const noexcept { return words_; }
    [[nodiscard]] std::vector<Fixup>& fixups() noexcept { return fixups_; }

    /// The line of what comes next; written before the next word.
    void set_line(std::int32_t line) noexcept { line_ = line; }
    /// Writes a waiting line now.
    void flush_line() {
        if (line_ == 0) return;
        words_.push_back(static_cast<std::int32_t>(Op::linenum));
        words_.push_back(line_);
        line_ = 0;
    }

    template <class... Operands> void write(Op opcode, Operands... operands) {
        flush_line();
        words_.push_back(static_cast<std::int32_t>(opcode));
        (words_.push_back(static_cast<std::int32_t>(operands)), ...);
    }
    /// LITTOREG with a number that the linker changes.
    void load_fixed(Register target, std::int32_t value, FixupType type) {
        write(Op::littoreg, target, value);
        add_fixup(type, size() - 1);
    }
    void add_fixup(FixupType type, std::int32_t position) {
        fixups_.push_back({static_cast<std::uint8_t>(type), position});
    }
    /// A jump to be aimed later; gives the position of its distance.
    [[nodiscard]] std::int32_t jump(Op opcode) {
        write(opcode, 0);
        return size() - 1;
    }
    void jump_to(Op opcode, std::int32_t target) {
        flush_line();
        write(opcode, target - (size() + 2));
    }
    /// Aims the jump whose distance stands at `position`.
    void aim(std::int32_t position, std::int32_t target) {
        words_[static_cast<std::size_t>(position)] = target - (position + 1);
    }

    /// Puts the number of an instance into the opcode at `position`.
    void name_instance(std::int32_t position, std::uint32_t number) {
        auto& word = words_[static_cast<std::size_t>(position)];
        word = static_cast<std::int32_t>(static_cast<std::uint32_t>(word) | number << instance_shift);
    }

    /// Cuts everything from there on out of the code.
    [[nodiscard]] Piece cut(std::int32_t from, std::size_t first_fixup);
    void paste(const Piece& piece);
    /// Forgets what was written since, and a waiting line.
    void shrink(std::int32_t to, std::size_t fixups);

  private:
    std::vector<std::int32_t> words_;
    std::vector<Fixup> fixups_;
    std::int32_t line_ = 0;
};

} // namespace vellum::ags::compile
