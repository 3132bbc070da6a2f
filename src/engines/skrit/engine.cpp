// Skrit behind the common interface. Sources are compiled against the built-in declarations; unless the
// variant says "closed", what they lack is inferred.
#include "engines/skrit/engine.hpp"

#include <array>
#include <optional>

#include "base/bytes.hpp"
#include "base/ending.hpp"
#include "engines/skrit/assembler.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/decompile/decompile.hpp"
#include "engines/skrit/decompile/same_code.hpp"
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

namespace vellum::skrit {

namespace {

/// What a variant says: words with commas between them.
struct Way {
    bool strict = false, silent = false; ///< How names that nothing declares are taken.
    bool strip = false;                  ///< Without lines, names of locals, documents and source.
    bool retail = false;                 ///< As in a retail game.
};

std::optional<Way> way_of(std::string_view variant) {
    Way way;
    while (!variant.empty()) {
        const std::size_t comma = variant.find(',');
        const std::string_view word = variant.substr(0, comma);
        variant = comma == std::string_view::npos ? std::string_view() : variant.substr(comma + 1);
        if (word == "strict" || word == "closed") // its older name
            way.strict = true;
        else if (word == "silent")
            way.silent = true;
        else if (word == "strip")
            way.strip = true;
        else if (word == "retail")
            way.retail = way.strip = true;
        else if (word != "open")
            return std::nullopt;
    }
    return way;
}

class SkritEngine final : public Engine {
  public:
    [[nodiscard]] std::string_view id() const override { return engine_id; }
    [[nodiscard]] std::string_view title() const override { return "Skrit (Dungeon Siege scripts)"; }
    [[nodiscard]] std::span<const std::string_view> extensions() const override {
        static constexpr std::array<std::string_view, 4> list{".skrit", ".skc", ".gas", ".nnk"};
        return list;
    }
    [[nodiscard]] std::span<const std::string_view> source_extensions() const override {
        static constexpr std::array<std::string_view, 1> list{".skrit"};
        return list;
    }
    [[nodiscard]] std::span<const isa::Table* const> tables() const override {
        static constexpr std::array<const isa::Table*, 1> list{&opcode_table};
        return list;
    }
    [[nodiscard]] std::span<const DiagnosticCode* const> codes() const override { return codes::all(); }
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
        const std::optional<Way> way = way_of(options.variant);
        if (!way)
            return fail(
                vellum::codes::engine_option, "unknown mode '" + options.variant + "' to compile a skrit", {},
                "use strict, open (the default) or silent; strip; retail; separate several with commas");
        const std::size_t before = diagnostics.all().size();
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
        settled.silent = way->silent;
        settled.game_only = way->strict;
        settled.strip = way->strip;
        settled.retail = way->retail;
        if (way->retail) settled.defines = {"game", "retail"};
        Exports inferred(settled.exports);
        if (!way->strict) settled.inferred = &inferred;
        return outcome(diagnostics, [&] { return compile_unit(text, settled, diagnostics); });
    }

    [[nodiscard]] Result<std::vector<SourceFunction>> outline(std::string_view text) const override {
        return source_outline(text);
    }

    [[nodiscard]] Result<std::vector<GameText>> texts(std::span<const std::byte> bytes,
                                                      const LoadOptions& options,
                                                      Diagnostics& diagnostics) const override {
        if (has_ending(options.name, ".gas")) return unsupported("list the texts of .gas files");
        if (is_skc(bytes)) return Engine::texts(bytes, options, diagnostics);
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

    [[nodiscard]] Result<std::unique_ptr<Scheduler>> instantiate(std::span<const ProgramPtr> programs,
                                                                 Host& host, const RunOptions& options,
                                                                 Diagnostics& diagnostics) const override {
        static_cast<void>(diagnostics);
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
                !way_of(options.variant).value_or(Way{}).strict);
        for (const Diagnostic& each : diagnostics.all())
            if (each.severity == Severity::error) return std::unexpected(each);
        return fail(codes::gas, "there are more errors than shown");
    }

    /// A unit, or the first error that kept it from being made.
    template <class Make> static Result<ProgramPtr> outcome(Diagnostics& diagnostics, Make&& make) {
        const std::size_t before = diagnostics.all().size();
        return outcome(diagnostics, std::forward<Make>(make), before);
    }
    template <class Make>
    static Result<ProgramPtr> outcome(Diagnostics& diagnostics, Make&& make, std::size_t before) {
        if (std::shared_ptr<Unit> unit = make()) return unit;
        for (std::size_t i = before; i < diagnostics.all().size(); ++i)
            if (diagnostics.all()[i].severity == Severity::error)
                return std::unexpected(diagnostics.all()[i]);
        return fail(codes::limit, "there are more errors than shown");
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
