// `check`: the rules of the call table entry by entry, then one walk over everything control flow reaches:
// the least and greatest depth of the stack there, and whether another entity may be active. Errors are what
// breaks a rule of the format, warnings what works by luck. Never runs anything.
#include <algorithm>
#include <bitset>
#include <optional>
#include <string>
#include <vector>

#include "analysis/dataflow.hpp"
#include "analysis/dominators.hpp"
#include "base/plural.hpp"
#include "base/text_writer.hpp"
#include "engines/ff7/codes.hpp"
#include "engines/ff7/format/format.hpp"
#include "engines/ff7/isa/rows.hpp"
#include "engines/ff7/names/names.hpp"

namespace vellum::ff7 {

namespace {

std::string entry_words(const Script& script, std::size_t entry) {
    return "entry " + std::to_string(entry) + " (" + function_title(script.table[entry].id) + ")";
}

/// Where an entry stands in the file; a text has no line for each.
Place entry_place(const Script& script, std::size_t entry) {
    return script.sweep.lines.empty() ? Place::at_offset(entry * 4) : Place();
}

/// The same, but of a text where its function begins.
Place function_place(const Script& script, std::size_t entry) {
    const std::uint16_t ip = script.table[entry].ip;
    const bool known = !script.sweep.lines.empty() && script.begins(ip) && ip != 0;
    return known ? script.sweep.place_of(ip, 0) : entry_place(script, entry);
}

/// A file that was cut off still has its table and may end in zeros: only the size tells.
void check_size(const Script& script, Diagnostics& out) {
    constexpr std::size_t full_size = 0x7000, disc_size = 0x7800, early_size = 0x4000;
    const std::uint64_t size =
        script.offset_of(static_cast<std::uint32_t>(script.words.size())) + script.tail.size();
    const bool early = script.table.size() == old_table_entries;
    if (size == full_size || (early ? size == early_size : size == disc_size)) return;
    const bool longer = size > full_size;
    Diagnostic problem = make_diagnostic(codes::size,
                                         "the file has " + std::to_string(size) + " bytes; " +
                                             (early ? "the early layout has " + std::to_string(early_size)
                                                    : "the game's have " + std::to_string(full_size) +
                                                          ", on the disc " + std::to_string(disc_size)),
                                         Place::at_offset(size),
                                         longer ? std::string("the game reads only the first part")
                                                : std::string("a part of it is missing"));
    if (longer) problem.severity = Severity::warning;
    if (!script.sweep.lines.empty()) problem.place = {};
    out.add(std::move(problem));
}

void check_identifier(const Script& script, std::size_t entry, Diagnostics& out) {
    const FunctionId what = FunctionId::from(script.table[entry].id);
    const char* problem = nullptr;
    switch (what.kind) {
    case FunctionKind::system:
        if (what.function > 0xFF) problem = "system functions have numbers up to 255";
        break;
    case FunctionKind::model: break;
    case FunctionKind::mesh:
        if (what.owner >= static_cast<std::uint32_t>(36 * 28))
            problem = "there are 36 x 28 meshes";
        else if (what.function > 4)
            problem = "triangles only use trigger numbers 0 to 4";
        break;
    case FunctionKind::other: problem = "no identifier has both upper bits set"; break;
    }
    if (problem != nullptr)
        out.add(codes::entry_kind,
                entry_words(script, entry) + ": the game never uses this identifier; " + problem,
                function_place(script, entry));
}

void check_table(const Script& script, Diagnostics& out) {
    const auto& table = script.table;
    if (table[0].ip != 0 || (table[0].id != 0 && table[0].id != unused_id))
        out.add(codes::entry_zero,
                "entry 0 holds a function (" + function_title(table[0].id) + "), which the game cannot find",
                entry_place(script, 0), "write (0, 0) there and move the function to its place in the order");
    std::optional<std::size_t> previous;
    std::optional<std::size_t> hole;
    std::vector<std::uint16_t> first_of(0x10000, 0); // entries by identifier
    for (std::size_t i = 1; i < table.size(); ++i) {
        const Entry entry = table[i];
        if (entry.id == unused_id) {
            if (!hole) hole = i;
            if (entry.ip != 0)
                out.add(codes::table_unused,
                        "entry " + std::to_string(i) + " is unused but has instruction pointer " +
                            std::to_string(entry.ip),
                        entry_place(script, i));
            continue;
        }
        if (hole) {
            out.add(codes::table_hole,
                    entry_words(script, i) + " follows unused entry " + std::to_string(*hole),
                    entry_place(script, i), "keep the used entries together");
            hole.reset(); // told once for each hole
        }
        if (first_of[entry.id] != 0)
            out.add(codes::table_duplicate,
                    entry_words(script, i) + " has the identifier of entry " +
                        std::to_string(first_of[entry.id]),
                    entry_place(script, i));
        else {
            first_of[entry.id] = static_cast<std::uint16_t>(i);
            if (previous && table[*previous].id > entry.id)
                out.add(codes::table_order,
                        entry_words(script, i) + " must come before " + entry_words(script, *previous),
                        entry_place(script, i));
        }
        previous = i;
        if (entry.ip == 0)
            out.add(codes::entry_ip, entry_words(script, i) + " starts at 0, which means \"not running\"",
                    entry_place(script, i), "put a return at word 0 and the function after it");
        else if (entry.ip >= script.words.size())
            out.add(codes::entry_ip,
                    entry_words(script, i) + " starts at word " + std::to_string(entry.ip) +
                        ", but the code has " + std::to_string(script.words.size()),
                    entry_place(script, i));
        if (!script.game_finds(i))
            out.add(codes::entry_lost, entry_words(script, i) + " is not found by the game's search",
                    entry_place(script, i));
        check_identifier(script, i, out);
    }
    if (script.words.empty() || script.words[0] != code::ret)
        out.add(codes::first_word, "code word 0 should be a return (0x203)",
                script.sweep.place_of(0, script.code_offset()));
}

/// Everything control can reach, with what is known there of the stack and of the active entity. Each
/// function starts with an empty stack and its own entity active.
class Flow {
  public:
    Flow(const Script& script, Diagnostics& out) : script_(script), out_(out), at_(script.words.size()) {}

    void run() {
        const std::vector<Entry> functions = entries();
        std::vector<std::uint32_t> starts;
        starts.reserve(functions.size());
        for (const Entry& entry : functions) starts.push_back(entry.ip);
        const analysis::ControlFlowGraph graph(successors(), starts);
        for (std::uint32_t ip = 0; ip < at_.size(); ++ip) at_[ip].reached = graph.reaches(ip);
        std::vector<std::optional<Facts>> known(graph.size());
        for (const Entry& entry : functions) {
            const FunctionId what = FunctionId::from(entry.id);
            Facts facts{.reached = true};
            if (what.kind == FunctionKind::model) facts.owner = static_cast<std::uint8_t>(what.owner);
            std::optional<Facts>& there = known[graph.block_of(entry.ip)];
            if (there)
                static_cast<void>(merge(*there, facts));
            else
                there = facts;
        }
        known = analysis::solve(
            graph, analysis::Direction::forward, std::move(known),
            [&](std::uint32_t block, Facts facts) -> std::optional<Facts> {
                for (const std::uint32_t ip : graph.instructions(block)) facts = after(ip, facts);
                return facts;
            },
            [](Facts& into, const Facts& from, std::uint32_t) { return merge(into, from); });
        for (std::uint32_t block = 0; block < graph.size(); ++block) {
            Facts facts = *known[block];
            for (const std::uint32_t ip : graph.instructions(block)) {
                at_[ip] = facts;
                facts = after(ip, facts);
            }
        }
        for (std::uint32_t ip = 0; ip < at_.size(); ++ip)
            if (at_[ip].reached) judge(ip);
        judge_loops(graph);
    }

  private:
    static constexpr int deepest = 9; // beyond the most a world has room for, nothing new is learnt
    static constexpr std::uint8_t several = 0xFF;

    /// What holds before an instruction on the ways that lead to it.
    struct Facts {
        bool reached = false;
        std::int8_t least = 0, greatest = 0; ///< Items on the stack.
        std::uint8_t owner =
            several;          ///< Model whose function this is; `several` for the system and for more.
        bool foreign = false; ///< On some way another entity than the context's own is active.

        friend bool operator==(const Facts&, const Facts&) = default;
    };

    void report(const DiagnosticCode& code, std::uint32_t ip, std::string message, std::string hint = {}) {
        TextWriter text;
        text.put(script_.function_at(ip), ", word ", Hex{ip, 4}, ": ", message);
        out_.add(code, text.take(), script_.sweep.place_of(ip, script_.offset_of(ip)), std::move(hint));
    }

    /// The functions that start in the code.
    [[nodiscard]] std::vector<Entry> entries() const {
        std::vector<Entry> found;
        for (std::size_t i = 1; i < script_.table.size(); ++i)
            if (const Entry entry = script_.table[i];
                entry.id != unused_id && entry.ip != 0 && entry.ip < script_.words.size())
                found.push_back(entry);
        return found;
    }

    [[nodiscard]] std::vector<analysis::Successors> successors() const {
        std::vector<analysis::Successors> all(script_.words.size());
        const auto inside = [&all](std::uint32_t ip) { return ip < all.size() ? ip : analysis::none; };
        for (std::uint32_t ip = 0; ip < all.size(); ++ip) {
            if (truncated(ip)) continue;
            const isa::Flow flow = row(ip).flow;
            if (isa::jumps(flow)) all[ip].target = inside(script_.decoded[ip].operand);
            if (isa::falls_through(flow)) all[ip].next = inside(following(ip));
        }
        return all;
    }

    /// Every field only moves one way, so following control ends.
    static bool merge(Facts& into, const Facts& from) {
        const Facts before = into;
        into.least = std::min(into.least, from.least);
        into.greatest = std::max(into.greatest, from.greatest);
        if (into.owner != from.owner) into.owner = several;
        into.foreign = into.foreign || from.foreign;
        return into != before;
    }

    [[nodiscard]] std::uint32_t following(std::uint32_t ip) const {
        return ip + (has_operand(script_.decoded[ip].opcode) ? 2 : 1);
    }

    /// Not for a truncated word, which is decoded as the end.
    [[nodiscard]] const isa::Row& row(std::uint32_t ip) const { return rows_[script_.decoded[ip].row]; }
    [[nodiscard]] bool truncated(std::uint32_t ip) const {
        return has_operand(script_.words[ip]) && ip + 1 >= script_.words.size();
    }

    /// The constant that the instruction takes from a push directly before it; `place` 1 is the one before
    /// that.
    [[nodiscard]] std::optional<std::uint16_t> constant(std::uint32_t ip, std::uint32_t place = 0) const {
        const std::uint32_t back = 2 * (place + 1);
        if (ip < back || !at_[ip - back].reached || script_.words[ip - back] != code::push_const)
            return std::nullopt;
        return script_.words[ip - back + 1];
    }

    [[nodiscard]] int depth_after(std::uint32_t ip, int depth) const {
        const DecodedInstruction& word = script_.decoded[ip];
        if (word.opcode == code::reset) return 0;
        return std::min(std::max(depth - word.pops, 0) + word.pushes, deepest);
    }

    [[nodiscard]] Facts after(std::uint32_t ip, Facts facts) const {
        const DecodedInstruction& word = script_.decoded[ip];
        facts.greatest = static_cast<std::int8_t>(depth_after(ip, facts.greatest));
        facts.least = static_cast<std::int8_t>(depth_after(ip, facts.least));
        // A turn begins with the context's own entity. A computed model may be the own one: that proves
        // nothing.
        if (is_call(word.opcode) || word.opcode == code::wait)
            facts.foreign = false;
        else if (word.opcode == code::load_model || word.opcode == code::set_entity) {
            const auto model = constant(ip);
            if (model)
                facts.foreign = (*model & 0xFFU) != facts.owner;
            else
                facts.foreign = facts.foreign && word.opcode == code::set_entity;
        } else if (word.opcode == code::unload_model || word.opcode == code::mount_model)
            facts.foreign = true;
        return facts;
    }

    void judge(std::uint32_t ip) {
        const DecodedInstruction& word = script_.decoded[ip];
        if (truncated(ip)) {
            report(codes::runs_off, ip,
                   std::string(table().find(script_.words[ip])->mnemonic) + " has no operand: the code ends");
            return;
        }
        const isa::Row& what = row(ip);
        const auto mnemonic = [&what] { return std::string(what.mnemonic); }; // few words have something told
        if (isa::jumps(what.flow) && word.operand >= script_.words.size())
            report(codes::jump_target, ip,
                   mnemonic() + " leads to word " + std::to_string(word.operand) + ", but the code has " +
                       std::to_string(script_.words.size()));
        if (isa::falls_through(what.flow) && following(ip) >= script_.words.size())
            report(codes::runs_off, ip,
                   "nothing follows " + mnemonic() + ": control runs off the end of the code");
        if (what.opcode != what.opcode_last || what.mnemonic.starts_with("NOP_3") ||
            what.mnemonic.starts_with("JUNK"))
            judge_unknown(ip, word);
        judge_stack(ip, word, what);
        if (is_call(word.opcode)) judge_call(ip);
        if (waits_on_active(word.opcode) && at_[ip].foreign)
            report(codes::rewind_other, ip,
                   mnemonic() + " may wait while another entity is active: the game would corrupt that "
                                "entity's function",
                   "make the function's own entity active before it waits");
        if (table_rows::definitions[word.row].keeps_32_bits) judge_constants(ip, word, what);
    }

    /// What may end a turn, or change what the next round finds.
    [[nodiscard]] bool moves_on(std::uint32_t ip) const {
        const DecodedInstruction& word = script_.decoded[ip];
        constexpr std::uint16_t random_byte = 16;
        return truncated(ip) || row(ip).flow == isa::Flow::suspend || is_call(word.opcode) ||
               word.opcode == code::write ||
               (is_push(word.opcode) && (word.opcode & 3U) == 3U && word.operand == random_byte);
    }

    /// Of loops in loops only the inner one is told.
    void judge_loops(const analysis::ControlFlowGraph& graph) {
        const analysis::Loops loops = analysis::find_loops(graph, analysis::Dominators(graph));
        std::vector<bool> settled(loops.all.size(), false);
        for (std::uint32_t block = 0; block < graph.size(); ++block)
            if (const std::uint32_t loop = loops.innermost[block]; loop != analysis::none)
                settled[loop] =
                    settled[loop] || std::ranges::any_of(graph.instructions(block),
                                                         [&](std::uint32_t ip) { return moves_on(ip); });
        for (std::size_t i = loops.all.size(); i-- > 0;) {
            const analysis::Loop& loop = loops.all[i];
            if (!settled[i])
                report(codes::no_wait, graph.instructions(loop.header).front(),
                       "a loop without a wait or a change: the game hangs here",
                       "put wait(1) in the loop to let the game continue");
            if (loop.parent != analysis::none) settled[loop.parent] = true;
        }
    }

    void judge_stack(std::uint32_t ip, const DecodedInstruction& word, const isa::Row& what) {
        const Facts& facts = at_[ip];
        if (word.pops > facts.least) {
            std::string message = std::string(what.mnemonic) + " takes " + plural(word.pops, "item") + ", ";
            if (facts.least != facts.greatest) message += "on one path only ";
            message += std::to_string(facts.least) + (facts.least == 1 ? " was pushed" : " were pushed");
            report(codes::stack_borrowed, ip, std::move(message));
        }
        if (const int depth = depth_after(ip, at_[ip].greatest); depth > 4 && word.pushes > word.pops)
            report(codes::stack_depth, ip,
                   std::string(what.mnemonic) + " makes " + std::to_string(depth) +
                       " items; the original has room for 4");
        // What WRITE leaves and a RESET drops again is nobody's.
        const bool dropped =
            following(ip) < script_.words.size() && script_.words[following(ip)] == code::reset;
        if (what.flow == isa::Flow::suspend && facts.greatest - word.pops > 0 && !dropped)
            report(codes::stack_across_wait, ip,
                   plural(static_cast<std::uint64_t>(facts.greatest - word.pops), "item") +
                       (facts.greatest - word.pops == 1 ? " stays" : " stay") +
                       " on the shared stack while " + std::string(what.mnemonic) + " may wait",
                   "push them after the wait");
    }

    /// The four that the original repeats by stepping the active entity back.
    static bool waits_on_active(std::uint16_t opcode) noexcept {
        return opcode == code::wait_prompt || opcode == code::wait_window || opcode == code::wait_dismiss ||
               opcode == code::wait_function;
    }

    void judge_constants(std::uint32_t ip, const DecodedInstruction& word, const isa::Row& what) {
        for (std::uint32_t place = 0; place < word.pops; ++place) {
            const auto value = constant(ip, place);
            if (!value) return; // what stands before a computed argument is no argument
            if (*value < 0x8000) continue;
            report(codes::wide_constant, ip,
                   std::string(what.mnemonic) + " keeps 32 bits: the constant means " +
                       std::to_string(*value) + ", not " + std::to_string(static_cast<std::int16_t>(*value)),
                   "push " + std::to_string(0x10000 - *value) + " and NEG");
        }
    }

    void judge_unknown(std::uint32_t ip, const DecodedInstruction& word) {
        const bool known = is_call(word.opcode) || word.opcode == 0x31B;
        if (known) return;
        TextWriter text;
        text.text("code ");
        text.hex0x(word.opcode, 3);
        text.text(" is unknown to the game");
        report(codes::unknown_code, ip, text.take());
    }

    void judge_call(std::uint32_t ip) {
        if (!loads_known_) {
            for (std::uint32_t at = 2; at < script_.words.size(); ++at)
                if (at_[at].reached && script_.words[at] == code::load_model) {
                    if (script_.words[at - 2] == code::push_const)
                        loaded_.set(script_.words[at - 1] & 0xFFU);
                    else
                        any_ = true; // a computed model may be any
                }
            loads_known_ = true;
        }
        const auto owner = constant(ip);
        if (!owner) return;
        const auto model = static_cast<std::uint8_t>(*owner);
        const std::uint8_t function = called_function(script_.words[ip]);
        const std::uint16_t id = model < 0x40 ? model_id(model, function) : system_id(function);
        if (!script_.find(id))
            report(codes::call_missing, ip,
                   "calls " + function_title(id) + ", which the file does not have: nothing happens");
        if (model >= 0x40 || any_ || loaded_.test(model)) return;
        report(codes::never_loaded, ip,
               "calls function " + std::to_string(function) + " of " + model_words(model) +
                   ", which no instruction loads");
    }

    const Script& script_;
    const std::span<const isa::Row> rows_ = table().rows;
    Diagnostics& out_;
    std::vector<Facts> at_; ///< By code word.
    std::bitset<256> loaded_;
    bool loads_known_ = false;
    bool any_ = false;
};

} // namespace

void warn_of_table(const Script& script, Diagnostics& diagnostics) {
    Diagnostics broken;
    check_table(script, broken);
    for (const Diagnostic& first : broken.all()) {
        if (first.severity != Severity::error) continue;
        std::string message = "the call table breaks rules of the game, which may find other functions: ";
        message += first.message;
        if (broken.errors() > 1) message += ", and " + std::to_string(broken.errors() - 1) + " more";
        Place place = first.place;
        place.file = script.name();
        diagnostics.add(codes::table_rules, std::move(message), std::move(place),
                        "'vellum check' lists all of them");
        return;
    }
}

void check_script(const Script& script, Diagnostics& diagnostics) {
    check_size(script, diagnostics);
    check_table(script, diagnostics);
    Flow(script, diagnostics).run();
}

} // namespace vellum::ff7
