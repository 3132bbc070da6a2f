// The registry: vectors of entries and hash tables from lower-case names to indices. Tables hold the own
// entries only; a look-up asks the base as well.
#include "engines/skrit/exports/registry.hpp"

#include <algorithm>
#include <utility>

#include "base/hash.hpp"

namespace vellum::skrit {

namespace {

constexpr char lower(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

/// FNV-1a over lower-case characters: names are short and must be hashed without a copy.
std::uint64_t name_hash(std::string_view name, std::uint64_t seed = 0) noexcept {
    std::uint64_t hash = 0xCBF29CE484222325U ^ (seed * 0x9E3779B97F4A7C15U);
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(lower(c))) * 0x100000001B3U;
    return hash ^ (hash >> 29U);
}

constexpr std::string_view class_kind_names[] = {"static", "singleton", "pointer", "managed", "id", "value"};

} // namespace

std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = lower(c);
    return result;
}

bool same_name(std::string_view a, std::string_view b) noexcept {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (lower(a[i]) != lower(b[i])) return false;
    return true;
}

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

Exports::Exports(const Exports* base) : base_(base) {
    if (base == nullptr) return;
    first_class_ = base->class_count();
    first_enum_ = base->enum_count();
    first_function_ = base->function_count();
    first_event_ = base->event_count();
    all_classes_ = base->all_classes_;
    all_functions_ = base->all_functions_;
}

std::uint32_t Exports::enum_count() const noexcept {
    return first_enum_ + static_cast<std::uint32_t>(enums_.size());
}
std::uint32_t Exports::event_count() const noexcept {
    return first_event_ + static_cast<std::uint32_t>(events_.size());
}
const EnumExport& Exports::enum_at(std::uint32_t index) const noexcept {
    return index < first_enum_ ? base_->enum_at(index) : enums_[index - first_enum_];
}
const EventExport& Exports::event_at(std::uint32_t index) const noexcept {
    return index < first_event_ ? base_->event_at(index) : events_[index - first_event_];
}
ClassExport* Exports::own_class(std::uint32_t index) noexcept {
    return index < first_class_ ? nullptr : &classes_[index - first_class_];
}
EnumExport* Exports::own_enum(std::uint32_t index) noexcept {
    return index < first_enum_ ? nullptr : &enums_[index - first_enum_];
}
FunctionExport* Exports::own_function(std::uint32_t index) noexcept {
    return index < first_function_ ? nullptr : &functions_[index - first_function_];
}
EventExport* Exports::own_event(std::uint32_t index) noexcept {
    return index < first_event_ ? nullptr : &events_[index - first_event_];
}

std::uint32_t Exports::add_class(ClassExport declaration) {
    if (const std::uint32_t found = find_class(declaration.name); found != no_index) return found;
    const std::uint32_t index = class_count();
    class_names_[name_hash(declaration.name)].push_back(index);
    classes_.push_back(std::move(declaration));
    all_classes_.push_back(&classes_.back());
    ++version_;
    return index;
}

std::uint32_t Exports::add_enum(EnumExport declaration) {
    if (const std::uint32_t found = find_enum(declaration.name); found != no_index) return found;
    const std::uint32_t index = enum_count();
    enum_names_[name_hash(declaration.name)].push_back(index);
    std::vector<EnumConstant> constants = std::exchange(declaration.constants, {});
    enums_.push_back(std::move(declaration));
    for (EnumConstant& constant : constants) add_constant(index, std::move(constant));
    ++version_;
    return index;
}

bool Exports::add_constant(std::uint32_t enumeration, EnumConstant constant) {
    if (find_constant(constant.name)) return false;
    std::vector<ConstantRef>& names = constant_names_[name_hash(constant.name)];
    if (EnumExport* owner = own_enum(enumeration)) {
        names.push_back({enumeration, static_cast<std::uint32_t>(owner->constants.size())});
        owner->constants.push_back(std::move(constant));
    } else {
        names.push_back(
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
    std::vector<std::uint32_t> same;
    find_functions(declaration.owner, declaration.name, same);
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
    const std::uint32_t index = function_count();
    function_names_[name_hash(declaration.name, std::uint64_t{declaration.owner} + 1)].push_back(index);
    functions_.push_back(std::move(declaration));
    all_functions_.push_back(&functions_.back());
    ++version_;
    return index;
}

std::uint32_t Exports::add_event(EventExport declaration) {
    if (const std::uint32_t found = find_event(declaration.name); found != no_index) return found;
    const std::uint32_t index = event_count();
    event_names_[name_hash(declaration.name)].push_back(index);
    events_.push_back(std::move(declaration));
    ++version_;
    return index;
}

std::uint32_t Exports::find_own_class(std::string_view name) const {
    if (classes_.empty()) return no_index;
    if (const auto found = class_names_.find(name_hash(name)); found != class_names_.end())
        for (const std::uint32_t index : found->second)
            if (same_name(class_at(index).name, name)) return index;
    return no_index;
}

std::uint32_t Exports::find_class(std::string_view name) const {
    const std::uint32_t found = find_own_class(name);
    return found == no_index && base_ != nullptr ? base_->find_class(name) : found;
}

std::uint32_t Exports::find_enum(std::string_view name) const {
    if (enums_.empty()) return base_ != nullptr ? base_->find_enum(name) : no_index;
    if (const auto found = enum_names_.find(name_hash(name)); found != enum_names_.end())
        for (const std::uint32_t index : found->second)
            if (same_name(enum_at(index).name, name)) return index;
    return base_ != nullptr ? base_->find_enum(name) : no_index;
}

std::uint32_t Exports::find_own_event(std::string_view name) const {
    if (events_.empty()) return no_index;
    if (const auto found = event_names_.find(name_hash(name)); found != event_names_.end())
        for (const std::uint32_t index : found->second)
            if (same_name(event_at(index).name, name)) return index;
    return no_index;
}

std::uint32_t Exports::find_event(std::string_view name) const {
    const std::uint32_t found = find_own_event(name);
    return found == no_index && base_ != nullptr ? base_->find_event(name) : found;
}

ConstantRef Exports::find_own_constant(std::string_view name) const {
    if (constant_names_.empty()) return {};
    if (const auto found = constant_names_.find(name_hash(name)); found != constant_names_.end())
        for (const ConstantRef& entry : found->second)
            if (same_name(constant_at(entry).name, name)) return entry;
    return {};
}

ConstantRef Exports::find_constant(std::string_view name) const {
    const ConstantRef found = find_own_constant(name);
    return !found && base_ != nullptr ? base_->find_constant(name) : found;
}

bool Exports::find_type(std::string_view name, ExportType& type) const {
    constexpr std::pair<std::string_view, TypeKind> built_in[] = {{"void", TypeKind::none},
                                                                  {"bool", TypeKind::boolean},
                                                                  {"int", TypeKind::integer},
                                                                  {"float", TypeKind::real},
                                                                  {"string", TypeKind::string}};
    for (const auto& [word, kind] : built_in)
        if (same_name(word, name)) {
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

void Exports::find_own_functions(std::uint32_t owner, std::string_view name,
                                 std::vector<std::uint32_t>& found) const {
    if (functions_.empty()) return;
    const auto entry = function_names_.find(name_hash(name, std::uint64_t{owner} + 1));
    if (entry == function_names_.end()) return;
    for (const std::uint32_t index : entry->second) {
        const FunctionExport& function = functions_[index - first_function_];
        if (function.owner == owner && same_name(function.name, name)) found.push_back(index);
    }
}

void Exports::find_functions(std::uint32_t owner, std::string_view name,
                             std::vector<std::uint32_t>& found) const {
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
