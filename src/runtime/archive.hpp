// One list of fields for both ways: what writes a state into a snapshot reads it back, so the two cannot
// disagree. A type says its fields once, in a function that both archives call and that names every member of
// the type, so that a member left out does not compile:
//
//     void fields(auto& archive, Archived<Camera> auto& camera) {
//         auto& [mode, angle, shaking] = camera;
//         archive(mode, angle, shaking);
//     }
//
// It stands in the type's own namespace, where the archives find it. What only one way does stands under
// `if constexpr (reads<decltype(archive)>)`.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/snapshot.hpp"

namespace vellum {

/// The archive writes constant objects and reads into others; a field list takes both.
template <class T, class Wanted>
concept Archived = std::same_as<std::remove_const_t<T>, Wanted>;

class ArchiveReader;
/// True inside a field list that reads.
template <class Archive> constexpr bool reads = std::same_as<std::remove_cvref_t<Archive>, ArchiveReader>;

/// Writes fields into a snapshot's section.
class ArchiveWriter {
  public:
    explicit ArchiveWriter(SnapshotWriter& out) : out_(out) {}

    template <class... T> void operator()(const T&... values) { (one(values), ...); }
    /// A number that must be below a limit; `what` names it in the message of whoever reads.
    template <std::integral T> void below(const T& value, std::uint64_t, std::string_view) { one(value); }
    /// An enumeration up to its last value.
    template <class T> void up_to(const T& value, T, std::string_view) { one(value); }
    /// A list with its length: elements of at least so many bytes, not more than `most`.
    template <class List>
    void list(const List& values, std::size_t least_bytes, std::uint32_t most, std::string_view what) {
        list(values, least_bytes, most, what, *this);
    }
    /// The same; `element` says the fields of one, and counts what was read before more is.
    template <class List>
    void list(const List& values, std::size_t, std::uint32_t, std::string_view, auto&& element) {
        out_.out().u32(static_cast<std::uint32_t>(values.size()));
        for (const auto& value : values) element(value);
    }
    /// A map, as a list of its keys and values; `entry` says the fields of both.
    template <class Map>
    void map(const Map& values, std::size_t, std::uint32_t, std::string_view, auto&& entry) {
        out_.out().u32(static_cast<std::uint32_t>(values.size()));
        for (const auto& [key, value] : values) entry(key, value);
    }
    template <class Map>
    void map(const Map& values, std::size_t least_bytes, std::uint32_t most, std::string_view what) {
        map(values, least_bytes, most, what, *this);
    }
    /// A text that stands here and is not shared with equal ones: whoever reads it holds no more than there
    /// is.
    void own_text(const std::string& text) {
        out_.out().u32(static_cast<std::uint32_t>(text.size()));
        out_.out().bytes(std::as_bytes(std::span(text)));
    }
    void bytes(std::span<const std::byte> bytes) { out_.out().bytes(bytes); } ///< Their number is known.
    /// Values with their number, not more than `most`.
    void values(std::span<const Value> values, std::uint32_t) { out_.values(values); }
    /// Says what is wrong with what was read; nothing can be with what is written.
    void demand(bool, std::string_view) {}
    [[nodiscard]] bool ok() const noexcept { return true; }
    [[nodiscard]] SnapshotWriter& snapshot() noexcept { return out_; }

  private:
    template <class T> void one(const T& value) {
        ByteWriter& bytes = out_.out();
        if constexpr (std::same_as<T, bool>)
            out_.boolean(value);
        else if constexpr (std::is_enum_v<T>)
            one(static_cast<std::underlying_type_t<T>>(value));
        else if constexpr (std::integral<T>) {
            if constexpr (sizeof(T) == 1)
                bytes.u8(static_cast<std::uint8_t>(value));
            else if constexpr (sizeof(T) == 2)
                bytes.u16(static_cast<std::uint16_t>(value));
            else if constexpr (sizeof(T) == 4)
                bytes.u32(static_cast<std::uint32_t>(value));
            else
                bytes.u64(static_cast<std::uint64_t>(value));
        } else if constexpr (std::same_as<T, float>)
            bytes.f32(value);
        else if constexpr (std::same_as<T, double>)
            bytes.u64(std::bit_cast<std::uint64_t>(value));
        else if constexpr (std::same_as<T, std::string>)
            out_.text(value);
        else if constexpr (std::same_as<T, Value>)
            out_.value(value);
        else if constexpr (std::same_as<T, ObjectId>)
            bytes.u64(value.id);
        else if constexpr (requires { value.first, value.second; }) {
            one(value.first);
            one(value.second);
        } else if constexpr (requires { std::tuple_size<T>::value; })
            for (const auto& element : value) one(element);
        else
            fields(*this, value);
    }

    SnapshotWriter& out_;
};

/// Reads them back. After the first error everything is zero and empty; SnapshotReader::finish tells.
class ArchiveReader {
  public:
    explicit ArchiveReader(SnapshotReader& in) : in_(in) {}

    template <class... T> void operator()(T&... values) { (one(values), ...); }
    template <std::integral T> void below(T& value, std::uint64_t limit, std::string_view what) {
        one(value);
        demand(static_cast<std::uint64_t>(value) < limit, std::string(what) + " does not exist");
        if (!ok()) value = 0;
    }
    template <class T> void up_to(T& value, T last, std::string_view what) {
        one(value);
        demand(value <= last, std::string(what) + " is unknown");
        if (!ok()) value = T{};
    }
    template <class List>
    void list(List& values, std::size_t least_bytes, std::uint32_t most, std::string_view what) {
        list(values, least_bytes, most, what, *this);
    }
    template <class List>
    void list(List& values, std::size_t least_bytes, std::uint32_t most, std::string_view what,
              auto&& element) {
        const std::uint32_t count = in_.count(least_bytes, most, what);
        values.clear();
        for (std::uint32_t i = 0; i < count && ok(); ++i) element(values.emplace_back());
    }
    template <class Map>
    void map(Map& values, std::size_t least_bytes, std::uint32_t most, std::string_view what, auto&& entry) {
        const std::uint32_t count = in_.count(least_bytes, most, what);
        values.clear();
        for (std::uint32_t i = 0; i < count && ok(); ++i) {
            typename Map::key_type key{};
            typename Map::mapped_type value{};
            entry(key, value);
            demand(values.emplace(std::move(key), std::move(value)).second,
                   "one of the " + std::string(what) + " is there twice");
        }
    }
    template <class Map>
    void map(Map& values, std::size_t least_bytes, std::uint32_t most, std::string_view what) {
        map(values, least_bytes, most, what, *this);
    }
    void own_text(std::string& text) {
        const std::uint32_t size = in_.in().u32();
        const std::span<const std::byte> read = in_.in().bytes(size);
        text.assign(reinterpret_cast<const char*>(read.data()), read.size()); // char may alias everything
    }
    void bytes(std::span<std::byte> bytes) {
        const std::span<const std::byte> read = in_.in().bytes(bytes.size());
        std::copy(read.begin(), read.end(), bytes.begin());
    }
    void values(std::vector<Value>& values, std::uint32_t most) { values = in_.values(most); }
    void demand(bool good, std::string message) {
        if (!good) in_.corrupt(std::move(message));
    }
    [[nodiscard]] bool ok() const noexcept { return in_.ok(); }
    [[nodiscard]] SnapshotReader& snapshot() noexcept { return in_; }

  private:
    template <class T> void one(T& value) {
        ByteReader& bytes = in_.in();
        if constexpr (std::same_as<T, bool>)
            value = in_.boolean();
        else if constexpr (std::is_enum_v<T>) {
            std::underlying_type_t<T> number{};
            one(number);
            value = static_cast<T>(number);
        } else if constexpr (std::integral<T>) {
            if constexpr (sizeof(T) == 1)
                value = static_cast<T>(bytes.u8());
            else if constexpr (sizeof(T) == 2)
                value = static_cast<T>(bytes.u16());
            else if constexpr (sizeof(T) == 4)
                value = static_cast<T>(bytes.u32());
            else
                value = static_cast<T>(bytes.u64());
        } else if constexpr (std::same_as<T, float>)
            value = bytes.f32();
        else if constexpr (std::same_as<T, double>)
            value = std::bit_cast<double>(bytes.u64());
        else if constexpr (std::same_as<T, std::string>)
            value = in_.copied_text();
        else if constexpr (std::same_as<T, Value>)
            value = in_.value();
        else if constexpr (std::same_as<T, ObjectId>)
            value = {bytes.u64()};
        else if constexpr (requires { value.first, value.second; }) {
            one(value.first);
            one(value.second);
        } else if constexpr (requires { std::tuple_size<T>::value; })
            for (auto& element : value) one(element);
        else
            fields(*this, value);
    }

    SnapshotReader& in_;
};

} // namespace vellum
