// Commands and formulas of such a world are compiled in open mode against the declarations of published
// scripts. Report text reaches the observer line by line.
#include "engines/skrit/instantiate.hpp"

#include <charconv>

#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/source/file_includes.hpp"
#include "engines/skrit/world.hpp"

namespace vellum::skrit {

Result<std::unique_ptr<Scheduler>> make_world(std::span<const ProgramPtr> programs, Host& host,
                                              const RunOptions& options) {
    WorldSettings settings;
    std::string parameters;
    for (const auto& [name, value] : options.settings) {
        if (name == "params")
            parameters = value;
        else if (name == "retail" && (value == "0" || value == "1"))
            settings.retail = value == "1";
        else if (name == "seed") {
            const auto [end, error] =
                std::from_chars(value.data(), value.data() + value.size(), settings.seed);
            if (error != std::errc() || end != value.data() + value.size())
                return fail(vellum::codes::engine_option, "seed must be a number");
        } else
            return fail(vellum::codes::engine_option, "there is no setting '" + name + "' = '" + value + "'",
                        {}, "known are params, retail and seed");
    }
    struct Kept {
        Exports inferred{&siege_exports()};
        FileIncludes includes;
    };
    auto kept = std::make_shared<Kept>();
    settings.exports = &siege_exports();
    settings.inferred = &kept->inferred;
    settings.sources = &kept->includes;
    auto world = std::make_unique<World>(host, std::move(settings));
    world->keep(kept);
    for (const ProgramPtr& program : programs) {
        const Unit* unit = program == nullptr ? nullptr : unit_of(*program);
        if (unit == nullptr) return fail(vellum::codes::engine_unsupported, "the program is no skrit");
        world->add_program(UnitPtr(program, unit), parameters);
    }
    World& made = *world;
    made.reports.set_default(
        [&made, line = std::string()](std::string_view stream, std::string_view text) mutable {
            line += text;
            for (std::size_t end = line.find('\n'); end != std::string::npos; end = line.find('\n')) {
                made.note((stream == "generic" ? std::string() : "[" + std::string(stream) + "] ") +
                          line.substr(0, end));
                line.erase(0, end + 1);
            }
        });
    made.set_budget(options.budget);
    return world;
}

} // namespace vellum::skrit
