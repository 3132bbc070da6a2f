#include "workspace/texts/import_texts.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/concat.hpp"
#include "base/plural.hpp"
#include "base/source.hpp"
#include "tools/codes.hpp"
#include "tools/texts/sources.hpp"
#include "workspace/put_back.hpp"
#include "workspace/texts/codes.hpp"

namespace vellum {

namespace {

using tools::TextRow;
using Source = GameTexts::Source;
/// The translations by the file that they are for; those of no file are for all of them.
using Wanted = std::map<std::string, std::vector<const TextRow*>, std::less<>>;

class Import {
  public:
    Import(GameTexts& texts, const Wanted& wanted) : texts_(texts), wanted_(wanted) {}

    /// `nodes` have one path. Nothing if one of them cannot be changed, which was said.
    std::optional<std::vector<archives::ChangedFile>> file(std::span<const Node* const> nodes) {
        std::vector<archives::Change> changes;
        std::vector<archives::ChangedFile> files;
        for (const Node* node : nodes) {
            auto made = changed(*node);
            if (!made) return std::nullopt;
            if (node->archive == nullptr) {
                files = std::move(*made);
                continue;
            }
            auto change = change_in_archive(*node, *made);
            if (!change) return refuse(*node, change.error());
            changes.push_back(std::move(*change));
        }
        const Node& first = *nodes.front();
        if (first.archive == nullptr) return files;
        auto result = put_back(texts_.workspace(), first.path, changes);
        if (!result) return refuse(first, result.error());
        return std::move(*result);
    }
    /// Says what is wrong with the rows without a file, once they were put in everywhere.
    void check(const tools::TextFile& file) {
        std::set<std::string, std::less<>> known;
        for (const TextRow* row : used_) known.insert(row->text.text);
        for (const TextRow& row : file.rows)
            if (row.translation == row.text.text) known.insert(row.text.text); // not looked for
        tools::check(file, known,
                     [&](const TextRow& row, const std::string& what) { texts_.warn(row, what); });
    }
    [[nodiscard]] std::size_t count() const noexcept { return count_; }

  private:
    std::nullopt_t refuse(const Node& node, Diagnostic diagnostic) const {
        if (diagnostic.place.file.empty()) diagnostic.place.file = node.path;
        texts_.report(diagnostic);
        return std::nullopt;
    }

    /// A node with its translations; nothing if that cannot be, which was said.
    std::optional<std::vector<archives::ChangedFile>> changed(const Node& node) {
        const auto alone = [](std::vector<std::byte> bytes) {
            return std::vector{archives::ChangedFile(std::move(bytes))};
        };
        const auto opened = texts_.open(node);
        if (!opened) return std::nullopt;
        std::vector<archives::Change> members;
        const Source* whole = nullptr; // what the container itself has, behind its scripts
        for (const Source& source : opened->sources) {
            const auto rows = wanted_for(source.key);
            if (opened->container && source.member.empty()) {
                whole = &source;
                continue;
            }
            if (rows.empty()) {
                if (!opened->container) return alone(source.bytes);
                continue;
            }
            auto bytes = changed(node, source, rows);
            if (!bytes) return std::nullopt;
            if (!opened->container) return alone(std::move(*bytes));
            if (*bytes != source.bytes) members.push_back({source.member, std::move(bytes)});
        }
        if (!opened->container) return std::nullopt;
        auto files = opened->container->put_back(members);
        if (!files) return texts_.refuse(node, files.error());
        if (whole == nullptr) return std::move(*files);
        const auto rows = wanted_for(whole->key);
        if (rows.empty()) return std::move(*files);
        Source now = *whole;
        auto bytes = read_range(*files->back().bytes, 0, files->back().bytes->size());
        if (!bytes) return texts_.refuse(node, bytes.error());
        now.bytes = std::move(*bytes);
        auto made = changed(node, now, rows);
        if (!made) return std::nullopt;
        return alone(std::move(*made));
    }

    /// The source with its translations; says what is wrong with them. Nothing if it cannot be.
    std::optional<std::vector<std::byte>> changed(const Node& node, const Source& source,
                                                  std::span<const TextRow* const> wanted) {
        const auto before = texts_.rows(node, source, source.bytes);
        if (!before) return texts_.refuse(node, before.error());
        std::vector<TextChange> changes;
        std::vector<const TextRow*> origins; // of the changes
        std::map<std::pair<std::string, std::string>, std::string> expected;
        for (const TextRow& row : *before) expected[{row.text.id, row.text.text}] = row.text.text;
        for (const auto& [row, id] : targets(*before, wanted)) {
            auto found = expected.find({id, row->text.text});
            // What a table has no text for is a new one, or one that was empty.
            if (found == expected.end() && source.table && row->text.text.empty())
                found = expected.try_emplace({id, {}}).first;
            if (found == expected.end()) {
                texts_.warn(*row, "'" + row->file + "' no longer has this text; its translation is skipped");
                continue;
            }
            // Those without a file are looked at once, not in every place.
            const bool breaks = has_line_breaks(*source.engine);
            if (const std::string why = tools::doubt(*row, breaks);
                !row->file.empty() && !row->text.text.empty() && !why.empty())
                texts_.warn(*row, why);
            auto old_bytes = encode(source, row->text.text), new_bytes = encode(source, row->translation);
            if (!old_bytes || !new_bytes)
                return texts_.refuse_row(*row, "the translation has a character that the encoding lacks");
            found->second = row->translation;
            changes.push_back({id, std::move(*old_bytes), std::move(*new_bytes)});
            origins.push_back(row);
        }
        if (changes.empty()) return source.bytes;
        Diagnostics told;
        auto bytes = change(node, source, changes, told);
        if (!bytes) return refuse_change(node, source, changes, origins, bytes.error());
        texts_.report(node, source, told);
        const auto after = texts_.rows(node, source, *bytes);
        if (!after) return texts_.refuse(node, after.error());
        std::vector<std::string> want, have;
        for (const auto& [key, text] : expected) want.push_back(text);
        for (const TextRow& row : *after) have.push_back(row.text.text);
        for (std::vector<std::string>* list : {&want, &have}) {
            std::ranges::sort(*list);
            if (before->empty() || before->front().text.id.empty())
                list->erase(std::ranges::unique(*list).begin(), list->end());
        }
        if (want != have)
            return texts_.refuse(
                node, fail(codes::cli_compare, "the texts do not read back as intended", {}).error());
        count_ += changes.size();
        return std::move(*bytes);
    }

    using Target = std::pair<const TextRow*, std::string>; ///< The id that a row is for.
    /// A row without a file is for every text that is its own; of several with one text the first counts.
    std::vector<Target> targets(std::span<const TextRow> texts, std::span<const TextRow* const> wanted) {
        std::map<std::string_view, const TextRow*> anywhere;
        std::vector<Target> found;
        for (const TextRow* row : wanted)
            if (row->file.empty())
                anywhere.emplace(row->text.text, row);
            else
                found.emplace_back(row, row->text.id);
        if (anywhere.empty()) return found;
        for (const TextRow& text : texts)
            if (const auto row = anywhere.find(text.text.text); row != anywhere.end()) {
                found.emplace_back(row->second, text.text.id);
                used_.insert(row->second);
            }
        return found;
    }
    /// The translations for a source, and those for every source.
    [[nodiscard]] std::vector<const TextRow*> wanted_for(const std::string& key) const {
        std::vector<const TextRow*> rows;
        for (const std::string& file : {key, std::string()})
            if (const auto found = wanted_.find(file); found != wanted_.end())
                rows.insert(rows.end(), found->second.begin(), found->second.end());
        return rows;
    }
    /// Games whose data has texts in the encoding of the scripts are those of AGS.
    static bool has_line_breaks(const Engine& engine) {
        return !engine.text_tables().empty() && !tools::has_own_encoding(engine);
    }
    static std::optional<std::string> encode(const Source& source, const std::string& text) {
        return source.page == nullptr ? text : source.page->from_utf8(text);
    }
    Result<std::vector<std::byte>> change(const Node& node, const Source& source,
                                          std::span<const TextChange> changes, Diagnostics& told) const {
        const auto files = texts_.workspace().files_of(node);
        return source.engine->texts()->change_texts(
            source.bytes, texts_.load_options(node, source, files.get()), changes, told);
    }
    /// Says which translation it is that cannot be put in: the last of the fewest that cannot.
    std::nullopt_t refuse_change(const Node& node, const Source& source, std::span<const TextChange> changes,
                                 std::span<const TextRow* const> origins, const Diagnostic& whole) const {
        Diagnostics unused;
        std::size_t good = 0, bad = changes.size();
        while (bad - good > 1) {
            const std::size_t middle = good + (bad - good) / 2;
            (change(node, source, changes.first(middle), unused) ? good : bad) = middle;
        }
        auto failed = change(node, source, changes.first(bad), unused);
        // Alone it can: then it is all of them together that are too much.
        if (failed || change(node, source, changes.subspan(bad - 1, 1), unused))
            return texts_.refuse(node, whole);
        failed.error().place = texts_.place(*origins[bad - 1]);
        texts_.report(failed.error());
        return std::nullopt;
    }

    GameTexts& texts_;
    const Wanted& wanted_;
    std::set<const TextRow*> used_; ///< Rows without a file that a text was found for.
    std::size_t count_ = 0;
};

bool is_for(const std::string& file, const Node& node) {
    return file == node.relative || file.starts_with(node.relative + "!");
}

} // namespace

bool knows_by_text(tools::TextForm form) noexcept {
    return form == tools::TextForm::trs || form == tools::TextForm::tra;
}

std::size_t import_texts(GameTexts& texts, tools::TextFile file, tools::TextForm form,
                         std::span<const Node> nodes, const TextsChanged& changed) {
    const bool by_text = knows_by_text(form);
    if (by_text && !file.is_utf8()) { // the game says which encoding its translations have
        for (const Node& node : nodes)
            if (!node.problem) static_cast<void>(texts.open(node));
        tools::to_utf8(file, texts.game().page);
    }
    Wanted wanted;
    for (const TextRow& row : file.rows)
        if (!row.translation.empty() && row.translation != row.text.text) wanted[row.file].push_back(&row);
    // A file that no translation is for stays as it is, and is only copied if it is the only one.
    std::map<std::string, std::vector<const Node*>> by_path;
    for (const Node& node : nodes) {
        if (node.problem)
            texts.report(*node.problem);
        else
            by_path[node.path].push_back(&node);
    }
    Import importing(texts, wanted);
    for (const auto& [path, members] : by_path) {
        const auto meant = [&](const Node* node) {
            return by_text ||
                   std::ranges::any_of(wanted, [&](const auto& one) { return is_for(one.first, *node); });
        };
        std::vector<const Node*> mine;
        std::ranges::copy_if(members, std::back_inserter(mine), meant);
        if (mine.empty() && by_path.size() > 1) continue;
        if (mine.empty()) mine.push_back(members.front());
        if (const auto files = importing.file(mine)) changed(*mine.front(), *files);
    }
    if (by_text) importing.check(file);
    for (const auto& [name, rows] : wanted)
        if (!by_text && std::ranges::none_of(nodes, [&](const Node& node) { return is_for(name, node); }))
            texts.report(make_diagnostic(codes::cli_text,
                                         concat("'", name, "' is not among the files; ",
                                                plural(rows.size(), "translation"), " skipped"),
                                         texts.place(*rows.front())));
    return importing.count();
}

} // namespace vellum
