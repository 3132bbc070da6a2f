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
    json.objects("functions", made.functions, [&](const FunctionVerdict& one) {
        json.member("name", one.name);
        json.member("address", std::uint64_t{one.address});
        json.member("verdict", one.identical ? "identical" : "fallback");
        if (!one.identical) json.member("reason", one.reason);
    });
}

} // namespace vellum::tools
