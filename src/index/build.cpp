#include "index/build.hpp"

#include "base/code_page.hpp"
#include "base/codes.hpp"
#include "base/hash.hpp"
#include "base/json_writer.hpp"
#include "base/version.hpp"
#include "index/answer.hpp"
#include "index/known_answers.hpp"
#include "index/merge.hpp"
#include "index/schema.hpp"
#include "index/writer.hpp"
#include "tools/codes.hpp"
#include "workspace/find.hpp"
#include "workspace/questions/indexes.hpp"
#include "workspace/shard.hpp"

namespace vellum::index {

namespace {

Examined examine_anew(const Workspace& workspace, const Node& node, const Known& known,
                      const ExamineOptions& options) {
    if (may_be_texts(node.archive != nullptr ? node.inside : node.path))
        return {examine_texts(workspace, node, known, options), {}};
    auto opened = workspace.open(node);
    if (opened) return {examine(workspace, node, *opened, known, options), {}};
    // Most of what lies in a game's folder is no script.
    const bool skipped = !node.named && opened.error().code == &codes::engine_unknown;
    return {skipped ? std::nullopt : std::optional(unopened(node, {opened.error()})),
            std::move(opened.error())};
}

} // namespace

std::uint64_t hash_of(std::string_view settings) {
    StateHash hash;
    hash.update(settings);
    return hash.digest();
}

Examined examine(const Workspace& workspace, const Node& node, const Known& known,
                 const ExamineOptions& options) {
    const std::uint64_t settings = hash_of(options.settings);
    if (!node.problem && known.is_fresh(name_of(node), settings)) {
        Examined examined{FileRecord(), {}};
        examined.file->name = name_of(node);
        examined.file->unchanged = true;
        return examined;
    }
    Watch watch;
    if (node.archive != nullptr) static_cast<void>(workspace.archive(node.path)); // it was opened before
    Examined examined = examine_anew(workspace, node, known, options);
    if (examined.file) {
        examined.file->settings = settings;
        examined.file->seen = watch.take();
        // Where files have no time, nobody can tell whether they change.
        if (!workspace.tree()->stamp(node.path))
            examined.file->seen.push_back({Seen::What::never, node.path, {}});
    }
    return examined;
}

std::string settings_text(std::string_view said, std::string_view encoding) {
    return json_object([&](JsonWriter& json) {
        json.member("version", version_text);
        json.member("schema", schema_version);
        json.member("settings", said);
        json.member("encoding", encoding);
    });
}

namespace {

Result<std::string> merged(const questions::Request& request) {
    const auto done = merge(request.texts("nodes"), request.text("output"));
    if (!done) return std::unexpected(done.error());
    return json_object([&](JsonWriter& json) {
        json.member("index", request.text("output"));
        json.member("files", done->files);
        json.member("scripts", done->scripts);
    });
}

/// The same as `vellum index`, on one thread.
Result<std::string> build(const Workspace& workspace, const questions::Request& request,
                          const Workspace::Progress& progress) {
    if (request.flag("merge")) return merged(request);
    std::optional<Shard> shard = Shard();
    if (const std::string text = request.text("shard"); !text.empty() && !(shard = Shard::read(text)))
        return fail(codes::question_parameter, "'index': \"shard\" is a part such as \"1/4\"");
    const std::string output = request.text("output");
    std::vector<Node> nodes;
    Diagnostics remarks;
    const std::vector<std::string> names = request.texts("nodes");
    for (const std::string& name : names) {
        std::vector<Node> found = workspace.find(name, remarks, InArchives::texts, names.size() == 1);
        nodes.insert(nodes.end(), std::make_move_iterator(found.begin()),
                     std::make_move_iterator(found.end()));
    }
    for (const Node& node : nodes) { // as good as nothing is no reason to forget what the index has
        if (node.named && node.problem) return std::unexpected(*node.problem);
        if (node.named && node.path == output)
            return fail(codes::question_parameter, "'index': the index itself is among the nodes");
    }
    take_each_once(nodes);
    std::erase_if(nodes,
                  [&](const Node& node) { return node.path == output || !shard->has(workspace, node); });
    const std::string encoding = request.text("encoding");
    auto writer = Writer::open(output, {names, encoding}, *workspace.tree(), request.flag("add"));
    if (!writer) return std::unexpected(std::move(writer.error()));
    const ExamineOptions options{CodePage::find(encoding),
                                 settings_text(workspace.settings().text, encoding)};
    std::size_t skipped = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (progress && !progress(i, nodes.size()))
            return fail(codes::question_cancelled, "the question was cancelled");
        const Examined examined = examine(workspace, nodes[i], (*writer)->known(), options);
        if (!examined.file)
            ++skipped;
        else if (auto done = (*writer)->add(*examined.file); !done)
            return std::unexpected(std::move(done.error()));
    }
    const auto summary = (*writer)->finish();
    if (!summary) return std::unexpected(summary.error());
    return json_object([&](JsonWriter& json) {
        json.member("index", output);
        json.member("files", summary->files);
        json.member("scripts", summary->scripts);
        json.member("unchanged", summary->unchanged);
        json.member("removed", summary->removed);
        json.member("skipped", skipped);
    });
}

Result<std::string> query(const Workspace&, const questions::Request& request, const Workspace::Progress&) {
    return answer(request);
}

constexpr questions::Indexes answers{build, query, known_answers};
/// Whoever links this has indexes.
[[maybe_unused]] const bool offered = (questions::indexes = &answers, true);

} // namespace

} // namespace vellum::index
