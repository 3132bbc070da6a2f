// The values that pass between scripts and their host: a tagged union of 16 bytes, the same for every engine.
// Engines that keep typed variables (Pathologic) use it as their stack slot; the others convert at the call.
// A Value never allocates except for strings, which are shared, immutable and counted without locks: one
// machine and the values it holds belong to one thread at a time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "vellum/export.hpp"

namespace vellum {

/// The type of a Value. `memory` is a view of script memory that is valid during one native call only.
enum class Type : std::uint8_t { none, boolean, integer, real, vector, object, memory, string };

/// "bool", "int", "float", "vector", "object", "memory", "string" or "none".
[[nodiscard]] VELLUM_API std::string_view to_string(Type type) noexcept;

/// Three single-precision components.
struct Vector3 {
    float x = 0, y = 0, z = 0; ///< Components.
    friend bool operator==(const Vector3&, const Vector3&) = default;
};

/// The number itself, or the canonical NaN (0x7FC00000) that replaces every NaN wherever a real leaves a
/// machine: to the host, into records, snapshots and texts. Processors and compilers differ in the sign and
/// payload of NaNs, so neither may show.
[[nodiscard]] inline float canonical(float number) noexcept {
    return number == number ? number : std::bit_cast<float>(std::uint32_t{0x7FC00000});
}
/// Each component canonical.
[[nodiscard]] inline Vector3 canonical(Vector3 vector) noexcept {
    return {canonical(vector.x), canonical(vector.y), canonical(vector.z)};
}

/// A host object as scripts see it: a number assigned by the host. 0 is null. The host owns the object.
struct ObjectId {
    std::uint64_t id = 0;                                       ///< The host's number.
    explicit operator bool() const noexcept { return id != 0; } ///< Not null.
    friend bool operator==(const ObjectId&, const ObjectId&) = default;
};

/// A piece of script memory handed to a native (AGS buffers and struct fields). Never outlives the call.
struct MemoryView {
    std::byte* data = nullptr; ///< First byte.
    std::uint32_t size = 0;    ///< Bytes.
};

/// Shared immutable text in UTF-8 (lone UTF-16 surrogates survive as three bytes). Copying is a counter
/// increment. Not thread-safe per text, except for texts made with `immortal`, which are never counted and
/// may be shared.
class VELLUM_API String {
  public:
    /// Longest string; longer ones are cut off. Machines' memory budgets are far smaller.
    static constexpr std::size_t max_size = 0x7FFFFFFF;

    String() noexcept = default;
    explicit String(std::string_view text);                                       ///< Copies the text.
    String(const String& other) noexcept : rep_(other.rep_) { retain(rep_); }     ///< Shares.
    String(String&& other) noexcept : rep_(std::exchange(other.rep_, nullptr)) {} ///< Takes over the text.
    String& operator=(const String& other) noexcept {                             /// Shares.
        retain(other.rep_);
        release(std::exchange(rep_, other.rep_));
        return *this;
    }
    String& operator=(String&& other) noexcept { /// Takes over.
        if (this != &other) release(std::exchange(rep_, std::exchange(other.rep_, nullptr)));
        return *this;
    }
    ~String() { release(rep_); }

    [[nodiscard]] std::string_view view() const noexcept { /// The text, valid while this String is.
        return rep_ == nullptr ? std::string_view{} : std::string_view(rep_->text(), rep_->size);
    }
    [[nodiscard]] std::size_t size() const noexcept { return rep_ == nullptr ? 0 : rep_->size; } ///< Bytes.
    [[nodiscard]] bool empty() const noexcept { return size() == 0; } ///< No bytes.

    /// Appends, in place when this is the only reference and there is room; amortised linear in the result.
    /// `text` may be a part of this text.
    void append(std::string_view text);
    /// Heap bytes of this text, shared or not; 0 for the empty text. For memory budgets.
    [[nodiscard]] std::size_t footprint() const noexcept {
        return rep_ == nullptr ? 0 : sizeof(Rep) + rep_->capacity;
    }

    /// Makes the text uncounted: it may then be read by machines on several threads and lives until
    /// `destroy`. For owners of literal tables (programs) only.
    void make_immortal() noexcept;
    /// Frees an immortal text. The owner guarantees that no copy is left.
    void destroy_immortal() noexcept;

    friend bool operator==(const String& a, const String& b) noexcept {
        return a.rep_ == b.rep_ || a.view() == b.view();
    }

  private:
    friend class Value;
    struct Rep {
        std::uint32_t references; // immortal when the top bit is set
        std::uint32_t size;
        std::uint32_t capacity;
        char* text() noexcept { return reinterpret_cast<char*>(this + 1); }
        [[nodiscard]] const char* text() const noexcept { return reinterpret_cast<const char*>(this + 1); }
    };
    static constexpr std::uint32_t immortal = 0x80000000U;
    static Rep* allocate(std::size_t size, std::size_t capacity);
    static void free_rep(Rep* rep) noexcept;
    static void retain(Rep* rep) noexcept {
        if (rep != nullptr && rep->references < immortal) ++rep->references;
    }
    static void release(Rep* rep) noexcept {
        if (rep != nullptr && rep->references < immortal && --rep->references == 0) free_rep(rep);
    }
    explicit String(Rep* rep) noexcept : rep_(rep) {}

    Rep* rep_ = nullptr;
};

/// One value of any type. Reading with the wrong accessor gives a meaningless but safe bit pattern for the
/// number types (of a text or memory it is an address: machines must look at the type first, or runs would
/// differ); `text` and `string` of anything but a string give the empty text.
class Value {
  public:
    Value() noexcept = default;
    Value(bool value) noexcept : low_(value ? 1U : 0U), type_(Type::boolean) {} ///< A boolean.
    Value(std::int32_t value) noexcept : low_(static_cast<std::uint32_t>(value)), type_(Type::integer) {}
    Value(float value) noexcept : low_(std::bit_cast<std::uint32_t>(value)), type_(Type::real) {} ///< A real.
    Value(Vector3 value) noexcept { set_vector(value); }                        ///< A vector.
    Value(ObjectId value) noexcept : low_(value.id), type_(Type::object) {}     ///< An object.
    Value(MemoryView value) noexcept : high_(value.size), type_(Type::memory) { /// Script memory.
        low_ = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(value.data));
    }
    Value(String value) noexcept : type_(Type::string) { /// A text, shared.
        low_ =
            static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(std::exchange(value.rep_, nullptr)));
    }
    explicit Value(std::string_view text) : Value(String(text)) {}      ///< A text, copied.
    explicit Value(const char* text) : Value(std::string_view(text)) {} ///< A text, copied.
    template <class T> Value(T*) = delete;                              // a pointer must not become a bool

    Value(const Value& other) noexcept : low_(other.low_), high_(other.high_), type_(other.type_) { /// Copy.
        if (type_ == Type::string) String::retain(rep());
    }
    Value(Value&& other) noexcept : low_(other.low_), high_(other.high_), type_(other.type_) { /// Moves.
        other.type_ = Type::none;
        other.low_ = 0;
    }
    Value& operator=(const Value& other) noexcept { /// Shares a text.
        if (other.type_ == Type::string) String::retain(other.rep());
        drop();
        low_ = other.low_;
        high_ = other.high_;
        type_ = other.type_;
        return *this;
    }
    Value& operator=(Value&& other) noexcept { /// Leaves `none`.
        if (this != &other) {
            drop();
            low_ = std::exchange(other.low_, 0);
            high_ = other.high_;
            type_ = std::exchange(other.type_, Type::none);
        }
        return *this;
    }
    ~Value() { drop(); }

    /// The value a fresh variable of that type has: false, 0, 0.0, (0,0,0), null, "".
    [[nodiscard]] static Value default_of(Type type) noexcept {
        Value value;
        value.type_ = type;
        return value;
    }

    [[nodiscard]] Type type() const noexcept { return type_; }                ///< Its type.
    [[nodiscard]] bool is(Type type) const noexcept { return type_ == type; } ///< True if it has that type.

    [[nodiscard]] bool boolean() const noexcept { return static_cast<std::uint32_t>(low_) != 0; } ///< Not 0.
    [[nodiscard]] std::int32_t integer() const noexcept { /// The integer.
        return static_cast<std::int32_t>(static_cast<std::uint32_t>(low_));
    }
    [[nodiscard]] float real() const noexcept { /// The real.
        return std::bit_cast<float>(static_cast<std::uint32_t>(low_));
    }
    [[nodiscard]] Vector3 vector() const noexcept { /// The vector.
        return {real(), std::bit_cast<float>(static_cast<std::uint32_t>(low_ >> 32)),
                std::bit_cast<float>(high_)};
    }
    [[nodiscard]] ObjectId object() const noexcept { return {low_}; } ///< The object.
    [[nodiscard]] MemoryView memory() const noexcept {                /// The memory; empty if it is none.
        if (type_ != Type::memory) return {};
        return {reinterpret_cast<std::byte*>(static_cast<std::uintptr_t>(low_)), high_};
    }
    [[nodiscard]] std::string_view text() const noexcept { /// The text, valid while the value holds it.
        if (type_ != Type::string || low_ == 0) return {};
        return {rep()->text(), rep()->size};
    }
    [[nodiscard]] String string() const noexcept { /// The text, shared.
        if (type_ != Type::string) return {};
        String::retain(rep());
        return String(rep());
    }

    /// In-place setters for slots whose type is already known to be a plain number: no string to release.
    void set_boolean(bool value) noexcept { set_plain(value ? 1U : 0U, Type::boolean); }
    void set_integer(std::int32_t value) noexcept { /// As set_boolean.
        set_plain(static_cast<std::uint32_t>(value), Type::integer);
    }
    void set_real(float value) noexcept { set_plain(std::bit_cast<std::uint32_t>(value), Type::real); }
    void set_vector(Vector3 value) noexcept { /// As set_boolean.
        low_ = std::bit_cast<std::uint32_t>(value.x) |
               static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(value.y)) << 32;
        high_ = std::bit_cast<std::uint32_t>(value.z);
        type_ = Type::vector;
    }

    /// Copies the bits; neither value may hold a string.
    void assign_plain(const Value& other) noexcept {
        low_ = other.low_;
        high_ = other.high_;
        type_ = other.type_;
    }
    /// The default of a type, written over a value that holds no string.
    void reset_plain(Type type) noexcept {
        low_ = 0;
        high_ = 0;
        type_ = type;
    }

    /// Makes a real or a vector canonical; leaves everything else alone.
    void make_canonical() noexcept {
        if (type_ == Type::real) set_real(vellum::canonical(real()));
        if (type_ == Type::vector) set_vector(vellum::canonical(vector()));
    }

    /// Appends to a string value in place where possible (see String::append).
    void append(std::string_view text) {
        if (type_ != Type::string) return;
        String holder(rep());
        low_ = 0;
        holder.append(text);
        low_ =
            static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(std::exchange(holder.rep_, nullptr)));
    }

    /// Same type and same content; floats compare by bits, so that a replay can be compared with its record.
    friend bool operator==(const Value& a, const Value& b) noexcept {
        if (a.type_ != b.type_) return false;
        if (a.type_ == Type::string) return a.low_ == b.low_ || a.text() == b.text();
        if (a.type_ == Type::vector) return a.low_ == b.low_ && a.high_ == b.high_;
        return a.low_ == b.low_;
    }

  private:
    [[nodiscard]] String::Rep* rep() const noexcept {
        return reinterpret_cast<String::Rep*>(static_cast<std::uintptr_t>(low_));
    }
    void drop() noexcept {
        if (type_ == Type::string) String::release(rep());
    }
    void set_plain(std::uint32_t bits, Type type) noexcept {
        low_ = bits;
        type_ = type;
    }

    std::uint64_t low_ = 0;
    std::uint32_t high_ = 0;
    Type type_ = Type::none;
};

static_assert(sizeof(Value) == 16);

} // namespace vellum
