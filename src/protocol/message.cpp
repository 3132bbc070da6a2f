#include "protocol/message.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/escape.hpp"
#include "base/number.hpp"
#include "protocol/codes.hpp"

namespace vellum::protocol {

namespace {

constexpr std::string_view blank_line = "\r\n\r\n";

/// A header line, or as much of one as has come.
[[nodiscard]] bool may_be_header(std::string_view line) {
    constexpr std::string_view known[] = {"Content-Length:", "Content-Type:"};
    return std::ranges::any_of(known, [&](std::string_view name) {
        const std::size_t size = std::min(line.size(), name.size());
        return same_name(line.substr(0, size), name.substr(0, size));
    });
}

[[nodiscard]] std::string no_header(std::string_view line) {
    constexpr std::size_t most_shown = 100;
    return "\"" + escape_control(line.substr(0, most_shown)) +
           "\" is not a Content-Length or Content-Type header";
}

} // namespace

void MessageReader::feed(std::string_view bytes) {
    if (lost_) return;
    if (at_ > bytes_.size() / 2) { // every byte is moved at most once for each time it was added
        bytes_.erase(0, at_);
        scanned_ -= std::min(scanned_, at_);
        at_ = 0;
    }
    bytes_.append(bytes);
}

std::unexpected<Diagnostic> MessageReader::lose(const DiagnosticCode& code, std::string message) {
    lost_ = true;
    bytes_ = {};
    at_ = scanned_ = 0;
    return fail(code, std::move(message));
}

/// False while the head's end has not come.
Result<bool> MessageReader::head() {
    const std::size_t from = std::max(at_, scanned_);
    const std::size_t end = bytes_.find(blank_line, from);
    const std::size_t size = (end == std::string::npos ? bytes_.size() : end) - at_;
    const std::string_view first = std::string_view(bytes_).substr(at_);
    if (!may_be_header(first))
        return lose(codes::protocol_header, no_header(first.substr(0, first.find('\r'))));
    // The last bytes that have come may be the beginning of the blank line.
    if (size > limits_.max_head + (end == std::string::npos ? blank_line.size() - 1 : 0))
        return lose(codes::protocol_header,
                    "the header of a message is longer than " + std::to_string(limits_.max_head) + " bytes");
    if (end == std::string::npos) {
        scanned_ = bytes_.size() - std::min(bytes_.size(), blank_line.size() - 1);
        return false;
    }
    std::string_view rest = std::string_view(bytes_).substr(at_, size);
    std::optional<std::size_t> length;
    while (!rest.empty()) {
        const std::size_t line_end = std::min(rest.find("\r\n"), rest.size());
        const std::string_view line = rest.substr(0, line_end);
        rest.remove_prefix(std::min(line_end + 2, rest.size()));
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos || !may_be_header(line))
            return lose(codes::protocol_header, no_header(line));
        if (!same_name(line.substr(0, colon), "Content-Length")) continue;
        const std::string_view value = trimmed(line.substr(colon + 1));
        const std::optional<std::size_t> said = whole_number<std::size_t>(value);
        if (!said) return lose(codes::protocol_header, "\"" + escape_control(value) + "\" is not a length");
        if (length && *length != *said)
            return lose(codes::protocol_header, "a message has two different lengths");
        length = said;
    }
    if (!length) return lose(codes::protocol_header, "a message has no Content-Length");
    if (*length > limits_.max_body)
        return lose(codes::protocol_length, "a message of " + std::to_string(*length) + " bytes; " +
                                                std::to_string(limits_.max_body) + " are accepted");
    length_ = length;
    at_ = scanned_ = end + blank_line.size();
    return true;
}

Result<std::optional<Json>> MessageReader::next() {
    if (lost_) return fail(codes::protocol_header, "an earlier message could not be read");
    if (!length_) {
        const Result<bool> known = head();
        if (!known) return std::unexpected(known.error());
        if (!*known) return std::nullopt;
    }
    if (bytes_.size() - at_ < *length_) return std::nullopt;
    Result<Json> body = parse_json(std::string_view(bytes_).substr(at_, *length_),
                                   {.max_depth = limits_.max_depth, .max_bytes = limits_.max_body});
    at_ = scanned_ = at_ + *length_;
    length_.reset();
    if (!body) return std::unexpected(std::move(body.error()));
    return std::move(*body);
}

std::string framed(const Json& message) {
    const std::string body = message.to_text({.odd_bytes = JsonStyle::OddBytes::shown});
    return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

Result<std::optional<Json>> MessageStream::receive(std::chrono::milliseconds most) {
    const auto end = std::chrono::steady_clock::now() + most;
    std::array<char, 16384> room;
    while (!ended_) {
        Result<std::optional<Json>> message = reader_.next();
        ended_ = reader_.lost();
        if (!message || *message) return message;
        if (!bytes_.readable(left_until(end))) return std::nullopt;
        const Result<std::size_t> got = bytes_.read(room);
        ended_ = !got || *got == 0;
        if (!got) return std::unexpected(got.error());
        if (ended_ && reader_.inside())
            return fail(codes::protocol_end, "the conversation ended in the middle of a message");
        reader_.feed({room.data(), *got});
    }
    return std::nullopt;
}

} // namespace vellum::protocol
