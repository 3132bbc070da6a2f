// One pass over the nodes collects what is used; the rules then look at declarations.
#include "engines/skrit/compile/lint.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/ascii.hpp"
#include "engines/skrit/codes.hpp"

namespace vellum::skrit {

namespace {

class Linter {
  public:
    Linter(const Tree& tree, const TokenList& tokens, SourceMap& sources, bool complete,
           Diagnostics& diagnostics)
        : tree_(tree), tokens_(tokens), sources_(sources), complete_(complete), diagnostics_(diagnostics) {
        for (const Node& node : tree.nodes) {
            if (node.kind == NodeKind::user) {
                used_.insert(node.a);
                used_at_.try_emplace(node.a, node.position);
            }
            if (node.kind == NodeKind::assign && tree[node.a].kind == NodeKind::user)
                assigned_.insert(tree[node.a].a);
            if (node.kind == NodeKind::setstate) entered_.insert(node.a);
            if (node.kind == NodeKind::call) timer(node);
        }
        for (const TransitionSyntax& one : tree.transitions) entered_.insert(one.target);
        bool any = false;
        for (const StateSyntax& one : tree.state_bodies)
            if (one.startup) {
                entered_.insert(one.name);
                any = true;
            }
        if (!any && !tree.state_bodies.empty()) entered_.insert(tree.state_bodies.front().name);
    }

    void run() {
        states();
        transitions();
        variables();
        timers();
        codes_of_nothing();
        for (const RoutineSyntax& one : tree_.routines) {
            if (one.kind == RoutineKind::trigger && one.body != no_node &&
                tree_[one.body].kind == NodeKind::block && tree_[one.body].c == 0)
                tell(codes::lint_trigger, one.position, "the trigger '" + name(one.name) + "$' does nothing",
                     "give it a body, or remove it");
            if (one.body != no_node) block(one.body);
        }
        for (const TransitionSyntax& one : tree_.transitions)
            if (one.handler != no_node) block(one.handler);
    }

  private:
    [[nodiscard]] std::string name(Symbol symbol) const { return std::string(tokens_.names.text(symbol)); }
    void tell(const DiagnosticCode& code, Position position, std::string message, std::string hint) {
        Place place = sources_.place(position);
        if (place.file != sources_.file(0).name) return;
        diagnostics_.add(make_diagnostic(code, std::move(message), std::move(place), std::move(hint)));
    }

    void timer(const Node& call) {
        const Node& callee = tree_[call.a];
        if (callee.kind != NodeKind::member || tree_[callee.a].kind != NodeKind::this_ || call.c == 0) return;
        const std::string method = name(callee.b);
        if (!same_name(method, "CreateTimer") && !same_name(method, "CreateFrameTimer")) return;
        const Node& id = tree_[tree_.list(call).front()];
        if (call.c == 2 && id.kind == NodeKind::integer) timers_.emplace_back(id.a, call.position);
    }
    [[nodiscard]] static bool is_timer(std::string_view event) { return same_name(event, "OnTimer"); }

    void timers() {
        std::set<std::uint32_t> handled;
        bool all = !complete_;
        const auto waits = [&](std::span<const NodeId> arguments) {
            if (arguments.empty() || tree_[arguments.front()].kind != NodeKind::integer)
                all = true;
            else
                handled.insert(tree_[arguments.front()].a);
        };
        for (const RoutineSyntax& one : tree_.routines) {
            if (!is_timer(name(one.name))) continue;
            if (one.kind == RoutineKind::event) all = true;
            if (one.kind == RoutineKind::trigger) waits(one.arguments);
        }
        for (const TransitionSyntax& one : tree_.transitions)
            for (const TermSyntax& term : one.terms)
                if (term.condition == no_node && is_timer(name(term.event))) waits(term.arguments);
        if (all) return;
        for (const auto& [id, position] : timers_)
            if (!handled.contains(id))
                tell(codes::lint_timer, position, "nothing waits for timer " + std::to_string(id),
                     "a trigger OnTimer$( " + std::to_string(id) + " ) or a handler of OnTimer would");
    }

    void codes_of_nothing() {
        for (const Token& token : tokens_.tokens) {
            if (token.kind != Tok::integer || token.value != 0) continue;
            const SourceMap::File& file = sources_.file(sources_.file_of(token.position));
            if (std::string_view(file.text).substr(token.position - file.base).starts_with("''"))
                tell(codes::lint_empty_code, token.position, "the character code is empty, which means 0",
                     "write 0 or the intended code");
        }
    }

    void states() {
        if (!complete_) return;
        std::set<Symbol> told;
        for (const StateSyntax& one : tree_.state_bodies)
            if (!entered_.contains(one.name) && told.insert(one.name).second)
                tell(codes::lint_state, one.position, "no code enters the state '" + name(one.name) + "$'",
                     "use a setstate or a transition");
    }

    [[nodiscard]] bool never_true(NodeId condition) const {
        const Node& node = tree_[condition];
        return (node.kind == NodeKind::boolean || node.kind == NodeKind::integer) && node.a == 0;
    }
    [[nodiscard]] bool always_true(NodeId condition) const {
        const Node& node = tree_[condition];
        return (node.kind == NodeKind::boolean || node.kind == NodeKind::integer) && node.a != 0;
    }
    void transitions() {
        for (const TransitionSyntax& one : tree_.transitions) {
            for (const TermSyntax& term : one.terms)
                if (term.condition != no_node && never_true(term.condition))
                    tell(codes::lint_transition, term.position,
                         "the transition to '" + name(one.target) + "$' can never fire",
                         "its condition is always false");
            if (one.has_source && complete_ && !entered_.contains(one.source))
                tell(codes::lint_transition, one.source_position,
                     "the transition from '" + name(one.source) + "$' can never fire",
                     "no code enters that state");
        }
    }

    void variables() {
        for (const VariableSyntax& one : tree_.variables) {
            const std::string called = name(one.name);
            if (one.property) {
                if (one.documentation.empty() && !one.hidden && !called.starts_with('_'))
                    tell(codes::lint_document, one.position, "the property '" + called + "$' has no document",
                         "add doc = \"its purpose\" for its users");
            } else if (one.initial == no_node && same_name(name(one.type.symbol), "SFxSID") &&
                       used_.contains(one.name) && !assigned_.contains(one.name))
                tell(codes::lint_unused, used_at_.at(one.name), "no code sets the effect '" + called + "$'",
                     "SiegeFx.SRunScript returns it");
            else if (!used_.contains(one.name))
                tell(codes::lint_unused, one.position, "unused variable '" + called + "$'", "remove it");
        }
        for (const Node& node : tree_.nodes)
            if (node.kind == NodeKind::declarator && !used_.contains(node.a) && !asks(node.b))
                tell(codes::lint_unused, node.position, "unused variable '" + name(node.a) + "$'",
                     "remove it");
    }

    /// A call in an initial value is made for what it does.
    [[nodiscard]] bool asks(NodeId value) const {
        if (value == no_node) return false;
        const Node& node = tree_[value];
        switch (node.kind) {
        case NodeKind::call:
        case NodeKind::member: return true;
        case NodeKind::cast:
        case NodeKind::unary: return asks(node.a);
        case NodeKind::binary: return asks(node.a) || asks(node.b);
        case NodeKind::ternary: return true;
        default: return false;
        }
    }

    /// What control does at the end of a statement.
    struct End {
        bool goes_on = true;
        bool breaks = false; ///< It may leave the loop around it.
    };

    End block(NodeId id) {
        End end;
        for (const NodeId child : tree_.list(tree_[id])) {
            if (!end.goes_on && tree_[child].kind != NodeKind::empty) {
                tell(codes::lint_unreachable, tree_[child].position, "this statement is never reached",
                     "the one before it never continues here");
                return end;
            }
            const End one = statement(child);
            end.goes_on = end.goes_on && one.goes_on;
            end.breaks = end.breaks || one.breaks;
        }
        return end;
    }
    End statement(NodeId id) {
        const Node& node = tree_[id];
        switch (node.kind) {
        case NodeKind::block: return block(id);
        case NodeKind::return_:
        case NodeKind::abort:
        case NodeKind::continue_: return {false, false};
        case NodeKind::break_: return {false, true};
        case NodeKind::while_: {
            const bool breaks = statement(node.b).breaks;
            return {breaks || !always_true(node.a), false};
        }
        case NodeKind::forever: return {statement(node.a).breaks, false};
        case NodeKind::if_: {
            End end{node.a == no_node, false}; // without else there is a way around
            const std::span<const NodeId> pairs = tree_.list(node);
            for (std::size_t i = 1; i < pairs.size(); i += 2) join(end, statement(pairs[i]));
            if (node.a != no_node) join(end, statement(node.a));
            return end;
        }
        default: return {};
        }
    }
    static void join(End& end, End other) {
        end.goes_on = end.goes_on || other.goes_on;
        end.breaks = end.breaks || other.breaks;
    }

    const Tree& tree_;
    const TokenList& tokens_;
    SourceMap& sources_;
    bool complete_;
    Diagnostics& diagnostics_;
    std::set<Symbol> assigned_;
    std::map<Symbol, Position> used_at_; ///< The first use.
    std::set<Symbol> used_, entered_;
    std::vector<std::pair<std::uint32_t, Position>> timers_;
};

} // namespace

void lint_unit(const Tree& tree, const TokenList& tokens, SourceMap& sources, bool complete,
               Diagnostics& diagnostics) {
    Linter(tree, tokens, sources, complete, diagnostics).run();
}

} // namespace vellum::skrit
