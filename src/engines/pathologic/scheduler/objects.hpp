// The things that stand in for the game's own objects when scripts run without their game: actors that can be
// found again by name, containers that really hold values, properties and story variables. They belong to a
// world and are saved with it, so that a restored or repeated run sees the same answers.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/value.hpp"

namespace vellum {
class SnapshotReader;
class SnapshotWriter;
} // namespace vellum

namespace vellum::pathologic {

/// Properties or variables by name.
using NamedValues = std::map<std::string, Value, std::less<>>;

/// One stand-in.
struct StandInObject {
    std::string kind;          ///< "IntVector", "actor", …
    std::string name;          ///< May be empty.
    Type element = Type::none; ///< Containers: the type their elements have.
    std::vector<Value> elements;
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
    /// Most bytes of all texts and names of a store together; a text counts wherever it is held.
    static constexpr std::size_t most_text = std::size_t{64} << 20U;

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
    void remove_elements(StandInObject& object, std::size_t first, std::size_t count);
    bool set_property(StandInObject& object, std::string_view name, Value value);

    [[nodiscard]] const Value* variable(std::string_view name) const noexcept;
    bool set_variable(std::string_view name, Value value);

    void write(SnapshotWriter& out) const;
    /// Reports to the reader if the bytes make no sense; the store is then to be thrown away.
    void read(SnapshotReader& in);

  private:
    bool set_named(NamedValues& values, std::size_t held, std::string_view name, Value value);

    std::vector<StandInObject> objects_;
    std::map<std::string, std::uint64_t, std::less<>> names_; ///< "kind\nname"
    NamedValues variables_;
    std::size_t held_ = 0; ///< Elements and properties together.
    std::size_t text_ = 0; ///< Bytes of texts and names.
};

} // namespace vellum::pathologic
