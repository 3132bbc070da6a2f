// The JSON parser: RFC 8259 in one pass with an explicit stack of the open arrays and objects.
// Relies on the rule that a container grows only while none of its elements is open, so pointers to the open
// ones stay valid. Accepts nothing beyond the RFC except a leading byte order mark.
#include <array>
#include <cmath>
#include <utility>

#include "base/ascii.hpp"
#include "base/codes.hpp"
#include "base/encoding.hpp"
#include "base/json.hpp"
#include "base/number.hpp"

namespace vellum {

namespace {

/// Characters inside a string that need no attention: everything but the quote, the backslash and controls.
constexpr std::array<bool, 256> make_string_table() {
    std::array<bool, 256> plain{};
    for (std::size_t byte = 0x20; byte < plain.size(); ++byte) {
        plain[byte] = byte != '"' && byte != '\\';
    }
    return plain;
}
constexpr std::array<bool, 256> string_table = make_string_table();

[[nodiscard]] bool is_digit(char character) noexcept { return character >= '0' && character <= '9'; }

} // namespace

class JsonParser {
  public:
    JsonParser(std::string_view text, const JsonLimits& limits) noexcept : text_(text), limits_(limits) {}

    [[nodiscard]] Result<Json> run() {
        if (text_.size() > limits_.max_bytes) {
            return fail(codes::json_limit, "the text has " + std::to_string(text_.size()) + " bytes, " +
                                               std::to_string(limits_.max_bytes) + " are accepted");
        }
        if (text_.starts_with("\xEF\xBB\xBF")) {
            position_ = 3;
        }
        Json root;
        if (!document(root)) {
            return std::unexpected(located());
        }
        return root;
    }

  private:
    /// An open container; exactly one of the two is set.
    struct Open {
        Json::Array* array;
        Json::Object* object;
    };
    enum class Step : std::uint8_t { value, after, failed };

    bool document(Json& root) {
        Json* slot = &root;
        Step step = Step::value;
        while (true) {
            step = step == Step::value ? value(slot) : after(slot);
            if (step == Step::failed) {
                return false;
            }
            if (step == Step::after && open_.empty()) {
                break;
            }
        }
        skip_blanks();
        return position_ == text_.size() || error("there is text after the end of the value");
    }

    /// Reads a scalar, or opens a container and moves `slot` to its first element.
    Step value(Json*& slot) {
        skip_blanks();
        if (position_ == text_.size()) {
            return stop("the text ends where a value is expected");
        }
        switch (text_[position_]) {
        case '{': return open_object(slot);
        case '[': return open_array(slot);
        case '"': {
            std::string* target = &slot->value_.emplace<std::string>();
            return string(*target) ? Step::after : Step::failed;
        }
        case 't': return word("true", *slot, Json(true));
        case 'f': return word("false", *slot, Json(false));
        case 'n': return word("null", *slot, Json());
        default: return number(*slot) ? Step::after : Step::failed;
        }
    }

    /// After a value: a comma leads to the next one in the open container, a bracket closes it.
    Step after(Json*& slot) {
        const Open top = open_.back();
        skip_blanks();
        if (position_ == text_.size()) {
            return stop(top.array != nullptr ? "the text ends inside an array"
                                             : "the text ends inside an object");
        }
        const char character = text_[position_];
        if (character == (top.array != nullptr ? ']' : '}')) {
            ++position_;
            open_.pop_back();
            return Step::after;
        }
        if (character != ',') {
            return stop(top.array != nullptr ? "expected ',' or ']'" : "expected ',' or '}'");
        }
        ++position_;
        if (top.array != nullptr) {
            slot = &top.array->emplace_back();
            return Step::value;
        }
        return key(*top.object, slot);
    }

    Step open_array(Json*& slot) {
        if (!deeper()) {
            return Step::failed;
        }
        auto& array = slot->value_.emplace<Json::Array>();
        open_.push_back({&array, nullptr});
        if (closes_at_once(']')) {
            return Step::after;
        }
        slot = &array.emplace_back();
        return Step::value;
    }

    Step open_object(Json*& slot) {
        if (!deeper()) {
            return Step::failed;
        }
        auto& object = slot->value_.emplace<Json::Object>();
        open_.push_back({nullptr, &object});
        return closes_at_once('}') ? Step::after : key(object, slot);
    }

    bool deeper() {
        if (open_.size() < limits_.max_depth) {
            ++position_;
            return true;
        }
        code_ = &codes::json_limit;
        return error("arrays and objects are nested deeper than " + std::to_string(limits_.max_depth));
    }

    bool closes_at_once(char bracket) {
        skip_blanks();
        if (position_ == text_.size() || text_[position_] != bracket) {
            return false;
        }
        ++position_;
        open_.pop_back();
        return true;
    }

    Step key(Json::Object& object, Json*& slot) {
        skip_blanks();
        if (position_ == text_.size() || text_[position_] != '"') {
            return stop("expected a member name in double quotes");
        }
        JsonMember& member = object.emplace_back();
        if (!string(member.key)) {
            return Step::failed;
        }
        skip_blanks();
        if (position_ == text_.size() || text_[position_] != ':') {
            return stop("expected ':' after a member name");
        }
        ++position_;
        slot = &member.value;
        return Step::value;
    }

    Step word(std::string_view expected, Json& slot, Json value) {
        if (text_.substr(position_, expected.size()) != expected) {
            return stop("expected a value");
        }
        position_ += expected.size();
        slot = std::move(value);
        return Step::after;
    }

    bool number(Json& slot) {
        const std::size_t start = position_;
        std::size_t at = start;
        const auto digit = [&] { return at < text_.size() && is_digit(text_[at]); };
        const bool negative = text_[at] == '-';
        if (negative) {
            ++at;
        }
        if (!digit()) {
            return negative ? error("expected a digit after '-'") : error("expected a value");
        }
        std::uint64_t magnitude = 0;
        bool fits = true;
        if (text_[at] == '0') {
            ++at;
        } else {
            for (; digit(); ++at) {
                const auto next = static_cast<std::uint64_t>(text_[at] - '0');
                fits = fits && (magnitude < max_tenth || (magnitude == max_tenth && next <= 5));
                magnitude = magnitude * 10 + next;
            }
        }
        bool integer = true;
        if (at < text_.size() && text_[at] == '.') {
            integer = false;
            ++at;
            if (!digit()) {
                position_ = at;
                return error("expected a digit after the decimal point");
            }
            while (digit()) {
                ++at;
            }
        }
        if (at < text_.size() && (text_[at] == 'e' || text_[at] == 'E')) {
            integer = false;
            ++at;
            if (at < text_.size() && (text_[at] == '+' || text_[at] == '-')) {
                ++at;
            }
            if (!digit()) {
                position_ = at;
                return error("expected a digit in the exponent");
            }
            while (digit()) {
                ++at;
            }
        }
        position_ = at;
        constexpr std::uint64_t lowest = std::uint64_t{1} << 63U;
        // "-0" stays a real, because only that can keep its sign.
        if (integer && fits && (negative ? magnitude != 0 && magnitude <= lowest : true)) {
            if (negative) {
                slot.set_signed(static_cast<std::int64_t>(0 - magnitude));
            } else {
                slot.set_unsigned(magnitude);
            }
            return true;
        }
        const double real = read_double(text_.substr(start, at - start));
        if (!std::isfinite(real)) {
            position_ = start;
            code_ = &codes::json_limit;
            return error("the number is too large");
        }
        slot.value_ = real;
        return true;
    }

    /// Reads a string, standing at its opening quote.
    bool string(std::string& target) {
        const std::size_t opening = position_++;
        while (true) {
            const std::size_t start = position_;
            std::size_t at = start;
            unsigned seen = 0;
            while (at < text_.size() && string_table[static_cast<unsigned char>(text_[at])]) {
                seen |= static_cast<unsigned char>(text_[at]);
                ++at;
            }
            const std::string_view run = text_.substr(start, at - start);
            if (seen >= 0x80) {
                const std::size_t invalid = find_invalid_utf8(run);
                if (invalid != std::string_view::npos) {
                    position_ = start + invalid;
                    return error("the string is not valid UTF-8");
                }
            }
            target.append(run);
            position_ = at;
            if (at == text_.size()) {
                position_ = opening;
                return error("the string has no closing quote");
            }
            if (text_[at] == '"') {
                ++position_;
                return true;
            }
            if (text_[at] != '\\') {
                return error("a control character must be escaped inside a string");
            }
            if (!escape(target)) {
                return false;
            }
        }
    }

    bool escape(std::string& target) {
        const std::size_t start = position_;
        const char kind = start + 1 < text_.size() ? text_[start + 1] : '\0';
        position_ += 2;
        switch (kind) {
        case '"':
        case '\\':
        case '/': target.push_back(kind); return true;
        case 'b': target.push_back('\b'); return true;
        case 'f': target.push_back('\f'); return true;
        case 'n': target.push_back('\n'); return true;
        case 'r': target.push_back('\r'); return true;
        case 't': target.push_back('\t'); return true;
        case 'u': break;
        default: position_ = start; return error("unknown escape in a string");
        }
        char32_t unit = 0;
        if (!unicode_escape(unit)) {
            position_ = start;
            return error("expected four hexadecimal digits after \\u");
        }
        if (unit >= 0xD800 && unit < 0xDC00 && text_.substr(position_, 2) == "\\u") {
            position_ += 2;
            char32_t low = 0;
            if (unicode_escape(low) && low >= 0xDC00 && low < 0xE000) {
                append_utf8(target, 0x10000 + ((unit - 0xD800) << 10U) + (low - 0xDC00));
                return true;
            }
        }
        if (unit >= 0xDC80 && unit < 0xDD00) { // a byte that is not UTF-8, as JsonWriter writes it
            target.push_back(static_cast<char>(unit & 0xFFU));
            return true;
        }
        if (unit >= 0xD800 && unit < 0xE000) {
            position_ = start;
            return error("half of a surrogate pair is missing");
        }
        append_utf8(target, unit);
        return true;
    }

    bool unicode_escape(char32_t& unit) noexcept {
        unit = 0;
        for (int digit = 0; digit < 4; ++digit, ++position_) {
            const auto value = position_ < text_.size() ? hex_digit(text_[position_]) : std::nullopt;
            if (!value) {
                return false;
            }
            unit = unit << 4U | char32_t{*value};
        }
        return true;
    }

    void skip_blanks() noexcept {
        while (position_ < text_.size()) {
            const char character = text_[position_];
            if (character != ' ' && character != '\n' && character != '\r' && character != '\t') {
                return;
            }
            ++position_;
        }
    }

    bool error(std::string message) {
        message_ = std::move(message);
        return false;
    }
    Step stop(const char* message) {
        message_ = message;
        return Step::failed;
    }

    [[nodiscard]] Diagnostic located() {
        std::uint32_t line = 1;
        std::size_t line_start = 0;
        for (std::size_t at = 0; at < position_; ++at) {
            if (text_[at] == '\n') {
                ++line;
                line_start = at + 1;
            }
        }
        return make_diagnostic(*code_, std::move(message_),
                               Place::at_line(line, static_cast<std::uint32_t>(position_ - line_start + 1)));
    }

    static constexpr std::uint64_t max_tenth =
        ~std::uint64_t{0} / 10; ///< The last digit of the maximum is 5.

    std::string_view text_;
    JsonLimits limits_;
    std::size_t position_ = 0;
    std::vector<Open> open_;
    const DiagnosticCode* code_ = &codes::json_syntax;
    std::string message_;
};

Result<Json> parse_json(std::string_view text, const JsonLimits& limits) {
    return JsonParser(text, limits).run();
}

} // namespace vellum
