#include "cli/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/ending.hpp"
#include "cli/engines/engines.hpp"
#include "tools/open.hpp"
#include "workspace/find.hpp"
#include "workspace/shard.hpp"

namespace vellum::cli {

namespace {

void leave_out(std::vector<Node>& nodes, Takes takes) {
    if (takes == Takes::once) return take_each_once(nodes);
    std::erase_if(nodes, [&](const Node& node) {
        if (node.named || node.problem) return false;
        const std::string& name = node.inside.empty() ? node.path : node.inside;
        const bool text = tools::is_text_name(name);
        const bool listing = extension_of(name) == tools::listing_extension;
        switch (takes) {
        case Takes::compiled: return text;
        case Takes::sources:
            return listing || (!text && !has_source_ending(node) && !holds_only_data(node.path));
        case Takes::listings: return !listing;
        case Takes::all:
        case Takes::once: break;
        }
        return false;
    });
}

} // namespace

bool has_source_ending(const Node& node) {
    const std::string ending = extension_of(node.inside.empty() ? node.path : node.inside);
    return std::ranges::any_of(engines(), [&](const Engine* engine) {
        const auto endings = engine->source_extensions();
        return std::ranges::find(endings, ending) != endings.end();
    });
}

bool means_several(std::span<const Node> nodes) {
    return nodes.size() > 1 || std::ranges::any_of(nodes, &Node::one_of_many);
}

ExitCode gather_inputs(Session& session, std::span<const std::string> words, std::vector<Node>& nodes,
                       InArchives in_archives, Takes takes) {
    Shard shard;
    if (session.arguments().declares("--shard") && session.arguments().has("--shard")) {
        const auto read = Shard::read(session.arguments().text("--shard"));
        if (!read)
            return session.usage("--shard needs two numbers such as 1/4, the first at most the second.");
        shard = *read;
    }
    for (const std::string& word : words) {
        Diagnostics remarks;
        std::vector<Node> found = session.workspace().find(word, remarks, in_archives, words.size() == 1);
        static_cast<void>(session.report(remarks.all()));
        std::ranges::move(found, std::back_inserter(nodes));
    }
    leave_out(nodes, takes);
    for (const Node& node : nodes)
        if (!node.problem) session.outputs().protect(node.path);
    std::erase_if(nodes, [&](const Node& node) { return !shard.has(session.workspace(), node); });
    return ExitCode::ok;
}

} // namespace vellum::cli
