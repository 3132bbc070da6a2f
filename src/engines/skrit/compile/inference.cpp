// How the open mode guesses. The guesses follow habits of real scripts (docs page, "Open mode"): enumerations
// begin with a lower-case e, identifiers end with id, constants share a prefix.
#include "engines/skrit/compile/inference.hpp"

#include <algorithm>

namespace vellum::skrit {

namespace {

bool ends_with_id(std::string_view name) {
    return name.size() > 2 && same_name(name.substr(name.size() - 2), "id");
}

bool looks_like_enumeration(std::string_view name) {
    if (name.size() > 1 && name[0] == 'e' && name[1] >= 'A' && name[1] <= 'Z') return true;
    // UI_ACTION: capitals and underscores
    return name.find('_') != std::string_view::npos &&
           std::ranges::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
}

bool looks_like_constant(std::string_view name) {
    return name.find('_') != std::string_view::npos ||
           std::ranges::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
}

/// Everything up to the first underscore, with it.
std::string_view prefix_of(std::string_view name) {
    const std::size_t end = name.find('_');
    return end == std::string_view::npos ? name : name.substr(0, end + 1);
}

/// Only what open mode added has open results.
std::uint32_t first_added(const Exports& exports) {
    return exports.base() == nullptr ? 0 : exports.base()->function_count();
}

bool open_or_odd(ExportType type) { return static_cast<std::uint8_t>(type.kind) >= 100; }

} // namespace

void Inference::widen(ExportParameter& parameter, ExportType argument) {
    if (argument.kind == kind_null || open_or_odd(argument)) return;
    if (parameter.any && parameter.type.kind == TypeKind::none) { // nothing known yet
        parameter.type = argument;
        parameter.any = false;
        ++version_;
        return;
    }
    if (parameter.any || parameter.type == argument) return;
    const auto number = [](ExportType type) {
        return type.kind == TypeKind::integer || type.kind == TypeKind::real;
    };
    if (number(parameter.type) && number(argument)) {
        if (parameter.type.kind == TypeKind::real) return;
        parameter.type = argument;
        ++version_;
        return;
    }
    if (parameter.type.kind == argument.kind && is_reference(argument.kind) && argument.index != no_index) {
        if (exports_.derives_from(argument.index, parameter.type.index)) return;
        if (exports_.derives_from(parameter.type.index, argument.index)) {
            parameter.type = argument;
            ++version_;
            return;
        }
    }
    if (argument.kind == TypeKind::enumeration && parameter.type.kind == TypeKind::integer) return;
    parameter.any = true;
    ++version_;
}

std::uint32_t Inference::function(std::uint32_t owner, std::string_view name, bool is_static,
                                  std::span<const ExportType> arguments, bool format, std::size_t fixed) {
    std::vector<std::uint32_t> same;
    exports_.find_functions(owner, name, same);
    for (const std::uint32_t index : same) {
        FunctionExport* own = exports_.own_function(index);
        if (own == nullptr || own->variadic != format) continue;
        if (own->parameters.size() != (format ? fixed : arguments.size())) continue;
        for (std::size_t i = 0; i < own->parameters.size(); ++i) widen(own->parameters[i], arguments[i]);
        return index;
    }
    FunctionExport declaration;
    declaration.name = std::string(name);
    declaration.owner = owner;
    declaration.is_static = is_static;
    declaration.variadic = format;
    declaration.format = format;
    declaration.flags = export_inferred | export_inferred_result;
    for (std::size_t i = 0; i < (format ? fixed : arguments.size()); ++i) {
        ExportParameter parameter;
        parameter.any = true;
        widen(parameter, arguments[i]);
        declaration.parameters.push_back(std::move(parameter));
    }
    ++version_;
    return exports_.add_function(std::move(declaration));
}

void Inference::refine(std::uint32_t function, std::span<const ExportType> arguments) {
    FunctionExport* own = exports_.own_function(function);
    if (own == nullptr || (own->flags & export_inferred) == 0) return;
    for (std::size_t i = 0; i < own->parameters.size() && i < arguments.size(); ++i)
        widen(own->parameters[i], arguments[i]);
}

ExportType Inference::result_of(std::uint32_t function) const {
    const FunctionExport& declaration = exports_.function_at(function);
    if ((declaration.flags & export_inferred_result) != 0) return open_type(Sort::function, function);
    return declaration.result;
}

std::uint32_t Inference::class_of_functions(std::string_view name) {
    ClassExport declaration;
    declaration.name = std::string(name);
    declaration.kind = ClassKind::functions;
    declaration.flags = export_inferred;
    return exports_.add_class(std::move(declaration));
}

ExportType Inference::type(std::string_view name) {
    if (const std::uint32_t existing = exports_.find_class(name); existing != no_index) {
        // known by its functions so far
        if (ClassExport* own = exports_.own_class(existing);
            own != nullptr && type_kind(own->kind) == TypeKind::none) {
            own->kind = ends_with_id(name) ? ClassKind::identifier : ClassKind::pointer;
            ++version_;
        }
        const ExportType type = exports_.class_type(existing);
        return type.kind == TypeKind::none ? ExportType{TypeKind::pointer, existing} : type;
    }
    if (looks_like_enumeration(name)) {
        EnumExport declaration;
        declaration.name = std::string(name);
        declaration.flags = export_inferred;
        return {TypeKind::enumeration, exports_.add_enum(std::move(declaration))};
    }
    ClassExport declaration;
    declaration.name = std::string(name);
    declaration.kind = ends_with_id(name) ? ClassKind::identifier : ClassKind::pointer;
    declaration.flags = export_inferred;
    return exports_.class_type(exports_.add_class(std::move(declaration)));
}

ExportType Inference::object(std::string_view member, std::uint32_t owner) {
    std::string name(member.size() > 3 && same_name(member.substr(0, 3), "Get") ? member.substr(3) : member);
    std::string with_owner = owner == no_index ? name : exports_.class_at(owner).name + name;
    for (const std::string& candidate : {with_owner, "Go" + name, name}) {
        const std::uint32_t found = exports_.find_class(candidate);
        if (found != no_index && exports_.class_type(found).kind != TypeKind::none)
            return exports_.class_type(found);
    }
    return type(exports_.find_class(name) != no_index || looks_like_enumeration(name) ? with_owner + "Object"
                                                                                      : name);
}

std::uint32_t Inference::enumeration_like(std::string_view constant) {
    const std::string_view prefix = prefix_of(constant);
    for (std::uint32_t i = 0; i < exports_.enum_count(); ++i)
        for (const EnumConstant& known : exports_.enum_at(i).constants)
            if (same_name(prefix_of(known.name), prefix)) return i;
    for (const auto& [enumeration, known] : exports_.added_constants())
        if (same_name(prefix_of(known.name), prefix)) return enumeration;
    std::string name = "e" + std::string(prefix);
    if (name.ends_with('_')) name.pop_back();
    EnumExport declaration;
    declaration.name = std::move(name);
    declaration.flags = export_inferred;
    return exports_.add_enum(std::move(declaration));
}

ExportType Inference::constant(std::string_view name) {
    for (std::uint32_t i = 0; i < constants_.size(); ++i)
        if (same_name(constants_[i], name)) return open_type(Sort::constant, i);
    constants_.emplace_back(name);
    ++version_;
    return open_type(Sort::constant, static_cast<std::uint32_t>(constants_.size() - 1));
}

void Inference::bind_constant(const std::string& name, ExportType type) {
    if (exports_.find_constant(name)) return;
    const bool number = is_number(type.kind) || type.kind == TypeKind::none;
    if (!number || (!looks_like_constant(name) && type.kind != TypeKind::enumeration)) {
        // text, objects and plain words come from functions without parentheses
        const std::uint32_t made = function(no_index, name, true, {}, false, 0);
        if (type.kind != TypeKind::none) settle(open_type(Sort::function, made), type);
        return;
    }
    const std::uint32_t enumeration =
        type.kind == TypeKind::enumeration ? type.index : enumeration_like(name);
    std::int32_t value = 0;
    for (const EnumConstant& known : exports_.enum_at(enumeration).constants)
        value = std::max(value, known.value + 1);
    for (const auto& [other, known] : exports_.added_constants())
        if (other == enumeration) value = std::max(value, known.value + 1);
    exports_.add_constant(enumeration, {name, value});
    ++version_;
}

std::uint32_t Inference::event(std::string_view name, std::span<const ExportType> parameters) {
    std::uint32_t index = exports_.find_event(name);
    if (index == no_index) {
        EventExport declaration;
        declaration.name = std::string(name);
        declaration.family = "inferred";
        declaration.flags = export_inferred;
        index = exports_.add_event(std::move(declaration));
    }
    EventExport* own = exports_.own_event(index);
    if (own == nullptr || (own->flags & export_inferred) == 0) return index;
    for (std::size_t i = own->parameters.size(); i < parameters.size(); ++i) {
        ExportParameter parameter;
        parameter.type = open_or_odd(parameters[i]) ? ExportType{TypeKind::integer, no_index} : parameters[i];
        own->parameters.push_back(std::move(parameter));
        ++version_;
    }
    return index;
}

ExportType Inference::script_function(std::string_view name, std::span<const ExportType> arguments) {
    for (std::uint32_t i = 0; i < functions_.size(); ++i) {
        AssumedFunction& function = functions_[i];
        if (!same_name(function.name, name)) continue;
        for (std::size_t k = 0; k < arguments.size() && k < function.parameters.size(); ++k)
            if (function.parameters[k].kind == TypeKind::none && !open_or_odd(arguments[k])) {
                function.parameters[k] = arguments[k];
                ++version_;
            }
        for (std::size_t k = function.parameters.size(); k < arguments.size(); ++k, ++version_)
            function.parameters.push_back(open_or_odd(arguments[k]) ? ExportType{} : arguments[k]);
        return function.open ? open_type(Sort::script_function, i) : function.result;
    }
    AssumedFunction function;
    function.name = std::string(name);
    for (const ExportType argument : arguments)
        function.parameters.push_back(open_or_odd(argument) ? ExportType{} : argument);
    functions_.push_back(std::move(function));
    ++version_;
    return open_type(Sort::script_function, static_cast<std::uint32_t>(functions_.size() - 1));
}

ExportType Inference::script_variable(std::string_view name) {
    for (std::uint32_t i = 0; i < variables_.size(); ++i)
        if (same_name(variables_[i].name, name))
            return variables_[i].open ? open_type(Sort::script_variable, i) : variables_[i].type;
    variables_.push_back({std::string(name), {}, true});
    ++version_;
    return open_type(Sort::script_variable, static_cast<std::uint32_t>(variables_.size() - 1));
}

void Inference::script_state(std::string_view name) {
    if (std::ranges::any_of(states_, [&](const std::string& known) { return same_name(known, name); }))
        return;
    states_.emplace_back(name);
    ++version_;
}

void Inference::mark_used(ExportType open) { used_[open.index] = true; }

void Inference::settle(ExportType open, ExportType type) {
    if (open_or_odd(type)) {
        mark_used(open);
        return;
    }
    const std::uint32_t index = open.index & 0x3FFFFFFFU;
    switch (static_cast<Sort>(open.index >> 30U)) {
    case Sort::function: {
        FunctionExport* own = exports_.own_function(index);
        if (own == nullptr || (own->flags & export_inferred_result) == 0) return;
        own->result = type;
        own->flags &= ~static_cast<std::uint32_t>(export_inferred_result);
        break;
    }
    case Sort::script_function:
        if (!functions_[index].open) return;
        functions_[index].result = type;
        functions_[index].open = false;
        break;
    case Sort::script_variable:
        if (!variables_[index].open) return;
        variables_[index].type = type.kind == TypeKind::none ? ExportType{TypeKind::integer, no_index} : type;
        variables_[index].open = false;
        break;
    case Sort::constant: bind_constant(std::string(constants_[index]), type); break;
    }
    ++version_;
}

bool Inference::unbound(const std::string& constant) const {
    if (exports_.find_constant(constant)) return false;
    std::vector<std::uint32_t> functions;
    exports_.find_functions(no_index, constant, functions);
    return functions.empty();
}

bool Inference::open() const {
    for (std::uint32_t i = first_added(exports_); i < exports_.function_count(); ++i)
        if ((exports_.function_at(i).flags & export_inferred_result) != 0) return true;
    const auto is_open = [](const auto& assumed) { return assumed.open; };
    return std::ranges::any_of(functions_, is_open) || std::ranges::any_of(variables_, is_open) ||
           std::ranges::any_of(constants_, [&](const std::string& name) { return unbound(name); });
}

void Inference::settle_rest() {
    const auto otherwise = [&](Sort sort, std::uint32_t index) {
        const bool needed = used_.contains(open_type(sort, index).index);
        return needed ? ExportType{TypeKind::integer, no_index} : ExportType{};
    };
    // settling a constant may add a function, so counts are read again each time
    for (std::uint32_t i = 0; i < constants_.size(); ++i)
        if (unbound(constants_[i])) bind_constant(std::string(constants_[i]), otherwise(Sort::constant, i));
    for (std::uint32_t i = first_added(exports_); i < exports_.function_count(); ++i)
        settle(open_type(Sort::function, i), otherwise(Sort::function, i));
    for (std::uint32_t i = 0; i < functions_.size(); ++i)
        settle(open_type(Sort::script_function, i), otherwise(Sort::script_function, i));
    for (std::uint32_t i = 0; i < variables_.size(); ++i)
        settle(open_type(Sort::script_variable, i), {TypeKind::integer, no_index});
}

} // namespace vellum::skrit
