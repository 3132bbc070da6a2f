// Building the name tables of a script and answering what its numbers are called.
#include "engines/ags/format/script.hpp"

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/number.hpp"
#include "base/text_writer.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/isa/isa.hpp"
#include "isa/codes.hpp"
#include "isa/functions.hpp"
#include "isa/listing.hpp"

namespace vellum::ags {

namespace {

bool is_name_start(char c) noexcept {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '$' || c == '@' || c == '?' ||
           c == '^';
}
bool is_name_part(char c) noexcept { return is_name_start(c) || c == '.' || (c >= '0' && c <= '9'); }

} // namespace

bool is_plain_name(std::string_view text) noexcept {
    if (text.empty() || !is_name_start(text[0]) || text.starts_with("L_") || text == "inf" || text == "nan")
        return false;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (is_name_part(text[i])) continue;
        if (text[i] != ':' || i + 2 >= text.size() || text[i + 1] != ':' || !is_name_start(text[i + 2]))
            return false;
        ++i;
    }
    return true;
}

std::string_view plain_function_name(std::string_view exported) noexcept {
    return exported.substr(0, exported.rfind('$'));
}

std::int32_t exported_parameters(std::string_view exported) noexcept {
    const std::size_t dollar = exported.rfind('$');
    if (dollar == std::string_view::npos) return -1;
    return whole_number<std::int32_t>(exported.substr(dollar + 1)).value_or(-1);
}

Result<std::shared_ptr<const Script>> Script::make(const Engine& engine, std::string name, Scom scom,
                                                   EnclosingBytes enclosing, std::uint64_t base_offset,
                                                   std::vector<isa::TextLine> lines,
                                                   std::optional<Variables> variables) {
    auto script = std::make_shared<Script>(engine, std::move(name));
    script->scom_ = std::move(scom);
    Result<isa::Code> code = script->decode(base_offset + 20 + script->scom_.data.size());
    if (!code) return std::unexpected(std::move(code.error()));
    script->enclosing_ = std::move(enclosing);
    script->code_ = std::move(*code);
    script->code_.lines = std::move(lines);
    if (!script->scom_.extensions.empty())
        if (Result<Reflection> said = read_reflection(script->scom_)) {
            script->reflection_ = std::move(*said);
            if (!variables) variables = script->reflection_.variables();
        }
    if (variables) variables->calls = depths_of_calls(script->code_);
    script->variables_ = std::move(variables);
    script->index();
    return script;
}

Result<isa::Code> Script::decode(std::uint64_t base_offset) {
    isa::DecodeContext context;
    context.base_offset = base_offset;
    Result<isa::Code> code = isa::decode(scom_table, scom_.code, context);
    if (code || code.error().code != &vellum::codes::isa_unknown_opcode) return code;
    // Once more without the instances that opcodes name.
    std::vector<std::byte> plain = scom_.code;
    for (std::size_t word = 0; word < words();) {
        const std::uint32_t opcode = load_u32(plain.data() + word * 4);
        const isa::Row* row = scom_table.find(opcode & opcode_bits);
        if (row == nullptr) break;
        if (opcode != (opcode & opcode_bits))
            named_instances_.push_back({static_cast<std::uint32_t>(word), opcode >> instance_shift});
        store_u32(plain.data() + word * 4, opcode & opcode_bits);
        word += 1 + row->operands.size();
    }
    return named_instances_.empty() ? std::move(code) : isa::decode(scom_table, plain, context);
}

void Script::mark_literals() {
    literal_word_.assign(words(), false);
    for (const isa::Instruction& instruction : code_.instructions)
        if (has_literal(code_.row(instruction))) literal_word_[instruction.address + literal_word] = true;
}

void Script::index() {
    mark_literals();
    fixup_at_.assign(words(), no_fixup);
    for (const Fixup& fixup : scom_.fixups)
        if (is_regular(fixup)) fixup_at_[static_cast<std::uint32_t>(fixup.position)] = fixup.type;

    std::unordered_map<std::string_view, int> uses;
    for (const Export& entry : scom_.exports) ++uses[entry.name];
    for (const Export& entry : scom_.exports) {
        const bool usable = is_plain_name(entry.name) && uses[entry.name] == 1;
        if (entry.kind() == export_function && (code_.at(entry.offset()) >= 0)) {
            entries_.try_emplace(entry.offset(), entry.name);
            if (usable) labels_.try_emplace(entry.offset(), entry.name);
        } else if (entry.kind() == export_data && usable) {
            data_names_.try_emplace(entry.offset(), entry.name);
        }
    }
    for (std::uint32_t word = 0; word < fixup_at_.size(); ++word) {
        if (fixup_at_[word] != static_cast<std::uint8_t>(FixupType::function)) continue;
        const std::uint32_t target = load_u32(scom_.code.data() + std::size_t{word} * 4);
        if (code_.at(target) >= 0) entries_.try_emplace(target);
    }
    for (const Reflection::Function& said : reflection_.functions) {
        if (code_.at(said.begin) < 0 || (said.flags & Reflection::is_import) != 0) continue;
        entries_.try_emplace(said.begin);
        said_names_.try_emplace(said.begin, said.name);
        if (is_plain_name(said.name) && uses[said.name]++ == 0) labels_.try_emplace(said.begin, said.name);
    }
    for (std::uint32_t offset = 0; offset < scom_.strings.size();) {
        const std::string_view text = string_at(offset);
        string_offsets_[text] = offset;
        offset += static_cast<std::uint32_t>(text.size()) + 1;
    }
    for (std::uint32_t number = 0; number < scom_.imports.size(); ++number)
        import_numbers_.try_emplace(scom_.imports[number], number);
    identity_ = hash64(write_scom(scom_));
}

bool Script::is_regular(const Fixup& fixup) const {
    if (fixup.type >= fixup_type_count || fixup.type == static_cast<std::uint8_t>(FixupType::pointer))
        return false;
    return fixup.position >= 0 && static_cast<std::uint32_t>(fixup.position) < words() &&
           literal_word_[static_cast<std::uint32_t>(fixup.position)];
}

std::string_view Script::string_at(std::uint32_t offset) const noexcept {
    if (offset >= scom_.strings.size()) return {};
    const std::string_view rest = as_text(scom_.strings).substr(offset);
    return rest.substr(0, rest.find('\0'));
}

bool Script::begins_string(std::uint32_t offset) const noexcept {
    if (offset >= scom_.strings.size()) return false;
    return offset == 0 || scom_.strings[offset - 1] == std::byte{0};
}

std::string_view Script::label(std::uint32_t address) const {
    const auto found = labels_.find(address);
    return found == labels_.end() ? std::string_view{} : std::string_view(found->second);
}

std::string_view Script::function_of(std::uint32_t address) const {
    auto next = entries_.upper_bound(address);
    if (next == entries_.begin()) return {};
    return plain_function_name(std::prev(next)->second);
}

std::string_view Script::section_of(std::uint32_t position) const {
    std::string_view name = "(unknown section)";
    for (const Section& section : scom_.sections)
        if (section.offset < 0 || static_cast<std::uint32_t>(section.offset) < position) name = section.name;
    return name;
}

bool Script::write_fixed_up(TextWriter& out, std::uint32_t word) const {
    const std::uint8_t type = fixup_at(word);
    if (type == no_fixup) return false;
    const std::uint32_t value = load_u32(scom_.code.data() + std::size_t{word} * 4);
    out.put(fixup_forms[type].name, ' ');
    switch (static_cast<FixupType>(type)) {
    case FixupType::function:
        if (code_.at(value) >= 0 || value == code_.end_address()) {
            isa::print_label(out, *this, value);
            return true;
        }
        break;
    case FixupType::import:
        if (value < scom_.imports.size() && !scom_.imports[value].empty() &&
            import_numbers_.at(scom_.imports[value]) == value) {
            out.quoted(scom_.imports[value]);
            return true;
        }
        break;
    case FixupType::string:
        if (begins_string(value) && value + string_at(value).size() < scom_.strings.size() &&
            string_offsets_.at(string_at(value)) == value) {
            out.quoted(string_at(value));
            return true;
        }
        break;
    case FixupType::data:
        if (const auto found = data_names_.find(value); found != data_names_.end()) {
            out.text(found->second);
            return true;
        }
        break;
    default: break;
    }
    out.dec(static_cast<std::int32_t>(value));
    return true;
}

bool Script::write(TextWriter& out, isa::SymbolSpace space, std::uint32_t id) const {
    if (space == isa::SymbolSpace::special) return write_fixed_up(out, id);
    if (space != isa::SymbolSpace::label) return false;
    const std::string_view name = label(id);
    out.text(name);
    return !name.empty();
}

std::vector<Fact> Script::facts() const {
    std::size_t used = 0;
    for (const std::string& name : scom_.imports)
        if (!name.empty()) ++used;
    std::vector<Fact> facts = {{"format", "SCOM " + std::to_string(scom_.version)},
                               {"code words", words()},
                               {"instructions", code_.instructions.size()},
                               {"global data bytes", scom_.data.size()},
                               {"string bytes", scom_.strings.size()},
                               {"fixups", scom_.fixups.size()},
                               {"imports", scom_.imports.size()},
                               {"imports used", used},
                               {"exports", scom_.exports.size()}};
    for (const Extension& extension : scom_.extensions)
        facts.emplace_back("extension",
                           extension.name + ", " + std::to_string(extension.data.size()) + " bytes");
    for (const Section& section : scom_.sections)
        facts.emplace_back("section", section.name + " from word " + std::to_string(section.offset));
    const std::shared_ptr<const Script> self(std::shared_ptr<const Script>(), this); // owns nothing
    for (Fact& fact : slow_script_facts(engine(), {&self, 1})) facts.push_back(std::move(fact));
    return facts;
}

std::vector<Function> Script::functions() const {
    std::vector<Function> result;
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
        const auto& [address, name] = *entry;
        const auto next = std::next(entry);
        Function function;
        function.address = address;
        function.end = next == entries_.end() ? code_.end_address() : next->first;
        function.parameters = exported_parameters(name);
        function.kind = name.empty() ? "function" : "export";
        function.name = isa::dotted(function_name(address, name));
        if (function.name != name && !name.empty()) function.also.emplace_back(name);
        result.push_back(std::move(function));
    }
    return result;
}

std::string Script::function_name(std::uint32_t address, std::string_view exported) const {
    if (const auto said = said_names_.find(address); exported.empty() && said != said_names_.end())
        return std::string(said->second);
    if (exported.empty()) {
        TextWriter made_up;
        isa::print_label(made_up, *this, address);
        return made_up.take();
    }
    const std::string_view plain = plain_function_name(exported);
    return std::string(plain.empty() ? exported : plain);
}

std::vector<Reference> Script::references() const {
    std::vector<Reference> result;
    for (const isa::Instruction& instruction : code_.instructions) {
        const std::uint8_t type = fixup_at(instruction.address + 2);
        if (type == no_fixup || instruction.count < 2) continue;
        const std::uint32_t value = code_.operands(instruction)[1];
        if (type == static_cast<std::uint8_t>(FixupType::import) && value < scom_.imports.size())
            // Names as a reader says them: the number of parameters behind them is the linker's.
            result.push_back({ReferenceKind::import,
                              scom_.imports[value].substr(0, scom_.imports[value].rfind('^')),
                              instruction.address});
        else if (type == static_cast<std::uint8_t>(FixupType::string))
            result.push_back({ReferenceKind::string, std::string(string_at(value)), instruction.address});
        else if (type == static_cast<std::uint8_t>(FixupType::data)) {
            const auto found = data_names_.find(value);
            result.push_back({ReferenceKind::global,
                              found != data_names_.end() ? found->second : "data:" + std::to_string(value),
                              instruction.address});
        } else if (type == static_cast<std::uint8_t>(FixupType::function)) {
            const auto entry = entries_.find(value);
            result.push_back({ReferenceKind::function,
                              entry != entries_.end() ? function_name(value, entry->second)
                                                      : "word " + std::to_string(value),
                              instruction.address});
        }
    }
    return result;
}

} // namespace vellum::ags
