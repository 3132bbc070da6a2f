#include "engines/ags/decompile/place.hpp"

#include <charconv>

#include "base/concat.hpp"

namespace vellum::ags::decompile {

std::string place_name(std::string_view of, const CellKey& key, bool in_struct) {
    const bool list = key.length > 0 && key.size == element_bytes && key.inner_length < 0;
    const bool structs = key.length > 0 && !list;
    if (key.record || (in_struct && structs) || (key.inner_length > 0 && key.inner_size != element_bytes))
        return {};
    std::string name(of);
    if (structs || (list && key.offset == 0 && !in_struct)) name += array_mark;
    if (key.offset == 0 && !structs && !in_struct) return name;
    name += concat(".", key.offset);
    if (list) name += concat("[", key.length, "]");
    if (key.inner_length > 0) name += concat("[", key.inner_length, "]");
    return name;
}

std::optional<CellKey> place_in_struct(std::string_view text) {
    constexpr std::int32_t most = 0x00FFFFFF; // bytes of a script's data
    CellKey key;
    std::string_view rest = text;
    const auto take = [&](std::int32_t& number) {
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
        return error == std::errc{} && number >= 0 && number <= most;
    };
    if (!take(key.offset)) return std::nullopt;
    if (rest.starts_with('[')) {
        rest.remove_prefix(1);
        if (!take(key.length)) return std::nullopt;
        key.size = element_bytes;
    }
    if (place_name({}, key, true) != concat(".", text)) return std::nullopt; // it is said in another way
    return key;
}

} // namespace vellum::ags::decompile
