// A loaded .ev file: its call table, its code words and whatever stands behind them, kept so that saving
// gives the same bytes. Also what running and listing need: every word decoded, a sweep of instructions, a
// search by identifier. Immutable after loading and shared by all worlds that run it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engines/ff7/isa/isa.hpp"
#include "isa/code.hpp"
#include "isa/symbols.hpp"
#include "vellum/program.hpp"

namespace vellum::ff7 {

struct GameData;

inline constexpr std::size_t table_entries = 256;
inline constexpr std::size_t old_table_entries = 128; ///< Layout of one early disc file.
inline constexpr std::size_t code_words = 0x6C00 / 2; ///< What the game has room for.
inline constexpr std::uint16_t unused_id = 0xFFFF;

/// One line of the call table.
struct Entry {
    std::uint16_t id = unused_id;
    std::uint16_t ip = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
};

enum class FunctionKind : std::uint8_t { system, model, mesh, other };

/// A function identifier taken apart.
struct FunctionId {
    FunctionKind kind = FunctionKind::system;
    std::uint32_t owner = 0;    ///< Model, or mesh_x + 36 * mesh_z.
    std::uint32_t function = 0; ///< Function or trigger number.

    [[nodiscard]] static FunctionId from(std::uint16_t id) noexcept;
};

[[nodiscard]] constexpr std::uint16_t system_id(std::uint8_t function) noexcept { return function; }
[[nodiscard]] constexpr std::uint16_t model_id(std::uint8_t model, std::uint8_t function) noexcept {
    return static_cast<std::uint16_t>(0x4000U | (model & 0x3FU) << 8U | function);
}
/// The mesh number must be below 1024 and the trigger below 16.
[[nodiscard]] constexpr std::uint16_t mesh_id(std::uint32_t mesh, std::uint8_t trigger) noexcept {
    return static_cast<std::uint16_t>(0x8000U | (mesh & 0x3FFU) << 4U | (trigger & 0xFU));
}

/// "system 7", "model 3 4", "mesh 21,10,3", "id 0xc001": what `.function` and `--event` take.
[[nodiscard]] std::string function_words(std::uint16_t id);
/// The same with the words of sources: "system enter", "model tiny_bronco 3".
[[nodiscard]] std::string source_words(std::uint16_t id);
/// "system 7 Midgar Zolom", "model 3 Highwind function 4 Action", "mesh 21,10 trigger 3".
[[nodiscard]] std::string function_title(std::uint16_t id);

/// A place in the memory banks that a source has a name for.
struct NamedPlace {
    std::string name;
    std::uint16_t code = 0; ///< That pushes it.
    std::uint16_t operand = 0;
};

/// The loaded file.
class Script : public Program, public isa::Symbols {
  public:
    Script(const Engine& engine, std::string name) : Program(engine, std::move(name)) {}
    ~Script() override;

    [[nodiscard]] Result<std::vector<std::byte>> save() const override;
    void check(Diagnostics& diagnostics) const override;
    [[nodiscard]] std::string disassemble(const ListingOptions& options) const override;
    [[nodiscard]] Result<std::string> picture(const Scheduler* scheduler) const override;

    std::vector<Entry> table;             ///< 256 or 128 entries, entry 0 included.
    std::vector<std::uint16_t> words;     ///< Code words as in the file; may be fewer than the game's 13824.
    std::vector<std::byte> tail;          ///< Bytes behind the code section.
    std::shared_ptr<const GameData> data; ///< Of the user's game, for comments; may be null.
    std::optional<DebugInfo> debug;       ///< If it was compiled from source.
    std::vector<NamedPlace> variables;    ///< That the source has.

    // --- made by finish() ---
    /// As many as there is room for in the game, and one more that stands for everything behind the end.
    std::vector<DecodedInstruction> decoded;
    isa::Code sweep;                       ///< Instructions from word 0 to the last one that is not 0.
    std::uint32_t swept = 0;               ///< Words that the sweep covers.
    std::uint32_t used_words = 0;          ///< Up to and with the last word that is not 0.
    std::vector<Entry> lookup;             ///< Functions that a search by identifier finds, ascending.
    std::array<std::uint16_t, 64> ticks{}; ///< Function 2 of each model, 0 if there is none.
    std::uint16_t system_tick = 0;

    /// Decodes and sorts; call once after the fields above are set.
    void finish();

    [[nodiscard]] std::uint32_t code_offset() const noexcept {
        return static_cast<std::uint32_t>(table.size() * 4);
    }
    [[nodiscard]] std::uint64_t offset_of(std::uint32_t ip) const noexcept {
        return code_offset() + std::uint64_t{ip} * 2;
    }
    /// Instruction pointer of the function, or nothing.
    [[nodiscard]] std::optional<std::uint16_t> find(std::uint16_t id) const noexcept;
    /// True if an instruction of the sweep begins at that word.
    [[nodiscard]] bool begins(std::uint32_t ip) const noexcept {
        return ip < begins_.size() && begins_[ip] != 0;
    }
    /// True if the call table is what is made of functions in the game's order, each at an instruction.
    [[nodiscard]] bool is_regular() const noexcept;
    /// Whether the original's binary search gives this entry for its identifier.
    [[nodiscard]] bool game_finds(std::size_t entry) const noexcept;
    /// Index of the entry whose function `ip` most likely belongs to (the nearest entry point at or before
    /// it), or -1.
    [[nodiscard]] std::ptrdiff_t owner_of(std::uint32_t ip) const noexcept;
    /// Title of that function, or "code".
    [[nodiscard]] std::string function_at(std::uint32_t ip) const;
    /// What the game's files say about the operands of the instruction at this index: a message in quotes,
    /// where a field leads. Empty without such files.
    [[nodiscard]] std::string comment_at(std::size_t index) const;
    /// The constant that the instruction at this index of the sweep gets from a push directly before it.
    [[nodiscard]] std::optional<std::uint16_t> constant_before(std::size_t index) const noexcept;

    [[nodiscard]] std::vector<Fact> facts() const override;
    [[nodiscard]] std::vector<Function> functions() const override;
    [[nodiscard]] const DebugInfo* debug_info() const override { return debug ? &*debug : nullptr; }
    [[nodiscard]] const isa::Code* code() const override { return &sweep; }
    [[nodiscard]] const isa::Symbols* symbols() const override { return this; }
    [[nodiscard]] std::vector<Reference> references() const override;
    bool write(TextWriter& out, isa::SymbolSpace space, std::uint32_t id) const override;

  private:
    [[nodiscard]] Result<Decompiled> to_source(const SourceOptions& options) const override;
    void add_computed_call(std::vector<Reference>& result, std::size_t index, std::uint8_t function) const;
    [[nodiscard]] std::vector<bool> find_written() const;
    void decode_words();
    void sweep_code();
    [[nodiscard]] std::uint8_t outcomes_at(std::uint32_t reset) const noexcept;

    std::vector<std::uint8_t> begins_; ///< 1 for words of the sweep that an instruction begins at.
    std::vector<std::pair<std::uint16_t, std::uint16_t>> starts_; ///< (ip, entry), ascending.
};

} // namespace vellum::ff7
