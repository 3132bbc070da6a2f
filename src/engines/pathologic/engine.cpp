// Registers Pathologic's rooms with the rest: every operation is a few lines that call the room that does it.
#include "engines/pathologic/engine.hpp"

#include <array>
#include <utility>
#include <vector>

#include "base/ending.hpp"
#include "base/first_error.hpp"
#include "engines/pathologic/assembler.hpp"
#include "engines/pathologic/codes.hpp"
#include "engines/pathologic/compile/codes.hpp"
#include "engines/pathologic/compile/compile.hpp"
#include "engines/pathologic/compile/outline.hpp"
#include "engines/pathologic/decompile/codes.hpp"
#include "engines/pathologic/decompile/decompile.hpp"
#include "engines/pathologic/decompile/user_names.hpp"
#include "engines/pathologic/format/format.hpp"
#include "engines/pathologic/format/script.hpp"
#include "engines/pathologic/format/text_table.hpp"
#include "engines/pathologic/format/texts.hpp"
#include "engines/pathologic/isa/tables.hpp"
#include "engines/pathologic/listing/listing.hpp"
#include "engines/pathologic/machine/codes.hpp"
#include "engines/pathologic/natives/implementations.hpp"
#include "program/own.hpp"
#include "program/settings.hpp"
#include "program/texts.hpp"
#include "vellum/pathologic.hpp"

namespace vellum::pathologic {

namespace {

class PathologicEngine final : public Engine, Format, Language, NameFiles, Texts, Runtime {
  public:
    [[nodiscard]] std::string_view id() const override { return "pathologic"; }
    [[nodiscard]] std::string_view title() const override { return "Pathologic (compiled .bin scripts)"; }

    [[nodiscard]] const Format& format() const override { return *this; }
    [[nodiscard]] const Language* language() const override { return this; }
    [[nodiscard]] const NameFiles* names() const override { return this; }
    [[nodiscard]] const Texts* texts() const override { return this; }
    [[nodiscard]] const Runtime& runtime() const override { return *this; }

    [[nodiscard]] std::span<const std::string_view> extensions() const override {
        static constexpr std::array<std::string_view, 1> compiled{".bin"};
        return compiled;
    }

    [[nodiscard]] std::span<const std::string_view> endings() const override {
        static constexpr std::array<std::string_view, 1> source{".patho"};
        return source;
    }

    [[nodiscard]] std::span<const isa::Table* const> tables() const override {
        static constexpr std::array<const isa::Table*, 2> both{&hd_table, &alpha_table};
        return both;
    }

    [[nodiscard]] std::span<const SettingRow> setting_rows() const override {
        static constexpr std::array rows{
            choice_row<&EngineSettings::pathologic, &PathologicSettings::numbering>("numbering", "alpha|hd")};
        return rows;
    }
    [[nodiscard]] std::span<const DiagnosticCode* const> codes() const override {
        static const std::vector<const DiagnosticCode*> both = [] {
            std::vector<const DiagnosticCode*> list(codes::all.begin(), codes::all.end());
            list.insert(list.end(), codes::source_codes.begin(), codes::source_codes.end());
            list.insert(list.end(), codes::decompile_codes.begin(), codes::decompile_codes.end());
            list.insert(list.end(), codes::machine_codes().begin(), codes::machine_codes().end());
            return list;
        }();
        return both;
    }

    [[nodiscard]] Confidence detect(std::span<const std::byte> bytes,
                                    std::string_view file_name) const override {
        // Reaching the code means that every type, name and count in front of it made sense.
        if (!bytes.empty() && looks_like_script(bytes)) return Confidence::likely;
        // Zero-length scripts exist in the game's archives, and scripts are damaged: the name tells then.
        return has_ending(file_name, ".bin") ? Confidence::maybe : Confidence::no;
    }

    [[nodiscard]] Result<ProgramPtr> load(std::span<const std::byte> bytes, const LoadOptions& options,
                                          Diagnostics&) const override {
        auto script = read_script(*this, bytes, options.name, options.engines.pathologic.numbering);
        if (!script) {
            script.error().place.file = options.name;
            return std::unexpected(std::move(script.error()));
        }
        return *script;
    }

    [[nodiscard]] Result<ProgramPtr> assemble(std::string_view text, const LoadOptions& options,
                                              Diagnostics& diagnostics) const override {
        const std::size_t before = diagnostics.errors();
        auto script =
            assemble_script(*this, text, options.name,
                            options.engines.pathologic.numbering.value_or(Numbering::hd), diagnostics);
        diagnostics.set_file(options.name);
        if (script) return script;
        return first_error(diagnostics, before, codes::unwritable, "the text could not be assembled");
    }

    [[nodiscard]] Result<ProgramPtr> compile(std::string_view text, const LoadOptions& options,
                                             Diagnostics& diagnostics) const override {
        const std::size_t before = diagnostics.errors();
        auto script = compile::compile_text(*this, text, options.name, options.engines.pathologic.numbering,
                                            compile::Wanted::all, options.files, diagnostics);
        diagnostics.set_file(options.name);
        if (script) return script;
        return first_error(diagnostics, before, codes::unwritable, "the text could not be compiled");
    }

    [[nodiscard]] std::span<const std::string_view> table_names() const override {
        static constexpr std::array<std::string_view, 1> names{"main.dat"};
        return names;
    }
    [[nodiscard]] Result<std::vector<GameText>> texts(std::span<const std::byte> bytes,
                                                      const LoadOptions& options,
                                                      Diagnostics& diagnostics) const override {
        if (has_ending(options.name, "main.dat")) {
            const auto table = TextTable::read(bytes);
            if (!table) return std::unexpected(table.error());
            return table->texts();
        }
        return texts_of(load(bytes, options, diagnostics));
    }
    [[nodiscard]] Result<std::vector<std::byte>> change_texts(std::span<const std::byte> bytes,
                                                              const LoadOptions& options,
                                                              std::span<const TextChange> changes,
                                                              Diagnostics&) const override {
        if (has_ending(options.name, "main.dat")) {
            const auto table = TextTable::read(bytes);
            if (!table) return std::unexpected(table.error());
            return table->change(changes);
        }
        auto script = read_script(*this, bytes, options.name, options.engines.pathologic.numbering);
        if (!script) return std::unexpected(std::move(script.error()));
        return pathologic::change_texts(**script, changes);
    }

    [[nodiscard]] Result<std::vector<SourceFunction>> outline(std::string_view text) const override {
        return compile::outline(text);
    }

    [[nodiscard]] Result<std::shared_ptr<const SourceNames>>
    read_names(std::string_view text, Diagnostics& diagnostics) const override {
        const std::size_t before = diagnostics.errors();
        auto names = decompile::read_names(text, diagnostics);
        if (names) return names;
        return first_error(diagnostics, before, codes::unwritable, "the names could not be read");
    }

    [[nodiscard]] Result<std::string> names_in(std::string_view text, const LoadOptions& options,
                                               const SourceNames* known,
                                               Diagnostics& diagnostics) const override {
        if (auto own = require_own(*this, known); !own) return std::unexpected(std::move(own.error()));
        auto made = decompile::names_in(*this, text, options.name, options.engines.pathologic.numbering,
                                        static_cast<const decompile::Names*>(known), diagnostics);
        diagnostics.set_file(options.name);
        return made;
    }

    [[nodiscard]] Result<std::unique_ptr<Scheduler>> instantiate(std::span<const ProgramPtr> programs,
                                                                 Host& host, const RunOptions& options,
                                                                 Diagnostics&) const override {
        const Result<WorldOptions> settings = world_options(options);
        if (!settings) return std::unexpected(settings.error());
        std::unique_ptr<World> world = make_world(host, *settings);
        for (const ProgramPtr& program : programs)
            if (const Result<std::uint32_t> added = world->add(program, {}); !added)
                return std::unexpected(added.error());
        return world;
    }

    [[nodiscard]] const Host* known_natives() const override { return &pathologic::known_natives(); }
    void each_native(const std::function<void(const NativeRow&)>& visit) const override { each_row(visit); }
};

} // namespace

Result<std::vector<std::byte>> Script::save() const { return write_script(*this); }

void Script::check(Diagnostics& diagnostics) const {
    static_cast<void>(verify_script(*this, diagnostics));
    diagnostics.set_file(name());
}

std::string Script::disassemble(const ListingOptions& options) const { return list_script(*this, options); }

Result<Decompiled> Script::to_source(const SourceOptions& options) const {
    return decompile::decompile_text(*this, options);
}

const Engine& engine() {
    static const PathologicEngine instance;
    return instance;
}

} // namespace vellum::pathologic
