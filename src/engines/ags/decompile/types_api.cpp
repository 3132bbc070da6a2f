// What is known of AGS's own functions, and of those of the game's other scripts.
#include <algorithm>

#include "engines/ags/decompile/types.hpp"

namespace vellum::ags::decompile {

/// What every import that is known is declared as, if it has as many parameters here.
void Types::believe_api() {
    for (std::uint32_t i = 0; i < imports_.size(); ++i) {
        const ImportName& name = block_.imports()[i];
        if (name.form == ImportName::Form::none) continue;
        if (name.accessor()) {
            const ApiEntry* const known = api_->property(name.type, name.name);
            const bool sets =
                name.form == ImportName::Form::set || name.form == ImportName::Form::indexed_set;
            if (known == nullptr || sets) continue;
            imports_[i].known = known;
            if (imports_[i].result == 0) {
                const TypeId made = make();
                imports_[i].result = made;
            }
            believe(imports_[i].result, known->type);
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
            if (exported == nullptr || !declared.empty()) believe(of, declared);
        };
        declare(imports_[i].result, known->type);
        if (!known->variadic && std::ranges::any_of(known->parameters, [](const ApiParameter& each) {
                return each.standard.has_value();
            }))
            for (const ApiParameter& each : known->parameters) imports_[i].defaults.push_back(each.standard);
        for (const ApiParameter& each : known->parameters) {
            const TypeId made = make();
            imports_[i].parameters.push_back(made);
            declare(made, each.type);
        }
    }
}

bool Types::variable_of_game(std::uint32_t import) {
    const std::string_view type = api_->exported_variable(block_.imports()[import].name);
    if (type.empty()) return false;
    used_game_ = true;
    const RecordId made = make_record();
    const TypeId of = make();
    variables_[import] = made;
    records_[made].cells[CellKey{}] = {type == "float" ? Width::whole : Width::handle, of};
    believe(of, type);
    return true;
}

void Types::believe(TypeId type, std::string_view name) {
    const ApiEnum* const words = api_->enumeration(name);
    types_[words_root(type)].declared = true;
    if (words == nullptr && !types_too_) return;
    if (name.ends_with('*')) {
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
