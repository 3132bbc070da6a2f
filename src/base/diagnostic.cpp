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
        if (place.column != 0) {
            out.ch(':');
            out.dec(place.column);
        }
    } else if (place.offset != Place::unknown) {
        separate();
        out.hex0x(place.offset);
    }
    if (out.size() != before) {
        out.text(": ");
    }
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

void Diagnostics::clear() {
    entries_.clear();
    errors_ = 0;
    warnings_ = 0;
    dropped_ = 0;
}

std::string format(const Diagnostic& diagnostic) {
    TextWriter out;
    write_place(out, diagnostic.place);
    out.text(to_string(diagnostic.severity));
    out.text(": ");
    write_escaped(out, diagnostic.message);
    if (diagnostic.code != nullptr) {
        out.text(" [");
        out.text(diagnostic.code->id);
        out.ch(']');
    }
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
