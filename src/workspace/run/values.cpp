// A small reader over one line; every error shows where in the text it stopped.
#include "workspace/run/values.hpp"

#include <algorithm>
#include <charconv>

#include "base/ascii.hpp"
#include "base/concat.hpp"
#include "base/number.hpp"
#include "workspace/run/codes.hpp"

namespace vellum::runs {

namespace {

class ValueReader {
  public:
    explicit ValueReader(std::string_view text) : text_(text) {}

    Result<std::vector<Value>> list() {
        std::vector<Value> values;
        skip_blanks();
        if (at_end()) return values;
        while (true) {
            auto value = one();
            if (!value) return std::unexpected(std::move(value.error()));
            values.push_back(std::move(*value));
            skip_blanks();
            if (at_end()) return values;
            if (!accept(',')) return wrong("expected a comma here");
        }
    }

  private:
    [[nodiscard]] bool at_end() const noexcept { return at_ >= text_.size(); }
    [[nodiscard]] char look() const noexcept { return at_end() ? '\0' : text_[at_]; }
    void skip_blanks() {
        while (look() == ' ') ++at_;
    }
    bool accept(char c) {
        if (look() != c) return false;
        ++at_;
        return true;
    }
    [[nodiscard]] std::unexpected<Diagnostic> wrong(std::string_view what) const {
        return fail(
            codes::cli_value,
            concat(what, ": '", text_.substr(0, at_), "' <-- here --> '", text_.substr(at_), "'"), {},
            "values are 5, 1.5, true, \"text\", 'text', null, (1,2,3) for a vector or #12 for an object");
    }
    [[nodiscard]] std::unexpected<Diagnostic> no_value() const {
        const std::string_view word = text_.substr(at_, text_.find_first_of(",)", at_) - at_);
        if (word.empty() || static_cast<unsigned char>(word.front()) < 'A')
            return wrong("this is not a value");
        // Windows PowerShell takes double quotes away before a program sees them.
        return fail(codes::cli_value, concat("'", word, "' is not a value"), {},
                    concat("a text needs quotes of its own: \"", word, "\" or, in PowerShell, '", word, "'"));
    }

    Result<Value> one() {
        skip_blanks();
        if (accept('"')) return string('"');
        if (accept('\'')) return string('\'');
        if (accept('(')) return vector();
        if (accept('#')) return object();
        const std::size_t begin = at_;
        while (!at_end() && look() != ',' && look() != ')' && look() != ' ') ++at_;
        const std::string_view word = text_.substr(begin, at_ - begin);
        if (word == "true") return Value(true);
        if (word == "false") return Value(false);
        if (word == "null") return Value(ObjectId{});
        at_ = begin;
        return number();
    }

    Result<Value> string(char quote) {
        std::string value;
        while (!at_end() && look() != quote) {
            char c = text_[at_++];
            if (c == '\\' && !at_end()) {
                c = text_[at_++];
                if (c == 'n')
                    c = '\n';
                else if (c == 't')
                    c = '\t';
                else if (c != '"' && c != '\'' && c != '\\')
                    return wrong("unknown escape");
            }
            value += c;
        }
        if (!accept(quote)) return wrong("the text has no closing quote");
        return Value(std::string_view(value));
    }

    Result<Value> vector() {
        float parts[3] = {};
        for (int i = 0; i < 3; ++i) {
            skip_blanks();
            auto part = number();
            if (!part) return part;
            parts[i] = part->is(Type::real) ? part->real() : static_cast<float>(part->integer());
            skip_blanks();
            if (!accept(i < 2 ? ',' : ')')) return wrong("expected a vector as (x,y,z)");
        }
        return Value(Vector3{parts[0], parts[1], parts[2]});
    }

    Result<Value> object() {
        std::uint64_t id = 0;
        const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), id);
        if (error != std::errc()) return wrong("expected an object as #12");
        at_ = static_cast<std::size_t>(end - text_.data());
        return Value(ObjectId{id});
    }

    Result<Value> number() {
        const std::size_t begin = at_;
        const bool negative = accept('-');
        const bool hexadecimal = text_.substr(at_).starts_with("0x");
        if (hexadecimal) at_ += 2;
        std::uint64_t magnitude = 0;
        const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), magnitude,
                                                  hexadecimal ? 16 : 10);
        if (error == std::errc::invalid_argument) {
            at_ = begin;
            return no_value();
        }
        at_ = static_cast<std::size_t>(end - text_.data());
        if (!hexadecimal && (look() == '.' || look() == 'e' || look() == 'E')) return real(begin);
        const std::uint64_t most = negative ? 0x80000000U : 0xFFFFFFFFU;
        if (error != std::errc() || magnitude > most) {
            at_ = begin;
            return wrong("the number does not fit in 32 bits");
        }
        const auto bits = static_cast<std::uint32_t>(magnitude);
        return Value(static_cast<std::int32_t>(negative ? 0U - bits : bits));
    }

    /// Reads on behind the integer part of a number that began at `begin`.
    Result<Value> real(std::size_t begin) {
        const auto digits = [&] {
            const std::size_t from = at_;
            while (look() >= '0' && look() <= '9') ++at_;
            return at_ > from;
        };
        if (accept('.') && !digits()) return wrong("expected digits after the decimal point");
        if (look() == 'e' || look() == 'E') {
            ++at_;
            if (look() == '+' || look() == '-') ++at_;
            if (!digits()) return wrong("the exponent has no digits");
        }
        return Value(read_float(text_.substr(begin, at_ - begin)));
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

/// Takes "@12" off the end; 0 if there is none. Frame 0 and anything that is no number are left for the
/// caller to stumble over.
std::uint64_t take_frame(std::string_view& text) {
    const std::size_t mark = text.rfind('@');
    if (mark == std::string_view::npos) return 0;
    const std::uint64_t frame = whole_number<std::uint64_t>(text.substr(mark + 1)).value_or(0);
    if (frame != 0) text = text.substr(0, mark);
    return frame;
}

} // namespace

Result<std::vector<Value>> parse_values(std::string_view text) { return ValueReader(text).list(); }

Result<RunAction> parse_event(std::string_view text) {
    RunAction action;
    action.text = text;
    action.frame = take_frame(text);
    const std::size_t colon = text.find(':');
    action.event.name = text.substr(0, colon);
    if (action.event.name.empty())
        return fail(codes::cli_value, concat("the event '", action.text, "' has no name"), {},
                    "for example 2:1,\"key\"@30");
    if (colon == std::string_view::npos) return action;
    auto values = parse_values(text.substr(colon + 1));
    if (!values) return std::unexpected(std::move(values.error()));
    action.event.values = std::move(*values);
    return action;
}

Result<RunAction> parse_call(std::string_view text) {
    RunAction action;
    action.kind = RunAction::Kind::call;
    action.text = text;
    action.frame = take_frame(text);
    while (text.ends_with(' ')) text.remove_suffix(1);
    const std::size_t open = text.find('(');
    action.event.name = text.substr(0, open);
    if (action.event.name.empty() || (open != std::string_view::npos && !text.ends_with(')')))
        return fail(codes::cli_value, concat("'", action.text, "' is not a call"), {},
                    "for example Add(1,2)");
    if (open == std::string_view::npos) return action;
    auto values = parse_values(text.substr(open + 1, text.size() - open - 2));
    if (!values) return std::unexpected(std::move(values.error()));
    action.event.values = std::move(*values);
    return action;
}

Result<RunAnswer> parse_answer(std::string_view text) {
    const std::size_t equals = std::min(text.find('='), text.size());
    RunAnswer answer{std::string(trimmed(text.substr(0, equals))), {}};
    if (answer.native.empty() || equals == text.size())
        return fail(codes::cli_value, concat("the answer '", text, "' is not of the form NATIVE=VALUES"), {},
                    "for example irand=3 or Door.IsLocked=true");
    auto values = parse_values(text.substr(equals + 1));
    if (!values) return std::unexpected(std::move(values.error()));
    answer.values = std::move(*values);
    return answer;
}

} // namespace vellum::runs
