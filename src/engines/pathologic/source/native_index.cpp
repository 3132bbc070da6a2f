#include "engines/pathologic/source/native_index.hpp"

namespace vellum::pathologic::source {

namespace {

std::string key(std::string_view name, bool method) { return (method ? "." : "/") + std::string(name); }

std::string key(std::string_view name, std::size_t arguments, bool method) {
    return key(name, method) + "/" + std::to_string(arguments);
}

} // namespace

NativeIndex::NativeIndex(const Engine& engine) {
    engine.each_native([this](const NativeRow& row) {
        const Signature& one = row.signature;
        const bool method = one.kind == NativeKind::method;
        rows_.emplace(key(one.name, one.parameters.size(), method), row);
        if (one.variadic) variadic_.insert(key(one.name, method));
        counts_[key(one.name, method)].insert(one.parameters.size());
        names_[method ? 1 : 0].push_back(one.name);
    });
}

const Signature* NativeIndex::find(std::string_view name, std::size_t arguments, bool method) const {
    const auto found = rows_.find(key(name, arguments, method));
    return found == rows_.end() ? nullptr : &found->second.signature;
}

std::vector<std::string> NativeIndex::declarations(std::string_view name, bool method) const {
    std::vector<std::string> list;
    if (const std::set<std::size_t>* const known = counts(name, method))
        for (const std::size_t count : *known)
            list.push_back(declaration(rows_.find(key(name, count, method))->second));
    return list;
}

bool NativeIndex::is_variadic(std::string_view name, bool method) const {
    return variadic_.contains(key(name, method));
}

const std::set<std::size_t>* NativeIndex::counts(std::string_view name, bool method) const {
    const auto found = counts_.find(key(name, method));
    return found == counts_.end() ? nullptr : &found->second;
}

std::vector<std::string_view> NativeIndex::names(bool method) const {
    const auto& all = names_[method ? 1 : 0];
    return {all.begin(), all.end()};
}

const NativeIndex& native_index(const Engine& engine) {
    static const NativeIndex known(engine);
    return known;
}

} // namespace vellum::pathologic::source
