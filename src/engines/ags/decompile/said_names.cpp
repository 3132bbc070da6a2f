#include "engines/ags/decompile/said_names.hpp"

#include <algorithm>

#include "engines/ags/decompile/names_file.hpp"

namespace vellum::ags::decompile {

namespace {

/// Positions of locals are counted from behind the return address, those of reflections from in front of it.
constexpr std::int32_t return_address = 4;

/// By local: the word behind its declaration.
std::map<std::uint32_t, std::uint32_t> declarations(const Block& block, const Tree& tree) {
    std::map<std::uint32_t, std::uint32_t> behind;
    for (const Stmt& stmt : tree.stmts)
        if (stmt.kind == StmtKind::declare) behind.try_emplace(stmt.local, block[stmt.end].at);
    return behind;
}

std::uint32_t distance(std::uint32_t left, std::uint32_t right) {
    return left < right ? right - left : left - right;
}

} // namespace

SaidNames said_names(const Block& block, const Tree& tree) {
    const Reflection& said = block.script().reflection();
    SaidNames made;
    for (const Reflection::Variable& one : said.globals)
        if ((one.flags & Reflection::is_import) == 0 && is_name(one.field.name))
            made.globals.try_emplace(static_cast<std::int32_t>(one.field.offset), one.field.name);
    if (said.functions.empty()) return made;
    std::map<std::uint32_t, const Reflection::Function*> by_word;
    for (const Reflection::Function& one : said.functions)
        if ((one.flags & Reflection::is_import) == 0) by_word.try_emplace(one.begin, &one);
    const std::map<std::uint32_t, std::uint32_t> behind = declarations(block, tree);
    for (std::size_t i = 0; i < tree.functions.size(); ++i) {
        const auto found = by_word.find(block[block.functions()[i].first].at);
        if (found == by_word.end()) continue;
        std::multimap<std::int32_t, const Reflection::Variable*> by_position;
        for (const Reflection::Variable& one : found->second->locals)
            if ((one.flags & Reflection::is_parameter) == 0)
                by_position.emplace(moved(static_cast<std::int32_t>(one.field.offset), 0U - return_address),
                                    &one);
        const Function& function = tree.functions[i];
        for (std::uint32_t number = 0; number < function.locals; ++number) {
            const std::uint32_t id = function.first_local + number;
            const Local& local = tree.locals[id];
            const Reflection::Field* name = nullptr;
            if (local.parameter) {
                if (number < found->second->parameters.size()) name = &found->second->parameters[number];
            } else if (const auto declared = behind.find(id); declared != behind.end()) {
                // Two may have one place, one after the other; a scope begins behind the declaration.
                const auto [first, last] = by_position.equal_range(local.position);
                const auto nearest = std::min_element(first, last, [&](const auto& left, const auto& right) {
                    return distance(left.second->begin, declared->second) <
                           distance(right.second->begin, declared->second);
                });
                if (nearest != last) name = &nearest->second->field;
            }
            if (name != nullptr && is_name(name->name)) made.locals.try_emplace(id, name->name);
        }
    }
    return made;
}

} // namespace vellum::ags::decompile
