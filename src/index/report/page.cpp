#include "index/report/page.hpp"

#include "base/counted.hpp"
#include "tools/markup.hpp"

namespace vellum::index {

namespace {

constexpr std::string_view style = R"css(:root {
  color-scheme: light dark;
  --back: #fdfdfb; --raised: #f3f2ee; --line: #dcdad3; --text: #22211d; --quiet: #65625a; --accent: #9a4b12; --bad: #a32a2a;
}
@media (prefers-color-scheme: dark) {
  :root { --back: #1b1a18; --raised: #252421; --line: #3b3934; --text: #e6e3da; --quiet: #a19d92; --accent: #e39a5c;
    --bad: #ef8a80; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 14px/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; padding: 8px 24px; background: var(--raised);
  border-bottom: 1px solid var(--line); position: sticky; top: 0; }
header a { color: var(--text); text-decoration: none; }
header a:hover { color: var(--accent); }
header .home { font-weight: 600; }
#search { margin-left: auto; width: min(320px, 100%); padding: 4px 8px; font: inherit; color: inherit;
  background: var(--back); border: 1px solid var(--line); border-radius: 4px; }
#hits { position: fixed; right: 16px; top: 48px; width: min(560px, calc(100% - 32px)); max-height: 70vh; overflow: auto;
  margin: 0; padding: 8px; list-style: none; background: var(--raised); border: 1px solid var(--line); border-radius: 4px; }
#hits:empty { display: none; }
#hits li { padding: 2px 4px; overflow-wrap: anywhere; }
#hits .kind { color: var(--quiet); }
[id] { scroll-margin-top: 64px; }
main { padding: 16px 24px 48px; max-width: 1400px; }
h1 { font-size: 20px; margin: 8px 0 16px; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 24px 0 8px; }
a { color: var(--accent); }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; color: var(--quiet); }
th, td { padding: 4px 12px 4px 0; vertical-align: top; overflow-wrap: anywhere; }
td { border-top: 1px solid var(--line); white-space: pre-line; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.quiet { color: var(--quiet); }
.error { color: var(--bad); font-weight: 600; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0 16px; margin: 0; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.source { font: 13px/1.5 ui-monospace, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-variant-ligatures: none; background: var(--raised); border: 1px solid var(--line); border-radius: 4px;
  padding: 8px 0; overflow-x: auto; counter-reset: line; tab-size: 4; }
.source code { display: block; white-space: pre; padding-right: 12px; }
.source code::before { counter-increment: line; content: counter(line); display: inline-block; width: 4em;
  padding-right: 1em; margin-right: 1em; text-align: right; color: var(--quiet); border-right: 1px solid var(--line); }
.source code:target { background: color-mix(in srgb, var(--accent) 18%, transparent); }
.source a { text-decoration: none; }
.source a:hover { text-decoration: underline; }
details { margin: 4px 0; }
summary { cursor: pointer; }
)css";

// Search data is in one file for each two first letters of a word, as a script: pages opened from a disk may
// read no other kind of file.
constexpr std::string_view script = R"js("use strict";
(() => {
  const field = document.getElementById("search"), hits = document.getElementById("hits");
  const up = field.dataset.up, loaded = new Map();
  let wanted = "";
  const nameOf = (word) => [...word].slice(0, 2).map((c) => c.codePointAt(0).toString(16).padStart(4, "0")).join("-");
  const show = (entries) => {
    hits.textContent = "";
    const starts = [], others = [];
    for (const entry of entries) {
      const at = entry[0].toLowerCase().indexOf(wanted);
      if (at >= 0) (at === 0 ? starts : others).push(entry);
      if (starts.length >= 60) break;
    }
    for (const [text, kind, href, count] of starts.concat(others).slice(0, 60)) {
      const item = document.createElement("li"), link = document.createElement("a"), what = document.createElement("span");
      link.textContent = text;
      link.href = up + href;
      what.className = "kind";
      what.textContent = " " + kind + (count > 1 ? ", " + count + " times" : "");
      item.append(link, what);
      hits.append(item);
    }
    if (!hits.firstChild) hits.append(Object.assign(document.createElement("li"), { textContent: "Nothing found." }));
  };
  globalThis.vellumSearch = (name, entries) => {
    loaded.set(name, entries);
    if (wanted && nameOf(wanted) === name) show(entries);
  };
  field.addEventListener("input", () => {
    wanted = field.value.trim().toLowerCase();
    if ([...wanted].length < 2) { hits.textContent = ""; return; }
    const name = nameOf(wanted);
    if (loaded.has(name)) { show(loaded.get(name)); return; }
    const script = document.createElement("script");
    script.src = up + "search/" + name + ".js";
    script.onerror = () => globalThis.vellumSearch(name, []);
    document.head.append(script);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { field.value = ""; hits.textContent = ""; }
    if (event.key === "/" && document.activeElement !== field) { event.preventDefault(); field.focus(); }
  });
})();
)js";

constexpr std::pair<std::string_view, std::string_view> places[] = {
    {"scripts.html", "Scripts"},   {"functions.html", "Functions"}, {"natives.html", "Natives"},
    {"words.html", "Words"},       {"texts.html", "Texts"},         {"near.html", "Near duplicates"},
    {"problems.html", "Problems"},
};

} // namespace

std::string_view style_sheet() { return style; }
std::string_view search_script() { return script; }

Page::Page(std::string_view title, unsigned depth) {
    for (unsigned i = 0; i < depth; ++i) up_ += "../";
    html_ = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'self'; "
            "script-src "
            "'self'; base-uri 'none'; form-action 'none'\">\n"
            "<meta name=\"viewport\" content=\"width=device-width\">\n<title>";
    text(title);
    html_ += "</title>\n<link rel=\"stylesheet\" href=\"" + up_ + "style.css\">\n<script defer src=\"" + up_ +
             "search.js\"></script>\n</head>\n<body>\n<header><nav><a class=\"home\" href=\"" + up_ +
             "index.html\">Collection</a></nav>";
    for (const auto& [href, name] : places) link(href, name);
    html_ += "<input id=\"search\" type=\"search\" placeholder=\"Search ( / )\" aria-label=\"Search\" "
             "autocomplete=\"off\" "
             "data-up=\"" +
             up_ + "\"></header>\n<ul id=\"hits\" aria-live=\"polite\"></ul>\n<main>\n<h1>";
    text(title);
    html_ += "</h1>\n";
}

Page& Page::text(std::string_view text) {
    for (std::size_t begin = 0;;) {
        const std::size_t end = text.find_first_of("\n\t", begin);
        html_ += tools::xml_text(text.substr(begin, end - begin));
        if (end == std::string_view::npos) return *this;
        html_ += text[end];
        begin = end + 1;
    }
}

Page& Page::number(std::uint64_t number) {
    html_ += grouped(number);
    return *this;
}

Page& Page::link(std::string_view href, std::string_view text) {
    ((html_ += "<a href=\"") += up_) += href;
    html_ += "\">";
    this->text(text);
    html_ += "</a>";
    return *this;
}

Page& Page::table(std::initializer_list<std::string_view> heads) {
    html_ += "<table>\n<thead><tr>";
    for (std::string_view head : heads) {
        html_ += head.starts_with('#') ? "<th class=\"number\">" : "<th>";
        text(head.substr(head.starts_with('#') ? 1 : 0));
        html_ += "</th>";
    }
    html_ += "</tr></thead>\n<tbody>\n";
    in_row_ = false;
    return *this;
}

Page& Page::row() {
    html_ += in_row_ ? "\n<tr>" : "<tr>"; // their ends may be left out
    in_row_ = true;
    return *this;
}

Page& Page::cell() { return markup("<td>"); }

Page& Page::number_cell(std::uint64_t number) { return markup("<td class=\"number\">").number(number); }

Page& Page::end_table() { return markup("\n</tbody>\n</table>\n"); }

std::string Page::finish() {
    html_ += "</main>\n</body>\n</html>\n";
    return std::move(html_);
}

} // namespace vellum::index
