#include "tools/diff/sides.hpp"

#include <algorithm>

#include "base/lines.hpp"
#include "program/lines.hpp"
#include "tools/labels.hpp"

namespace vellum::tools {

namespace {

bool in_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Adds the lines without their ends.
void add_lines(std::vector<std::string>& lines, std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.emplace_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

std::string_view trimmed(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return line.substr(first, line.find_last_not_of(" \t") - first + 1);
}

/// Where things stand, what the file is called, and functions, which are compared by themselves.
bool tells_nothing(std::string_view directive) {
    static constexpr std::string_view words[] = {".line ",  ".hash ",     ".file ",
                                                 ".skrit ", ".noimport ", ".function "};
    return std::ranges::any_of(words, [&](std::string_view word) { return directive.starts_with(word); });
}

} // namespace

std::string replace_words(std::string_view text, const Words& words) {
    if (words.empty()) return std::string(text);
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at + 1;
        if (text[at] == '"') {
            while (end < text.size() && text[end] != '"' && text[end] != '\n')
                end += text[end] == '\\' ? 2 : 1;
            end = std::min(end + 1, text.size());
        } else if (in_word(text[at])) {
            while (end < text.size() && in_word(text[end])) ++end;
            const bool host = at != 0 && (text[at - 1] == '@' || text[at - 1] == '>');
            if (const auto found = words.find(text.substr(at, end - at)); found != words.end() && !host) {
                out += found->second;
                at = end;
                continue;
            }
        }
        out += text.substr(at, end - at);
        at = end;
    }
    return out;
}

Side::Side(const Program& program, std::string_view source, bool listing, const SourceNames* names)
    : program_(program),
      written_(!source.empty()),
      functions_(program),
      parts_(functions_.all().size(), no_part) {
    functions_.sort_lines();
    for (const FunctionFacts& facts : functions_.all()) names_.push_back(facts.name);
    if (listing) return;
    if (!source.empty()) find_parts(source);
    // Also where nothing tells which line the code is from; without functions the source tells everything.
    if (outline_.empty() && (text_.empty() || !functions_.all().empty())) decompile(names);
    for (std::size_t i = 0; i < parts_.size(); ++i)
        if (parts_[i] != no_part) names_[i] = outline_[parts_[i]].name;
}

void Side::find_parts(std::string_view source) {
    const Language* const language = program_.engine().language();
    const isa::Code* const code = program_.code();
    if (language == nullptr || code == nullptr) return;
    auto found = language->outline(source);
    if (!found) return;
    outline_ = std::move(*found);
    text_ = source;
    const std::vector<std::size_t> begins = line_begins(source);
    std::map<std::string_view, std::size_t> named;
    if (code->lines.empty()) // then names tell, and else what debuggers know
        for (std::size_t i = 0; i < outline_.size(); ++i) named.emplace(outline_[i].name, i);
    const LineTable lines(program_);
    const auto place_of = [&](std::uint32_t address) {
        const DebugLine* const line = lines.at(address);
        return line == nullptr || line->file != 0 ? Place{} : Place::at_line(line->line, line->column);
    };
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        if (const auto one = named.find(functions_.all()[i].name); one != named.end()) {
            parts_[i] = one->second;
            continue;
        }
        // Which line the first instruction comes from tells which function it is.
        const Place place = place_of(functions_.all()[i].address);
        if (place.line == 0 || place.line > begins.size()) continue;
        std::size_t at = begins[place.line - 1] + (place.column == 0 ? 0 : place.column - 1);
        // Without a column it is the line's first word that is meant.
        while (place.column == 0 && at < source.size() && (source[at] == ' ' || source[at] == '\t')) ++at;
        const auto behind = std::ranges::upper_bound(outline_, at, {}, &SourceFunction::begin);
        if (behind != outline_.begin() && at < std::prev(behind)->end)
            parts_[i] = static_cast<std::size_t>(behind - outline_.begin()) - 1;
    }
}

void Side::decompile(const SourceNames* names) {
    const Language* const language = program_.engine().language();
    auto made = program_.decompile({.names = names});
    if (language == nullptr || !made || !made->listing.empty()) return;
    auto found = language->outline(made->text);
    if (!found || found->size() != made->functions.size()) return;
    outline_ = std::move(*found);
    text_ = std::move(made->text);
    for (std::size_t i = 0; i < made->functions.size(); ++i)
        if (const std::uint32_t function = functions_.at(made->functions[i].address); function != no_function)
            parts_[function] = i;
}

std::vector<std::string> Side::source_of(std::uint32_t function, const Words& words) const {
    std::vector<std::string> lines;
    const SourceFunction& part = outline_[parts_[function]];
    const std::size_t line = text_.rfind('\n', part.begin) + 1; // npos + 1 is 0: the first line
    std::string text = text_.substr(part.begin, part.end - part.begin);
    if (trimmed(std::string_view(text_).substr(line, part.begin - line)).empty())
        text.insert(0, text_, line, part.begin - line);
    add_lines(lines, replace_words(text, words));
    return lines;
}

std::vector<std::string> Side::declarations(const Words& words) const {
    std::vector<std::string> lines, kept;
    if (is_source()) {
        std::size_t at = 0;
        for (const SourceFunction& part : outline_) {
            add_lines(lines, std::string_view(text_).substr(at, part.begin - at));
            at = part.end;
        }
        add_lines(lines, std::string_view(text_).substr(at));
        // The order of tasks means nothing; where it was written so, it is a help to those who read it.
        std::map<std::string, std::vector<std::string>> blocks;
        std::string block;
        for (const std::string& line : lines) {
            const std::string_view text = trimmed(line);
            if (text == "}") block.clear();
            if (text.empty() || text == "}" || text.starts_with("//")) continue;
            if (text.ends_with('{') && !written_) block = replace_words(text, words);
            blocks[block].push_back(replace_words(line, words));
        }
        for (auto& [name, own] : blocks) std::ranges::move(own, std::back_inserter(kept));
        if (written_) return kept;
    }
    // A decompiled script's globals may be in its header, their values are in the listing's data.
    const std::string_view wanted = is_source() ? ".data " : ".";
    lines.clear();
    add_lines(lines, number_labels(program_.disassemble({.addresses = false, .comments = false})));
    for (const std::string& line : lines)
        if (const std::string_view text = trimmed(line); text.starts_with(wanted) && !tells_nothing(text))
            kept.emplace_back(text);
    return kept;
}

} // namespace vellum::tools
