// See the header.
#include "engines/ags/decompile/assembly.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/bytes.hpp"
#include "base/concat.hpp"
#include "engines/ags/decompile/literals.hpp"
#include "engines/ags/decompile/names_file.hpp"

namespace vellum::ags::decompile {

namespace {

/// "2, 0 : 2" for 2, 0, 1.
std::string numbers_text(std::span<const std::uint32_t> order) {
    std::string text;
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i + 1;
        while (end < order.size() && order[end] == order[end - 1] + 1) ++end;
        if (i > 0) text += ", ";
        text += std::to_string(order[i]);
        if (end - i > 1) text += " : " + std::to_string(end - i);
        i = end;
    }
    return text;
}

/// Nothing if nothing is out of order.
std::string order_text(std::span<const std::uint32_t> order) {
    return std::ranges::is_sorted(order) ? std::string() : "order " + numbers_text(order) + ";";
}

bool is_comment_text(std::string_view text) {
    return text.size() < 64 && std::ranges::all_of(
                                   text,
                                   [](char letter) {
                                       return letter > ' ' && letter < 0x7F &&
                                              !std::string_view("*/\"'").contains(letter);
                                   });
}

} // namespace

Assembly::Assembly(const Block& block) : block_(block) {
    const auto& functions = block.functions();
    const auto count = static_cast<std::uint32_t>(block.steps().size());
    targets_.resize(count + 1);
    functions_of_.assign(count + 1, nowhere);
    orders_.resize(functions.size());
    for (std::uint32_t i = 0; i < functions.size(); ++i)
        for (std::uint32_t at = functions[i].first; at < functions[i].end; ++at) {
            functions_of_[at] = i;
            const Op op = block[at].op;
            if (op != Op::jmp && op != Op::jz && op != Op::jnz) continue;
            const std::uint32_t target = block.target(at);
            if (target != nowhere && target >= functions[i].first && target < functions[i].end)
                targets_[target] = true;
        }
    // Every function adds its fixups at once, and says in which order where it stays instructions; if they
    // are not so, a table says it of all.
    bool by_function = true;
    std::vector<std::vector<std::int32_t>> given(functions.size());
    std::uint32_t last = 0;
    for (const Fixup& fixup : block.script().scom().fixups) {
        if (fixup.type == static_cast<std::uint8_t>(FixupType::pointer)) continue;
        by_function = by_function && block.script().is_regular(fixup);
        const auto after = std::ranges::upper_bound(functions, fixup.position, {}, [&](const Extent& each) {
            return static_cast<std::int32_t>(block[each.first].at);
        });
        if (after == functions.begin()) return;
        const auto function = static_cast<std::uint32_t>(after - functions.begin() - 1);
        if (function < last) return;
        last = function;
        given[function].push_back(fixup.position);
    }
    if (!by_function) return;
    for (std::uint32_t i = 0; i < functions.size(); ++i) {
        std::vector<std::int32_t> sorted = given[i];
        std::ranges::sort(sorted);
        if (std::ranges::adjacent_find(sorted) != sorted.end()) {
            orders_.assign(functions.size(), {});
            return;
        }
        std::vector<std::uint32_t> order;
        for (const std::int32_t position : given[i])
            order.push_back(
                static_cast<std::uint32_t>(std::ranges::lower_bound(sorted, position) - sorted.begin()));
        orders_[i] = order_text(order);
    }
}

std::string number_table(std::string_view word, std::span<const std::uint32_t> numbers) {
    return " " + std::string(word) + " { " + numbers_text(numbers) + " }";
}

std::string extension_table(const Extension& extension, std::size_t code_words) {
    std::string name = extension.name;
    name.resize(scom_extension_name);
    const auto named = std::as_bytes(std::span(name));
    std::vector<std::byte> bytes(named.begin(), named.end());
    bytes.insert(bytes.end(), extension.data.begin(), extension.data.end());
    bytes.resize((bytes.size() + 3) / 4 * 4);
    std::string text =
        concat(" extension { ", extension.name == "sctoc" ? code_words : 0, ", ", extension.data.size());
    for (std::size_t i = 0; i < bytes.size(); i += 4)
        text += ", " + std::to_string(static_cast<std::int32_t>(load_u32(bytes.data() + i)));
    return text + " }";
}

std::string import_table(std::span<const std::string> plain, std::span<const std::string> wanted) {
    std::vector<std::uint32_t> kept;
    for (std::size_t i = 0; i < std::min(plain.size(), wanted.size()); ++i)
        if (plain[i].empty() && !wanted[i].empty()) kept.push_back(static_cast<std::uint32_t>(i));
    return kept.empty() ? std::string() : number_table("imports", kept);
}

namespace {

/// A table whose entries are numbers of `plain`, or what `other` says of those that are not there; nothing if
/// it says nothing.
template <class Entry, class Key, class Other>
std::string entry_table(std::string_view word, std::span<const Entry> plain, std::span<const Entry> wanted,
                        Key&& key, Other&& other) {
    if (std::ranges::equal(plain, wanted)) return {};
    std::string text = " " + std::string(word) + " {";
    std::map<decltype(key(plain.front())), std::vector<std::size_t>> numbers;
    for (std::size_t i = plain.size(); i-- > 0;) numbers[key(plain[i])].push_back(i);
    for (const Entry& one : wanted) {
        if (!text.ends_with('{')) text += ',';
        if (const auto found = numbers.find(key(one)); found != numbers.end() && !found->second.empty()) {
            text += " " + std::to_string(found->second.back());
            found->second.pop_back();
            continue;
        }
        const std::string said = other(one);
        if (said.empty()) return {};
        text += " " + said;
    }
    return text + " }";
}

/// Words of a source, with dots between them.
bool is_dotted_name(std::string_view name) {
    while (true) {
        const std::size_t end = std::min(name.find('.'), name.size());
        if (!is_name(name.substr(0, end))) return false;
        if (end == name.size()) return true;
        name.remove_prefix(end + 1);
    }
}

} // namespace

std::string section_table(std::span<const Section> plain, std::span<const Section> wanted) {
    const auto key = [](const Section& one) { return std::pair(std::string_view(one.name), one.offset); };
    return entry_table("sections", plain, wanted, key, [](const Section& one) {
        return is_dotted_name(one.name) ? std::to_string(one.offset) + " " + one.name : std::string();
    });
}

std::string exported_table(std::span<const Export> plain, std::span<const Export> wanted,
                           const Block& block) {
    const auto key = [](const Export& one) { return std::pair(std::string_view(one.name), one.address); };
    return entry_table("exported", plain, wanted, key, [&](const Export& one) {
        const bool data = one.kind() == export_data;
        const std::uint32_t function = one.kind() == export_function
                                           ? block.function_at(static_cast<std::int32_t>(one.offset()))
                                           : nowhere;
        if (!data && function == nowhere) return std::string();
        std::string text =
            data ? "data " + std::to_string(one.offset()) : "function " + std::to_string(function);
        if (is_declarable(one.name)) return text + " " + one.name;
        for (const char byte : one.name) text += " " + std::to_string(static_cast<unsigned char>(byte));
        return text;
    });
}

std::string fixup_table(std::span<const Fixup> plain, std::span<const Fixup> wanted) {
    if (std::ranges::equal(plain, wanted)) return {};
    std::map<std::pair<std::uint8_t, std::int32_t>, std::vector<std::uint32_t>> there;
    for (std::size_t i = plain.size(); i-- > 0;)
        there[{plain[i].type, plain[i].position}].push_back(static_cast<std::uint32_t>(i));
    std::string text = " fixups { ";
    std::vector<std::uint32_t> run;
    std::size_t taken = 0;
    const auto add = [&](const std::string& entry) {
        if (entry.empty()) return;
        if (!text.ends_with("{ ")) text += ", ";
        text += entry;
    };
    for (const Fixup& one : wanted) {
        const auto found = there.find({one.type, one.position});
        if (found != there.end() && !found->second.empty()) {
            run.push_back(found->second.back());
            found->second.pop_back();
            ++taken;
            continue;
        }
        add(numbers_text(run));
        run.clear();
        add((one.type < fixup_type_count ? std::string(fixup_forms[one.type].name)
                                         : "other " + std::to_string(one.type)) +
            " " + std::to_string(one.position));
    }
    add(numbers_text(run));
    return taken == plain.size() ? text + " }" : std::string();
}

std::string Assembly::literal(const Step& step) const {
    std::string number = std::to_string(step.b);
    static_assert(Script::no_fixup >= fixup_type_count);
    if (step.fixup >= fixup_type_count) return number;
    const FixupForm& form = fixup_forms[step.fixup];
    switch (form.type) {
    case FixupType::string: return instruction_mark(static_cast<std::uint32_t>(step.b));
    case FixupType::function: {
        const std::uint32_t called = block_.function_at(step.b);
        return "func " + (called == nowhere ? number : std::to_string(called));
    }
    case FixupType::import: {
        const auto slot = static_cast<std::size_t>(static_cast<std::uint32_t>(step.b));
        if (slot >= block_.imports().size()) break;
        const std::string& name = block_.script().scom().imports[slot];
        if (name == "__Builtin_DynamicArray::get_Length") return "import Length";
        return "import " + number + (is_comment_text(name) ? " /* " + name + " */" : "");
    }
    default: break;
    }
    return std::string(form.name) + " " + number;
}

std::string Assembly::instruction(std::uint32_t function, std::uint32_t index) const {
    const Step& step = block_[index];
    const std::uint32_t begin = block_[block_.functions()[function].first].at;
    const isa::Row& row = scom_table.rows[static_cast<std::size_t>(step.op) - 1];
    const auto label = [&](std::uint32_t at) { return "L" + std::to_string(block_[at].at - begin); };
    std::string text = targets_[index] ? label(index) + ": " : std::string();
    const auto instances = block_.script().named_instances();
    const auto instance = std::ranges::lower_bound(instances, step.at, {}, &Script::NamedInstance::word);
    if (instance != instances.end() && instance->word == step.at)
        text += "instance " + std::to_string(instance->number) + " ";
    if (step.apart)
        return text + concat("REGTOREG ", register_name(reg_sp), ", ", register_name(reg_mar), "; SUB ",
                             register_name(reg_mar), ", ", step.a, ";");
    text += row.mnemonic;
    if (step.op == Op::thisbase && static_cast<std::uint32_t>(step.a) == begin) return text + ";";
    const std::int32_t values[] = {step.a, step.b, step.c};
    for (std::size_t i = 0; i < row.operands.size() && i < 3; ++i) {
        const isa::OperandSpec& operand = row.operands[i];
        text += i == 0 ? " " : ", ";
        const auto number = static_cast<std::uint32_t>(values[i]);
        if (operand.access != isa::Access::none && !register_name(number).empty()) {
            text += register_name(number);
        } else if (has_literal(row) && i == literal_word - 1) {
            text += literal(step);
        } else if (operand.kind->role == isa::Role::relative) {
            const std::uint32_t target = block_.target(index);
            const bool inside = target != nowhere && functions_of_[target] == function;
            text += inside ? label(target) : std::to_string(values[i]);
        } else {
            text += std::to_string(values[i]);
        }
    }
    return text + ";";
}

} // namespace vellum::ags::decompile
