// The rows of what skrits may ask of their host, made from the built-in declaration files; which of it Vellum
// answers is what the families of natives have.

#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/natives/families.hpp"

namespace vellum::skrit {

namespace {

Type type_of(TypeKind kind) {
    switch (kind) {
    case TypeKind::boolean: return Type::boolean;
    case TypeKind::integer:
    case TypeKind::enumeration: return Type::integer;
    case TypeKind::real: return Type::real;
    case TypeKind::string: return Type::string;
    case TypeKind::pointer:
    case TypeKind::managed:
    case TypeKind::identifier:
    case TypeKind::value: return Type::object;
    case TypeKind::none: break;
    }
    return Type::none;
}

/// The name of a type, if it has one of its own.
std::string class_name(const Exports& exports, ExportType type) {
    return type.index == no_index ? std::string() : exports.type_name(type);
}

NativeRow row_of(const Exports& exports, const FunctionExport& function, bool of_base) {
    NativeRow row;
    Signature& signature = row.signature;
    bool member = !function.is_static;
    if (function.owner != no_index) {
        const ClassExport& owner = exports.class_at(function.owner);
        signature.owner = owner.name;
        member = member && owner.kind != ClassKind::singleton; // whose one object the host supplies
    }
    row.role = member ? NativeRole::method : NativeRole::function;
    signature.kind = member ? NativeKind::method : NativeKind::function;
    signature.name = function.name;
    signature.result = type_of(function.result.kind);
    signature.variadic = function.variadic;
    signature.documentation = function.documentation;
    row.type_names.push_back(class_name(exports, function.result));
    for (const ExportParameter& parameter : function.parameters) {
        signature.parameters.push_back({parameter.name, type_of(parameter.type.kind),
                                        parameter.in_out ? Direction::in_out : Direction::in});
        row.type_names.push_back(class_name(exports, parameter.type));
    }
    const auto count = static_cast<std::int32_t>(signature.parameters.size());
    const std::string key = built_in_key(signature.owner, signature.name, function.variadic ? -1 : count);
    row.implemented = find_built_in(key) != nullptr;
    row.source = of_base ? "docs/engines/skrit.md, What every host has"
                         : "docs/engines/skrit.md, What scripts ask of the game";
    return row;
}

/// Worlds bind the engine's own natives themselves, so there is nothing to resolve here.
class KnownNatives final : public Host {
  public:
    [[nodiscard]] Native resolve(const NativeKey&) override { return {}; }
    void each_signature(const std::function<void(const Signature&)>& visit) const override {
        each_row([&](const NativeRow& row) { visit(row.signature); });
    }
};

} // namespace

const Host& known_natives() {
    static const KnownNatives natives;
    return natives;
}

void each_row(const std::function<void(NativeRow&&)>& visit) {
    const Exports& exports = siege_exports();
    const std::uint32_t of_base = base_exports().function_count();
    for (std::uint32_t i = 0; i < exports.function_count(); ++i)
        visit(row_of(exports, exports.function_at(i), i < of_base));
}

} // namespace vellum::skrit
