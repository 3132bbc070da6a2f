// What a file is and what is in it.
#include <map>
#include <utility>

#include "base/hash.hpp"
#include "base/json_writer.hpp"
#include "base/source.hpp"
#include "tools/game.hpp"
#include "workspace/questions/info.hpp"

namespace vellum::questions {

namespace {

/// Counts as numbers, "yes" and "no" as booleans, the rest as it is said.
void write_fact(JsonWriter& json, const Fact& fact) {
    if (fact.value == "yes" || fact.value == "no")
        json.value(fact.value == "yes");
    else if (fact.number)
        json.value(*fact.number);
    else
        json.value(fact.value);
}

/// By name; those of one name as a list.
void write_facts(JsonWriter& json, std::span<const Fact> facts) {
    std::map<std::string_view, std::vector<const Fact*>> by_name;
    for (const Fact& fact : facts) by_name[fact.name].push_back(&fact);
    json.begin_object();
    for (const Fact& fact : facts) {
        const std::vector<const Fact*> same = std::exchange(by_name[fact.name], {});
        if (same.empty()) continue; // told with the first of the name
        json.key(fact.name);
        if (same.size() > 1) json.begin_array();
        for (const Fact* each : same) write_fact(json, *each);
        if (same.size() > 1) json.end_array();
    }
    json.end_object();
}

std::string script_json(const tools::OpenedFile& opened, const tools::Script& script,
                        const Program& program) {
    return json_object([&](JsonWriter& json) {
        json.member("file", script.name);
        json.member("engine", opened.engine->id());
        json.member("size", script.bytes.size());
        json.member("sha256", sha256_hex(script.bytes));
        json.key("facts");
        write_facts(json, program.facts());
        json.objects("functions", program.functions(), [&](const Function& function) {
            json.member("name", function.name);
            json.member("kind", function.kind);
            json.member("address", function.address);
            if (function.end != 0) json.member("end", function.end);
            if (function.parameters >= 0) json.member("parameters", function.parameters);
        });
    });
}

/// Of the whole container.
Result<std::string> sha256_of(const tools::OpenedFile& opened) {
    Sha256 sum;
    auto done =
        read_in_pieces(opened.container->source(), [&](std::span<const std::byte> piece) -> Result<void> {
            sum.add(piece);
            return {};
        });
    if (!done) return std::unexpected(std::move(done.error()));
    return sum.hex();
}

Result<std::string> container_json(const tools::OpenedFile& opened) {
    const auto sha256 = sha256_of(opened);
    if (!sha256) return std::unexpected(sha256.error());
    return json_object([&](JsonWriter& json) {
        json.member("file", opened.name);
        json.member("engine", opened.engine->id());
        json.member("size", opened.size());
        json.member("sha256", *sha256);
        if (const auto facts = opened.container->facts(); !facts.empty()) {
            json.key("facts");
            write_facts(json, facts);
        }
        json.objects("members", opened.members, [&](const archives::Member& member) {
            json.member("name", member.name);
            json.member("kind", member.kind);
            json.member("offset", member.offset);
            json.member("size", member.size);
            if (member.cut_off) json.member("cut_off", true);
        });
    });
}

} // namespace

std::string game_json(const std::string& folder, const tools::Game& game) {
    return json_object([&](JsonWriter& json) {
        json.member("folder", folder);
        json.member("game", game.title);
        json.member("engine", game.engine->id());
        json.member("version", game.version);
        json.member("language", game.language);
        json.member("scripts", game.script_count());
        json.member("hidden", game.hidden);
        json.objects("places", game.places, [&](const tools::GamePlace& place) {
            json.member("path", place.path);
            json.member("format", place.format);
            json.member("scripts", place.scripts);
        });
    });
}

namespace {

void each_info(const Workspace& workspace, const Request& request, const Node& node,
               const tools::OpenedFile& opened, Answer& answer) {
    if (!opened.members.empty() && opened.whole) {
        auto container = container_json(opened);
        if (!container) {
            answer.problems.push_back(std::move(container.error()));
            return;
        }
        answer.values.push_back(std::move(*container));
    }
    for (const tools::Script& script : opened.scripts) {
        if (script.member.empty() && !opened.members.empty()) continue; // sources, told as members
        if (const auto program =
                load(workspace, node, opened, script,
                     request.flag("source") ? SourceView::if_possible : SourceView::none, answer.problems))
            answer.values.push_back(script_json(opened, script, **program));
    }
}

constexpr Parameter of_info[] = {
    nodes_parameter,
    {"source", Holds::flag, "Use the names of the source even for compiled scripts."},
};

} // namespace

const Question info{"info", "Show what a file is and what is in it", of_info, "info", each_info};

} // namespace vellum::questions
