// What functions and tasks do, as names say it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/pathologic/source/tree.hpp"

namespace vellum::pathologic::decompile {

class Descriptions {
  public:
    static constexpr std::size_t longest = 48;

    /// Looks at a tree and at the names that its functions and tasks have by now; those without are empty.
    Descriptions(const source::Tree& tree, const std::vector<std::string>& functions,
                 const std::vector<std::string>& tasks)
        : tree_(tree), names_(functions), tasks_(tasks) {}

    /// Empty if nothing can be said of it yet. `given_to`: what a native that is given its result calls it.
    /// `patient`: not before its first order has a name, which others would be taken for.
    [[nodiscard]] std::string of_function(std::uint32_t number, std::string_view given_to,
                                          bool patient) const;
    /// "FollowActor" for a task that begins with it.
    [[nodiscard]] std::string of_task(std::uint32_t task) const;

  private:
    using NodeId = source::NodeId;
    using Expr = source::Expr;
    using Stmt = source::Stmt;
    using Function = source::Function;

    /// Something a function does, as a name says it.
    struct Deed {
        std::string name;
        bool asks = false; ///< Changes nothing.
        bool text = false; ///< Says what it is done to.
    };

    /// What is on the surface of a function.
    struct Surface {
        std::vector<Deed> deeds;
        std::size_t statements = 0;
        bool waits =
            false; ///< In front of what says what it is done to stands a call of what has no name yet.
    };

    /// What the engine was asked for, if the function only asks and gives one of the answers.
    [[nodiscard]] std::string answer(std::span<const std::uint32_t> body, const Surface& surface) const;
    [[nodiscard]] std::span<const std::uint32_t> items(NodeId block) const;
    /// "AlwaysTrue"; "GetNPCName" if that is what the number is for.
    [[nodiscard]] std::string constant(NodeId id, std::string_view given_to) const;
    /// "true", "5", "Minus1", "0p25", "kerosene"; empty for what is no constant or no part of a name.
    [[nodiscard]] std::string constant_text(NodeId id) const;
    /// "cot_alexandr@door1" to "cot_alexandr_door1", "ui/NPC_Laska.png" to "NPC_Laska".
    [[nodiscard]] static std::string text_end(std::string_view text);
    /// if (c) return true; return false;
    [[nodiscard]] std::string condition_as_result(std::span<const std::uint32_t> body) const;
    [[nodiscard]] std::optional<bool> truth(NodeId id) const;
    /// What an expression asks for: "Is_b4q01_1", "HasItem_b4q01_sample".
    [[nodiscard]] std::string asked(NodeId id) const;
    [[nodiscard]] static std::string negated(const std::string& name);
    [[nodiscard]] std::string joined(NodeId a, std::string_view word, NodeId b) const;
    [[nodiscard]] static std::optional<std::string_view> relation_word(Op op);
    /// "GetVariable_b4q01" and 1 to "Is_b4q01_1".
    [[nodiscard]] static std::string compared(std::string_view subject, std::string_view relation,
                                              std::string_view value);
    /// The callee's name and the first text it is given.
    [[nodiscard]] std::string called(const Expr& expr) const;
    /// Up to two texts. True if there are some.
    bool add_texts(std::string& name, std::uint32_t first, std::uint32_t count) const;
    /// Nothing but one question or one order to the engine.
    [[nodiscard]] std::string wrapper(std::span<const std::uint32_t> body) const;
    /// Asks for something by a text and says something about the answer.
    [[nodiscard]] std::string look_up(const Function& function, std::span<const std::uint32_t> body) const;
    /// What a function of the script is called for.
    [[nodiscard]] Deed call_deed(NodeId id) const;
    [[nodiscard]] bool calls_unnamed(const Stmt& stmt) const;
    [[nodiscard]] Deed deed(const Stmt& stmt) const;
    void look(NodeId id, Surface& surface) const;
    [[nodiscard]] static std::string of(const Surface& surface);

    const source::Tree& tree_;
    const std::vector<std::string>& names_;
    const std::vector<std::string>& tasks_;
};

} // namespace vellum::pathologic::decompile
