#include "index/known_answers.hpp"

#include "base/disk.hpp"
#include "base/json_writer.hpp"
#include "index/known_files.hpp"
#include "tools/check.hpp"
#include "workspace/find.hpp"

namespace vellum::index {

namespace {

using Values = std::optional<std::vector<std::string>>;

/// What `check` says of files in which nothing is wrong.
class GoodFiles final : public questions::KnownAnswers {
  public:
    GoodFiles(std::unique_ptr<KnownFiles> files, bool with_notes)
        : files_(std::move(files)), with_notes_(with_notes) {}
    Values of(const Node& node) override {
        const auto scripts = files_->good_scripts(node, with_notes_);
        if (!scripts) return std::nullopt;
        std::vector<std::string> values;
        for (const KnownScript& script : *scripts) {
            TextWriter text;
            JsonWriter json(text);
            tools::write_json(json, *script.engine, {.file = script.name, .found = {}});
            values.push_back(text.take());
        }
        return values;
    }

  private:
    std::unique_ptr<KnownFiles> files_;
    bool with_notes_;
};

/// What `xref` finds.
class KnownUses final : public questions::KnownAnswers {
  public:
    explicit KnownUses(std::unique_ptr<KnownFiles> files) : files_(std::move(files)) {}
    Values of(const Node& node) override {
        const auto scripts = files_->scripts_with_uses(node);
        if (!scripts) return std::nullopt;
        std::vector<std::string> values;
        for (const KnownScript& script : *scripts)
            for (const tools::Use& use : files_->uses(script))
                values.push_back(tools::to_json(use, script.name));
        return values;
    }

  private:
    std::unique_ptr<KnownFiles> files_;
};

} // namespace

std::unique_ptr<questions::KnownAnswers> known_answers(const Workspace& workspace,
                                                       const questions::Question& question,
                                                       const questions::Request& request, const Node& node) {
    const bool check = &question == &questions::check;
    if (!check && &question != &questions::xref) return nullptr;
    const std::string path = questions::index_of(workspace, node.path);
    // A workspace may have files of its own under the names of others on the disk.
    if (path.empty() || disk::stamp_of(path) != workspace.files().stamp(path)) return nullptr;
    auto files = KnownFiles::open(path, *workspace.tree(), workspace.settings().text);
    if (!files) return nullptr;
    if (check) return std::make_unique<GoodFiles>(std::move(*files), request.flag("notes"));
    const tools::NamePattern wanted(
        {request.text("name"), request.text("kind"), request.flag("ignore-case")});
    if (request.flag("match") || request.flag("listing") || wanted.kind() == tools::number_kind)
        return nullptr;
    const std::string within = request.text("in");
    const tools::NamePattern in({within, {}, request.flag("ignore-case")});
    if (!(*files)->find_uses(wanted, within.empty() ? nullptr : &in)) return nullptr;
    return std::make_unique<KnownUses>(std::move(*files));
}

} // namespace vellum::index
