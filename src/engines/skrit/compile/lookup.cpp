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
        const NameKey name(names_.text(symbol));
        entry.asked = true;
        entry.hash = name.hash;
        entry.found_class = declared_.find_class(name);
        entry.constant = declared_.find_constant(name);
        entry.event = declared_.find_event(name);
        entry.is_type = declared_.find_type(name, entry.type);
    }
    return entry;
}

std::uint32_t Lookup::find_class(Symbol symbol) {
    Known& entry = known(symbol);
    if (entry.found_class == no_index && own_ != nullptr && entry.known_classes != own_->class_count()) {
        entry.found_class = own_->find_own_class({names_.text(symbol), entry.hash});
        entry.known_classes = own_->class_count();
    }
    return entry.found_class;
}

ConstantRef Lookup::constant(Symbol symbol) {
    const Known& entry = known(symbol);
    return !entry.constant && own_ != nullptr ? own_->find_own_constant({names_.text(symbol), entry.hash})
                                              : entry.constant;
}

std::uint32_t Lookup::event(Symbol symbol) {
    const Known& entry = known(symbol);
    return entry.event == no_index && own_ != nullptr
               ? own_->find_own_event({names_.text(symbol), entry.hash})
               : entry.event;
}

bool Lookup::type(Symbol symbol, ExportType& type) {
    const Known& entry = known(symbol);
    if (!entry.is_type)
        return own_ != nullptr && own_->find_type(NameKey(names_.text(symbol), entry.hash), type);
    type = entry.type;
    return true;
}

void Lookup::functions(std::uint32_t owner, Symbol symbol, Prefix prefix, std::vector<std::uint32_t>& found) {
    remembered(owner, symbol, prefix, false, found);
}

void Lookup::members(std::uint32_t owner, Symbol symbol, Prefix prefix, std::vector<std::uint32_t>& found) {
    if (owner != no_index) remembered(owner, symbol, prefix, true, found);
}

void Lookup::remembered(std::uint32_t owner, Symbol symbol, Prefix prefix, bool bases,
                        std::vector<std::uint32_t>& found) {
    const std::uint64_t key = (std::uint64_t{owner} << 32U) ^ (std::uint64_t{symbol} << 3U) ^
                              (bases ? 4U : 0U) ^ static_cast<std::uint64_t>(prefix);
    const FlatIndex::Place place = function_places_.place(key);
    if (place.fresh) functions_.emplace_back();
    Functions& entry = functions_[place.index];
    // Steps are bounded because a class may be declared to inherit from itself.
    const auto collect = [&](auto&& ask, std::uint32_t& first, std::uint32_t& count) {
        NameKey name(names_.text(symbol), known(symbol).hash);
        if (prefix != Prefix::none) {
            scratch_ = prefixes[static_cast<std::size_t>(prefix)];
            scratch_ += name.text;
            name = NameKey(scratch_);
        }
        first = static_cast<std::uint32_t>(lists_.size());
        std::uint32_t at = owner;
        for (int steps = 0; steps < 64; ++steps) {
            ask(at, name);
            if (!bases || (at = all().class_at(at).base) == no_index) break;
        }
        count = static_cast<std::uint32_t>(lists_.size()) - first;
    };
    if (place.fresh)
        collect([&](std::uint32_t at, NameKey name) { declared_.find_functions(at, name, lists_); },
                entry.first, entry.count);
    if (own_ != nullptr && entry.known_functions != own_->function_count()) {
        entry.known_functions = own_->function_count();
        collect([&](std::uint32_t at, NameKey name) { own_->find_own_functions(at, name, lists_); },
                entry.own_first, entry.own_count);
    }
    for (std::uint32_t i = 0; i < entry.count; ++i) found.push_back(lists_[entry.first + i]);
    for (std::uint32_t i = 0; i < entry.own_count; ++i) found.push_back(lists_[entry.own_first + i]);
}

} // namespace vellum::skrit
