#include "source/sources.hpp"

#include <algorithm>
#include <iterator>

namespace vellum::source {

std::optional<std::uint32_t> Sources::add(std::string name, std::string text) {
    const File& last = files_.back();
    const std::size_t base = last.base + last.text.size() + 1; // the end of a text is a place of its own
    const std::size_t included = base - files_.front().text.size();
    if (files_.size() >= most_files || text.size() > most_bytes || included > most_bytes - text.size() ||
        base + text.size() >= 0xFFFFFFFF)
        return std::nullopt;
    auto owned = std::make_unique<std::string>(std::move(text));
    const std::string_view view = *owned;
    files_.push_back({std::move(name), std::move(owned), view, static_cast<std::uint32_t>(base), {}});
    return static_cast<std::uint32_t>(files_.size() - 1);
}

std::uint32_t Sources::file_of(std::uint32_t place) const noexcept {
    const auto next = std::ranges::upper_bound(files_, place, {}, &File::base);
    return static_cast<std::uint32_t>(std::distance(files_.begin(), next) - 1);
}

Place Sources::place(std::uint32_t place) const {
    const File& file = files_[file_of(place)];
    if (file.lines.empty()) {
        file.lines.push_back(0);
        for (std::size_t at = file.text.find('\n'); at != std::string_view::npos;
             at = file.text.find('\n', at + 1))
            file.lines.push_back(static_cast<std::uint32_t>(at + 1));
    }
    const auto offset =
        static_cast<std::uint32_t>(std::min<std::size_t>(place - file.base, file.text.size()));
    const auto next = std::ranges::upper_bound(file.lines, offset);
    const auto line = static_cast<std::uint32_t>(std::distance(file.lines.begin(), next));
    Place found = Place::at_line(line, offset - *std::prev(next) + 1);
    found.file = file.name;
    return found;
}

} // namespace vellum::source
