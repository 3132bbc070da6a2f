// The key under which hosts keep natives: kind, owner and name as one text, so that a look-up by views
// allocates nothing. Overloads by arity are told apart behind it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "vellum/host.hpp"

namespace vellum {

/// What a look-up brings: views only.
struct NativeNameView {
    NativeKind kind;
    std::string_view owner;
    std::string_view name;
};

/// What a table keeps.
struct NativeName {
    NativeKind kind = NativeKind::function;
    std::string owner;
    std::string name;
    operator NativeNameView() const noexcept { return {kind, owner, name}; }
};

struct NativeNameHash {
    using is_transparent = void;
    std::size_t operator()(const NativeNameView& key) const noexcept {
        const std::hash<std::string_view> hash;
        return (hash(key.name) * 31 + hash(key.owner)) * 31 + static_cast<std::size_t>(key.kind);
    }
};

struct NativeNameEqual {
    using is_transparent = void;
    bool operator()(const NativeNameView& a, const NativeNameView& b) const noexcept {
        return a.kind == b.kind && a.name == b.name && a.owner == b.owner;
    }
};

template <class T> using NativeNameMap = std::unordered_map<NativeName, T, NativeNameHash, NativeNameEqual>;

} // namespace vellum
