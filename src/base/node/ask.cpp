#include "base/node/ask.hpp"

#include <charconv>

extern "C" {

/// The answer's length, or for a refusal -1 less the length of its reason.
__attribute__((import_module("vellum"), import_name("ask"))) std::int32_t
vellum_node_ask(const char* what, std::size_t what_size, const char* texts, std::size_t texts_size,
                const std::byte* data, std::size_t data_size);
/// Copies the last answer.
__attribute__((import_module("vellum"), import_name("take"))) void vellum_node_take(std::byte* room);
}

namespace vellum::node {

std::expected<std::vector<std::byte>, std::string>
ask(std::string_view what, std::initializer_list<std::string_view> texts, std::span<const std::byte> data) {
    std::string all;
    for (const std::string_view text : texts) {
        all += text.substr(0, text.find('\0'));
        all += '\0';
    }
    const std::int32_t size =
        vellum_node_ask(what.data(), what.size(), all.data(), all.size(), data.data(), data.size());
    std::vector<std::byte> answer(static_cast<std::size_t>(size >= 0 ? size : -1 - size));
    vellum_node_take(answer.data());
    if (size >= 0) return answer;
    return std::unexpected(std::string(reinterpret_cast<const char*>(answer.data()), answer.size()));
}

std::string ask_text(std::string_view what, std::initializer_list<std::string_view> texts) {
    const auto answer = ask(what, texts);
    if (!answer) return {};
    return {reinterpret_cast<const char*>(answer->data()), answer->size()};
}

std::uint64_t ask_number(std::string_view what, std::initializer_list<std::string_view> texts) {
    const std::string text = ask_text(what, texts);
    std::uint64_t number = 0;
    static_cast<void>(std::from_chars(text.data(), text.data() + text.size(), number));
    return number;
}

std::vector<std::string> texts_of(std::span<const std::byte> answer) {
    std::vector<std::string> texts;
    std::string text;
    for (const std::byte byte : answer) {
        if (byte != std::byte{0}) {
            text += static_cast<char>(byte);
            continue;
        }
        texts.push_back(std::move(text));
        text.clear();
    }
    return texts;
}

} // namespace vellum::node
