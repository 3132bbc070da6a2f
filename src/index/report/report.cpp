#include "index/report/report.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "base/ascii.hpp"
#include "base/concat.hpp"
#include "base/encoding.hpp"
#include "base/json_writer.hpp"
#include "index/arguments.hpp"
#include "index/query.hpp"
#include "index/report/page.hpp"
#include "index/search.hpp"

namespace vellum::index {

namespace {

constexpr std::size_t most_rows = 2000; ///< On one page; what is more is counted.
constexpr std::size_t texts_on_a_page = 1000;

std::string script_page(std::int64_t id) { return concat("scripts/", id, ".html"); }
std::string name_page(std::int64_t id) { return concat("names/", id, ".html"); }

/// Names that have a page of their own.
constexpr std::string_view paged_kinds = "'native', 'method', 'import', 'event', 'handler'";

/// Writes the pages one after the other.
class Report {
  public:
    Report(Database& database, const ReportOptions& options, const WritePage& write)
        : database_(database), options_(options), write_(write) {}

    Result<std::size_t> run() {
        put("style.css", style_sheet());
        put("search.js", search_script());
        overview();
        list_of_scripts();
        scripts();
        functions();
        natives();
        names();
        words();
        texts();
        near_duplicates();
        problems();
        search();
        if (done_) done_ = database_.result();
        if (!done_) return std::unexpected(done_.error());
        return pages_;
    }

  private:
    void put(const std::string& path, std::string_view text) {
        if (!done_) return;
        done_ = write_(path, text);
        ++pages_;
    }
    void put(const std::string& path, Page& page) { put(path, page.finish()); }

    [[nodiscard]] std::uint64_t count(const char* sql) {
        return static_cast<std::uint64_t>(database_.prepare(sql).number().value_or(0));
    }

    void overview() {
        Page page(options_.title, 0);
        page.markup("<dl class=\"facts\">");
        for (const auto& [name, sql] : {std::pair("Files", "SELECT count(*) FROM file"),
                                        {"Scripts", "SELECT count(*) FROM place"},
                                        {"Different scripts", "SELECT count(*) FROM script"},
                                        {"Functions", "SELECT count(*) FROM function"},
                                        {"Texts for players", "SELECT count(*) FROM player_text"},
                                        {"Uses of names", "SELECT count(*) FROM use"}})
            page.markup("<dt>").text(name).markup("</dt><dd>").number(count(sql)).markup("</dd>");
        page.markup("</dl>\n<h2>Engines</h2>\n")
            .table({"Engine", "#Scripts", "#Functions", "#Instructions", "#Decompiled", "#Left as assembly",
                    "#Errors", "#Warnings"});
        Statement engines = database_.prepare(
            "SELECT engine, count(*), sum(functions), sum(instructions), sum(verdict IN ('identical', "
            "'fallback')), "
            "sum(kept), sum(errors), sum(warnings) FROM script GROUP BY engine ORDER BY engine");
        engines.start();
        while (engines.step()) {
            page.row().cell().text(engines.text(0));
            for (int i = 1; i < 8; ++i) page.number_cell(static_cast<std::uint64_t>(engines.integer(i)));
        }
        page.end_table().markup("<h2>Places</h2>\n").table({"Place", "#Files", "#Scripts"});
        Statement roots =
            database_.prepare("SELECT f.root, count(DISTINCT f.id), count(*) FROM file f JOIN place p ON "
                              "p.file = f.id GROUP BY f.root ORDER BY f.root LIMIT 2000");
        roots.start();
        while (roots.step())
            page.row()
                .cell()
                .text(roots.text(0))
                .number_cell(static_cast<std::uint64_t>(roots.integer(1)))
                .number_cell(static_cast<std::uint64_t>(roots.integer(2)));
        page.end_table();
        put("index.html", page);
    }

    void list_of_scripts() {
        Page page("Scripts", 0);
        Statement places = database_.prepare("SELECT p.name, p.script, s.engine, s.functions, s.size, "
                                             "s.errors, s.verdict FROM place p JOIN script s ON "
                                             "s.id = p.script ORDER BY p.name");
        places.start();
        std::string folder;
        bool first = true;
        while (places.step()) {
            const std::string_view name = places.text(0);
            const std::size_t slash = name.find_last_of("/!");
            const std::string_view in = slash == std::string_view::npos ? "" : name.substr(0, slash);
            if (first || in != folder) {
                if (!first) page.end_table().markup("</details>\n");
                folder = in;
                page.markup("<details open><summary>")
                    .text(folder.empty() ? "." : folder)
                    .markup("</summary>\n");
                page.table({"Script", "Engine", "#Functions", "#Bytes", "#Errors", "Decompiled"});
                first = false;
            }
            page.row().cell().link(script_page(places.integer(1)),
                                   slash == std::string_view::npos ? name : name.substr(slash + 1));
            page.cell().text(places.text(2));
            for (int i = 3; i < 6; ++i) page.number_cell(static_cast<std::uint64_t>(places.integer(i)));
            page.cell().text(places.text(6));
        }
        if (!first) page.end_table().markup("</details>\n");
        put("scripts.html", page);
    }

    // --- Scripts ---

    struct Function {
        std::string name, kind;
        std::uint64_t instructions = 0, complexity = 0;
        std::size_t begin = 0, end = 0;
        bool identical = true;
    };

    void scripts() {
        const std::uint64_t all = count("SELECT count(*) FROM script");
        Statement statement = database_.prepare("SELECT id, engine, variant, form, size, verdict, reason, "
                                                "sha256, source FROM script ORDER BY id");
        Statement places =
            database_.prepare("SELECT name FROM place WHERE script = ? ORDER BY name LIMIT 50");
        Statement functions = database_.prepare("SELECT name, kind, instructions, complexity, source_begin, "
                                                "source_end, identical FROM function WHERE "
                                                "script = ? ORDER BY n");
        Statement links = database_.prepare(concat(
            "SELECT u.line, w.id, w.text, w.kind, w.plain FROM use u JOIN name w ON w.id = u.name WHERE "
            "u.script = ? AND u.line > 0 AND w.kind IN (",
            paged_kinds, ", 'function') ORDER BY u.line"));
        Statement diagnostics = database_.prepare(
            "SELECT severity, code, message, line FROM diagnostic WHERE script = ? ORDER BY n LIMIT 200");
        statement.start();
        for (std::size_t done = 0; done_ && statement.step(); ++done) {
            const std::int64_t id = statement.integer(0);
            std::vector<std::string> names;
            places.start(id);
            while (places.step()) names.emplace_back(places.text(0));
            if (names.empty()) continue;
            Page page(names.front(), 1);
            page.markup("<dl class=\"facts\">");
            const auto fact = [&](std::string_view name, std::string_view value) {
                if (!value.empty())
                    page.markup("<dt>").text(name).markup("</dt><dd>").text(value).markup("</dd>");
            };
            for (std::size_t i = 1; i < names.size(); ++i) fact(i == 1 ? "Also at" : "", names[i]);
            fact("Engine", statement.text(1));
            fact("Instructions of", statement.text(2));
            fact("Form", statement.text(3));
            fact("Bytes", statement.text(4));
            fact("Decompiled", statement.text(5));
            fact("Because", statement.text(6));
            fact("SHA-256", statement.text(7));
            page.markup("</dl>\n");
            std::vector<Function> list;
            functions.start(id);
            while (functions.step())
                list.push_back({std::string(functions.text(0)), std::string(functions.text(1)),
                                static_cast<std::uint64_t>(functions.integer(2)),
                                static_cast<std::uint64_t>(functions.integer(3)),
                                static_cast<std::size_t>(functions.integer(4)),
                                static_cast<std::size_t>(functions.integer(5)), functions.integer(6) != 0});
            diagnostics.start(id);
            bool any = false;
            while (diagnostics.step()) {
                if (!std::exchange(any, true))
                    page.markup("<h2>Problems</h2>\n").table({"Severity", "Message", "Code", "#Line"});
                page.row()
                    .cell()
                    .text(diagnostics.text(0))
                    .cell()
                    .text(diagnostics.text(2))
                    .cell()
                    .text(diagnostics.text(1));
                page.markup("<td class=\"number\">");
                if (diagnostics.integer(3) != 0)
                    page.number(static_cast<std::uint64_t>(diagnostics.integer(3)));
            }
            if (any) page.end_table();
            if (!list.empty()) table_of(page, list);
            links.start(id);
            source(page, statement.text(8), list, links);
            put(script_page(id), page);
            if (options_.progress) options_.progress(done + 1, all);
        }
    }

    static void table_of(Page& page, const std::vector<Function>& list) {
        page.markup("<h2>Functions</h2>\n")
            .table({"Function", "Kind", "#Instructions", "#Complexity", "Decompiled"});
        for (std::size_t n = 0; n < list.size(); ++n) {
            page.row().cell();
            if (list[n].end > list[n].begin) {
                page.markup(concat("<a href=\"#f", n, "\">")).text(list[n].name).markup("</a>");
            } else {
                page.markup(concat("<span id=\"f", n, "\">")).text(list[n].name).markup("</span>");
            }
            page.cell().text(list[n].kind).number_cell(list[n].instructions).number_cell(list[n].complexity);
            page.cell().text(list[n].identical ? "identical" : "left as assembly");
        }
        page.end_table();
    }

    /// What the words of a line are links to.
    using Links = std::map<std::string, std::string, std::less<>>;

    /// Lines with numbers; natives and functions are links. `uses` by line.
    static void source(Page& page, std::string_view text, const std::vector<Function>& list,
                       Statement& uses) {
        if (text.empty()) return;
        std::map<std::string_view, std::size_t, std::less<>> numbers; // of functions, by name
        std::multimap<std::size_t, std::size_t> begins;               // functions by where they begin
        for (std::size_t n = 0; n < list.size(); ++n) {
            if (list[n].end <= list[n].begin) continue;
            numbers.emplace(list[n].name, n);
            begins.emplace(list[n].begin, n);
        }
        page.markup("<h2>Source</h2>\n<pre class=\"source\">");
        bool more = uses.step();
        auto next = begins.begin();
        std::int64_t line = 1;
        for (std::size_t begin = 0; begin < text.size(); ++line) {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            Links links;
            while (more && uses.integer(0) <= line) {
                if (uses.integer(0) == line) {
                    if (uses.text(3) != "function")
                        links.emplace(called_name(uses.text(2)), concat("../", name_page(uses.integer(1))));
                    else if (const auto found = numbers.find(uses.text(2)); found != numbers.end())
                        links.emplace(called_name(uses.text(2)), concat("#f", found->second));
                }
                more = uses.step();
            }
            page.markup(concat("<code id=\"L", line, "\">"));
            for (; next != begins.end() && next->first < end + 1; ++next)
                page.markup(concat("<span id=\"f", next->second, "\"></span>"));
            write_line(page, text.substr(begin, end - begin), links);
            page.markup("</code>");
            begin = end + 1;
        }
        page.markup("</pre>\n");
    }

    static void write_line(Page& page, std::string_view line, const Links& links) {
        if (links.empty()) {
            page.text(line);
            return;
        }
        const auto is_word = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        };
        std::size_t written = 0;
        for (std::size_t at = 0; at < line.size();) {
            if (!is_word(line[at])) {
                ++at;
                continue;
            }
            std::size_t end = at;
            while (end < line.size() && is_word(line[end])) ++end;
            if (const auto found = links.find(lower_case(line.substr(at, end - at))); found != links.end()) {
                page.text(line.substr(written, at - written))
                    .markup("<a href=\"")
                    .markup(found->second)
                    .markup("\">");
                page.text(line.substr(at, end - at)).markup("</a>");
                written = end;
            }
            at = end;
        }
        page.text(line.substr(written));
    }

    // --- Lists ---

    void functions() {
        Page page("Functions", 0);
        page.markup(
            "<p class=\"quiet\">The largest functions of the collection. Search finds all of them.</p>\n");
        page.table({"Function", "Script", "#Instructions", "#Complexity"});
        Statement rows = database_.prepare(
            "SELECT f.name, f.script, f.n, f.instructions, f.complexity, (SELECT min(name) FROM place p "
            "WHERE p.script = "
            "f.script) FROM function f ORDER BY f.instructions DESC, f.script, f.n LIMIT 1000");
        rows.start();
        while (rows.step())
            page.row()
                .cell()
                .link(concat(script_page(rows.integer(1)), "#f", rows.integer(2)), rows.text(0))
                .cell()
                .text(rows.text(5))
                .number_cell(static_cast<std::uint64_t>(rows.integer(3)))
                .number_cell(static_cast<std::uint64_t>(rows.integer(4)));
        page.end_table();
        put("functions.html", page);
    }

    void natives() {
        Page page("Natives", 0);
        page.markup("<h2>Used</h2>\n").table({"Native", "Engine", "#Uses", "#Scripts", "Purpose"});
        Statement used = database_.prepare(
            "SELECT w.id, w.text, min(s.engine), sum(i.uses), count(*), (SELECT documentation FROM native n "
            "WHERE n.name = w.plain AND n.engine = s.engine LIMIT 1) "
            "FROM name w JOIN name_in i ON i.name = w.id JOIN script s ON s.id = i.script WHERE w.kind IN "
            "('native', 'method', 'import') GROUP BY w.id "
            "ORDER BY 4 DESC, w.text");
        used.start();
        while (used.step())
            page.row()
                .cell()
                .link(name_page(used.integer(0)), used.text(1))
                .cell()
                .text(used.text(2))
                .number_cell(static_cast<std::uint64_t>(used.integer(3)))
                .number_cell(static_cast<std::uint64_t>(used.integer(4)))
                .cell()
                .text(used.text(5));
        page.end_table().markup("<h2>Known and not used</h2>\n").table({"Native", "Engine", "Purpose"});
        struct Unused final : Rows {
            explicit Unused(Page& to) : page(to) {}
            void columns(std::span<const std::string>) override {}
            bool row(const Cells& cells) override {
                page.row().cell().text(cells[2].text).cell().text(cells[0].text).cell().text(cells[3].text);
                return true;
            }
            Page& page;
        } unused(page);
        if (const auto answer = ask(database_, "unused-natives", {}, {}, unused); !answer)
            done_ = std::unexpected(answer.error());
        page.end_table();
        put("natives.html", page);
    }

    void names() {
        Statement all = database_.prepare(
            concat("SELECT id, kind, text, plain FROM name WHERE kind IN (", paged_kinds, ") ORDER BY id"));
        Statement native = database_.prepare("SELECT declaration, documentation, implemented FROM native "
                                             "WHERE name = ? ORDER BY declaration LIMIT 20");
        Statement uses = database_.prepare(
            "SELECT u.script, u.line, u.arguments, f.name, (SELECT min(name) FROM place p WHERE p.script = "
            "u.script) "
            "FROM name_in i CROSS JOIN use u ON u.script = i.script AND u.name = i.name "
            "LEFT JOIN function f ON f.script = u.script AND f.n = u.function WHERE i.name = ? "
            "ORDER BY 5, u.n");
        all.start();
        while (done_ && all.step()) {
            Page page(all.text(2), 1);
            page.markup("<p class=\"quiet\">").text(all.text(1)).markup("</p>\n");
            native.start(all.text(3));
            while (native.step()) {
                page.markup("<p>")
                    .text(native.text(0))
                    .markup("<br><span class=\"quiet\">")
                    .text(native.text(1));
                page.markup("</span></p>\n");
            }
            page.table({"Script", "Function", "#Line", "Arguments"});
            uses.start(all.integer(0));
            std::size_t count = 0;
            for (; uses.step(); ++count) {
                if (count >= most_rows) continue;
                const std::string href = concat(script_page(uses.integer(0)),
                                                uses.integer(1) == 0 ? "" : concat("#L", uses.integer(1)));
                page.row()
                    .cell()
                    .link(href, uses.text(4))
                    .cell()
                    .text(uses.text(3))
                    .markup("<td class=\"number\">");
                if (uses.integer(1) != 0) page.number(static_cast<std::uint64_t>(uses.integer(1)));
                page.cell().text(uses.text(2));
            }
            page.end_table();
            if (count > most_rows)
                page.markup("<p class=\"quiet\">And ").number(count - most_rows).markup(" more uses.</p>\n");
            put(name_page(all.integer(0)), page);
        }
    }

    /// Who sends what, and who hears it.
    void words() {
        Page page("Words", 0);
        page.markup("<p class=\"quiet\">Events, variables, properties and messages by which scripts speak to "
                    "each other: "
                    "where they are sent or set, and where they are heard or read.</p>\n");
        database_.run(
            "CREATE TEMP TABLE said AS SELECT what, word, direction, script, count(*) AS uses FROM word "
            "GROUP BY what, word, direction, script; CREATE INDEX temp.said_by ON said(what, word)");
        Statement all = database_.prepare("SELECT what, word, sum(uses * (direction = 'sends')), sum(uses * "
                                          "(direction = 'hears')) FROM temp.said "
                                          "GROUP BY what, word ORDER BY what, word");
        Statement who =
            database_.prepare("SELECT s.script, s.uses, (SELECT min(name) FROM place p WHERE p.script = "
                              "s.script) FROM temp.said s WHERE "
                              "s.what = ? AND s.word = ? AND s.direction = ? ORDER BY 3 LIMIT 12");
        page.table({"What", "Word", "#Sent", "Sent by", "#Heard", "Heard by"});
        all.start();
        std::size_t count = 0;
        for (; all.step(); ++count) {
            if (count >= 4 * most_rows) continue;
            page.row().cell().text(all.text(0)).cell().text(all.text(1));
            for (const auto& [direction, column] : {std::pair("sends", 2), {"hears", 3}}) {
                page.number_cell(static_cast<std::uint64_t>(all.integer(column))).cell();
                who.start(all.text(0), all.text(1), direction);
                bool first = true;
                while (who.step()) {
                    if (!std::exchange(first, false)) page.text("\n");
                    page.link(script_page(who.integer(0)), who.text(2));
                }
            }
        }
        page.end_table();
        if (count > 4 * most_rows)
            page.markup("<p class=\"quiet\">And ").number(count - 4 * most_rows).markup(" more words.</p>\n");
        put("words.html", page);
    }

    void texts() {
        const std::uint64_t all = count("SELECT count(*) FROM player_text");
        const std::uint64_t pages = std::max<std::uint64_t>((all + texts_on_a_page - 1) / texts_on_a_page, 1);
        Statement rows =
            database_.prepare("SELECT t.script, w.text, t.key, t.function, (SELECT min(name) FROM place p "
                              "WHERE p.script = t.script) FROM "
                              "player_text t JOIN name w ON w.id = t.name ORDER BY t.script, t.n");
        rows.start();
        for (std::uint64_t number = 1; number <= pages && done_; ++number) {
            Page page("Texts for players", number == 1 ? 0 : 1);
            const auto name_of = [](std::uint64_t one) {
                return one == 1 ? std::string("texts.html") : concat("texts/", one, ".html");
            };
            page.markup("<p>");
            if (number > 1) page.link(name_of(number - 1), "Previous").text(" ");
            page.text(concat("Page ", number, " of ", pages, " "));
            if (number < pages) page.link(name_of(number + 1), "Next");
            page.markup("</p>\n").table({"Text", "Number", "Script", "Function"});
            for (std::size_t i = 0; i < texts_on_a_page && rows.step(); ++i)
                page.row()
                    .cell()
                    .text(rows.text(1))
                    .cell()
                    .text(rows.text(2))
                    .cell()
                    .link(script_page(rows.integer(0)), rows.text(4))
                    .cell()
                    .text(rows.text(3));
            page.end_table();
            put(name_of(number), page);
        }
    }

    void near_duplicates() {
        Page page("Near duplicates", 0);
        page.markup("<p class=\"quiet\">Functions with the same instructions, those that cost most first. "
                    "'vellum query "
                    "INDEX near FUNCTION' finds those that are nearly the same.</p>\n")
            .table({"Function", "#Functions", "#Scripts", "#Instructions", "In", "Nearly the same"});
        Statement groups = database_.prepare(
            "SELECT f.shape, min(f.name), count(*), count(DISTINCT f.script), f.instructions, s.minhash FROM "
            "function f "
            "JOIN shape s ON s.hash = f.shape GROUP BY f.shape HAVING count(*) > 1 ORDER BY f.instructions * "
            "(count(*) - 1) DESC, f.shape LIMIT 1000");
        Statement members = database_.prepare("SELECT f.script, f.n, f.name, (SELECT min(name) FROM place p "
                                              "WHERE p.script = f.script) FROM function f "
                                              "WHERE f.shape = ? ORDER BY f.script, f.n LIMIT 6");
        groups.start();
        while (groups.step()) {
            page.row().cell().text(groups.text(1));
            for (int i = 2; i < 5; ++i) page.number_cell(static_cast<std::uint64_t>(groups.integer(i)));
            page.cell();
            members.start(groups.integer(0));
            bool first = true;
            while (members.step()) {
                if (!std::exchange(first, false)) page.text("\n");
                page.link(concat(script_page(members.integer(0)), "#f", members.integer(1)),
                          concat(members.text(3), " ", members.text(2)));
            }
            page.cell();
            first = true;
            for (const Near& one : near_shapes(database_, groups.text(5), groups.integer(0), 3)) {
                if (!std::exchange(first, false)) page.text("\n");
                page.link(concat(script_page(one.script), "#f", one.function),
                          concat(one.name, " (", one.likeness, " %)"));
            }
        }
        page.end_table();
        put("near.html", page);
    }

    void problems() {
        Page page("Problems", 0);
        page.markup("<h2>By kind</h2>\n").table({"Code", "Severity", "#Times", "#Scripts", "For example"});
        Statement codes = database_.prepare("SELECT code, severity, count(*), count(DISTINCT script), "
                                            "min(message) FROM diagnostic GROUP BY code, "
                                            "severity ORDER BY severity, count(*) DESC, code");
        codes.start();
        while (codes.step())
            page.row()
                .cell()
                .text(codes.text(0))
                .cell()
                .markup(codes.text(1) == "error" ? "<span class=\"error\">" : "<span>")
                .text(codes.text(1))
                .markup("</span>")
                .number_cell(static_cast<std::uint64_t>(codes.integer(2)))
                .number_cell(static_cast<std::uint64_t>(codes.integer(3)))
                .cell()
                .text(codes.text(4));
        page.end_table().markup("<h2>Scripts with errors</h2>\n").table({"Script", "#Errors", "First"});
        Statement scripts = database_.prepare("SELECT s.id, s.errors, (SELECT min(name) FROM place p WHERE "
                                              "p.script = s.id), (SELECT message FROM "
                                              "diagnostic d WHERE d.script = s.id AND d.severity = 'error' "
                                              "LIMIT 1) FROM script s WHERE s.errors > 0 "
                                              "ORDER BY s.errors DESC, s.id LIMIT 2000");
        scripts.start();
        while (scripts.step())
            page.row()
                .cell()
                .link(script_page(scripts.integer(0)), scripts.text(2))
                .number_cell(static_cast<std::uint64_t>(scripts.integer(1)))
                .cell()
                .text(scripts.text(3));
        page.end_table().markup("<h2>Files that could not be read</h2>\n").table({"File", "Message"});
        Statement files =
            database_.prepare("SELECT f.name, p.message FROM problem p JOIN file f ON f.id = p.file ORDER "
                              "BY f.name, p.n LIMIT 2000");
        files.start();
        while (files.step()) page.row().cell().text(files.text(0)).cell().text(files.text(1));
        page.end_table();
        put("problems.html", page);
    }

    // --- Search ---

    /// "0061-0062" of "abc": the name of the file with what begins so.
    static std::string chunk_of(std::string_view word) {
        std::string name;
        std::size_t at = 0;
        for (int i = 0; i < 2; ++i) {
            const CodePoint point = decode_utf8(word, at);
            if (point.length == 0) return {};
            std::string digits;
            for (char32_t left = point.value; left != 0 || digits.size() < 4; left >>= 4U)
                digits.insert(digits.begin(), "0123456789abcdef"[left & 15U]);
            (name += name.empty() ? "" : "-") += digits;
            at += point.length;
        }
        return name;
    }

    /// The words of a text: runs of letters and digits, and each part of a name in capitals.
    static std::set<std::string> chunks_of(std::string_view text) {
        constexpr std::size_t most = 8;
        const std::string small = folded(text);
        std::set<std::string> chunks;
        const auto is_word = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
        };
        for (std::size_t at = 0; at < small.size() && chunks.size() < most; ++at) {
            if (!is_word(small[at])) continue;
            const bool begins = at == 0 || !is_word(small[at - 1]);
            const bool capital =
                text[at] >= 'A' && text[at] <= 'Z' && at > 0 && text[at - 1] >= 'a' && text[at - 1] <= 'z';
            if (!begins && !capital) continue;
            if (std::string chunk = chunk_of(std::string_view(small).substr(at)); !chunk.empty())
                chunks.insert(std::move(chunk));
        }
        return chunks;
    }

    void search() {
        constexpr std::size_t longest = 100;
        database_.run("CREATE TEMP TABLE entry(chunk TEXT, text TEXT, kind TEXT, href TEXT, count INTEGER)");
        Statement insert = database_.prepare("INSERT INTO temp.entry VALUES(?, ?, ?, ?, ?)");
        database_.run("BEGIN");
        const auto add = [&](std::string_view text, std::string_view kind, const std::string& href,
                             std::int64_t count) {
            std::size_t size = std::min(text.size(), longest);
            while (size > 0 && size < text.size() &&
                   (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U)
                --size;
            for (const std::string& chunk : chunks_of(text.substr(0, size)))
                insert.run(chunk, text.substr(0, size), kind, href, count);
        };
        Statement places = database_.prepare("SELECT name, script FROM place ORDER BY name");
        places.start();
        while (places.step()) {
            const std::string_view name = places.text(0);
            add(name.substr(name.find_last_of("/!") + 1), "script", script_page(places.integer(1)), 1);
        }
        Statement functions = database_.prepare("SELECT name, min(script), count(*), min(script * 1000000 + "
                                                "n) % 1000000 FROM function GROUP BY name");
        functions.start();
        while (functions.step())
            add(functions.text(0), "function",
                concat(script_page(functions.integer(1)), "#f", functions.integer(3)), functions.integer(2));
        Statement names = database_.prepare(concat("SELECT w.text, w.kind, w.id, t.uses FROM name w JOIN "
                                                   "name_total t ON t.name = w.id WHERE w.kind IN (",
                                                   paged_kinds, ")"));
        names.start();
        while (names.step()) add(names.text(0), names.text(1), name_page(names.integer(2)), names.integer(3));
        Statement texts =
            database_.prepare("SELECT w.text, min(t.script), count(*) FROM player_text t JOIN name w ON "
                              "w.id = t.name GROUP BY w.id");
        texts.start();
        while (texts.step()) add(texts.text(0), "text", script_page(texts.integer(1)), texts.integer(2));
        database_.run("COMMIT");
        Statement entries = database_.prepare(
            "SELECT chunk, text, kind, href, count FROM temp.entry ORDER BY chunk, length(text), text");
        entries.start();
        std::string chunk, list;
        const auto write = [&] {
            if (!chunk.empty())
                put(concat("search/", chunk, ".js"), concat("vellumSearch(\"", chunk, "\",[", list, "]);\n"));
            list.clear();
        };
        while (done_ && entries.step()) {
            if (entries.text(0) != chunk) {
                write();
                chunk = entries.text(0);
            }
            TextWriter out;
            JsonWriter json(out);
            json.begin_array();
            for (int i = 1; i < 4; ++i) json.value(entries.text(i));
            json.value(entries.integer(4));
            json.end_array();
            (list += list.empty() ? "\n" : ",\n") += out.view();
        }
        write();
    }

    Database& database_;
    const ReportOptions& options_;
    const WritePage& write_;
    Result<void> done_;
    std::size_t pages_ = 0;
};

} // namespace

Result<std::size_t> write_report(Database& database, const ReportOptions& options, const WritePage& write) {
    return Report(database, options, write).run();
}

} // namespace vellum::index
