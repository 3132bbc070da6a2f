// JSON values: construction, checked access and changes.
// Relies on std::get_if alone, which unlike std::get has no way to fail. Answers to wrong questions are empty
// spans, the caller's own default or one shared constant null.
#include "base/json.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace vellum {

namespace {

const Json& null_value() noexcept {
    static const Json value;
    return value;
}

// Doubles hold both powers exactly, while the largest integers themselves would round up to them.
constexpr double two_to_63 = 9223372036854775808.0;
constexpr double two_to_64 = 18446744073709551616.0;

} // namespace

Json::Json() noexcept : value_(nullptr) {}
Json::Json(std::nullptr_t) noexcept : value_(nullptr) {}
Json::Json(double value) noexcept : value_(value) {}
Json::Json(std::string value) noexcept : value_(std::move(value)) {}
Json::Json(std::string_view value) : value_(std::string(value)) {}
Json::Json(const char* value) : value_(std::string(value)) {}
Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

void Json::set_signed(std::int64_t value) noexcept { value_ = value; }

void Json::set_unsigned(std::uint64_t value) noexcept {
    if (std::in_range<std::int64_t>(value)) {
        value_ = static_cast<std::int64_t>(value);
    } else {
        value_ = value;
    }
}

Json Json::array() {
    Json result;
    result.value_.emplace<Array>();
    return result;
}

Json Json::object() {
    Json result;
    result.value_.emplace<Object>();
    return result;
}

JsonType Json::type() const noexcept {
    constexpr JsonType types[] = {JsonType::null, JsonType::boolean, JsonType::integer, JsonType::integer,
                                  JsonType::real, JsonType::string,  JsonType::array,   JsonType::object};
    static_assert(std::size(types) == std::variant_size_v<decltype(value_)>);
    return types[value_.index()];
}

bool Json::as_bool(bool otherwise) const noexcept {
    const bool* value = std::get_if<bool>(&value_);
    return value != nullptr ? *value : otherwise;
}

std::int64_t Json::as_int(std::int64_t otherwise) const noexcept {
    if (const auto* integer = std::get_if<std::int64_t>(&value_)) {
        return *integer;
    }
    if (const auto* real = std::get_if<double>(&value_)) {
        if (*real >= -two_to_63 && *real < two_to_63 && std::trunc(*real) == *real) {
            return static_cast<std::int64_t>(*real);
        }
    }
    return otherwise;
}

std::uint64_t Json::as_uint(std::uint64_t otherwise) const noexcept {
    if (const auto* integer = std::get_if<std::int64_t>(&value_)) {
        return *integer >= 0 ? static_cast<std::uint64_t>(*integer) : otherwise;
    }
    if (const auto* integer = std::get_if<std::uint64_t>(&value_)) {
        return *integer;
    }
    if (const auto* real = std::get_if<double>(&value_)) {
        if (*real >= 0.0 && *real < two_to_64 && std::trunc(*real) == *real) {
            return static_cast<std::uint64_t>(*real);
        }
    }
    return otherwise;
}

std::size_t Json::as_size(std::size_t otherwise) const noexcept {
    return static_cast<std::size_t>(
        std::min<std::uint64_t>(as_uint(otherwise), std::numeric_limits<std::size_t>::max()));
}

double Json::as_double(double otherwise) const noexcept {
    if (const auto* real = std::get_if<double>(&value_)) {
        return *real;
    }
    if (const auto* integer = std::get_if<std::int64_t>(&value_)) {
        return static_cast<double>(*integer);
    }
    if (const auto* integer = std::get_if<std::uint64_t>(&value_)) {
        return static_cast<double>(*integer);
    }
    return otherwise;
}

std::string_view Json::as_string(std::string_view otherwise) const noexcept {
    const auto* text = std::get_if<std::string>(&value_);
    return text != nullptr ? std::string_view(*text) : otherwise;
}

std::size_t Json::size() const noexcept { return elements().size() + members().size(); }

std::span<const Json> Json::elements() const noexcept {
    const auto* array = std::get_if<Array>(&value_);
    return array != nullptr ? std::span<const Json>(*array) : std::span<const Json>();
}

std::span<const JsonMember> Json::members() const noexcept {
    const auto* object = std::get_if<Object>(&value_);
    return object != nullptr ? std::span<const JsonMember>(*object) : std::span<const JsonMember>();
}

const Json* Json::find(std::string_view key) const noexcept {
    const std::span<const JsonMember> all = members();
    for (std::size_t index = all.size(); index-- > 0;) {
        if (all[index].key == key) {
            return &all[index].value;
        }
    }
    return nullptr;
}

Json* Json::find(std::string_view key) noexcept {
    return const_cast<Json*>(std::as_const(*this).find(key)); // the object itself is not const here
}

const Json& Json::operator[](std::string_view key) const noexcept {
    const Json* found = find(key);
    return found != nullptr ? *found : null_value();
}

const Json& Json::at(std::size_t index) const noexcept {
    const std::span<const Json> all = elements();
    return index < all.size() ? all[index] : null_value();
}

Json& Json::push_back(Json value) {
    auto* array = std::get_if<Array>(&value_);
    if (array == nullptr) {
        array = &value_.emplace<Array>();
    }
    return array->emplace_back(std::move(value));
}

Json& Json::set(std::string_view key, Json value) {
    if (Json* found = find(key)) {
        *found = std::move(value);
        return *found;
    }
    auto* object = std::get_if<Object>(&value_);
    if (object == nullptr) {
        object = &value_.emplace<Object>();
    }
    return object->emplace_back(JsonMember{std::string(key), std::move(value)}).value;
}

bool Json::erase(std::string_view key) {
    auto* object = std::get_if<Object>(&value_);
    return object != nullptr &&
           std::erase_if(*object, [&](const JsonMember& member) { return member.key == key; }) != 0;
}

void Json::write(JsonWriter& writer) const {
    if (const auto* text = std::get_if<std::string>(&value_)) {
        writer.value(*text);
    } else if (const auto* array = std::get_if<Array>(&value_)) {
        writer.begin_array();
        for (const Json& element : *array) {
            element.write(writer);
        }
        writer.end_array();
    } else if (const auto* object = std::get_if<Object>(&value_)) {
        writer.begin_object();
        for (const JsonMember& member : *object) {
            writer.key(member.key);
            member.value.write(writer);
        }
        writer.end_object();
    } else if (const auto* integer = std::get_if<std::int64_t>(&value_)) {
        writer.value(*integer);
    } else if (const auto* large = std::get_if<std::uint64_t>(&value_)) {
        writer.value(*large);
    } else if (const auto* real = std::get_if<double>(&value_)) {
        writer.value(*real);
    } else if (const auto* flag = std::get_if<bool>(&value_)) {
        writer.value(*flag);
    } else {
        writer.null();
    }
}

std::string Json::to_text(JsonStyle style) const {
    TextWriter out;
    JsonWriter writer(out, style);
    write(writer);
    return out.take();
}

bool operator==(const Json& left, const Json& right) noexcept { return left.value_ == right.value_; }

bool operator==(const JsonMember& left, const JsonMember& right) noexcept {
    return left.key == right.key && left.value == right.value;
}

} // namespace vellum
