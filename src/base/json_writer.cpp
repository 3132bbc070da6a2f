// The parts of JsonWriter that are not one line: separators, strings and reals.
// Relies on TextWriter for numbers: its shortest reals are valid JSON. Strings are copied in runs. A byte
// that is not part of UTF-8 leaves as the escape of U+DC80 to U+DCFF, which parse_json and every
// "surrogateescape" turn into the byte again, so the output is valid and nothing is lost. Control characters
// of all kinds leave as \uNNNN: JSON is read on terminals too.
#include "base/json_writer.hpp"

#include <cassert>
#include <cmath>

#include "base/json.hpp"
#include "base/quoting.hpp"

namespace vellum {

namespace {

void write_escape(TextWriter& out, char32_t point) {
    switch (point) {
    case '"': out.text("\\\""); break;
    case '\\': out.text("\\\\"); break;
    case '\b': out.text("\\b"); break;
    case '\f': out.text("\\f"); break;
    case '\n': out.text("\\n"); break;
    case '\r': out.text("\\r"); break;
    case '\t': out.text("\\t"); break;
    default:
        if (point > 0xFFFF) { // a pair of surrogates
            out.text("\\u");
            out.hex(0xD7C0U + (point >> 10U), 4);
            point = 0xDC00U | (point & 0x3FFU);
        }
        out.put("\\u", Hex{point, 4});
        break;
    }
}

} // namespace

void JsonWriter::key(std::string_view name) {
    assert(!levels_.empty() && levels_.back().is_object && !after_key_ && "key outside of an object");
    separate();
    string(name);
    out_.text(style_.indented ? ": " : ":");
    after_key_ = true;
}

void JsonWriter::null() { literal("null"); }

void JsonWriter::value(std::string_view text) {
    separate();
    string(text);
}

void JsonWriter::value(double number) { real(number); }

void JsonWriter::value(float number) { real(number); }

void JsonWriter::value(const Json& json) { json.write(*this); }

void JsonWriter::begin(char bracket) {
    separate();
    out_.ch(bracket);
    levels_.push_back({bracket == '{', false});
}

void JsonWriter::end(char bracket) {
    assert(!levels_.empty() && levels_.back().is_object == (bracket == '}') && !after_key_ &&
           "end without begin");
    if (levels_.empty()) {
        return;
    }
    const bool has_content = levels_.back().has_content;
    levels_.pop_back();
    if (has_content) {
        line_break();
    }
    out_.ch(bracket);
}

void JsonWriter::literal(std::string_view text) {
    separate();
    out_.text(text);
}

void JsonWriter::separate() {
    started_ = true;
    if (after_key_) {
        after_key_ = false;
        return;
    }
    if (levels_.empty()) {
        return;
    }
    if (levels_.back().has_content) {
        out_.ch(',');
    }
    levels_.back().has_content = true;
    line_break();
}

void JsonWriter::line_break() {
    if (style_.indented) {
        out_.newline();
        out_.fill(levels_.size() * style_.indent, ' ');
    }
}

template <class Real> void JsonWriter::real(Real number) {
    separate();
    if (std::isfinite(number)) {
        out_.real(number);
    } else if (style_.non_finite == JsonStyle::NonFinite::null) {
        out_.text("null");
    } else if (std::isnan(number)) {
        out_.text("\"nan\"");
    } else {
        out_.text(number < Real{0} ? "\"-inf\"" : "\"inf\"");
    }
}

void JsonWriter::string(std::string_view text) {
    out_.ch('"');
    for (std::size_t at = 0; at < text.size();) {
        const Unquotable next = find_unquotable(text, at);
        out_.text(text.substr(at, next.at - at));
        at = next.at + next.length;
        if (next.length == 0) break;
        if (next.point != Unquotable::odd_byte)
            write_escape(out_, next.point);
        else
            out_.put(style_.odd_bytes == JsonStyle::OddBytes::surrogates ? "\\udc" : "\\\\x",
                     Hex{static_cast<unsigned char>(text[next.at]), 2});
    }
    out_.ch('"');
}

} // namespace vellum
