// The reference disassembler's text format, described in the reference under "listing format".
#include "reference_listing.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string_view>

#include "base/bytes.hpp"
#include "engines/pathologic/isa/operands.hpp"
#include "engines/pathologic/isa/tables.hpp"

namespace vellum::pathologic::test {

namespace {

std::string hex(std::uint32_t value) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%x", value);
    return text;
}

/// Python's repr of round(x, 5).
std::string real(std::uint32_t bits) {
    const double exact = std::bit_cast<float>(bits);
    char fixed[400];
    std::snprintf(fixed, sizeof fixed, "%.5f", exact);
    const double value = std::strtod(fixed, nullptr);
    char text[64];
    const auto scientific = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific);
    const std::string_view digits(text, static_cast<std::size_t>(scientific.ptr - text));
    const int exponent = std::atoi(std::string(digits.substr(digits.find('e') + 1)).c_str());
    if (value != 0 && (exponent < -4 || exponent >= 16)) return std::string(digits);
    const auto plain = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed);
    std::string result(text, plain.ptr);
    if (result.find('.') == std::string::npos) result += ".0";
    return result;
}

std::string types(std::span<const VariableType> list) {
    std::string text;
    for (const VariableType type : list) {
        if (!text.empty()) text += ", ";
        text += operands::type_name(static_cast<std::uint32_t>(type));
    }
    return text;
}

std::string pushed_types(std::span<const std::uint32_t> list) {
    std::vector<VariableType> tags;
    for (const std::uint32_t tag : list) tags.push_back(static_cast<VariableType>(tag));
    return types(tags);
}

std::string stack(std::uint32_t v) { return "Stack[-" + std::to_string(v) + "]"; }
std::string task(std::uint32_t v) { return "Stack[" + std::to_string(v) + " + Tasks[-1].StackPointer]"; }
std::string either(bool is_task, std::uint32_t v) { return is_task ? task(v) : stack(v); }
std::string short_either(bool is_task, std::uint32_t v) {
    return is_task ? "Stack[" + std::to_string(v) + " + StackPtr]" : stack(v);
}

const std::map<std::string_view, std::string_view>& operators() {
    static const std::map<std::string_view, std::string_view> symbols{
        {"Add", "+"}, {"Sub", "-"}, {"Mult", "*"},    {"Div", "/"},   {"Mod", "%"},   {"And", "&"},
        {"Or", "|"},  {"Xor", "^"}, {"Eq", "=="},     {"Neq", "!="},  {"LT", "<"},    {"GT", ">"},
        {"LE", "<="}, {"GE", ">="}, {"Sqrt", "Sqrt"}, {"Sin", "Sin"}, {"Cos", "Cos"}, {"ASin", "ASin"}};
    return symbols;
}

class Printer {
  public:
    explicit Printer(const Script& script) : script_(script), code_(script.instructions) {}

    std::string run() {
        tables();
        for (std::size_t i = 0; i < code_.instructions.size(); ++i) {
            out_ += hex(static_cast<std::uint32_t>(i)) + ": " + instruction(i) + "\n";
            const Op op = operation(script_.numbering, code_.instructions[i].row);
            if (op == Op::JumpB || op == Op::Jump || op == Op::Call || op == Op::Return) out_ += "\n";
        }
        return std::move(out_);
    }

  private:
    void tables() {
        out_ += "GlobalVarCount = " + std::to_string(script_.globals.size()) + "\n";
        for (std::size_t i = 0; i < script_.globals.size(); ++i)
            out_ += "\tG_VAR_" + std::to_string(i) + " " +
                    std::string(operands::type_name(static_cast<std::uint32_t>(script_.globals[i].type))) +
                    " " + script_.globals[i].name + "\n";
        out_ += "\nStrings:\n";
        pool();
        out_ += "\nImport:\n";
        for (const Import& import : script_.imports)
            out_ += "\t" + import.name + " (" + std::to_string(import.argument_count) + " args)\n";
        out_ += "\nRunOp = " + hex(script_.run_address) + "\nRunTask = " + std::to_string(script_.run_task) +
                "\n";
        out_ += "\nGlobalTasks: \n";
        for (std::size_t i = 0; i < script_.tasks.size(); ++i) {
            const Task& entry = script_.tasks[i];
            out_ += "\tGTASK_" + std::to_string(i) + " ";
            if (!entry.variables.empty()) out_ += "Vars = (" + types(entry.variables) + ")";
            out_ += " Params = " + std::to_string(entry.parameter_count) + "\n";
            for (const EventHandler& handler : entry.events) event("\t\t", handler);
        }
        out_ += "\n";
        if (!script_.events.empty()) {
            out_ += "Events:\n";
            for (const EventHandler& handler : script_.events) event("", handler);
        }
        out_ += "\n";
    }

    void event(std::string_view indent, const EventHandler& handler) {
        out_ += std::string(indent) + "EVENT_" + std::to_string(handler.id) +
                " Op = " + hex(handler.address) + " Vars = (" + types(handler.variables) + ")\n";
    }

    void pool() {
        std::uint32_t at = 0;
        while (at < script_.pool.size()) {
            const bool wide = at + 1 < script_.pool.size() && script_.pool[at + 1] == std::byte{0};
            const std::string text = wide ? script_.wide_string(at) : std::string(script_.ascii_name(at));
            if (text.empty()) break;
            out_ += "\t" + text + "\n";
            at += static_cast<std::uint32_t>(wide ? text.size() * 2 + 2 : text.size() + 1); // texts are ASCII
        }
    }

    [[nodiscard]] std::string text(std::uint32_t offset) const {
        return "\"" + script_.wide_string(offset) + "\"";
    }

    [[nodiscard]] static std::string vector(std::span<const std::uint32_t> v) {
        return "CVector(" + real(v[0]) + ", " + real(v[1]) + ", " + real(v[2]) + ")";
    }

    [[nodiscard]] static std::string arguments(std::span<const std::uint32_t> pairs) {
        std::string list;
        for (std::size_t i = 0; i < pairs.size(); i += 2) {
            if (i != 0) list += ", ";
            list += stack(pairs[i]);
        }
        return list;
    }

    std::string instruction(std::size_t index) {
        const isa::Instruction& decoded = code_.instructions[index];
        const std::span<const std::uint32_t> v = code_.operands(decoded);
        const Op op = operation(script_.numbering, decoded.row);
        const bool hd = script_.numbering == Numbering::hd;
        const auto number = [](std::uint32_t value) {
            return std::to_string(static_cast<std::int32_t>(value));
        };
        switch (op) {
        case Op::Mov: return stack(v[1]) + " = " + stack(v[0]);
        case Op::MovB: return stack(v[0]) + " = (bool) " + number(v[1]);
        case Op::MovI: return stack(v[0]) + " = (int) " + number(v[1]);
        case Op::MovF: return stack(v[0]) + " = (float) " + real(v[1]);
        case Op::MovS: return stack(v[0]) + " = " + text(v[1]);
        case Op::MovV: return stack(v[0]) + " = " + vector(v.subspan(1));
        case Op::MovT: return stack(v[1]) + " = " + task(v[0]);
        case Op::TMov: return task(v[1]) + " = " + stack(v[0]);
        case Op::TMovB: return task(v[0]) + " = (bool)" + number(v[1]);
        case Op::TMovI: return task(v[0]) + " = (int)" + number(v[1]);
        case Op::TMovF: return task(v[0]) + " = (float)" + real(v[1]);
        case Op::TMovS: return task(v[0]) + " = " + text(v[1]);
        case Op::TMovV: return task(v[0]) + " = " + vector(v.subspan(1));
        case Op::TMovT: return task(v[1]) + " = " + task(v[0]);
        case Op::Jump: return "GOTO " + hex(v[0]);
        case Op::JumpB:
            return "IF (" + stack(v[0]) + " == " + std::to_string(v[3] >> 8U) + ") GOTO " + hex(v[1]) +
                   "; Pop(" + std::to_string(v[3] & 0xFFU) + ")";
        case Op::Push: return "Push(" + stack(v[0]) + ")";
        case Op::PushB: return "Push((bool) " + number(v[0]) + ")";
        case Op::PushI: return "Push((int) " + number(v[0]) + ")";
        case Op::PushF: return "Push((float)" + real(v[0]) + ")";
        case Op::PushS: return "Push(" + text(v[0]) + ")";
        case Op::PushT: return "Push( " + task(v[0]) + " )";
        case Op::PushVec: return "Push(" + vector(v) + ")";
        case Op::PushV: return "PushEmpty(" + pushed_types(v.subspan(1)) + ")";
        case Op::PushE: {
            // That disassembler takes the addressing from the index's top byte, so it hardly ever sees a task
            // variable.
            const auto component = static_cast<std::int8_t>(v[2] & 0xFFU);
            return "Push(CvectorIndex(" + either((v[2] >> 24U) != 0, v[0]) + ", " +
                   std::to_string(component) + "))";
        }
        case Op::PushGE: return "Push(GlobalVars[" + number(v[0]) + "])";
        case Op::PopGE:
            return "GlobalVars[" + number(v[0]) + "] = Stack[-1]; Pop(" + ((v[1] & 1U) != 0 ? "0" : "1") +
                   ")";
        case Op::PopE:
            return "CvectorIndex(" + either((v[2] & 1U) != 0, v[0]) + ", " + number(v[1]) + ") = Stack[-1];";
        case Op::Pop: return "Pop(" + number(v[0]) + ")";
        case Op::SetNull: return stack(v[0]) + " = 0";
        case Op::SetNullT: return task(v[0]) + " = 0";
        case Op::Call: return (hd ? "Call2 " : "Call ") + hex(v[0]);
        case Op::Return: return "Return(); Pop(" + number(v[0]) + ")";
        case Op::TaskCall: {
            entered_.push_back(v[0]);
            return "Push(" + block(v[0]) + "); TaskCall(" + number(v[0]) + ")";
        }
        case Op::TaskReturn: {
            const std::uint32_t left = entered_.back();
            entered_.pop_back();
            return "Pop(" + block(left) + "); TaskReturn";
        }
        case Op::Func: return "@ " + script_.imports[v[0]].name + "(" + arguments(v.subspan(1)) + ")";
        case Op::ObjFunc:
        case Op::TObjFunc:
            return "@@ " + std::string(script_.ascii_name(v[1])) + "(" + arguments(v.subspan(3)) + ")";
        case Op::EventEnable: return "EventEnable(" + number(v[0]) + ")";
        case Op::EventDisable: return "EventDisable(" + number(v[0]) + ")";
        default: return arithmetic(op, v, code_.row(decoded).mnemonic);
        }
    }

    [[nodiscard]] std::string block(std::uint32_t id) const {
        const Task& entry = script_.tasks[id];
        return "-" + std::to_string(entry.parameter_count) + ", " + std::to_string(entry.variables.size());
    }

    /// Everything with a mode byte.
    static std::string arithmetic(Op op, std::span<const std::uint32_t> v, std::string_view mnemonic) {
        const std::uint32_t mode = v.back();
        const bool stores = mnemonic.ends_with('2');
        if (stores) mnemonic.remove_suffix(1);
        const std::string pops = "Pop(" + std::to_string(mode & (0x7FU >> (v.size() - 2))) + ")";
        const bool a_task = (mode & 0x80U) != 0;
        const bool b_task = (mode & 0x40U) != 0;
        const std::string a = either(a_task, v[0]);
        if (op == Op::FuncExist)
            return pops + "; Push(IsFuncExist(" + a + ", " + either(b_task, v[1]) + ", " +
                   either((mode & 0x20U) != 0, v[2]) + "))";
        if (op == Op::FuncExist2)
            return either((mode & 0x10U) != 0, v[3]) + " = FuncExist2(" + a + ", " + either(b_task, v[1]) +
                   ", " + either((mode & 0x20U) != 0, v[2]) + "); " + pops;
        const bool unary = v.size() == (stores ? 3U : 2U);
        const std::string target =
            stores ? either((mode & (unary ? 0x40U : 0x20U)) != 0, v[v.size() - 2]) : std::string();
        if (op == Op::Pow) return either(b_task, v[1]) + " = Pow(" + a + "); " + pops + ";";
        if (op == Op::Pow2) return target + " = Pow(" + a + ", " + either(b_task, v[1]) + "); " + pops + ";";
        if (op == Op::CString2) return target + " = NEW1(" + a + "); " + pops;
        if (unary) {
            if (mnemonic == "NullEq" || (mnemonic == "Not" && !stores))
                return stores ? target + " = " + a + " == 0; " + pops + ";"
                              : pops + "; Push((bool) " + a + " == 0)";
            if (mnemonic == "NullNeq")
                return stores ? target + " = " + a + " != 0; " + pops + ";"
                              : pops + "; Push(( " + a + " != 0 )";
            if (mnemonic == "Neg")
                return stores ? target + " = -" + a + "; " + pops + ";" : pops + "; Push(( -" + a + ")";
            if (mnemonic == "Not") return target + " = !" + a + "; " + pops + ";";
            const std::string call = std::string(operators().at(mnemonic)) + "(" + a + ")";
            return stores ? target + " = " + call + "; " + pops + ";" : pops + "; Push(" + call + ")";
        }
        const std::string_view symbol = operators().at(mnemonic);
        if (stores)
            return target + " = " + a + " " + std::string(symbol) + " " + either(b_task, v[1]) + "; " + pops +
                   ";";
        const bool comparison = op >= Op::Eq && op <= Op::GE;
        if (comparison)
            return pops + "; Push((bool) " + a + " " + std::string(symbol) + " " + either(b_task, v[1]) + ")";
        return pops + "; Push(" + short_either(a_task, v[0]) + " " + std::string(symbol) + " " +
               short_either(b_task, v[1]) + ");";
    }

    const Script& script_;
    const isa::Code& code_;
    std::vector<std::uint32_t> entered_;
    std::string out_;
};

} // namespace

std::string reference_listing(const Script& script) { return Printer(script).run(); }

} // namespace vellum::pathologic::test
