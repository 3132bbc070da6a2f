// Stand-in objects, their bounds and their bytes in snapshots.
#include "engines/pathologic/scheduler/objects.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/snapshot.hpp"

namespace vellum::pathologic {

namespace {

std::size_t text_size(const Value& value) noexcept { return value.text().size(); }

std::size_t text_size(std::span<const Value> values) noexcept {
    std::size_t sum = 0;
    for (const Value& value : values) sum += text_size(value);
    return sum;
}

} // namespace

ObjectId ObjectStore::create(std::string_view kind, std::string_view name, Type element) {
    if (objects_.size() >= most) return {};
    StandInObject& object = objects_.emplace_back();
    object.kind = kind;
    object.name = name;
    object.element = element;
    return {id_mark | objects_.size()};
}

ObjectId ObjectStore::named(std::string_view kind, std::string_view name) {
    std::string key(kind);
    key += '\n';
    key += name;
    const auto found = names_.find(key);
    if (found != names_.end()) return {found->second};
    if (key.size() + name.size() > most_text - text_) return {};
    const ObjectId made = create(kind, name);
    if (!made) return made;
    text_ += key.size() + name.size();
    names_.emplace(std::move(key), made.id);
    return made;
}

const StandInObject* ObjectStore::find(ObjectId id) const noexcept {
    if ((id.id & id_mark) == 0) return nullptr;
    const std::uint64_t number = id.id & ~id_mark;
    return number - 1 < objects_.size() ? &objects_[static_cast<std::size_t>(number - 1)] : nullptr;
}

StandInObject* ObjectStore::find(ObjectId id) noexcept {
    return const_cast<StandInObject*>(static_cast<const ObjectStore*>(this)->find(id));
}

std::string ObjectStore::describe(ObjectId id) const {
    const StandInObject* object = find(id);
    if (object == nullptr) return {};
    const std::string which = object->name.empty() ? std::to_string(id.id & ~id_mark) : object->name;
    return object->kind.empty() ? which : object->kind + " " + which;
}

bool ObjectStore::add_element(StandInObject& object, Value value) {
    if (held_ >= most || text_size(value) > most_text - text_) return false;
    text_ += text_size(value);
    object.elements.push_back(std::move(value));
    ++held_;
    return true;
}

bool ObjectStore::set_element(StandInObject& object, std::size_t index, Value value) {
    Value& element = object.elements[index];
    const std::size_t others = text_ - text_size(element);
    if (text_size(value) > most_text - others) return false;
    text_ = others + text_size(value);
    element = std::move(value);
    return true;
}

bool ObjectStore::resize(StandInObject& object, std::size_t size) {
    const std::size_t old = object.elements.size();
    if (size < old) {
        remove_elements(object, size, old - size);
        return true;
    }
    if (size - old > most - held_) return false;
    object.elements.resize(size, Value::default_of(object.element));
    held_ += size - old;
    return true;
}

void ObjectStore::remove_elements(StandInObject& object, std::size_t first, std::size_t count) {
    if (first >= object.elements.size()) return;
    count = std::min(count, object.elements.size() - first);
    text_ -= text_size(std::span<const Value>(object.elements).subspan(first, count));
    const auto begin = object.elements.begin() + static_cast<std::ptrdiff_t>(first);
    object.elements.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
    held_ -= count;
}

/// `held`: how many values there are that count against `most` together with these.
bool ObjectStore::set_named(NamedValues& values, std::size_t held, std::string_view name, Value value) {
    const auto found = values.find(name);
    const bool fresh = found == values.end();
    const std::size_t others = fresh ? text_ : text_ - text_size(found->second);
    const std::size_t wanted = text_size(value) + (fresh ? name.size() : 0);
    if (wanted > most_text - others || (fresh && held >= most)) return false;
    text_ = others + wanted;
    if (fresh)
        values.emplace(std::string(name), std::move(value));
    else
        found->second = std::move(value);
    return true;
}

bool ObjectStore::set_property(StandInObject& object, std::string_view name, Value value) {
    const std::size_t before = object.properties.size();
    if (!set_named(object.properties, held_, name, std::move(value))) return false;
    held_ += object.properties.size() - before;
    return true;
}

const Value* ObjectStore::variable(std::string_view name) const noexcept {
    const auto found = variables_.find(name);
    return found != variables_.end() ? &found->second : nullptr;
}

bool ObjectStore::set_variable(std::string_view name, Value value) {
    return set_named(variables_, variables_.size(), name, std::move(value));
}

std::vector<Value> canonical(std::span<const Value> values) {
    std::vector<Value> result(values.begin(), values.end());
    for (Value& value : result) value.make_canonical();
    return result;
}

namespace {

void write_map(SnapshotWriter& out, const NamedValues& values) {
    out.out().u32(static_cast<std::uint32_t>(values.size()));
    for (const auto& [name, value] : values) {
        out.text(name);
        out.value(canonical({&value, 1})[0]);
    }
}

/// Bytes of the texts and names that were read.
std::size_t read_map(SnapshotReader& in, NamedValues& values) {
    const std::uint32_t count = in.count(5, ObjectStore::most, "properties");
    for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
        const String name = in.text();
        values.insert_or_assign(std::string(name.view()), in.value());
    }
    std::size_t text = 0;
    for (const auto& [name, value] : values) text += name.size() + text_size(value);
    return text;
}

} // namespace

void ObjectStore::write(SnapshotWriter& out) const {
    out.begin("OBJS");
    out.out().u32(static_cast<std::uint32_t>(objects_.size()));
    for (const StandInObject& object : objects_) {
        out.text(object.kind);
        out.text(object.name);
        out.out().u8(static_cast<std::uint8_t>(object.element));
        out.values(canonical(object.elements));
        write_map(out, object.properties);
    }
    out.out().u32(static_cast<std::uint32_t>(names_.size()));
    for (const auto& [name, id] : names_) {
        out.text(name);
        out.out().u64(id);
    }
    write_map(out, variables_);
    out.end();
}

void ObjectStore::read(SnapshotReader& in) {
    in.begin("OBJS");
    const std::uint32_t objects = in.count(17, most, "objects");
    for (std::uint32_t i = 0; i < objects && in.ok(); ++i) {
        StandInObject& object = objects_.emplace_back();
        object.kind = in.text().view();
        object.name = in.text().view();
        const std::uint8_t element = in.in().u8();
        if (element > static_cast<std::uint8_t>(Type::string))
            in.corrupt("a container holds an unknown type");
        object.element = static_cast<Type>(element);
        object.elements = in.values(most);
        text_ += text_size(object.elements) + read_map(in, object.properties);
        held_ += object.elements.size() + object.properties.size();
        if (held_ > most || text_ > most_text) in.corrupt("the stand-in objects hold too much");
    }
    const std::uint32_t names = in.count(12, most, "object names");
    for (std::uint32_t i = 0; i < names && in.ok(); ++i) {
        const String name = in.text();
        const std::string_view own = name.view().substr(name.view().find('\n') + 1);
        if (names_.insert_or_assign(std::string(name.view()), in.in().u64()).second)
            text_ += name.view().size() + own.size();
    }
    text_ += read_map(in, variables_);
    if (text_ > most_text) in.corrupt("the stand-in objects hold too much");
}

} // namespace vellum::pathologic
