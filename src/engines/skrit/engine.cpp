// Skrit behind the common interface. Sources are compiled against the built-in declarations; unless the
// settings are strict, what they lack is inferred.
#include "engines/skrit/engine.hpp"

#include <array>
#include <optional>

#include "base/bytes.hpp"
#include "base/ending.hpp"
#include "base/first_error.hpp"
#include "engines/skrit/assembler.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/decompile/decompile.hpp"
#include "engines/skrit/decompile/same_code.hpp"
#include "engines/skrit/embedding/game_scripts.hpp"
#include "engines/skrit/embedding/instantiate.hpp"
#include "engines/skrit/exports/declarations.hpp"
#include "engines/skrit/exports/declared.hpp"
#include "engines/skrit/format.hpp"
#include "engines/skrit/fuel/embedded.hpp"
#include "engines/skrit/fuel/file_includes.hpp"
#include "engines/skrit/fuel/reader.hpp"
#include "engines/skrit/isa/isa.hpp"
#include "engines/skrit/listing/listing.hpp"
#include "engines/skrit/natives/families.hpp"
#include "engines/skrit/source/formatter.hpp"
#include "engines/skrit/source/outline.hpp"
#include "engines/skrit/source/texts.hpp"
#include "engines/skrit/verify.hpp"
#include "program/own.hpp"
#include "program/settings.hpp"
#include "program/texts.hpp"

namespace vellum::skrit {

namespace {

constexpr auto skrit_part = &EngineSettings::skrit;

class SkritEngine final : public Engine,
                          Format,
                          Language,
                          SourceFormatter,
                          HostExports,
                          GameContent,
                          Texts,
                          Runtime {
  public:
    [[nodiscard]] std::string_view id() const override { return engine_id; }
    [[nodiscard]] std::string_view title() const override { return "Skrit (Dungeon Siege scripts)"; }
    [[nodiscard]] const Format& format() const override { return *this; }
    [[nodiscard]] const Language* language() const override { return this; }
    [[nodiscard]] const SourceFormatter* formatter() const override { return this; }
    [[nodiscard]] const HostExports* exports() const override { return this; }
    [[nodiscard]] const GameContent* content() const override { return this; }
    [[nodiscard]] const Texts* texts() const override { return this; }
    [[nodiscard]] const Runtime& runtime() const override { return *this; }

    [[nodiscard]] std::span<const std::string_view> extensions() const override {
        static constexpr std::array<std::string_view, 4> list{".skrit", ".skc", ".gas", ".nnk"};
        return list;
    }
    [[nodiscard]] std::span<const std::string_view> endings() const override {
        static constexpr std::array<std::string_view, 1> list{".skrit"};
        return list;
    }
    [[nodiscard]] std::span<const isa::Table* const> tables() const override {
        static constexpr std::array<const isa::Table*, 1> list{&opcode_table};
        return list;
    }
    [[nodiscard]] std::span<const DiagnosticCode* const> codes() const override { return codes::all(); }
    [[nodiscard]] std::span<const SettingRow> setting_rows() const override {
        static constexpr std::array rows{
            choice_row<skrit_part, &SkritSettings::undeclared>("undeclared", "open|strict|silent"),
            flag_row<skrit_part, &SkritSettings::strip>("strip"),
            flag_row<skrit_part, &SkritSettings::retail>("retail")};
        return rows;
    }
    [[nodiscard]] const Host* known_natives() const override { return &skrit::known_natives(); }
    void each_native(const std::function<void(const NativeRow&)>& visit) const override {
        skrit::each_row(visit);
    }

    [[nodiscard]] Confidence detect(std::span<const std::byte> bytes,
                                    std::string_view file_name) const override {
        if (is_skc(bytes)) return Confidence::certain;
        if (has_ending(file_name, ".skrit") || has_ending(file_name, ".gas") || has_ending(file_name, ".nnk"))
            return Confidence::likely;
        return has_ending(file_name, ".skc") ? Confidence::maybe : Confidence::no;
    }

    [[nodiscard]] Result<ProgramPtr> load(std::span<const std::byte> bytes, const LoadOptions& options,
                                          Diagnostics& diagnostics) const override {
        if (has_ending(options.name, ".gas") && !is_skc(bytes)) return load_fuel(bytes, options, diagnostics);
        if (has_ending(options.name, ".nnk") && !is_skc(bytes)) {
            NamingKey key;
            key.add(as_text(bytes), options.name, diagnostics);
            return std::make_shared<FuelProgram>(*this, options.name, std::move(key));
        }
        // A name that says "compiled" is believed, or a file cut off at its start would be an empty source.
        if (!is_skc(bytes) && !has_ending(options.name, ".skc"))
            return compile(as_text(bytes), options, diagnostics);
        return outcome(diagnostics, [&] { return read_skc(bytes, options.name, diagnostics); });
    }
    [[nodiscard]] Result<ProgramPtr> assemble(std::string_view text, const LoadOptions& options,
                                              Diagnostics& diagnostics) const override {
        return outcome(diagnostics, [&] { return assemble_unit(text, options.name, diagnostics); });
    }

    [[nodiscard]] Result<ProgramPtr> compile(std::string_view text, const LoadOptions& options,
                                             Diagnostics& diagnostics) const override {
        if (text.starts_with(listing_mark)) return assemble(text, options, diagnostics);
        if (auto own = require_own(*this, options.declarations); !own)
            return std::unexpected(std::move(own.error()));
        const SkritSettings& said = options.engines.skrit;
        const bool strict = said.undeclared == SkritSettings::Undeclared::strict;
        const bool retail = said.retail.value_or(false);
        const std::size_t before = diagnostics.errors();
        FileIncludes includes(options.files);
        CompileOptions settled;
        settled.name = options.name;
        settled.includes = &includes;
        settled.exports = &exports_of(options.declarations);
        Exports own(settled.exports);
        if (const std::string within = exports_within(text); !within.empty()) {
            if (!read_exports(within, options.name, own, diagnostics))
                return outcome(diagnostics, [] { return std::shared_ptr<Unit>(); }, before);
            settled.exports = &own;
        }
        settled.lint = options.lint;
        settled.silent = said.undeclared == SkritSettings::Undeclared::silent;
        settled.game_only = strict;
        settled.strip = retail || said.strip.value_or(false);
        settled.retail = retail;
        if (retail) settled.defines = {"game", "retail"};
        Exports inferred(settled.exports);
        if (!strict) settled.inferred = &inferred;
        return outcome(diagnostics, [&] { return compile_unit(text, settled, diagnostics); });
    }

    [[nodiscard]] Result<std::vector<SourceFunction>> outline(std::string_view text) const override {
        return source_outline(text);
    }

    [[nodiscard]] Result<std::vector<GameText>> texts(std::span<const std::byte> bytes,
                                                      const LoadOptions& options,
                                                      Diagnostics& diagnostics) const override {
        if (has_ending(options.name, ".gas")) return unsupported("list the texts of .gas files");
        if (is_skc(bytes)) return texts_of(load(bytes, options, diagnostics));
        return source_texts(as_text(bytes));
    }
    [[nodiscard]] Result<std::vector<std::byte>> change_texts(std::span<const std::byte> bytes,
                                                              const LoadOptions& options,
                                                              std::span<const TextChange> changes,
                                                              Diagnostics&) const override {
        if (is_skc(bytes) || has_ending(options.name, ".gas"))
            return unsupported("change texts of other files than sources");
        return change_source_texts(as_text(bytes), changes);
    }

    [[nodiscard]] Result<std::string> format(std::string_view text, const LoadOptions& options,
                                             Diagnostics& diagnostics) const override {
        return format_source(text, options.name, diagnostics);
    }
    [[nodiscard]] Result<std::shared_ptr<const Declarations>>
    read_declarations(std::string_view text, std::string_view name, std::shared_ptr<const Declarations> known,
                      Diagnostics& diagnostics) const override {
        if (auto own = require_own(*this, known.get()); !own) return std::unexpected(std::move(own.error()));
        return read_declared(text, name, std::move(known), diagnostics);
    }
    [[nodiscard]] Result<std::string> write_declarations(const Declarations* declarations,
                                                         std::string_view form) const override {
        if (auto own = require_own(*this, declarations); !own) return std::unexpected(std::move(own.error()));
        return write_declared(exports_of(declarations), form);
    }

    [[nodiscard]] Result<GameScripts> game_scripts(std::shared_ptr<const FileSystem> files,
                                                   const std::string& template_name,
                                                   std::span<const std::string> bots) const override {
        return skrit::game_scripts(std::move(files), template_name, bots);
    }
    [[nodiscard]] Result<std::unique_ptr<Scheduler>> instantiate(std::span<const ProgramPtr> programs,
                                                                 Host& host, const RunOptions& options,
                                                                 Diagnostics&) const override {
        return make_world(programs, host, options);
    }

  private:
    [[nodiscard]] Result<ProgramPtr> load_fuel(std::span<const std::byte> bytes, const LoadOptions& options,
                                               Diagnostics& diagnostics) const {
        if (auto own = require_own(*this, options.declarations); !own)
            return std::unexpected(std::move(own.error()));
        const std::size_t errors = diagnostics.errors();
        FuelBlock root = read_fuel(as_text(bytes), options.name, diagnostics);
        if (diagnostics.errors() == errors)
            return std::make_shared<FuelProgram>(
                *this, options.name, std::move(root), options.files,
                options.declarations == nullptr ? nullptr : &exports_of(options.declarations),
                options.engines.skrit.undeclared != SkritSettings::Undeclared::strict);
        return first_error(diagnostics, errors, codes::gas, "there are more errors than shown");
    }

    /// A unit, or the first error that kept it from being made.
    template <class Make> static Result<ProgramPtr> outcome(Diagnostics& diagnostics, Make&& make) {
        return outcome(diagnostics, std::forward<Make>(make), diagnostics.errors());
    }
    template <class Make>
    static Result<ProgramPtr> outcome(Diagnostics& diagnostics, Make&& make, std::size_t before) {
        if (std::shared_ptr<Unit> unit = make()) return unit;
        return first_error(diagnostics, before, codes::limit, "there are more errors than shown");
    }
};

} // namespace

Result<std::vector<std::byte>> Unit::save() const { return write_skc(*this); }

void Unit::check(Diagnostics& diagnostics) const {
    Verification facts;
    verify_unit(*this, facts, diagnostics);
}

std::string Unit::disassemble(const ListingOptions& options) const { return list_unit(*this, options); }

Result<Decompiled> Unit::to_source(const SourceOptions& options) const {
    return decompile::decompile_text(*this, options);
}

bool Unit::same_code(const Program& other) const {
    const Unit* unit = unit_of(other);
    return unit != nullptr &&
           (decompile::difference(*this, *unit).empty() || decompile::stripped_of(*this, *unit));
}

Result<std::vector<std::byte>> FuelProgram::save() const {
    return fail(codes::gas, "the file is plain text; there is nothing to compile");
}

Result<Decompiled> FuelProgram::to_source(const SourceOptions&) const {
    return engine().unsupported("decompile plain text files");
}

const Engine& engine() {
    static const SkritEngine instance;
    return instance;
}

} // namespace vellum::skrit
