#include "engines/pathologic/source/native_index.hpp"

namespace vellum::pathologic::source {

NativeIndex::NativeIndex(const Engine& engine) {
    engine.each_native([this](const NativeRow& row) {
        const Signature& one = row.signature;
        const std::size_t method = one.kind == NativeKind::method ? 1 : 0;
        const std::string_view name = words_.emplace_back(one.name);
        Entry& entry = entries_[method][name];
        if (entry.counts.insert(one.parameters.size()).second) entry.signatures.push_back(one);
        entry.variadic |= one.variadic;
        names_[method].push_back(name);
    });
}

const NativeIndex::Entry* NativeIndex::entry(std::string_view name, bool method) const {
    const Entries& entries = entries_[method ? 1 : 0];
    const auto found = entries.find(name);
    return found == entries.end() ? nullptr : &found->second;
}

const Signature* NativeIndex::find(std::string_view name, std::size_t arguments, bool method) const {
    if (const Entry* const known = entry(name, method))
        for (const Signature& one : known->signatures)
            if (one.parameters.size() == arguments) return &one;
    return nullptr;
}

bool NativeIndex::is_variadic(std::string_view name, bool method) const {
    const Entry* const known = entry(name, method);
    return known != nullptr && known->variadic;
}

const std::set<std::size_t>* NativeIndex::counts(std::string_view name, bool method) const {
    const Entry* const known = entry(name, method);
    return known == nullptr ? nullptr : &known->counts;
}

std::vector<std::string_view> NativeIndex::names(bool method) const { return names_[method ? 1 : 0]; }

const NativeIndex& native_index(const Engine& engine) {
    static const NativeIndex known(engine);
    return known;
}

} // namespace vellum::pathologic::source
