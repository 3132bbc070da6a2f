// The parts of values that touch the heap: texts and their reference counts, and the names of the types. A
// text is one block, header and characters together; nothing here is thread-safe and nothing needs to be,
// because a text belongs to one thread unless it is immortal, and immortal texts are never counted.
#include "vellum/value.hpp"

#include <algorithm>
#include <array>
#include <new>

namespace vellum {

std::string_view to_string(Type type) noexcept {
    static constexpr std::array<std::string_view, 8> names{"none",   "bool",   "int",    "float",
                                                           "vector", "object", "memory", "string"};
    const auto index = static_cast<std::size_t>(type);
    return index < names.size() ? names[index] : names[0];
}

String::Rep* String::allocate(std::size_t size, std::size_t capacity) {
    void* block = ::operator new(sizeof(Rep) + capacity);
    return new (block) Rep{1, static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(capacity)};
}

void String::free_rep(Rep* rep) noexcept { ::operator delete(rep); }

String::String(std::string_view text) {
    if (text.empty()) return;
    const std::size_t size = std::min(text.size(), max_size);
    rep_ = allocate(size, size);
    std::memcpy(rep_->text(), text.data(), size);
}

void String::append(std::string_view text) {
    const std::size_t old_size = size();
    const std::size_t added = std::min(text.size(), max_size - old_size);
    if (added == 0) return;
    const std::size_t new_size = old_size + added;
    if (rep_ != nullptr && rep_->references == 1 && rep_->capacity >= new_size) {
        // The source may be a part of this very text, but never of the free room behind it.
        std::memcpy(rep_->text() + old_size, text.data(), added);
        rep_->size = static_cast<std::uint32_t>(new_size);
        return;
    }
    // A first append to a shared text gets room as well: scripts build texts piece by piece.
    const std::size_t capacity =
        std::clamp<std::size_t>(old_size * 2, std::max<std::size_t>(new_size, 16), max_size);
    Rep* grown = allocate(new_size, capacity);
    if (old_size != 0) std::memcpy(grown->text(), rep_->text(), old_size);
    std::memcpy(grown->text() + old_size, text.data(), added);
    release(std::exchange(rep_, grown));
}

void String::make_immortal() noexcept {
    if (rep_ != nullptr) rep_->references = immortal;
}

void String::destroy_immortal() noexcept {
    if (rep_ != nullptr && rep_->references >= immortal) free_rep(std::exchange(rep_, nullptr));
}

} // namespace vellum
