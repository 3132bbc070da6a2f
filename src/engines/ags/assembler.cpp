// Reading a listing back: the shared assembler does the code, this file the directives and the fixups that
// operands imply. Hand-written texts may leave out .string and .import lines; what they use is added to the
// tables.
#include <deque>
#include <unordered_map>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/first_error.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/isa/isa.hpp"
#include "engines/ags/listing.hpp"
#include "isa/assembler.hpp"
#include "isa/codes.hpp"

namespace vellum::ags {

namespace {

constexpr std::uint64_t largest_area = 1U
                                       << 26U; ///< Bytes a directive may ask for; far above any real script.
constexpr std::uint64_t most_imports = 1U << 20U;

/// Everything a listing says besides its instructions.
class ScriptText final : public isa::Resolver, public isa::DirectiveHandler {
  public:
    explicit ScriptText(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

    Result<Scom> assemble(std::string_view text, std::vector<isa::TextLine>* lines) {
        isa::Assembler assembler(scom_table, *this, *this, diagnostics_);
        assembler_ = &assembler;
        assembler.assemble(text);
        if (diagnostics_.ok()) finish();
        if (!diagnostics_.ok())
            return first_error(diagnostics_, 0, vellum::codes::asm_syntax, "the text has errors");
        isa::Code code = assembler.take_code();
        scom_.code = isa::encode(code);
        for (const Script::NamedInstance& named : instances_) {
            std::byte* const opcode = scom_.code.data() + std::size_t{named.word} * 4;
            store_u32(opcode, (load_u32(opcode) & opcode_bits) | named.number << instance_shift);
        }
        if (lines != nullptr) *lines = std::move(code.lines);
        return std::move(scom_);
    }

    std::optional<std::uint32_t> find(isa::SymbolSpace space, std::string_view name) override {
        if (space == isa::SymbolSpace::special) {
            if (const FixupForm* form = find_fixup_form(name))
                scom_.fixups.push_back({static_cast<std::uint8_t>(form->type),
                                        static_cast<std::int32_t>(assembler_->here() + 2)});
            return 0;
        }
        if (space != isa::SymbolSpace::data) return std::nullopt;
        const auto found = data_names_.find(std::string(name));
        if (found == data_names_.end()) return std::nullopt;
        return found->second;
    }

    std::optional<std::uint32_t> intern(isa::SymbolSpace space, std::string_view text) override {
        if (text.find('\0') != std::string_view::npos) return std::nullopt; // files end texts with it
        if (space == isa::SymbolSpace::import) {
            const auto [entry, fresh] = import_numbers_.try_emplace(
                std::string(text), static_cast<std::uint32_t>(scom_.imports.size()));
            if (fresh) scom_.imports.emplace_back(text);
            return entry->second;
        }
        if (space != isa::SymbolSpace::string) return std::nullopt;
        const auto found = strings_.find(std::string(text));
        if (found != strings_.end()) return found->second;
        return add_string(text);
    }

    bool directive(std::string_view name, LineLexer& lexer, Diagnostics&, isa::Assembler&) override {
        struct Entry {
            std::string_view name;
            void (ScriptText::*read)(LineLexer&);
        };
        static constexpr Entry entries[] = {
            {"version", &ScriptText::version},
            {"section", &ScriptText::section},
            {"import", &ScriptText::import},
            {"noimport", &ScriptText::no_import},
            {"data", &ScriptText::data},
            {"zero", &ScriptText::zero},
            {"string", &ScriptText::string},
            {"rawstring", &ScriptText::raw_string},
            {"stringzero", &ScriptText::string_zero},
            {"export", &ScriptText::export_},
            {"fixup", &ScriptText::fixup},
            {"instance", &ScriptText::instance},
            {"order", &ScriptText::order},
            {"extension", &ScriptText::extension},
            {"content", &ScriptText::content},
            {"contentzero", &ScriptText::content_zero},
        };
        for (const Entry& entry : entries)
            if (entry.name == name) {
                (this->*entry.read)(lexer);
                return true;
            }
        return false;
    }

  private:
    void wrong(LineLexer& lexer, std::string message) {
        if (!lexer.peek().is(TokenKind::invalid))
            diagnostics_.add(vellum::codes::asm_directive, std::move(message), lexer.peek().place());
        else
            diagnostics_.add(vellum::codes::asm_directive, std::move(message));
    }

    bool number(LineLexer& lexer, std::uint64_t most, std::uint64_t& value) {
        const Token& token = lexer.peek();
        if (!token.is(TokenKind::integer) || token.negative || token.magnitude > most) {
            wrong(lexer, "expected a number from 0 to " + std::to_string(most));
            return false;
        }
        value = token.magnitude;
        static_cast<void>(lexer.next());
        return true;
    }
    bool signed_number(LineLexer& lexer, std::int32_t& value) {
        const Token& token = lexer.peek();
        if (!token.is(TokenKind::integer) || !token.fits_signed(32)) {
            wrong(lexer, "expected a 32-bit number");
            return false;
        }
        value = static_cast<std::int32_t>(token.integer());
        static_cast<void>(lexer.next());
        return true;
    }
    /// Text in quotes that goes into a file as a C string.
    bool name(LineLexer& lexer, std::string& value) {
        if (!lexer.peek().is(TokenKind::string) || lexer.peek().value.find('\0') != std::string::npos) {
            wrong(lexer, "expected a name in quotes, without \\x00");
            return false;
        }
        value = lexer.next().value;
        return true;
    }
    bool comma(LineLexer& lexer) {
        if (lexer.accept(',')) return true;
        wrong(lexer, "expected a comma");
        return false;
    }
    /// A label or a number; labels are known at the end.
    bool place(LineLexer& lexer, std::uint32_t*& where) {
        where = &places_.emplace_back(0);
        const Token token = lexer.peek();
        if (token.is(TokenKind::identifier)) {
            static_cast<void>(lexer.next());
            assembler_->when_known(std::string(token.text), token.place(), where);
            return true;
        }
        std::int32_t value = 0;
        if (!signed_number(lexer, value)) return false;
        *where = static_cast<std::uint32_t>(value);
        return true;
    }

    void version(LineLexer& lexer) {
        std::uint64_t value = 0;
        const Token token = lexer.peek();
        if (!number(lexer, scom_extended_version, value)) return;
        if (!is_scom_version(static_cast<std::int64_t>(value)))
            return diagnostics_.add(vellum::codes::asm_directive, "versions are 0 to 90, and 95 of AGS 4",
                                    token.place());
        scom_.version = static_cast<std::int32_t>(value);
    }

    void section(LineLexer& lexer) {
        Section made;
        std::uint32_t* where = nullptr;
        if (!name(lexer, made.name) || !comma(lexer) || !place(lexer, where)) return;
        section_places_.push_back(where);
        scom_.sections.push_back(std::move(made));
    }

    void import(LineLexer& lexer) {
        std::string text;
        if (!name(lexer, text)) return;
        import_numbers_.try_emplace(text, static_cast<std::uint32_t>(scom_.imports.size()));
        scom_.imports.push_back(std::move(text));
    }

    void no_import(LineLexer& lexer) {
        std::uint64_t count = 0;
        if (number(lexer, most_imports - std::min<std::uint64_t>(most_imports, scom_.imports.size()), count))
            scom_.imports.resize(scom_.imports.size() + static_cast<std::size_t>(count));
    }

    void data(LineLexer& lexer) { bytes(lexer, scom_.data); }
    void zero(LineLexer& lexer) { zeros(lexer, scom_.data); }

    void extension(LineLexer& lexer) {
        std::string text;
        if (lexer.peek().is(TokenKind::string) && lexer.peek().value.size() > 16)
            return wrong(lexer, "names of extensions have 16 bytes at most");
        if (name(lexer, text)) scom_.extensions.push_back({std::move(text), {}});
    }
    std::vector<std::byte>* extended(LineLexer& lexer) {
        if (!scom_.extensions.empty()) return &scom_.extensions.back().data;
        wrong(lexer, "there is no .extension above");
        return nullptr;
    }
    void content(LineLexer& lexer) {
        if (auto* const where = extended(lexer)) bytes(lexer, *where);
    }
    void content_zero(LineLexer& lexer) {
        if (auto* const where = extended(lexer)) zeros(lexer, *where);
    }

    void bytes(LineLexer& lexer, std::vector<std::byte>& where) {
        if (!lexer.peek().is(TokenKind::string)) return wrong(lexer, "bytes are written as \"0123abcd\"");
        const std::string digits = lexer.peek().value;
        if (digits.size() % 2 != 0) return wrong(lexer, "each byte needs two digits");
        for (std::size_t i = 0; i < digits.size(); i += 2) {
            const auto high = hex_digit(digits[i]), low = hex_digit(digits[i + 1]);
            if (!high || !low) return wrong(lexer, "write bytes in hexadecimal digits");
            where.push_back(static_cast<std::byte>(*high * 16 + *low));
        }
        static_cast<void>(lexer.next());
    }

    void zeros(LineLexer& lexer, std::vector<std::byte>& where) {
        std::uint64_t count = 0;
        if (number(lexer, largest_area - std::min<std::uint64_t>(largest_area, where.size()), count))
            where.resize(where.size() + static_cast<std::size_t>(count));
    }

    std::uint32_t add_string(std::string_view text) {
        const auto offset = static_cast<std::uint32_t>(scom_.strings.size());
        const std::span<const std::byte> bytes = as_bytes(text);
        scom_.strings.insert(scom_.strings.end(), bytes.begin(), bytes.end());
        scom_.strings.push_back(std::byte{0});
        strings_.insert_or_assign(std::string(text), offset);
        return offset;
    }

    void string(LineLexer& lexer) {
        std::string text;
        if (name(lexer, text)) add_string(text);
    }

    void raw_string(LineLexer& lexer) {
        std::string text;
        if (!name(lexer, text)) return;
        const std::span<const std::byte> bytes = as_bytes(text);
        scom_.strings.insert(scom_.strings.end(), bytes.begin(), bytes.end());
    }

    void string_zero(LineLexer& lexer) {
        std::uint64_t count = 0;
        if (!number(lexer, largest_area - std::min<std::uint64_t>(largest_area, scom_.strings.size()),
                    count) ||
            count == 0)
            return;
        strings_.insert_or_assign(std::string(),
                                  static_cast<std::uint32_t>(scom_.strings.size() + count - 1));
        scom_.strings.resize(scom_.strings.size() + static_cast<std::size_t>(count));
    }

    void export_(LineLexer& lexer) {
        Export made;
        std::uint64_t kind = 0;
        const Token token = lexer.peek();
        if (token.is(TokenKind::identifier) && (token.text == "func" || token.text == "data")) {
            kind = token.text == "func" ? export_function : export_data;
            static_cast<void>(lexer.next());
        } else if (!number(lexer, 0xFF, kind))
            return;
        std::uint32_t* where = nullptr;
        if (!name(lexer, made.name) || !comma(lexer) || !place(lexer, where)) return;
        if (kind == export_data) data_names_.try_emplace(made.name, *where);
        made.address = static_cast<std::uint32_t>(kind) << 24U;
        export_places_.push_back(where);
        scom_.exports.push_back(std::move(made));
    }

    void fixup(LineLexer& lexer) {
        std::uint64_t type = 0;
        const Token token = lexer.peek();
        const FixupForm* form = token.is(TokenKind::identifier) ? find_fixup_form(token.text) : nullptr;
        if (form != nullptr) {
            type = static_cast<std::uint64_t>(form->type);
            static_cast<void>(lexer.next());
        } else if (!number(lexer, 0xFF, type))
            return;
        std::int32_t position = 0;
        if (comma(lexer) && signed_number(lexer, position))
            spelled_out_.push_back({static_cast<std::uint8_t>(type), position});
    }

    /// The instance that the next instruction's opcode names.
    void instance(LineLexer& lexer) {
        std::uint64_t value = 0;
        instance_place_ = lexer.peek().place();
        if (number(lexer, most_instance, value))
            instances_.push_back({assembler_->here(), static_cast<std::uint32_t>(value)});
    }

    void order(LineLexer& lexer) {
        do {
            std::uint64_t first = 0;
            std::uint64_t count = 1;
            if (!number(lexer, largest_area, first)) return;
            if (lexer.accept(':') && !number(lexer, largest_area, count)) return;
            if (count > largest_area - order_.size()) return wrong(lexer, "the order names too many fixups");
            for (std::uint64_t i = 0; i < count; ++i) order_.push_back(static_cast<std::uint32_t>(first + i));
        } while (lexer.accept(','));
    }

    void finish() {
        for (std::size_t i = 0; i < section_places_.size(); ++i)
            scom_.sections[i].offset = static_cast<std::int32_t>(*section_places_[i]);
        for (std::size_t i = 0; i < export_places_.size(); ++i) {
            if (*export_places_[i] > 0xFFFFFF) {
                diagnostics_.add(vellum::codes::asm_directive,
                                 "export '" + scom_.exports[i].name + "' does not fit in 24 bits");
                return;
            }
            scom_.exports[i].address |= *export_places_[i];
        }
        scom_.fixups.insert(scom_.fixups.end(), spelled_out_.begin(), spelled_out_.end());
        if (scom_.version < scom_sections_since && !scom_.sections.empty())
            diagnostics_.add(vellum::codes::asm_directive, "scripts below version 83 have no sections");
        if (scom_.version != scom_extended_version && !scom_.extensions.empty())
            diagnostics_.add(vellum::codes::asm_directive, "only scripts of version 95 have extensions");
        if (!instances_.empty() && instances_.back().word == assembler_->here())
            diagnostics_.add(vellum::codes::asm_directive, ".instance has no instruction after it",
                             instance_place_);
        if (!order_.empty()) reorder();
    }

    void reorder() {
        std::vector<Fixup> sorted;
        std::vector<bool> used(scom_.fixups.size(), false);
        bool right = order_.size() == scom_.fixups.size();
        for (std::size_t i = 0; right && i < order_.size(); ++i) {
            right = order_[i] < used.size() && !used[order_[i]];
            if (!right) break;
            used[order_[i]] = true;
            sorted.push_back(scom_.fixups[order_[i]]);
        }
        if (right)
            scom_.fixups = std::move(sorted);
        else
            diagnostics_.add(
                make_diagnostic(vellum::codes::asm_directive, ".order does not name every fixup once", {},
                                "after changing code, leave the .order lines out: any order works"));
    }

    Diagnostics& diagnostics_;
    isa::Assembler* assembler_ = nullptr;
    Scom scom_;
    std::vector<Fixup> spelled_out_;
    std::vector<Script::NamedInstance> instances_;
    Place instance_place_; // of the last one
    std::vector<std::uint32_t> order_;
    std::deque<std::uint32_t> places_; // addresses stay put
    std::vector<std::uint32_t*> section_places_;
    std::vector<std::uint32_t*> export_places_;
    std::unordered_map<std::string, std::uint32_t> import_numbers_;
    std::unordered_map<std::string, std::uint32_t> strings_;
    std::unordered_map<std::string, std::uint32_t> data_names_;
};

} // namespace

Result<Scom> assemble_script(std::string_view text, Diagnostics& diagnostics,
                             std::vector<isa::TextLine>* lines) {
    return ScriptText(diagnostics).assemble(text, lines);
}

} // namespace vellum::ags
