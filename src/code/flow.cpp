// Liveness backwards, webs forwards, and registers by what each web gains from one: its accesses, weighted by
// loops, less what its ways home and back around calls cost. Webs of one register never overlap anywhere.
#include "code/flow.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace vellum::code {

namespace {

using Kind = Operand::Kind;

/// A set of variables.
class Set {
  public:
    explicit Set(std::size_t size) : words_((size + 63) / 64) {}
    void insert(std::uint32_t number) { words_[number / 64] |= std::uint64_t{1} << number % 64; }
    void erase(std::uint32_t number) { words_[number / 64] &= ~(std::uint64_t{1} << number % 64); }
    [[nodiscard]] bool holds(std::uint32_t number) const {
        return (words_[number / 64] >> number % 64 & 1) != 0;
    }
    void insert_first(std::uint32_t count) {
        for (std::uint32_t i = 0; i < count; ++i) insert(i);
    }
    /// True if something was new.
    bool insert(const Set& other) {
        bool grew = false;
        for (std::size_t i = 0; i < words_.size(); ++i) {
            grew = grew || (other.words_[i] & ~words_[i]) != 0;
            words_[i] |= other.words_[i];
        }
        return grew;
    }
    void clear() { std::ranges::fill(words_, 0); }
    template <class Visit> void each(Visit&& visit) const {
        for (std::size_t i = 0; i < words_.size(); ++i)
            for (std::uint64_t word = words_[i]; word != 0; word &= word - 1)
                visit(static_cast<std::uint32_t>(i * 64) +
                      static_cast<std::uint32_t>(std::countr_zero(word)));
    }

  private:
    std::vector<std::uint64_t> words_;
};

struct Block {
    std::uint32_t first = 0; ///< Its label.
    std::uint32_t last = 0;  ///< One past its last instruction.
    bool falls = false;      ///< Into the block behind it.
};

/// Where a variable is live, before instructions `first` to `last`.
struct Segment {
    std::uint32_t variable = 0;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
};

[[nodiscard]] bool takes_reals(Op op) {
    return (op >= Op::fadd && op <= Op::square_root) || op == Op::integer_below ||
           op == Op::integer_towards || op == Op::branch_real || op == Op::set_real;
}
[[nodiscard]] bool gives_real(Op op) { return op >= Op::fadd && op <= Op::real_of_integer; }
[[nodiscard]] bool may_call(Op op) {
    return op == Op::helper || op == Op::invoke || op == Op::call || op == Op::call_other || op == Op::ret;
}
[[nodiscard]] bool may_go(Op op) {
    return (op >= Op::branch && op <= Op::jump) || op == Op::budget || op == Op::charge;
}

class Finder {
  public:
    Finder(const Function& function) : f_(function) {}
    Flow run(std::uint32_t integers, std::uint32_t reals);

  private:
    struct Gain {
        std::uint64_t real = 0;
        std::uint64_t integer = 0;
        std::uint64_t neutral = 0;
        std::uint64_t calls = 0;
    };
    void find_blocks();
    void find_weights();
    void find_live();
    /// What is live before an instruction, from what is behind it.
    void step_back(Set& live, std::uint32_t at) const;
    void walk(std::uint32_t block);
    [[nodiscard]] std::uint32_t root(std::uint32_t node) {
        while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
        return node;
    }
    void join(std::uint32_t a, std::uint32_t b) { parent_[root(a)] = root(b); }
    [[nodiscard]] std::uint32_t in_node(std::uint32_t block, std::uint32_t variable) const {
        return block * variables() + variable;
    }
    [[nodiscard]] std::uint32_t variables() const { return static_cast<std::uint32_t>(f_.variables.size()); }
    void gather();
    void color(std::uint32_t integers, std::uint32_t reals);

    const Function& f_;
    std::vector<Block> blocks_;
    std::vector<std::uint32_t> block_at_; ///< by label
    std::vector<Set> live_in_;
    std::vector<std::uint64_t> weights_;
    std::vector<std::uint32_t> parent_;
    std::vector<Gain> gains_; ///< by node
    std::vector<bool> written_;
    std::vector<Segment> segments_; ///< of nodes
    Flow flow_;
};

void Finder::find_blocks() {
    block_at_.assign(f_.labels.size(), 0);
    for (std::uint32_t at = 0; at < f_.code.size();) {
        Block block{at, at + 1, true};
        block_at_[f_.code[at].label] = static_cast<std::uint32_t>(blocks_.size());
        while (block.last < f_.code.size() && f_.code[block.last].op != Op::label) {
            const Op op = f_.code[block.last++].op;
            if (op == Op::jump || op == Op::ret) block.falls = false;
        }
        at = block.last;
        blocks_.push_back(block);
    }
}

void Finder::find_weights() {
    constexpr std::int32_t deepest = 6;
    std::vector<std::int32_t> change(f_.code.size() + 1, 0);
    for (std::uint32_t i = 0; i < f_.code.size(); ++i) {
        const Instruction& one = f_.code[i];
        if (!may_go(one.op) || one.cold || f_.labels[one.label].exit != Label::here) continue;
        const std::uint32_t target = blocks_[block_at_[one.label]].first;
        if (target > i) continue;
        ++change[target];
        --change[i + 1];
    }
    std::int32_t depth = 0;
    for (std::uint32_t i = 0; i < f_.code.size(); ++i) {
        depth += change[i];
        weights_.push_back(f_.code[i].cold ? 0 : std::uint64_t{1} << 3 * std::min(depth, deepest));
    }
}

void Finder::step_back(Set& live, std::uint32_t at) const {
    const Instruction& one = f_.code[at];
    if (one.op == Op::jump || one.op == Op::ret) live.clear();
    if (may_go(one.op)) {
        const Label& label = f_.labels[one.label];
        if (label.exit == Label::here)
            live.insert(live_in_[block_at_[one.label]]);
        else
            for (const Operand& use : label.uses)
                if (use.is(Kind::variable)) live.insert(use.value);
    }
    if (one.d.is(Kind::variable)) live.erase(one.d.value);
    if (one.a.is(Kind::variable)) live.insert(one.a.value);
    if (one.b.is(Kind::variable)) live.insert(one.b.value);
    live.insert_first(one.keep);
}

void Finder::find_live() {
    live_in_.assign(blocks_.size(), Set(variables()));
    // Code that a compiler made needs as many rounds as loops are nested.
    constexpr int most_rounds = 64;
    bool grew = true;
    for (int round = 0; grew && round < most_rounds; ++round) {
        grew = false;
        for (std::size_t block = blocks_.size(); block-- > 0;) {
            Set live(variables());
            if (blocks_[block].falls && block + 1 < blocks_.size()) live.insert(live_in_[block + 1]);
            for (std::uint32_t at = blocks_[block].last; at-- > blocks_[block].first;) step_back(live, at);
            grew = live_in_[block].insert(live) || grew;
        }
    }
    flow_.found = !grew;
}

/// One block: what is live where, by variable and then by node.
void Finder::walk(std::uint32_t number) {
    const Block& block = blocks_[number];
    Set live(variables());
    if (block.falls && number + 1 < blocks_.size()) live.insert(live_in_[number + 1]);
    const Set out = live;
    std::vector<std::uint32_t> end(variables(), block.last - 1); // of the segment that is open
    std::vector<Segment> found;
    struct Point {
        std::uint32_t at = 0;
        std::vector<std::uint32_t> before;
        std::vector<std::uint32_t> after;
    };
    std::vector<Point> points; // backwards
    const auto members = [](const Set& set) {
        std::vector<std::uint32_t> list;
        set.each([&](std::uint32_t variable) { list.push_back(variable); });
        return list;
    };
    for (std::uint32_t at = block.last; at-- > block.first;) {
        const Instruction& one = f_.code[at];
        const bool calls = may_call(one.op);
        const bool leaves = may_go(one.op) && f_.labels[one.label].exit != Label::here;
        Point point{at, {}, {}};
        if (calls) point.after = members(live);
        const Set behind = live;
        if (one.d.is(Kind::variable)) {
            if (!live.holds(one.d.value)) end[one.d.value] = at + 1;
            found.push_back({one.d.value, at + 1, std::max(end[one.d.value], at + 1)});
        }
        step_back(live, at);
        live.each([&](std::uint32_t variable) {
            const bool reborn = one.d.is(Kind::variable) && one.d.value == variable;
            if (reborn || !behind.holds(variable)) end[variable] = at;
        });
        if (one.op == Op::invoke) { // it gets its operands itself
            Set kept = behind;
            kept.insert_first(one.keep);
            point.before = members(kept);
        } else if (calls || leaves || one.op == Op::label)
            point.before = members(live);
        if (calls || leaves || one.op == Op::label) points.push_back(std::move(point));
    }
    std::vector<std::uint32_t> now(variables());
    for (std::uint32_t variable = 0; variable < variables(); ++variable)
        now[variable] = in_node(number, variable);
    live.each([&](std::uint32_t variable) {
        segments_.push_back({in_node(number, variable), block.first, end[variable]});
    });
    const auto place = [&](const std::vector<std::uint32_t>& stored, const std::vector<std::uint32_t>& loaded,
                           Place& to) {
        to.first = static_cast<std::uint32_t>(flow_.members.size());
        to.stored = static_cast<std::uint32_t>(stored.size());
        to.loaded = static_cast<std::uint32_t>(loaded.size());
    };
    std::ranges::reverse(found);
    std::size_t next_found = 0;
    for (std::uint32_t at = block.first; at < block.last; ++at) {
        const Instruction& one = f_.code[at];
        Flow::Operands& operands = flow_.operands[at];
        const std::uint64_t weight = weights_[at];
        const auto use = [&](const Operand& operand, std::uint32_t& web, bool real) {
            if (!operand.is(Kind::variable)) return;
            web = now[operand.value];
            Gain& gain = gains_[web];
            (real ? gain.real
             : one.op == Op::move || one.op == Op::load || one.op == Op::store || one.op == Op::helper ||
                     one.op == Op::invoke
                 ? gain.neutral
                 : gain.integer) += weight;
        };
        use(one.a, operands.a, takes_reals(one.op));
        use(one.b, operands.b, takes_reals(one.op));
        Point* point = nullptr;
        if (!points.empty() && points.back().at == at) point = &points.back();
        const std::uint32_t members_at = static_cast<std::uint32_t>(flow_.members.size());
        if (point != nullptr)
            for (const std::uint32_t variable : point->before) flow_.members.push_back(now[variable]);
        if (may_go(one.op)) {
            const Label& label = f_.labels[one.label];
            if (label.exit == Label::here) {
                const std::uint32_t to = block_at_[one.label];
                live_in_[to].each(
                    [&](std::uint32_t variable) { join(now[variable], in_node(to, variable)); });
            } else if (Place& to = flow_.at_label[one.label]; to.stored == 0) {
                place(point->before, {}, to);
                to.first = members_at;
            }
        }
        if (one.d.is(Kind::variable)) {
            const auto node = static_cast<std::uint32_t>(parent_.size());
            parent_.push_back(node);
            gains_.emplace_back();
            written_.push_back(one.op != Op::helper);
            now[one.d.value] = node;
            const Segment& segment = found[next_found++];
            segments_.push_back({node, segment.first, segment.last});
            const Operand& d = one.d;
            use(d, operands.d, gives_real(one.op));
        }
        if (may_call(one.op)) {
            for (const std::uint32_t variable : point->after) {
                flow_.members.push_back(now[variable]);
                gains_[now[variable]].calls += 2 * weight;
            }
            place(point->before, point->after, flow_.at_instruction[at]);
            flow_.at_instruction[at].first = members_at;
        } else if (one.op == Op::label && f_.labels[one.label].entry) {
            place({}, point->before, flow_.at_label[one.label]);
            flow_.at_label[one.label].first = members_at;
        }
        if (point != nullptr) points.pop_back();
    }
    if (block.falls && number + 1 < blocks_.size())
        out.each([&](std::uint32_t variable) { join(now[variable], in_node(number + 1, variable)); });
}

/// Nodes to webs.
void Finder::gather() {
    std::vector<std::uint32_t> web_of(parent_.size(), no_web);
    std::vector<Gain> gains;
    const auto web = [&](std::uint32_t node) {
        std::uint32_t& number = web_of[root(node)];
        if (number == no_web) {
            number = static_cast<std::uint32_t>(flow_.webs.size());
            flow_.webs.emplace_back();
            gains.emplace_back();
        }
        return number;
    };
    const auto blocks = static_cast<std::uint32_t>(blocks_.size());
    for (std::uint32_t node = 0; node < blocks * variables(); ++node)
        if (gains_[node].real + gains_[node].integer + gains_[node].neutral + gains_[node].calls != 0 ||
            live_in_[node / variables()].holds(node % variables()))
            flow_.webs[web(node)].variable = node % variables();
    for (std::uint32_t at = 0; at < f_.code.size(); ++at)
        if (const std::uint32_t node = flow_.operands[at].d; node != no_web)
            flow_.webs[web(node)].variable = f_.code[at].d.value;
    for (std::uint32_t node = 0; node < parent_.size(); ++node) {
        const std::uint32_t to = web_of[root(node)];
        if (to == no_web) continue;
        gains[to].real += gains_[node].real;
        gains[to].integer += gains_[node].integer;
        gains[to].neutral += gains_[node].neutral;
        gains[to].calls += gains_[node].calls;
        if (written_[node]) flow_.webs[to].written = true;
    }
    for (Flow::Operands& operands : flow_.operands)
        for (std::uint32_t* const one : {&operands.d, &operands.a, &operands.b})
            if (*one != no_web) *one = web(*one);
    for (std::uint32_t& member : flow_.members) member = web(member);
    for (Segment& segment : segments_) segment.variable = web(segment.variable);
    gains_.clear();
    gains_.resize(flow_.webs.size());
    for (std::size_t i = 0; i < gains.size(); ++i) gains_[i] = gains[i];
}

void Finder::color(std::uint32_t integers, std::uint32_t reals) {
    const std::size_t count = flow_.webs.size();
    std::ranges::sort(segments_, {}, &Segment::variable);
    std::vector<std::uint32_t> first(count + 1, 0);
    std::vector<std::uint64_t> size(count, 1);
    for (const Segment& segment : segments_) {
        ++first[segment.variable + 1];
        size[segment.variable] += segment.last - segment.first + 1;
    }
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Gain& gain = gains_[i];
        if (f_.variables[flow_.webs[i].variable].in_memory) continue;
        if (gain.real + gain.integer + gain.neutral <= gain.calls) continue;
        flow_.webs[i].real = gain.real > gain.integer;
        order.push_back(i);
    }
    const auto worth = [&](std::uint32_t web) {
        const Gain& gain = gains_[web];
        return (gain.real + gain.integer + gain.neutral - gain.calls) * 256 / size[web];
    };
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
        const std::uint64_t left = worth(a);
        const std::uint64_t right = worth(b);
        return left != right ? left > right : a < b;
    });
    std::vector<std::vector<bool>> taken(std::size_t{integers} + reals,
                                         std::vector<bool>(f_.code.size() + 1));
    for (const std::uint32_t number : order) {
        Web& web = flow_.webs[number];
        const std::uint32_t base = web.real ? integers : 0;
        for (std::uint32_t reg = 0; reg < (web.real ? reals : integers) && web.reg < 0; ++reg) {
            std::vector<bool>& places = taken[base + reg];
            const auto own = std::span(segments_).subspan(first[number], first[number + 1] - first[number]);
            const bool free = std::ranges::none_of(own, [&](const Segment& segment) {
                for (std::uint32_t at = segment.first; at <= segment.last; ++at)
                    if (places[at]) return true;
                return false;
            });
            if (!free) continue;
            web.reg = static_cast<std::int8_t>(reg);
            for (const Segment& segment : own)
                for (std::uint32_t at = segment.first; at <= segment.last; ++at) places[at] = true;
        }
    }
}

Flow Finder::run(std::uint32_t integers, std::uint32_t reals) {
    find_blocks();
    find_weights();
    find_live();
    if (!flow_.found) return std::move(flow_);
    const auto nodes = static_cast<std::uint32_t>(blocks_.size()) * variables();
    parent_.resize(nodes);
    std::iota(parent_.begin(), parent_.end(), 0U);
    gains_.resize(nodes);
    written_.resize(nodes);
    flow_.operands.resize(f_.code.size());
    flow_.at_instruction.resize(f_.code.size());
    flow_.at_label.resize(f_.labels.size());
    for (std::uint32_t block = 0; block < blocks_.size(); ++block) walk(block);
    gather();
    color(integers, reals);
    return std::move(flow_);
}

} // namespace

Flow find_flow(const Function& function, std::uint32_t integers, std::uint32_t reals) {
    return Finder(function).run(integers, reals);
}

} // namespace vellum::code
