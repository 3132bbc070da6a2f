// A block below a template is a component if a skrit of its name stands below the components' folder;
// everything else in a template belongs to the game.
#include "engines/skrit/systems/content.hpp"

#include <algorithm>

#include "engines/skrit/codes.hpp"
#include "engines/skrit/fuel/embedded.hpp"

namespace vellum::skrit {

Content::Content(World& world, const Resources& resources, const FuelStore& fuel,
                 const TemplateIndex& templates)
    : world_(world), resources_(resources), fuel_(fuel), templates_(templates) {
    world_.content_formula = [this](std::string_view name) { return general_formula(name); };
}

std::size_t Content::compile_components(Diagnostics& diagnostics) {
    std::vector<std::string> paths;
    for (const FuelBlock* each : templates_.all())
        for (Component& component : templates_.components(*each)) paths.push_back(std::move(component.path));
    std::ranges::sort(paths);
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    for (const std::string& path : paths) static_cast<void>(world_.prepare(path, diagnostics));
    return paths.size();
}

std::vector<std::uint64_t> Content::make(std::string_view template_name, std::uint64_t owner,
                                         Diagnostics& diagnostics) {
    const FuelBlock* block = templates_.find(template_name);
    if (block == nullptr) {
        diagnostics.add(codes::run_not_found, "there is no template '" + std::string(template_name) + "'");
        return {};
    }
    std::vector<std::uint64_t> made;
    for (const Component& component : templates_.components(*block)) {
        std::vector<Property> fields; // as they are: a field may hold anything, code too
        for (const FuelBlock* block_of : component.blocks)
            for (const FuelAttribute& field : block_of->attributes)
                fields.emplace_back(field.key, field.text);
        const std::uint64_t id = world_.create(component.path, owner, diagnostics, fields);
        if (id != 0) made.push_back(id);
    }
    return made;
}

std::uint64_t Content::make_chore(std::string_view template_name, std::string_view chore, std::uint64_t owner,
                                  Diagnostics& diagnostics) {
    const FuelBlock* block = templates_.find(template_name);
    const FuelAttribute* named = nullptr;
    if (block != nullptr) {
        const std::vector<const FuelBlock*> chain = templates_.lineage(*block);
        for (auto level = chain.rbegin(); level != chain.rend() && named == nullptr; ++level)
            named = (*level)->value("body:chore_dictionary:" + std::string(chore) + ":skrit");
    }
    if (named == nullptr) {
        diagnostics.add(codes::run_not_found, "template '" + std::string(template_name) +
                                                  "' has no skrit for the chore '" + std::string(chore) +
                                                  "'");
        return 0;
    }
    const std::size_t question = named->text.find('?');
    const auto path = resources_.find(named->text.substr(0, question), animation_folder);
    if (!path) {
        diagnostics.add(codes::run_not_found,
                        "there is no animation skrit '" + named->text.substr(0, question) + "'");
        return 0;
    }
    return world_.create(*path + (question == std::string::npos ? "" : named->text.substr(question)), owner,
                         diagnostics);
}

Result<Value> Content::formula(std::string_view address,
                               std::span<const std::pair<std::string, float>> macros) {
    const FuelAttribute* value = fuel_.value(address);
    if (value == nullptr)
        return fail(codes::run_not_found, "there is no value at '" + std::string(address) + "'");
    return world_.formula(value->text, macros);
}

/// A value of that name among the general formulas, or a function of the whole skrit that stands there.
Result<Value> Content::general_formula(std::string_view name) {
    constexpr std::string_view place = "world:global:formula:general_formulas";
    const std::string address = std::string(place) + ":" + std::string(name);
    if (fuel_.value(address) == nullptr && fuel_.value(place) != nullptr) return call(place, name, {});
    return formula(address, {});
}

std::uint64_t Content::skrit_at(std::string_view address, Diagnostics& diagnostics) {
    const std::string key = lower_case(address);
    if (const auto known = skrits_.find(key); known != skrits_.end() && world_.find(known->second) != nullptr)
        return known->second;
    const FuelAttribute* value = fuel_.value(address);
    if (value == nullptr) {
        diagnostics.add(codes::run_not_found, "there is no value at '" + std::string(address) + "'");
        return 0;
    }
    Diagnostics of_this;
    const Result<UnitPtr> unit = world_.compile(value->text, UnitMode::skrit, address, of_this);
    for (const Diagnostic& each : of_this.all()) diagnostics.add(placed_in_file(each, *value));
    if (!unit) return 0;
    const std::uint64_t id = world_.create(*unit, {}, 0, diagnostics);
    if (id != 0) skrits_[key] = id;
    return id;
}

Result<Value> Content::call(std::string_view address, std::string_view function,
                            std::span<const Value> arguments) {
    Diagnostics diagnostics;
    Object* object = world_.find(skrit_at(address, diagnostics));
    if (object == nullptr) {
        for (const Diagnostic& each : diagnostics.all())
            if (each.severity == Severity::error) return std::unexpected(each);
        return fail(codes::run_not_found, "there is no skrit at '" + std::string(address) + "'");
    }
    const std::uint32_t index = object->unit().find_function(function);
    if (index == none)
        return fail(codes::undefined, "the skrit at '" + std::string(address) + "' has no function '" +
                                          std::string(function) + "'");
    if (object->unit().functions_table[index].parameters.size() != arguments.size())
        return fail(codes::call, "'" + std::string(function) + "' takes " +
                                     std::to_string(object->unit().functions_table[index].parameters.size()) +
                                     " arguments");
    Value result;
    if (world_.call_function(*object, index, arguments, &result)) return result;
    return fail(codes::run_abort, "the function failed");
}

GameType::GameType(Content& content, const FuelStore& fuel, World& world, std::string_view map,
                   std::string_view name, Diagnostics& diagnostics)
    : world_(world) {
    std::string types = "world:maps:" + std::string(map) + ":info:gametypes";
    if (map.empty() || fuel.find(types) == nullptr) types = "world:global:gametypes";
    const std::string address = types + ":" + std::string(name) + ":skrit";
    if (fuel.value(address) == nullptr) return; // a game type need not have one
    object_ = content.skrit_at(address, diagnostics);
    const Object* object = world.find(object_);
    if (object == nullptr) return;
    const auto optional = [&](std::string_view function) {
        const std::uint32_t index = object->unit().find_function(function);
        return index != none && object->unit().functions_table[index].parameters.size() == 1 ? index : none;
    };
    victory_ = optional("check_team_for_victory$");
    message_ = optional("handle_world_message$");
}

void GameType::call(std::uint32_t function, const Value& argument) {
    Object* object = world_.find(object_);
    if (object == nullptr || function == none) return;
    const Value arguments[] = {argument};
    static_cast<void>(world_.call_function(*object, function, arguments, nullptr));
}

void GameType::check_victory(std::span<const std::int32_t> teams) {
    for (const std::int32_t team : teams) call(victory_, Value(team));
}

void GameType::message(const Value& message) { call(message_, message); }

} // namespace vellum::skrit
