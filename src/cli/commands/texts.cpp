// `vellum texts`: what players read, out to translators and back.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/bytes.hpp"
#include "base/escape.hpp"
#include "base/text_storage.hpp"
#include "cli/batch.hpp"
#include "cli/commands/commands.hpp"
#include "cli/put_back.hpp"
#include "tools/codes.hpp"
#include "tools/texts/text_file.hpp"
#include "workspace/texts/codes.hpp"
#include "workspace/texts/import_texts.hpp"

namespace vellum::cli::texts_command {

namespace {

/// The texts of nodes as the options say; what is wrong is printed.
class Texts : public GameTexts {
  public:
    explicit Texts(Session& session, bool places = false)
        : GameTexts(session.workspace(), {.page = CodePage::find(session.arguments().text("--encoding")),
                                          .page_is_said = session.arguments().has("--encoding"),
                                          .places = places,
                                          .list = session.arguments().words()[1],
                                          .report = [this, &session](const Diagnostic& diagnostic) {
                                              code_ = worst(code_, session.report(diagnostic));
                                          }}) {}
    Texts(const Texts&) = delete;
    Texts& operator=(const Texts&) = delete;
    [[nodiscard]] ExitCode code() const noexcept { return code_; }

  private:
    ExitCode code_ = ExitCode::ok;
};

/// A translation among the inputs: its texts are what it has.
bool is_translation(const Node& input) {
    return input.archive == nullptr && input.member.empty() && knows_by_text(tools::text_form(input.path));
}

ExitCode export_texts(Session& session) {
    std::vector<Node> inputs;
    const auto words = std::span(session.arguments().words()).subspan(1);
    ExitCode code = gather_inputs(session, words, inputs, InArchives::texts);
    if (code == ExitCode::usage) return code;
    Texts texts(session, true);
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
        for (const GameTexts::Source& source : opened->sources) {
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
    if (knows_by_text(form))
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

/// The translations as a file that the game loads: nothing of the game itself changes.
ExitCode write_translation(Session& session, tools::TextFile file, std::span<const Node> inputs) {
    Texts texts(session);
    std::set<std::string, std::less<>> known;
    for (const Node& input : inputs) {
        const auto opened = texts.open(input);
        if (!opened) continue;
        for (const GameTexts::Source& source : opened->sources) {
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
    if (knows_by_text(tools::text_form(session.arguments().words()[1])))
        tools::to_utf8(file, texts.game().page);
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
    const auto paths = [&] {
        std::set<std::string_view> different;
        for (const Node& input : inputs)
            if (!input.problem) different.insert(input.path);
        return different.size();
    };
    Destination destination(std::string(arguments.text("--output")), paths() > 1);
    std::size_t written = 0;
    const auto write = [&](const Node& input, std::span<const archives::ChangedFile> files) {
        const bool in_place = arguments.has("--in-place");
        std::string target = input.path;
        if (!in_place) {
            const std::size_t slash = input.path.find_last_of('/');
            auto path = destination.place(
                input.archive == nullptr ? input.relative : input.path.substr(slash + 1), input.path);
            if (!path) return void(texts.refuse(input, path.error()));
            target = std::move(*path);
        }
        if (auto done = write_changed(session, files, target, in_place, destination.old()); !done)
            return void(texts.refuse(input, done.error()));
        ++written;
    };
    const std::size_t count =
        vellum::import_texts(texts, std::move(*file), tools::text_form(list), inputs, write);
    if (!session.quiet())
        session.console().err(
            fmt::format("{} changed in {}\n", counted(count, "text"), counted(written, "file")));
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

constinit const Command described{
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

} // namespace vellum::cli::texts_command
