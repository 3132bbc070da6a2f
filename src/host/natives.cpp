// A native's row in words.
#include "vellum/natives.hpp"

#include <array>
#include <cstddef>

#include "vellum/engine.hpp"

namespace vellum {

std::string_view to_string(NativeRole role) noexcept {
    constexpr std::array<std::string_view, 7> names{"function", "method", "getter", "setter",
                                                    "variable", "query",  "command"};
    return names[static_cast<std::size_t>(role)];
}

std::string_view to_string(Direction direction) noexcept {
    constexpr std::array<std::string_view, 3> names{"in", "out", "in_out"};
    return names[static_cast<std::size_t>(direction)];
}

std::string_view parameter_type(const NativeRow& row, std::size_t index) {
    if (index + 1 < row.type_names.size() && !row.type_names[index + 1].empty())
        return row.type_names[index + 1];
    const Type type = row.signature.parameters[index].type;
    return type == Type::none ? "any" : to_string(type);
}

std::string_view result_type(const NativeRow& row) {
    if (!row.type_names.empty() && !row.type_names[0].empty()) return row.type_names[0];
    const Type type = row.signature.result;
    return type == Type::none ? std::string_view() : to_string(type);
}

std::string full_name(const Signature& signature) {
    return signature.owner.empty() ? signature.name : signature.owner + '.' + signature.name;
}

std::string declaration(const NativeRow& row) {
    const Signature& signature = row.signature;
    std::string text(result_type(row));
    if (!text.empty()) text += ' ';
    text += full_name(signature);
    if (row.role == NativeRole::variable) return text;
    text += '(';
    if (!row.counted) text += '?';
    for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
        const Parameter& parameter = signature.parameters[i];
        if (i != 0) text += ", ";
        if (parameter.direction != Direction::in) {
            text += to_string(parameter.direction);
            text += ' ';
        }
        text += parameter_type(row, i);
        if (!parameter.name.empty()) text += ' ' + parameter.name;
    }
    if (signature.variadic) text += signature.parameters.empty() ? "..." : ", ...";
    return text + ')';
}

void Runtime::each_native(const std::function<void(const NativeRow&)>& visit) const {
    const Host* known = known_natives();
    if (known == nullptr) return;
    known->each_signature([&](const Signature& signature) {
        NativeRow row;
        row.signature = signature;
        row.role = signature.kind == NativeKind::method   ? NativeRole::method
                   : signature.kind == NativeKind::getter ? NativeRole::getter
                   : signature.kind == NativeKind::setter ? NativeRole::setter
                                                          : NativeRole::function;
        row.implemented = static_cast<bool>(known->resolve_shared(
            {signature.kind, signature.owner, signature.name,
             signature.variadic ? -1 : static_cast<std::int32_t>(signature.parameters.size())}));
        visit(row);
    });
}

} // namespace vellum
