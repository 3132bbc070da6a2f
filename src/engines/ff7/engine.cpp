// The Engine face of this folder, and the public functions of vellum/ff7.hpp that make worlds.
#include "engines/ff7/engine.hpp"

#include <limits>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "base/first_error.hpp"
#include "base/number.hpp"
#include "engines/ff7/codes.hpp"
#include "engines/ff7/compile/codes.hpp"
#include "engines/ff7/compile/compile.hpp"
#include "engines/ff7/decompile/decompile.hpp"
#include "engines/ff7/decompile/names_file.hpp"
#include "engines/ff7/format/format.hpp"
#include "engines/ff7/format/game_data.hpp"
#include "engines/ff7/format/messages.hpp"
#include "engines/ff7/listing.hpp"
#include "engines/ff7/world/host_game.hpp"
#include "engines/ff7/world/world.hpp"
#include "program/own.hpp"
#include "program/settings.hpp"
#include "program/texts.hpp"

namespace vellum::ff7 {

namespace {

constexpr std::string_view messages_name = "mes"; // as the game calls it

/// Also with a folder or an archive in front.
bool is_messages(std::string_view name) {
    const std::size_t mark = name.find_last_of("/\\!");
    return same_name(name.substr(mark == std::string_view::npos ? 0 : mark + 1), messages_name);
}

class WorldMapEngine final : public Engine, Format, Language, NameFiles, Texts, Runtime {
  public:
    std::string_view id() const override { return "ff7"; }
    std::string_view title() const override { return "Final Fantasy VII world map (.ev scripts)"; }
    const Format& format() const override { return *this; }
    const Language* language() const override { return this; }
    const NameFiles* names() const override { return this; }
    const Texts* texts() const override { return this; }
    const Runtime& runtime() const override { return *this; }

    std::span<const std::string_view> extensions() const override {
        static constexpr std::string_view list[] = {".ev"};
        return list;
    }
    std::span<const std::string_view> endings() const override {
        static constexpr std::string_view list[] = {".wms"};
        return list;
    }
    std::span<const isa::Table* const> tables() const override {
        static const isa::Table* const list[] = {&table()};
        return list;
    }
    std::span<const SettingRow> setting_rows() const override {
        static constexpr std::array rows{
            choice_row<&EngineSettings::ff7, &Ff7Settings::layout>("layout", "128|256")};
        return rows;
    }
    std::span<const DiagnosticCode* const> codes() const override {
        static const std::vector<const DiagnosticCode*> both = [] {
            std::vector<const DiagnosticCode*> list(codes::all().begin(), codes::all().end());
            list.insert(list.end(), codes::source_codes.begin(), codes::source_codes.end());
            return list;
        }();
        return both;
    }
    Confidence detect(std::span<const std::byte> bytes, std::string_view file_name) const override {
        return looks_like_script(bytes, file_name);
    }
    Result<ProgramPtr> load(std::span<const std::byte> bytes, const LoadOptions& options,
                            Diagnostics& diagnostics) const override {
        auto script = read_script(*this, bytes, options);
        if (!script) {
            script.error().place.file = options.name;
            return std::unexpected(std::move(script.error()));
        }
        (*script)->data = read_game_data(options.files, options.name, diagnostics);
        return *std::move(script);
    }
    std::span<const std::string_view> table_names() const override {
        static constexpr std::string_view list[] = {messages_name};
        return list;
    }
    Result<std::vector<GameText>> texts(std::span<const std::byte> bytes, const LoadOptions& options,
                                        Diagnostics& diagnostics) const override {
        if (!is_messages(options.name)) return texts_of(load(bytes, options, diagnostics));
        const auto named = edition_of(options.name);
        const auto messages = Messages::read({bytes.begin(), bytes.end()}, named);
        if (!messages) return std::unexpected(messages.error());
        if (messages->edition() == Edition::japanese && !named)
            diagnostics.add(codes::edition, "the texts look like a Japanese edition's and are read as such",
                            {}, "in an archive called world_us.lgp they are read as a Western edition's");
        std::vector<GameText> texts(messages->size());
        for (std::size_t i = 0; i < texts.size(); ++i) {
            texts[i].id = std::to_string(i);
            texts[i].text = messages->text(i);
        }
        return texts;
    }
    Result<std::vector<std::byte>> change_texts(std::span<const std::byte> bytes, const LoadOptions& options,
                                                std::span<const TextChange> changes,
                                                Diagnostics& diagnostics) const override {
        if (!is_messages(options.name)) return unsupported("change texts: its scripts have none");
        auto messages = Messages::read({bytes.begin(), bytes.end()}, edition_of(options.name));
        if (!messages) return std::unexpected(std::move(messages.error()));
        for (const TextChange& change : changes) {
            const std::size_t index =
                whole_number<std::size_t>(change.id).value_or(std::numeric_limits<std::size_t>::max());
            if (index > messages->size())
                return fail(vellum::codes::text_change, "the file has no text " + change.id, {},
                            "a new one must have the number " + std::to_string(messages->size()));
            if ((index < messages->size() ? messages->text(index) : std::string()) != change.before)
                return fail(vellum::codes::text_change,
                            "text " + change.id + " is not '" + change.before + "'");
            if (change.before == change.after) continue;
            if (auto done = messages->set(index, change.after); !done) {
                Diagnostic& error = done.error(); // its place is one in the text
                error.message = "text " + change.id + ", line " + std::to_string(error.place.line) +
                                ", column " + std::to_string(error.place.column) + ": " + error.message;
                error.place = {};
                return std::unexpected(std::move(error));
            }
        }
        return messages->write(diagnostics);
    }
    Result<ProgramPtr> assemble(std::string_view text, const LoadOptions& options,
                                Diagnostics& diagnostics) const override {
        auto script = assemble_script(*this, text, options, diagnostics);
        if (!script) return std::unexpected(std::move(script.error()));
        (*script)->data = read_game_data(options.files, options.name, diagnostics);
        return *std::move(script);
    }
    Result<ProgramPtr> compile(std::string_view text, const LoadOptions& options,
                               Diagnostics& diagnostics) const override {
        const std::size_t before = diagnostics.errors();
        auto script = compile::compile_text(*this, text, options, true, diagnostics);
        diagnostics.set_file(options.name);
        if (script) {
            script->data = read_game_data(options.files, options.name, diagnostics);
            return script;
        }
        return first_error(diagnostics, before, codes::source_syntax, "the text could not be compiled");
    }
    Result<std::vector<SourceFunction>> outline(std::string_view text) const override {
        return decompile::outline(text);
    }
    std::vector<SourceDeclaration> declarations(std::string_view text) const override {
        return decompile::declarations(text);
    }
    Result<std::shared_ptr<const SourceNames>> read_names(std::string_view text,
                                                          Diagnostics& diagnostics) const override {
        const std::size_t before = diagnostics.errors();
        if (auto names = decompile::read_names(text, diagnostics)) return names;
        return first_error(diagnostics, before, codes::source_syntax, "the names could not be read");
    }
    Result<std::string> names_in(std::string_view text, const LoadOptions& options, const SourceNames* known,
                                 Diagnostics& diagnostics) const override {
        if (auto own = require_own(*this, known); !own) return std::unexpected(std::move(own.error()));
        const std::size_t before = diagnostics.errors();
        std::string made =
            decompile::names_in(text, static_cast<const decompile::Names*>(known), diagnostics);
        diagnostics.set_file(options.name);
        if (diagnostics.errors() == before) return made;
        return first_error(diagnostics, before, codes::source_syntax, "the names could not be read");
    }
    Result<std::unique_ptr<Scheduler>> instantiate(std::span<const ProgramPtr> programs, Host& host,
                                                   const RunOptions& options,
                                                   Diagnostics& diagnostics) const override {
        if (programs.empty()) return unsupported("run without a program");
        for (const ProgramPtr& program : programs)
            if (program == nullptr || program->engine().id() != id())
                return fail(vellum::codes::engine_unsupported, "the program is not a world map script");
        auto script = std::static_pointer_cast<const Script>(programs.back());
        Result<WorldSettings> settings = read_settings(options, script->name());
        if (!settings) return std::unexpected(settings.error());
        warn_of_table(*script, diagnostics);
        std::unique_ptr<Scheduler> world =
            std::make_unique<RunningWorld>(std::move(script), std::make_unique<HostGame>(host), *settings);
        world->set_budget(options.budget);
        return world;
    }
    const Host* known_natives() const override { return &described_natives(); }
    void each_native(const std::function<void(const NativeRow&)>& visit) const override { each_row(visit); }
};

} // namespace

Result<std::vector<std::byte>> Script::save() const { return write_script(*this); }

void Script::check(Diagnostics& diagnostics) const {
    check_script(*this, diagnostics);
    diagnostics.set_file(name());
}

std::string Script::disassemble(const ListingOptions& options) const { return print_script(*this, options); }

Result<Decompiled> Script::to_source(const SourceOptions& options) const {
    return decompile::decompile_text(*this, options);
}

Result<std::string> Script::picture(const Scheduler* scheduler) const {
    return draw_map(*this, scheduler == nullptr ? nullptr : as_world(*scheduler));
}

const Engine& engine() {
    static const WorldMapEngine instance;
    return instance;
}

World* as_world(Scheduler& scheduler) noexcept {
    return &scheduler.program(0).engine() == &engine() ? static_cast<World*>(&scheduler) : nullptr;
}

const World* as_world(const Scheduler& scheduler) noexcept {
    return &scheduler.program(0).engine() == &engine() ? static_cast<const World*>(&scheduler) : nullptr;
}

Result<std::unique_ptr<World>> make_world(ProgramPtr program, Game& game, const RunOptions& options,
                                          Diagnostics& diagnostics) {
    if (program == nullptr || &program->engine() != &engine())
        return fail(vellum::codes::engine_unknown, "the program is not a world map script");
    Result<WorldSettings> settings = read_settings(options, program->name());
    if (!settings) return std::unexpected(settings.error());
    warn_of_table(static_cast<const Script&>(*program), diagnostics);
    std::unique_ptr<World> world =
        std::make_unique<RunningWorld>(std::static_pointer_cast<const Script>(program), game, *settings);
    world->set_budget(options.budget);
    return world;
}

} // namespace vellum::ff7
