// What a script's import of a native is called.
#pragma once

#include <string>

#include "vellum/host.hpp"

namespace vellum::test {

/// "String::Append^1", "String::get_Length", "Game::seti_GlobalStrings".
inline std::string import_of(const Signature& native) {
    const bool accessor = native.kind == NativeKind::getter || native.kind == NativeKind::setter;
    std::string import = native.owner.empty() ? "" : native.owner + "::";
    if (accessor) {
        const bool setter = native.kind == NativeKind::setter;
        const bool indexed = native.parameters.size() > (setter ? 1U : 0U);
        import += std::string(setter ? "set" : "get") + (indexed ? "i_" : "_");
    }
    import += native.name;
    if (!accessor) import += "^" + std::to_string(native.parameters.size() + (native.variadic ? 100 : 0));
    return import;
}

} // namespace vellum::test
