// Blocks are found by following control from the entry, so code of other functions never gets in, and code
// that nothing reaches is left out.
#include "tools/graph/build.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/control_flow.hpp"
#include "base/text_writer.hpp"
#include "isa/functions.hpp"
#include "isa/listing.hpp"
#include "tools/graph/draw.hpp"

namespace vellum::tools {

namespace {

/// "b001f": a letter and an address of at least four digits; without a letter the address alone.
std::string address_text(std::string_view letter, std::uint32_t address) {
    TextWriter out;
    out.put(letter, Hex{address, 4});
    return out.take();
}

/// The instruction, cut where it is too long for a box.
std::string line_of(const Program& program, std::size_t index) {
    TextWriter out;
    isa::print_instruction(out, *program.code(), index, isa::symbols_or_none(program.source_symbols()));
    std::string text = out.take();
    constexpr std::size_t longest = 72;
    if (text.size() > longest) {
        std::size_t cut = longest - 3;
        while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80)
            --cut; // not inside a character
        text = text.substr(0, cut) + "...";
    }
    return text;
}

/// What a branch does, by its mnemonic: no table says for which condition it is taken.
struct Sense {
    std::string_view mnemonic;
    bool when;        ///< The condition for which it is taken,
    int operand = -1; ///< or the value that says it.
};
constexpr Sense senses[] = {
    {"GOTO_IF_FALSE", false}, // FF7
    {"JZ", false},            // AGS
    {"JNZ", true},
    {"BRANCHZERO", false}, // Skrit
    {"JumpB", true, 2},    // Pathologic
};

/// The kinds of the edges that are taken and not taken at a branch.
std::pair<EdgeKind, EdgeKind> branch_kinds(const isa::Code& code, const isa::Instruction& branch) {
    for (const Sense& sense : senses) {
        if (code.row(branch).mnemonic != sense.mnemonic) continue;
        const auto values = code.operands(branch);
        const bool said = sense.operand >= 0 && static_cast<std::size_t>(sense.operand) < values.size();
        const bool when = said ? values[static_cast<std::size_t>(sense.operand)] != 0 : sense.when;
        return when ? std::pair(EdgeKind::when_true, EdgeKind::when_false)
                    : std::pair(EdgeKind::when_false, EdgeKind::when_true);
    }
    return {EdgeKind::taken, EdgeKind::other};
}

/// What stands beside an edge that leaves a branch.
std::string_view label_of(EdgeKind kind) {
    switch (kind) {
    case EdgeKind::taken: return "taken";
    case EdgeKind::other: return "else";
    case EdgeKind::when_true: return "true";
    case EdgeKind::when_false: return "false";
    case EdgeKind::plain: break;
    }
    return {};
}

} // namespace

Graph control_flow(const Program& program, const Function& function, std::size_t max_lines) {
    Graph graph;
    graph.title = function.name;
    const isa::Code* code = program.code();
    const std::ptrdiff_t entry = code == nullptr ? -1 : code->at(function.address);
    if (entry < 0) return graph;
    const auto first = static_cast<std::uint32_t>(entry);
    const analysis::ControlFlowGraph blocks(analysis::successors_of(*code), std::span(&first, 1));
    for (std::uint32_t block = 0; block < blocks.size(); ++block) {
        const auto instructions = blocks.instructions(block);
        const std::uint32_t address = code->instructions[instructions.front()].address;
        GraphNode node{address_text("b", address), address_text({}, address), {}, NodeKind::plain};
        const std::size_t shown =
            max_lines == 0 ? instructions.size() : std::min(max_lines, instructions.size());
        for (const std::uint32_t index : instructions.first(shown))
            node.lines.push_back(line_of(program, index));
        if (shown < instructions.size())
            node.lines.push_back("... " + std::to_string(instructions.size() - shown) + " more");
        const auto [next, target] = blocks.ways(block);
        const bool branch = next != analysis::none && target != analysis::none;
        const auto [taken, other] = branch ? branch_kinds(*code, code->instructions[instructions.back()])
                                           : std::pair(EdgeKind::plain, EdgeKind::plain);
        if (target != analysis::none)
            graph.edges.push_back({block, target, taken, std::string(label_of(taken))});
        if (next != analysis::none) graph.edges.push_back({block, next, other, std::string(label_of(other))});
        if (block == blocks.block_of(first)) {
            node.kind = NodeKind::entry;
            node.title += "  " + function.name;
        } else if (blocks.successors(block).empty())
            node.kind = NodeKind::exit;
        graph.nodes.push_back(std::move(node));
    }
    return graph;
}

Graph call_graph(const Program& program, bool natives) {
    Graph graph;
    graph.title = program.name();
    const isa::Code* code = program.code();
    if (code == nullptr) return graph;
    const std::vector<Function> functions = program.functions();
    std::map<std::uint32_t, std::size_t> node_of;
    for (const Function& function : functions) {
        const auto [entry, fresh] = node_of.emplace(function.address, graph.nodes.size());
        if (!fresh) { // several names for one entry
            graph.nodes[entry->second].title += ", " + function.name;
            continue;
        }
        const bool called_from_outside = function.kind != "function" && !function.kind.empty();
        GraphNode node{address_text("f", function.address),
                       function.name,
                       {},
                       called_from_outside ? NodeKind::entry : NodeKind::plain};
        if (called_from_outside) node.lines.push_back(function.kind);
        graph.nodes.push_back(std::move(node));
    }
    // Some engines call by name or number rather than by address.
    std::map<std::string, std::size_t> node_by_name;
    for (const Function& function : functions)
        node_by_name.emplace(function.name, node_of.at(function.address));
    std::map<std::uint32_t, std::vector<std::string>> native_uses;
    std::map<std::uint32_t, std::vector<std::size_t>> named_calls;
    for (const Reference& reference : program.references()) {
        if (natives && (reference.kind == ReferenceKind::native || reference.kind == ReferenceKind::method ||
                        reference.kind == ReferenceKind::import))
            native_uses[reference.address].push_back(reference.name);
        if (reference.kind != ReferenceKind::function) continue;
        if (const auto callee = node_by_name.find(reference.name); callee != node_by_name.end())
            named_calls[reference.address].push_back(callee->second);
    }
    std::map<std::string, std::size_t> native_nodes;
    std::set<std::pair<std::size_t, std::size_t>> edges;
    const std::map<std::uint32_t, std::size_t> entries = node_of;
    const std::vector<analysis::Successors> successors = analysis::successors_of(*code);
    analysis::Reachable reachable(successors);
    for (const auto& [address, node] : entries) {
        const std::ptrdiff_t entry = code->at(address);
        if (entry < 0) continue;
        for (const std::uint32_t index : reachable.from(static_cast<std::uint32_t>(entry))) {
            const isa::Instruction& instruction = code->instructions[index];
            if (code->row(instruction).flow == isa::Flow::call)
                if (const auto target = isa::target_of(*code, index); target && *target >= 0)
                    if (const auto callee = entries.find(static_cast<std::uint32_t>(*target));
                        callee != entries.end())
                        edges.emplace(node, callee->second);
            if (const auto calls = named_calls.find(instruction.address); calls != named_calls.end())
                for (const std::size_t callee : calls->second) edges.emplace(node, callee);
            const auto uses = native_uses.find(instruction.address);
            if (uses == native_uses.end()) continue;
            for (const std::string& name : uses->second) {
                const auto [found, fresh] = native_nodes.emplace(name, graph.nodes.size());
                if (fresh)
                    graph.nodes.push_back(
                        {"n" + std::to_string(native_nodes.size()), name, {}, NodeKind::external});
                edges.emplace(node, found->second);
            }
        }
    }
    for (const auto& [from, to] : edges) graph.edges.push_back({from, to, EdgeKind::plain, {}});
    graph.sideways = true;
    return graph;
}

namespace {

/// What is reached from a node over at most so many edges, the node itself included.
Graph reached_from(const Graph& whole, std::size_t root, std::uint32_t depth) {
    constexpr std::uint32_t never = 0xFFFFFFFF;
    std::vector<std::uint32_t> steps(whole.nodes.size(), never);
    std::vector<std::vector<std::size_t>> out(whole.nodes.size());
    for (const GraphEdge& edge : whole.edges) out[edge.from].push_back(edge.to);
    std::vector<std::size_t> reached{root};
    steps[root] = 0;
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (const std::size_t to : out[reached[i]])
            if (steps[to] == never && steps[reached[i]] < depth) {
                steps[to] = steps[reached[i]] + 1;
                reached.push_back(to);
            }
    Graph graph{.title = whole.title, .nodes = {}, .edges = {}, .sideways = whole.sideways};
    std::vector<std::size_t> place(whole.nodes.size());
    for (std::size_t node = 0; node < whole.nodes.size(); ++node)
        if (steps[node] != never) {
            place[node] = graph.nodes.size();
            graph.nodes.push_back(whole.nodes[node]);
        }
    for (const GraphEdge& edge : whole.edges) // those on from the last step lead out of the picture
        if (steps[edge.from] < depth && steps[edge.to] != never)
            graph.edges.push_back({place[edge.from], place[edge.to], edge.kind, edge.label});
    return graph;
}

} // namespace

Result<Graph> build_graph(const Program& program, const GraphOptions& options, const CallsShown& calls) {
    if (program.code() == nullptr)
        return fail(codes::engine_unsupported, "programs of this engine have no decoded code to draw",
                    {.file = program.name()});
    if (options.function.empty() && calls.from.empty()) return call_graph(program, options.natives);
    const auto functions = program.functions();
    const std::string& wanted = options.function.empty() ? calls.from : options.function;
    auto found = isa::function_named(functions, wanted, codes::engine_function);
    if (!found) {
        found.error().place.file = program.name();
        return std::unexpected(std::move(found.error()));
    }
    if (!options.function.empty()) return control_flow(program, **found, options.most_lines);
    const Graph whole = call_graph(program, options.natives);
    const auto root = std::ranges::find(whole.nodes, address_text("f", (*found)->address), &GraphNode::id);
    return reached_from(whole, static_cast<std::size_t>(root - whole.nodes.begin()), calls.depth);
}

Result<std::string> draw_graph(const Program& program, GraphFormat format, const GraphOptions& options) {
    auto graph = build_graph(program, options);
    if (!graph) return std::unexpected(std::move(graph.error()));
    return draw(*graph, format);
}

} // namespace vellum::tools
