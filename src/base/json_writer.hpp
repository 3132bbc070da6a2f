// JsonWriter: streams JSON into a TextWriter, compact or indented, without building values first.
// The caller keeps the order of calls (key before value inside objects, every begin with its end); that is a
// matter of our own code, so it is asserted. What it writes is always valid JSON and valid UTF-8, whatever
// the strings hold, and parse_json gives the same bytes back.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_writer.hpp"

namespace vellum {

class Json;

struct JsonStyle {
    /// What becomes of inf and nan, which JSON lacks: null, or the strings "inf", "-inf" and "nan".
    enum class NonFinite : std::uint8_t { null, string };
    /// How a byte that is not part of UTF-8 is written: as the escape \udcNN, which gives it back, or as the
    /// characters \xNN for readers that refuse half of a surrogate pair.
    enum class OddBytes : std::uint8_t { surrogates, shown };

    bool indented = false;
    unsigned indent = 2; ///< Blanks per level when indented.
    NonFinite non_finite = NonFinite::null;
    OddBytes odd_bytes = OddBytes::surrogates;
};

class JsonWriter {
  public:
    explicit JsonWriter(TextWriter& out, JsonStyle style = {}) : out_(out), style_(style) {}

    void begin_object() { begin('{'); }
    void end_object() { end('}'); }
    void begin_array() { begin('['); }
    void end_array() { end(']'); }
    void key(std::string_view name);
    /// The same with a key in front.
    void begin_object(std::string_view name) { key(name), begin_object(); }
    void begin_array(std::string_view name) { key(name), begin_array(); }
    /// An array with a key in front: of values, of what `write` writes for each, or of objects with what it
    /// writes.
    void list(std::string_view name, const auto& values) {
        list(name, values, [this](const auto& each) { this->value(each); });
    }
    void list(std::string_view name, const auto& values, auto&& write) {
        begin_array(name);
        for (const auto& each : values) write(each);
        end_array();
    }
    void objects(std::string_view name, const auto& values, auto&& write) {
        list(name, values, [&](const auto& each) {
            begin_object();
            write(each);
            end_object();
        });
    }

    void null();
    void value(std::nullptr_t) { null(); }
    void value(std::string_view text);
    void value(const char* text) { value(std::string_view(text)); }
    void value(const std::string& text) { value(std::string_view(text)); }
    void value(double number);
    void value(float number);
    void value(const Json& json);
    template <std::same_as<bool> T> void value(T flag) { literal(flag ? "true" : "false"); }
    template <std::integral T>
        requires(!std::same_as<T, bool>)
    void value(T number) {
        separate();
        out_.dec(number);
    }

    /// key() and value() in one.
    template <class T> void member(std::string_view name, const T& content) {
        key(name);
        value(content);
    }

    /// True when every begin has had its end and one value was written.
    [[nodiscard]] bool complete() const noexcept { return levels_.empty() && started_; }

  private:
    struct Level {
        bool is_object;
        bool has_content;
    };

    void begin(char bracket);
    void end(char bracket);
    void literal(std::string_view text);
    void separate();
    void line_break();
    void string(std::string_view text);
    template <class Real> void real(Real number);

    TextWriter& out_;
    JsonStyle style_;
    std::vector<Level> levels_;
    bool after_key_ = false;
    bool started_ = false;
};

/// An object as text, with the members that `write` gives its writer.
[[nodiscard]] std::string json_object(auto&& write) {
    TextWriter out;
    JsonWriter json(out);
    json.begin_object();
    write(json);
    json.end_object();
    return out.take();
}

} // namespace vellum
