// See the header.
#include "engines/skrit/decompile/declares.hpp"

#include <algorithm>
#include <vector>

namespace vellum::skrit::decompile {

namespace {

ClassKind class_kind(TypeKind kind) {
    switch (kind) {
    case TypeKind::managed: return ClassKind::managed;
    case TypeKind::identifier: return ClassKind::identifier;
    case TypeKind::value: return ClassKind::value;
    default: return ClassKind::pointer;
    }
}

class Declarer {
  public:
    Declarer(const Unit& unit, Exports& exports) : unit_(unit), exports_(exports) {}

    void run() {
        for (const UnitType& type : unit_.types) add_type(type);
        for (const Import& import : unit_.imports) add_owner(import);
        for (const Upcast& upcast : unit_.upcasts) add_base(upcast);
        for (const Import& import : unit_.imports) add_import(import);
        for (const UnitEvent& event : unit_.events) add_event(event);
    }

  private:
    void add_type(const UnitType& type) {
        ExportType known;
        if (!is_named(type.kind) || type.name.empty() || exports_.find_type(type.name, known)) return;
        if (type.kind == TypeKind::enumeration) {
            EnumExport made;
            made.name = type.name;
            made.flags = export_inferred;
            exports_.add_enum(std::move(made));
            return;
        }
        ClassExport made;
        made.name = type.name;
        made.kind = class_kind(type.kind);
        made.flags = export_inferred;
        exports_.add_class(std::move(made));
    }

    void add_owner(const Import& import) {
        if (import.owner.empty() || exports_.find_class(import.owner) != no_index) return;
        ClassExport made;
        made.name = import.owner;
        made.kind = import.kind == ImportKind::function    ? ClassKind::functions
                    : import.kind == ImportKind::singleton ? ClassKind::singleton
                                                           : ClassKind::pointer;
        made.flags = export_inferred;
        exports_.add_class(std::move(made));
    }

    void add_base(const Upcast& upcast) {
        const std::uint32_t from = exports_.find_class(unit_.types[upcast.from].name);
        const std::uint32_t to = exports_.find_class(unit_.types[upcast.to].name);
        if (from == no_index || to == no_index || exports_.derives_from(from, to) ||
            exports_.derives_from(to, from))
            return;
        if (ClassExport* own = exports_.own_class(from); own != nullptr && own->base == no_index)
            own->base = to;
    }

    [[nodiscard]] ExportType type(TypeIndex index) const {
        const UnitType& type = unit_.types[index];
        ExportType found;
        if (!is_named(type.kind)) return {type.kind, no_index};
        static_cast<void>(exports_.find_type(type.name, found));
        return found;
    }

    void add_import(const Import& import) {
        FunctionExport made;
        made.name = import.name;
        if (!import.owner.empty()) made.owner = exports_.find_class(import.owner);
        made.is_static = import.kind == ImportKind::function;
        made.variadic = import.variadic;
        made.format = import.format;
        made.result = type(import.result);
        made.flags = import.inferred ? export_inferred : 0U;
        for (const UnitParameter& parameter : import.parameters)
            made.parameters.push_back(
                {type(parameter.type), parameter.name, parameter.in_out, parameter.any, {}});
        std::vector<std::uint32_t> same;
        exports_.find_functions(made.owner, made.name, same);
        const bool known = std::ranges::any_of(same, [&](std::uint32_t index) {
            const FunctionExport& other = exports_.function_at(index);
            return other.result == made.result && other.variadic == made.variadic &&
                   std::ranges::equal(other.parameters, made.parameters, [](const auto& a, const auto& b) {
                       return a.type == b.type && a.in_out == b.in_out && a.any == b.any;
                   });
        });
        if (!known) exports_.add_function(std::move(made));
    }

    void add_event(const UnitEvent& event) {
        if (exports_.find_event(event.name) != no_index) return;
        EventExport made;
        made.name = event.name;
        made.family = "inferred";
        made.result = type(event.result);
        made.flags = event.inferred ? export_inferred : 0U;
        for (const TypeIndex index : event.parameters) {
            ExportParameter parameter;
            parameter.type = type(index);
            made.parameters.push_back(std::move(parameter));
        }
        exports_.add_event(std::move(made));
    }

    const Unit& unit_;
    Exports& exports_;
};

} // namespace

void declare_missing(const Unit& unit, Exports& exports) { Declarer(unit, exports).run(); }

} // namespace vellum::skrit::decompile
