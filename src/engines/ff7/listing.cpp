// Prints a script. A call table that keeps the rules is printed as `.function` lines at the code they belong
// to; any other is printed entry by entry, because sorting it would lose what is wrong with it.
#include "engines/ff7/listing.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "base/text_writer.hpp"
#include "engines/ff7/format/game_data.hpp"
#include "engines/ff7/names/names.hpp"
#include "engines/ff7/names/places.hpp"
#include "isa/listing.hpp"
#include "vellum/ff7.hpp"

namespace vellum::ff7 {

namespace {

// Columns as in isa/listing.cpp.
constexpr std::size_t mnemonic_column = 4, operand_column = 18, comment_column = 52;
/// More than a line of kept texts takes, with what is copied beyond its end.
constexpr std::size_t longest_short_line = 256;

class Printer {
  public:
    Printer(const Script& script, const ListingOptions& options) : script_(script), options_(options) {
        constexpr std::size_t usual_line = 64;
        out_.reserve(script.sweep.instructions.size() * usual_line + 4096);
        for (std::size_t i = 0; i < starts_of_lines_.size(); ++i) {
            const isa::Row& row = table().rows[i];
            std::string text(mnemonic_column, ' ');
            text.append(row.mnemonic);
            if (!row.operands.empty()) text.resize(std::max(text.size() + 1, operand_column), ' ');
            starts_of_lines_[i].keep(text);
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
        out_.put("; Final Fantasy VII world map script\n.layout ", script_.table.size(), "\n.words ",
                 script_.words.size(), '\n');
        regular_ = script_.is_regular();
        if (regular_) return;
        for (std::size_t i = 0; i < script_.table.size(); ++i) {
            const Entry entry = script_.table[i];
            if (entry == (i == 0 ? Entry{0, 0} : Entry{})) continue;
            out_.put(".entry ", i, ", ");
            out_.hex0x(entry.id, 4);
            out_.text(", ");
            if (script_.begins(entry.ip))
                isa::print_label(out_, script_, entry.ip);
            else
                out_.hex0x(entry.ip, 4);
            if (options_.comments && entry.id != unused_id) out_.put("    ; ", function_title(entry.id));
            out_.newline();
        }
        if (!script_.table.empty() && std::all_of(script_.table.begin() + 1, script_.table.end(),
                                                  [](const Entry& e) { return e == Entry{}; }))
            out_.text("; the call table has no functions\n");
    }

    void collect() {
        labelled_.assign(script_.swept + 1U, 0);
        for (const isa::Instruction& instruction : script_.sweep.instructions)
            if (instruction.opcode == code::jump || instruction.opcode == code::jump_if_false)
                if (const std::uint32_t target = script_.sweep.values[instruction.first];
                    target <= script_.swept)
                    labelled_[target] = 1;
        for (std::size_t i = 0; i < script_.table.size(); ++i) {
            const Entry entry = script_.table[i];
            if (entry.ip > script_.swept) continue;
            if (!regular_ && entry != (i == 0 ? Entry{0, 0} : Entry{})) labelled_[entry.ip] = 1;
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
            if (options_.comments) {
                std::string title = function_title(id);
                if (title == words) title.clear();
                const std::string ground = ground_of(script_.data.get(), id);
                if (!title.empty() && !ground.empty()) title += ": ";
                title += ground;
                if (!title.empty()) out_.put("    ; ", title);
            }
            out_.newline();
        }
    }

    void code() {
        for (std::size_t i = 0; i < script_.sweep.instructions.size(); ++i) {
            const isa::Instruction& instruction = script_.sweep.instructions[i];
            if (next_start_ < starts_.size() && starts_[next_start_].first <= instruction.address)
                function_lines(instruction.address);
            if (labelled_[instruction.address] != 0) label(instruction.address);
            line(instruction, i);
        }
        function_lines(script_.swept);
        if (labelled_[script_.swept] != 0) label(script_.swept);
    }

    /// A short text in a block that is copied as a whole.
    template <std::size_t Room> struct Block {
        std::uint8_t size = 0;
        std::array<char, Room> text{};

        bool keep(std::string_view from) {
            if (from.size() > Room) return false;
            std::ranges::copy(from, text.begin());
            size = static_cast<std::uint8_t>(from.size());
            return true;
        }
        char* copy_to(char* at) const {
            std::memcpy(at, text.data(), Room);
            return at + size;
        }
    };

    /// Operand and comment of an instruction: what they say depends on the key alone.
    struct Words {
        std::uint64_t key = no_key;
        Block<15> operand;
        Block<55> comment;
    };

    /// One instruction, laid out as isa::LinePrinter does it; written here because nine tenths of the time
    /// went into finding out again, for every line, what its row and the script know already. Blocks of fixed
    /// size are copied over what comes next, which is cheaper than looking at lengths.
    void line(const isa::Instruction& instruction, std::size_t index) {
        const Words* words = words_of(instruction, index);
        if (words == nullptr || options_.bytes) {
            long_line(instruction, index);
            return;
        }
        out_.block(longest_short_line, [&](char* start) { return short_line(start, instruction, *words); });
    }

    /// Writes the line and returns its end.
    char* short_line(char* start, const isa::Instruction& instruction, const Words& words) const {
        char* at = starts_of_lines_[instruction.row].copy_to(start);
        at = words.operand.copy_to(at);
        if (options_.addresses || (options_.comments && words.comment.size != 0)) {
            std::memset(at, ' ', comment_column);
            at = std::max(start + comment_column, at + 1);
            *at++ = ';';
            if (options_.addresses) {
                *at++ = ' ';
                at = put_hex4(at, instruction.address);
            }
            if (options_.comments && words.comment.size != 0) {
                at[0] = at[1] = ' ';
                at = words.comment.copy_to(at + 2);
            }
        }
        *at++ = '\n';
        return at;
    }

    /// The same for texts too long to be kept.
    void long_line(const isa::Instruction& instruction, std::size_t index) {
        scratch_.clear();
        if (options_.comments) comment(scratch_, instruction, index);
        static const isa::LineTable lines(table());
        isa::LinePrinter(out_, script_.sweep, script_,
                         {options_.addresses, options_.bytes, script_.code_offset()}, lines)
            .print(index, scratch_.view());
    }

    static constexpr std::uint64_t no_key = ~std::uint64_t{0};
    static constexpr unsigned kept_bits = 10;

    /// Null if the texts are too long.
    const Words* words_of(const isa::Instruction& instruction, std::size_t index) {
        if (script_.data != nullptr && taken_constants(instruction.opcode) != 0) return nullptr;
        const std::uint16_t opcode = instruction.opcode;
        std::uint64_t key = opcode;
        if (instruction.count != 0)
            key |= std::uint64_t{script_.sweep.values[instruction.first + instruction.count - 1U]} << 16U;
        if (opcode > code::jump_if_false &&
            opcode != code::ret) { // the comment may tell of the value before it
            const auto before = script_.constant_before(index);
            key |= before ? std::uint64_t{*before} << 32U : std::uint64_t{1} << 48U;
        }
        static constexpr std::uint64_t spread = 0x9E3779B97F4A7C15U;
        Words& words = words_[key * spread >> (64U - kept_bits)];
        if (words.key == key) return &words;
        words.key = no_key;
        scratch_.clear();
        operands(scratch_, instruction);
        if (!words.operand.keep(scratch_.view())) return nullptr;
        scratch_.clear();
        comment(scratch_, instruction, index);
        if (!words.comment.keep(scratch_.view())) return nullptr;
        words.key = key;
        return &words;
    }

    void operands(TextWriter& out, const isa::Instruction& instruction) {
        const isa::Row& row = table().rows[instruction.row];
        const std::span<const std::uint32_t> values = script_.sweep.operands(instruction);
        for (std::size_t i = 0; i < row.operands.size(); ++i) { // every operand of this engine is one value
            if (i != 0) out.text(", ");
            const isa::OperandSpec& spec = row.operands[i];
            spec.kind->text->print(out, script_,
                                   {script_.sweep, instruction, spec, values.subspan(i, 1), values, 0});
        }
    }

    void label(std::uint32_t address) {
        out_.block(16, [address](char* at) {
            *at++ = 'L';
            *at++ = '_';
            at = put_hex4(at, address);
            *at++ = ':';
            *at++ = '\n';
            return at;
        });
    }

    void comment(TextWriter& out, const isa::Instruction& instruction, std::size_t index) {
        const std::uint16_t opcode = instruction.opcode;
        if (opcode >= 0x113 && opcode < code::jump) {
            write_described_place(out, opcode, script_.sweep.values[instruction.first]);
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
            out.text(function_title(id));
            if (!script_.find(id)) out.text(" (missing)");
        } else if (const std::string known = script_.comment_at(index); !known.empty()) {
            out.text(known);
        } else if (script_.sweep.row(instruction).stack.text == "model --") {
            if (const auto model = script_.constant_before(index))
                out.text(model_name(static_cast<std::uint8_t>(*model)));
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
            out_.put("\n.tail_zeros ", script_.tail.size(), '\n');
            return;
        }
        out_.newline();
        constexpr std::size_t line = 64;
        for (std::size_t i = 0; i < script_.tail.size(); i += line) {
            const auto part = std::span(script_.tail).subspan(i, std::min(line, script_.tail.size() - i));
            out_.put(".tail ", Quoted{as_text(part)}, '\n');
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
    TextWriter scratch_;
    std::vector<Block<31>> starts_of_lines_ = std::vector<Block<31>>(table().rows.size());
    std::vector<Words> words_ =
        std::vector<Words>(std::size_t{1} << kept_bits); ///< By a hash; the latest stays.
    bool regular_ = true;
    std::vector<std::uint8_t> labelled_;
    std::vector<std::pair<std::uint16_t, std::uint16_t>> starts_; // (ip, id)
    std::size_t next_start_ = 0;
};

} // namespace

std::string print_script(const Script& script, const ListingOptions& options) {
    return Printer(script, options).run();
}

} // namespace vellum::ff7
