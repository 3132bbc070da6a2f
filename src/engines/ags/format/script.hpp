// One compiled script as a program: the SCOM block, its decoded code, and every name that can be given to its
// numbers. Immutable after `make`; relies on scom and the instruction table; never links or runs anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engines/ags/format/reflection.hpp"
#include "engines/ags/format/scom.hpp"
#include "engines/ags/format/variables.hpp"
#include "isa/code.hpp"
#include "isa/symbols.hpp"
#include "vellum/program.hpp"

namespace vellum::ags {

/// What stands around a block in the file it came from (a room file); empty for loose scripts.
struct EnclosingBytes {
    std::vector<std::byte> before;
    std::vector<std::byte> after;
};

/// A script.
class Script : public Program, private isa::Symbols {
  public:
    /// Decodes the code and builds the name tables. Fails where the code cannot be decoded.
    [[nodiscard]] static Result<std::shared_ptr<const Script>> make(const Engine& engine, std::string name,
                                                                    Scom scom, EnclosingBytes enclosing = {},
                                                                    std::uint64_t base_offset = 0,
                                                                    std::vector<isa::TextLine> lines = {},
                                                                    std::optional<Variables> variables = {});

    [[nodiscard]] const Scom& scom() const noexcept { return scom_; }
    /// What a script of AGS 4 says of itself; empty for others, and if it contradicts itself.
    [[nodiscard]] const Reflection& reflection() const noexcept { return reflection_; }
    /// What its source calls its variables; null if it was not compiled from one here and does not say it.
    [[nodiscard]] const Variables* variables() const noexcept { return variables_ ? &*variables_ : nullptr; }
    /// Of the first code word in the file, behind the block's header and data.
    [[nodiscard]] std::uint64_t code_offset() const noexcept {
        constexpr std::uint64_t header_size = 20;
        return enclosing_.before.size() + header_size + scom_.data.size();
    }
    /// An opcode word that names an instance.
    struct NamedInstance {
        std::uint32_t word = 0;
        std::uint32_t number = 0;
    };
    /// All of them in the order of the code; files of compilers have none.
    [[nodiscard]] std::span<const NamedInstance> named_instances() const noexcept { return named_instances_; }
    [[nodiscard]] const EnclosingBytes& enclosing() const noexcept { return enclosing_; }
    [[nodiscard]] Result<std::vector<std::byte>> save() const override;
    void check(Diagnostics& diagnostics) const override;
    [[nodiscard]] std::string disassemble(const ListingOptions& options) const override;
    [[nodiscard]] std::vector<Fact> facts() const override;
    [[nodiscard]] std::vector<Function> functions() const override;
    [[nodiscard]] const isa::Code* code() const override { return &code_; }
    [[nodiscard]] const isa::Symbols* symbols() const override { return this; }
    [[nodiscard]] std::vector<Reference> references() const override;

    /// Words of code.
    [[nodiscard]] std::uint32_t words() const noexcept {
        return static_cast<std::uint32_t>(scom_.code.size() / 4);
    }
    /// Fixup type of a code word, or no_fixup. Where several claim the word, the last one counts, as when
    /// linking.
    static constexpr std::uint8_t no_fixup = 0xFF;
    [[nodiscard]] std::uint8_t fixup_at(std::uint32_t word) const noexcept {
        return word < fixup_at_.size() ? fixup_at_[word] : no_fixup;
    }
    /// True if the fixup stands where instructions have fixable literals and its type is known.
    [[nodiscard]] bool is_regular(const Fixup& fixup) const;
    /// Function entries (exports and targets of function fixups) by address, with the names of exports.
    [[nodiscard]] const std::map<std::uint32_t, std::string>& entries() const noexcept { return entries_; }
    /// The label of an address, or empty.
    [[nodiscard]] std::string_view label(std::uint32_t address) const;
    /// Name of the function an address belongs to (without $N), or empty.
    [[nodiscard]] std::string_view function_of(std::uint32_t address) const;
    /// As functions() and references() have it: without `$N`, or the label of one that is not exported.
    [[nodiscard]] std::string function_name(std::uint32_t address, std::string_view exported) const;
    /// Section name for messages: the last section that begins strictly before `position`.
    [[nodiscard]] std::string_view section_of(std::uint32_t position) const;
    /// Text of the literal at a string offset, up to its NUL or the end.
    [[nodiscard]] std::string_view string_at(std::uint32_t offset) const noexcept;
    /// Every place where a literal's text begins in the listing's sense: behind the NUL of the one before.
    [[nodiscard]] bool begins_string(std::uint32_t offset) const noexcept;
    /// Hash of everything that matters to a running world, for snapshots.
    [[nodiscard]] std::uint64_t identity() const noexcept { return identity_; }

    Script(const Engine& engine, std::string name) : Program(engine, std::move(name)) {}

  private:
    [[nodiscard]] Result<Decompiled> to_source(const SourceOptions& options) const override;
    bool write(TextWriter& out, isa::SymbolSpace space, std::uint32_t id) const override;
    bool write_fixed_up(TextWriter& out, std::uint32_t word) const;
    Result<isa::Code> decode(std::uint64_t base_offset);
    void index();
    void mark_literals();

    Scom scom_;
    Reflection reflection_;
    std::optional<Variables> variables_;
    EnclosingBytes enclosing_;
    isa::Code code_;
    std::vector<NamedInstance> named_instances_;
    std::vector<std::uint8_t> fixup_at_;
    std::vector<bool> literal_word_;
    std::map<std::uint32_t, std::string> entries_;
    std::map<std::uint32_t, std::string_view> said_names_; ///< Of functions, in the reflection.
    std::unordered_map<std::uint32_t, std::string> labels_;
    std::unordered_map<std::uint32_t, std::string> data_names_;
    std::unordered_map<std::string_view, std::uint32_t>
        string_offsets_; ///< last occurrence, as the compiler uses it
    std::unordered_map<std::string_view, std::uint32_t> import_numbers_; ///< first occurrence
    std::uint64_t identity_ = 0;
};

/// True if the listing's lexer reads the text as one identifier that cannot be taken for a directive or
/// made-up label.
[[nodiscard]] bool is_plain_name(std::string_view text) noexcept;

/// "Name" of "Name$2" and the number behind the dollar sign, or -1.
[[nodiscard]] std::string_view plain_function_name(std::string_view exported) noexcept;
[[nodiscard]] std::int32_t exported_parameters(std::string_view exported) noexcept;

/// Links these scripts alone, without a game, and gives a fact for each that will run precisely, with the
/// reason (machine/fast/lower.cpp).
[[nodiscard]] std::vector<Fact> slow_script_facts(const Engine& engine,
                                                  std::span<const std::shared_ptr<const Script>> scripts);

} // namespace vellum::ags
