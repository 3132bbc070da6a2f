#include "tools/verdict_json.hpp"

#include <algorithm>

namespace vellum::tools {

std::string_view verdict_of(const Decompiled& made) noexcept {
    if (!made.listing.empty()) return "listing";
    return std::ranges::all_of(made.functions, &FunctionVerdict::identical) ? "identical" : "fallback";
}

void write_verdicts(JsonWriter& json, const Decompiled& made) {
    json.member("verdict", verdict_of(made));
    if (!made.listing.empty()) json.member("reason", made.listing);
    json.key("functions");
    json.begin_array();
    for (const FunctionVerdict& one : made.functions) {
        json.begin_object();
        json.member("name", one.name);
        json.member("address", std::uint64_t{one.address});
        json.member("verdict", one.identical ? "identical" : "fallback");
        if (!one.identical) json.member("reason", one.reason);
        json.end_object();
    }
    json.end_array();
}

} // namespace vellum::tools
