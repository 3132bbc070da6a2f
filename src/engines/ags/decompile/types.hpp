// What variables, members, parameters and results are: found from what is done with them, over the whole
// script. A type has a kind, which everything shares that values flow between, and a record, what a handle
// points to; records are merged where the code leaves no choice and otherwise derived from each other.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engines/ags/decompile/api.hpp"
#include "engines/ags/decompile/place.hpp"
#include "engines/ags/decompile/tree.hpp"

namespace vellum::ags::decompile {

using TypeId = std::uint32_t;   ///< 0: nothing is known, as of a number.
using RecordId = std::uint32_t; ///< 0: none.

/// What the length of every dynamic array is asked of.
inline constexpr std::string_view array_class = "__Builtin_DynamicArray";

struct Cell {
    Width width = Width::whole;
    TypeId type = 0;
    TypeId index = 0;       ///< Of what an array is indexed by, if anything says what that means.
    RecordId record = 0;    ///< Of a whole struct.
    bool in_struct = false; ///< A handle in an array that is none of handles.
};

enum class TypeKind : std::uint8_t { unknown, real, string, text, handle, array };

struct Type {
    TypeId kind_of = 0; ///< The type that says the kind for all that share it; itself if it does.
    TypeKind kind = TypeKind::unknown;
    TypeId element = 0;
    std::int32_t element_size = 0;
    RecordId record = 0;
    bool self = false;                ///< Of "this", which needs no handle.
    TypeId words_of = 0;              ///< As `kind_of`, for what its numbers mean: of one place in memory.
    const ApiEnum* words = nullptr;   ///< What its numbers mean.
    bool whole = false;               ///< Of a kind: some of its numbers are whole ones,
    bool fractions = false;           ///< or look like the bits of a number with a point.
    bool declared = false;            ///< The API says so, or that they mean nothing.
    bool mixed = false;               ///< Something says otherwise.
    bool calculated = false;          ///< It is counted with, or is a number that no truth is.
    bool counted = false;             ///< It is counted with.
    bool tested = false;              ///< It is a condition by itself.
    bool compared = false;            ///< With a number.
    bool number = false;              ///< It is no truth.
    bool no = false, yes = false;     ///< Gets 0, or 1.
    std::int32_t least = 0, most = 0; ///< Of its other numbers; 0: it has none.
};

/// What a handle points to, or memory of any other sort.
struct Record {
    RecordId same = 0; ///< What it was merged with; itself if it is the one.
    RecordId base = 0;
    std::string_view name{};
    std::int32_t size = -1;        ///< If it is known.
    bool made = false;             ///< By new.
    bool pointed = false;          ///< There are handles of it.
    std::uint32_t order = nowhere; ///< Its first import: a base has its own before.
    std::map<CellKey, Cell> cells{};
};

/// What of the API, and of what other scripts of the game declare, is taken for true.
enum class Belief : std::uint8_t {
    nothing,
    words, ///< What numbers mean, which changes no code.
    api,   ///< All of that.
    game,  ///< Also what the game's scripts declare.
};

class Types {
  public:
    Types(const Block& block, const Tree& tree, Belief belief, Api& api);

    /// Goes through the whole tree.
    void infer();

    [[nodiscard]] TypeKind kind(TypeId type) noexcept;
    [[nodiscard]] TypeId element(TypeId type) noexcept;
    /// True of whole numbers that are no truths, by what is done with them and where they go.
    [[nodiscard]] bool is_number(TypeId type) noexcept {
        return type != 0 && kind(type) == TypeKind::unknown && types_[kind_root(type)].whole &&
               types_[words_root(type)].number;
    }
    /// gets_one, is_condition or nothing of what may be a truth.
    [[nodiscard]] std::string_view hint_of_truth(TypeId type) noexcept {
        const Type& at = types_[words_root(type)];
        if (type == 0 || at.number || at.words != nullptr || kind(type) != TypeKind::unknown) return {};
        return at.yes ? gets_one : at.tested ? is_condition : std::string_view{};
    }
    /// What its numbers mean, or null.
    [[nodiscard]] const ApiEnum* words(TypeId type) noexcept;
    [[nodiscard]] bool is_truth(const ApiEnum* words) const noexcept { return words == truth_; }
    /// Those that the API says of what an import gives, whatever becomes of it then; null if it says none.
    [[nodiscard]] const ApiEnum* words_given(std::uint32_t import) const noexcept {
        const ApiEntry* const known = imports_[import].known;
        return known == nullptr ? nullptr : api_->enumeration(known->type);
    }
    [[nodiscard]] std::int32_t element_size(TypeId type) noexcept;
    /// What a handle of the type points to, or 0.
    [[nodiscard]] RecordId record_of(TypeId type) noexcept;
    [[nodiscard]] RecordId root(RecordId record) noexcept;
    [[nodiscard]] Record& record(RecordId id) noexcept { return records_[root(id)]; }
    [[nodiscard]] std::size_t record_count() const noexcept { return records_.size(); }

    [[nodiscard]] RecordId globals() const noexcept { return globals_; }
    [[nodiscard]] RecordId local(std::uint32_t local) const noexcept { return locals_[local]; }
    [[nodiscard]] RecordId import_variable(std::uint32_t import) const noexcept { return variables_[import]; }
    [[nodiscard]] TypeId result(std::uint32_t function) const noexcept { return results_[function]; }
    [[nodiscard]] TypeId parameter(std::uint32_t function, std::uint32_t number) const noexcept;
    /// Of a function or property that is imported.
    [[nodiscard]] TypeId import_result(std::uint32_t import) const noexcept {
        return imports_[import].result;
    }
    [[nodiscard]] const std::vector<TypeId>& import_parameters(std::uint32_t import) const noexcept {
        return imports_[import].parameters;
    }
    [[nodiscard]] bool import_instance(std::uint32_t import) const noexcept {
        return imports_[import].instance;
    }
    [[nodiscard]] bool import_variadic(std::uint32_t import) const noexcept {
        return imports_[import].variadic;
    }
    [[nodiscard]] std::size_t import_fixed(std::uint32_t import) const noexcept {
        return imports_[import].fixed;
    }
    /// What a call that leaves the argument out passes; only what a call cannot say is given a default.
    [[nodiscard]] std::optional<std::int32_t> import_default(std::uint32_t import, std::size_t number) const {
        const auto& defaults = imports_[import].defaults;
        return number < defaults.size() ? defaults[number] : std::nullopt;
    }
    /// Likewise of a function of the block.
    [[nodiscard]] const std::vector<std::optional<std::int32_t>>&
    own_defaults(std::uint32_t function) const noexcept {
        return own_defaults_[function];
    }
    /// How many arguments of a call are written.
    [[nodiscard]] std::size_t written_arguments(const Expr& call);
    /// True if a function of the block gives nothing that anybody could use.
    [[nodiscard]] bool gives_nothing(std::uint32_t function) const noexcept {
        return !results_used_[function] && !results_given_[function];
    }
    /// True if a function of the block has an object but no place for it: the script never says "this", and
    /// so neither may what is printed.
    [[nodiscard]] bool is_placeless(std::uint32_t function) const noexcept { return placeless_[function]; }
    /// True of a method that has to be declared in its struct: it is placeless, a function has its name, or
    /// only a prototype among properties can say what a call leaves out.
    [[nodiscard]] bool is_declared_inside(std::uint32_t function) const noexcept {
        return placeless_[function] || namesakes_[function];
    }
    [[nodiscard]] bool has_object(std::uint32_t function) const noexcept {
        return tree_.functions[function].instance;
    }
    [[nodiscard]] bool any_placeless() const noexcept {
        return std::find(placeless_.begin(), placeless_.end(), true) != placeless_.end();
    }
    /// True if what a property means is only a guess: the API has another type for it.
    [[nodiscard]] bool is_guessed(std::uint32_t property, const ApiEnum& words) const noexcept {
        const ApiEntry* const known = imports_[property].known;
        return known != nullptr && !known->type.empty() && known->type != words.name;
    }
    /// What is known of an import that is called as it says; null otherwise.
    [[nodiscard]] const ApiEntry* import_known(std::uint32_t import) const noexcept {
        return imports_[import].known;
    }
    [[nodiscard]] Api* api() const noexcept { return api_; }
    [[nodiscard]] bool believes_types() const noexcept { return types_too_; }
    /// True if something was taken from the game's scripts.
    [[nodiscard]] bool used_game() const noexcept { return used_game_; }
    [[nodiscard]] bool import_called(std::uint32_t import) const noexcept { return imports_[import].called; }
    [[nodiscard]] const std::map<std::string_view, RecordId>& classes() const noexcept { return classes_; }

    /// Of the index of an array, or 0.
    [[nodiscard]] TypeId index_of(RecordId in, const CellKey& key);
    /// The type of an expression; 0 of numbers. Only after `infer`.
    [[nodiscard]] TypeId type_of(ExprId expr) const noexcept { return of_[expr]; }
    /// Where a place is: its record and how it is reached there.
    [[nodiscard]] RecordId place(const Place& place, Width width, CellKey& key);
    [[nodiscard]] RecordId object(ExprId id);
    /// A record of so many bytes between one and what it derives from.
    void insert_base(RecordId derived, std::int32_t size);
    /// What numbers mean, once more: places have become one.
    void find_words();
    /// True if a number that is the argument means what the argument in front of it does.
    [[nodiscard]] bool is_like_before(std::uint32_t import, std::size_t argument) const noexcept {
        const ApiEntry* const known = imports_[import].known;
        return known != nullptr && argument > 0 && argument < known->parameters.size() &&
               known->parameters[argument].type == like_before;
    }
    /// True if a function of the block compares a parameter with the one in front of it.
    [[nodiscard]] bool compares_with_before(std::uint32_t function, std::uint32_t parameter);
    /// Two cells become one.
    void merge_cells(Cell& kept, const Cell& gone);

  private:
    struct Import {
        TypeId result = 0;
        std::vector<TypeId> parameters{};
        bool instance = false, called = false;
        bool variadic = false;
        std::size_t fixed = 0; ///< Parameters that have a type.
        std::vector<std::optional<std::int32_t>> defaults{};
        std::size_t said_behind = 0; ///< Arguments that calls say if they say one in front of them.
        const ApiEntry* known = nullptr;
    };
    struct Edge {
        TypeId from = 0, to = 0;
        bool weak = false;
    };
    struct RecordEdge {
        RecordId from = 0, to = 0;
        bool weak = false;
        friend auto operator<=>(const RecordEdge&, const RecordEdge&) = default;
    };

    TypeId make(TypeKind kind = TypeKind::unknown);
    TypeId make_truth();
    TypeId make_calculated();
    RecordId make_record();
    RecordId class_of(std::string_view name);
    TypeId kind_root(TypeId type) noexcept;
    void set_kind(TypeId type, TypeKind kind);
    void share_kind(TypeId one, TypeId other);
    void set_element(TypeId array, TypeId element);
    RecordId need_record(TypeId type);
    void merge(RecordId one, RecordId other);
    void merge_waiting();
    void join_bases(RecordId kept, RecordId gone);
    void note_cells(Cell& kept, const Cell& gone);
    void flow(TypeId from, TypeId to, bool weak = false);
    void derive(RecordId from, RecordId to) { record_edges_.push_back({from, to, false}); }
    void count_arguments();
    void believe_api();
    void believe(TypeId type, std::string_view name);
    void believe_callers();
    void hear_names(std::uint32_t function);
    /// How many calls pass the default of a parameter, and how many something else.
    struct Passed {
        std::size_t standard = 0, others = 0;
    };
    [[nodiscard]] Passed passed(std::uint32_t import, std::size_t parameter) const;
    bool variable_of_game(std::uint32_t import);
    [[nodiscard]] std::string_view struct_of_game(const Place& place, const CellKey& key) const;
    void place_of_game(const Place& place, const CellKey& key, TypeId type);
    void fill_classes();
    void note_used(ExprId id);
    void note_index(const Stmt& assignment);
    Cell* indexed(ExprId id);
    void note(ExprId from, TypeId to);
    void note_number(TypeId to, std::int32_t value);
    void note_calculated(TypeId type);
    void note_tested(ExprId id);
    TypeId words_root(TypeId type) noexcept;
    void share_words(TypeId one, TypeId other);
    void spread_words();
    void guess_by_numbers();
    void guess_truths();
    void find_fractions();
    void find_defaults();
    void place_prototypes();
    [[nodiscard]] std::map<std::uint32_t, std::int32_t> element_sizes(const Function& function);
    void released(const Function::Handle& handle, std::int32_t element);
    void body(const Body& list, std::uint32_t function);
    void statement(const Stmt& stmt, std::uint32_t function);
    TypeId visit(ExprId expr);
    TypeId compute(ExprId id);
    TypeId access(const Expr& expr);
    TypeId element_access(const Expr& expr, RecordId in, const CellKey& key);
    void arguments(const Expr& call, std::uint32_t import);
    TypeId property(const Expr& expr);
    void relate();
    void link(RecordId derived, RecordId base);
    [[nodiscard]] bool derives(RecordId derived, RecordId base);
    [[nodiscard]] bool clashes(RecordId derived, RecordId base);

    const Block& block_;
    const Tree& tree_;
    Api& all_; ///< Believed or not: how many parameters functions name.
    Api* api_;
    bool types_too_ = false, game_too_ = false, used_game_ = false;
    const ApiEnum* truth_ = nullptr;
    std::vector<Type> types_{1};
    std::deque<Record> records_{1}; ///< They stay in their places when there are more.
    std::vector<TypeId> of_;
    std::vector<bool> visited_;
    std::vector<RecordId> locals_, variables_;
    std::vector<TypeId> results_;
    std::vector<bool> results_used_, results_given_, placeless_, namesakes_;
    std::vector<Import> imports_;
    std::vector<std::vector<std::optional<std::int32_t>>> own_defaults_;
    std::map<std::string_view, RecordId> classes_;
    std::vector<std::string_view> new_classes_; ///< Whose members the game's scripts may know.
    RecordId globals_ = 0;
    std::vector<Edge> edges_;
    std::set<std::pair<TypeId, TypeId>> compared_;         ///< Of the weak ones, once that is asked for.
    std::vector<std::pair<TypeId, const ApiEnum*>> asked_; ///< What callers in other scripts pass,
    std::vector<std::pair<std::int32_t, const ApiEnum*>> asked_variables_; ///< what they take globals for.
    std::vector<RecordEdge> record_edges_;
    std::size_t clash_work_ = 0; ///< Imports looked at so far.
    std::vector<std::pair<RecordId, RecordId>> waiting_;
    std::vector<std::pair<TypeId, TypeId>> waiting_types_;
};

} // namespace vellum::ags::decompile
