// Functions whose bodies are instructions, "int f(int a) asm { ... }": what the decompiler keeps where no
// source says the same. Instructions are named as in listings and divided by semicolons. agscc knows no such
// bodies, so that no script of its own means anything else by the word.
#include <algorithm>
#include <span>
#include <utility>

#include "base/bytes.hpp"
#include "engines/ags/compile/compiler.hpp"

namespace vellum::ags::compile {

namespace {

const isa::Row* find_instruction(std::string_view mnemonic) noexcept {
    const auto rows = scom_table.rows;
    const auto found = std::ranges::find(rows, mnemonic, &isa::Row::mnemonic);
    return found == rows.end() ? nullptr : &*found;
}

constexpr const char* no_such_fixups = "the order names fixups that do not exist";
constexpr const char* no_such_import = "there is no such import";

} // namespace

struct Compiler::Assembly {
    struct Jump {
        SymbolId label = 0;
        std::int32_t position = 0;
    };
    std::vector<std::pair<SymbolId, std::int32_t>> labels{};
    std::vector<Jump> jumps{};
    std::vector<std::uint32_t> order{}; ///< Of the fixups, if it is not that of the code.
};

bool Compiler::assembly(SymbolId id) {
    Symbol& symbol = symbols_[id];
    symbol.offset = code_.size();
    defined_.push_back(id);
    function_ = id;
    code_.set_line(0); // its lines are instructions
    const std::size_t first_fixup = code_.fixup_count();
    Assembly body;
    while (peek_kind() != Kind::close_brace) {
        if (!expect_more()) return false;
        if (!instruction(body)) return false;
    }
    static_cast<void>(next());
    function_ = 0;
    std::ranges::sort(body.labels);
    for (const Assembly::Jump& jump : body.jumps) {
        const auto label = std::ranges::lower_bound(body.labels, std::pair(jump.label, std::int32_t{0}));
        if (label == body.labels.end() || label->first != jump.label)
            return fail_about("there is no label '%s' in this function", jump.label);
        code_.aim(jump.position, label->second);
    }
    if (body.order.empty()) return true;
    const std::span all(code_.fixups());
    const std::vector<Fixup> plain(all.begin() + static_cast<std::ptrdiff_t>(first_fixup), all.end());
    std::vector<bool> used(plain.size());
    for (std::size_t i = 0; i < plain.size(); ++i) {
        if (i >= body.order.size() || body.order[i] >= plain.size() || used[body.order[i]])
            return fail("the order does not name every fixup of the function once");
        used[body.order[i]] = true;
        code_.fixups()[first_fixup + i] = plain[body.order[i]];
    }
    return true;
}

/// Imports that stay in the file although no code uses them, or functions that are exported, in the order of
/// their definition: "imports { 3, 5 : 2 }".
bool Compiler::number_table(bool of_imports) {
    const std::size_t most = of_imports ? imports_.size() : defined_.size();
    const char* const otherwise = of_imports ? no_such_import : "there is no such function";
    std::size_t named = 0;
    do {
        static_cast<void>(next());
        std::int32_t from = 0, count = 0;
        if (!numbers(most - named, from, count, otherwise)) return false;
        for (auto i = static_cast<std::size_t>(from); count > 0; ++i, --count, ++named) {
            if (i >= most || (of_imports && imports_[i].gone)) return fail(otherwise);
            if (!of_imports) {
                if (symbols_[defined_[i]].offset >= most_exported)
                    return fail(std::string(exported_too_high));
                exported_.push_back(defined_[i]);
                continue;
            }
            use(imports_[i].symbol);
            imports_[i].used = true;
        }
    } while (peek_kind() == Kind::comma);
    return expect(Kind::close_brace, "expected ',' or '}' after a number");
}

/// Numbers of imports that nothing is called by: "unused { 12 }".
bool Compiler::unused_imports() {
    constexpr std::int32_t most = 20'000; // the whole script API has some thousands
    std::int32_t count = 0;
    static_cast<void>(next());
    if (!assembly_number(count)) return false;
    if (count < 0 || count > most - unused_) return fail("too many unused imports");
    unused_ += count;
    imports_.resize(imports_.size() + static_cast<std::size_t>(count), {.gone = true});
    return expect(Kind::close_brace, "expected '}' after a number");
}

/// Which of the imports, by their numbers, stands in each place of the file: "order { 2, 0 : 2 }".
bool Compiler::order_table() {
    constexpr const char* each_once = "the order does not name every import once";
    std::vector<bool> used(imports_.size());
    do {
        static_cast<void>(next());
        std::int32_t from = 0, count = 0;
        if (!numbers(used.size() - order_.size(), from, count, each_once)) return false;
        for (auto i = static_cast<std::size_t>(from); count > 0; ++i, --count) {
            if (i >= used.size() || used[i]) return fail(each_once);
            used[i] = true;
            order_.push_back(static_cast<std::uint32_t>(i));
        }
    } while (peek_kind() == Kind::comma);
    if (order_.size() != used.size()) return fail(each_once);
    return expect(Kind::close_brace, "expected ',' or '}' behind a number");
}

/// What AGS 4 has behind a block: "extension { 0, 5, 1769239666, 0, 0, 0, 1, 2 }": how many words of code it
/// is about (0: whatever the code is), how many bytes it has, four words of name, its contents as words.
bool Compiler::extension_table() {
    constexpr std::size_t head = 2 + scom_extension_name / 4;
    if (settings_.version != scom_extended_version) return fail("only scripts of version 95 have extensions");
    std::vector<std::int32_t> words;
    do {
        static_cast<void>(next());
        if (!assembly_number(words.emplace_back())) return false;
    } while (peek_kind() == Kind::comma);
    const std::size_t size = words.size() < 2 ? 0 : static_cast<std::uint32_t>(words[1]);
    if (words.size() < head || (size + 3) / 4 != words.size() - head)
        return fail("the contents of an extension are not as long as it says");
    std::vector<std::byte> bytes((words.size() - 2) * 4);
    for (std::size_t i = 2; i < words.size(); ++i)
        store_u32(bytes.data() + (i - 2) * 4, static_cast<std::uint32_t>(words[i]));
    const auto contents = bytes.begin() + scom_extension_name;
    Extension made{std::string(as_text({bytes.begin(), contents})),
                   {contents, contents + static_cast<std::ptrdiff_t>(size)}};
    made.name.resize(made.name.find_last_not_of('\0') + 1); // npos + 1 is 0
    // What tells where functions and variables are is wrong for other code.
    if (words[0] == 0 || words[0] == code_.size()) extensions_.push_back(std::move(made));
    return expect(Kind::close_brace, "expected ',' or '}' after a number");
}

/// "2 : 3" for 2, 3, 4; at most so many.
bool Compiler::numbers(std::size_t most, std::int32_t& from, std::int32_t& count, const char* otherwise) {
    count = 1;
    if (!assembly_number(from)) return false;
    if (peek_kind() == Kind::colon) {
        static_cast<void>(next());
        if (!assembly_number(count)) return false;
    }
    if (from < 0 || count < 1 || static_cast<std::size_t>(count) > most) return fail(otherwise);
    return true;
}

/// Which of the sections the file has, and others: "sections { 0, 12 room1.asc }".
bool Compiler::section_table() {
    std::vector<Section> all;
    do {
        static_cast<void>(next());
        if (peek_kind() == Kind::close_brace) break;
        std::int32_t number = 0;
        if (!assembly_number(number)) return false;
        if (peek_kind() == Kind::comma || peek_kind() == Kind::close_brace) {
            if (number < 0 || std::cmp_greater_equal(number, sections_.size()))
                return fail("there is no such section");
            all.push_back(sections_[static_cast<std::size_t>(number)]);
            continue;
        }
        Section& other = all.emplace_back();
        other.offset = number;
        while (peek_kind() != Kind::comma && peek_kind() != Kind::close_brace) {
            if (!expect_more()) return false;
            const SymbolId part = next();
            if (kind(part) != Kind::dot) other.name += name(part); // what follows one has it in its name
        }
    } while (peek_kind() == Kind::comma);
    sections_ = std::move(all);
    return expect(Kind::close_brace, "expected ',' or '}' after a section");
}

/// The order of the exports, and others than the source has: "exported { 1, 0, data 8 gLamp, function 2 57 36
/// 49 }". Names that a source does not give are bytes.
bool Compiler::exported_table() {
    const std::size_t most = exported_.size() + defined_.size();
    std::size_t named = 0;
    do {
        static_cast<void>(next());
        if (!expect_more()) return false;
        const bool data = name(peek()) == "data";
        if (data || name(peek()) == "function") {
            static_cast<void>(next());
            std::int32_t place = 0;
            if (!assembly_number(place)) return false;
            if (!data) {
                if (place < 0 || std::cmp_greater_equal(place, defined_.size()))
                    return fail("there is no such function");
                place = symbols_[defined_[static_cast<std::size_t>(place)]].offset;
            }
            if (place < 0 || place >= most_exported) return fail(std::string(exported_too_high));
            Export& other = placed_.emplace_back(named_here, Export{}).second;
            other.address = (data ? export_data : export_function) << 24U | static_cast<std::uint32_t>(place);
            while (peek_kind() != Kind::comma && peek_kind() != Kind::close_brace) {
                if (!expect_more()) return false;
                if (kind(peek()) != Kind::integer) {
                    other.name += name(next());
                    break;
                }
                std::int32_t byte = 0;
                if (!assembly_number(byte)) return false;
                if (byte < 0 || byte > 0xFF) return fail("a byte of a name is a number from 0 to 255");
                other.name += static_cast<char>(byte);
            }
            continue;
        }
        std::int32_t from = 0, count = 0;
        constexpr const char* no_such_export = "there is no such export";
        if (!numbers(most - named, from, count, no_such_export)) return false;
        if (std::cmp_greater(std::int64_t{from} + count, most)) return fail(no_such_export);
        for (auto i = static_cast<std::size_t>(from); count > 0; ++i, --count, ++named)
            placed_.emplace_back(i, Export{});
    } while (peek_kind() == Kind::comma);
    return expect(Kind::close_brace, "expected ',' or '}' after an export");
}

/// What the table does not name follows.
void Compiler::place_exports(std::vector<Export>& all) const {
    if (placed_.empty()) return;
    std::vector<Export> made;
    std::vector<bool> used(all.size());
    for (const auto& [number, other] : placed_) {
        if (number == named_here) made.push_back(other);
        if (number >= all.size() || used[number]) continue;
        used[number] = true;
        made.push_back(all[number]);
    }
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!used[i]) made.push_back(std::move(all[i]));
    all = std::move(made);
}

/// The order of all fixups, and those that no instruction has: "fixups { 2, 0 : 2, data 17, other 9 17 }".
bool Compiler::fixup_table() {
    const std::vector<Fixup>& plain = plain_fixups_ = code_.fixups();
    std::vector<Fixup> all;
    std::vector<bool> used(plain.size());
    std::size_t named = 0;
    do {
        static_cast<void>(next());
        if (peek_kind() == Kind::close_brace) break;
        if (!expect_more()) return false;
        const FixupForm* const form = find_fixup_form(name(peek()));
        std::int32_t type = form == nullptr ? 0 : static_cast<std::int32_t>(form->type);
        if (form != nullptr || name(peek()) == "other") {
            static_cast<void>(next());
            std::int32_t position = 0;
            if (form == nullptr && !assembly_number(type)) return false;
            if (!assembly_number(position)) return false;
            if (type < 0 || type > 0xFF) return fail("a kind of fixup is a number from 0 to 255");
            all.push_back({static_cast<std::uint8_t>(type), position});
            continue;
        }
        std::int32_t from = 0, count = 0;
        if (!numbers(plain.size() - named, from, count, no_such_fixups)) return false;
        for (std::size_t i = static_cast<std::size_t>(from); count > 0; ++i, --count, ++named) {
            if (i >= plain.size() || used[i]) return fail("the table does not name every fixup once");
            used[i] = true;
            all.push_back(plain[i]);
        }
    } while (peek_kind() == Kind::comma);
    if (named != plain.size()) return fail("the table does not name every fixup once");
    code_.fixups() = std::move(all);
    return expect(Kind::close_brace, "expected ',' or '}' after a fixup");
}

bool Compiler::assembly_number(std::int32_t& value) {
    if (!expect_more()) return false;
    const bool negative = peek() == word::minus;
    if (negative) static_cast<void>(next());
    if (!expect_more()) return false;
    const SymbolId id = next();
    if (kind(id) != Kind::integer) return fail_about("expected a number, not '%s'", id);
    return integer_value(id, negative, value);
}

bool Compiler::instruction(Assembly& body) {
    SymbolId first = next();
    if (peek_kind() == Kind::colon) {
        static_cast<void>(next());
        body.labels.emplace_back(first, code_.size());
        return true;
    }
    const auto end = [&] { return expect(Kind::semicolon, "expected ';' after an instruction"); };
    if (name(first) == "order") {
        do {
            std::int32_t from = 0, count = 0;
            if (!numbers(code_.fixup_count() - body.order.size(), from, count, no_such_fixups)) return false;
            for (std::int32_t i = 0; i < count; ++i)
                body.order.push_back(static_cast<std::uint32_t>(from) + static_cast<std::uint32_t>(i));
        } while (peek_kind() == Kind::comma && next() != 0);
        return end();
    }
    std::int32_t instance = 0;
    if (name(first) == "instance") {
        if (!assembly_number(instance) || !expect_more()) return false;
        if (instance < 1 || static_cast<std::uint32_t>(instance) > most_instance)
            return fail("an instance has a number from 1 to " + std::to_string(most_instance));
        first = next();
    }
    const std::int32_t begin = code_.size();
    const isa::Row* const row = find_instruction(name(first));
    if (row == nullptr) return fail_about("unknown instruction '%s'", first);
    const auto op = static_cast<Op>(row->opcode);
    std::int32_t values[3] = {};
    FixupType fixup = FixupType::none;
    SymbolId label = 0;
    const std::size_t count = row->operands.size();
    if (op == Op::thisbase && peek_kind() == Kind::semicolon) {
        values[0] = symbols_[function_].offset;
    } else {
        for (std::size_t i = 0; i < count; ++i) {
            if (i > 0 && !expect(Kind::comma, "expected ','")) return false;
            if (!expect_more()) return false;
            const isa::OperandSpec& operand = row->operands[i];
            if (operand.access != isa::Access::none) {
                if (!assembly_register(values[i])) return false;
            } else if (has_literal(*row) && i == literal_word - 1) {
                if (!assembly_literal(values[i], fixup)) return false;
            } else if (operand.kind->role == isa::Role::relative && peek_kind() != Kind::integer &&
                       peek() != word::minus) {
                label = next();
            } else if (!assembly_number(values[i])) {
                return false;
            }
        }
    }
    switch (count) {
    case 0: code_.write(op); break;
    case 1: code_.write(op, values[0]); break;
    case 2: code_.write(op, values[0], values[1]); break;
    default: code_.write(op, values[0], values[1], values[2]); break;
    }
    if (instance != 0) code_.name_instance(begin, static_cast<std::uint32_t>(instance));
    if (op == Op::linenum) recorded_ = values[0];
    if (label != 0) body.jumps.push_back({label, code_.size() - 1});
    if (fixup != FixupType::none)
        code_.add_fixup(fixup, code_.size() - static_cast<std::int32_t>(count) - 1 +
                                   static_cast<std::int32_t>(literal_word));
    return end();
}

bool Compiler::assembly_register(std::int32_t& value) {
    for (std::uint32_t number = 1; number < register_count; ++number)
        if (register_name(number) == name(peek())) {
            value = static_cast<std::int32_t>(number);
            static_cast<void>(next());
            return true;
        }
    return assembly_number(value);
}

/// A number, a text, or a kind of fixup and a number: "import 3", "data 200", "func 0".
bool Compiler::assembly_literal(std::int32_t& value, FixupType& fixup) {
    const SymbolId id = peek();
    if (kind(id) == Kind::text) {
        static_cast<void>(next());
        value = symbols_[id].offset;
        fixup = FixupType::string;
        return true;
    }
    const FixupForm* const form = find_fixup_form(name(id));
    if (form == nullptr) return assembly_number(value);
    static_cast<void>(next());
    fixup = form->type;
    if (fixup == FixupType::import && name(peek()) == "Length") {
        static_cast<void>(next());
        value = accessors_[symbols_[array_length_property({word::int_})].details].get;
        imports_[static_cast<std::size_t>(value)].used = true;
        return true;
    }
    if (!assembly_number(value)) return false;
    const auto number = static_cast<std::size_t>(static_cast<std::uint32_t>(value));
    if (fixup == FixupType::import) {
        if (number >= imports_.size() || imports_[number].gone) return fail(no_such_import);
        use(imports_[number].symbol);
        imports_[number].used = true;
    } else if (fixup == FixupType::function) {
        if (number >= defined_.size()) return fail("there is no such function yet");
        value = symbols_[defined_[number]].offset;
    }
    return true;
}

} // namespace vellum::ags::compile
