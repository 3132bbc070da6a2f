// What scripts set and may ask for again where no game keeps it: numbers, texts and objects, under the object
// they belong to, a name and an index. The world's own (global integers, timers) belong to object 0. What is
// kept counts as a reference and for the world's memory. Relies on the pool; runs nothing.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "engines/ags/machine/word.hpp"

namespace vellum {
class ArchiveReader;
class ArchiveWriter;
} // namespace vellum

namespace vellum::ags {

class Pool;

/// Where something is kept.
struct PropertyKey {
    std::uint64_t object = 0; ///< As hosts see it.
    std::string name;
    std::int32_t index = 0; ///< Of an indexed property.
    auto operator<=>(const PropertyKey&) const = default;
};

class Properties {
  public:
    /// What is kept there: a number or an object's handle; null if nothing is.
    [[nodiscard]] const Word* find(std::uint64_t object, std::string_view name, std::int32_t index = 0) const;
    /// Keeps a number or an object's handle. False if the memory limit forbids it.
    [[nodiscard]] bool set(Pool& pool, std::uint64_t object, std::string_view name, std::int32_t index,
                           Word value);
    /// Drops one.
    void erase(Pool& pool, std::uint64_t object, std::string_view name, std::int32_t index = 0);
    /// Drops all of an object whose names begin so.
    void erase_prefix(Pool& pool, std::uint64_t object, std::string_view prefix);
    /// Drops everything of an object that is gone.
    void forget(Pool& pool, std::uint64_t object);
    /// Counts down by one what is kept under that name and above 1.
    void count_down(std::uint64_t object, std::string_view name);

    /// Bytes that finding something compares, for `charge`.
    [[nodiscard]] std::uint64_t look_up_work(std::string_view name) const noexcept;
    [[nodiscard]] const std::map<PropertyKey, Word>& all() const noexcept { return all_; }

    void write(ArchiveWriter& archive) const;
    /// Into new ones, of a pool that was read. If the archive is not ok afterwards, both are to be thrown
    /// away.
    void read(ArchiveReader& archive, Pool& pool);

  private:
    using Place = std::map<PropertyKey, Word>::iterator;
    Place erase(Pool& pool, Place place);

    std::map<PropertyKey, Word> all_;
};

} // namespace vellum::ags
