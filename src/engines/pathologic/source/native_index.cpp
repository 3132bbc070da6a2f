#include "engines/pathologic/source/native_index.hpp"

#include <algorithm>

namespace vellum::pathologic::source {

NativeIndex::NativeIndex(const Engine& engine) {
    engine.runtime().each_native([this](const NativeRow& row) {
        const Signature& one = row.signature;
        const std::size_t method = one.kind == NativeKind::method ? 1 : 0;
        const std::string_view name = words_.emplace_back(one.name);
        Entry& entry = entries_[method][name];
        if (entry.counts.insert(one.parameters.size()).second) entry.rows.push_back(row);
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
        for (const NativeRow& row : known->rows)
            if (row.signature.parameters.size() == arguments) return &row.signature;
    return nullptr;
}

std::vector<std::string> NativeIndex::declarations(std::string_view name, bool method) const {
    std::vector<std::string> list;
    const Entry* const known = entry(name, method);
    if (known == nullptr) return list;
    std::vector<const NativeRow*> rows;
    rows.reserve(known->rows.size());
    for (const NativeRow& row : known->rows) rows.push_back(&row);
    std::ranges::sort(rows, {}, [](const NativeRow* row) { return row->signature.parameters.size(); });
    for (const NativeRow* row : rows) list.push_back(declaration(*row));
    return list;
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
