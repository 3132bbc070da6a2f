// Lists of a project's file, which may be divided into folders, and values in it.
#pragma once

#include <charconv>
#include <cstdint>
#include <string_view>
#include <system_error>

#include "base/ascii.hpp"
#include "base/xml.hpp"

namespace vellum::ags::project {

[[nodiscard]] inline std::int32_t number_in(std::string_view text, std::int32_t otherwise = 0) {
    text = trimmed(text);
    std::int32_t value = otherwise;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

[[nodiscard]] inline bool is_true(XmlElement around, std::string_view name) {
    return same_name(around.text_of(name), "True");
}

/// A list that may be divided into folders: what they and what is in them are called.
struct Shape {
    std::string_view list, folder, items, item;
    bool own_first = false; ///< The folder's own items come before those of the folders in it.
};

template <class Visit> void each_in(const Shape& shape, XmlElement folder, const Visit& visit) {
    const auto own = [&] {
        for (XmlElement each = folder.child(shape.items).first(); each; each = each.next())
            if (each.name() == shape.item) visit(each);
    };
    if (shape.own_first) own();
    for (XmlElement each = folder.child("SubFolders").first(); each; each = each.next())
        if (each.name() == shape.folder) each_in(shape, each, visit);
    if (!shape.own_first) own();
}

template <class Visit> void each_of(const Shape& shape, XmlElement game, const Visit& visit) {
    for (XmlElement each = game.child(shape.list).first(); each; each = each.next()) {
        if (each.name() == shape.item) visit(each);
        if (each.name() == shape.folder) each_in(shape, each, visit);
    }
}

} // namespace vellum::ags::project
