#include "engines/ags/inspect/members.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/text_writer.hpp"
#include "engines/ags/inspect/words.hpp"
#include "runtime/inspect.hpp"

namespace vellum::ags {

namespace {

constexpr std::size_t word_size = 4;
constexpr std::size_t rows_of_a_file = 4;

std::size_t words_in(std::size_t bytes) { return (bytes + word_size - 1) / word_size; }

std::size_t element_size(const Object& array) {
    return array.managed_elements ? word_size : array.size / std::max(array.count, 1U);
}

std::size_t members_in(const Pool& pool, std::uint32_t handle) {
    const Object& object = pool[handle];
    switch (object.kind) {
    case ObjectKind::user: return words_in(object.size);
    case ObjectKind::array: return object.size == 0 ? 0 : object.count * words_in(element_size(object));
    case ObjectKind::dictionary:
    case ObjectKind::set: return pool.extra(handle)->entries.size();
    case ObjectKind::file: return rows_of_a_file;
    case ObjectKind::none:
    case ObjectKind::string:
    case ObjectKind::host:
    case ObjectKind::time: return 0; // the text of the object says all
    }
    return 0;
}

/// The little-endian number in up to four bytes.
Word number_in(std::span<const std::byte> bytes) {
    std::uint32_t number = 0;
    for (std::size_t i = std::min(bytes.size(), word_size); i-- > 0;)
        number = number << 8U | std::to_integer<std::uint32_t>(bytes[i]);
    return integer_word(number);
}

std::string quoted(std::string_view text) {
    TextWriter out;
    out.quoted(text.substr(0, most_variable_text));
    return out.take();
}

Variable file_row(const std::string& name, const Extra& file, std::size_t row) {
    switch (row) {
    case 0: return variable(name + ".path", Value(file.path));
    case 1: return variable(name + ".open", Value(file.open));
    case 2: return variable(name + ".position", Value(static_cast<std::int32_t>(file.position)));
    default: return variable(name + ".size", Value(static_cast<std::int32_t>(file.content.size())));
    }
}

} // namespace

MemberRows::MemberRows(const Environment& environment, std::span<const std::uint32_t> handles)
    : environment_(environment), handles_(handles) {
    for (const std::uint32_t handle : handles) count_ += members_in(environment.pool(), handle);
}

Variable MemberRows::at(std::size_t row) {
    const Pool& pool = environment_.pool();
    std::size_t here = members_in(pool, handles_[object_]);
    while (row - first_ >= here) {
        first_ += here;
        here = members_in(pool, handles_[++object_]);
        entry_ = {};
    }
    const std::uint32_t handle = handles_[object_];
    const std::size_t index = row - first_;
    const Object& object = pool[handle];
    const std::span<const std::byte> bytes(object.data, object.size);
    const std::string name = "handle " + std::to_string(handle);
    if (object.kind == ObjectKind::user) {
        const std::size_t offset = word_size * index;
        return shown(environment_, name + ".+" + std::to_string(offset), number_in(bytes.subspan(offset)));
    }
    if (object.kind == ObjectKind::array) {
        const std::size_t size = element_size(object), parts = words_in(size);
        const std::size_t offset = index % parts * word_size;
        std::string place = name + "[" + std::to_string(index / parts) + "]";
        if (parts > 1) place += ".+" + std::to_string(offset);
        const Word word =
            number_in(bytes.subspan(index / parts * size + offset, std::min(size - offset, word_size)));
        return shown(environment_, std::move(place),
                     object.managed_elements ? as_pointer(environment_, word) : word);
    }
    const Extra& extra = *pool.extra(handle);
    if (object.kind == ObjectKind::file) return file_row(name, extra, index);
    // Rows are asked for in order: only the first has to be looked for.
    entry_ = entry_ && index == entry_index_ + 1
                 ? std::next(*entry_)
                 : std::next(extra.entries.begin(), static_cast<std::ptrdiff_t>(index));
    entry_index_ = index;
    const auto& [key, value] = **entry_;
    return object.kind == ObjectKind::set
               ? variable(name + "[" + std::to_string(index) + "]", Value(), "text",
                          std::string_view(quoted(key)))
               : variable(name + "[" + quoted(key) + "]", Value(), "text", std::string_view(quoted(value)));
}

} // namespace vellum::ags
