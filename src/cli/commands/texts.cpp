// `vellum texts`: what players read, out to translators and back.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/code_page.hpp"
#include "base/encoding.hpp"
#include "base/escape.hpp"
#include "base/source.hpp"
#include "base/text_storage.hpp"
#include "cli/batch.hpp"
#include "cli/codes.hpp"
#include "cli/commands/commands.hpp"
#include "cli/put_back.hpp"
#include "tools/codes.hpp"
#include "tools/open.hpp"
#include "tools/texts/sources.hpp"
#include "tools/texts/text_file.hpp"
#include "tools/texts/translation.hpp"
#include "workspace/find.hpp"

namespace vellum::cli {

namespace {

/// Something with texts: a script or a table.
struct Source {
    std::string key;    ///< As files for translators call it.
    std::string member; ///< Of the container it is in, or empty.
    const Engine* engine = nullptr;
    std::vector<std::byte> bytes;
    bool table = false;             ///< Texts besides those of scripts.
    const CodePage* page = nullptr; ///< Of its texts; null: UTF-8, not known, or the engine knows.
};

/// What an input holds.
struct Opened {
    std::vector<Source> sources;
    std::shared_ptr<const archives::Archive> container; ///< That the sources are members of; may be null.
};

class Texts {
  public:
    explicit Texts(Session& session)
        : session_(session),
          workspace_(session.workspace()),
          page_(CodePage::find(session.arguments().text("--encoding"))) {}

    /// A source or listing, but for those that their engine loads as they are.
    static bool is_open_text(const tools::OpenedFile& opened, const std::string& name) {
        if (opened.scripts.empty()) return false;
        const tools::Script& script = opened.scripts.front();
        return script.is_listing || (script.is_source && (tools::is_text_name(name) ||
                                                          opened.engine->format().detect(script.bytes, name) <
                                                              Confidence::likely));
    }

    /// Reads an input; says what is wrong with it.
    std::optional<Opened> open(const Node& input) {
        Opened result;
        const std::string name = input.archive != nullptr ? input.inside : input.path;
        if (may_be_texts(name)) {
            auto bytes = workspace_.read(input);
            if (!bytes) return refuse(input, bytes.error());
            for (const Engine* engine : engines())
                for (const std::string_view table : engine->text_tables())
                    if (lower_case(name).ends_with(table))
                        result.sources.push_back(
                            {input.relative, {}, engine, std::move(*bytes), true, nullptr});
            return result;
        }
        auto opened = workspace_.open_whole(input);
        if (!opened) {
            if (!input.named && opened.error().code == &codes::engine_unknown) return {};
            return refuse(input, opened.error());
        }
        if (is_open_text(*opened, name)) { // its texts are no secret
            if (!input.named) return {};
            return refuse(input,
                          fail(codes::engine_unsupported,
                               "texts come from compiled scripts, and this is a source or a listing", {})
                              .error());
        }
        auto sources = tools::text_sources(*opened);
        if (!sources) return refuse(input, sources.error());
        result.container = opened->container;
        const CodePage* page = page_;
        if (result.container != nullptr) {
            const auto facts = result.container->facts();
            game_.add(facts);
            if (const auto said = std::ranges::find(facts, "encoding", &Fact::name);
                said != facts.end() && !session_.arguments().has("--encoding"))
                page = CodePage::find(said->value);
        }
        if (tools::has_own_encoding(*opened->engine)) page = nullptr;
        game_.page = page;
        for (tools::TextSource& source : *sources) {
            std::string key =
                source.member.empty() && source.table
                    ? input.relative
                    : relative_path(input, *opened, {source.name, source.member, source.offset, {}});
            result.sources.push_back(
                {std::move(key), source.member, opened->engine, std::move(source.bytes), source.table, page});
        }
        return result;
    }

    /// A file of translations, in UTF-8 where its encoding is known.
    Result<tools::TextFile> translation(const Node& input) {
        const auto bytes = workspace_.read(input);
        if (!bytes) return std::unexpected(bytes.error());
        auto file = tools::read_text_file(stored_text(*bytes), tools::text_form(input.path));
        if (!file) return file;
        tools::to_utf8(*file, page_);
        game_.page = page_;
        return file;
    }

    /// The texts of a source as translators see them. Nothing if there can be none.
    Result<std::vector<tools::TextRow>> rows(const Node& input, const Source& source,
                                             std::span<const std::byte> bytes, bool tell = false) {
        Diagnostics told;
        const auto files = workspace_.files_of(input);
        const auto offered = source.engine->require(source.engine->texts());
        if (!offered) return std::unexpected(offered.error());
        auto texts = (*offered)->texts(bytes, options(input, source, files.get()), told);
        if (tell) report(input, source, told);
        if (!texts) return std::unexpected(std::move(texts.error()));
        std::vector<tools::TextRow> rows;
        for (GameText& text : *texts) {
            if (text.text.empty()) continue;
            if (source.page != nullptr) text.text = source.page->to_utf8(text.text);
            rows.push_back({source.key, std::move(text), {}});
        }
        return rows;
    }

    /// The source with its translations; says what is wrong with them. Nothing if it cannot be.
    std::optional<std::vector<std::byte>> changed(const Node& input, const Source& source,
                                                  std::span<const tools::TextRow* const> wanted) {
        const auto before = rows(input, source, source.bytes);
        if (!before) return refuse(input, before.error());
        std::vector<TextChange> changes;
        std::vector<const tools::TextRow*> origins; // of the changes
        std::map<std::pair<std::string, std::string>, std::string> expected;
        for (const tools::TextRow& row : *before) expected[{row.text.id, row.text.text}] = row.text.text;
        for (const auto& [row, id] : targets(*before, wanted)) {
            auto found = expected.find({id, row->text.text});
            // What a table has no text for is a new one, or one that was empty.
            if (found == expected.end() && source.table && row->text.text.empty())
                found = expected.try_emplace({id, {}}).first;
            if (found == expected.end()) {
                stale(*row);
                continue;
            }
            // Those without a file are looked at once, not in every place.
            const bool breaks = has_line_breaks(*source.engine);
            if (const std::string why = tools::doubt(*row, breaks);
                !row->file.empty() && !row->text.text.empty() && !why.empty())
                warn(*row, why);
            auto old_bytes = encode(source, row->text.text), new_bytes = encode(source, row->translation);
            if (!old_bytes || !new_bytes)
                return refuse_row(*row, "the translation has a character that the encoding lacks");
            found->second = row->translation;
            changes.push_back({id, std::move(*old_bytes), std::move(*new_bytes)});
            origins.push_back(row);
        }
        if (changes.empty()) return source.bytes;
        Diagnostics told;
        auto bytes = change(input, source, changes, told);
        if (!bytes) return refuse_change(input, source, changes, origins, bytes.error());
        report(input, source, told);
        const auto after = rows(input, source, *bytes);
        if (!after) return refuse(input, after.error());
        std::vector<std::string> want, have;
        for (const auto& [key, text] : expected) want.push_back(text);
        for (const tools::TextRow& row : *after) have.push_back(row.text.text);
        for (std::vector<std::string>* list : {&want, &have}) {
            std::ranges::sort(*list);
            if (before->empty() || before->front().text.id.empty())
                list->erase(std::ranges::unique(*list).begin(), list->end());
        }
        if (want != have)
            return refuse(input,
                          fail(codes::cli_compare, "the texts do not read back as intended", {}).error());
        count_ += changes.size();
        return std::move(*bytes);
    }

    /// Says what is wrong with the rows without a file, once they were put in everywhere.
    void check(const tools::TextFile& file) {
        std::set<std::string, std::less<>> known;
        for (const tools::TextRow* row : used_) known.insert(row->text.text);
        for (const tools::TextRow& row : file.rows)
            if (row.translation == row.text.text) known.insert(row.text.text); // not looked for
        tools::check(file, known,
                     [&](const tools::TextRow& row, const std::string& what) { warn(row, what); });
    }
    /// What the inputs opened so far say of their game.
    [[nodiscard]] const tools::TranslatedGame& game() const noexcept { return game_; }
    /// What `--encoding` says; null: UTF-8, or nothing.
    [[nodiscard]] const CodePage* page() const noexcept { return page_; }
    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    [[nodiscard]] ExitCode code() const noexcept { return code_; }
    std::nullopt_t refuse(const Node& input, Diagnostic diagnostic) {
        if (diagnostic.place.file.empty()) diagnostic.place.file = input.name();
        code_ = worst(code_, session_.report(diagnostic));
        return std::nullopt;
    }

    void warn(const tools::TextRow& row, std::string_view what) {
        code_ =
            worst(code_, session_.report(make_diagnostic(codes::cli_text, std::string(what), place(row))));
    }
    std::nullopt_t refuse_row(const tools::TextRow& row, std::string_view what) {
        code_ =
            worst(code_, session_.report(fail(codes::text_change, std::string(what), place(row)).error()));
        return std::nullopt;
    }

  private:
    using Target = std::pair<const tools::TextRow*, std::string>; ///< The id that a row is for.
    /// A row without a file is for every text that is its own; of several with one text the first counts.
    std::vector<Target> targets(std::span<const tools::TextRow> texts,
                                std::span<const tools::TextRow* const> wanted) {
        std::map<std::string_view, const tools::TextRow*> anywhere;
        std::vector<Target> found;
        for (const tools::TextRow* row : wanted)
            if (row->file.empty())
                anywhere.emplace(row->text.text, row);
            else
                found.emplace_back(row, row->text.id);
        if (anywhere.empty()) return found;
        for (const tools::TextRow& text : texts)
            if (const auto row = anywhere.find(text.text.text); row != anywhere.end()) {
                found.emplace_back(row->second, text.text.id);
                used_.insert(row->second);
            }
        return found;
    }
    /// Games whose data has texts in the encoding of the scripts are those of AGS.
    static bool has_line_breaks(const Engine& engine) {
        return !engine.text_tables().empty() && !tools::has_own_encoding(engine);
    }
    static std::optional<std::string> encode(const Source& source, const std::string& text) {
        return source.page == nullptr ? text : source.page->from_utf8(text);
    }
    Result<std::vector<std::byte>> change(const Node& input, const Source& source,
                                          std::span<const TextChange> changes, Diagnostics& told) const {
        const auto files = workspace_.files_of(input);
        return source.engine->texts()->change_texts(source.bytes, options(input, source, files.get()),
                                                    changes, told);
    }
    /// Says which translation it is that cannot be put in: the last of the fewest that cannot.
    std::nullopt_t refuse_change(const Node& input, const Source& source, std::span<const TextChange> changes,
                                 std::span<const tools::TextRow* const> origins, const Diagnostic& whole) {
        Diagnostics unused;
        std::size_t good = 0, bad = changes.size();
        while (bad - good > 1) {
            const std::size_t middle = good + (bad - good) / 2;
            (change(input, source, changes.first(middle), unused) ? good : bad) = middle;
        }
        auto failed = change(input, source, changes.first(bad), unused);
        // Alone it can: then it is all of them together that are too much.
        if (failed || change(input, source, changes.subspan(bad - 1, 1), unused)) return refuse(input, whole);
        failed.error().place = place(*origins[bad - 1]);
        code_ = worst(code_, session_.report(failed.error()));
        return std::nullopt;
    }
    /// What is doubtful in a table; what is in a script is no matter of its texts.
    void report(const Node& input, const Source& source, const Diagnostics& told) {
        if (!source.table) return;
        for (Diagnostic each : told.all()) {
            if (each.place.file.empty()) each.place.file = input.name();
            code_ = worst(code_, session_.report(each));
        }
    }
    [[nodiscard]] LoadOptions options(const Node& input, const Source& source,
                                      const FileSystem* files) const {
        return {.name = source.key, .engines = workspace_.settings_for(input)->load.engines, .files = files};
    }
    void stale(const tools::TextRow& row) {
        warn(row, "'" + row.file + "' no longer has this text; its translation is skipped");
    }
    [[nodiscard]] Place place(const tools::TextRow& row) const {
        return {session_.arguments().words()[1], Place::unknown, row.line, 1};
    }

    Session& session_;
    const Workspace& workspace_;
    const CodePage* page_;
    tools::TranslatedGame game_;
    std::set<const tools::TextRow*> used_; ///< Rows without a file that a text was found for.
    std::size_t count_ = 0;
    ExitCode code_ = ExitCode::ok;
};

bool is_of_ags(tools::TextForm form) { return form == tools::TextForm::trs || form == tools::TextForm::tra; }

/// A translation among the inputs: its texts are what it has.
bool is_translation(const Node& input) {
    return input.archive == nullptr && input.member.empty() && is_of_ags(tools::text_form(input.path));
}

ExitCode export_texts(Session& session) {
    std::vector<Node> inputs;
    const auto words = std::span(session.arguments().words()).subspan(1);
    ExitCode code = gather_inputs(session, words, inputs, InArchives::texts);
    if (code == ExitCode::usage) return code;
    Texts texts(session);
    tools::TextFile file;
    std::vector<tools::TextRow>& rows = file.rows;
    for (const Node& input : inputs) {
        if (is_translation(input)) {
            auto read = texts.translation(input);
            if (!read) {
                static_cast<void>(texts.refuse(input, read.error()));
                continue;
            }
            std::ranges::move(read->rows, std::back_inserter(rows));
            for (auto& [name, value] : read->settings) file.set(name, std::move(value));
            std::ranges::move(read->blocks, std::back_inserter(file.blocks));
            file.ended = read->ended;
            continue;
        }
        const auto opened = texts.open(input);
        if (!opened) continue;
        for (const Source& source : opened->sources) {
            auto found = texts.rows(input, source, source.bytes, true);
            if (!found) {
                if (input.named || found.error().code != &codes::engine_unsupported)
                    static_cast<void>(texts.refuse(input, found.error()));
                continue;
            }
            std::ranges::move(*found, std::back_inserter(rows));
        }
    }
    const std::string path(session.arguments().text("--output"));
    const tools::TextForm form = tools::text_form(path);
    if (is_of_ags(form))
        tools::prepare(file, texts.game(), [&](const tools::TextRow& row) {
            texts.refuse_row(row, "the text has a character that the game's encoding lacks");
        });
    if (form != tools::TextForm::tra)
        for (const auto& [block, bytes] : file.blocks)
            code = worst(code, session.report(make_diagnostic(
                                   codes::cli_text,
                                   fmt::format("the translation's block '{}' has a place in .tra files "
                                               "only; it is left out",
                                               escape_control(block)))));
    const std::string text = tools::write_text_file(file, form);
    if (path.empty() || path == "-") {
        session.console().bytes(text);
    } else {
        if (auto done = session.outputs().write_and_compare(path, as_bytes(text), Old::keep); !done)
            code = worst(code, session.report(done.error()));
        else if (!session.quiet())
            session.console().err(
                fmt::format("{}: {}\n", escape_control(path), counted(rows.size(), "text")));
    }
    return worst(code, texts.code());
}

/// Inputs that lie in one file on the disk, and what becomes of it.
class Importing {
  public:
    Importing(Session& session, Texts& texts, Destination& destination)
        : session_(session), texts_(texts), destination_(destination) {}

    using Wanted = std::map<std::string, std::vector<const tools::TextRow*>, std::less<>>;

    /// `inputs` have one path.
    ExitCode file(std::span<const Node* const> inputs, const Wanted& wanted) {
        std::vector<archives::Change> changes;
        std::vector<archives::ChangedFile> files;
        for (const Node* input : inputs) {
            auto made = changed(*input, wanted);
            if (made.empty()) return ExitCode::findings; // said already
            if (input->archive == nullptr) {
                files = std::move(made);
                continue;
            }
            auto bytes = read_range(*made.back().bytes, 0, made.back().bytes->size());
            if (!bytes) return report(*input, bytes.error());
            changes.push_back({input->inside, std::move(*bytes)});
        }
        const Node& first = *inputs.front();
        if (first.archive != nullptr) {
            auto result = first.archive->put_back(changes);
            if (!result) return report(first, result.error());
            files = std::move(*result);
        }
        return write(first, files);
    }
    [[nodiscard]] std::size_t written() const noexcept { return written_; }

  private:
    ExitCode report(const Node& input, Diagnostic diagnostic) {
        if (diagnostic.place.file.empty()) diagnostic.place.file = input.path;
        return session_.report(diagnostic);
    }

    /// An input with its translations; nothing if that cannot be, which was said.
    std::vector<archives::ChangedFile> changed(const Node& input, const Wanted& wanted) {
        const auto alone = [](std::vector<std::byte> bytes) {
            return std::vector{archives::ChangedFile(std::move(bytes))};
        };
        const auto opened = texts_.open(input);
        if (!opened) return {};
        std::vector<archives::Change> members;
        const Source* whole = nullptr; // what the container itself has, behind its scripts
        for (const Source& source : opened->sources) {
            const auto rows = wanted_for(wanted, source.key);
            if (opened->container && source.member.empty()) {
                whole = &source;
                continue;
            }
            if (rows.empty()) {
                if (!opened->container) return alone(source.bytes);
                continue;
            }
            auto bytes = texts_.changed(input, source, rows);
            if (!bytes) return {};
            if (!opened->container) return alone(std::move(*bytes));
            if (*bytes != source.bytes) members.push_back({source.member, std::move(bytes)});
        }
        if (!opened->container) return {};
        auto files = opened->container->put_back(members);
        if (!files) {
            texts_.refuse(input, files.error());
            return {};
        }
        if (whole == nullptr) return std::move(*files);
        const auto rows = wanted_for(wanted, whole->key);
        if (rows.empty()) return std::move(*files);
        Source now = *whole;
        auto bytes = read_range(*files->back().bytes, 0, files->back().bytes->size());
        if (!bytes) {
            texts_.refuse(input, bytes.error());
            return {};
        }
        now.bytes = std::move(*bytes);
        auto changed = texts_.changed(input, now, rows);
        if (!changed) return {};
        return alone(std::move(*changed));
    }

    /// The translations for a source, and those for every source.
    static std::vector<const tools::TextRow*> wanted_for(const Wanted& wanted, const std::string& key) {
        std::vector<const tools::TextRow*> rows;
        for (const std::string& file : {key, std::string()})
            if (const auto found = wanted.find(file); found != wanted.end())
                rows.insert(rows.end(), found->second.begin(), found->second.end());
        return rows;
    }

    ExitCode write(const Node& input, std::span<const archives::ChangedFile> files) {
        const bool in_place = session_.arguments().has("--in-place");
        std::string target = input.path;
        if (!in_place) {
            const std::size_t slash = input.path.find_last_of('/');
            auto path = destination_.place(
                input.archive == nullptr ? input.relative : input.path.substr(slash + 1), input.path);
            if (!path) return report(input, path.error());
            target = std::move(*path);
        }
        if (auto done = write_changed(session_, files, target, in_place, destination_.old()); !done)
            return report(input, done.error());
        ++written_;
        return ExitCode::ok;
    }

    Session& session_;
    Texts& texts_;
    Destination& destination_;
    std::size_t written_ = 0;
};

/// The translations as a file that the game loads: nothing of the game itself changes.
ExitCode write_translation(Session& session, tools::TextFile file, std::span<const Node> inputs) {
    Texts texts(session);
    std::set<std::string, std::less<>> known;
    for (const Node& input : inputs) {
        const auto opened = texts.open(input);
        if (!opened) continue;
        for (const Source& source : opened->sources) {
            auto found = texts.rows(input, source, source.bytes, true);
            if (!found) {
                static_cast<void>(texts.refuse(input, found.error()));
                continue;
            }
            for (tools::TextRow& row : *found) known.insert(std::move(row.text.text));
        }
    }
    if (texts.game().id.empty())
        return worst(texts.code(),
                     session.report(fail(codes::text_change, "a .tra needs the number of its game", {},
                                         "name the packed game or its main data (game28.dta)")
                                        .error()));
    if (is_of_ags(tools::text_form(session.arguments().words()[1]))) tools::to_utf8(file, texts.game().page);
    tools::check(file, known,
                 [&](const tools::TextRow& row, const std::string& what) { texts.warn(row, what); });
    constexpr std::uint64_t words_since = 3'060'300; // older games refuse the block
    for (tools::TextRow& row : file.rows)
        if (tools::parser_word(row) && !row.translation.empty() && texts.game().data_version < words_since) {
            texts.warn(row, "only games since AGS 3.6.3 take words for the text parser; it is left out");
            row.translation.clear();
        }
    tools::prepare(file, texts.game(), [&](const tools::TextRow& row) {
        texts.refuse_row(row, "the translation has a character that the encoding lacks");
    });
    if (texts.code() != ExitCode::ok) return texts.code();
    const std::string path(session.arguments().text("--output"));
    const std::string bytes = tools::write_text_file(file, tools::TextForm::tra);
    if (auto done = session.outputs().write_and_compare(path, as_bytes(bytes), Old::keep); !done)
        return session.report(done.error());
    const auto count =
        std::ranges::count_if(file.rows, [](const tools::TextRow& row) { return !row.translation.empty(); });
    if (!session.quiet())
        session.console().err(fmt::format("{}: {}\n", escape_control(path),
                                          counted(static_cast<std::size_t>(count), "translation")));
    return ExitCode::ok;
}

ExitCode import_texts(Session& session) {
    const Arguments& arguments = session.arguments();
    const std::span words = arguments.words();
    if (words.size() < 3)
        return session.usage("import needs the file of texts and the files to put them into.");
    if (arguments.has("--in-place") == arguments.has("--output"))
        return session.usage("use -o FILE, -o FOLDER/ or --in-place.");
    const std::string& list = words[1];
    const auto bytes = session.read(list);
    if (!bytes) return session.report(bytes.error());
    auto file = tools::read_text_file(stored_text(*bytes), tools::text_form(list));
    if (!file) {
        file.error().place.file = list;
        return session.report(file.error());
    }
    std::vector<Node> inputs;
    ExitCode code = gather_inputs(session, words.subspan(2), inputs, InArchives::texts);
    if (code == ExitCode::usage) return code;
    if (tools::text_form(arguments.text("--output")) == tools::TextForm::tra)
        return worst(code, write_translation(session, std::move(*file), inputs));

    Texts texts(session);
    const bool by_text = is_of_ags(tools::text_form(list));
    if (by_text && !file->is_utf8()) { // the game says which encoding its translations have
        for (const Node& input : inputs)
            if (!input.problem) static_cast<void>(texts.open(input));
        tools::to_utf8(*file, texts.game().page);
    }
    Importing::Wanted wanted;
    for (const tools::TextRow& row : file->rows)
        if (!row.translation.empty() && row.translation != row.text.text) wanted[row.file].push_back(&row);
    // A file that no translation is for stays as it is, and is only copied if it is the only one.
    std::map<std::string, std::vector<const Node*>> by_path;
    for (const Node& input : inputs) {
        if (input.problem)
            code = worst(code, session.report(*input.problem));
        else
            by_path[input.path].push_back(&input);
    }
    Destination destination(std::string(arguments.text("--output")), by_path.size() > 1);
    Importing importing(session, texts, destination);
    for (const auto& [path, members] : by_path) {
        const auto meant = [&](const Node* input) {
            return by_text || std::ranges::any_of(wanted, [&](const auto& one) {
                       return one.first == input->relative || one.first.starts_with(input->relative + "!");
                   });
        };
        std::vector<const Node*> mine;
        std::ranges::copy_if(members, std::back_inserter(mine), meant);
        if (mine.empty() && by_path.size() > 1) continue;
        if (mine.empty()) mine.push_back(members.front());
        code = worst(code, importing.file(mine, wanted));
    }
    if (by_text) texts.check(*file);
    for (const auto& [file, list_of] : wanted)
        if (!by_text && std::ranges::none_of(inputs, [&](const Node& input) {
                return file == input.relative || file.starts_with(input.relative + "!");
            }))
            code = worst(code, session.report(
                                   make_diagnostic(codes::cli_text,
                                                   fmt::format("'{}' is not among the files; {} skipped",
                                                               file, counted(list_of.size(), "translation")),
                                                   {list, Place::unknown, list_of.front()->line, 1})));
    if (!session.quiet())
        session.console().err(fmt::format("{} changed in {}\n", counted(texts.count(), "text"),
                                          counted(importing.written(), "file")));
    return worst(code, texts.code());
}

ExitCode run(Session& session) {
    if (session.arguments().words().size() < 2) return session.usage("name the files to take texts from.");
    return session.arguments().words().front() == "export" ? export_texts(session) : import_texts(session);
}

constexpr Positional positionals[] = {
    {"ACTION", "'export' writes the texts of the files. 'import' puts translations back into them.",
     ValueKind::choice, true, false, "export|import"},
    {"FILE",
     "Scripts, tables of texts, archives, containers, or the folder of an installed game. For 'import' the "
     "first is the file with translations.",
     ValueKind::file, true, true},
};
constexpr Option own[] = {
    {"--output", 'o', "FILE",
     "Export: a .po, .csv, .trs or .tra file. Import: the changed file, a folder for several, or a .tra that "
     "an "
     "AGS game loads.",
     ValueKind::file},
    {"--encoding", 0, "NAME",
     "The encoding of the game's texts, if it is not UTF-8 and the game does not say it.", ValueKind::choice,
     "utf-8|latin-1|windows-1251|windows-1252"},
    {"--in-place", 0, "",
     "Import: change the files in place. The original of each is kept next to it as FILE.before."},
    {"--quiet", 'q', "", "No summary: only errors."},
};
const OptionGroup options[] = {own, output_options, engine_options};
constexpr Example examples[] = {
    {"vellum texts export \"C:/Games/Pathologic\" -o pathologic.po", "all texts of a game, for translators"},
    {"vellum texts import pathologic.po \"C:/Games/Pathologic\" -o changed/", "and back: changed archives"},
    {"vellum texts export world_us.lgp!mes -o signs.csv", "the texts of the world map, as a table"},
    {"vellum texts export game.ags -o spanish.trs", "an AGS game, in the form of its translators"},
    {"vellum texts import spanish.trs game.ags -o spanish.tra", "a translation that the game loads"},
};

} // namespace

constinit const Command texts_command{
    "texts",
    "Change",
    "Export texts for translation and put translations back",
    "Writes texts as a PO file for translators' tools or as CSV for spreadsheets, with the function that "
    "uses each text, where, and a remark: who says it, or what is called next. Importing puts the "
    "translations back. Everything else keeps its bytes: importing an unchanged file of texts gives the same "
    "file.\n\nOf AGS games, main data and rooms have texts, too. TRS is the form that their translators "
    "edit, "
    "TRA the one that games load; both know a text by itself, not by its place. An import into a .tra leaves "
    "the game as it is. An export of a .trs or .tra gives its translations in another form.\n\nA table of "
    "texts can "
    "grow: an entry numbered one past the last and without an original text is added. Lengths and encodings "
    "are checked, and the result is read back and compared. The files do not show whether a text is for "
    "players or a name that the game looks up: translate only what players read.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli
