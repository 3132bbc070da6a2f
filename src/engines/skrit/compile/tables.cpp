// The unit's tables while it is being built: strings, types, imports, upcasts and slots, each entry once.
#include "base/hash.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/compile/builder.hpp"

namespace vellum::skrit {

namespace {
std::string with_dollar(std::string_view name) {
    std::string result;
    result.reserve(name.size() + 1);
    result += name;
    result += '$';
    return result;
}
} // namespace

void Builder::report(const DiagnosticCode& code, Position position, std::string message, std::string hint) {
    diagnostics_.add(code, std::move(message), in_.sources.place(position), std::move(hint));
}

/// Of what is allowed and probably a mistake.
void Builder::lint(const DiagnosticCode& code, Position position, std::string message, std::string hint) {
    if (in_.options.lint) report(code, position, std::move(message), std::move(hint));
}

std::string Builder::name_of(ExportType type) const {
    if (type.kind == kind_null) return "null";
    if (static_cast<std::uint8_t>(type.kind) >= 100) return "?";
    return exports_.type_name(type);
}

std::string Builder::user_name(Symbol symbol) const { return with_dollar(in_.tokens.names.text(symbol)); }

/// A name as it stands there: the interner keeps the first spelling of all uses.
std::string_view Builder::as_written(Position position, Symbol symbol) const {
    const SourceMap::File& file = in_.sources.file(in_.sources.file_of(position));
    const std::string_view first = in_.tokens.names.text(symbol);
    const std::string_view text = std::string_view(file.text).substr(position - file.base, first.size());
    return same_name(text, first) ? text : first;
}

std::string Builder::spelled(Position position, Symbol symbol) const {
    if (const auto called = called_.find(symbol); called != called_.end()) return called->second;
    return with_dollar(as_written(position, symbol));
}

/// What a name, a member or a call of one is called.
std::string_view Builder::called(NodeId id) const {
    const Node* at = &node(id);
    if (at->kind == NodeKind::call) at = &node(at->a);
    if (at->kind == NodeKind::member) return as_written(at->position, at->b);
    const bool named = at->kind == NodeKind::name || at->kind == NodeKind::user;
    return named ? as_written(at->position, at->a) : "Value";
}

std::string Builder::text_of_string(const Node& node) const {
    const std::size_t own = in_.tokens.strings.size();
    if (node.a >= own) return in_.name_strings[node.a - own];
    std::string text = in_.tokens.strings[node.a];
    for (std::uint32_t i = 1; i < node.b; ++i) text += in_.tokens.strings[node.a + i];
    return text;
}

std::uint32_t Builder::string_offset(std::string_view text) {
    const std::uint64_t hash = hash64(text);
    const std::uint32_t known = string_numbers_.find(hash, none, [&](std::uint32_t number) {
        // texts may hold NULs: a length is where the next one begins
        const std::size_t start = unit_.string_starts[number];
        const std::size_t end =
            number + 1 < unit_.string_starts.size() ? unit_.string_starts[number + 1] : unit_.strings.size();
        return std::string_view(unit_.strings).substr(start, end - start - 1) == text;
    });
    if (known != none) return unit_.string_starts[known];
    const auto offset = static_cast<std::uint32_t>(unit_.strings.size());
    string_numbers_.add(hash, static_cast<std::uint32_t>(unit_.string_starts.size()));
    unit_.string_starts.push_back(offset);
    unit_.strings.append(text);
    unit_.strings.push_back('\0');
    return offset;
}

TypeIndex Builder::type_index(ExportType type) {
    if (static_cast<std::uint8_t>(type.kind) >= 100) return 0;
    if (!is_named(type.kind)) return static_cast<TypeIndex>(type.kind);
    const std::uint64_t key = static_cast<std::uint64_t>(type.kind) << 32U | type.index;
    const auto [place, fresh] = type_indices_.place(key);
    if (!fresh) return type_numbers_[place];
    std::string name = exports_.type_name(type);
    const auto given =
        given_types_.empty() ? given_types_.end() : given_types_.find(type_key(type.kind, name));
    if (given != given_types_.end())
        type_numbers_.push_back(static_cast<TypeIndex>(given->second));
    else if (unit_.types.size() >= 0xFFFF) {
        report(codes::limit, 0, "the script uses more than 65535 types");
        type_numbers_.push_back(0);
    } else {
        type_numbers_.push_back(static_cast<TypeIndex>(unit_.types.size()));
        unit_.types.push_back({type.kind, std::move(name)});
    }
    return type_numbers_[place];
}

std::uint32_t Builder::import_of(std::uint32_t function, ExportType result) {
    const std::uint64_t key = static_cast<std::uint64_t>(function) << 16U | type_index(result);
    const auto [place, fresh] = import_indices_.place(key);
    if (!fresh) return import_numbers_[place];
    const FunctionExport& declaration = exports_.function_at(function);
    Import import;
    import.name = declaration.name;
    if (declaration.owner != no_index) {
        const ClassExport& owner = exports_.class_at(declaration.owner);
        import.owner = owner.name;
        if (!declaration.is_static)
            import.kind = owner.kind == ClassKind::singleton ? ImportKind::singleton : ImportKind::member;
    }
    import.result = type_index(result);
    import.parameters.reserve(declaration.parameters.size());
    for (const ExportParameter& parameter : declaration.parameters)
        import.parameters.push_back(
            {type_index(parameter.type), parameter.in_out, parameter.any, parameter.name});
    import.variadic = declaration.variadic;
    import.format = declaration.format;
    import.inferred = (declaration.flags & export_inferred) != 0;
    auto number = static_cast<std::uint32_t>(unit_.imports.size());
    const auto given =
        given_imports_.empty() ? given_imports_.end() : given_imports_.find(import_key(import));
    if (given != given_imports_.end())
        number = given->second;
    else {
        if (number >= 0xFFFF) report(codes::limit, 0, "the script uses more than 65535 host functions");
        unit_.imports.push_back(std::move(import));
    }
    import_numbers_.push_back(number);
    return number;
}

/// All that tells imports apart: names of parameters and what was inferred do not.
std::string Builder::import_key(const Import& import) {
    std::string key = import.owner + '\n' + import.name + '\n' + std::to_string(import.result);
    key += {static_cast<char>(import.kind), import.variadic ? 'v' : ' ', import.format ? 'f' : ' '};
    for (const UnitParameter& parameter : import.parameters)
        key += (parameter.in_out ? '=' : parameter.any ? '?' : ',') + std::to_string(parameter.type);
    return key;
}

std::uint32_t Builder::upcast_of(ExportType from, std::uint32_t to_class) {
    const Upcast upcast{type_index(from), type_index({TypeKind::pointer, to_class})};
    const auto [entry, fresh] =
        upcast_indices_.try_emplace(upcast_key(upcast), static_cast<std::uint32_t>(unit_.upcasts.size()));
    if (fresh) unit_.upcasts.push_back(upcast);
    return entry->second & 0xFFFFU;
}

std::uint16_t Builder::new_slot(ExportType type, bool shared, Position position) {
    StoreSizes& sizes = shared ? unit_.shared : unit_.instance;
    std::uint16_t* const counters[] = {&sizes.general, &sizes.text, &sizes.handle};
    std::uint16_t& counter = *counters[static_cast<std::size_t>(store_of(type.kind))];
    if (counter > slot_index_mask) {
        report(codes::limit, position, "more than 16384 variables of one store");
        return 0;
    }
    const auto frame = static_cast<std::uint16_t>(shared ? SlotFrame::shared : SlotFrame::instance);
    return static_cast<std::uint16_t>(frame | counter++);
}

void Builder::finish_unit() {
    if (in_.dry) return;
    StateHash hash;
    for (std::size_t i = 0; i < in_.sources.size(); ++i) {
        hash.u32(static_cast<std::uint32_t>(in_.sources.file(i).text.size()));
        hash.update(in_.sources.file(i).text);
    }
    unit_.source_hash = hash.digest();
    unit_.stripped = in_.options.strip;
    unit_.files.resize(unit_.stripped ? 1 : in_.sources.size()); // they move in later, when no run follows
    if (!unit_.stripped) return;
    unit_.line_table.clear();
    for (UnitFunction& function : unit_.functions_table) {
        function.locals.clear();
        function.documentation.clear();
        function.place = {};
        for (UnitParameter& parameter : function.parameters) parameter.name.clear();
    }
    for (UnitVariable& variable : unit_.variables) variable.place = {};
    for (Transition& transition : unit_.transitions) transition.place = {};
    for (State& state : unit_.states) state.place = {};
}

} // namespace vellum::skrit
