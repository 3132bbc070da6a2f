// The directives of listings: rows of a unit's tables, one a line. The assembler reads all of them; the
// compiler reads those that may be in the asm blocks of a source.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engines/skrit/unit/unit.hpp"
#include "isa/assembler.hpp"

namespace vellum::skrit {

class UnitDirectives : public isa::DirectiveHandler {
  public:
    /// `known`: the directives that are accepted; empty for all.
    explicit UnitDirectives(Unit& unit, std::span<const std::string_view> known = {})
        : unit_(unit), known_(known) {}

    bool directive(std::string_view name, LineLexer& lexer, Diagnostics& diagnostics,
                   isa::Assembler& assembler) override;
    /// Ends the open function at the end of the code.
    void finish(std::uint32_t end);

    /// The number after the last `@` of a name; nothing if there is none.
    [[nodiscard]] static std::optional<std::uint32_t> number_after_at(std::string_view text);

  protected:
    void fail(std::string message);
    std::string quoted();
    [[nodiscard]] Unit& unit() noexcept { return unit_; }
    /// The function that locals belong to, or null.
    [[nodiscard]] virtual UnitFunction* open_function() {
        return unit_.functions_table.empty() ? nullptr : &unit_.functions_table.back();
    }
    /// Locals may name their types.
    [[nodiscard]] virtual std::optional<TypeIndex> type_named(std::string_view) { return std::nullopt; }

  private:
    enum class Parameters : std::uint8_t { none, import, function };
    enum class Filters : std::uint8_t { none, handler, term };

    struct Rows;

    bool word(std::string_view wanted);
    /// The value after `first` by as many as the word's place.
    template <class E, std::size_t N> E one_of(const std::string_view (&words)[N], E first = E{}) {
        for (std::size_t i = 0; i < N; ++i)
            if (word(words[i])) return static_cast<E>(static_cast<std::size_t>(first) + i);
        fail("an unknown word stands here");
        return first;
    }
    std::uint64_t number(std::uint64_t most, std::string_view otherwise);
    /// A number, or the word for none.
    struct OrNone {
        std::uint32_t& value;
    };
    /// True if the word is there.
    struct Flag {
        std::string_view word;
        bool& value;
    };
    /// Operands one after the other.
    void read(auto&&... operands) { (one(operands), ...); }
    void one(std::uint64_t& value);
    void one(std::uint32_t& value);
    void one(std::uint16_t& value);
    void one(std::string& text) { text = quoted(); }
    void one(const OrNone& index);
    void one(const Flag& flag) { flag.value = word(flag.word); }
    void one(SourceLine& at) { read(at.file, at.line); }
    void one(Constant& constant) { read(constant.type, constant.bits); }
    void one(StoreSizes& sizes) { read(sizes.general, sizes.text, sizes.handle); }
    void one(Delay& delay);
    void end_function();
    TypeIndex type_of_local();

    Unit& unit_;
    std::span<const std::string_view> known_;
    LineLexer* lexer_ = nullptr;
    Diagnostics* diagnostics_ = nullptr;
    std::uint32_t here_ = 0;
    Parameters parameters_ = Parameters::none;
    Filters filters_ = Filters::none;
};

} // namespace vellum::skrit
