// Stand-in objects, their bounds and their bytes in snapshots.
#include "engines/pathologic/world/objects.hpp"

#include <algorithm>
#include <iterator>

#include "engines/pathologic/machine/text_count.hpp"
#include "runtime/archive.hpp"

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

// --- In snapshots. What was read is counted before more is: a text that stands once may have many names. ---

namespace {

void named_values(auto& archive, Archived<NamedValues> auto& values) {
    archive.map(values, 5, ObjectStore::most, "properties");
}

} // namespace

void fields(auto& archive, Archived<StandInObject> auto& object) {
    auto& [kind, name, element, elements, properties] = object;
    archive(kind, name);
    archive.up_to(element, Type::string, "the type that a container holds");
    archive.values(elements, ObjectStore::most);
    named_values(archive, properties);
}

template <class Archive> void ObjectStore::fields(Archive& archive, auto& store) {
    auto& [objects, names, foreign, variables, held, bytes, texts, room] = store;
    archive.list(objects, 17, most, "objects", [&](auto& object) {
        archive(object);
        if constexpr (reads<Archive>) {
            bytes += sizeof(StandInObject) + heap_bytes(object.kind) + heap_bytes(object.name) +
                     object.elements.capacity() * sizeof(Value);
            for (const Value& value : object.elements) store.count(value, false);
            held += object.elements.size() + object.properties.size();
            store.count_read(archive, object.properties);
        }
    });
    archive.map(names, 12, most, "object names", [&](auto& name, auto& id) {
        archive(name, id);
        if constexpr (reads<Archive>) {
            bytes += node_bytes + heap_bytes(name);
            store.count_read(archive, {});
        }
    });
    archive.map(foreign, 12, most, "objects with properties", [&](auto& id, auto& properties) {
        archive(id);
        named_values(archive, properties);
        if constexpr (reads<Archive>) {
            bytes += node_bytes;
            held += properties.size();
            store.count_read(archive, properties);
        }
    });
    named_values(archive, variables);
    if constexpr (reads<Archive>) store.count_read(archive, variables);
}

/// Counts these values; everything counted so far must have room.
void ObjectStore::count_read(ArchiveReader& archive, const NamedValues& values) {
    for (const auto& [name, value] : values) {
        bytes_ += node_bytes + heap_bytes(name);
        count(value, false);
    }
    archive.demand(bytes_ <= room_ && held_ <= most, "the stand-in objects hold too much");
}

void ObjectStore::write(ArchiveWriter& archive) const { fields(archive, *this); }
void ObjectStore::read(ArchiveReader& archive) { fields(archive, *this); }

} // namespace vellum::pathologic
