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
    [[nodiscard]] virtual std::optional<TypeIndex> type_named(std::string_view name) {
        static_cast<void>(name);
        return std::nullopt;
    }

  private:
    enum class Parameters : std::uint8_t { none, import, function };
    enum class Filters : std::uint8_t { none, handler, term };

    std::uint64_t wide();
    std::uint32_t number();
    std::uint16_t small();
    std::uint32_t index();
    bool word(std::string_view wanted);
    template <std::size_t N> std::size_t one_of(const std::string_view (&words)[N]) {
        for (std::size_t i = 0; i < N; ++i)
            if (word(words[i])) return i;
        fail("unexpected word");
        return 0;
    }
    SourceLine place();
    Constant constant();
    Delay delay();
    void skrit();
    void hash();
    void stripped();
    void file();
    void source();
    void type();
    void string();
    void owner();
    void macro();
    void parameter();
    void import();
    void upcast();
    void stores(StoreSizes& sizes);
    void instance();
    void shared();
    void variable();
    void event();
    void takes();
    void state();
    void poll();
    void start();
    void filter();
    void add_handler(bool trigger);
    void handler();
    void trigger();
    void at();
    void transition();
    void condition();
    void term();
    void end_function();
    void function();
    void local();
    void drop();
    void line();
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
