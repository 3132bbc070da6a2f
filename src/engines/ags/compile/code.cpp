// Cutting and pasting; the rest is in the header, where it is written billions of times.
#include "engines/ags/compile/code.hpp"

namespace vellum::ags::compile {

Piece Code::cut(std::int32_t from, std::size_t first_fixup) {
    Piece piece;
    piece.words.assign(words_.begin() + from, words_.end());
    piece.fixups.assign(fixups_.begin() + static_cast<std::ptrdiff_t>(first_fixup), fixups_.end());
    for (Fixup& fixup : piece.fixups) fixup.position -= from;
    words_.resize(static_cast<std::size_t>(from));
    fixups_.resize(first_fixup);
    return piece;
}

void Code::paste(const Piece& piece) {
    flush_line();
    const std::int32_t begin = size();
    words_.insert(words_.end(), piece.words.begin(), piece.words.end());
    for (const Fixup& fixup : piece.fixups) fixups_.push_back({fixup.type, fixup.position + begin});
}

void Code::shrink(std::int32_t to, std::size_t fixups) {
    words_.resize(static_cast<std::size_t>(to));
    fixups_.resize(fixups);
    line_ = 0;
}

} // namespace vellum::ags::compile
