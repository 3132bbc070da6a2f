#include "extras/regex.hpp"

#include <re2/re2.h>

#include "base/concat.hpp"
#include "workspace/run/codes.hpp"

namespace vellum {

struct Regex::Compiled {
    Compiled(re2::StringPiece pattern, const re2::RE2::Options& options) : regex(pattern, options) {}
    re2::RE2 regex;
};

namespace {

std::string_view reason(re2::RE2::ErrorCode code) {
    using re2::RE2;
    switch (code) {
    case RE2::ErrorMissingBracket: return "a '[' is not closed";
    case RE2::ErrorMissingParen:
    case RE2::ErrorUnexpectedParen: return "a bracket is not closed, or was not opened";
    case RE2::ErrorBadCharRange: return "a range such as 'a-z' ends before it begins";
    case RE2::ErrorBadCharClass: return "unknown character class";
    case RE2::ErrorRepeatArgument:
    case RE2::ErrorRepeatOp: return "'*', '+', '?' or '{ }' has nothing to repeat";
    case RE2::ErrorRepeatSize: return "it is too large: counts such as {1,2000} are written out";
    case RE2::ErrorPatternTooLarge: return "it is too large: counts such as {1,100} are written out";
    case RE2::ErrorBadEscape: return "unknown letter after '\\'; back references are not supported";
    case RE2::ErrorTrailingBackslash: return "nothing follows the '\\'";
    case RE2::ErrorBadPerlOp: return "'(?' with what follows is not supported";
    default: return "it cannot be read";
    }
}

} // namespace

Result<Regex> Regex::compile(std::string_view pattern, bool ignore_case) {
    re2::RE2::Options options;
    options.set_encoding(re2::RE2::Options::EncodingLatin1); // names are bytes
    options.set_case_sensitive(!ignore_case);
    options.set_log_errors(false);
    Regex made;
    made.compiled_ =
        std::make_shared<const Compiled>(re2::StringPiece(pattern.data(), pattern.size()), options);
    const re2::RE2& regex = made.compiled_->regex;
    if (regex.ok()) return made;
    return fail(codes::cli_value,
                concat("'", pattern, "' is not a regular expression: ", reason(regex.error_code())), {},
                "write '\\' before a character with a special meaning: '\\*', '\\('");
}

bool Regex::finds(std::string_view text) const {
    return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), compiled_->regex);
}

} // namespace vellum
