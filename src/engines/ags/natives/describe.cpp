// See the header.
#include "engines/ags/natives/describe.hpp"

#include <string>
#include <string_view>

#include "engines/ags/api/index.hpp"

namespace vellum::ags {

namespace {

/// Nothing where there is no result.
std::string result_name(std::string_view type) {
    return type == "void" || type == "function" ? std::string() : std::string(type);
}

/// True if the declaration is of the row's sort and takes as much.
bool fits(const api::Row& declared, const NativeRow& row) {
    switch (row.role) {
    case NativeRole::function:
    case NativeRole::method: {
        if (declared.kind != api::RowKind::function) return false;
        bool variadic = false;
        const std::size_t count = api::count_parameters(declared, variadic);
        return !row.counted ||
               (variadic == row.signature.variadic && count == row.signature.parameters.size());
    }
    case NativeRole::getter:
    case NativeRole::setter:
        return declared.kind == api::RowKind::property &&
               row.signature.parameters.size() ==
                   (row.role == NativeRole::setter ? 1U : 0U) + (declared.index == "[]" ? 1U : 0U);
    case NativeRole::variable: return declared.kind == api::RowKind::variable;
    case NativeRole::query:
    case NativeRole::command: return false;
    }
    return false;
}

void describe_call(const api::Row& declared, NativeRow& row) {
    row.type_names.assign(1, result_name(declared.type));
    row.signature.parameters.clear();
    row.counted = true;
    for (std::string_view rest = declared.parameters; !rest.empty();) {
        const api::Parameter each = api::take_parameter(rest);
        row.signature.variadic |= each.type == "...";
        if (each.type == "...") continue;
        row.signature.parameters.push_back({std::string(each.name), Type::none, Direction::in});
        row.type_names.push_back(std::string(each.type) + (each.array ? "[]" : ""));
    }
}

void describe_property(const api::Row& declared, NativeRow& row) {
    const std::string type = result_name(declared.type);
    auto& parameters = row.signature.parameters;
    row.type_names.assign(parameters.size() + 1, std::string());
    if (declared.index == "[]" && row.role != NativeRole::variable) {
        parameters.front().name = "index";
        row.type_names[1] = "int";
    }
    if (row.role != NativeRole::setter) {
        row.type_names.front() = type + (row.role == NativeRole::variable ? std::string(declared.index) : "");
        return;
    }
    parameters.back().name = "value";
    row.type_names.back() = type;
}

} // namespace

void describe(NativeRow& row) {
    if (row.implemented) return;
    for (const api::Row* declared : api::Index::all().find(row.signature.owner, row.signature.name)) {
        if (!fits(*declared, row)) continue;
        if (declared->kind == api::RowKind::function)
            describe_call(*declared, row);
        else
            describe_property(*declared, row);
        return;
    }
}

} // namespace vellum::ags
