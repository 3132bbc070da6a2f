// Commands and formulas of such a world are compiled in open mode against the declarations of published
// scripts. Report text reaches the observer line by line.
#include "engines/skrit/embedding/instantiate.hpp"

#include <charconv>
#include <map>
#include <optional>

#include "base/concat.hpp"
#include "base/number.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/fuel/embedded.hpp"
#include "engines/skrit/fuel/file_includes.hpp"
#include "engines/skrit/fuel/resources.hpp"
#include "engines/skrit/natives/families.hpp"
#include "engines/skrit/systems/lines.hpp"
#include "engines/skrit/world/world.hpp"

namespace vellum::skrit {

namespace {

/// "params.2": of the third program. What stands behind a second point is `rest`.
bool program_index(std::string_view name, std::string_view beginning, std::size_t& index,
                   std::string_view* rest = nullptr) {
    if (!name.starts_with(beginning)) return false;
    name.remove_prefix(beginning.size());
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
    if (error != std::errc()) return false;
    name.remove_prefix(static_cast<std::size_t>(end - name.data()));
    if (rest == nullptr) return name.empty();
    if (!name.starts_with('.')) return false;
    *rest = name.substr(1);
    return !rest->empty();
}

constexpr std::uint64_t game_object = 0x60; // where the numbers of the game's own objects begin

} // namespace

Result<std::unique_ptr<Scheduler>> make_world(std::span<const ProgramPtr> programs, Host& host,
                                              const RunOptions& options) {
    WorldSettings settings;
    std::string parameters;
    struct OfProgram {
        std::optional<std::string> parameters;
        std::string bot;
        std::vector<std::pair<std::string, std::string>> fields;
    };
    std::map<std::size_t, OfProgram> of_program;
    std::vector<std::string> bots;
    std::vector<std::pair<std::string, std::string>> values; // of the stand-in
    std::string data, go;
    for (const auto& [name, value] : options.all_settings()) {
        std::size_t index = 0;
        std::string_view rest;
        if (name == "params")
            parameters = value;
        else if (program_index(name, "params.", index))
            of_program[index].parameters = value;
        else if (program_index(name, "bot.", index))
            of_program[index].bot = value;
        else if (program_index(name, "property.", index, &rest))
            of_program[index].fields.emplace_back(rest, value);
        else if (name == "go")
            go = value;
        else if (name.starts_with("go."))
            values.emplace_back(name.substr(3), value);
        else if (name == "bot")
            bots.push_back(value);
        else if (name == "data")
            data = value;
        else if (name == "retail" && (value == "0" || value == "1"))
            settings.retail = value == "1";
        else if (name == "seed") {
            const auto seed = whole_number<std::uint64_t>(value);
            if (!seed) return fail(vellum::codes::engine_option, "seed must be a number");
            settings.seed = *seed;
        } else if (!read_tier(name, value, settings.tier))
            return fail(
                vellum::codes::engine_option, "'" + name + "=" + value + "' is not a setting of Skrit", {},
                concat("settings are params, params.N, property.N.NAME and bot.N for the program number "
                       "N, go, go.PART:NAME, bot, data, retail, seed, ",
                       tier_words));
    }
    struct Kept {
        Exports inferred{&siege_exports()};
        FileIncludes includes;
        Resources resources;
        explicit Kept(const FileSystem* files) : includes(files) {}
    };
    auto kept = std::make_shared<Kept>(options.files);
    settings.exports = &siege_exports();
    settings.built_in = &find_built_in;
    settings.inferred = &kept->inferred;
    settings.sources = &kept->includes;
    if (!data.empty()) {
        auto files = std::make_shared<FilesDriver>(std::make_shared<FolderFileSystem>(data));
        if (files->files().empty())
            return fail(vellum::codes::engine_option, "there are no files in the folder '" + data + "'");
        kept->resources.add_driver({}, std::move(files));
        Diagnostics problems; // of naming keys; what they lack is said where a name is not found
        kept->resources.read_naming_keys(problems);
        settings.sources = &kept->resources;
    }
    if (!go.empty() || !values.empty()) settings.stand_in = game_object;
    auto world = std::make_unique<World>(host, std::move(settings));
    world->keep(kept);
    if (!go.empty()) world->stand_in.set(":template_name", Value(String(go)));
    for (auto& [address, text] : values) world->stand_in.set(address, Value(String(text)));
    for (std::size_t i = 0; i < programs.size(); ++i) {
        const Unit* unit = programs[i] == nullptr ? nullptr : unit_of(*programs[i]);
        if (unit == nullptr && programs[i] != nullptr && fuel_of(*programs[i]) != nullptr)
            return fail(vellum::codes::engine_unsupported, "a .gas file has nothing to run", {},
                        "run a skrit named in it; 'vellum formula --gas' evaluates its formulas");
        if (unit == nullptr) return fail(vellum::codes::engine_unsupported, "the program is not a skrit");
        const auto own = of_program.find(i);
        if (own == of_program.end())
            world->add_program({UnitPtr(programs[i], unit), parameters});
        else
            world->add_program({UnitPtr(programs[i], unit), own->second.parameters.value_or(parameters),
                                std::move(own->second.fields), std::move(own->second.bot)});
    }
    for (std::string& bot : bots) world->add_bot(std::move(bot));
    World& made = *world;
    made.reports.set_default(
        [&made, lines = Lines()](std::string_view stream, std::string_view text) mutable {
            lines.feed(text, [&](std::string_view line) {
                made.note((stream == "generic" ? std::string() : "[" + std::string(stream) + "] ") +
                          std::string(line));
            });
        });
    made.set_budget(options.budget);
    return world;
}

} // namespace vellum::skrit
