#include "engines/pathologic/format/debug_names.hpp"

#include "base/text_writer.hpp"
#include "engines/pathologic/format/script.hpp"

namespace vellum::pathologic {

std::string_view variable_name(const Script& script, std::uint32_t address, bool in_task,
                               std::uint32_t number) {
    const DebugInfo* const debug = script.debug_info();
    const DebugFunction* const function = debug == nullptr ? nullptr : debug->function_of(address);
    if (function == nullptr) return {};
    const auto name = [](const std::vector<std::string>& names, std::size_t at) {
        return at < names.size() ? std::string_view(names[at]) : std::string_view();
    };
    if (in_task)
        return function->group < debug->groups.size() ? name(debug->groups[function->group].variables, number)
                                                      : std::string_view();
    const auto& depths = script.verification().flow.depth;
    if (address >= depths.size() || depths[address] == analysis::FlowFacts::unreached) return {};
    // Where the value lies above what the function found; a frame begins with its locals, twice.
    const std::int64_t at = std::int64_t{depths[address]} - number;
    const auto locals = static_cast<std::int64_t>(function->locals.size());
    const auto parameters = static_cast<std::int64_t>(function->parameters.size());
    if (at >= locals) return name(function->locals, static_cast<std::size_t>(at - locals));
    if (at >= 0) return {};
    if (at >= -parameters) return name(function->parameters, static_cast<std::size_t>(at + parameters));
    return at == -parameters - 1 && function->result ? std::string_view("return") : std::string_view();
}

bool DebugNames::write(TextWriter& out, isa::SymbolSpace space, std::uint32_t id) const {
    const DebugInfo& debug = *script_.debug_info();
    const auto named = [&out](std::string_view name) {
        out.text(name);
        return !name.empty();
    };
    switch (space) {
    case isa::SymbolSpace::task:
        if (id < debug.groups.size() && named(debug.groups[id].name)) return true;
        break;
    case isa::SymbolSpace::global:
        if (id < debug.globals.size() && named(debug.globals[id])) return true;
        break;
    case isa::SymbolSpace::label:
        if (const DebugFunction* function = debug.function_of(id);
            function != nullptr && function->address == id && named(function->name))
            return true;
        break;
    default: break;
    }
    return script_.write(out, space, id);
}

bool DebugNames::write_variable(TextWriter& out, std::uint32_t address, bool in_task,
                                std::uint32_t number) const {
    const std::string_view name = variable_name(script_, address, in_task, number);
    out.text(name);
    return !name.empty();
}

} // namespace vellum::pathologic
