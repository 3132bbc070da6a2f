// Finding the engine's own functions by import name and arity, and describing them to whoever asks what there
// is.
#include <unordered_map>

#include "engines/ags/machine/environment.hpp"

namespace vellum::ags {

const BuiltinEntry* find_builtin(std::string_view name, std::int32_t arity) {
    static const auto table = [] {
        std::unordered_multimap<std::string_view, const BuiltinEntry*> made;
        for (const std::span<const BuiltinEntry> part :
             {string_builtins(), maths_builtins(), container_builtins(), file_builtins(),
              old_text_builtins()})
            for (const BuiltinEntry& entry : part) made.emplace(entry.name, &entry);
        return made;
    }();
    // Older scripts import without an arity; then any row of that name serves.
    const BuiltinEntry* any = nullptr;
    const auto [first, last] = table.equal_range(name);
    for (auto entry = first; entry != last; ++entry) {
        if (entry->second->arity == arity) return entry->second;
        if (any == nullptr || entry->second->arity > any->arity) any = entry->second;
    }
    return arity < 0 ? any : nullptr;
}

namespace {

/// Tells names and documents of the builtins. Machines call them directly, so there is nothing to resolve
/// here.
class KnownNatives final : public Host {
  public:
    [[nodiscard]] Native resolve(const NativeKey&) override { return {}; }
    void each_signature(const std::function<void(const Signature&)>& visit) const override {
        for (const std::span<const BuiltinEntry> part :
             {string_builtins(), maths_builtins(), container_builtins(), file_builtins(),
              old_text_builtins()})
            for (const BuiltinEntry& entry : part) visit(signature_of(entry));
    }

  private:
    static Signature signature_of(const BuiltinEntry& entry) {
        constexpr std::int32_t variadic = 100;
        Signature signature;
        const std::size_t colons = entry.name.find("::");
        if (colons != std::string_view::npos) {
            signature.kind = NativeKind::method;
            signature.owner = entry.name.substr(0, colons);
            signature.name = entry.name.substr(colons + 2);
            if (signature.name.starts_with("get_") || signature.name.starts_with("geti_")) {
                signature.kind = NativeKind::getter;
                signature.name.erase(0, signature.name.find('_') + 1);
            }
        } else
            signature.name = entry.name;
        signature.parameters.resize(static_cast<std::size_t>(entry.arity % variadic));
        signature.variadic = entry.arity >= variadic;
        signature.documentation = entry.documentation;
        return signature;
    }
};

} // namespace

const Host& known_natives() {
    static const KnownNatives natives;
    return natives;
}

} // namespace vellum::ags
