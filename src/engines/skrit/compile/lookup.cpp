// See lookup.hpp.
#include "engines/skrit/compile/lookup.hpp"

#include <algorithm>
#include <utility>

namespace vellum::skrit {

namespace {
constexpr std::string_view prefixes[] = {"", "Get", "Set"};
}

Lookup::Known& Lookup::known(Symbol symbol) {
    if (symbol >= known_.size()) known_.resize(std::max<std::size_t>(names_.size(), symbol + 1));
    Known& entry = known_[symbol];
    if (entry.asked == 0) entry.hash = NameKey(names_.text(symbol)).hash;
    return entry;
}

std::uint32_t Lookup::find_class(Symbol symbol) {
    Known& entry = known(symbol);
    const NameKey name(names_.text(symbol), entry.hash);
    if (entry.first_time(Known::for_class)) entry.found_class = declared_.find_class(name);
    if (entry.found_class == no_index && own_ != nullptr && entry.known_classes != own_->class_count()) {
        entry.found_class = own_->find_own_class(name);
        entry.known_classes = own_->class_count();
    }
    return entry.found_class;
}

ConstantRef Lookup::constant(Symbol symbol) {
    Known& entry = known(symbol);
    const NameKey name(names_.text(symbol), entry.hash);
    if (entry.first_time(Known::for_constant)) entry.constant = declared_.find_constant(name);
    return !entry.constant && own_ != nullptr ? own_->find_own_constant(name) : entry.constant;
}

std::uint32_t Lookup::event(Symbol symbol) {
    Known& entry = known(symbol);
    const NameKey name(names_.text(symbol), entry.hash);
    if (entry.first_time(Known::for_event)) entry.event = declared_.find_event(name);
    return entry.event == no_index && own_ != nullptr ? own_->find_own_event(name) : entry.event;
}

bool Lookup::type(Symbol symbol, ExportType& type) {
    Known& entry = known(symbol);
    const NameKey name(names_.text(symbol), entry.hash);
    if (entry.first_time(Known::for_type)) entry.is_type = declared_.find_type(name, entry.type);
    if (!entry.is_type) return own_ != nullptr && own_->find_type(name, type);
    type = entry.type;
    return true;
}

void Lookup::look_up(Functions& entry, std::uint32_t owner, Symbol symbol, Prefix prefix, bool bases) {
    NameKey name(names_.text(symbol));
    if (prefix != Prefix::none) {
        scratch_ = prefixes[static_cast<std::size_t>(prefix)];
        scratch_ += name.text;
        name = NameKey(scratch_);
    }
    // Steps are bounded because a class may be declared to inherit from itself.
    const auto each_class = [&](auto&& ask) {
        std::uint32_t at = owner;
        for (int steps = 0; steps < 64; ++steps) {
            ask(at);
            if (!bases || (at = all().class_at(at).base) == no_index) break;
        }
    };
    if (entry.known_functions == no_index) {
        entry.first = static_cast<std::uint32_t>(lists_.size());
        each_class([&](std::uint32_t at) { declared_.find_functions(at, name, lists_); });
        entry.count = entry.declared = static_cast<std::uint32_t>(lists_.size()) - entry.first;
    }
    if (own_ == nullptr) return;
    added_.clear();
    each_class([&](std::uint32_t at) { own_->find_own_functions(at, name, added_); });
    if (added_.size() == entry.count - entry.declared) return; // functions are never taken away
    if (entry.first + entry.count != lists_.size()) {          // other lists follow: it moves to the end
        const std::size_t from = std::exchange(entry.first, static_cast<std::uint32_t>(lists_.size()));
        for (std::size_t i = 0; i < entry.declared; ++i) lists_.push_back(lists_[from + i]);
    }
    lists_.resize(entry.first + entry.declared);
    lists_.insert(lists_.end(), added_.begin(), added_.end());
    entry.count = entry.declared + static_cast<std::uint32_t>(added_.size());
}

} // namespace vellum::skrit
