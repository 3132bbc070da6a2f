#include "index/known_files.hpp"

#include <algorithm>

#include "base/json_writer.hpp"
#include "base/lines.hpp"
#include "index/build.hpp"
#include "index/codes.hpp"
#include "index/examine.hpp"
#include "index/schema.hpp"
#include "index/search.hpp"
#include "index/uses.hpp"
#include "vellum/engine.hpp"
#include "workspace/find.hpp"

namespace vellum::index {

KnownFiles::KnownFiles(std::unique_ptr<Database> database, const std::string& path, const FileSystem& files,
                       std::uint64_t settings)
    : database_(std::move(database)),
      tree_(files),
      settings_(settings),
      names_(*database_, path, files),
      fresh_(*database_, files, &names_),
      scripts_(database_->prepare(
          "SELECT s.id, p.name, s.engine, s.form, s.notes, s.source <> '', "
          "s.errors + s.warnings + (SELECT count(*) FROM diagnostic d WHERE d.script = s.id) + "
          "(SELECT count(*) FROM member m WHERE m.file = p.file AND m.cut_off) "
          "FROM place p JOIN script s ON s.id = p.script WHERE p.file = ? ORDER BY p.n")),
      source_(database_->prepare("SELECT source, size FROM script WHERE id = ?")),
      functions_(database_->prepare(
          "SELECT name, kind, address, source_begin, source_end FROM function WHERE script = ? ORDER BY n")),
      references_(database_->prepare("SELECT w.kind, w.text, u.address, u.line FROM use u "
                                     "JOIN name w ON w.id = u.name WHERE u.script = ? ORDER BY u.n")) {}

Result<std::unique_ptr<KnownFiles>> KnownFiles::open(const std::string& path, const FileSystem& files,
                                                     std::string_view said) {
    auto opened = open_to_read(path);
    if (!opened) return std::unexpected(std::move(opened.error()));
    if (!is_complete(**opened))
        return fail(codes::index_unfinished, "the index is not finished", {.file = path},
                    "index the collection again to finish it");
    const std::uint64_t settings = hash_of(settings_text(said, meta(**opened, "encoding")));
    std::unique_ptr<KnownFiles> known(new KnownFiles(std::move(*opened), path, files, settings));
    if (auto done = known->database_->result(); !done) return std::unexpected(std::move(done.error()));
    return known;
}

std::optional<std::vector<KnownScript>> KnownFiles::scripts(const Node& node) {
    if (node.problem || !node.member.empty()) return std::nullopt;
    const std::scoped_lock lock(mutex_);
    const std::string name = name_of(node);
    std::optional<std::int64_t> id;
    std::string there;
    for (const std::string& path : names_.there(node.path)) {
        there = name_of({.path = path, .inside = node.inside});
        if ((id = fresh_.file(there, settings_))) break;
    }
    if (!id) return std::nullopt;
    std::vector<KnownScript> all;
    scripts_.start(*id);
    while (scripts_.step()) {
        KnownScript& one = all.emplace_back();
        one.id = scripts_.integer(0);
        const std::string_view listed = scripts_.text(1);
        one.name = listed.starts_with(there) ? name + std::string(listed.substr(there.size())) : listed;
        if (scripts_.text(3) != "texts") one.engine = find_engine(scripts_.text(2));
        one.notes = static_cast<std::size_t>(scripts_.integer(4));
        one.has_source = scripts_.integer(5) != 0;
        one.problems = static_cast<std::size_t>(scripts_.integer(6));
    }
    scripts_.reset();
    const bool usable =
        std::ranges::all_of(all, [](const KnownScript& one) { return one.engine != nullptr; });
    if (all.empty() || !usable || database_->problem()) return std::nullopt;
    return all;
}

std::optional<std::vector<KnownScript>> KnownFiles::good_scripts(const Node& node, bool with_notes) {
    if (node.named) return std::nullopt; // of these more is said
    auto found = scripts(node);
    const auto is_good = [&](const KnownScript& one) {
        return one.problems == 0 && (!with_notes || one.notes == 0);
    };
    return found && std::ranges::all_of(*found, is_good) ? found : std::nullopt;
}

std::optional<std::vector<KnownScript>> KnownFiles::scripts_with_uses(const Node& node) {
    auto found = scripts(node);
    if (found && has_source_beside(tree_, node.path, *found->front().engine)) return std::nullopt;
    return found;
}

std::string KnownFiles::source(const KnownScript& script) {
    const std::scoped_lock lock(mutex_);
    source_.start(script.id);
    std::string text(source_.step() ? source_.text(0) : std::string_view());
    source_.reset();
    return text;
}

std::string KnownFiles::code(const KnownScript& script, std::string_view name) {
    const std::scoped_lock lock(mutex_);
    return json_object([&](JsonWriter& json) {
        source_.start(script.id);
        const bool there = source_.step();
        const std::string source(there ? source_.text(0) : std::string_view());
        json.member("file", name);
        json.member("engine", script.engine->id());
        if (!source.empty()) json.member("source", source);
        json.member("size", there ? source_.integer(1) : 0);
        source_.reset();
        const std::vector<std::size_t> begins = line_begins(source);
        const auto each = [&](std::string_view list, Statement& rows, const auto& more) {
            json.begin_array(list);
            rows.start(script.id);
            while (rows.step()) {
                json.begin_object();
                more(rows);
                json.end_object();
            }
            rows.reset();
            json.end_array();
        };
        each("functions", functions_, [&](const Statement& row) {
            json.member("name", row.text(0));
            json.member("kind", row.text(1));
            json.member("address", row.integer(2));
            if (row.integer(4) > row.integer(3))
                json.member("line", line_of(begins, static_cast<std::size_t>(row.integer(3))));
        });
        each("references", references_, [&](const Statement& row) {
            json.member("kind", row.text(0));
            json.member("name", row.text(1));
            json.member("address", row.integer(2));
            if (row.integer(3) != 0) json.member("line", row.integer(3));
        });
    });
}

void KnownFiles::look_again() {
    const std::scoped_lock lock(mutex_);
    fresh_.forget();
}

Result<void> KnownFiles::find_uses(const tools::NamePattern& wanted, const tools::NamePattern* in) {
    return index::find_uses(*database_, wanted, in, [&](std::int64_t script, tools::Use&& use) {
        uses_[script].push_back(std::move(use));
    });
}

const std::vector<tools::Use>& KnownFiles::uses(const KnownScript& script) const {
    static const std::vector<tools::Use> none;
    const auto found = uses_.find(script.id);
    return found == uses_.end() ? none : found->second;
}

Result<void> KnownFiles::find_text(const std::string& text) {
    const std::string query = trigrams_of(text);
    if (query.empty()) return {}; // too short
    Statement found = database_->prepare("SELECT rowid FROM source_words WHERE source_words MATCH ?");
    candidates_.emplace();
    found.start(query);
    while (found.step()) candidates_->insert(found.integer(0));
    return database_->result();
}

bool KnownFiles::may_have(const KnownScript& script) const {
    return !candidates_ || candidates_->contains(script.id);
}

} // namespace vellum::index
