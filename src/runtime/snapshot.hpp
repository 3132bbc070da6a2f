// The container that all engines' snapshots live in: who wrote it, for which programs, named sections, a
// checksum; and how values lie inside. Relies on ByteReader's sticky error, so engines read whole records
// straight and ask once. Bytes from outside are hostile: whatever they are, reading ends with a diagnostic or
// with values inside the limits.
//
//   magic "VLSNAP\r\n" | u32 container version | text engine | u32 engine's format version
//   | u32 programs, u64 identity each | sections: 4 characters, u32 size, payload | "END ", u32 0 | u64 XXH64
//   of all before
//
// A text is stored once, at its first use, and referred to by number afterwards: u32 number, and if the
// number is new, u32 size and the bytes. Equal texts get equal numbers whether or not they shared memory, so
// equal states give equal bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/bytes.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/value.hpp"

namespace vellum {

/// Writes one snapshot. Sections may not nest.
class SnapshotWriter {
  public:
    /// `programs`: an identity for each program of the world, such as hash64 of the saved file.
    SnapshotWriter(std::string_view engine, std::uint32_t format_version,
                   std::span<const std::uint64_t> programs);

    /// Begins a section; `tag` has four characters.
    void begin(std::string_view tag);
    void end();

    /// Numbers go straight into the bytes.
    [[nodiscard]] ByteWriter& out() noexcept { return out_; }
    void boolean(bool value) { out_.u8(value ? 1 : 0); }
    void text(std::string_view text);
    /// Views of memory cannot be saved: they make `take` fail.
    void value(const Value& value);
    /// A count and the values.
    void values(std::span<const Value> values);

    /// The finished snapshot; fails with `snapshot.corrupt` if something was written that cannot be saved.
    [[nodiscard]] Result<std::vector<std::byte>> take();

  private:
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept;
    };
    ByteWriter out_;
    std::size_t section_ = 0; // position of the open section's size field
    std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> texts_;
    bool has_memory_ = false;
};

/// Reads one snapshot. The first error sticks: everything read afterwards is zero or empty, and `finish`
/// tells.
class SnapshotReader {
  public:
    /// Checks container, checksum, engine, format version and programs: `snapshot.version` if it is for
    /// something else, `snapshot.corrupt` if it is damaged. `bytes` must outlive the reader.
    [[nodiscard]] static Result<SnapshotReader> open(std::span<const std::byte> bytes,
                                                     std::string_view engine, std::uint32_t format_version,
                                                     std::span<const std::uint64_t> programs);

    /// Ends the section before, which must have been read to its end, and begins the next, which must be this
    /// one.
    void begin(std::string_view tag);

    /// Numbers come straight from the section's bytes.
    [[nodiscard]] ByteReader& in() noexcept { return in_; }
    /// Anything but 0 and 1 is an error.
    [[nodiscard]] bool boolean();
    /// A number below `limit`, or an error and 0 (`limit` 0 allows nothing).
    [[nodiscard]] std::uint32_t below(std::uint32_t limit, std::string_view what);
    /// A count of things that take at least `least_bytes` each, not above `most`.
    [[nodiscard]] std::uint32_t count(std::size_t least_bytes, std::uint32_t most, std::string_view what);
    [[nodiscard]] String text();
    /// The same as a text of its own. A short snapshot may name a long text many times: all copies together
    /// have at most 64 bytes for each of its own.
    [[nodiscard]] std::string copied_text();
    [[nodiscard]] Value value();
    /// As written by SnapshotWriter::values, at most `most`.
    [[nodiscard]] std::vector<Value> values(std::uint32_t most);

    /// Reports a contradiction that the engine found; only the first report counts.
    void corrupt(std::string message);
    [[nodiscard]] bool ok() const noexcept { return !error_.has_value() && in_.ok(); }

    /// Ends the last section; the error if there was one, or if there is more than was read.
    [[nodiscard]] Result<void> finish();

  private:
    SnapshotReader() = default;
    void end_section();
    std::uint32_t in_range(std::uint32_t value, std::uint32_t limit, std::string_view what);
    void take_reader_error();

    ByteReader file_;
    ByteReader in_;
    std::vector<String> texts_;
    std::optional<Diagnostic> error_;
    bool in_section_ = false;
    std::uint64_t copies_left_ = 0;
};

} // namespace vellum
