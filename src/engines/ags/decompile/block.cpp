// Decoding for the decompiler; see the header.
#include "engines/ags/decompile/block.hpp"

#include <iterator>

#include <algorithm>
#include <bit>
#include <cstring>
#include <set>
#include <span>

#include "engines/ags/decompile/names_file.hpp"

namespace vellum::ags::decompile {

namespace {

std::int32_t number_behind(std::string_view text, char mark, std::string_view& before) {
    before = text;
    const std::size_t at = text.rfind(mark);
    if (at == std::string_view::npos || at + 1 == text.size() || text.size() - at > 6) return -1;
    std::int32_t value = 0;
    for (const char digit : text.substr(at + 1)) {
        if (digit < '0' || digit > '9') return -1;
        value = value * 10 + (digit - '0');
    }
    before = text.substr(0, at);
    return value;
}

} // namespace

/// Of methods without a name.
constexpr std::string_view unnamed_type = "Type0";

bool is_language_word(std::string_view text) noexcept {
    static constexpr std::string_view words[] = {
#define WORD(kind, text, value) text,
#include "engines/ags/source/words.def"
#undef WORD
        "this", "asm", "function"};
    return std::ranges::find(words, text) != std::end(words);
}

bool is_declarable(std::string_view name) noexcept { return is_name(name) && !is_language_word(name); }

ImportName take_apart(std::string_view import) {
    ImportName made;
    if (import.empty()) return made;
    std::string_view plain;
    made.arguments = number_behind(import, '^', plain);
    const std::size_t colons = plain.rfind("::");
    made.type = colons == std::string_view::npos ? std::string_view{} : plain.substr(0, colons);
    made.name = colons == std::string_view::npos ? plain : plain.substr(colons + 2);
    made.form = made.arguments >= 0 ? ImportName::Form::function : ImportName::Form::plain;
    if (made.type.empty() || made.arguments >= 0) return made;
    struct Accessor {
        std::string_view begins;
        ImportName::Form form;
    };
    static constexpr Accessor accessors[] = {{"get_", ImportName::Form::get},
                                             {"set_", ImportName::Form::set},
                                             {"geti_", ImportName::Form::indexed_get},
                                             {"seti_", ImportName::Form::indexed_set}};
    for (const Accessor& each : accessors)
        if (made.name.starts_with(each.begins) && made.name.size() > each.begins.size()) {
            made.name.remove_prefix(each.begins.size());
            made.form = each.form;
            break;
        }
    return made;
}

Block::Block(const Script& script, bool said) : script_(script) {
    const auto& code = script.code()->instructions;
    const std::uint32_t words = script.words();
    index_.assign(words + 1, nowhere);
    steps_.reserve(code.size());
    const auto word = [&](std::uint32_t at) {
        std::uint32_t value = 0;
        if (at < words) std::memcpy(&value, script.scom().code.data() + std::size_t{at} * 4, 4);
        if constexpr (std::endian::native == std::endian::big) value = std::byteswap(value);
        return static_cast<std::int32_t>(value);
    };
    for (const isa::Instruction& each : code) {
        Step step;
        step.op = static_cast<Op>(script.code()->table->rows[each.row].opcode);
        step.at = each.address;
        const std::size_t operands = script.code()->table->rows[each.row].operands.size();
        if (operands > 0) step.a = word(each.address + 1);
        if (operands > 1) step.b = word(each.address + 2);
        if (operands > 2) step.c = word(each.address + 3);
        if (operands > 1) step.fixup = script.fixup_at(each.address + literal_word);
        // The second half of the old LOADSPOFFS: no step of its own, so that none may jump there.
        if (step.is(Op::sub, reg_mar) && !steps_.empty() && steps_.back().is(Op::regtoreg, reg_sp, reg_mar) &&
            word(each.address) == static_cast<std::int32_t>(Op::sub) &&
            word(steps_.back().at) == static_cast<std::int32_t>(Op::regtoreg) &&
            !script.entries().contains(each.address)) {
            steps_.back() = {.op = Op::loadspoffs, .a = step.b, .at = steps_.back().at, .apart = true};
            continue;
        }
        index_[each.address] = static_cast<std::uint32_t>(steps_.size());
        steps_.push_back(step);
    }
    index_[words] = static_cast<std::uint32_t>(steps_.size());
    imports_.reserve(script.scom().imports.size());
    for (const std::string& name : script.scom().imports) imports_.push_back(take_apart(name));
    find_idiom();
    find_functions(said);
    find_counts();
}

/// Scripts of 2.x: what they write otherwise is what most of the places have where it could be.
void Block::find_idiom() {
    std::int32_t offsets = 0, arguments = 0, exports = 0;
    for (std::size_t i = 0; i + 1 < steps_.size(); ++i) {
        const Step& step = steps_[i];
        if (step.op == Op::loadspoffs) offsets += step.apart ? -1 : 1;
        if (step.op == Op::littoreg && step.fixup == static_cast<std::uint8_t>(FixupType::import) &&
            steps_[i + 1].op == Op::callext)
            arguments += i > 0 && steps_[i - 1].op == Op::numfuncargs ? 1 : -1;
    }
    for (const Export& each : script_.scom().exports)
        if (each.kind() == export_function) exports += each.name.contains('$') ? 1 : -1;
    stack_offsets_ = offsets >= 0;
    counts_arguments_ = arguments >= 0;
    counts_exports_ = exports >= 0;
}

/// How many parameters a function reads, which is all that is known where neither its name nor a call says
/// it: the stack grows and shrinks by numbers in the code.
std::int32_t Block::parameters_read(const Extent& function) const {
    constexpr std::int32_t unknown = -1, most = 100, word_size = 4;
    std::vector<std::int32_t> depths(function.end - function.first, unknown);
    std::vector<std::uint32_t> waiting;
    const auto go = [&](std::uint32_t to, std::int32_t depth) {
        if (to < function.first || to >= function.end || depth < 0 || depths[to - function.first] != unknown)
            return;
        depths[to - function.first] = depth;
        waiting.push_back(to);
    };
    std::int32_t read = 0;
    go(function.first, 0);
    while (!waiting.empty()) {
        const std::uint32_t at = waiting.back();
        waiting.pop_back();
        const Step& step = steps_[at];
        std::int64_t depth = depths[at - function.first];
        if (step.op == Op::loadspoffs) {
            const std::int64_t behind = step.a - depth; // 4 is the return address
            if (behind > word_size && behind % word_size == 0 && behind / word_size - 1 <= most)
                read = std::max(read, static_cast<std::int32_t>(behind / word_size - 1));
        }
        if (step.op == Op::pushreg) depth += word_size;
        if (step.op == Op::popreg) depth -= word_size;
        if (step.is(Op::add, reg_sp)) depth += step.b;
        if (step.is(Op::sub, reg_sp)) depth -= step.b;
        const auto now = static_cast<std::int32_t>(std::clamp<std::int64_t>(depth, unknown, 1 << 29));
        if (step.op == Op::jmp || step.op == Op::jz || step.op == Op::jnz) go(target(at), now);
        if (step.op != Op::jmp && step.op != Op::ret) go(at + 1, now);
    }
    return read;
}

void Block::find_counts() {
    bool member = false;
    for (std::size_t i = 0; i + 1 < steps_.size(); ++i) {
        const Step& step = steps_[i];
        if (step.op != Op::littoreg || step.fixup != static_cast<std::uint8_t>(FixupType::import) ||
            steps_[i + 1].op != Op::callext || step.b < 0 ||
            static_cast<std::size_t>(step.b) >= imports_.size())
            continue;
        const ImportName& name = imports_[static_cast<std::size_t>(step.b)];
        if (name.accessor() || name.arguments >= 0) continue;
        counts_imports_ = false;
        member |= !name.type.empty();
    }
    // Functions that extend a struct count as others do; where no member has a number, members have none.
    constexpr std::int32_t members_since = 90;
    counts_members_ = !member || script_.scom().version >= members_since ||
                      std::ranges::any_of(imports_, [](const ImportName& name) {
                          return !name.type.empty() && name.form == ImportName::Form::function;
                      });
}

/// A source can give a function that name, which no other has.
bool Block::gives_name(std::string_view name, std::set<std::string_view>& taken) const {
    std::string_view plain;
    const bool counted = number_behind(name, '$', plain) >= 0;
    const std::size_t colons = plain.rfind("::");
    const bool owned = colons != std::string_view::npos;
    return counted == counts_exports_ && (!owned || is_declarable(plain.substr(0, colons))) &&
           is_declarable(owned ? plain.substr(colons + 2) : plain) && taken.insert(plain).second;
}

/// The first value on a method's stack, in front of its locals, is a word that no source writes.
bool Block::is_method(const Extent& function) const {
    std::uint32_t at = function.first;
    while (at + 2 < function.end && !steps_[at].is(Op::regtoreg, reg_sp, reg_mar)) {
        const Op op = steps_[at++].op;
        if (op != Op::linenum && op != Op::thisbase && op != Op::loopcheckoff && op != Op::loadspoffs &&
            op != Op::memread && op != Op::meminitptr)
            return false;
    }
    return at + 2 < function.end && steps_[at + 1].op == Op::writelit;
}

void Block::find_functions(bool said) {
    for (const auto& [address, name] : script_.entries()) {
        const std::uint32_t first = at(address);
        if (first == nowhere || first >= steps_.size()) continue;
        Extent made;
        made.first = first;
        functions_.push_back(made);
    }
    // What is neither exported nor called says itself where it begins.
    const std::size_t entries = functions_.size();
    for (std::uint32_t i = 0; i < steps_.size(); ++i) {
        if (steps_[i].op != Op::thisbase) continue;
        const std::uint32_t first = at(steps_[i].a);
        const bool begins = first == i || (first + 1 == i && steps_[first].op == Op::linenum);
        const auto known = std::span(functions_).first(entries);
        if (!begins || std::ranges::binary_search(known, first, {}, &Extent::first)) continue;
        functions_.push_back({.first = first});
    }
    std::ranges::sort(functions_, {}, &Extent::first);
    // Code in front of the first is a function that nothing calls.
    if (!steps_.empty() && (functions_.empty() || functions_.front().first != 0))
        functions_.insert(functions_.begin(), Extent{});
    for (std::size_t i = 0; i < functions_.size(); ++i)
        functions_[i].end =
            i + 1 < functions_.size() ? functions_[i + 1].first : static_cast<std::uint32_t>(steps_.size());
    std::set<std::string_view> taken_before;
    for (const Export& each : script_.scom().exports) {
        bool named =
            each.kind() == export_data && is_declarable(each.name) && taken_before.insert(each.name).second;
        const std::uint32_t index =
            each.kind() == export_function ? function_at(static_cast<std::int32_t>(each.offset())) : nowhere;
        if (index != nowhere && functions_[index].exported.empty() && gives_name(each.name, taken_before)) {
            functions_[index].exported = each.name;
            named = true;
        }
        exports_by_name_.push_back(named);
    }
    // Functions that are not exported say nothing of their parameters; those who call them take them back.
    std::vector<std::int32_t> taken(functions_.size(), -1);
    for (std::uint32_t i = 0; i + 2 < steps_.size(); ++i) {
        if (steps_[i].op != Op::littoreg ||
            steps_[i].fixup != static_cast<std::uint8_t>(FixupType::function) || steps_[i + 1].op != Op::call)
            continue;
        const std::uint32_t called = function_at(steps_[i].b);
        if (called == nowhere) continue;
        const std::int32_t bytes = steps_[i + 2].is(Op::sub, reg_sp) ? steps_[i + 2].b / 4 : 0;
        std::int32_t& known = taken[called];
        known = known < 0 ? bytes : std::min(known, bytes);
    }
    for (Extent& each : functions_) {
        std::string_view plain;
        const std::int32_t count = number_behind(each.exported, '$', plain);
        each.variadic = count >= 100;
        each.parameters = each.variadic ? count - 100 : std::max(count, 0);
        if (count < 0) { // nothing says it
            const std::int32_t given = taken[static_cast<std::size_t>(&each - functions_.data())];
            each.parameters = given < 0 ? parameters_read(each) : std::min(given, 100);
        }
        if (each.exported.empty() && is_method(each)) each.type = unnamed_type;
        const std::size_t colons = plain.rfind("::");
        if (colons != std::string_view::npos) {
            each.type = plain.substr(0, colons);
            plain.remove_prefix(colons + 2);
        }
        each.name =
            each.exported.empty() ? "function" + std::to_string(steps_[each.first].at) : std::string(plain);
    }
    if (!said || script_.reflection().functions.empty()) return;
    std::set<std::string, std::less<>> taken_names;
    for (const Extent& each : functions_) taken_names.insert(each.name);
    for (const ImportName& each : imports_) taken_names.emplace(each.name);
    for (Extent& each : functions_) {
        const std::string_view name = script_.label(steps_[each.first].at);
        if (each.exported.empty() && is_name(name) && !taken_names.contains(name)) each.name = name;
    }
}

std::uint32_t Block::function_at(std::int32_t word) const noexcept {
    const std::uint32_t step = at(word);
    const auto found = std::ranges::lower_bound(functions_, step, {}, &Extent::first);
    return found != functions_.end() && found->first == step
               ? static_cast<std::uint32_t>(found - functions_.begin())
               : nowhere;
}

bool Block::same(std::uint32_t first, std::uint32_t other, std::uint32_t count) const noexcept {
    for (std::uint32_t i = 0; i < count; ++i) {
        const Step& left = (*this)[first + i];
        const Step& right = (*this)[other + i];
        if (left.op != right.op || left.a != right.a || left.b != right.b || left.c != right.c ||
            left.fixup != right.fixup || left.apart != right.apart)
            return false;
    }
    return true;
}

} // namespace vellum::ags::decompile
