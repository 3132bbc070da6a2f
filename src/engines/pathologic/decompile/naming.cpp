// Gives everything the name that is suggested for it, different from what can be seen in the same place.
// See the header.
#include "engines/pathologic/decompile/naming.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "engines/pathologic/decompile/function_hash.hpp"
#include "engines/pathologic/decompile/function_names.hpp"
#include "engines/pathologic/decompile/hints.hpp"
#include "engines/pathologic/decompile/known_functions.hpp"
#include "engines/pathologic/decompile/name_words.hpp"
#include "engines/pathologic/source/native_index.hpp"
#include "engines/pathologic/source/words.hpp"

namespace vellum::pathologic::decompile {

namespace {

std::string_view by_type(VariableType type) {
    static constexpr std::array<std::string_view, 6> names{"flag", "n", "f", "str", "obj", "vec"};
    return names[static_cast<std::size_t>(type) - 1];
}

/// Names that are taken where a variable is declared.
class Scope {
  public:
    explicit Scope(Tree& tree) : tree_(tree) {}

    /// The name, with a number if it is taken.
    TextId take(std::string_view base) {
        TextId id = tree_.intern(base);
        if (free(id)) return mark(id);
        std::string name(base);
        if (is_digit(name.back())) name += '_';
        const std::size_t length = name.size();
        counted_.emplace_back(id, at(next_, id));
        for (std::uint32_t& n = at(next_, id);; ++n) {
            name.resize(length);
            name += std::to_string(n + 2);
            id = tree_.intern(name);
            if (free(id)) return mark(id);
        }
    }
    struct Mark {
        std::size_t taken, counted;
    };
    [[nodiscard]] Mark marked() const { return {taken_.size(), counted_.size()}; }
    /// Free again behind a block, and numbers go on from where they were in front of it.
    void release(Mark mark) {
        for (; taken_.size() > mark.taken; taken_.pop_back()) is_taken_[taken_.back()] = 0;
        for (; counted_.size() > mark.counted; counted_.pop_back())
            next_[counted_.back().first] = counted_.back().second;
    }
    [[nodiscard]] bool is_free(std::string_view name) { return free(tree_.intern(name)); }
    void keep(TextId id) { at(is_taken_, id) = 1; }

  private:
    template <class T> static T& at(std::vector<T>& list, TextId id) {
        if (id >= list.size()) list.resize(std::size_t{id} + 64);
        return list[id];
    }
    [[nodiscard]] bool free(TextId id) {
        return at(is_taken_, id) == 0 && !source::is_keyword(tree_.text(id));
    }
    TextId mark(TextId id) {
        at(is_taken_, id) = 1;
        taken_.push_back(id);
        return id;
    }

    Tree& tree_;
    std::vector<std::uint8_t> is_taken_;
    std::vector<std::uint32_t> next_;
    std::vector<TextId> taken_;
    std::vector<std::pair<TextId, std::uint32_t>> counted_; ///< And where the numbers were.
};

class Namer {
  public:
    Namer(Tree& tree, const Hints& hints, NameCounts& counts)
        : tree_(tree), hints_(hints), counts_(counts), scope_(tree) {}

    void run() {
        name_globals();
        for (std::uint32_t i = 0; i < tree_.tasks.size(); ++i) {
            const Scope::Mark marked = scope_.marked();
            for (std::size_t v = 0; v < tree_.tasks[i].variables.size(); ++v) {
                source::Variable& variable = tree_.tasks[i].variables[v];
                variable.name = prefixed("m_", hints_.task(i, v), variable.type);
            }
            scope_.release(marked);
        }
        for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) name_variables(i);
    }

  private:
    void name_globals() {
        for (const source::Global& global : tree_.globals)
            if (global.property) scope_.keep(global.name);
        for (std::size_t i = 0; i < tree_.globals.size(); ++i) {
            source::Global& global = tree_.globals[i];
            if (!global.property) global.name = prefixed("g_", hints_.global(i), global.type);
        }
    }

    TextId prefixed(std::string_view prefix, const Hint& hint, VariableType type) {
        std::string name(prefix);
        name += base(hint, type);
        return scope_.take(name);
    }

    std::string_view base(const Hint& hint, VariableType type) {
        ++counts_.variables.count;
        if (hint.name != none) return tree_.text(hint.name);
        ++counts_.variables.made_up;
        return by_type(type);
    }

    void name_variables(std::uint32_t number) {
        function_ = number;
        Function& function = tree_.functions[number];
        const Scope::Mark marked = scope_.marked();
        function.parameter_names.clear();
        function.parameter_names.reserve(function.parameters.size());
        function.local_names.assign(function.locals.size(), none);
        for (std::size_t i = 0; i < function.parameters.size(); ++i)
            function.parameter_names.push_back(
                scope_.take(base(hints_.parameter(number, i), function.parameters[i])));
        if (function.body != none) block(function.body);
        for (std::uint32_t i = 0; i < function.locals.size(); ++i)
            if (function.local_names[i] == none) declare(i);
        scope_.release(marked);
    }

    void declare(std::uint32_t local) {
        Function& function = tree_.functions[function_];
        const std::string_view name = base(hints_.local(function_, local), function.locals[local]);
        function.local_names[local] = name == "i" ? counter() : scope_.take(name);
    }

    TextId counter() {
        for (const std::string_view letter : {"i", "j", "k"})
            if (scope_.is_free(letter)) return scope_.take(letter);
        return scope_.take("l");
    }

    void block(NodeId id) {
        const Scope::Mark marked = scope_.marked();
        const Stmt& block = tree_.stmts[id];
        for (const NodeId child : tree_.items(block.a, block.b)) statement(child);
        scope_.release(marked);
    }

    void statement(NodeId id) {
        const Stmt& stmt = tree_.stmts[id];
        switch (stmt.kind) {
        case StmtKind::declare: return declare(stmt.a);
        case StmtKind::block: return block(id);
        case StmtKind::condition:
            statement(stmt.b);
            if (stmt.c != none) statement(stmt.c);
            return;
        case StmtKind::loop: {
            const Scope::Mark marked = scope_.marked();
            const Loop& head = tree_.loops[stmt.a];
            if (head.start != none) statement(head.start);
            block(head.body);
            scope_.release(marked);
            return;
        }
        case StmtKind::repeat: return block(stmt.a);
        default: return;
        }
    }

    Tree& tree_;
    const Hints& hints_;
    NameCounts& counts_;
    Scope scope_;
    std::uint32_t function_ = 0;
};

} // namespace

NameCounts give_names(const Script& script, Tree& tree, Texts& texts) {
    NameCounts counts;
    std::vector<const KnownFunction*> known;
    known.reserve(tree.functions.size());
    for (const std::uint64_t hash : function_hashes(script, tree, texts))
        known.push_back(known_function(hash));
    Hints hints(tree, source::native_index(script.engine()), known);
    const std::vector<bool> made_up = name_functions(tree, known, hints.look());
    for (std::size_t i = 0; i < made_up.size(); ++i) {
        if (tree.functions[i].init || tree.functions[i].event) continue;
        ++counts.functions.count;
        if (made_up[i]) ++counts.functions.made_up;
    }
    hints.carry(made_up);
    Namer(tree, hints, counts).run();
    return counts;
}

} // namespace vellum::pathologic::decompile
