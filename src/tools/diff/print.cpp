// A comparison as text for people and programs. Names and lines come from files of others: what markup would
// take for its own is escaped.
#include <algorithm>

#include "base/json_writer.hpp"
#include "tools/markup.hpp"
#include "vellum/tools.hpp"

namespace vellum::tools {

namespace {

std::string title_of(const FunctionChange& change) {
    std::string title(to_string(change.fate));
    title += ": ";
    title += change.before.empty() ? change.after : change.before;
    if (!change.before.empty() && !change.after.empty() && change.before != change.after)
        title += ", now " + change.after;
    if (change.moved) title += ", moved";
    if (change.shortened) title += ", too different to compare line by line";
    return title;
}

std::size_t count(const Hunk& hunk, char other) {
    return static_cast<std::size_t>(
        std::ranges::count_if(hunk.lines, [&](const std::string& line) { return line[0] != other; }));
}

/// "@@ -3,7 +3,8 @@"; a side without lines begins in front of its first.
std::string heading_of(const Hunk& hunk) {
    const auto range = [](std::size_t line, std::size_t lines) {
        return std::to_string(lines == 0 ? line - 1 : line) + "," + std::to_string(lines);
    };
    return "@@ -" + range(hunk.before_line, count(hunk, '+')) + " +" +
           range(hunk.after_line, count(hunk, '-')) + " @@";
}

std::string summary_of(const ProgramDiff& diff) {
    std::string text;
    for (const FunctionFate fate :
         {FunctionFate::changed, FunctionFate::renamed, FunctionFate::added, FunctionFate::removed}) {
        const auto number = std::ranges::count(diff.functions, fate, &FunctionChange::fate);
        if (number != 0) text += std::to_string(number) + " " + std::string(to_string(fate)) + ", ";
    }
    text += std::to_string(diff.same) + " the same";
    if (diff.moved != 0) text += " (" + std::to_string(diff.moved) + " moved)";
    return text;
}

void write_list(JsonWriter& json, std::string_view name, const std::vector<std::string>& items) {
    json.list(name, items);
}

constexpr std::string_view page_begin = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Vellum diff</title>
<style>
  :root { color-scheme: light dark }
  body { font: 15px system-ui, sans-serif; margin: 2em }
  pre { font: 13px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; overflow-x: auto }
  pre span { display: block; white-space: pre }
  .del { background: #b91c1c33 }
  .ins { background: #15803d33 }
  .at { color: #8a919c }
</style></head><body>
)";

void write_line(std::string& page, char sign, std::string_view text) {
    page += sign == '-' ? "<span class=\"del\">" : sign == '+' ? "<span class=\"ins\">" : "<span>";
    page += sign;
    page += xml_text(text) + "</span>";
}

} // namespace

std::string to_unified(const ProgramDiff& diff) {
    if (diff.equal()) return {};
    std::string text = "=== " + diff.before + " -> " + diff.after + ": " + summary_of(diff) + "\n";
    for (const DataChange& change : diff.data) {
        text += "--- " + diff.before + ": " + change.what + "\n+++ " + diff.after + ": " + change.what + "\n";
        for (const std::string& line : change.removed) text += "-" + line + "\n";
        for (const std::string& line : change.added) text += "+" + line + "\n";
    }
    for (const FunctionChange& change : diff.functions) {
        text += "=== " + title_of(change) + "\n";
        if (change.hunks.empty()) continue;
        text += "--- " + (change.before.empty() ? "/dev/null" : diff.before + ": " + change.before) + "\n";
        text += "+++ " + (change.after.empty() ? "/dev/null" : diff.after + ": " + change.after) + "\n";
        for (const Hunk& hunk : change.hunks) {
            text += heading_of(hunk) + "\n";
            for (const std::string& line : hunk.lines) text += line + "\n";
        }
    }
    return text;
}

std::string to_json(const ProgramDiff& diff) {
    return json_object([&](JsonWriter& json) {
        json.member("before", diff.before);
        json.member("after", diff.after);
        json.member("equal", diff.equal());
        json.member("same", std::uint64_t{diff.same});
        json.member("moved", std::uint64_t{diff.moved});
        json.objects("functions", diff.functions, [&](const FunctionChange& change) {
            json.member("fate", to_string(change.fate));
            if (!change.before.empty()) json.member("before", change.before);
            if (!change.after.empty()) json.member("after", change.after);
            json.member("moved", change.moved);
            if (!change.before.empty() && !change.after.empty())
                json.member("likeness", std::uint64_t{change.likeness});
            if (!change.hunks.empty()) json.member("form", change.form);
            if (change.shortened) json.member("shortened", true);
            json.objects("hunks", change.hunks, [&](const Hunk& hunk) {
                json.member("before", std::uint64_t{hunk.before_line});
                json.member("after", std::uint64_t{hunk.after_line});
                write_list(json, "lines", hunk.lines);
            });
        });
        json.objects("data", diff.data, [&](const DataChange& change) {
            json.member("what", change.what);
            write_list(json, "removed", change.removed);
            write_list(json, "added", change.added);
        });
    });
}

std::string to_html(std::span<const ProgramDiff> diffs) {
    std::string page(page_begin);
    for (const ProgramDiff& diff : diffs) {
        page += "<h1>" + xml_text(diff.before) + " → " + xml_text(diff.after) + "</h1>\n<p>" +
                (diff.equal() ? "no difference, " : "") + summary_of(diff) + "</p>\n";
        for (const DataChange& change : diff.data) {
            page += "<h2>" + xml_text(change.what) + "</h2>\n<pre>";
            for (const std::string& line : change.removed) write_line(page, '-', line);
            for (const std::string& line : change.added) write_line(page, '+', line);
            page += "</pre>\n";
        }
        for (const FunctionChange& change : diff.functions) {
            page += "<h2>" + xml_text(title_of(change)) + "</h2>\n";
            if (change.hunks.empty()) continue;
            page += "<pre>";
            for (const Hunk& hunk : change.hunks) {
                page += "<span class=\"at\">" + heading_of(hunk) + "</span>";
                for (const std::string& line : hunk.lines)
                    write_line(page, line[0], std::string_view(line).substr(1));
            }
            page += "</pre>\n";
        }
    }
    return page + "</body></html>\n";
}

} // namespace vellum::tools
