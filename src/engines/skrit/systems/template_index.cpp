// A name that is given twice counts where it stands first.
#include "engines/skrit/systems/template_index.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/fuel/file_includes.hpp"

namespace vellum::skrit {

namespace {

constexpr std::size_t longest_lineage = 64; // templates that specialize each other in a circle end here

void values_of(const FuelBlock& block, const std::string& address,
               std::vector<std::pair<std::string, std::string>>& values) {
    for (const FuelAttribute& each : block.attributes) values.emplace_back(address + each.key, each.text);
    for (const auto& child : block.children) values_of(*child, address + child->name + ":", values);
}

} // namespace

TemplateIndex::TemplateIndex(const Resources& resources, const FuelStore& fuel) : resources_(resources) {
    if (const FuelBlock* root = fuel.root()) index(*root);
    for (const FuelBlock* each : ordered_)
        if (const FuelAttribute* base = each->attribute("specializes");
            base != nullptr && find(base->text) == nullptr)
            problem(*each, "the template '" + each->name + "' specializes '" + base->text +
                               "', which does not exist");
}

void TemplateIndex::problem(const FuelBlock& block, std::string message) {
    problems_.add(make_diagnostic(codes::template_problem, std::move(message),
                                  {block.file, Place::unknown, block.line, 0}));
}

void TemplateIndex::index(const FuelBlock& block) {
    for (const auto& child : block.children) {
        if (same_name(child->type, "template")) {
            if (templates_.try_emplace(lower_case(child->name), child.get()).second)
                ordered_.push_back(child.get());
            else
                problem(*child,
                        "the template '" + child->name + "' was defined before; that definition is used");
        }
        index(*child);
    }
}

const FuelBlock* TemplateIndex::find(std::string_view name) const {
    const auto found = templates_.find(lower_case(name));
    return found == templates_.end() ? nullptr : found->second;
}

std::vector<const FuelBlock*> TemplateIndex::lineage(const FuelBlock& of) const {
    std::vector<const FuelBlock*> chain{&of};
    while (chain.size() < longest_lineage) {
        const FuelAttribute* base = chain.back()->attribute("specializes");
        const FuelBlock* next = base == nullptr ? nullptr : find(base->text);
        if (next == nullptr || std::ranges::find(chain, next) != chain.end()) break;
        chain.push_back(next);
    }
    std::ranges::reverse(chain);
    return chain;
}

std::vector<Component> TemplateIndex::components(const FuelBlock& of) const {
    std::vector<Component> found;
    for (const FuelBlock* level : lineage(of))
        for (const auto& child : level->children) {
            if (same_name(child->type, "template")) continue; // in a block that does not end
            const auto known = std::ranges::find_if(
                found, [&](const Component& one) { return same_name(one.name, child->name); });
            if (known != found.end()) {
                known->blocks.push_back(child.get());
                continue;
            }
            if (child->name.find('/') != std::string::npos) continue;
            auto path = resources_.find(child->name, component_folder);
            if (path && path->starts_with(component_folder))
                found.push_back({std::move(*path), {child.get()}, child->name});
        }
    return found;
}

std::vector<std::pair<std::string, std::string>> TemplateIndex::values(const FuelBlock& of) const {
    std::vector<std::pair<std::string, std::string>> values;
    for (const FuelBlock* level : lineage(of)) values_of(*level, {}, values);
    return values;
}

} // namespace vellum::skrit
