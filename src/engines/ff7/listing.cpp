// Prints a script. A call table that keeps the rules is printed as `.function` lines at the code they belong
// to; any other is printed entry by entry, because sorting it would lose what is wrong with it.
#include "engines/ff7/listing.hpp"

#include <algorithm>
#include <vector>

#include "base/bytes.hpp"
#include "base/text_writer.hpp"
#include "engines/ff7/names.hpp"
#include "isa/listing.hpp"
#include "vellum/ff7.hpp"

namespace vellum::ff7 {

namespace {

// Columns as in isa/listing.cpp.
constexpr std::size_t mnemonic_column = 4, operand_column = 18, comment_column = 52;
constexpr std::string_view blanks = "                                                    ";
static_assert(blanks.size() == comment_column);

/// True if the table is what the assembler makes of `.function` lines.
bool is_regular(const Script& script) {
    if (script.table[0] != Entry{0, 0}) return false;
    std::size_t i = 1;
    for (; i < script.table.size() && script.table[i].id != unused_id; ++i) {
        if (i > 1 && script.table[i].id <= script.table[i - 1].id) return false;
        const std::uint16_t ip = script.table[i].ip;
        if (script.sweep.at(ip) < 0) return false; // the line must stand before an instruction
    }
    for (; i < script.table.size(); ++i)
        if (script.table[i] != Entry{}) return false;
    return true;
}

class Printer {
  public:
    Printer(const Script& script, const ListingOptions& options) : script_(script), options_(options) {
        constexpr std::size_t usual_line = 64;
        out_.reserve(script.sweep.instructions.size() * usual_line + 4096);
        for (std::size_t i = 0; i < prefixes_.size(); ++i) {
            const std::string_view mnemonic = table().rows[i].mnemonic;
            std::string& prefix = prefixes_[i];
            prefix.assign(mnemonic_column, ' ').append(mnemonic);
            if (table().rows[i].operands.empty()) continue;
            prefix.append(
                std::max<std::size_t>(1, prefix.size() < operand_column ? operand_column - prefix.size() : 1),
                ' ');
        }
    }

    std::string run() {
        header();
        collect();
        code();
        tail();
        return out_.take();
    }

  private:
    void header() {
        out_.text("; Final Fantasy VII world map script\n.layout ");
        out_.dec(script_.table.size());
        out_.text("\n.words ");
        out_.dec(script_.words.size());
        out_.newline();
        regular_ = is_regular(script_);
        if (regular_) return;
        for (std::size_t i = 0; i < script_.table.size(); ++i) {
            const Entry entry = script_.table[i];
            if (entry == (i == 0 ? Entry{0, 0} : Entry{})) continue;
            out_.text(".entry ");
            out_.dec(i);
            out_.text(", ");
            out_.hex0x(entry.id, 4);
            out_.text(", ");
            if (script_.sweep.at(entry.ip) >= 0)
                isa::print_label(out_, script_, entry.ip);
            else
                out_.hex0x(entry.ip, 4);
            if (options_.remarks && entry.id != unused_id) {
                out_.text("    ; ");
                out_.text(function_title(entry.id));
            }
            out_.newline();
        }
        if (script_.table.size() != 0 && std::all_of(script_.table.begin() + 1, script_.table.end(),
                                                     [](const Entry& e) { return e == Entry{}; }))
            out_.text("; the call table has no functions\n");
    }

    void collect() {
        labelled_.assign(script_.swept + 1U, false);
        for (const isa::Instruction& instruction : script_.sweep.instructions)
            if (instruction.opcode == code::jump || instruction.opcode == code::jump_if_false)
                if (const std::uint32_t target = script_.sweep.values[instruction.first];
                    target <= script_.swept)
                    labelled_[target] = true;
        for (std::size_t i = 0; i < script_.table.size(); ++i) {
            const Entry entry = script_.table[i];
            if (entry.ip > script_.swept) continue;
            if (!regular_ && entry != (i == 0 ? Entry{0, 0} : Entry{})) labelled_[entry.ip] = true;
            if (i != 0 && entry.id != unused_id) starts_.emplace_back(entry.ip, entry.id);
        }
        std::sort(starts_.begin(), starts_.end());
    }

    void function_lines(std::uint32_t ip) {
        if (next_start_ >= starts_.size() || starts_[next_start_].first > ip) return;
        out_.newline();
        for (; next_start_ < starts_.size() && starts_[next_start_].first <= ip; ++next_start_) {
            const auto [start, id] = starts_[next_start_];
            if (start != ip) continue; // a table that breaks the rules points between instructions
            out_.text(regular_ ? ".function " : "; ");
            const std::string words = function_words(id);
            out_.text(words);
            if (options_.remarks) {
                const std::string title = function_title(id);
                if (title != words) {
                    out_.text("    ; ");
                    out_.text(title);
                }
            }
            out_.newline();
        }
    }

    void code() {
        for (std::size_t i = 0; i < script_.sweep.instructions.size(); ++i) {
            const isa::Instruction& instruction = script_.sweep.instructions[i];
            if (next_start_ < starts_.size() && starts_[next_start_].first <= instruction.address)
                function_lines(instruction.address);
            if (labelled_[instruction.address]) label(instruction.address);
            line(instruction, i);
        }
        function_lines(script_.swept);
        if (labelled_[script_.swept]) label(script_.swept);
    }

    /// One instruction, laid out as isa::print_line does it; written here because nine tenths of the time
    /// went into finding out again, for every line, what its row and the script know already.
    void line(const isa::Instruction& instruction, std::size_t index) {
        const std::size_t start = out_.size();
        out_.text(prefixes_[instruction.row]);
        operands(instruction);
        if (options_.addresses || options_.bytes || options_.remarks) {
            const std::size_t before = out_.size();
            const std::size_t written = before - start;
            out_.text(blanks.substr(0, written < comment_column ? comment_column - written : 1));
            const std::size_t comment = out_.size();
            out_.ch(';');
            if (options_.addresses) {
                out_.ch(' ');
                hex4(instruction.address);
            }
            if (options_.bytes) {
                word_bytes(script_.words[instruction.address]);
                if (has_operand(instruction.opcode)) word_bytes(script_.words[instruction.address + 1]);
            }
            if (options_.remarks) {
                out_.text("  ");
                const std::size_t mark = out_.size();
                remark(instruction, index);
                if (out_.size() == mark) out_.shorten(out_.size() == comment + 3 ? before : mark - 2);
            }
        }
        out_.newline();
    }

    void operands(const isa::Instruction& instruction) {
        const isa::Row& row = table().rows[instruction.row];
        if (row.operands.empty()) return;
        const std::span<const std::uint32_t> values = script_.sweep.operands(instruction);
        if (row.target_operand() == 0 && script_.begins(values[0])) {
            target(values[0]);
            return;
        }
        for (std::size_t i = 0; i < row.operands.size(); ++i) { // every operand of this engine is one value
            if (i != 0) out_.text(", ");
            const isa::OperandSpec& spec = row.operands[i];
            spec.kind->print(out_, script_,
                             {script_.sweep, instruction, spec, values.subspan(i, 1), values, 0});
        }
    }

    void hex4(std::uint32_t value) {
        constexpr std::string_view digits = "0123456789abcdef";
        const char text[4] = {digits[(value >> 12U) & 0xFU], digits[(value >> 8U) & 0xFU],
                              digits[(value >> 4U) & 0xFU], digits[value & 0xFU]};
        out_.text({text, 4});
    }

    void word_bytes(std::uint16_t word) {
        for (const unsigned byte : {word & 0xFFU, static_cast<unsigned>(word >> 8U)}) {
            out_.ch(' ');
            out_.hex(byte, 2);
        }
    }

    void target(std::uint32_t address) {
        out_.text("L_");
        hex4(address);
    }

    void label(std::uint32_t address) {
        target(address);
        out_.text(":\n");
    }

    void remark(const isa::Instruction& instruction, std::size_t index) {
        const std::uint16_t opcode = instruction.opcode;
        if (opcode >= 0x113 && opcode < code::jump) {
            write_place_words(out_, opcode, script_.sweep.values[instruction.first]);
            return;
        }
        if (opcode < code::jump || opcode == code::jump || opcode == code::jump_if_false ||
            opcode == code::ret)
            return;
        if (is_call(opcode)) {
            const auto owner = script_.constant_before(index);
            if (!owner) return;
            const auto model = static_cast<std::uint8_t>(*owner);
            const std::uint16_t id =
                model < 0x40 ? model_id(model, called_function(opcode)) : system_id(called_function(opcode));
            out_.text(function_title(id));
            if (!script_.find(id)) out_.text(" (missing)");
        } else if (script_.sweep.row(instruction).stack.text == "model --") {
            if (const auto model = script_.constant_before(index))
                out_.text(model_name(static_cast<std::uint8_t>(*model)));
        }
    }

    void tail() {
        if (script_.swept < script_.used_words || raw_words() != 0) {
            for (std::uint32_t i = script_.swept; i < script_.swept + raw_words(); ++i) {
                out_.text(".raw ");
                out_.hex0x(script_.words[i], 3);
                out_.newline();
            }
        }
        if (script_.tail.empty()) return;
        if (std::all_of(script_.tail.begin(), script_.tail.end(),
                        [](std::byte b) { return b == std::byte{0}; })) {
            out_.text("\n.tail_zeros ");
            out_.dec(script_.tail.size());
            out_.newline();
            return;
        }
        out_.newline();
        constexpr std::size_t line = 64;
        for (std::size_t i = 0; i < script_.tail.size(); i += line) {
            const auto part = std::span(script_.tail).subspan(i, std::min(line, script_.tail.size() - i));
            out_.text(".tail ");
            out_.quoted(as_text(part));
            out_.newline();
        }
    }

    /// Words behind the sweep that are not 0: only an operand missing at the very end of the section leaves
    /// one.
    [[nodiscard]] std::uint32_t raw_words() const {
        auto end = static_cast<std::uint32_t>(script_.words.size());
        while (end > script_.swept && script_.words[end - 1] == 0) --end;
        return end - script_.swept;
    }

    const Script& script_;
    const ListingOptions& options_;
    TextWriter out_;
    std::vector<std::string> prefixes_ = std::vector<std::string>(table().rows.size());
    bool regular_ = true;
    std::vector<bool> labelled_;
    std::vector<std::pair<std::uint16_t, std::uint16_t>> starts_; // (ip, id)
    std::size_t next_start_ = 0;
};

} // namespace

std::string print_script(const Script& script, const ListingOptions& options) {
    return Printer(script, options).run();
}

} // namespace vellum::ff7
