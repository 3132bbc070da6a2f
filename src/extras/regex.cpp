#include "extras/regex.hpp"

#include <re2/re2.h>

#include "base/concat.hpp"
#include "base/encoding.hpp"
#include "workspace/run/codes.hpp"

namespace vellum {

struct Regex::Compiled {
    Compiled(re2::StringPiece pattern, const re2::RE2::Options& letters, const re2::RE2::Options& bytes_)
        : regex(pattern, letters), bytes(pattern, bytes_) {}
    re2::RE2 regex; ///< Of UTF-8; not `ok` if the pattern is not.
    re2::RE2 bytes;
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
    options.set_case_sensitive(!ignore_case);
    options.set_log_errors(false);
    re2::RE2::Options of_bytes = options;
    of_bytes.set_encoding(re2::RE2::Options::EncodingLatin1);
    Regex made;
    made.compiled_ =
        std::make_shared<const Compiled>(re2::StringPiece(pattern.data(), pattern.size()), options, of_bytes);
    const re2::RE2& regex = made.compiled_->bytes;
    if (regex.ok()) return made;
    return fail(codes::cli_value,
                concat("'", pattern, "' is not a regular expression: ", reason(regex.error_code())), {},
                "write '\\' before a character with a special meaning: '\\*', '\\('");
}

bool Regex::finds(std::string_view text) const {
    const bool letters = compiled_->regex.ok() && is_valid_utf8(text);
    return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()),
                                  letters ? compiled_->regex : compiled_->bytes);
}

} // namespace vellum
