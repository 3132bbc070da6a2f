// Reading of case files; see the header.
#include "runner/case_file.hpp"

#include <charconv>

#include "base/codes.hpp"
#include "base/lexer.hpp"
#include "base/number.hpp"
#include "runtime/value_text.hpp"

namespace vellum::cases {

namespace {

std::string_view trim(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

class CaseParser {
  public:
    CaseParser(CaseFile& file, Diagnostics& diagnostics) : file_(file), diagnostics_(diagnostics) {}

    void parse(std::string_view text, std::string_view name) {
        file_.programs.push_back({std::string(name), {}});
        bool in_header = true;
        std::size_t position = 0;
        while (position < text.size()) {
            ++line_;
            const std::size_t end = std::min(text.find('\n', position), text.size());
            const std::string_view line = text.substr(position, end - position);
            position = std::min(end + 1, text.size());
            const std::string_view directive =
                line.starts_with(";;") ? trim(line.substr(2)) : std::string_view{};
            if (directive == "expect:") {
                file_.head = text.substr(0, position);
                file_.expected = text.substr(position);
                return;
            }
            if (directive.starts_with("program:")) {
                file_.programs.push_back({std::string(trim(directive.substr(8))), std::string(line_, '\n')});
                in_header = false;
                continue;
            }
            if (in_header && (line.starts_with(";;") || trim(line).empty())) {
                header(directive);
                file_.programs.back().text += '\n';
                continue;
            }
            in_header = false;
            file_.programs.back().text += line;
            file_.programs.back().text += '\n';
        }
        file_.head = text;
        if (!file_.head.empty() && file_.head.back() != '\n') file_.head += '\n';
        file_.head += ";; expect:\n";
    }

  private:
    void complain(std::string message) {
        diagnostics_.add(codes::text_syntax, std::move(message), Place::at_line(line_));
    }

    template <class Number> void number(std::string_view text, Number& value) {
        const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
        if (result.ec != std::errc() || result.ptr != text.data() + text.size())
            complain("expected a number");
    }

    void header(std::string_view directive) {
        const std::size_t colon = directive.find(':');
        if (colon == std::string_view::npos) return;
        const std::string_view word = directive.substr(0, colon);
        const std::string_view value = trim(directive.substr(colon + 1));
        if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyz") != std::string_view::npos) return;
        if (word == "run")
            file_.actions.emplace_back(value);
        else if (word == "host")
            file_.host.emplace_back(value);
        else if (word == "lua")
            file_.lua.append(value).append("\n");
        else if (word == "settings")
            settings(value);
        else if (word == "frames")
            number(value, file_.frames);
        else if (word == "seconds")
            file_.seconds = read_float(value);
        else if (word == "budget")
            number(value, file_.budget);
        else if (word == "memory")
            number(value, file_.memory);
        else if (word == "depth")
            number(value, file_.depth);
        else if (word == "name")
            file_.programs.front().name = value;
        else if (word == "variant")
            file_.variant = value;
        else if (word == "input")
            input(value);
        else if (word == "event")
            timed_event(value);
        else if (word == "say")
            file_.requests.emplace_back(value);
        else if (word == "call")
            file_.calls.push_back(event(value));
        else
            complain("unknown directive '" + std::string(word) + ":'");
    }

    void settings(std::string_view text) {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find(' '), text.size());
            const std::string_view one = text.substr(0, end);
            text = trim(text.substr(end));
            const std::size_t equals = one.find('=');
            if (equals == std::string_view::npos) return complain("a setting is written name=value");
            file_.settings.emplace_back(one.substr(0, equals), one.substr(equals + 1));
        }
    }

    void input(std::string_view text) {
        if (text == "assembly")
            file_.input = Input::assembly;
        else if (text == "source")
            file_.input = Input::source;
        else if (text == "text")
            file_.input = Input::text;
        else if (text == "hex")
            file_.input = Input::hex;
        else
            complain("the input is assembly, source, text or hex");
    }

    void timed_event(std::string_view text) {
        TimedEvent timed;
        const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
        if (digits != 0 && digits < text.size() && text[digits] == ' ') {
            number(text.substr(0, digits), timed.frame);
            text = trim(text.substr(digits));
        }
        timed.event = event(text);
        file_.events.push_back(std::move(timed));
    }

    /// name, or name(values); the name may have blanks.
    Event event(std::string_view text) {
        Event result;
        const std::size_t open = std::min(text.find('('), text.size());
        result.name = trim(text.substr(0, open));
        if (open == text.size()) return result;
        LineLexer lexer(text.substr(open), diagnostics_);
        static_cast<void>(lexer.expect('('));
        while (!lexer.accept(')')) {
            Value value;
            if (!read_plain(lexer, value)) return result;
            result.values.push_back(std::move(value));
            if (lexer.accept(')')) break;
            if (!lexer.expect(',')) return result;
        }
        static_cast<void>(lexer.end_line());
        return result;
    }

    CaseFile& file_;
    Diagnostics& diagnostics_;
    std::uint32_t line_ = 0;
};

} // namespace

CaseFile parse_case(std::string_view text, std::string_view name, Diagnostics& diagnostics) {
    CaseFile file;
    CaseParser(file, diagnostics).parse(text, name);
    if (file.actions.empty())
        diagnostics.add(codes::text_syntax, "the case does not say what to do", Place::at_line(1),
                        "begin it with a line such as ';; run: check'");
    return file;
}

} // namespace vellum::cases
