// Registers the AGS engine: every operation is one call into the room that does it.
#include "engines/ags/engine.hpp"

#include "base/bytes.hpp"
#include "base/ending.hpp"
#include "base/escape.hpp"
#include "engines/ags/build.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/compile/compile.hpp"
#include "engines/ags/decompile/decompile.hpp"
#include "engines/ags/format/archive.hpp"
#include "engines/ags/format/data_texts.hpp"
#include "engines/ags/format/game.hpp"
#include "engines/ags/format/module.hpp"
#include "engines/ags/format/text_uses.hpp"
#include "engines/ags/format/texts.hpp"
#include "engines/ags/isa/isa.hpp"
#include "engines/ags/listing.hpp"
#include "engines/ags/natives/describe.hpp"
#include "engines/ags/source/outline.hpp"
#include "engines/ags/verify.hpp"
#include "engines/ags/world/world.hpp"
#include "program/own.hpp"
#include "program/texts.hpp"
#include "vellum/ags.hpp"

namespace vellum::ags {

namespace {

constexpr std::string_view file_endings[] = {".o", ".crm", ".ags", ".dta", ".exe"};
// Main data and rooms, which have texts besides those of their scripts.
constexpr std::string_view text_endings[] = {".dta", ".crm"};
constexpr std::string_view source_endings[] = {".asc", ".scm", ".agf"};
constexpr const isa::Table* tables[] = {&scom_table};

class AgsEngine final : public Engine, Format, Language, NameFiles, Texts, Runtime {
  public:
    [[nodiscard]] std::string_view id() const override { return "ags"; }
    [[nodiscard]] std::string_view title() const override {
        return "Adventure Game Studio (compiled scripts, rooms, games)";
    }
    [[nodiscard]] const Format& format() const override { return *this; }
    [[nodiscard]] const Language* language() const override { return this; }
    [[nodiscard]] const NameFiles* names() const override { return this; }
    [[nodiscard]] const Texts* texts() const override { return this; }
    [[nodiscard]] const GameProjects* projects() const override { return &projects_; }
    [[nodiscard]] const Runtime& runtime() const override { return *this; }

    [[nodiscard]] std::span<const std::string_view> extensions() const override { return file_endings; }
    [[nodiscard]] std::span<const std::string_view> endings() const override { return source_endings; }
    [[nodiscard]] std::span<const isa::Table* const> tables() const override { return vellum::ags::tables; }
    [[nodiscard]] std::span<const DiagnosticCode* const> codes() const override { return codes::all(); }
    [[nodiscard]] std::span<const SettingRow> setting_rows() const override {
        return compile::setting_rows();
    }

    [[nodiscard]] Confidence detect(std::span<const std::byte> bytes,
                                    std::string_view file_name) const override {
        const FileKind kind = recognise(bytes, {});
        if (kind == FileKind::room) return Confidence::likely;
        if (kind != FileKind::unknown) return Confidence::certain;
        // A damaged file is told by its name; ".exe" and ".dta" are the endings of too many other files.
        const bool named =
            has_ending(file_name, ".o") || has_ending(file_name, ".crm") || has_ending(file_name, ".ags");
        return named ? Confidence::maybe : Confidence::no;
    }

    [[nodiscard]] Result<ProgramPtr> load(std::span<const std::byte> bytes, const LoadOptions& options,
                                          Diagnostics& diagnostics) const override {
        if (is_module(bytes)) return compile(as_text(bytes), options, diagnostics);
        Result<ProgramPtr> program = load_file(*this, bytes, options, diagnostics);
        if (!program) program.error().place.file = options.name;
        diagnostics.set_file(options.name);
        return program;
    }

    [[nodiscard]] Result<ProgramPtr> assemble(std::string_view text, const LoadOptions& options,
                                              Diagnostics& diagnostics) const override {
        std::vector<isa::TextLine> lines;
        Result<Scom> scom = assemble_script(text, diagnostics, &lines);
        if (!scom) return std::unexpected(std::move(scom.error()));
        auto script = Script::make(*this, options.name, std::move(*scom), {}, 0, std::move(lines));
        if (!script) return std::unexpected(std::move(script.error()));
        return ProgramPtr(std::move(*script));
    }

    [[nodiscard]] Result<ProgramPtr> compile(std::string_view text, const LoadOptions& options,
                                             Diagnostics& diagnostics) const override {
        if (text.starts_with(compile::listing_mark)) {
            // The mark's own line counts, and its semicolon makes a comment of it.
            const std::string listing = ";" + std::string(text.substr(compile::listing_mark.size()));
            return assemble(listing, options, diagnostics);
        }
        Variables variables;
        Result<Scom> scom = compile::compile_text(text, options, diagnostics, &variables);
        diagnostics.set_file(options.name);
        if (!scom) return std::unexpected(std::move(scom.error()));
        auto script = Script::make(*this, options.name, std::move(*scom), {}, 0, {}, std::move(variables));
        if (!script) return std::unexpected(std::move(script.error()));
        return ProgramPtr(std::move(*script));
    }

    [[nodiscard]] std::span<const std::string_view> table_names() const override { return text_endings; }
    [[nodiscard]] Result<std::vector<GameText>> texts(std::span<const std::byte> bytes,
                                                      const LoadOptions& options,
                                                      Diagnostics& diagnostics) const override {
        if (has_data_texts(bytes, options.name)) {
            auto texts = data_texts(bytes);
            if (texts) return texts;
            // Scripts of all versions are read, data only of those since AGS 3.
            Diagnostic problem = std::move(texts.error());
            problem.severity = Severity::warning;
            problem.message += "; only the texts of its scripts are known";
            diagnostics.add(std::move(problem));
            return std::vector<GameText>();
        }
        const auto program = load(bytes, options, diagnostics);
        auto texts = texts_of(program);
        if (texts && (*program)->code() != nullptr)
            describe_uses(static_cast<const Script&>(**program), *texts);
        return texts;
    }
    [[nodiscard]] Result<std::vector<std::byte>> change_texts(std::span<const std::byte> bytes,
                                                              const LoadOptions& options,
                                                              std::span<const TextChange> changes,
                                                              Diagnostics& diagnostics) const override {
        if (has_data_texts(bytes, options.name)) {
            if (changes.empty()) return std::vector(bytes.begin(), bytes.end());
            return change_data_texts(bytes, changes);
        }
        const auto program = load(bytes, options, diagnostics);
        if (!program) return std::unexpected(program.error());
        if ((*program)->code() == nullptr) return unsupported("change texts of several scripts at once");
        const auto& script = static_cast<const Script&>(**program);
        auto changed = ags::change_texts(script, changes);
        if (!changed) return std::unexpected(std::move(changed.error()));
        auto result = Script::make(*this, options.name, std::move(*changed), script.enclosing());
        if (!result) return std::unexpected(std::move(result.error()));
        return (*result)->save();
    }

    [[nodiscard]] Result<std::vector<SourceFunction>> outline(std::string_view text) const override {
        return source::outline(text);
    }

    [[nodiscard]] Result<std::shared_ptr<const SourceNames>>
    read_names(std::string_view text, Diagnostics& diagnostics) const override {
        auto names = decompile::read_names(text, diagnostics);
        if (names == nullptr) return fail(codes::names_line, "the names file has errors");
        return std::shared_ptr<const SourceNames>(std::move(names));
    }
    [[nodiscard]] Result<std::string> names_in(std::string_view text, const LoadOptions& options,
                                               const SourceNames* known,
                                               Diagnostics& diagnostics) const override {
        if (auto own = require_own(*this, known); !own) return std::unexpected(std::move(own.error()));
        if (is_main_data(as_bytes(text)))
            return decompile::names_in(as_bytes(text), static_cast<const decompile::Names*>(known));
        auto program = compile(text, options, diagnostics);
        if (!program) return std::unexpected(std::move(program.error()));
        return decompile::names_in(static_cast<const Script&>(**program), text,
                                   static_cast<const decompile::Names*>(known));
    }

    [[nodiscard]] Result<std::unique_ptr<Scheduler>> instantiate(std::span<const ProgramPtr> programs,
                                                                 Host& host, const RunOptions& options,
                                                                 Diagnostics&) const override {
        return World::make(*this, programs, host, options);
    }

    [[nodiscard]] const Host* known_natives() const override { return &ags::known_natives(); }
    void each_native(const std::function<void(const NativeRow&)>& visit) const override {
        each_known_native(visit);
    }

    [[nodiscard]] Result<std::shared_ptr<const archives::Archive>>
    open_container(std::shared_ptr<const ByteSource> source, std::string_view name,
                   const archives::OpenBeside& beside) const override {
        return Container::open(std::move(source), name, beside);
    }

  private:
    AgsProjects projects_{*this};
};

} // namespace

Result<std::vector<std::byte>> Script::save() const {
    std::vector<std::byte> bytes = enclosing_.before;
    const std::vector<std::byte> block = write_scom(scom_);
    bytes.insert(bytes.end(), block.begin(), block.end());
    bytes.insert(bytes.end(), enclosing_.after.begin(), enclosing_.after.end());
    return bytes;
}

void Script::check(Diagnostics& diagnostics) const {
    check_script(*this, diagnostics);
    diagnostics.set_file(name());
}

std::string Script::disassemble(const ListingOptions& options) const { return list_script(*this, options); }

Result<Decompiled> Script::to_source(const SourceOptions& options) const {
    return decompile::decompile_text(*this, options);
}

Result<std::vector<std::byte>> Game::save() const { return bytes_; }

void Game::check(Diagnostics& diagnostics) const {
    for (const GameScript& entry : scripts_) check_script(*entry.script, diagnostics);
    diagnostics.set_file(name());
}

std::string Game::disassemble(const ListingOptions&) const {
    std::string text = "; a game: list its scripts one by one, as FILE!SCRIPT\n";
    for (const GameScript& entry : scripts_)
        text += "; " + entry.kind + " " + escape_control(entry.script->name()) + "\n";
    return text;
}

Result<Decompiled> Game::to_source(const SourceOptions&) const {
    return engine().unsupported("decompile a whole game at once");
}

const Engine& engine() {
    static const AgsEngine instance;
    return instance;
}

} // namespace vellum::ags
