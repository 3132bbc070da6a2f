// std::regex as GNU's library has it can follow all ways through a pattern at once (`__polynomial`) instead
// of trying one after the other, which takes exponential time for some. The pattern must fit the whole text,
// with anything in front of it, so that the text is gone through once and not from each of its bytes. The
// limit on states stands in front of the header that uses it.
#define _GLIBCXX_REGEX_STATE_LIMIT 2000
#include "cli/regex.hpp"

#include <regex>

#include "cli/codes.hpp"

namespace vellum::cli {

struct Regex::Compiled {
    std::regex regex;
};

namespace {

constexpr std::size_t longest = 400; // the parser of std::regex calls itself for every bracket

std::string_view reason(std::regex_constants::error_type type) {
    using namespace std::regex_constants;
    switch (type) {
    case error_brack: return "a '[' is not closed";
    case error_paren: return "a bracket is not closed, or was not opened";
    case error_brace:
    case error_badbrace: return "'{ }' does not hold a count";
    case error_range: return "a range such as 'a-z' ends before it begins";
    case error_badrepeat: return "'*', '+', '?' or '{ }' has nothing to repeat";
    case error_escape: return "unknown letter after '\\'";
    case error_ctype: return "unknown character class";
    case error_space: return "it is too large: counts such as {1,100} are written out";
    case error_backref:
    case error_complexity: return "back references such as '\\1' are not supported";
    default: return "it cannot be read";
    }
}

} // namespace

Result<Regex> Regex::compile(std::string_view pattern, bool ignore_case) {
    const auto wrong = [&](std::string_view why) {
        return fail(codes::cli_value,
                    "'" + std::string(pattern) + "' is not a regular expression: " + std::string(why), {},
                    "write '\\' before a character with a special meaning: '\\*', '\\('");
    };
    if (pattern.size() > longest) return wrong("it is longer than 400 characters");
    auto flags = std::regex_constants::ECMAScript;
#if defined(__GLIBCXX__)
    flags |= std::regex_constants::__polynomial;
#endif
    if (ignore_case) flags |= std::regex_constants::icase;
    try {
        const std::string text(pattern);
        static_cast<void>(std::regex(text, flags)); // brackets may not reach over the ones put around it
        Regex made;
        made.compiled_ =
            std::make_shared<const Compiled>(std::regex(R"([\s\S]*(?:)" + text + R"()[\s\S]*)", flags));
        return made;
    } catch (const std::regex_error& error) {
        return wrong(reason(error.code()));
    }
}

bool Regex::finds(std::string_view text) const {
    try {
        return std::regex_match(text.begin(), text.end(), compiled_->regex);
    } catch (const std::regex_error&) { // libraries that try ways one after the other give up like that
        return false;
    }
}

} // namespace vellum::cli
