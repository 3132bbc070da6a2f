// What is known of AGS's own functions, and of those of the game's other scripts.
#include <algorithm>

#include "engines/ags/decompile/types.hpp"

namespace vellum::ags::decompile {

namespace {

/// Of a value of a declared type.
Width width_of(std::string_view type) noexcept {
    if (type == "char") return Width::byte;
    if (type == "short") return Width::word;
    const bool handle = type == "String" || type.ends_with('*') || type.ends_with(array_mark);
    return handle ? Width::handle : Width::whole;
}

} // namespace

/// What every import that is known is declared as, if it has as many parameters here.
void Types::believe_api() {
    constexpr std::string_view direction_type = "CharacterDirection";
    const bool turns_characters = std::ranges::any_of(block_.imports(), [](const ImportName& each) {
        return each.type == "Character" && each.name == "FaceDirection";
    });
    for (std::uint32_t i = 0; i < imports_.size(); ++i) {
        const ImportName& name = block_.imports()[i];
        if (name.form == ImportName::Form::none) continue;
        if (name.accessor()) {
            const ApiEntry* known = api_->property(name.type, name.name);
            const bool sets =
                name.form == ImportName::Form::set || name.form == ImportName::Form::indexed_set;
            if (sets) continue;
            if (known == nullptr && game_too_) {
                known =
                    api_->exported_property(name.type, name.name, name.form == ImportName::Form::indexed_get);
                used_game_ |= known != nullptr;
            }
            if (known == nullptr || known->type.empty()) continue;
            // Scripts that turn characters by directions also say their loops so.
            std::string_view type = known->type;
            if (turns_characters && name.type == "Character" && name.name == "Loop") type = direction_type;
            imports_[i].known = known;
            if (imports_[i].result == 0) {
                const TypeId made = make();
                imports_[i].result = made;
            }
            believe(imports_[i].result, type);
            continue;
        }
        if (name.form == ImportName::Form::plain && name.type.empty() && !imports_[i].called) {
            const std::string_view type = api_->variable(name.name);
            if (type.empty() && game_too_ && variable_of_game(i)) continue;
            if (type.empty() || !types_too_) continue;
            const RecordId made = make_record();
            variables_[i] = made;
            if (type.ends_with('*')) {
                const TypeId of = make(TypeKind::handle);
                records_[made].cells[CellKey{}] = {Width::handle, of};
                believe(of, type);
            } else {
                const RecordId of = class_of(type);
                records_[of].size = std::max(records_[of].size, api_->size(type));
                records_[made].cells[CellKey{.record = true}].record = of;
            }
            continue;
        }
        if (name.arguments < 0 && !imports_[i].called) continue;
        const ApiEntry* const exported = game_too_ && !imports_[i].variadic
                                             ? api_->exported(name.type, name.name, imports_[i].fixed)
                                             : nullptr;
        used_game_ |= exported != nullptr;
        const ApiEntry* const known = // also for names of what is passed
            exported != nullptr
                ? exported
                : api_->function(name.type, name.name, imports_[i].fixed, imports_[i].variadic);
        if (known == nullptr) continue;
        imports_[i].known = known;
        if (imports_[i].result == 0) {
            const TypeId made = make();
            imports_[i].result = made;
        }
        // What is unknown of the game's own may still be found here.
        const auto declare = [&](TypeId of, std::string_view declared) {
            if (declared == like_before) return;
            if (exported == nullptr || !declared.empty()) believe(of, declared);
        };
        declare(imports_[i].result, known->type);
        if (!known->variadic && std::ranges::any_of(known->parameters, [](const ApiParameter& each) {
                return each.standard.has_value();
            }))
            for (std::size_t k = 0; k < known->parameters.size(); ++k) {
                const ApiParameter& each = known->parameters[k];
                const bool word = api_->enumeration(each.type) != nullptr;
                bool says = word && k < known->written;
                if (word && !says && k < known->may_written) {
                    const Passed calls = passed(i, k);
                    says = calls.others >= calls.standard;
                    if (calls.others != 0) imports_[i].said_behind = k + 1;
                }
                imports_[i].defaults.push_back(says ? std::nullopt : each.standard);
            }
        for (const ApiParameter& each : known->parameters) {
            const TypeId made = make();
            imports_[i].parameters.push_back(made);
            declare(made, each.type);
        }
    }
}

Types::Passed Types::passed(std::uint32_t import, std::size_t parameter) const {
    Passed calls;
    for (const Expr& expr : tree_.exprs) {
        if (expr.kind != ExprKind::call || !std::cmp_equal(expr.value, import) ||
            parameter >= expr.arguments.size())
            continue;
        const Expr& given = tree_.exprs[expr.arguments[parameter]];
        const bool is_it = given.kind == ExprKind::number &&
                           given.value == imports_[import].known->parameters[parameter].standard;
        ++(is_it ? calls.standard : calls.others);
    }
    return calls;
}

/// What the game's other scripts do with what this one defines says what it is.
void Types::believe_callers() {
    for (const Export& each : block_.script().scom().exports)
        if (each.kind() == export_data)
            if (const ApiEnum* const words = api_->enumeration(api_->exported_variable(each.name)))
                asked_variables_.emplace_back(static_cast<std::int32_t>(each.offset()), words);
    for (std::uint32_t i = 0; i < block_.functions().size(); ++i) {
        const Extent& extent = block_.functions()[i];
        hear_names(i);
        const ApiEntry* const asked =
            extent.exported.empty() || extent.parameters < 0
                ? nullptr
                : api_->exported(extent.type, extent.name, static_cast<std::size_t>(extent.parameters));
        if (asked == nullptr) continue;
        const auto hear = [&](TypeId of, std::string_view type) {
            if (const ApiEnum* const words = api_->enumeration(type); words != nullptr) {
                asked_.emplace_back(of, words);
            } else if (type == gets_one) {
                types_[words_root(of)].yes = true;
            } else if (type == is_condition) {
                types_[words_root(of)].tested = true;
            } else if (type == "float") {
                types_[kind_root(of)].fractions = true; // if nothing here says otherwise
                used_game_ = true;
            }
        };
        hear(results_[i], asked->type);
        for (std::uint32_t k = 0; k < asked->parameters.size() && k < tree_.functions[i].locals; ++k)
            hear(parameter(i, k), asked->parameters[k].type);
    }
}

/// What the functions of a property are called may say what it is.
void Types::hear_names(std::uint32_t function) {
    const Extent& extent = block_.functions()[function];
    if (extent.type.empty() || extent.parameters < 0) return;
    const bool gets = extent.name.starts_with("get_") || extent.name.starts_with("geti_");
    const bool sets = extent.name.starts_with("set_") || extent.name.starts_with("seti_");
    const auto parameters = static_cast<std::uint32_t>(extent.parameters);
    if (!(gets || (sets && parameters > 0 && parameters <= tree_.functions[function].locals))) return;
    if (const ApiEnum* const words = api_->likely(extent.name); words != nullptr)
        asked_.emplace_back(gets ? results_[function] : parameter(function, parameters - 1), words);
}

bool Types::variable_of_game(std::uint32_t import) {
    const std::string_view type = api_->exported_variable(block_.imports()[import].name);
    if (type.empty()) return false;
    used_game_ = true;
    const RecordId made = make_record();
    variables_[import] = made;
    if (api_->is_struct_of_game(type)) {
        const RecordId of = class_of(type);
        records_[made].cells[CellKey{.record = true}].record = of;
        return true;
    }
    const TypeId of = make();
    records_[made].cells[CellKey{}] = {width_of(type), of};
    believe(of, type);
    return true;
}

/// What a variable of another script, or each element of one, is a struct of; nothing if nobody says so.
std::string_view Types::struct_of_game(const Place& place, const CellKey& key) const {
    if (!game_too_ || place.base != Place::Base::import) return {};
    std::string name(block_.imports()[place.id].name);
    if (key.length > 0) name += array_mark;
    const std::string_view type = api_->exported_variable(name);
    return api_->is_struct_of_game(type) ? type : std::string_view{};
}

/// What the game says of a place in a variable of another script.
void Types::place_of_game(const Place& place, const CellKey& key, TypeId type) {
    if (!game_too_ || place.base != Place::Base::import || key.record) return;
    const std::string_view in = struct_of_game(place, key);
    const std::string name = in.empty() ? place_name(block_.imports()[place.id].name, key, false)
                                        : place_name(in, key.length > 0 ? in_element(key) : key, true);
    const std::string_view known = api_->exported_variable(name);
    if (!in.empty() && key.length > 0) {
        const RecordId of = class_of(in);
        Cell& whole =
            record(variables_[place.id]).cells[{.length = key.length, .size = key.size, .record = true}];
        if (whole.record == 0) whole.record = of;
    }
    fill_classes();
    if (known.empty() || api_->is_struct_of_game(known)) return;
    used_game_ = true;
    believe(type, known);
    fill_classes();
}

/// Structs have the members that the game's scripts know of, also those that nothing here uses.
void Types::fill_classes() {
    while (!new_classes_.empty()) {
        const std::string_view name = new_classes_.back();
        new_classes_.pop_back();
        if (api_->size(name) >= 0) continue; // the API says it
        for (const auto& [key, type] : api_->exported_members(name)) {
            const TypeId made = make();
            const auto [cell, is_new] =
                record(classes_.find(name)->second).cells.try_emplace(key, Cell{width_of(type), made});
            if (cell->second.type == 0) cell->second.type = made;
            used_game_ = true;
            if (type == "int" || type == "char" || type == "short") // which may still mean something
                types_[kind_root(cell->second.type)].whole = true;
            else if (!type.empty())
                believe(cell->second.type, type);
        }
    }
}

void Types::believe(TypeId type, std::string_view name) {
    const ApiEnum* const words = api_->enumeration(name);
    types_[words_root(type)].declared = true;
    if (words == nullptr && !types_too_) return;
    if (name.ends_with(array_mark)) {
        name.remove_suffix(array_mark.size());
        set_kind(type, TypeKind::array);
        const TypeId of = make();
        set_element(type, of);
        types_[kind_root(type)].element_size = name == "char" ? 1 : name == "short" ? 2 : element_bytes;
        believe(of, name);
    } else if (name.ends_with('*')) {
        set_kind(type, TypeKind::handle);
        const RecordId of = class_of(name.substr(0, name.size() - 1));
        if (types_[type].record == 0)
            types_[type].record = of;
        else
            merge(types_[type].record, of);
    } else if (name == "float") {
        set_kind(type, TypeKind::real);
    } else if (name == "String") {
        set_kind(type, TypeKind::string);
    } else {
        types_[kind_root(type)].whole = true;
    }
    if (words != nullptr) {
        Type& at = types_[words_root(type)];
        at.mixed |= at.words != nullptr && at.words != words;
        at.words = words;
    }
}

} // namespace vellum::ags::decompile
