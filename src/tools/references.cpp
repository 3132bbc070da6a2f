#include "tools/references.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/glob.hpp"
#include "base/suggest.hpp"
#include "isa/functions.hpp"

namespace vellum::tools {

namespace {

/// Slashes are ordinary characters in names, unlike in paths.
std::string without_slashes(std::string text) {
    std::ranges::replace(text, '/', '\x01');
    return text;
}

} // namespace

NamePattern::NamePattern(const NameQuery& query)
    : text_(query.ignore_case ? lower_case(query.name) : query.name),
      kind_(query.kind),
      ignore_case_(query.ignore_case),
      wild_(has_wildcard(query.name)) {
    if (wild_) text_ = without_slashes(std::move(text_));
}

bool NamePattern::accepts(std::string_view kind, std::string_view name) const {
    if (!kind_.empty() && kind != kind_) return false;
    if (text_.empty()) return true;
    if (!wild_ && !ignore_case_) return name == text_;
    const std::string same = ignore_case_ ? lower_case(name) : std::string(name);
    return same == text_ || (wild_ && matches(text_, without_slashes(same)));
}

void ClosestName::see(std::string_view kind, const std::string& name) {
    const std::string& text = wanted_.text();
    const bool begins = text.size() >= 2 && name.starts_with(text);
    if (name.size() + 2 < text.size() || (text.size() + 2 < name.size() && !begins) ||
        (!wanted_.kind().empty() && kind != wanted_.kind()))
        return;
    if (!seen_.insert(name).second) return;
    const std::array<std::string_view, 2> both{name_, name};
    if (const std::string_view near = nearest(text, both); near == name) name_ = name;
}

std::vector<Use> find_uses(const Program& program, const NamePattern& wanted, ClosestName* closest) {
    std::vector<Use> uses;
    const std::vector<Function> functions = program.functions();
    for (Reference& reference : program.references()) {
        const std::string_view kind = to_string(reference.kind);
        if (!wanted.accepts(kind, reference.name)) {
            if (closest != nullptr) closest->see(kind, reference.name);
            continue;
        }
        const Function* function = isa::function_at(functions, reference.address);
        uses.push_back({std::string(kind), std::move(reference.name),
                        function == nullptr ? std::string() : function->name, reference.address});
    }
    return uses;
}

std::vector<Use> find_uses(const Program& program, const NameQuery& query) {
    return find_uses(program, NamePattern(query), nullptr);
}

} // namespace vellum::tools
