// Commands and formulas of such a world are compiled in open mode against the declarations of published
// scripts. Report text reaches the observer line by line.
#include "engines/skrit/embedding/instantiate.hpp"

#include <charconv>
#include <map>

#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/fuel/embedded.hpp"
#include "engines/skrit/fuel/file_includes.hpp"
#include "engines/skrit/fuel/resources.hpp"
#include "engines/skrit/natives/families.hpp"
#include "engines/skrit/systems/lines.hpp"
#include "engines/skrit/world/world.hpp"

namespace vellum::skrit {

namespace {

/// "params.2": start-up parameters of the third program.
bool program_index(std::string_view name, std::size_t& index) {
    constexpr std::string_view beginning = "params.";
    if (!name.starts_with(beginning)) return false;
    name.remove_prefix(beginning.size());
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
    return error == std::errc() && end == name.data() + name.size();
}

} // namespace

Result<std::unique_ptr<Scheduler>> make_world(std::span<const ProgramPtr> programs, Host& host,
                                              const RunOptions& options) {
    WorldSettings settings;
    std::string parameters;
    std::map<std::size_t, std::string> of_program;
    std::vector<std::string> bots;
    std::string data;
    for (const auto& [name, value] : options.all_settings()) {
        if (name == "params")
            parameters = value;
        else if (std::size_t index = 0; program_index(name, index))
            of_program[index] = value;
        else if (name == "bot")
            bots.push_back(value);
        else if (name == "data")
            data = value;
        else if (name == "retail" && (value == "0" || value == "1"))
            settings.retail = value == "1";
        else if (name == "seed") {
            const auto [end, error] =
                std::from_chars(value.data(), value.data() + value.size(), settings.seed);
            if (error != std::errc() || end != value.data() + value.size())
                return fail(vellum::codes::engine_option, "seed must be a number");
        } else
            return fail(vellum::codes::engine_option, "there is no setting '" + name + "' = '" + value + "'",
                        {},
                        "known are params, params.N for the program number N, bot, data, retail and "
                        "seed");
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
    auto world = std::make_unique<World>(host, std::move(settings));
    world->keep(kept);
    for (std::size_t i = 0; i < programs.size(); ++i) {
        const Unit* unit = programs[i] == nullptr ? nullptr : unit_of(*programs[i]);
        if (unit == nullptr && programs[i] != nullptr && fuel_of(*programs[i]) != nullptr)
            return fail(vellum::codes::engine_unsupported, "a .gas file has nothing to run", {},
                        "run a skrit that it names; 'vellum formula --gas' evaluates its formulas");
        if (unit == nullptr) return fail(vellum::codes::engine_unsupported, "the program is no skrit");
        const auto own = of_program.find(i);
        world->add_program(UnitPtr(programs[i], unit), own == of_program.end() ? parameters : own->second);
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
