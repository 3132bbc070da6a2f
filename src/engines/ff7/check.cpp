// `check`: the rules of the call table entry by entry, then one walk over everything control flow reaches.
// Errors are what breaks a rule of the format, warnings what works by luck. Never runs anything.
#include <algorithm>
#include <bitset>
#include <optional>
#include <string>
#include <vector>

#include "base/text_writer.hpp"
#include "engines/ff7/codes.hpp"
#include "engines/ff7/format.hpp"
#include "engines/ff7/names.hpp"

namespace vellum::ff7 {

namespace {

std::string entry_words(const Script& script, std::size_t entry) {
    return "entry " + std::to_string(entry) + " (" + function_title(script.table[entry].id) + ")";
}

Place entry_place(std::size_t entry) { return Place::at_offset(entry * 4); }

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
            problem = "triangles only ask for trigger numbers 0 to 4";
        break;
    case FunctionKind::other: problem = "no identifier has both upper bits set"; break;
    }
    if (problem != nullptr)
        out.add(codes::entry_kind,
                entry_words(script, entry) + ": the game never asks for this identifier; " + problem,
                entry_place(entry));
}

void check_table(const Script& script, Diagnostics& out) {
    const auto& table = script.table;
    if (table[0].ip != 0 || (table[0].id != 0 && table[0].id != unused_id))
        out.add(codes::entry_zero,
                "entry 0 holds a function (" + function_title(table[0].id) + "), which the game cannot find",
                entry_place(0), "write (0, 0) there and move the function to its place in the order");
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
                        entry_place(i));
            continue;
        }
        if (hole) {
            out.add(codes::table_hole,
                    entry_words(script, i) + " stands behind unused entry " + std::to_string(*hole),
                    entry_place(i), "keep the used entries together");
            hole.reset(); // told once for each hole
        }
        if (first_of[entry.id] != 0)
            out.add(codes::table_duplicate,
                    entry_words(script, i) + " has the identifier of entry " +
                        std::to_string(first_of[entry.id]),
                    entry_place(i));
        else {
            first_of[entry.id] = static_cast<std::uint16_t>(i);
            if (previous && table[*previous].id > entry.id)
                out.add(codes::table_order,
                        entry_words(script, i) + " must stand before " + entry_words(script, *previous),
                        entry_place(i));
        }
        previous = i;
        if (entry.ip == 0)
            out.add(codes::entry_ip, entry_words(script, i) + " starts at 0, which means \"not running\"",
                    entry_place(i), "put a return at word 0 and the function behind it");
        else if (entry.ip >= script.words.size())
            out.add(codes::entry_ip,
                    entry_words(script, i) + " starts at word " + std::to_string(entry.ip) +
                        ", the code has " + std::to_string(script.words.size()),
                    entry_place(i));
        if (!script.game_finds(i))
            out.add(codes::entry_lost, entry_words(script, i) + " is not found by the game's search",
                    entry_place(i));
        check_identifier(script, i, out);
    }
    if (script.words.empty() || script.words[0] != code::ret)
        out.add(codes::first_word, "code word 0 should be a return (0x203)",
                Place::at_offset(script.code_offset()));
}

/// Everything control can reach, with the greatest stack depth it can have there, each function starting at
/// 0.
class Flow {
  public:
    Flow(const Script& script, Diagnostics& out)
        : script_(script), out_(out), depth_(script.words.size(), unreached) {}

    void run() {
        for (std::size_t i = 1; i < script_.table.size(); ++i)
            if (const Entry entry = script_.table[i]; entry.id != unused_id && entry.ip != 0)
                reach(entry.ip, 0);
        while (!work_.empty()) {
            const std::uint32_t ip = work_.back();
            work_.pop_back();
            step(ip);
        }
        for (std::uint32_t ip = 0; ip < depth_.size(); ++ip)
            if (depth_[ip] != unreached) judge(ip);
    }

  private:
    static constexpr std::int8_t unreached = -1;
    static constexpr int deepest = 9; // beyond the most a world has room for, nothing new is learnt

    void report(const DiagnosticCode& code, std::uint32_t ip, std::string message, std::string hint = {}) {
        TextWriter text;
        text.text(script_.function_at(ip));
        text.text(", word ");
        text.hex(ip, 4);
        text.text(": ");
        text.text(message);
        out_.add(code, text.take(), Place::at_offset(script_.offset_of(ip)), std::move(hint));
    }

    void reach(std::uint32_t ip, int depth) {
        if (ip >= depth_.size() || depth_[ip] >= depth) return;
        depth_[ip] = static_cast<std::int8_t>(depth);
        work_.push_back(ip);
    }

    /// Not for a truncated word, which is decoded as the end.
    [[nodiscard]] const isa::Row& row(std::uint32_t ip) const { return rows_[script_.decoded[ip].row]; }
    [[nodiscard]] bool truncated(std::uint32_t ip) const {
        return has_operand(script_.words[ip]) && ip + 1 >= script_.words.size();
    }

    [[nodiscard]] int depth_after(std::uint32_t ip) const {
        const Word& word = script_.decoded[ip];
        if (word.opcode == code::reset) return 0;
        return std::min(std::max(depth_[ip] - word.pops, 0) + word.pushes, deepest);
    }

    void step(std::uint32_t ip) {
        const Word& word = script_.decoded[ip];
        if (truncated(ip)) return;
        const isa::Flow flow = row(ip).flow;
        const int depth = depth_after(ip);
        if (flow == isa::Flow::jump || flow == isa::Flow::branch) reach(word.operand, depth);
        if (flow != isa::Flow::jump && flow != isa::Flow::ret)
            reach(ip + (has_operand(word.opcode) ? 2 : 1), depth);
    }

    void judge(std::uint32_t ip) {
        const Word& word = script_.decoded[ip];
        if (truncated(ip)) {
            report(codes::runs_off, ip,
                   std::string(table().find(script_.words[ip])->mnemonic) + " has no operand: the code ends");
            return;
        }
        const isa::Row& what = row(ip);
        const auto mnemonic = [&what] { return std::string(what.mnemonic); }; // few words have something told
        const bool jumps = what.flow == isa::Flow::jump || what.flow == isa::Flow::branch;
        if (jumps && word.operand >= script_.words.size())
            report(codes::jump_target, ip,
                   mnemonic() + " leads to word " + std::to_string(word.operand) + ", the code has " +
                       std::to_string(script_.words.size()));
        const std::uint32_t next = ip + (has_operand(word.opcode) ? 2 : 1);
        if (what.flow != isa::Flow::jump && what.flow != isa::Flow::ret && next >= script_.words.size())
            report(codes::runs_off, ip,
                   "nothing follows " + mnemonic() + ": control runs off the end of the code");
        if (what.opcode != what.opcode_last || what.mnemonic.starts_with("NOP_3") ||
            what.mnemonic.starts_with("JUNK"))
            judge_unknown(ip, word);
        if (word.pops > depth_[ip])
            report(codes::stack_borrowed, ip,
                   mnemonic() + " takes " + std::to_string(word.pops) + " items, " +
                       std::to_string(depth_[ip]) + " were pushed");
        if (const int depth = depth_after(ip); depth > 4 && word.pushes > word.pops)
            report(codes::stack_depth, ip,
                   mnemonic() + " makes " + std::to_string(depth) + " items; the original has room for 4");
        if (what.flow == isa::Flow::suspend && depth_[ip] - word.pops > 0)
            report(codes::stack_across_wait, ip,
                   std::to_string(depth_[ip] - word.pops) + " items stay on the shared stack while " +
                       mnemonic() + " may wait",
                   "push them after the wait");
        if (is_call(word.opcode)) judge_call(ip);
    }

    void judge_unknown(std::uint32_t ip, const Word& word) {
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
                if (depth_[at] != unreached && script_.words[at] == code::load_model) {
                    if (script_.words[at - 2] == code::push_const)
                        loaded_.set(script_.words[at - 1] & 0xFFU);
                    else
                        any_ = true; // a computed model may be any
                }
            loads_known_ = true;
        }
        if (ip < 2 || script_.words[ip - 2] != code::push_const) return;
        const std::uint32_t model = script_.words[ip - 1] & 0xFFU;
        if (model >= 0x40 || any_ || loaded_.test(model)) return;
        report(codes::never_loaded, ip,
               "calls function " + std::to_string(called_function(script_.words[ip])) + " of " +
                   model_words(model) + ", which no instruction loads");
    }

    const Script& script_;
    const std::span<const isa::Row> rows_ = table().rows;
    Diagnostics& out_;
    std::vector<std::int8_t> depth_;
    std::vector<std::uint32_t> work_;
    std::bitset<256> loaded_;
    bool loads_known_ = false;
    bool any_ = false;
};

} // namespace

void check_script(const Script& script, Diagnostics& diagnostics) {
    check_table(script, diagnostics);
    Flow(script, diagnostics).run();
}

} // namespace vellum::ff7
