// Line starts by one pass over a text; look-ups remember the last answer, since the compiler asks in order.
#include "engines/skrit/source/source_map.hpp"

#include <algorithm>
#include <cstring>

namespace vellum::skrit {

namespace {

/// CR, LF and CRLF end a line.
void find_lines(SourceMap::File& file) {
    const char* const begin = file.text.data();
    const char* const end = begin + file.text.size();
    const auto find = [](const char* from, const char* to, char c) {
        return static_cast<const char*>(std::memchr(from, c, static_cast<std::size_t>(to - from)));
    };
    const auto add = [&](const char* start) {
        file.lines.push_back(static_cast<std::uint32_t>(start - begin));
    };
    const bool has_cr = find(begin, end, '\r') != nullptr;
    file.lines.reserve(file.text.size() / 24 + 1); // lines of real scripts are about that long
    file.lines.push_back(0);
    for (const char* from = begin; from != end;) {
        const char* const feed = find(from, end, '\n');
        const char* const stop = feed != nullptr ? feed : end;
        for (const char* at = from; has_cr && (at = find(at, stop, '\r')) != nullptr;)
            if (++at != feed) add(at);
        if (feed == nullptr) break;
        from = feed + 1;
        add(from);
    }
}

/// The last part of a path, with as many folders as `wanted` has. Slashes are converted, so that the name is
/// the same in every system.
std::string own_name(std::string_view path, std::string_view wanted) {
    const auto is_slash = [](char c) { return c == '/' || c == '\\'; };
    std::ptrdiff_t folders = std::ranges::count_if(wanted, is_slash);
    std::size_t begin = path.size();
    while (begin != 0 && (!is_slash(path[begin - 1]) || folders-- > 0)) --begin;
    std::string own(path.substr(begin));
    std::ranges::replace(own, '\\', '/');
    return own;
}

} // namespace

bool SourceMap::add(std::string name, std::string text, std::string_view wanted) {
    if (files_.size() >= 0xFFFF || text.size() > max_bytes - total_) return false;
    auto file = std::make_unique<File>();
    file->own = own_name(name, wanted);
    file->name = std::move(name);
    file->text = std::move(text);
    file->base = static_cast<Position>(total_);
    total_ += file->text.size() + 1; // the end of a text is a position of its own
    files_.push_back(std::move(file));
    return total_ <= max_bytes;
}

std::uint16_t SourceMap::file_of(Position position) const noexcept {
    const auto next = std::upper_bound(
        files_.begin(), files_.end(), position,
        [](Position wanted, const std::unique_ptr<File>& file) { return wanted < file->base; });
    return next == files_.begin() ? std::uint16_t{0} : static_cast<std::uint16_t>(next - files_.begin() - 1);
}

SourceLine SourceMap::line(Position position) {
    const std::uint16_t index = files_.size() == 1 ? std::uint16_t{0} : file_of(position);
    File& file = *files_[index];
    if (file.lines.empty()) find_lines(file);
    const std::uint32_t offset = position - file.base;
    if (index != last_file_) last_line_ = 0;
    last_file_ = index;
    const std::vector<std::uint32_t>& lines = file.lines;
    std::size_t at = std::min(last_line_, lines.size() - 1);
    // A few steps forward are the common case; anything else is a binary search.
    for (int steps = 0; steps < 8 && lines[at] <= offset; ++steps, ++at)
        if (at + 1 == lines.size() || lines[at + 1] > offset) {
            last_line_ = at;
            return {index, static_cast<std::uint32_t>(at + 1)};
        }
    at = static_cast<std::size_t>(std::upper_bound(lines.begin(), lines.end(), offset) - lines.begin()) - 1;
    last_line_ = at;
    return {index, static_cast<std::uint32_t>(at + 1)};
}

Place SourceMap::place(Position position) {
    const SourceLine found = line(position);
    const File& file = *files_[found.file];
    Place place;
    place.file = file.name;
    place.offset = position - file.base;
    place.line = found.line;
    place.column = position - file.base - file.lines[found.line - 1] + 1;
    return place;
}

std::vector<UnitFile> SourceMap::take_files(bool with_text) {
    std::vector<UnitFile> result;
    result.reserve(files_.size());
    for (const std::unique_ptr<File>& file : files_)
        result.push_back(
            {std::move(file->own), with_text ? std::move(file->text) : std::string{}, std::move(file->name)});
    return result;
}

} // namespace vellum::skrit
