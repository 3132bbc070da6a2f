// JSON values and their parser (RFC 8259, strict). JsonWriter in json_writer.hpp is the other half.
// Objects keep the order of their members. The parser works with an explicit stack, so deep input can not
// exhaust the call stack; no accessor ever throws: each says what it answers when the type is another one.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/json_writer.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum {

struct JsonMember;

enum class JsonType : std::uint8_t { null, boolean, integer, real, string, array, object };

class Json {
  public:
    using Array = std::vector<Json>;
    using Object = std::vector<JsonMember>;

    Json() noexcept;
    Json(std::nullptr_t) noexcept;
    /// Only for bool itself: a pointer must not turn into `true`.
    template <std::same_as<bool> T> Json(T value) noexcept : value_(value) {}
    template <std::integral T>
        requires(!std::same_as<T, bool>)
    Json(T value) noexcept {
        if constexpr (std::is_signed_v<T>) {
            set_signed(value);
        } else {
            set_unsigned(value);
        }
    }
    Json(double value) noexcept;
    Json(std::string value) noexcept;
    Json(std::string_view value);
    Json(const char* value);
    Json(const Json& other);
    Json(Json&& other) noexcept;
    Json& operator=(const Json& other);
    Json& operator=(Json&& other) noexcept;
    ~Json();

    [[nodiscard]] static Json array();
    [[nodiscard]] static Json object();

    [[nodiscard]] JsonType type() const noexcept;
    [[nodiscard]] bool is_null() const noexcept { return type() == JsonType::null; }
    [[nodiscard]] bool is_bool() const noexcept { return type() == JsonType::boolean; }
    /// An integer of at most 64 bits that was written without fraction and exponent.
    [[nodiscard]] bool is_integer() const noexcept { return type() == JsonType::integer; }
    /// An integer or a real.
    [[nodiscard]] bool is_number() const noexcept {
        return type() == JsonType::integer || type() == JsonType::real;
    }
    [[nodiscard]] bool is_string() const noexcept { return type() == JsonType::string; }
    [[nodiscard]] bool is_array() const noexcept { return type() == JsonType::array; }
    [[nodiscard]] bool is_object() const noexcept { return type() == JsonType::object; }

    [[nodiscard]] bool as_bool(bool otherwise = false) const noexcept;
    /// Also answers for a real with an exactly fitting integral value; `otherwise` when it does not fit.
    [[nodiscard]] std::int64_t as_int(std::int64_t otherwise = 0) const noexcept;
    [[nodiscard]] std::uint64_t as_uint(std::uint64_t otherwise = 0) const noexcept;
    /// The same for an index or a count of things in memory: the largest one if it fits into no std::size_t.
    [[nodiscard]] std::size_t as_size(std::size_t otherwise = 0) const noexcept;
    [[nodiscard]] double as_double(double otherwise = 0.0) const noexcept;
    [[nodiscard]] std::string_view as_string(std::string_view otherwise = {}) const noexcept;

    /// Elements of an array or members of an object; 0 for anything else.
    [[nodiscard]] std::size_t size() const noexcept;
    /// Empty for anything that is not an array.
    [[nodiscard]] std::span<const Json> elements() const noexcept;
    /// Empty for anything that is not an object.
    [[nodiscard]] std::span<const JsonMember> members() const noexcept;
    /// The member with this name or nullptr. When a text repeats a name, the last one counts.
    [[nodiscard]] const Json* find(std::string_view key) const noexcept;
    [[nodiscard]] Json* find(std::string_view key) noexcept;
    [[nodiscard]] bool contains(std::string_view key) const noexcept { return find(key) != nullptr; }
    /// The member, or a null value: `request["arguments"]["line"].as_int(1)`.
    [[nodiscard]] const Json& operator[](std::string_view key) const noexcept;
    [[nodiscard]] const Json& operator[](const char* key) const noexcept {
        return (*this)[std::string_view(key)];
    }
    /// The element, or a null value.
    [[nodiscard]] const Json& at(std::size_t index) const noexcept;

    /// Appends to an array; anything else becomes an array first. Returns the new element.
    Json& push_back(Json value);
    /// Sets or replaces a member; anything else becomes an object first. Returns the member's value.
    Json& set(std::string_view key, Json value);
    /// Removes all members with this name; true when there was one.
    bool erase(std::string_view key);

    /// Writes the value through a JsonWriter, at a place where a value may stand.
    void write(JsonWriter& writer) const;
    [[nodiscard]] std::string to_text(JsonStyle style = {}) const;

    /// Same type and content. Numbers compare as numbers of their own kind: 1 and 1.0 differ.
    friend bool operator==(const Json& left, const Json& right) noexcept;

  private:
    friend class JsonParser;
    void set_signed(std::int64_t value) noexcept;
    void set_unsigned(std::uint64_t value) noexcept;

    /// uint64_t is used only for integers above the int64_t range, so that equal integers have one form.
    std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object>
        value_;
};

struct JsonMember {
    std::string key;
    Json value;
    friend bool operator==(const JsonMember& left, const JsonMember& right) noexcept;
};

struct JsonLimits {
    /// Values are destroyed, compared and written recursively, so this also bounds what the call stack needs.
    std::size_t max_depth = 200;
    std::size_t max_bytes = std::size_t{256} << 20U;
};

/// Parses one JSON text; errors are json.syntax or json.limit with line and column. A leading byte order mark
/// is passed over. Strings must be valid UTF-8. A lone surrogate in a \u escape is an error,
/// but for U+DC80 to U+DCFF, which are the bytes 80 to FF (see JsonWriter).
[[nodiscard]] Result<Json> parse_json(std::string_view text, const JsonLimits& limits = {});

} // namespace vellum
