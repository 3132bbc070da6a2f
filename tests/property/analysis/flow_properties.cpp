// Control-flow graphs, dominators, loops and the solver beside what their definitions say, on graphs of all
// shapes.
#include <algorithm>
#include <set>

#include <gtest/gtest.h> // before RapidCheck, which relies on it
#include <rapidcheck/gtest.h>

#include "analysis/dataflow.hpp"
#include "analysis/dominators.hpp"

namespace {

using namespace vellum::analysis;

struct Sample {
    std::vector<Successors> code;
    std::vector<std::uint32_t> entries;
};

/// Mostly straight code with jumps and branches anywhere, and one to three entries.
Sample sample() {
    Sample made;
    const auto count = *rc::gen::inRange<std::uint32_t>(1, 40);
    const auto anywhere = rc::gen::inRange<std::uint32_t>(0, count);
    for (std::uint32_t i = 0; i < count; ++i) {
        Successors ways;
        const int form = *rc::gen::inRange(0, 10);
        if (form != 0 && form != 1 && i + 1 < count) ways.next = i + 1;
        if (form == 1 || form >= 7) ways.target = *anywhere;
        made.code.push_back(ways);
    }
    made.entries =
        *rc::gen::resize(3, rc::gen::nonEmpty(rc::gen::container<std::vector<std::uint32_t>>(anywhere)));
    return made;
}

std::set<std::uint32_t> reached(const Sample& from, std::uint32_t without = none) {
    std::set<std::uint32_t> seen;
    std::vector<std::uint32_t> work = from.entries;
    while (!work.empty()) {
        const std::uint32_t at = work.back();
        work.pop_back();
        if (at == none || at == without || !seen.insert(at).second) continue;
        work.push_back(from.code[at].next);
        work.push_back(from.code[at].target);
    }
    return seen;
}

RC_GTEST_PROP(ControlFlow, BlocksHoldWhatIsReachedAndNothingElse, ()) {
    const Sample made = sample();
    const ControlFlowGraph graph(made.code, made.entries);
    std::set<std::uint32_t> inside;
    std::set<std::uint32_t> first_of_blocks(made.entries.begin(), made.entries.end());
    for (const std::uint32_t at : reached(made)) {
        const Successors& ways = made.code[at];
        if (ways.target == none) continue;
        first_of_blocks.insert(ways.target);
        if (ways.next != none) first_of_blocks.insert(ways.next);
    }
    for (std::uint32_t block = 0; block < graph.size(); ++block) {
        const auto instructions = graph.instructions(block);
        RC_ASSERT(!instructions.empty());
        for (std::size_t i = 0; i < instructions.size(); ++i) {
            RC_ASSERT(inside.insert(instructions[i]).second);
            RC_ASSERT(graph.block_of(instructions[i]) == block);
            if (i == 0) continue;
            RC_ASSERT(made.code[instructions[i - 1]].next == instructions[i]);
            RC_ASSERT(made.code[instructions[i - 1]].target == none);
            RC_ASSERT(!first_of_blocks.contains(instructions[i]));
        }
        const Successors& last = made.code[instructions.back()];
        const Successors ways = graph.ways(block);
        RC_ASSERT(ways.next == (last.next == none ? none : graph.block_of(last.next)));
        RC_ASSERT(ways.target == (last.target == none ? none : graph.block_of(last.target)));
        if (last.next != none && last.target == none) // why does it end here?
            RC_ASSERT(first_of_blocks.contains(last.next) || graph.predecessors(ways.next).size() > 1);
        for (const std::uint32_t to : graph.successors(block))
            RC_ASSERT(std::ranges::count(graph.predecessors(to), block) ==
                      std::ranges::count(graph.successors(block), to));
    }
    RC_ASSERT(inside == reached(made));
    RC_ASSERT(graph.reverse_postorder().size() == graph.size());
}

RC_GTEST_PROP(Dominators, AreWhatNoWayGoesAround, ()) {
    const Sample made = sample();
    const ControlFlowGraph graph(made.code, made.entries);
    const Dominators dominators(graph);
    for (std::uint32_t by = 0; by < graph.size(); ++by) {
        const std::set<std::uint32_t> around = reached(made, graph.instructions(by)[0]);
        for (std::uint32_t block = 0; block < graph.size(); ++block) {
            const bool wanted = by == block || !around.contains(graph.instructions(block)[0]);
            RC_ASSERT(dominators.dominates(by, block) == wanted);
            if (!wanted || by == block) continue;
            // Between a block and its immediate dominator is no other.
            RC_ASSERT(dominators.immediate(block) == by ||
                      dominators.dominates(by, dominators.immediate(block)));
        }
    }
}

RC_GTEST_PROP(Loops, AreWhatLeadsBackToAHeader, ()) {
    const Sample made = sample();
    const ControlFlowGraph graph(made.code, made.entries);
    const Dominators dominators(graph);
    const Loops loops = find_loops(graph, dominators);
    // By its definition: whatever reaches the header again without leaving what the header dominates.
    std::set<std::uint32_t> headers;
    std::vector<std::set<std::uint32_t>> bodies(graph.size());
    bool irreducible = false;
    const auto order = graph.reverse_postorder();
    for (std::uint32_t header = 0; header < graph.size(); ++header) {
        std::vector<std::uint32_t> work;
        for (const std::uint32_t from : graph.predecessors(header))
            if (dominators.dominates(header, from))
                work.push_back(from);
            else if (std::ranges::find(order, from) > std::ranges::find(order, header))
                irreducible = true;
        if (work.empty()) continue;
        headers.insert(header);
        bodies[header].insert(header);
        while (!work.empty()) {
            const std::uint32_t block = work.back();
            work.pop_back();
            if (!bodies[header].insert(block).second) continue;
            for (const std::uint32_t from : graph.predecessors(block))
                if (dominators.dominates(header, from)) work.push_back(from);
        }
    }
    RC_ASSERT(loops.irreducible == irreducible);
    RC_ASSERT(loops.all.size() == headers.size());
    for (std::uint32_t block = 0; block < graph.size(); ++block) {
        std::set<std::uint32_t> around;
        for (std::uint32_t loop = loops.innermost[block]; loop != none; loop = loops.all[loop].parent)
            around.insert(loops.all[loop].header);
        for (const std::uint32_t header : headers)
            RC_ASSERT(around.contains(header) == bodies[header].contains(block));
        if (const std::uint32_t loop = loops.innermost[block]; loop != none)
            RC_ASSERT(loops.all[loop].depth == around.size());
    }
    for (std::uint32_t loop = 0; loop < loops.all.size(); ++loop)
        RC_ASSERT(loops.all[loop].parent == none || loops.all[loop].parent < loop);
}

/// Bits that each block sets and clears; a state is the union over all ways.
RC_GTEST_PROP(Solver, FindsWhatRepeatingFinds, ()) {
    const Sample made = sample();
    const bool forward = *rc::gen::arbitrary<bool>();
    const ControlFlowGraph graph(made.code, made.entries);
    std::vector<std::uint8_t> sets, clears;
    std::vector<std::optional<std::uint8_t>> known(graph.size());
    for (std::uint32_t block = 0; block < graph.size(); ++block) {
        sets.push_back(*rc::gen::arbitrary<std::uint8_t>());
        clears.push_back(*rc::gen::arbitrary<std::uint8_t>());
        if (*rc::gen::inRange(0, 4) == 0) known[block] = *rc::gen::arbitrary<std::uint8_t>();
    }
    const auto after = [&](std::uint32_t block, std::uint8_t state) {
        return std::optional(static_cast<std::uint8_t>((state & ~clears[block]) | sets[block]));
    };
    std::vector<std::optional<std::uint8_t>> wanted = known;
    for (std::uint32_t rounds = 0; rounds <= 9 * graph.size(); ++rounds)
        for (std::uint32_t block = 0; block < graph.size(); ++block) {
            if (!wanted[block]) continue;
            for (const std::uint32_t to : forward ? graph.successors(block) : graph.predecessors(block))
                wanted[to] =
                    static_cast<std::uint8_t>(wanted[to].value_or(0) | *after(block, *wanted[block]));
        }
    const auto found = solve<std::uint8_t>(graph, forward ? Direction::forward : Direction::backward, known,
                                           after, [](std::uint8_t& into, std::uint8_t from, std::uint32_t) {
                                               const std::uint8_t before = into;
                                               into |= from;
                                               return into != before;
                                           });
    RC_ASSERT(found == wanted);
}

} // namespace
