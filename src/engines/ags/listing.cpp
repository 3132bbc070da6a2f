// Printing a script. Code lines come from the shared printer; this file writes the directives and decides
// which addresses need labels. Fixups are implied by the operands; those that no operand can imply are
// spelled out, and so is their order where it is not the order of the code.
#include "engines/ags/listing.hpp"

#include <algorithm>
#include <vector>

#include "base/bytes.hpp"
#include "base/escape.hpp"
#include "base/text_writer.hpp"
#include "engines/ags/isa/isa.hpp"
#include "isa/listing.hpp"

namespace vellum::ags {

namespace {

constexpr std::size_t data_bytes_per_line = 32;
constexpr std::size_t zero_run = 16; ///< Zero bytes that are worth a line of their own.
constexpr std::size_t string_zero_run = 3;
constexpr std::size_t order_items_per_line = 12;

class ScriptLister {
  public:
    ScriptLister(const Script& script, const ListingOptions& options)
        : script_(script), scom_(script.scom()), code_(*script.code()), options_(options) {}

    std::string list() {
        find_targets();
        out_.text("; ");
        write_escaped(out_, script_.name().empty() ? "Adventure Game Studio script" : script_.name());
        out_.put("\n.version ", scom_.version, '\n');
        for (const Section& section : scom_.sections) {
            out_.put(".section ", Quoted{section.name}, ", ");
            if (section.offset > 0)
                place(static_cast<std::uint32_t>(section.offset));
            else
                out_.dec(section.offset);
            out_.newline();
        }
        imports();
        data();
        strings();
        exports();
        extensions();
        code();
        fixups();
        return out_.take();
    }

  private:
    [[nodiscard]] bool can_carry_label(std::uint32_t address) const {
        return code_.at(address) >= 0 || address == code_.end_address();
    }

    /// Marks the addresses that are named somewhere.
    void find_targets() {
        targeted_.assign(std::size_t{script_.words()} + 1, false);
        const auto mark = [&](std::int64_t address) {
            if (address >= 0 && address < static_cast<std::int64_t>(targeted_.size()) &&
                can_carry_label(static_cast<std::uint32_t>(address)))
                targeted_[static_cast<std::size_t>(address)] = true;
        };
        for (std::size_t i = 0; i < code_.instructions.size(); ++i) {
            if (const auto target = isa::target_of(code_, i)) mark(*target);
            const isa::Instruction& instruction = code_.instructions[i];
            if (script_.fixup_at(instruction.address + 2) == static_cast<std::uint8_t>(FixupType::function) &&
                instruction.count >= 2)
                mark(code_.operands(instruction)[1]);
        }
        for (const Export& entry : scom_.exports)
            if (entry.kind() == export_function) mark(entry.offset());
        for (const Section& section : scom_.sections)
            if (section.offset > 0) mark(section.offset);
    }

    /// A code address: its label, or the number where none can stand.
    void place(std::uint32_t address) {
        if (address < targeted_.size() && targeted_[address])
            isa::print_label(out_, *script_.symbols(), address);
        else
            out_.dec(static_cast<std::int32_t>(address));
    }

    void imports() {
        for (std::size_t i = 0; i < scom_.imports.size();) {
            std::size_t end = i;
            while (end < scom_.imports.size() && scom_.imports[end].empty()) ++end;
            if (end > i) {
                out_.put(".noimport ", end - i);
                i = end;
            } else {
                out_.put(".import ", Quoted{scom_.imports[i++]});
            }
            out_.newline();
        }
    }

    void data() { bytes(scom_.data, ".data", ".zero"); }

    void bytes(std::span<const std::byte> bytes, std::string_view some, std::string_view zero) {
        for (std::size_t i = 0; i < bytes.size();) {
            const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(i);
            const auto used =
                std::find_if(begin, bytes.end(), [](std::byte byte) { return byte != std::byte{0}; });
            const auto zeros = static_cast<std::size_t>(used - begin);
            if (zeros >= zero_run || i + zeros == bytes.size()) {
                out_.put(zero, ' ', zeros);
                i += zeros;
            } else {
                const std::size_t end = std::min(bytes.size(), i + data_bytes_per_line);
                out_.put(some, " \"");
                for (; i < end; ++i) out_.hex(std::to_integer<unsigned>(bytes[i]), 2);
                out_.ch('"');
            }
            out_.newline();
        }
    }

    void strings() {
        const std::string_view all = as_text(scom_.strings);
        for (std::size_t i = 0; i < all.size();) {
            const std::size_t used = std::min(all.find_first_not_of('\0', i), all.size());
            if (used - i >= string_zero_run) {
                out_.put(".stringzero ", used - i);
                i = used;
            } else {
                const std::size_t end = all.find('\0', i);
                out_.put(end == std::string_view::npos ? ".rawstring " : ".string ",
                         Quoted{all.substr(i, end - i)});
                i = end == std::string_view::npos ? all.size() : end + 1;
            }
            out_.newline();
        }
    }

    void exports() {
        for (const Export& entry : scom_.exports) {
            out_.text(".export ");
            if (entry.kind() == export_function)
                out_.text("func ");
            else if (entry.kind() == export_data)
                out_.text("data ");
            else {
                out_.put(entry.kind(), ' ');
            }
            out_.put(Quoted{entry.name}, ", ");
            if (entry.kind() == export_function)
                place(entry.offset());
            else
                out_.dec(entry.offset());
            out_.newline();
        }
    }

    void extensions() {
        for (const Extension& extension : scom_.extensions) {
            out_.put(".extension ", Quoted{extension.name}, '\n');
            if (options_.comments && extension.name == "rtti") types();
            bytes(extension.data, ".content", ".contentzero");
        }
    }

    /// What the bytes of "rtti" say, to be read.
    void types() {
        const Reflection& said = script_.reflection();
        const auto escaped = [&](std::string_view text) { write_escaped(out_, text); };
        for (const Reflection::Type& type : said.types) {
            if ((type.flags & Reflection::is_struct) == 0) continue;
            out_.put("; ", type.id,
                     (type.flags & Reflection::is_managed) != 0 ? ": managed struct " : ": struct ");
            escaped(type.name);
            if (const Reflection::Type* const parent = said.type(type.parent); type.parent != 0 && parent) {
                out_.text(" extends ");
                escaped(parent->name);
            }
            out_.put(", ", type.size, " bytes\n");
            for (const Reflection::Field& field : type.fields) {
                out_.put(";   ", field.offset, ": ");
                escaped(said.type_name(field));
                out_.ch(' ');
                escaped(field.name);
                if ((field.flags & Reflection::is_array) != 0 && (field.flags & Reflection::is_pointer) == 0)
                    out_.put('[', field.count, ']');
                out_.newline();
            }
        }
    }

    void code() {
        static const isa::LineTable table(scom_table);
        isa::LinePrinter lines(out_, code_, *script_.symbols(),
                               {options_.addresses, options_.bytes, script_.code_offset(), scom_.code},
                               table);
        auto instance = script_.named_instances().begin();
        for (std::size_t i = 0; i < code_.instructions.size(); ++i) {
            const std::uint32_t address = code_.instructions[i].address;
            if (script_.entries().contains(address)) out_.newline();
            label(address);
            if (instance != script_.named_instances().end() && instance->word == address)
                out_.put(".instance ", (instance++)->number, '\n');
            lines.print(i, options_.comments ? comment(code_.instructions[i]) : std::string_view{});
        }
        label(code_.end_address());
    }

    void label(std::uint32_t address) {
        if (!targeted_[address]) return;
        isa::print_label(out_, *script_.symbols(), address);
        out_.text(":\n");
    }

    /// What the operand does not say itself: the text of a literal that is not the last of its kind.
    std::string_view comment(const isa::Instruction& instruction) {
        if (instruction.count < 2 ||
            script_.fixup_at(instruction.address + 2) != static_cast<std::uint8_t>(FixupType::string))
            return {};
        const std::uint32_t offset = code_.operands(instruction)[1];
        if (offset >= scom_.strings.size()) return "outside the strings";
        comment_.clear();
        comment_.quoted(script_.string_at(offset).substr(0, 60));
        return comment_.view();
    }

    void fixups() {
        // Number of each implied fixup: how many stand before it in the code.
        std::vector<std::uint32_t> implied(script_.words(), 0);
        std::uint32_t next = 0;
        for (std::uint32_t word = 0; word < script_.words(); ++word)
            if (script_.fixup_at(word) != Script::no_fixup) implied[word] = next++;
        std::vector<bool> taken(script_.words(), false);
        std::vector<std::uint32_t> order;
        order.reserve(scom_.fixups.size());
        bool in_order = true;
        for (const Fixup& fixup : scom_.fixups) {
            const auto word = static_cast<std::uint32_t>(fixup.position);
            if (script_.is_regular(fixup) && script_.fixup_at(word) == fixup.type && !taken[word]) {
                taken[word] = true;
                order.push_back(implied[word]);
            } else {
                spell_out(fixup);
                order.push_back(next++);
            }
            in_order = in_order && order.back() + 1 == order.size();
        }
        if (!in_order) print_order(order);
    }

    void spell_out(const Fixup& fixup) {
        out_.text(".fixup ");
        if (fixup.type < fixup_type_count)
            out_.text(fixup_forms[fixup.type].name);
        else
            out_.dec(fixup.type);
        out_.put(", ", fixup.position, '\n');
    }

    void print_order(const std::vector<std::uint32_t>& order) {
        std::size_t items = 0;
        for (std::size_t i = 0; i < order.size();) {
            std::size_t end = i + 1;
            while (end < order.size() && order[end] == order[end - 1] + 1) ++end;
            out_.text(items % order_items_per_line == 0 ? (items == 0 ? ".order " : "\n.order ") : ", ");
            ++items;
            out_.dec(order[i]);
            if (end - i > 1) out_.put(" : ", end - i);
            i = end;
        }
        out_.newline();
    }

    const Script& script_;
    const Scom& scom_;
    const isa::Code& code_;
    const ListingOptions& options_;
    TextWriter out_;
    TextWriter comment_;
    std::vector<bool> targeted_;
};

} // namespace

std::string list_script(const Script& script, const ListingOptions& options) {
    return ScriptLister(script, options).list();
}

} // namespace vellum::ags
