// Which run a log is of, and whether a world can replay it.
#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "vellum/engine.hpp"
#include "vellum/hosts.hpp"

namespace vellum {

namespace {

/// Of what the program is, not of where it lies.
std::uint64_t hash_of(const Program& program) {
    if (const auto bytes = program.save()) return hash64(*bytes);
    return hash64(program.disassemble({.addresses = false, .comments = false}));
}

std::string budget_difference(std::string_view what, std::uint64_t recorded, std::uint64_t other) {
    if (recorded == other) return {};
    const auto text = [](std::uint64_t limit) {
        return limit == 0 ? std::string("the engine's own") : std::to_string(limit);
    };
    return "the budget of " + std::string(what) + " was " + text(recorded) + ", here it is " + text(other);
}

/// The value of the last setting of that name, or null: later ones win.
const std::string* find(const std::vector<std::pair<std::string, std::string>>& settings,
                        std::string_view name) {
    const std::string* found = nullptr;
    for (const auto& [each, value] : settings)
        if (each == name) found = &value;
    return found;
}

} // namespace

HostLogRun HostLogRun::of(std::span<const ProgramPtr> programs, const RunOptions& options) {
    HostLogRun run;
    for (const ProgramPtr& program : programs) {
        run.engine = program->engine().id();
        run.programs.push_back({program->name(), hash_of(*program)});
    }
    run.settings = options.all_settings();
    run.budget = options.budget;
    return run;
}

std::string HostLogRun::difference(const HostLogRun& other) const {
    if (engine.empty()) return {};
    if (engine != other.engine)
        return "the record needs " + engine + " scripts, these are for " + other.engine;
    if (programs.size() != other.programs.size())
        return "the record needs " + std::to_string(programs.size()) + " programs, here are " +
               std::to_string(other.programs.size());
    for (std::size_t i = 0; i < programs.size(); ++i)
        if (programs[i].hash != other.programs[i].hash)
            return "program " + std::to_string(i + 1) + ", " + other.programs[i].name +
                   ", is not the one that was recorded (" + programs[i].name + ")";
    for (const auto& [name, value] : settings) {
        const std::string* theirs = find(other.settings, name);
        if (theirs == nullptr || *theirs != *find(settings, name))
            return "the setting " + name + " was '" + *find(settings, name) + "', here it is " +
                   (theirs == nullptr ? std::string("not set") : "'" + *theirs + "'");
    }
    for (const auto& [name, value] : other.settings)
        if (find(settings, name) == nullptr)
            return "the setting " + name + " was not set, here it is '" + value + "'";
    for (std::string text :
         {budget_difference("instructions", budget.instructions, other.budget.instructions),
          budget_difference("memory", budget.memory, other.budget.memory),
          budget_difference("nested calls", budget.call_depth, other.budget.call_depth)})
        if (!text.empty()) return text;
    if (snapshot == other.snapshot) return {};
    if (snapshot == 0) return "the recorded run started afresh, this one continues from a snapshot";
    return other.snapshot == 0 ? "the recorded run continued from a snapshot, this one starts afresh"
                               : "the recorded run continued from another snapshot";
}

} // namespace vellum
