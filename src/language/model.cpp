#include "language/model.hpp"

#include <algorithm>

#include "base/ascii.hpp"

namespace vellum::language {

std::string Catalogue::key(std::string_view name) const {
    return ignore_case_ ? lower_case(name) : std::string(name);
}

void Catalogue::add(Symbol symbol) {
    const auto id = static_cast<SymbolId>(symbols_.size());
    const std::string owner = key(symbol.owner);
    names_[owner + '\0' + key(symbol.name)].push_back(id);
    owners_[owner].push_back(id);
    symbols_.push_back(std::move(symbol));
}

void Catalogue::add_base(std::string_view derived, std::string_view base) {
    bases_[key(derived)] = key(base);
}

std::vector<std::string> Catalogue::with_bases(std::string_view owner) const {
    constexpr std::size_t most = 32;
    std::vector<std::string> all{key(owner)};
    for (auto found = bases_.find(all.back()); found != bases_.end() && all.size() < most;
         found = bases_.find(all.back()))
        all.push_back(found->second);
    return all;
}

std::vector<SymbolId> Catalogue::find(std::string_view owner, std::string_view name) const {
    std::vector<SymbolId> all;
    const auto add = [&](const std::string& one) {
        if (const auto found = names_.find(one); found != names_.end())
            all.insert(all.end(), found->second.begin(), found->second.end());
    };
    const std::string tail = '\0' + key(name);
    if (owner.empty()) // most names
        add(tail);
    else
        for (const std::string& each : with_bases(owner)) add(each + tail);
    return all;
}

const std::vector<SymbolId>& Catalogue::members(std::string_view owner) const {
    static const std::vector<SymbolId> none;
    const auto found = owners_.find(key(owner));
    return found == owners_.end() ? none : found->second;
}

const Use* Analysis::use_at(Offset at) const {
    // The use that begins last in front of the cursor, or the one that ends right there.
    auto after = std::ranges::upper_bound(uses, at, {}, [](const Use& use) { return use.span.begin; });
    if (after == uses.begin()) return nullptr;
    --after;
    if (after->span.touches(at)) return &*after;
    return nullptr;
}

std::vector<SymbolId> Analysis::callers() const {
    std::vector<std::pair<Span, SymbolId>> functions, open;
    for (SymbolId id = 0; id < symbols.size(); ++id)
        for (const Declared& place : symbols[id].places)
            if (symbols[id].callable && place.file == 0) functions.emplace_back(place.all, id);
    std::ranges::sort(functions, {}, [](const auto& one) { return one.first.begin; });
    std::vector<SymbolId> all;
    all.reserve(uses.size());
    auto next = functions.begin();
    for (const Use& use : uses) {
        for (; next != functions.end() && next->first.begin <= use.span.begin; ++next) open.push_back(*next);
        while (!open.empty() && open.back().first.end <= use.span.begin) open.pop_back();
        all.push_back(open.empty() ? no_symbol : open.back().second);
    }
    return all;
}

} // namespace vellum::language
