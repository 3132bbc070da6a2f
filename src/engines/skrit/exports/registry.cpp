// The registry: vectors of entries and hash tables from lower-case names to indices. Tables hold the own
// entries only; a look-up asks the base as well.
#include "engines/skrit/exports/registry.hpp"

#include <algorithm>
#include <utility>

#include "base/hash.hpp"

namespace vellum::skrit {

namespace {

/// FNV-1a over lower-case characters: names are short and must be hashed without a copy.
std::uint64_t name_hash(std::string_view name) noexcept {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(lower_ascii(c))) * 0x100000001B3U;
    return hash ^ (hash >> 29U);
}

/// A function's name under its owner.
std::uint64_t member_hash(std::uint32_t owner, std::uint64_t name) noexcept {
    return (name + owner + 1) * 0x9E3779B97F4A7C15U;
}

constexpr std::string_view class_kind_names[] = {"static", "singleton", "pointer", "managed", "id", "value"};

} // namespace

NameKey::NameKey(std::string_view name) noexcept : text(name), hash(name_hash(name)) {}

std::string_view to_string(ClassKind kind) noexcept {
    return class_kind_names[static_cast<std::size_t>(kind)];
}

TypeKind type_kind(ClassKind kind) noexcept {
    switch (kind) {
    case ClassKind::pointer: return TypeKind::pointer;
    case ClassKind::managed: return TypeKind::managed;
    case ClassKind::identifier: return TypeKind::identifier;
    case ClassKind::value: return TypeKind::value;
    default: return TypeKind::none;
    }
}

namespace {
constexpr std::uint64_t entry_bytes = 384; // of the tables that lead to an entry, and room to grow
}

Exports::Exports(const Exports* base) : base_(base) {
    if (base == nullptr) return;
    classes_.first = base->class_count();
    enums_.first = base->enum_count();
    functions_.first = base->function_count();
    events_.first = base->event_count();
}

std::uint32_t Exports::add_class(ClassExport declaration) {
    const NameKey name(declaration.name);
    if (const std::uint32_t found = find_class(name); found != no_index) return found;
    class_names_.add(name.hash, class_count());
    ++version_;
    held_ += sizeof(ClassExport) + declaration.name.size() + declaration.documentation.size() + entry_bytes;
    return classes_.add(std::move(declaration));
}

std::uint32_t Exports::add_enum(EnumExport declaration) {
    const NameKey name(declaration.name);
    if (const std::uint32_t found = find_enum(name); found != no_index) return found;
    enum_names_.add(name.hash, enum_count());
    held_ += sizeof(EnumExport) + declaration.name.size() + declaration.documentation.size() + entry_bytes;
    std::vector<EnumConstant> constants = std::exchange(declaration.constants, {});
    const std::uint32_t index = enums_.add(std::move(declaration));
    for (EnumConstant& constant : constants) add_constant(index, std::move(constant));
    ++version_;
    return index;
}

bool Exports::add_constant(std::uint32_t enumeration, EnumConstant constant) {
    const NameKey name(constant.name);
    if (find_constant(name)) return false;
    constant_names_.add(name.hash, static_cast<std::uint32_t>(constants_.size()));
    held_ += 2 * sizeof(EnumConstant) + constant.name.size() + entry_bytes;
    if (EnumExport* owner = own_enum(enumeration)) {
        constants_.push_back({enumeration, static_cast<std::uint32_t>(owner->constants.size())});
        owner->constants.push_back(std::move(constant));
    } else {
        constants_.push_back(
            {enumeration, ConstantRef::added | static_cast<std::uint32_t>(added_constants_.size())});
        added_constants_.emplace_back(enumeration, std::move(constant));
    }
    ++version_;
    return true;
}

const EnumConstant& Exports::constant_at(ConstantRef constant) const noexcept {
    // An addition is found only in the registry that made it or in one that stands on it.
    if ((constant.position & ConstantRef::added) == 0)
        return enum_at(constant.enumeration).constants[constant.position];
    const std::uint32_t index = constant.position & ~ConstantRef::added;
    if (index < added_constants_.size() && added_constants_[index].first == constant.enumeration)
        return added_constants_[index].second;
    return base_->constant_at(constant);
}

std::uint32_t Exports::add_function(FunctionExport declaration) {
    const NameKey name(declaration.name);
    std::vector<std::uint32_t> same;
    find_functions(declaration.owner, name, same);
    const auto types_equal = [&](const FunctionExport& other) {
        return other.variadic == declaration.variadic &&
               std::ranges::equal(other.parameters, declaration.parameters,
                                  [](const ExportParameter& a, const ExportParameter& b) {
                                      return a.type == b.type && a.any == b.any;
                                  });
    };
    for (const std::uint32_t index : same) {
        if (!types_equal(function_at(index))) continue;
        if (FunctionExport* own = own_function(index)) {
            *own = std::move(declaration);
            ++version_;
        }
        return index;
    }
    function_names_.add(member_hash(declaration.owner, name.hash), function_count());
    ++version_;
    held_ += sizeof(FunctionExport) + declaration.name.size() + declaration.documentation.size() +
             2 * declaration.parameters.size() * sizeof(ExportParameter) + entry_bytes;
    return functions_.add(std::move(declaration));
}

std::uint32_t Exports::add_event(EventExport declaration) {
    const NameKey name(declaration.name);
    if (const std::uint32_t found = find_event(name); found != no_index) return found;
    event_names_.add(name.hash, event_count());
    ++version_;
    held_ += sizeof(EventExport) + declaration.name.size() + declaration.family.size() +
             2 * declaration.parameters.size() * sizeof(ExportParameter) + entry_bytes;
    return events_.add(std::move(declaration));
}

std::uint32_t Exports::find_own_class(NameKey name) const {
    return class_names_.find(name.hash, no_index,
                             [&](std::uint32_t index) { return same_name(classes_[index].name, name.text); });
}

std::uint32_t Exports::find_class(NameKey name) const {
    const std::uint32_t found = find_own_class(name);
    return found == no_index && base_ != nullptr ? base_->find_class(name) : found;
}

std::uint32_t Exports::find_enum(NameKey name) const {
    const std::uint32_t found = enum_names_.find(
        name.hash, no_index, [&](std::uint32_t index) { return same_name(enums_[index].name, name.text); });
    return found == no_index && base_ != nullptr ? base_->find_enum(name) : found;
}

std::uint32_t Exports::find_own_event(NameKey name) const {
    return event_names_.find(name.hash, no_index,
                             [&](std::uint32_t index) { return same_name(events_[index].name, name.text); });
}

std::uint32_t Exports::find_event(NameKey name) const {
    const std::uint32_t found = find_own_event(name);
    return found == no_index && base_ != nullptr ? base_->find_event(name) : found;
}

ConstantRef Exports::find_own_constant(NameKey name) const {
    const std::uint32_t found = constant_names_.find(name.hash, no_index, [&](std::uint32_t position) {
        return same_name(constant_at(constants_[position]).name, name.text);
    });
    return found == no_index ? ConstantRef{} : constants_[found];
}

ConstantRef Exports::find_constant(NameKey name) const {
    const ConstantRef found = find_own_constant(name);
    return !found && base_ != nullptr ? base_->find_constant(name) : found;
}

bool Exports::find_type(NameKey name, ExportType& type) const {
    constexpr std::pair<std::string_view, TypeKind> built_in[] = {{"void", TypeKind::none},
                                                                  {"bool", TypeKind::boolean},
                                                                  {"int", TypeKind::integer},
                                                                  {"float", TypeKind::real},
                                                                  {"string", TypeKind::string}};
    for (const auto& [word, kind] : built_in)
        if (same_name(word, name.text)) {
            type = {kind, no_index};
            return true;
        }
    if (const std::uint32_t found = find_class(name); found != no_index) {
        type = class_type(found);
        return type.kind != TypeKind::none;
    }
    if (const std::uint32_t found = find_enum(name); found != no_index) {
        type = {TypeKind::enumeration, found};
        return true;
    }
    return false;
}

void Exports::find_own_functions(std::uint32_t owner, NameKey name, std::vector<std::uint32_t>& found) const {
    static_cast<void>(function_names_.find(member_hash(owner, name.hash), no_index, [&](std::uint32_t index) {
        const FunctionExport& function = functions_[index];
        if (function.owner == owner && same_name(function.name, name.text)) found.push_back(index);
        return false; // overloads share a name
    }));
}

void Exports::find_functions(std::uint32_t owner, NameKey name, std::vector<std::uint32_t>& found) const {
    if (base_ != nullptr) base_->find_functions(owner, name, found);
    find_own_functions(owner, name, found);
}

std::vector<std::uint32_t> Exports::functions_of(std::uint32_t owner) const {
    std::vector<std::uint32_t> result;
    for (std::uint32_t i = 0; i < function_count(); ++i)
        if (function_at(i).owner == owner) result.push_back(i);
    return result;
}

bool Exports::derives_from(std::uint32_t derived, std::uint32_t base) const noexcept {
    for (std::uint32_t steps = 0; derived != no_index && steps < 64; ++steps) {
        if (derived == base) return true;
        derived = class_at(derived).base;
    }
    return false;
}

ExportType Exports::class_type(std::uint32_t index) const noexcept {
    return {type_kind(class_at(index).kind), index};
}

std::string Exports::type_name(ExportType type) const {
    if (type.kind == TypeKind::enumeration) return enum_at(type.index).name;
    if (is_named(type.kind)) return class_at(type.index).name;
    return std::string(to_string(type.kind));
}

std::string Exports::signature(std::uint32_t index) const {
    const FunctionExport& function = function_at(index);
    std::string text = type_name(function.result) + ' ';
    if (function.owner != no_index) text += class_at(function.owner).name + '.';
    text += function.name;
    if (function.parameters.empty() && !function.variadic) return text + "()";
    text += "( ";
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        const ExportParameter& parameter = function.parameters[i];
        if (i != 0) text += ", ";
        text += parameter.any ? std::string("any") : type_name(parameter.type);
        if (parameter.in_out) text += '&';
        if (!parameter.name.empty()) text += ' ' + parameter.name;
    }
    if (function.variadic) text += function.parameters.empty() ? "..." : ", ...";
    return text + " )";
}

std::uint64_t Exports::hash() const {
    // Threads that race compute the same.
    if (hash_version_.load(std::memory_order_acquire) == version_)
        return hash_.load(std::memory_order_relaxed);
    // A sum over entries: the order of registration does not matter.
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < function_count(); ++i) {
        const FunctionExport& function = function_at(i);
        sum += hash64(lower_case(signature(i)) + (function.is_static ? "s" : "m"));
    }
    for (std::uint32_t i = 0; i < class_count(); ++i) {
        const ClassExport& entry = class_at(i);
        std::string text = lower_case(entry.name) + ':' + std::string(to_string(entry.kind));
        if (entry.base != no_index) text += lower_case(class_at(entry.base).name);
        sum += hash64(text);
    }
    for (std::uint32_t i = 0; i < enum_count(); ++i) {
        const EnumExport& entry = enum_at(i);
        for (const EnumConstant& constant : entry.constants)
            sum +=
                hash64(lower_case(entry.name + '.' + constant.name) + '=' + std::to_string(constant.value));
    }
    for (std::uint32_t i = 0; i < event_count(); ++i) {
        const EventExport& event = event_at(i);
        std::string text = "event " + lower_case(event.name) + type_name(event.result);
        for (const ExportParameter& parameter : event.parameters)
            text += ',' + lower_case(type_name(parameter.type));
        sum += hash64(text);
    }
    hash_.store(sum, std::memory_order_relaxed);
    hash_version_.store(version_, std::memory_order_release);
    return sum;
}

} // namespace vellum::skrit
