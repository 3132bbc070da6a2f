#include "cli/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/ending.hpp"
#include "cli/engines/engines.hpp"
#include "tools/open.hpp"
#include "workspace/find.hpp"

namespace vellum::cli {

namespace {

struct Shard {
    std::uint32_t part = 1, of = 1;
};

/// "2/8"; a part of 0 says that the text is wrong.
Shard parse_shard(std::string_view text) {
    Shard shard{0, 0};
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) return shard;
    const auto number = [&](std::string_view digits, std::uint32_t& value) {
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return error == std::errc() && end == digits.data() + digits.size();
    };
    if (!number(text.substr(0, slash), shard.part) || !number(text.substr(slash + 1), shard.of))
        return {0, 0};
    return shard.part > shard.of ? Shard{0, 0} : shard;
}

void leave_out(std::vector<Node>& nodes, Takes takes) {
    if (takes == Takes::once) return take_each_once(nodes);
    std::erase_if(nodes, [&](const Node& node) {
        if (node.named || node.problem) return false;
        const bool text = tools::is_text_name(node.inside.empty() ? node.path : node.inside);
        return takes == Takes::compiled  ? text
               : takes == Takes::sources ? !text && !has_source_ending(node) && !holds_only_data(node.path)
                                         : false;
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
        shard = parse_shard(session.arguments().text("--shard"));
        if (shard.part == 0)
            return session.usage("--shard needs two numbers such as 1/4, the first at most the second.");
    }
    for (const std::string& word : words) {
        if (word == "-") {
            Node& node = nodes.emplace_back();
            node.path = word;
            node.relative = "stdin";
        } else {
            Diagnostics remarks;
            std::vector<Node> found = session.workspace().find(word, remarks, in_archives, words.size() == 1);
            for (const Diagnostic& remark : remarks.all()) static_cast<void>(session.report(remark));
            std::ranges::move(found, std::back_inserter(nodes));
        }
    }
    leave_out(nodes, takes);
    for (const Node& node : nodes)
        if (!node.problem) session.outputs().protect(node.path);
    if (shard.of > 1) {
        std::vector<Node> mine;
        for (std::uint64_t i = shard.part - 1; i < nodes.size(); i += shard.of)
            mine.push_back(std::move(nodes[static_cast<std::size_t>(i)]));
        nodes = std::move(mine);
    }
    return ExitCode::ok;
}

} // namespace vellum::cli
