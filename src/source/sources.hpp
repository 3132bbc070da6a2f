// All texts of one compilation under one numbering of places: a place is the text's base and the byte in it,
// so that four bytes tell file, line and column. Lines are counted when somebody asks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/diagnostic.hpp"

namespace vellum::source {

class Sources {
  public:
    static constexpr std::size_t most_bytes = std::size_t{64} << 20U; ///< Of all included texts.
    static constexpr std::size_t most_files = 1000;

    /// `text` outlives the object.
    explicit Sources(std::string_view text) { files_.push_back({{}, nullptr, text, 0, {}}); }

    /// Adds an included text; gives its number, or nothing if that is too much.
    [[nodiscard]] std::optional<std::uint32_t> add(std::string name, std::string text);

    [[nodiscard]] std::size_t size() const noexcept { return files_.size(); }
    [[nodiscard]] std::string_view text(std::uint32_t file) const noexcept { return files_[file].text; }
    [[nodiscard]] std::uint32_t base(std::uint32_t file) const noexcept { return files_[file].base; }
    /// Empty for the first.
    [[nodiscard]] const std::string& name(std::uint32_t file) const noexcept { return files_[file].name; }
    [[nodiscard]] std::uint32_t file_of(std::uint32_t place) const noexcept;
    /// Line and column; with the file's name for included texts.
    [[nodiscard]] Place place(std::uint32_t place) const;

  private:
    struct File {
        std::string name;
        std::unique_ptr<std::string> owned;
        std::string_view text;
        std::uint32_t base;
        mutable std::vector<std::uint32_t> lines; ///< Where they begin; empty until asked for.
    };
    std::vector<File> files_;
};

} // namespace vellum::source
