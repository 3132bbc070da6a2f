// Values as people read them and as JSON carries them. The plain form is for reports and traces and loses
// nothing a person would miss; the JSON form is exact to the bit and is what host logs and JSON traces use:
//
//   none null | bool true | int 5 | string "text", or {"bytes": "<hex>"} if it is not UTF-8 | object
//   {"object": 5} float {"float": "1.5", "bits": 1069547520} | vector {"vector": "1.0 2.0 3.0", "bits": [..,
//   .., ..]} memory {"memory": <bytes>} (its content is not part of it)
//
// There is one NaN in both, read and written: 0x7FC00000.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "vellum/host.hpp"
#include "vellum/value.hpp"

namespace vellum {

class Json;
class JsonWriter;
class LineLexer;
class TextWriter;

/// Bytes of one text that a report or a trace repeats. Scripts pass long texts around for nothing, so what
/// tells of it must not write them out each time.
inline constexpr std::size_t most_told_text = 300;
/// As much of a text as is told: cut in front of a character that does not fit.
[[nodiscard]] std::string_view told_part(std::string_view text, std::size_t most = most_told_text) noexcept;

/// The same for what scripts say to people: notes, errors.
inline constexpr std::size_t most_told_note = 16'000;
/// Writes the part that is told, and what is missing: text… (20000 bytes).
void write_told(TextWriter& out, std::string_view text, std::size_t most = most_told_text);

/// true, 5, 1.5, (1.0, 2.0, 3.0), "text", Burah or object 5, null, memory of 8 bytes, nothing. `host` may be
/// null. Of a long text the beginning and its size: "text…" (5000 bytes).
void write_plain(TextWriter& out, const Value& value, const Host* host = nullptr);
/// Values separated by commas.
void write_plain(TextWriter& out, std::span<const Value> values, const Host* host = nullptr);
/// An event as a reader expects it: "OnUse(3)", "OnUse()"; a name in words without values stays as it is.
void write_event(TextWriter& out, std::string_view name, std::span<const Value> values,
                 const Host* host = nullptr);
/// Reads one value in its plain form from a line of tokens, reporting what is wrong there; an object is
/// written "object 5" and a vector's parts may be integers. False if there is none.
bool read_plain(LineLexer& lexer, Value& value);
/// The whole value.
[[nodiscard]] std::string to_plain(const Value& value, const Host* host = nullptr);

void write_json(JsonWriter& out, const Value& value);
/// The same, but of a long text {"beginning": <as write_json>, "size": <bytes>}.
void write_json_told(JsonWriter& out, const Value& value);
/// Reads what `write_json` writes; nothing if it is anything else.
[[nodiscard]] std::optional<Value> value_from_json(const Json& json);

} // namespace vellum
