// Diagnostics: counting, collecting and the one way they are printed for people.
// Relies on the public header and TextWriter. Names and messages may quote hostile files, so format() lets no
// control character through to a terminal.
#include "vellum/diagnostic.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/escape.hpp"
#include "base/text_writer.hpp"

namespace vellum {

namespace {

/// "file:12:3: ", "file:0x1f0: ", "file: ", "12:3: " or nothing.
void write_place(TextWriter& out, const Place& place) {
    const std::size_t before = out.size();
    const auto separate = [&] {
        if (out.size() != before) {
            out.ch(':');
        }
    };
    write_escaped(out, place.file);
    if (place.line != 0) {
        separate();
        out.dec(place.line);
        if (place.column != 0) out.put(':', place.column);
    } else if (place.offset != Place::unknown) {
        separate();
        out.hex0x(place.offset);
    }
    if (out.size() != before) {
        out.text(": ");
    }
}

constexpr bool inside_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Of a long line the part around the place.
void take_quote(Diagnostic& diagnostic, std::string_view line) {
    constexpr std::size_t longest = 160;
    const std::size_t column = diagnostic.place.column;
    if (column == 0) return; // who names no column wants to say one line
    std::size_t begin = line.size() > longest && column > longest / 2 ? column - longest / 2 : 0;
    begin = std::min(begin, line.size());
    while (begin < line.size() && inside_character(line[begin])) ++begin;
    std::size_t end = std::min(begin + longest, line.size());
    while (end < line.size() && inside_character(line[end])) ++end;
    diagnostic.quote = line.substr(begin, end - begin);
    const bool inside = column <= line.size() + 1 && column > begin;
    diagnostic.quote_column = inside ? static_cast<std::uint32_t>(column - begin) : 0;
}

/// The line and, below, a mark at the place.
void write_quote(TextWriter& out, const Diagnostic& diagnostic) {
    if (diagnostic.quote.find_first_not_of(" \t") == std::string::npos) return;
    const std::string number = std::to_string(diagnostic.place.line);
    out.put("\n    ", number, " | ");
    write_escaped(out, diagnostic.quote, Keep::tabs);
    if (diagnostic.quote_column == 0) return;
    out.text("\n    ");
    out.fill(number.size(), ' ');
    out.text(" | ");
    for (const char c : escape_control(diagnostic.quote.substr(0, diagnostic.quote_column - 1)))
        if (!inside_character(c)) out.ch(c == '\t' ? '\t' : ' ');
    out.ch('^');
}

} // namespace

std::string_view to_string(Severity severity) noexcept {
    switch (severity) {
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
    }
    return "error";
}

Diagnostic make_diagnostic(const DiagnosticCode& code, std::string message, Place place, std::string hint) {
    Diagnostic diagnostic;
    diagnostic.code = &code;
    diagnostic.severity = code.severity;
    diagnostic.message = std::move(message);
    diagnostic.place = std::move(place);
    diagnostic.hint = std::move(hint);
    return diagnostic;
}

void Diagnostics::add(Diagnostic diagnostic) {
    if (diagnostic.severity == Severity::error) {
        ++errors_;
    } else if (diagnostic.severity == Severity::warning) {
        ++warnings_;
    }
    if (entries_.size() < limit_) {
        entries_.push_back(std::move(diagnostic));
        return;
    }
    ++dropped_;
    // A thousand warnings must not hide the error behind them. Errors are kept as long as there is anything
    // else to give up, so there is something else if not more errors were seen than are kept at all.
    if (diagnostic.severity == Severity::error && errors_ <= limit_) {
        const auto last =
            std::ranges::find_if(entries_.rbegin(), entries_.rend(),
                                 [](const Diagnostic& entry) { return entry.severity != Severity::error; });
        entries_.erase(std::next(last).base());
        entries_.push_back(std::move(diagnostic));
    }
}

void Diagnostics::add(const DiagnosticCode& code, std::string message, Place place, std::string hint) {
    add(make_diagnostic(code, std::move(message), std::move(place), std::move(hint)));
}

void Diagnostics::set_file(std::string_view file) {
    for (Diagnostic& entry : entries_) {
        if (entry.place.file.empty()) {
            entry.place.file = file;
        }
    }
}

void Diagnostics::quote(std::string_view file, std::string_view text) {
    std::vector<Diagnostic*> wanted;
    for (Diagnostic& entry : entries_)
        if (entry.place.line != 0 && entry.place.file == file) wanted.push_back(&entry);
    std::ranges::sort(wanted, {}, [](const Diagnostic* entry) { return entry->place.line; });
    std::uint32_t line = 1;
    for (Diagnostic* const entry : wanted) {
        for (; line < entry->place.line; ++line) {
            const std::size_t end = text.find('\n');
            if (end == std::string_view::npos) return;
            text.remove_prefix(end + 1);
        }
        take_quote(*entry, text.substr(0, text.find_first_of("\r\n")));
    }
}

void Diagnostics::clear() {
    entries_.clear();
    errors_ = 0;
    warnings_ = 0;
    dropped_ = 0;
}

std::string format(const Diagnostic& diagnostic) {
    TextWriter out;
    write_place(out, diagnostic.place);
    out.put(to_string(diagnostic.severity), ": ");
    write_escaped(out, diagnostic.message);
    if (diagnostic.code != nullptr) out.put(" [", diagnostic.code->id, ']');
    write_quote(out, diagnostic);
    if (!diagnostic.hint.empty()) {
        out.text("\n    hint: ");
        write_escaped(out, diagnostic.hint);
    }
    for (const Related& related : diagnostic.related) {
        out.text("\n    ");
        write_place(out, related.place);
        out.text("note: ");
        write_escaped(out, related.message);
    }
    return out.take();
}

} // namespace vellum
