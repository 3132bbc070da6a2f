// Stand-in objects, their bounds and their bytes in snapshots.
#include "engines/pathologic/world/objects.hpp"

#include <algorithm>
#include <iterator>

#include "engines/pathologic/machine/text_count.hpp"
#include "runtime/snapshot.hpp"

namespace vellum::pathologic {

namespace {

/// What a node of a map takes beyond its texts, roughly.
constexpr std::uint64_t node_bytes = 128;

/// What a std::string takes beyond itself.
std::uint64_t heap_bytes(std::string_view text) noexcept { return text.size() > 15 ? text.size() + 17 : 0; }

} // namespace

/// A value that the store holds from now on, or no longer.
void ObjectStore::count(const Value& value, bool gone) {
    const std::uint64_t size = text_bytes(value);
    bytes_ += gone ? 0 - size : size;
    texts_ += gone ? 0 - std::uint64_t{value.text().size()} : value.text().size();
}

ObjectId ObjectStore::create(std::string_view kind, std::string_view name, Type element) {
    const std::uint64_t size = sizeof(StandInObject) + heap_bytes(kind) + heap_bytes(name);
    if (objects_.size() >= most || !fits(size)) return {};
    bytes_ += size;
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
    const std::uint64_t size = node_bytes + heap_bytes(key);
    if (!fits(size + sizeof(StandInObject) + heap_bytes(kind) + heap_bytes(name))) return {};
    const ObjectId made = create(kind, name);
    if (!made) return made;
    bytes_ += size;
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

/// Room for that many elements: twice what there was if that fits, else what is needed.
bool ObjectStore::make_room(StandInObject& object, std::size_t size) {
    const std::size_t before = object.elements.capacity();
    if (size <= before) return true;
    // The old elements stay until the new ones are there.
    const std::size_t wanted =
        fits(before * 2 * sizeof(Value)) ? std::max({size, before * 2, std::size_t{4}}) : size + size / 8;
    if (!fits(wanted * sizeof(Value))) return false;
    object.elements.reserve(wanted);
    bytes_ += (object.elements.capacity() - before) * sizeof(Value);
    return true;
}

bool ObjectStore::add_element(StandInObject& object, Value value) {
    if (held_ >= most || !fits(text_bytes(value)) || !make_room(object, object.elements.size() + 1))
        return false;
    count(value, false);
    object.elements.push_back(std::move(value));
    ++held_;
    return true;
}

bool ObjectStore::set_element(StandInObject& object, std::size_t index, Value value) {
    Value& element = object.elements[index];
    const std::uint64_t gone = text_bytes(element);
    const std::uint64_t more = text_bytes(value);
    if (more > gone && !fits(more - gone)) return false;
    count(element, true);
    count(value, false);
    element = std::move(value);
    return true;
}

bool ObjectStore::resize(StandInObject& object, std::size_t size) {
    const std::size_t old = object.elements.size();
    if (size < old) {
        remove_elements(object, size, old - size);
        return true;
    }
    if (size - old > most - held_ || !make_room(object, size)) return false;
    object.elements.resize(size, Value::default_of(object.element));
    held_ += size - old;
    return true;
}

void ObjectStore::remove_elements(StandInObject& object, std::size_t first, std::size_t number) {
    std::vector<Value>& elements = object.elements;
    if (first >= elements.size()) return;
    number = std::min(number, elements.size() - first);
    const auto begin = elements.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = begin + static_cast<std::ptrdiff_t>(number);
    for (auto element = begin; element != end; ++element) count(*element, true);
    elements.erase(begin, end);
    held_ -= number;
    // Room that hardly anything needs any more is given back.
    const std::size_t before = elements.capacity();
    if (elements.size() <= before / 4) {
        std::vector<Value> kept; // shrink_to_fit does nothing where there are no exceptions
        kept.reserve(elements.size());
        std::ranges::move(elements, std::back_inserter(kept));
        elements = std::move(kept);
        bytes_ -= (before - elements.capacity()) * sizeof(Value);
    }
}

/// `held`: how many values there are that count against `most` together with these.
bool ObjectStore::set_named(NamedValues& values, std::size_t held, std::string_view name, Value value) {
    const auto found = values.find(name);
    const bool fresh = found == values.end();
    const std::uint64_t gone = fresh ? 0 : text_bytes(found->second);
    const std::uint64_t more = text_bytes(value) + (fresh ? node_bytes + heap_bytes(name) : 0);
    if ((more > gone && !fits(more - gone)) || (fresh && held >= most)) return false;
    if (!fresh) count(found->second, true);
    count(value, false);
    if (fresh) {
        bytes_ += node_bytes + heap_bytes(name);
        values.emplace(std::string(name), std::move(value));
    } else {
        found->second = std::move(value);
    }
    return true;
}

const NamedValues* ObjectStore::properties(ObjectId id) const noexcept {
    if (const StandInObject* object = find(id); object != nullptr) return &object->properties;
    const auto found = foreign_.find(id.id);
    return found != foreign_.end() ? &found->second : nullptr;
}

bool ObjectStore::set_property(ObjectId id, std::string_view name, Value value) {
    StandInObject* object = find(id);
    if (object == nullptr && !foreign_.contains(id.id)) {
        if (!id || foreign_.size() >= most || !fits(2 * node_bytes)) return false;
        bytes_ += node_bytes;
    }
    NamedValues& properties = object != nullptr ? object->properties : foreign_[id.id];
    const std::size_t before = properties.size();
    if (!set_named(properties, held_, name, std::move(value))) return false;
    held_ += properties.size() - before;
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

} // namespace

void ObjectStore::read_map(SnapshotReader& in, NamedValues& values) {
    const std::uint32_t number = in.count(5, most, "properties");
    for (std::uint32_t i = 0; i < number && in.ok(); ++i) {
        const String name = in.text();
        if (!set_named(values, 0, name.view(), in.value())) in.corrupt("the stand-in objects hold too much");
    }
}

void ObjectStore::write(SnapshotWriter& out) const {
    out.begin("OBJS");
    out.out().u32(static_cast<std::uint32_t>(objects_.size()));
    for (const StandInObject& object : objects_) {
        out.text(object.kind);
        out.text(object.name);
        out.out().u8(static_cast<std::uint8_t>(object.element));
        out.values(object.elements);
        write_map(out, object.properties);
    }
    out.out().u32(static_cast<std::uint32_t>(names_.size()));
    for (const auto& [name, id] : names_) {
        out.text(name);
        out.out().u64(id);
    }
    out.out().u32(static_cast<std::uint32_t>(foreign_.size()));
    for (const auto& [id, properties] : foreign_) {
        out.out().u64(id);
        write_map(out, properties);
    }
    write_map(out, variables_);
    out.end();
}

void ObjectStore::read(SnapshotReader& in) {
    in.begin("OBJS");
    const std::uint32_t objects = in.count(17, most, "objects");
    for (std::uint32_t i = 0; i < objects && in.ok(); ++i) {
        const String kind = in.text();
        const String name = in.text();
        const std::uint8_t element = in.in().u8();
        if (element > static_cast<std::uint8_t>(Type::string))
            in.corrupt("a container holds an unknown type");
        StandInObject* object = find(create(kind.view(), name.view(), static_cast<Type>(element)));
        const std::vector<Value> elements = in.values(most);
        bool fitting = object != nullptr && make_room(*object, elements.size());
        for (std::size_t j = 0; fitting && j < elements.size(); ++j)
            fitting = add_element(*object, elements[j]);
        if (!fitting) {
            in.corrupt("the stand-in objects hold too much");
            break;
        }
        read_map(in, object->properties);
        held_ += object->properties.size();
        if (held_ > most) in.corrupt("the stand-in objects hold too much");
    }
    const std::uint32_t names = in.count(12, most, "object names");
    for (std::uint32_t i = 0; i < names && in.ok(); ++i) {
        const String name = in.text();
        if (names_.insert_or_assign(std::string(name.view()), in.in().u64()).second)
            bytes_ += node_bytes + heap_bytes(name.view());
    }
    const std::uint32_t foreign = in.count(12, most, "objects with properties");
    for (std::uint32_t i = 0; i < foreign && in.ok(); ++i) {
        NamedValues& properties = foreign_[in.in().u64()];
        if (!properties.empty()) in.corrupt("an object has its properties twice");
        bytes_ += node_bytes;
        read_map(in, properties);
        held_ += properties.size();
        if (held_ > most) in.corrupt("the stand-in objects hold too much");
    }
    read_map(in, variables_);
}

} // namespace vellum::pathologic
