// What a host exports to scripts: classes, functions, enumerations and events with their documents, apart
// from how anything is bound. Declaration files, C++ registrations and the open mode all fill the same
// registry; the compiler, the help system and the binder read it. Names are found without regard to case and
// keep the spelling of their declaration. A registry may stand on a base that it extends without changing it:
// the base must outlive it and must not change meanwhile.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "engines/skrit/exports/name_index.hpp"
#include "engines/skrit/types.hpp"

namespace vellum::skrit {

/// What a class is to scripts. The last four may be the type of a variable.
enum class ClassKind : std::uint8_t { functions, singleton, pointer, managed, identifier, value };

/// "static", "singleton", "pointer", "managed", "id", "value": the words of declaration files.
[[nodiscard]] std::string_view to_string(ClassKind kind) noexcept;
/// The type kind of a variable of such a class; `none` for `functions` and `singleton`.
[[nodiscard]] TypeKind type_kind(ClassKind kind) noexcept;

/// Flags of functions and events.
enum ExportFlags : std::uint32_t {
    export_not_skrit = 1U << 0,       ///< exported, but scripts may not call it
    export_dev = 1U << 1,             ///< missing in retail hosts
    export_inferred = 1U << 2,        ///< made up by the open mode
    export_inferred_result = 1U << 3, ///< its result type is a guess nobody has confirmed
    export_added = 1U << 4,           ///< Vellum's own addition, which the game does not have
    export_user_shift = 16            ///< the upper 16 bits belong to the host
};

/// One parameter of a function or event.
struct ExportParameter {
    ExportType type;
    std::string name;    ///< May be empty.
    bool in_out = false; ///< A non-const reference: a variable passed here may be changed.
    bool any = false;    ///< Open mode only: takes whatever comes.
    std::string documentation;
};

/// A function of a class or a global one.
struct FunctionExport {
    std::string name;
    std::uint32_t owner = no_index; ///< Class, or no_index for a global function.
    bool is_static = false;         ///< Needs no object; global functions are static.
    bool is_const = false;
    bool variadic = false; ///< More arguments may follow the parameters.
    bool format = false;   ///< The last fixed parameter is a printf format for the rest.
    std::uint32_t flags = 0;
    ExportType result;
    std::vector<ExportParameter> parameters;
    std::string documentation;
};

struct ClassExport {
    std::string name;
    ClassKind kind = ClassKind::functions;
    std::uint32_t base = no_index;
    std::uint32_t flags = 0;
    std::string documentation;
};

struct EnumConstant {
    std::string name;
    std::int32_t value = 0;
};

struct EnumExport {
    std::string name;
    bool irregular = false; ///< Values are not consecutive.
    std::uint32_t flags = 0;
    std::vector<EnumConstant> constants;
    std::string documentation;
};

/// An event the host may send.
struct EventExport {
    std::string name; ///< Without `$`.
    std::string family;
    std::uint32_t flags = 0;
    ExportType result;
    std::vector<ExportParameter> parameters;
    std::string documentation;
};

/// A constant as the compiler finds it: which enumeration and which of its values.
struct ConstantRef {
    static constexpr std::uint32_t added =
        0x80000000; ///< `position` counts constants added to a base's entry

    std::uint32_t enumeration = no_index;
    std::uint32_t position = 0;
    explicit operator bool() const noexcept { return enumeration != no_index; }
};

/// The registry. Additions never invalidate indices; references to entries stay valid too.
class Exports {
  public:
    Exports() = default;
    /// Extends `base`; null for none.
    explicit Exports(const Exports* base);

    [[nodiscard]] const Exports* base() const noexcept { return base_; }

    // --- Filling. Adding a name that exists replaces nothing: the existing index is returned. ---
    std::uint32_t add_class(ClassExport declaration);
    std::uint32_t add_enum(EnumExport declaration);
    /// Overloads may share a name; one with the same parameter types is replaced only if it is this
    /// registry's own, else the existing index is returned.
    std::uint32_t add_function(FunctionExport declaration);
    std::uint32_t add_event(EventExport declaration);
    /// Adds a constant to an enumeration, one of the base's too; false if the name is taken.
    bool add_constant(std::uint32_t enumeration, EnumConstant constant);

    // --- Entries. Indices count the base's entries first. ---
    [[nodiscard]] std::uint32_t class_count() const noexcept { return classes_.count(); }
    [[nodiscard]] std::uint32_t enum_count() const noexcept { return enums_.count(); }
    [[nodiscard]] std::uint32_t function_count() const noexcept { return functions_.count(); }
    [[nodiscard]] std::uint32_t event_count() const noexcept { return events_.count(); }
    [[nodiscard]] const ClassExport& class_at(std::uint32_t index) const noexcept {
        return index < classes_.first ? base_->class_at(index) : classes_[index];
    }
    [[nodiscard]] const EnumExport& enum_at(std::uint32_t index) const noexcept {
        return index < enums_.first ? base_->enum_at(index) : enums_[index];
    }
    [[nodiscard]] const FunctionExport& function_at(std::uint32_t index) const noexcept {
        return index < functions_.first ? base_->function_at(index) : functions_[index];
    }
    [[nodiscard]] const EventExport& event_at(std::uint32_t index) const noexcept {
        return index < events_.first ? base_->event_at(index) : events_[index];
    }
    [[nodiscard]] const EnumConstant& constant_at(ConstantRef constant) const noexcept;
    /// Constants this registry adds to the base's enumerations, as (enumeration, constant).
    [[nodiscard]] std::span<const std::pair<std::uint32_t, EnumConstant>> added_constants() const noexcept {
        return added_constants_;
    }
    /// For this registry's own entries only; null for the base's.
    [[nodiscard]] ClassExport* own_class(std::uint32_t index) noexcept { return classes_.own(index); }
    [[nodiscard]] EnumExport* own_enum(std::uint32_t index) noexcept { return enums_.own(index); }
    [[nodiscard]] FunctionExport* own_function(std::uint32_t index) noexcept { return functions_.own(index); }
    [[nodiscard]] EventExport* own_event(std::uint32_t index) noexcept { return events_.own(index); }

    // --- Looking up, without regard to case; no_index if there is none. ---
    [[nodiscard]] std::uint32_t find_class(NameKey name) const;
    [[nodiscard]] std::uint32_t find_enum(NameKey name) const;
    [[nodiscard]] std::uint32_t find_event(NameKey name) const;
    [[nodiscard]] ConstantRef find_constant(NameKey name) const;
    /// Built-in types, enumerations and classes that can be a variable's type. False if there is no such
    /// type.
    [[nodiscard]] bool find_type(NameKey name, ExportType& type) const;
    /// All functions of that name that `owner` itself declares (no_index: global ones), in order of
    /// declaration; the base's first. Appends to `found`.
    void find_functions(std::uint32_t owner, NameKey name, std::vector<std::uint32_t>& found) const;
    /// The same for what this registry adds to its base.
    [[nodiscard]] std::uint32_t find_own_class(NameKey name) const;
    [[nodiscard]] ConstantRef find_own_constant(NameKey name) const;
    [[nodiscard]] std::uint32_t find_own_event(NameKey name) const;
    void find_own_functions(std::uint32_t owner, NameKey name, std::vector<std::uint32_t>& found) const;
    /// All functions a class declares itself, in order of declaration.
    [[nodiscard]] std::vector<std::uint32_t> functions_of(std::uint32_t owner) const;
    /// True if `derived` is `base` or inherits from it.
    [[nodiscard]] bool derives_from(std::uint32_t derived, std::uint32_t base) const noexcept;

    /// Name of a type as scripts write it.
    [[nodiscard]] std::string type_name(ExportType type) const;
    /// The type of a class.
    [[nodiscard]] ExportType class_type(std::uint32_t index) const noexcept;
    /// "float Math.Sqrt( float x )": for messages and help.
    [[nodiscard]] std::string signature(std::uint32_t index) const;

    /// Identity of everything declared, independent of order of registration; stored in compiled files.
    [[nodiscard]] std::uint64_t hash() const;
    /// Grows with every addition: lets caches see that something changed.
    [[nodiscard]] std::uint64_t version() const noexcept { return version_; }
    /// Bytes of what was added to the base, roughly.
    [[nodiscard]] std::uint64_t held() const noexcept { return held_; }

  private:
    /// The entries of one sort that this registry adds. Each stays where it is while more are added.
    template <class Entry> struct Own {
        std::uint32_t first = 0; ///< Number of the base's entries.
        std::vector<std::unique_ptr<Entry>> entries;

        [[nodiscard]] std::uint32_t count() const noexcept {
            return first + static_cast<std::uint32_t>(entries.size());
        }
        [[nodiscard]] const Entry& operator[](std::uint32_t index) const noexcept {
            return *entries[index - first];
        }
        [[nodiscard]] Entry* own(std::uint32_t index) noexcept {
            return index < first ? nullptr : entries[index - first].get();
        }
        std::uint32_t add(Entry&& entry) {
            entries.push_back(std::make_unique<Entry>(std::move(entry)));
            return count() - 1;
        }
    };

    const Exports* base_ = nullptr;
    Own<ClassExport> classes_;
    Own<EnumExport> enums_;
    Own<FunctionExport> functions_;
    Own<EventExport> events_;
    NameIndex class_names_, enum_names_, event_names_, function_names_; ///< Of the own entries only.
    NameIndex constant_names_;                                          ///< Positions in `constants_`.
    std::vector<ConstantRef> constants_;
    std::vector<std::pair<std::uint32_t, EnumConstant>> added_constants_;
    std::uint64_t version_ = 0;
    std::uint64_t held_ = 0;
    mutable std::atomic<std::uint64_t> hash_{0}; ///< Of version hash_version_; computed when first asked for.
    mutable std::atomic<std::uint64_t> hash_version_{~std::uint64_t{0}};
};

} // namespace vellum::skrit
