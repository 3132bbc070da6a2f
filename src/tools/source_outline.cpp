#include "tools/source_outline.hpp"

#include <utility>

#include "isa/functions.hpp"

namespace vellum::tools {

SourceOutline::SourceOutline(const Engine& engine, std::string_view source) {
    if (engine.language() == nullptr || source.empty()) return;
    auto outline = engine.language()->outline(source);
    if (!outline) return;
    functions_ = std::move(*outline);
    for (const SourceFunction& one : functions_) {
        by_name_.emplace(isa::dotted(one.name), &one);
        for (const SourceFunction::Head& head : one.heads) by_name_.emplace(isa::dotted(head.name), &one);
    }
}

const SourceFunction* SourceOutline::find(std::string_view name) const {
    const auto found = by_name_.find(isa::dotted(name));
    return found == by_name_.end() ? nullptr : found->second;
}

std::optional<std::size_t> SourceOutline::begin_of(std::string_view name) const {
    const SourceFunction* const function = find(name);
    if (function == nullptr) return std::nullopt;
    for (const SourceFunction::Head& head : function->heads)
        if (isa::dotted(head.name) == isa::dotted(name)) return head.begin;
    return function->begin;
}

} // namespace vellum::tools
