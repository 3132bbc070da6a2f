// Reads the text tables of natives. The tables are the library's own, so a mistake is not explained.
#include "host/native_rows.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace vellum {

namespace {

constexpr std::string_view role_letters = "fmgsvqo";  // in the order of NativeRole
constexpr std::string_view direction_letters = "<>="; // in the order of Direction
constexpr std::pair<char, Type> type_letters[] = {
    {'b', Type::boolean}, {'i', Type::integer}, {'f', Type::real},   {'s', Type::string},
    {'o', Type::object},  {'v', Type::vector},  {'m', Type::memory}, {'*', Type::none}};

/// Takes what stands before the divider off the text, and the divider.
std::string_view take_until(std::string_view& text, std::string_view divider) {
    const std::size_t end = std::min(text.find(divider), text.size());
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(std::min(end + divider.size(), text.size()));
    return taken;
}

bool read_number(std::string_view text, std::uint32_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

bool read_type(char letter, Type& type) {
    const auto* const found = std::ranges::find(type_letters, letter, &std::pair<char, Type>::first);
    if (found == std::end(type_letters)) return false;
    type = found->second;
    return true;
}

bool read_parameter(std::string_view text, Signature& signature) {
    if (text == "...") return signature.variadic = true;
    constexpr std::uint32_t most = 64;
    if (std::uint32_t count = 0; read_number(text, count)) {
        signature.parameters.resize(signature.parameters.size() + std::min(count, most));
        return count != 0 && count <= most;
    }
    const std::size_t direction = text.empty() ? std::string_view::npos : direction_letters.find(text[0]);
    Parameter parameter;
    if (direction == std::string_view::npos || text.size() < 2 || !read_type(text[1], parameter.type))
        return false;
    parameter.direction = static_cast<Direction>(direction);
    if (text.size() > 2) {
        if (text[2] != ' ' || text.size() == 3) return false;
        parameter.name = text.substr(3);
    }
    signature.parameters.push_back(std::move(parameter));
    return true;
}

NativeKind kind_of(NativeRole role) {
    switch (role) {
    case NativeRole::method: return NativeKind::method;
    case NativeRole::getter:
    case NativeRole::variable: return NativeKind::getter;
    case NativeRole::setter: return NativeKind::setter;
    case NativeRole::function:
    case NativeRole::query:
    case NativeRole::command: break;
    }
    return NativeKind::function;
}

} // namespace

bool read_parameters(std::string_view text, Signature& signature) {
    while (!text.empty())
        if (signature.variadic || !read_parameter(take_until(text, ","), signature)) return false;
    return true;
}

std::optional<NativeRow> read_native_row(std::string_view line) {
    NativeRow row;
    Signature& signature = row.signature;
    std::string_view rest = line;
    std::string_view head = take_until(rest, " | ");
    signature.documentation = rest;

    const std::string_view mark = take_until(head, " ");
    const std::size_t role = mark.empty() ? std::string_view::npos : role_letters.find(mark[0]);
    if (role == std::string_view::npos) return std::nullopt;
    row.role = static_cast<NativeRole>(role);
    signature.kind = kind_of(row.role);
    for (const char flag : mark.substr(1)) {
        if (flag != '~' && flag != '!') return std::nullopt;
        (flag == '~' ? signature.latent : row.implemented) = true;
    }

    const std::size_t open = head.find('(');
    std::string_view name = head.substr(0, std::min(open, head.find(' ')));
    std::string_view seen = head.substr(name.size());
    if (open == name.size()) {
        const std::size_t close = seen.find(')');
        if (close == std::string_view::npos) return std::nullopt;
        const std::string_view parameters = seen.substr(1, close - 1);
        row.counted = parameters != "?";
        if (row.counted && !read_parameters(parameters, signature)) return std::nullopt;
        seen.remove_prefix(close + 1);
        if (seen.starts_with(':')) {
            if (seen.size() < 2 || !read_type(seen[1], signature.result)) return std::nullopt;
            seen.remove_prefix(2);
        }
        if (seen.starts_with('^')) {
            std::string_view list = seen.substr(1, std::min(seen.find(' '), seen.size()) - 1);
            seen.remove_prefix(1 + list.size());
            do signature.ended_by.emplace_back(take_until(list, ","));
            while (!list.empty());
        }
    } else if (row.role != NativeRole::variable)
        return std::nullopt;
    const std::size_t point = name.rfind('.');
    if (point != std::string_view::npos) signature.owner = name.substr(0, point);
    signature.name = name.substr(point == std::string_view::npos ? 0 : point + 1);
    if (signature.name.empty()) return std::nullopt;

    if (!seen.empty()) {
        if (seen[0] != ' ') return std::nullopt;
        seen.remove_prefix(1);
        const std::string_view uses = take_until(seen, "/");
        if (!read_number(uses, row.uses) || !read_number(seen, row.scripts)) return std::nullopt;
    }
    return row;
}

void each_native_row(std::string_view table, const std::function<void(NativeRow&&)>& visit) {
    while (!table.empty()) {
        std::optional<NativeRow> row = read_native_row(take_until(table, "\n"));
        assert(row);
        if (row) visit(*std::move(row));
    }
}

} // namespace vellum
