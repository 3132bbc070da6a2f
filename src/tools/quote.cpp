#include "tools/quote.hpp"

#include <set>
#include <string>

#include "base/bytes.hpp"
#include "base/text_storage.hpp"

namespace vellum::tools {

void quote_lines(Diagnostics& diagnostics, std::string_view name, std::string_view text,
                 const FileSystem* files) {
    constexpr std::size_t most_files = 16;
    constexpr std::uint64_t largest = std::uint64_t{64} << 20U;
    diagnostics.quote(name, text);
    if (files == nullptr) return;
    std::set<std::string> others;
    for (const Diagnostic& one : diagnostics.all())
        if (one.place.line != 0 && one.place.file != name && others.size() < most_files)
            others.insert(one.place.file);
    for (const std::string& other : others)
        if (const auto text_there = read_text(*files, other, largest)) diagnostics.quote(other, *text_there);
}

void quote_line(Diagnostic& diagnostic, std::string_view name, std::string_view text,
                const FileSystem* files) {
    if (diagnostic.place.line == 0) return;
    Diagnostics alone;
    alone.add(std::move(diagnostic));
    quote_lines(alone, name, text, files);
    diagnostic = alone.all().front();
}

} // namespace vellum::tools
