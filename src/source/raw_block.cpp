// See the header.
#include "source/raw_block.hpp"

#include <algorithm>

namespace vellum::source {

RawBlock find_raw_block(std::string_view source, std::size_t at) noexcept {
    RawBlock block;
    std::size_t line = source.find('\n', at);
    block.line = std::min(line, source.size());
    block.begin = std::min(block.line + 1, source.size());
    for (; line != std::string_view::npos; line = source.find('\n', line + 1)) {
        const std::size_t first = source.find_first_not_of(" \t", line + 1);
        if (first == std::string_view::npos || source[first] != '}') continue;
        block.end = line + 1;
        block.past_brace = first + 1;
        block.closed = true;
        return block;
    }
    block.end = block.past_brace = source.size();
    return block;
}

} // namespace vellum::source
