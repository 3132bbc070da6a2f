// What the code says about its variables: suggestions for their names, and which variables are the same
// thing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/pathologic/decompile/function_names.hpp"
#include "engines/pathologic/source/native_index.hpp"
#include "engines/pathologic/source/tree.hpp"

namespace vellum::pathologic::decompile {

/// How good a name is: what an engine's table says beats what a copy suggests.
namespace worth {
inline constexpr std::uint8_t nothing = 0, unused = 4, flag = 8, receiver = 16, computed = 20, passed = 30,
                              copied = 40, function = 44, argument = 50, native = 60, text = 70, counter = 75,
                              known = 80, event = 90;
}

struct Hint {
    std::uint8_t worth = worth::nothing;
    source::TextId name = source::none;
    bool text = false; ///< It is what a text of the script says, and true only of what that text was said of.
};

/// How texts begin that say what kind of actor somebody is: "pers_morlok".
inline constexpr std::string_view actor_kind = "pers_";

class Hints {
  public:
    Hints(source::Tree& tree, const source::NativeIndex& natives,
          const std::vector<const KnownFunction*>& known);

    /// Looks at everything once. What it says of functions is what naming them needs.
    std::vector<FunctionUse> look();
    /// Carries names along copies and calls; what functions give is known from their names by now.
    void carry(const std::vector<bool>& made_up);

    [[nodiscard]] const Hint& parameter(std::uint32_t function, std::size_t i) const {
        return hints_[parameters_[function] + i];
    }
    [[nodiscard]] const Hint& local(std::uint32_t function, std::size_t i) const {
        return hints_[locals_[function] + i];
    }
    [[nodiscard]] const Hint& task(std::uint32_t task, std::size_t i) const {
        return hints_[tasks_[task] + i];
    }
    [[nodiscard]] const Hint& global(std::size_t i) const { return hints_[globals_ + i]; }

  private:
    using NodeId = source::NodeId;
    /// Both are the same thing. Whoever has the better name gives it to the other, as worth as much as this
    /// says.
    struct Same {
        std::uint32_t a, b;
        std::uint8_t to_a, to_b;
    };

    /// What has some method.
    struct Receiver {
        std::uint8_t worth = worth::nothing;
        std::string_view name;
    };
    struct Found {
        source::StmtKind kind = source::StmtKind::block;
        std::uint32_t arguments = 0;
        const vellum::Signature* signature = nullptr;
        Receiver receiver;
    };

    struct Member {
        std::uint32_t member, list;
        bool added;          ///< Else taken from it.
        std::uint32_t by;    ///< The function of the script that makes it where it is added, or none.
        source::TextId text; ///< That it is given first,
        source::TextId kind; ///< and the kind of actor among its texts.
    };
    /// What a variable is set to in the script, as far as texts say it.
    struct Defined {
        enum class Count : std::uint8_t { never, once, variously } count = Count::never;
        source::TextId text = source::none; ///< That it was looked up or made by.
        std::string_view kind;              ///< What it is whatever the text.
    };

    void look_at(std::uint32_t number);
    void take_known(std::uint32_t number);
    void block(NodeId id);
    void statement(NodeId id);
    void expression(NodeId id);
    void call(const source::Expr& expr);
    void native(const source::Stmt& stmt);
    [[nodiscard]] const Found& find(const source::Stmt& stmt);
    [[nodiscard]] static Receiver receiver_of(std::string_view method);
    void receiver(const source::Expr& expr, const Receiver& is);
    void store(std::uint32_t to, VariableType type, NodeId from);
    void flag(std::uint32_t to, VariableType type, NodeId value);
    void count(const source::Loop& head);
    void made_from(std::uint32_t to, const source::Expr& call);
    [[nodiscard]] source::TextId first_text(const source::Expr& call, std::string_view prefix) const;
    void define(std::uint32_t place, source::TextId text, std::string_view kind);
    [[nodiscard]] bool is_various(std::uint32_t place) const {
        return defined_[place].count == Defined::Count::variously;
    }
    void drop_half_truths();
    [[nodiscard]] bool is_turned(const source::Stmt& stmt) const;
    void seen(std::uint32_t place);
    void seen_in(NodeId id);
    void stored(std::uint32_t place, NodeId value);
    void part(NodeId id);
    void find_dead(NodeId id);
    void of_conversation(std::uint32_t callee, std::span<const std::uint32_t> arguments);
    void name_partners();
    [[nodiscard]] std::string made_name(const std::vector<bool>& made_up, std::uint32_t by,
                                        source::TextId text) const;
    [[nodiscard]] std::string member_name(const std::vector<bool>& made_up,
                                          std::span<const Member* const> members) const;
    void carry_along();
    void name_members(const std::vector<bool>& made_up);
    [[nodiscard]] bool is_general(source::TextId name);
    [[nodiscard]] bool is_list_word(source::TextId name) const;
    void step(std::uint32_t to, VariableType type, const source::Expr& value);
    void square(const source::Expr& comparison);

    /// The place of a variable, global or what a call gives; none for other expressions.
    [[nodiscard]] std::uint32_t place(const source::Expr& expr) const;
    [[nodiscard]] std::uint32_t place(source::Space space, std::uint32_t number) const;
    [[nodiscard]] VariableType type(const source::Expr& expr) const;
    [[nodiscard]] VariableType type(source::Space space, std::uint32_t number) const;
    [[nodiscard]] bool same_variable(NodeId a, NodeId b) const;
    void suggest(std::uint32_t place, std::uint8_t worth, std::string_view name, bool text = false);
    void same(std::uint32_t a, std::uint32_t b, std::uint8_t to_a, std::uint8_t to_b);
    bool give(std::uint32_t to, std::uint32_t from, std::uint8_t most);

    source::Tree& tree_;
    const source::NativeIndex& natives_;
    const std::vector<const KnownFunction*>& known_;
    std::uint32_t function_ = 0;
    std::vector<Hint> hints_;
    std::vector<bool> mentioned_;
    std::vector<Defined> defined_;
    /// The last thing that a local or parameter was set to, if nothing has read it: by which expression
    /// (none: by its declaration), in which block, after how many jumps out of loops.
    struct Stored {
        NodeId value = source::none;
        std::uint32_t block = 0, jumps = 0;
    };
    std::vector<Stored> stored_;
    std::vector<bool> dead_; ///< By expression: what it gives is overwritten before anything reads it.
    std::uint32_t block_ = 0, blocks_ = 0, jumps_ = 0;
    /// Who gives a function the two objects that it takes.
    struct Partners {
        bool conversations = false, others = false;
    };
    std::vector<Partners> partners_;                         ///< By function.
    std::vector<std::uint32_t> parameters_, locals_, tasks_; ///< Where those of a function or task begin.
    std::uint32_t outer_ = 0, globals_ = 0, results_ = 0,
                  end_ = 0; ///< `outer_`: the first that is no parameter or local.
    std::vector<Same> same_;
    struct Flag {
        std::uint32_t place, function;
    };
    std::vector<Flag> flags_;  ///< Variables of tasks and the script, and who makes them true.
    std::vector<Found> found_; ///< By name.
    struct Made {
        std::uint32_t place, by;
        source::TextId text;
    };
    std::vector<Made> made_; ///< By functions of the script that are given a text.
    std::vector<Member> members_;
    enum class General : std::uint8_t { unknown, no, yes };
    std::vector<General> general_; ///< By name.
    std::vector<FunctionUse> uses_;
};

} // namespace vellum::pathologic::decompile
