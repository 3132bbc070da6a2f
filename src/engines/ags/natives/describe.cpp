// See the header.
#include "engines/ags/natives/describe.hpp"

#include <set>
#include <string>
#include <string_view>

#include "base/concat.hpp"
#include "engines/ags/api/index.hpp"
#include "engines/ags/machine/environment.hpp"

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

/// True if a game that is played needs no host for it (natives/play).
bool is_played(const NativeRow& row) {
    Callee callee;
    callee.owner = row.signature.owner;
    callee.name = row.signature.name;
    callee.native_kind = row.signature.kind;
    const bool indexed = row.signature.parameters.size() > (row.role == NativeRole::setter ? 1U : 0U);
    const std::string_view accessor = row.role == NativeRole::getter   ? (indexed ? "geti_" : "get_")
                                      : row.role == NativeRole::setter ? (indexed ? "seti_" : "set_")
                                                                       : "";
    const std::string name =
        callee.owner.empty() ? callee.name : concat(callee.owner, "::", accessor, callee.name);
    return row.role != NativeRole::variable &&
           (find_played(name, -1) != nullptr || find_kept(callee) != nullptr);
}

void say_who_plays(NativeRow& row) { row.played = !row.implemented && is_played(row); }

NativeRow declared_row(const api::Row& declared, NativeRole role) {
    NativeRow row;
    row.role = role;
    row.source = "docs/languages/ags.md, The script API";
    row.signature.owner = declared.owner;
    row.signature.name = declared.name;
    row.signature.kind = role == NativeRole::method     ? NativeKind::method
                         : role == NativeRole::setter   ? NativeKind::setter
                         : role == NativeRole::function ? NativeKind::function
                                                        : NativeKind::getter;
    if (declared.kind == api::RowKind::function) {
        describe_call(declared, row);
        say_who_plays(row);
        return row;
    }
    if (role == NativeRole::setter || (role == NativeRole::getter && declared.index == "[]"))
        row.signature.parameters.resize((role == NativeRole::setter ? 1U : 0U) +
                                        (declared.index == "[]" ? 1U : 0U));
    describe_property(declared, row);
    say_who_plays(row);
    return row;
}

} // namespace

void each_known_native(const std::function<void(const NativeRow&)>& visit) {
    std::set<std::string> seen;
    const auto key = [](NativeRole role, std::string_view owner, std::string_view name) {
        return std::string(to_string(role)) + ' ' + std::string(owner) + '.' + std::string(name);
    };
    each_row([&](NativeRow&& row) {
        describe(row);
        seen.insert(key(row.role, row.signature.owner, row.signature.name));
        visit(row);
    });
    const api::Release newest = api::newest_release();
    for (const api::Row& declared : api::Index::all().rows()) {
        if (!declared.in(newest)) continue;
        const auto offer = [&](NativeRole role) {
            if (seen.insert(key(role, declared.owner, declared.name)).second)
                visit(declared_row(declared, role));
        };
        if (declared.kind == api::RowKind::function) {
            offer(declared.owner.empty() ? NativeRole::function : NativeRole::method);
        } else if (declared.kind == api::RowKind::variable) {
            offer(NativeRole::variable);
        } else if (declared.kind == api::RowKind::property) {
            offer(NativeRole::getter);
            if (!declared.has_word("readonly")) offer(NativeRole::setter);
        }
    }
}

void describe(NativeRow& row) {
    if (row.implemented) return;
    say_who_plays(row);
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
