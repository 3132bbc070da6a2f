// The command line's WebAssembly module asks the program around it, in JavaScript, for everything of the
// system: a word for what is asked, texts, perhaps bytes, and bytes as the answer. What can be asked stands
// in bindings/npm/cli/files.js and bindings/npm/cli/terminal.js. Texts hold no zero, because that divides
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::node {

/// The answer, or the reason why there is none.
[[nodiscard]] std::expected<std::vector<std::byte>, std::string>
ask(std::string_view what, std::initializer_list<std::string_view> texts,
    std::span<const std::byte> data = {});

/// The same for answers that are text; nothing where there is none.
[[nodiscard]] std::string ask_text(std::string_view what, std::initializer_list<std::string_view> texts);
/// For answers that are a number; 0 where there is none.
[[nodiscard]] std::uint64_t ask_number(std::string_view what, std::initializer_list<std::string_view> texts);

/// The texts of an answer that has several, each with a zero behind it.
[[nodiscard]] std::vector<std::string> texts_of(std::span<const std::byte> answer);

} // namespace vellum::node
