// See lookup.hpp.
#include "engines/skrit/compile/lookup.hpp"

namespace vellum::skrit {

namespace {
constexpr std::string_view prefixes[] = {"", "Get", "Set"};
}

Lookup::Known& Lookup::known(Symbol symbol) {
    if (symbol >= known_.size()) known_.resize(std::max<std::size_t>(names_.size(), symbol + 1));
    Known& entry = known_[symbol];
    if (!entry.asked) {
        const std::string_view name = names_.text(symbol);
        entry.asked = true;
        entry.found_class = declared_.find_class(name);
        entry.constant = declared_.find_constant(name);
        entry.event = declared_.find_event(name);
        entry.is_type = declared_.find_type(name, entry.type);
    }
    return entry;
}

std::uint32_t Lookup::find_class(Symbol symbol) {
    const std::uint32_t found = known(symbol).found_class;
    return found == no_index && own_ != nullptr ? own_->find_own_class(names_.text(symbol)) : found;
}

ConstantRef Lookup::constant(Symbol symbol) {
    const ConstantRef found = known(symbol).constant;
    return !found && own_ != nullptr ? own_->find_own_constant(names_.text(symbol)) : found;
}

std::uint32_t Lookup::event(Symbol symbol) {
    const std::uint32_t found = known(symbol).event;
    return found == no_index && own_ != nullptr ? own_->find_event(names_.text(symbol)) : found;
}

bool Lookup::type(Symbol symbol, ExportType& type) {
    const Known& entry = known(symbol);
    if (!entry.is_type) return own_ != nullptr && own_->find_type(names_.text(symbol), type);
    type = entry.type;
    return true;
}

void Lookup::functions(std::uint32_t owner, Symbol symbol, Prefix prefix, std::vector<std::uint32_t>& found) {
    const auto name = [&]() -> std::string_view {
        if (prefix == Prefix::none) return names_.text(symbol);
        scratch_ = prefixes[static_cast<std::size_t>(prefix)];
        scratch_ += names_.text(symbol);
        return scratch_;
    };
    const std::uint64_t key =
        (std::uint64_t{owner} << 32U) ^ (std::uint64_t{symbol} << 2U) ^ static_cast<std::uint64_t>(prefix);
    const auto [entry, fresh] = functions_.try_emplace(key);
    if (fresh) {
        entry->second.first = static_cast<std::uint32_t>(lists_.size());
        declared_.find_functions(owner, name(), lists_);
        entry->second.count = static_cast<std::uint32_t>(lists_.size()) - entry->second.first;
    }
    const Range range = entry->second;
    for (std::uint32_t i = 0; i < range.count; ++i) found.push_back(lists_[range.first + i]);
    if (own_ != nullptr) own_->find_own_functions(owner, name(), found);
}

void Lookup::members(std::uint32_t owner, Symbol symbol, Prefix prefix, std::vector<std::uint32_t>& found) {
    for (int steps = 0; owner != no_index && steps < 64; ++steps) {
        functions(owner, symbol, prefix, found);
        owner = all().class_at(owner).base;
    }
}

} // namespace vellum::skrit
