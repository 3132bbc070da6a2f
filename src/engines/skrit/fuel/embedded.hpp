// Skrit text inside .gas values: which values hold it, and .gas files as programs, so that whole folders of a
// game's content are checked like any other script.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engines/skrit/exports/registry.hpp"
#include "engines/skrit/fuel/document.hpp"
#include "engines/skrit/fuel/naming_key.hpp"
#include "engines/skrit/unit/unit.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/files.hpp"
#include "vellum/program.hpp"

namespace vellum::skrit {

/// What a value holds.
enum class EmbeddedKind : std::uint8_t {
    none,    ///< no code
    skrit,   ///< a whole skrit
    formula, ///< one expression
    name,    ///< the name of a skrit, perhaps with start-up parameters
    effect,  ///< a script of the effects' own language, which is not Skrit
    query    ///< what an inventory asks for: `#body,ro/192-750`
};

/// Judges by place and form. The `script` of an `[effect_script*]` block, and raw text with `$name`, belong
/// to the effects. Raw text with a brace and a user symbol is a whole skrit; a plain `skrit` names one. Of
/// what has a macro, values of inventory slots and lists are queries, words beside each other are text, the
/// rest are formulas.
[[nodiscard]] EmbeddedKind embedded_kind(const FuelBlock& block, const FuelAttribute& value);
/// True for what is compiled.
[[nodiscard]] constexpr bool is_code(EmbeddedKind kind) {
    return kind == EmbeddedKind::skrit || kind == EmbeddedKind::formula;
}

/// A diagnostic about the text of a value, with line and column of the file it stands in.
[[nodiscard]] Diagnostic placed_in_file(Diagnostic diagnostic, const FuelAttribute& value);

/// A value with code, and where it stands.
struct Embedded {
    std::string address; ///< "spell_x:magic:cast_experience"
    EmbeddedKind kind = EmbeddedKind::none;
    const FuelAttribute* value = nullptr;
};

/// All values with code, in order of the source. They point into the tree.
[[nodiscard]] std::vector<Embedded> embedded_code(const FuelBlock& root);

/// A .gas file, or a naming key, behind the common interface. It has no code of its own: checking it compiles
/// what it embeds.
class FuelProgram final : public Program {
  public:
    /// `files`: where whole skrits in it find what they include; used now and not kept. May be null.
    /// `exports`: what hosts declare, null for the game's. `open`: and what is missing is assumed.
    FuelProgram(const Engine& engine, std::string name, FuelBlock root, const FileSystem* files,
                const Exports* exports = nullptr, bool open = true);
    /// A naming key, which holds no code at all.
    FuelProgram(const Engine& engine, std::string name, NamingKey key)
        : Program(engine, std::move(name)), key_(std::move(key)) {}

    [[nodiscard]] const FuelBlock& root() const noexcept { return root_; }
    [[nodiscard]] const std::vector<Embedded>& embedded() const noexcept { return embedded_; }
    [[nodiscard]] std::vector<Fact> facts() const override;
    [[nodiscard]] std::vector<Function> functions() const override { return {}; }

    [[nodiscard]] Result<std::vector<std::byte>> save() const override;
    /// The file as comments of a listing, and the embedded code with its opcodes below.
    [[nodiscard]] std::string disassemble(const ListingOptions& options) const override;
    /// Compiles everything embedded in open mode; diagnostics have places in the file.
    void check(Diagnostics& diagnostics) const override;

  private:
    [[nodiscard]] Result<Decompiled> to_source(const SourceOptions& options) const override;
    /// A whole skrit is compiled when the file is loaded, because only then there are files to include;
    /// formulas too if they are compiled in another way than usual.
    struct Compiled {
        std::shared_ptr<Unit> unit;
        Diagnostics diagnostics;
    };
    [[nodiscard]] Compiled compile(const Embedded& one, const FileSystem* files,
                                   const Exports* exports = nullptr, bool open = true) const;
    [[nodiscard]] Compiled compiled(const Embedded& one) const;

    FuelBlock root_;
    std::optional<NamingKey> key_;
    std::vector<Embedded> embedded_;
    std::unordered_map<const FuelAttribute*, Compiled> skrits_;
    std::size_t blocks_ = 0, values_ = 0, templates_ = 0;
};

/// The .gas file behind a program of this engine, or null.
[[nodiscard]] const FuelProgram* fuel_of(const Program& program) noexcept;

} // namespace vellum::skrit
