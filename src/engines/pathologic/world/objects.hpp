// The things that stand in for the game's own objects when scripts run without their game: actors that can be
// found again by name, containers that really hold values, properties and story variables. They belong to a
// world and are saved with it, so that a restored or repeated run sees the same answers.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/value.hpp"

namespace vellum {
class ArchiveReader;
class ArchiveWriter;
} // namespace vellum

namespace vellum::pathologic {

/// Properties or variables by name.
using NamedValues = std::map<std::string, Value, std::less<>>;

/// One stand-in.
struct StandInObject {
    std::string kind;            ///< "IntVector", "actor", …
    std::string name;            ///< May be empty.
    Type element = Type::none;   ///< Containers: the type their elements have.
    std::vector<Value> elements; ///< An iterator's stand in reverse, so that the next one is the last.
    NamedValues properties;
};

/// Which NaN an operation gives depends on the compiler's order of operands; nothing a script does can tell
/// them apart. One is saved for all, so that equal runs give equal snapshots.
[[nodiscard]] std::vector<Value> canonical(std::span<const Value> values);

/// Everything a world's stand-ins know.
class ObjectStore {
  public:
    /// Ids given out here carry this bit, so that they are never taken for ids of a game's own.
    static constexpr std::uint64_t id_mark = std::uint64_t{1} << 62U;
    /// Most objects, elements and variables of a store; creating more gives null and stores nothing.
    static constexpr std::size_t most = 100'000;

    /// Bytes that everything in the store may take together from now on; what would need more fails.
    void set_room(std::uint64_t bytes) noexcept { room_ = bytes; }
    /// Bytes it takes: room of containers whether it is used or not, texts wherever they are held.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
    /// Bytes of the texts alone: what comparing all elements may have to walk.
    [[nodiscard]] std::uint64_t texts() const noexcept { return texts_; }

    [[nodiscard]] ObjectId create(std::string_view kind, std::string_view name = {},
                                  Type element = Type::none);
    /// The object of that kind and name, made at the first request; null if there is no room.
    [[nodiscard]] ObjectId named(std::string_view kind, std::string_view name);
    [[nodiscard]] StandInObject* find(ObjectId id) noexcept;
    [[nodiscard]] const StandInObject* find(ObjectId id) const noexcept;
    /// "actor lantern_01", "IntVector 3"; empty if it is none of these objects.
    [[nodiscard]] std::string describe(ObjectId id) const;
    /// Adds an element if there is room in the store.
    bool add_element(StandInObject& object, Value value);
    /// Replaces an element that exists, if there is room for its text.
    bool set_element(StandInObject& object, std::size_t index, Value value);
    bool resize(StandInObject& object, std::size_t size);
    void remove_elements(StandInObject& object, std::size_t first, std::size_t number);
    /// The properties of a stand-in or of an object that somebody else gave out; null if it has none.
    [[nodiscard]] const NamedValues* properties(ObjectId id) const noexcept;
    bool set_property(ObjectId id, std::string_view name, Value value);

    [[nodiscard]] const Value* variable(std::string_view name) const noexcept;
    bool set_variable(std::string_view name, Value value);

    void write(ArchiveWriter& archive) const;
    /// Into an empty store. If the archive is not ok afterwards, the store is to be thrown away.
    void read(ArchiveReader& archive);

  private:
    [[nodiscard]] bool fits(std::uint64_t more) const noexcept {
        return bytes_ <= room_ && more <= room_ - bytes_;
    }
    void count(const Value& value, bool gone);
    bool make_room(StandInObject& object, std::size_t size);
    bool set_named(NamedValues& values, std::size_t held, std::string_view name, Value value);
    template <class Archive> static void fields(Archive& archive, auto& store);
    void count_read(ArchiveReader& archive, const NamedValues& values);

    std::deque<StandInObject> objects_;                       ///< Never move.
    std::map<std::string, std::uint64_t, std::less<>> names_; ///< "kind\nname"
    std::map<std::uint64_t, NamedValues> foreign_; ///< Properties of objects that are none of these.
    NamedValues variables_;
    std::size_t held_ = 0; ///< Elements and properties together.
    std::uint64_t bytes_ = 0;
    std::uint64_t texts_ = 0;
    std::uint64_t room_ = ~std::uint64_t{0};
};

} // namespace vellum::pathologic
