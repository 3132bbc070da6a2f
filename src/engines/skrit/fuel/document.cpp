// Conversions take exactly what their kind looks like; a number with something behind it is none.
#include "engines/skrit/fuel/document.hpp"

#include <cmath>

#include "base/ascii.hpp"
#include "base/number.hpp"

namespace vellum::skrit {

namespace {

constexpr std::size_t most_reals = 16;

std::optional<float> to_real(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    if (text.size() > 1 && (text.ends_with('f') || text.ends_with('F'))) text.remove_suffix(1);
    if (text.empty() || number_prefix(text) != text.size()) return std::nullopt;
    const float number = read_float(text);
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// Searches depth first, each block at most once: its depth says which part of the path it must match.
template <class Visit> bool walk(const FuelBlock& block, std::string_view path, Visit&& visit) {
    const std::size_t colon = path.find(':');
    const std::string_view head = path.substr(0, colon);
    if (colon == std::string_view::npos) return visit(block, head);
    for (const auto& child : block.children)
        if (same_name(child->name, head) && walk(*child, path.substr(colon + 1), visit)) return true;
    return false;
}

} // namespace

std::optional<bool> FuelAttribute::boolean() const {
    const std::string_view word = trimmed(text);
    if (same_name(word, "true") || word == "1") return true;
    if (same_name(word, "false") || word == "0") return false;
    return std::nullopt;
}

std::optional<std::int32_t> FuelAttribute::integer() const {
    std::string_view digits = trimmed(text);
    const bool negative = digits.starts_with('-');
    if (negative || digits.starts_with('+')) digits.remove_prefix(1);
    const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
    if (hex) digits.remove_prefix(2);
    const auto bits = whole_number<std::uint32_t>(digits, hex || type == 'x' ? 16 : 10);
    if (!bits) return std::nullopt;
    return static_cast<std::int32_t>(negative ? 0U - *bits : *bits);
}

std::optional<float> FuelAttribute::real() const { return to_real(trimmed(text)); }

std::optional<std::vector<float>> FuelAttribute::reals() const {
    std::vector<float> numbers;
    std::string_view rest = trimmed(text);
    while (!rest.empty()) {
        if (numbers.size() == most_reals) return std::nullopt;
        const std::size_t end = rest.find_first_of(", \t\r\n");
        const std::optional<float> number = to_real(rest.substr(0, end));
        if (!number) return std::nullopt;
        numbers.push_back(*number);
        rest = end == std::string_view::npos ? std::string_view() : trimmed(rest.substr(end));
        if (rest.starts_with(',')) {
            rest = trimmed(rest.substr(1));
            if (rest.empty()) return std::nullopt;
        }
    }
    return numbers;
}

const FuelAttribute* FuelBlock::attribute(std::string_view key) const {
    for (const FuelAttribute& one : attributes)
        if (same_name(one.key, key)) return &one;
    return nullptr;
}

const FuelBlock* FuelBlock::child(std::string_view wanted) const {
    for (const auto& one : children)
        if (same_name(one->name, wanted)) return one.get();
    return nullptr;
}

const FuelBlock* FuelBlock::find(std::string_view path) const {
    const FuelBlock* found = nullptr;
    walk(*this, path, [&](const FuelBlock& block, std::string_view last) {
        return (found = block.child(last)) != nullptr;
    });
    return found;
}

const FuelAttribute* FuelBlock::value(std::string_view path) const {
    const FuelAttribute* found = nullptr;
    walk(*this, path, [&](const FuelBlock& block, std::string_view last) {
        return (found = block.attribute(last)) != nullptr;
    });
    return found;
}

bool FuelBlock::get(std::string_view path, bool otherwise) const {
    const FuelAttribute* found = value(path);
    return found == nullptr ? otherwise : found->boolean().value_or(otherwise);
}
std::int32_t FuelBlock::get(std::string_view path, std::int32_t otherwise) const {
    const FuelAttribute* found = value(path);
    return found == nullptr ? otherwise : found->integer().value_or(otherwise);
}
float FuelBlock::get(std::string_view path, float otherwise) const {
    const FuelAttribute* found = value(path);
    return found == nullptr ? otherwise : found->real().value_or(otherwise);
}
std::string_view FuelBlock::get(std::string_view path, std::string_view otherwise) const {
    const FuelAttribute* found = value(path);
    return found == nullptr ? otherwise : std::string_view(found->text);
}

} // namespace vellum::skrit
