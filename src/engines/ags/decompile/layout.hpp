// From records to declarations: what structs there are and what they have, how a place is spelled, what
// stands at which offset of the global data.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engines/ags/decompile/types.hpp"

namespace vellum::ags::decompile {

/// A place in source, without its indices: parts[0] [i] parts[1] [j] parts[2].
using Spelling = std::array<std::string, 3>;

/// A variable or member as it is declared: "int* ", "[4]".
struct Declared {
    std::string type{};
    std::string behind{}; ///< Brackets.
    std::int32_t bytes = 0;
};

/// A struct of the header.
struct StructText {
    std::string name{};
    std::string base{};
    std::string members{};
    std::int32_t size = 0;
    bool managed = false, builtin = false;
    RecordId record = 0; ///< Whose methods and properties it has; 0: only members.
};

class Layout {
  public:
    /// `given`: the header of the script API, which stands in front of what is made here; null if none does.
    Layout(const Block& block, const Tree& tree, Types& types, const ApiHeader* given);

    [[nodiscard]] const ApiHeader* given() const noexcept { return given_; }

    /// Names for globals that hold these bytes; before `run`.
    void name_globals(std::map<std::int32_t, std::string> names) { given_globals_ = std::move(names); }
    /// Where the globals stand that have names.
    [[nodiscard]] const std::map<std::int32_t, std::string>& global_names() const noexcept {
        return global_names_;
    }
    /// Settles the members of all records; nothing changes behind it.
    void run();

    [[nodiscard]] const std::vector<StructText>& structs() const noexcept { return structs_; }
    [[nodiscard]] const std::string& globals() const noexcept { return globals_; }
    [[nodiscard]] const Declared& local(std::uint32_t local) const noexcept { return locals_[local]; }
    [[nodiscard]] const Declared& import_variable(std::uint32_t import) const noexcept {
        return variables_[import];
    }
    /// The type of a value: "int", "Button*". `array` gets whether it is a dynamic array of that.
    [[nodiscard]] std::string type_text(TypeId type, Width width, bool& array);
    [[nodiscard]] bool is_string(TypeId type);
    /// How a place is spelled in its record, without the name of a variable in front.
    [[nodiscard]] Spelling spelling(RecordId record, const CellKey& key);
    [[nodiscard]] std::string name_of(RecordId record);
    [[nodiscard]] const std::string& local_prefix() const noexcept { return local_prefix_; }
    /// True of the names of structs, members and globals that have none: a word and a number.
    [[nodiscard]] bool is_made_up(std::string_view name) const;
    /// True if a local cannot have that name.
    [[nodiscard]] bool is_taken(std::string_view name) const;
    /// The enumeration's name, and the header will have it; int where the words are macros.
    std::string use(const ApiEnum& words) {
        if (words.macros) return "int";
        used_words_.emplace(words.name, &words);
        return std::string(words.name);
    }
    /// A word of it, and the header will have that.
    void use_word(const ApiEnum& words, std::string_view word, std::int32_t value) {
        if (words.macros)
            used_macros_.emplace(word, value);
        else
            use(words);
    }
    [[nodiscard]] const std::map<std::string_view, std::int32_t>& used_macros() const noexcept {
        return used_macros_;
    }
    [[nodiscard]] const std::map<std::string_view, const ApiEnum*>& used_words() const noexcept {
        return used_words_;
    }
    /// A word that nothing else is called: `begin` and a number.
    [[nodiscard]] std::string free_prefix(std::string begin) const;

  private:
    struct Item {
        std::int32_t offset = 0, bytes = 0;
        Declared declared{};
        std::vector<std::pair<CellKey, Spelling>> keys{}; ///< Behind the item's name.
        bool array_of_structs = false;
    };
    struct Made {
        bool open = false, done = false;
        std::int32_t size = 0;
        std::map<CellKey, Spelling> spellings{};
    };

    /// What a local struct inherits, or each of an array of them.
    struct Inherited {
        std::int32_t to = 0;  ///< Its members in front of this byte.
        bool derived = false; ///< All of the struct that it is taken for.
    };

    [[nodiscard]] bool is_text(const Cell& cell);
    bool inherit(const Function& function);
    bool inherit(RecordId id, std::int32_t size, const std::set<std::int32_t>& all_released);
    void absorb();
    void push_up();
    [[nodiscard]] std::int32_t extent(RecordId record, std::uint32_t depth = 0);
    [[nodiscard]] bool holds_structs(RecordId record, const CellKey& key);
    [[nodiscard]] std::vector<Item> items(RecordId record, std::int32_t from, std::int32_t total);
    void make_class(RecordId record, std::uint32_t depth);
    /// `is_struct`: if there is a handle in it, that is not the variable itself.
    Declared variable(RecordId record, std::int32_t size, bool is_struct = false);
    const std::string& empty_struct();
    Declared scalar(const Cell& cell);
    std::int32_t members(std::vector<Item> list, std::int32_t at, std::int32_t size, StructText& text,
                         std::map<CellKey, Spelling>& spellings);
    std::string struct_of(std::vector<Item> list, std::int32_t size, RecordId base, std::int32_t inherited,
                          std::map<CellKey, Spelling>& spellings);
    using Bases = std::map<std::int32_t, std::int32_t>; ///< Of an array, by its lowest cell.
    using Shapes = std::map<std::pair<std::int32_t, std::int32_t>, std::vector<std::pair<CellKey, Cell>>>;
    [[nodiscard]] static Bases last_bases(const Shapes& shapes, std::vector<std::int32_t> begins,
                                          std::int32_t total);
    void array_of_structs(std::vector<std::pair<CellKey, Cell>> cells,
                          const std::vector<std::int32_t>& begins, const Bases& bases, std::int32_t total,
                          const Inherited& inherited, std::vector<Item>& out);
    void make_globals();

    const Block& block_;
    const Tree& tree_;
    Types& types_;
    const ApiHeader* given_;
    std::vector<StructText> structs_;
    std::vector<Made> made_;
    std::map<RecordId, std::map<CellKey, std::pair<CellKey, CellKey>>> aliases_; ///< The struct, the member.
    std::map<RecordId, Inherited> inherited_;                                    ///< Of locals.
    std::map<RecordId, std::vector<std::int32_t>> handles_; ///< Of those that locals are taken for.
    std::map<RecordId, std::int32_t> extents_;              ///< Nothing that is moved changes them.
    std::map<RecordId, std::string> names_;
    std::vector<Declared> locals_, variables_;
    std::string globals_;
    std::map<std::int32_t, std::string> given_globals_, global_names_;
    std::set<std::string, std::less<>> taken_;
    std::set<std::string, std::less<>> locals_not_; ///< What no local may be called.
    std::map<std::string_view, const ApiEnum*> used_words_;
    std::map<std::string_view, std::int32_t> used_macros_;
    std::string member_prefix_, global_prefix_, local_prefix_, struct_prefix_;
    std::string empty_struct_; ///< Once there is one.
    std::uint32_t made_structs_ = 0;
};

} // namespace vellum::ags::decompile
