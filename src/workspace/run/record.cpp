// Records that a run repeats. Every step of a recorded run goes through the recorder, so that its log holds
// the whole run; a replay is driven by the log alone.
#include <algorithm>

#include "base/bytes.hpp"
#include "base/disk.hpp"
#include "base/hash.hpp"
#include "base/path.hpp"
#include "base/relative_name.hpp"
#include "base/text_storage.hpp"
#include "workspace/run/codes.hpp"
#include "workspace/run/parts.hpp"
#include "workspace/run/rights.hpp"

namespace vellum {

namespace {

constexpr std::uint64_t most_record = std::uint64_t{1} << 30U;

} // namespace

Result<void> Run::Parts::find_record() {
    if (request.programs.size() != 1 || !request.replay.empty()) return {};
    const std::string& name = request.programs.front();
    const FileSystem& tree = workspace.files();
    if (tree.kind(name) != FileKind::file) return {};
    const auto text = read_text(tree, name, most_record);
    if (!text || !text->starts_with('{')) return {};
    const auto found = HostLog::from_jsonl(*text);
    if (!found || found->run.programs.empty()) return {};
    request.replay = name;
    request.programs.clear();
    // Whoever sent the record does not say which files are read: one beside it, or below this folder.
    const std::string folder(path::folder(request.replay));
    runs::Rights rights(tree, request.replay, request.granted); // what lies there may be a link
    for (const HostLogProgram& program : found->run.programs) {
        const std::string named = disk::portable(program.name);
        const std::string beside = folder + std::string(path::file_name(named));
        if (tree.kind(beside) == FileKind::file)
            request.programs.push_back(beside);
        else if (stays_inside(named))
            request.programs.push_back(program.name);
        else
            return fail(codes::cli_replay, "the record needs " + program.name + ", which is not here",
                        {.file = request.replay}, "put it next to the record, or name it with --replay");
        if (auto right = rights.read(request.programs.back()); !right) return right;
    }
    return {};
}

Result<void> Run::Parts::read_record(Said& said) {
    const auto text = read_text(workspace.files(), request.replay, most_record);
    if (!text) return std::unexpected(text.error());
    auto read = HostLog::from_jsonl(*text);
    if (!read) {
        read.error().place.file = request.replay;
        return std::unexpected(std::move(read.error()));
    }
    log = std::move(*read);
    const auto refuse = [this](std::string message, std::string hint) {
        return fail(codes::cli_replay, std::move(message), {.file = request.replay}, std::move(hint));
    };
    if (log.run.engine.empty())
        return refuse("the record does not name its programs",
                      "record with 'vellum run --record', or set HostLog::run");
    using Setting = std::pair<std::string, std::string>;
    HostLogRun given = HostLogRun::of(programs, options);
    if (!snapshot.empty()) given.snapshot = hash64(snapshot);
    // Settings and limits that are not given are the record's; those that are given must be.
    for (const Setting& setting : log.run.settings)
        if (std::ranges::find(options.settings, setting.first, &Setting::first) == options.settings.end())
            given.settings.push_back(setting);
    const Budget& recorded = log.run.budget;
    if (!request.instructions) given.budget.instructions = recorded.instructions;
    if (!request.memory) given.budget.memory = recorded.memory;
    if (!request.call_depth) given.budget.call_depth = recorded.call_depth;
    if (std::string difference = log.run.difference(given); !difference.empty())
        return refuse(std::move(difference), "a replay takes settings and budget from its record; programs "
                                             "and snapshot must be the recorded ones");
    runs::Rights rights(workspace.files(), request.replay, request.granted);
    for (const auto& [name, value] : log.run.settings) {
        const bool own = std::ranges::find(options.settings, name, &Setting::first) != options.settings.end();
        if (own || value.starts_with('@')) continue;
        if (auto right = rights.setting(name, value); !right) return right;
    }
    for (Diagnostic& note : rights.take_used()) said.push_back(std::move(note));
    options.settings = log.run.settings;
    options.budget = recorded;
    return {};
}

} // namespace vellum
