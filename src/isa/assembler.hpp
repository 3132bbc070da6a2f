// Reads assembly text: labels, instructions and directives, one per line, `;` begins a comment. Instructions
// are encoded through the table; directives belong to the engine. Mistakes are collected, a line each, and
// reading goes on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/lexer.hpp"
#include "isa/code.hpp"
#include "isa/symbols.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::isa {

class Assembler;

/// What an operand kind's `parse` works with.
class OperandParser {
  public:
    OperandParser(Assembler& assembler, LineLexer& lexer, const OperandSpec& spec,
                  std::vector<std::uint32_t>& all, std::size_t position)
        : assembler_(assembler), lexer_(lexer), spec_(spec), all_(all), position_(position) {}

    [[nodiscard]] LineLexer& lexer() noexcept { return lexer_; }
    [[nodiscard]] Resolver& resolver() noexcept;
    [[nodiscard]] const OperandSpec& spec() const noexcept { return spec_; }
    /// All values of the instruction; operands not yet read are zero. Kinds may set bits in a neighbour (mode
    /// bits).
    [[nodiscard]] std::vector<std::uint32_t>& all() noexcept { return all_; }
    /// Index in all() of the first value of the operand being read.
    [[nodiscard]] std::size_t position() const noexcept { return position_; }

    /// Reports `asm.operand` at the current token and returns false.
    bool fail(std::string_view message);
    /// An integer that fits `field`; reports otherwise.
    bool integer(Field field, std::uint32_t& value);
    /// A floating-point literal as bits.
    bool real(std::uint32_t& bits);
    /// A label or address; unknown names are patched when the text ends.
    bool label(std::uint32_t& value);
    /// A name from the resolver's space or a number.
    bool name_or_integer(SymbolSpace space, Field field, std::uint32_t& value);

  private:
    Assembler& assembler_;
    LineLexer& lexer_;
    const OperandSpec& spec_;
    std::vector<std::uint32_t>& all_;
    std::size_t position_;
};

/// Engine side of an assembly text.
class DirectiveHandler {
  public:
    virtual ~DirectiveHandler() = default;
    /// Handles `.name …`; the lexer stands behind the name. Reports its own mistakes. The rest of the line is
    /// skipped afterwards. Returns false if there is no such directive.
    virtual bool directive(std::string_view name, LineLexer& lexer, Diagnostics& diagnostics,
                           Assembler& assembler) = 0;
    /// A label was defined (`name:`), at this address.
    virtual void label(std::string_view name, std::uint32_t address) {
        static_cast<void>(name);
        static_cast<void>(address);
    }
    /// What a label that the text does not define stands for, if it is known elsewhere.
    virtual std::optional<std::uint32_t> outside(std::string_view name) {
        static_cast<void>(name);
        return std::nullopt;
    }
};

/// Assembles one text into one code section.
class Assembler {
  public:
    Assembler(const Table& table, Resolver& resolver, DirectiveHandler& directives, Diagnostics& diagnostics);

    /// Reads the whole text and patches forward references. The code is meaningful if no error was reported.
    void assemble(std::string_view text);

    /// Changes the numbering (a directive may name it); only before the first instruction.
    bool set_table(const Table& table);
    [[nodiscard]] const Table& table() const noexcept { return *code_.table; }
    [[nodiscard]] Resolver& resolver() noexcept { return resolver_; }
    [[nodiscard]] Diagnostics& diagnostics() noexcept { return diagnostics_; }

    /// Where the first instruction stands; only before it. The code keeps its own offsets from 0.
    void begin_at(std::uint32_t address) noexcept { here_ = address; }
    /// Where the next instruction will stand.
    [[nodiscard]] std::uint32_t here() const noexcept { return here_; }
    /// Address of a label once the text has been read; nothing if it was never defined.
    [[nodiscard]] std::optional<std::uint32_t> label(std::string_view name) const;
    /// Runs after the last line, when all labels are known: for directives that take labels.
    /// `out` must outlive the assembler; reports `asm.unknown-name` at `place` if it never appears.
    void when_known(std::string name, Place place, std::uint32_t* out);

    [[nodiscard]] Code take_code() { return std::move(code_); }

    /// Appends an instruction made elsewhere (tests, compilers). Values in file order.
    void append(const Row& row, std::uint16_t opcode, std::span<const std::uint32_t> values);

  private:
    friend class OperandParser;
    struct Fixup {
        std::string name;
        Place place;
        std::size_t value; // index in code_.values
        std::size_t instruction;
        bool relative;
        Field field;
    };
    struct Wanted {
        std::string name;
        Place place;
        std::uint32_t* out;
    };

    void line(LineLexer& lexer);
    void instruction(LineLexer& lexer, const Row& row, const Place& at);
    [[nodiscard]] std::string suggestion(std::string_view mnemonic);
    void define_label(std::string_view name, Place place);
    void patch();

    Resolver& resolver_;
    DirectiveHandler& directives_;
    Diagnostics& diagnostics_;
    Code code_;
    std::uint32_t here_ = 0;
    std::unordered_map<std::string, std::uint16_t> mnemonics_; // mnemonic -> row
    std::unordered_map<std::string, std::uint32_t> labels_;
    std::vector<Fixup> fixups_;
    std::vector<Wanted> wanted_;
    std::vector<std::uint32_t> scratch_;
    std::uint32_t suggestions_left_ = 20;
    bool pending_label_ = false;
    std::string pending_name_;
    Place pending_place_;
    std::uint32_t pending_value_ = 0;
};

} // namespace vellum::isa
