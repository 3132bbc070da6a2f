// Both text forms of values; see the header.
#include "runtime/value_text.hpp"

#include <array>
#include <bit>
#include <limits>

#include "base/encoding.hpp"
#include "base/escape.hpp"
#include "base/json.hpp"
#include "base/lexer.hpp"
#include "base/text_writer.hpp"

namespace vellum {

namespace {

std::string hex_of(std::string_view bytes) {
    TextWriter out;
    for (const char byte : bytes) out.hex(static_cast<unsigned char>(byte), 2);
    return out.take();
}

std::optional<unsigned> hex_digit(char digit) {
    if (digit >= '0' && digit <= '9') return static_cast<unsigned>(digit - '0');
    if (digit >= 'a' && digit <= 'f') return static_cast<unsigned>(digit - 'a') + 10;
    return std::nullopt;
}

std::optional<std::string> bytes_of(std::string_view hex) {
    if (hex.size() % 2 != 0) return std::nullopt;
    std::string result;
    result.reserve(hex.size() / 2);
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        const auto high = hex_digit(hex[i]);
        const auto low = hex_digit(hex[i + 1]);
        if (!high || !low) return std::nullopt;
        result.push_back(static_cast<char>(*high << 4U | *low));
    }
    return result;
}

void write_whole(TextWriter& out, const Value& value, const Host* host);

std::optional<std::uint32_t> bits_of(const Json& json) {
    if (!json.is_integer()) return std::nullopt;
    const std::int64_t value = json.as_int(-1);
    if (value < 0 || value > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    return static_cast<std::uint32_t>(value);
}

} // namespace

std::string_view told_part(std::string_view text, std::size_t most) noexcept {
    if (text.size() <= most) return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
    return text.substr(0, most);
}

void write_told(TextWriter& out, std::string_view text, std::size_t most) {
    const std::string_view told = told_part(text, most);
    out.text(told);
    if (told.size() == text.size()) return;
    out.put("… (", text.size(), " bytes)");
}

void write_plain(TextWriter& out, const Value& value, const Host* host) {
    if (value.is(Type::string) && value.text().size() > most_told_text) {
        out.put(Quoted{std::string(told_part(value.text())) + "…"}, " (", value.text().size(), " bytes)");
        return;
    }
    write_whole(out, value, host);
}

namespace {

void write_whole(TextWriter& out, const Value& value, const Host* host) {
    switch (value.type()) {
    case Type::none: out.text("nothing"); break;
    case Type::boolean: out.text(value.boolean() ? "true" : "false"); break;
    case Type::integer: out.dec(value.integer()); break;
    case Type::real: out.real(canonical(value.real())); break;
    case Type::vector: {
        const Vector3 vector = canonical(value.vector());
        out.ch('(');
        out.real(vector.x);
        out.text(", ");
        out.real(vector.y);
        out.text(", ");
        out.real(vector.z);
        out.ch(')');
        break;
    }
    case Type::object: {
        if (!value.object()) {
            out.text("null");
            break;
        }
        const std::string name = host != nullptr ? host->object_name(value.object()) : std::string();
        if (name.empty()) {
            out.put("object ", value.object().id);
        } else {
            write_escaped(out, name);
        }
        break;
    }
    case Type::memory: out.put("memory of ", value.memory().size, " bytes"); break;
    case Type::string: out.quoted(value.text()); break;
    }
}

} // namespace

void write_plain(TextWriter& out, std::span<const Value> values, const Host* host) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i != 0) out.text(", ");
        write_plain(out, values[i], host);
    }
}

void write_event(TextWriter& out, std::string_view name, std::span<const Value> values, const Host* host) {
    write_told(out, name);
    if (values.empty() && name.contains(' ')) return;
    out.ch('(');
    write_plain(out, values, host);
    out.ch(')');
}

std::string to_plain(const Value& value, const Host* host) {
    TextWriter out;
    write_whole(out, value, host);
    return out.take();
}

namespace {

/// An integer in the range of script integers, signed or as an unsigned bit pattern.
bool read_integer(LineLexer& lexer, const Token& token, Value& value) {
    if (!token.fits_signed(32) && !token.fits_unsigned(32)) {
        lexer.error(token, "the number does not fit in 32 bits");
        return false;
    }
    value = Value(static_cast<std::int32_t>(static_cast<std::uint32_t>(token.integer())));
    return true;
}

bool read_component(LineLexer& lexer, float& part) {
    const Token token = lexer.next();
    if (token.is(TokenKind::real))
        part = std::bit_cast<float>(token.float_bits);
    else if (token.is(TokenKind::integer))
        part = static_cast<float>(token.integer());
    else {
        lexer.error(token, "expected a vector as (x, y, z)");
        return false;
    }
    return true;
}

} // namespace

bool read_plain(LineLexer& lexer, Value& value) {
    const Token token = lexer.next();
    switch (token.kind) {
    case TokenKind::integer: return read_integer(lexer, token, value);
    case TokenKind::real: value = Value(canonical(std::bit_cast<float>(token.float_bits))); return true;
    case TokenKind::string: value = Value(std::string_view(token.value)); return true;
    case TokenKind::punctuation:
        if (token.is('(')) {
            Vector3 vector;
            if (!read_component(lexer, vector.x) || !lexer.expect(',') || !read_component(lexer, vector.y) ||
                !lexer.expect(',') || !read_component(lexer, vector.z) || !lexer.expect(')'))
                return false;
            value = Value(canonical(vector));
            return true;
        }
        break;
    case TokenKind::identifier:
        if (token.text == "true" || token.text == "false")
            value = Value(token.text == "true");
        else if (token.text == "null")
            value = Value(ObjectId{});
        else if (token.text == "nothing")
            value = Value();
        else if (token.text == "object") {
            const auto number = lexer.expect(TokenKind::integer, "the object's number");
            if (!number) return false;
            value = Value(ObjectId{number->magnitude});
        } else
            break;
        return true;
    default: break;
    }
    lexer.error(token, "expected a value",
                "values are 5, 1.5, true, \"text\", (1, 2, 3), object 5, null or nothing");
    return false;
}

void write_json(JsonWriter& out, const Value& value) {
    switch (value.type()) {
    case Type::none: out.null(); break;
    case Type::boolean: out.value(value.boolean()); break;
    case Type::integer: out.value(value.integer()); break;
    case Type::real: {
        const auto bits = std::bit_cast<std::uint32_t>(canonical(value.real()));
        TextWriter text;
        text.real_bits(bits);
        out.begin_object();
        out.member("float", text.view());
        out.member("bits", bits);
        out.end_object();
        break;
    }
    case Type::vector: {
        const Vector3 vector = canonical(value.vector());
        const std::array bits{std::bit_cast<std::uint32_t>(vector.x), std::bit_cast<std::uint32_t>(vector.y),
                              std::bit_cast<std::uint32_t>(vector.z)};
        TextWriter text;
        for (const std::uint32_t one : bits) {
            if (text.size() != 0) text.ch(' ');
            text.real_bits(one);
        }
        out.begin_object();
        out.member("vector", text.view());
        out.list("bits", bits);
        out.end_object();
        break;
    }
    case Type::object:
        out.begin_object();
        out.member("object", value.object().id);
        out.end_object();
        break;
    case Type::memory:
        out.begin_object();
        out.member("memory", value.memory().size);
        out.end_object();
        break;
    case Type::string:
        if (is_valid_utf8(value.text())) {
            out.value(value.text());
        } else {
            out.begin_object();
            out.member("bytes", hex_of(value.text()));
            out.end_object();
        }
        break;
    }
}

void write_json_told(JsonWriter& out, const Value& value) {
    const std::string_view text = value.text();
    if (!value.is(Type::string) || text.size() <= most_told_text) return write_json(out, value);
    out.begin_object();
    out.key("beginning");
    write_json(out, Value(told_part(text)));
    out.member("size", text.size());
    out.end_object();
}

std::optional<Value> value_from_json(const Json& json) {
    switch (json.type()) {
    case JsonType::null: return Value();
    case JsonType::boolean: return Value(json.as_bool());
    case JsonType::integer: {
        const std::int64_t number = json.as_int(std::numeric_limits<std::int64_t>::max());
        if (number < std::numeric_limits<std::int32_t>::min() ||
            number > std::numeric_limits<std::int32_t>::max())
            return std::nullopt;
        return Value(static_cast<std::int32_t>(number));
    }
    case JsonType::string: return Value(json.as_string());
    case JsonType::object: break;
    case JsonType::real:
    case JsonType::array: return std::nullopt;
    }
    const Json& bits = json["bits"];
    if (json.contains("float")) {
        const auto value = bits_of(bits);
        return value ? std::optional<Value>(Value(canonical(std::bit_cast<float>(*value)))) : std::nullopt;
    }
    if (json.contains("vector")) {
        const auto x = bits_of(bits.at(0));
        const auto y = bits_of(bits.at(1));
        const auto z = bits_of(bits.at(2));
        if (!x || !y || !z || bits.size() != 3) return std::nullopt;
        return Value(
            canonical(Vector3{std::bit_cast<float>(*x), std::bit_cast<float>(*y), std::bit_cast<float>(*z)}));
    }
    if (const Json* object = json.find("object"); object != nullptr && object->is_integer())
        return Value(ObjectId{object->as_uint()});
    if (const Json* bytes = json.find("bytes"); bytes != nullptr && bytes->is_string()) {
        auto text = bytes_of(bytes->as_string());
        return text ? std::optional<Value>(Value(std::string_view(*text))) : std::nullopt;
    }
    if (const auto size = bits_of(json["memory"])) return Value(MemoryView{nullptr, *size});
    return std::nullopt;
}

} // namespace vellum
