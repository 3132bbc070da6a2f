// See the header.
#include "engines/ags/api/index.hpp"

#include <algorithm>
#include <tuple>

namespace vellum::ags::api {

namespace {
std::pair<std::string_view, std::string_view> key(const Row* row) { return {row->owner, row->name}; }
} // namespace

const Index& Index::all() {
    static const Index index;
    return index;
}

Index::Index() {
    Rows reader;
    for (Row row; reader.next(row);) rows_.push_back(row);
    for (const Row& row : rows_) by_name_.push_back(&row);
    std::ranges::sort(by_name_, {}, [](const Row* row) { return std::tuple(key(row), ~row->releases, row); });
}

std::span<const Row* const> Index::find(std::string_view owner, std::string_view name) const {
    const auto found = std::ranges::equal_range(by_name_, std::pair(owner, name), {}, key);
    return {found.begin(), found.end()};
}

std::size_t count_parameters(const Row& row, bool& variadic) noexcept {
    std::size_t count = 0;
    variadic = false;
    for (std::string_view rest = row.parameters; !rest.empty();) {
        if (take_parameter(rest).type == "...")
            variadic = true;
        else
            ++count;
    }
    return count;
}

} // namespace vellum::ags::api
