#include "analysis/control_flow.hpp"

#include <algorithm>

namespace vellum::analysis {

namespace {

/// `addresses` tells which instruction begins at an address, -1 for none.
template <class Addresses>
Successors find_successors(const isa::Code& code, std::uint32_t index, const Addresses& addresses) {
    Successors found;
    const isa::Flow flow = code.row(code.instructions[index]).flow;
    if (isa::falls_through(flow) && index + 1 < code.instructions.size()) found.next = index + 1;
    if (!isa::jumps(flow)) return found;
    const auto target = isa::target_of(code, index);
    const std::ptrdiff_t at = target ? addresses.at(*target) : -1;
    if (at >= 0) found.target = static_cast<std::uint32_t>(at);
    return found;
}

} // namespace

Successors successors_at(const isa::Code& code, std::uint32_t index) {
    return find_successors(code, index, code);
}

std::vector<Successors> successors_of(const isa::Code& code) {
    return successors_of(code, isa::AddressIndex(code));
}

std::vector<Successors> successors_of(const isa::Code& code, const isa::AddressIndex& addresses) {
    std::vector<Successors> all(code.instructions.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = find_successors(code, i, addresses);
    return all;
}

std::vector<bool> targets_of(std::span<const Successors> successors) {
    std::vector<bool> targets(successors.size(), false);
    for (const Successors& ways : successors)
        if (ways.target != none) targets[ways.target] = true;
    return targets;
}

std::vector<bool> reached_from(std::span<const Successors> successors,
                               std::span<const std::uint32_t> entries) {
    std::vector<bool> reached(successors.size(), false);
    std::vector<std::uint32_t> work(entries.begin(), entries.end());
    while (!work.empty()) {
        std::uint32_t at = work.back();
        work.pop_back();
        for (; at != none && !reached[at]; at = successors[at].next) {
            reached[at] = true;
            if (successors[at].target != none) work.push_back(successors[at].target);
        }
    }
    return reached;
}

std::vector<std::uint32_t> Reachable::from(std::uint32_t entry) {
    ++questions_;
    std::vector<std::uint32_t> found;
    const auto reach = [&](std::uint32_t at) {
        if (at == none || seen_[at] == questions_) return;
        seen_[at] = questions_;
        found.push_back(at);
    };
    reach(entry);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Successors ways = successors_[found[i]];
        reach(ways.next);
        reach(ways.target);
    }
    std::ranges::sort(found);
    return found;
}

ControlFlowGraph::ControlFlowGraph(std::span<const Successors> successors,
                                   std::span<const std::uint32_t> entries) {
    find_blocks(successors, entries);
    connect(successors);
    visit();
}

ControlFlowGraph::ControlFlowGraph(std::span<const Successors> successors) {
    std::vector<std::uint32_t> entries;
    const std::vector<bool> targets = targets_of(successors);
    for (std::uint32_t i = 0; i < successors.size(); ++i)
        if (targets[i] || i == 0 || successors[i - 1].next != i) entries.push_back(i);
    *this = ControlFlowGraph(successors, entries);
}

void ControlFlowGraph::find_blocks(std::span<const Successors> successors,
                                   std::span<const std::uint32_t> entries) {
    // How control comes to an instruction: a block begins wherever it is not just from the one before.
    enum class Reached : std::uint8_t { not_at_all, straight, leader };
    std::vector<Reached> reached(successors.size(), Reached::not_at_all);
    std::vector<std::uint32_t> work;
    const auto lead = [&](std::uint32_t to) {
        if (reached[to] == Reached::not_at_all) work.push_back(to);
        reached[to] = Reached::leader;
    };
    for (const std::uint32_t entry : entries) lead(entry);
    while (!work.empty()) {
        std::uint32_t at = work.back();
        work.pop_back();
        for (;;) {
            const Successors& ways = successors[at];
            if (ways.target != none) {
                lead(ways.target);
                if (ways.next != none) lead(ways.next);
                break;
            }
            if (ways.next == none) break;
            if (reached[ways.next] != Reached::not_at_all) { // another way came first
                reached[ways.next] = Reached::leader;
                break;
            }
            at = ways.next;
            reached[at] = Reached::straight;
        }
    }
    block_of_.assign(successors.size(), none);
    for (std::uint32_t leader = 0; leader < successors.size(); ++leader) {
        if (reached[leader] != Reached::leader) continue;
        Block block;
        block.first = static_cast<std::uint32_t>(order_.size());
        for (std::uint32_t at = leader;;) {
            order_.push_back(at);
            block_of_[at] = size();
            const Successors& ways = successors[at];
            if (ways.target != none || ways.next == none || reached[ways.next] == Reached::leader) break;
            at = ways.next;
        }
        block.count = static_cast<std::uint32_t>(order_.size()) - block.first;
        blocks_.push_back(block);
    }
    for (const std::uint32_t entry : entries) entries_.push_back(block_of_[entry]);
    std::ranges::sort(entries_);
    entries_.erase(std::ranges::unique(entries_).begin(), entries_.end());
}

void ControlFlowGraph::connect(std::span<const Successors> successors) {
    first_predecessor_.assign(blocks_.size() + 1, 0);
    for (Block& block : blocks_) {
        const Successors& ways = successors[order_[block.first + block.count - 1]];
        block.first_successor = static_cast<std::uint32_t>(successors_.size());
        if (ways.next != none) successors_.push_back(block.ways.next = block_of_[ways.next]);
        if (ways.target != none) successors_.push_back(block.ways.target = block_of_[ways.target]);
        block.successor_count = static_cast<std::uint32_t>(successors_.size()) - block.first_successor;
    }
    for (const std::uint32_t to : successors_) ++first_predecessor_[to + 1];
    for (std::size_t i = 1; i < first_predecessor_.size(); ++i)
        first_predecessor_[i] += first_predecessor_[i - 1];
    predecessors_.resize(successors_.size());
    std::vector<std::uint32_t> filled(first_predecessor_.begin(), first_predecessor_.end() - 1);
    for (std::uint32_t from = 0; from < size(); ++from)
        for (const std::uint32_t to : this->successors(from)) predecessors_[filled[to]++] = from;
}

void ControlFlowGraph::visit() {
    struct Open {
        std::uint32_t block, done;
    };
    std::vector<bool> seen(blocks_.size(), false);
    std::vector<Open> open;
    for (std::size_t e = entries_.size(); e-- > 0;) { // the last ones first: the order is turned round
        if (seen[entries_[e]]) continue;
        seen[entries_[e]] = true;
        open.push_back({entries_[e], 0});
        while (!open.empty()) {
            Open& top = open.back();
            const auto to = successors(top.block);
            if (top.done == to.size()) {
                order_of_visit_.push_back(top.block);
                open.pop_back();
                continue;
            }
            const std::uint32_t next = to[to.size() - 1 - top.done++]; // so that what follows comes first
            if (seen[next]) continue;
            seen[next] = true;
            open.push_back({next, 0});
        }
    }
    std::ranges::reverse(order_of_visit_);
}

} // namespace vellum::analysis
