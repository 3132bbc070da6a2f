#include "code/cpp.hpp"

#include <set>

#include "base/concat.hpp"
#include "code/flow.hpp"

namespace vellum::code {

namespace {

using Kind = Operand::Kind;

[[nodiscard]] std::string_view sign_of(Condition condition) {
    switch (condition) {
    case Condition::eq: return " == ";
    case Condition::ne: return " != ";
    case Condition::lt:
    case Condition::below: return " < ";
    case Condition::ge:
    case Condition::not_below: return " >= ";
    case Condition::gt:
    case Condition::above: return " > ";
    case Condition::le:
    case Condition::not_above: return " <= ";
    }
    return " == ";
}
[[nodiscard]] bool is_signed(Condition condition) {
    return condition >= Condition::lt && condition <= Condition::le;
}

class Writer {
  public:
    Writer(const Function& function, const CppNames& names)
        : f_(function), names_(names), flow_(find_flow(function, 0, 0)) {}
    std::string run();

  private:
    void line(std::string_view text) { text_ += concat("    ", text, "\n"); }
    /// A number of 32 bits, or with `wide` of 64.
    [[nodiscard]] std::string value(const Operand& operand, bool wide = false) const;
    [[nodiscard]] std::string place(const Instruction& one) const;
    [[nodiscard]] std::string goes(std::uint32_t label) const {
        const std::uint32_t exit = f_.labels[label].exit;
        return exit == Label::here ? concat("goto label_", label, ";") : concat("goto leave_", label, ";");
    }
    [[nodiscard]] std::string home(std::uint32_t variable) const {
        return concat("at(c->frame, ", f_.variables[variable].home, ")");
    }
    [[nodiscard]] std::string condition(const Instruction& one) const;
    void assign(const Operand& d, const std::string& text, bool wide = false);
    void store_all(const Place& place);
    void load_all(const Place& place);
    void write(std::uint32_t at);
    void read_homes(const Instruction& one);

    const Function& f_;
    const CppNames& names_;
    Flow flow_;
    std::string text_;
};

std::string Writer::value(const Operand& operand, bool wide) const {
    switch (operand.kind) {
    case Kind::variable: return names_.variable(operand.value);
    case Kind::temporary: return wide ? concat("t", operand.value) : concat("u32(t", operand.value, ")");
    case Kind::constant: {
        const auto number = static_cast<std::int32_t>(operand.value);
        return wide && number < 0 ? concat("std::uint64_t(", number, "LL)") : concat(operand.value, "U");
    }
    case Kind::frame: return "address(c->frame)";
    case Kind::bytes: return "address(c->bytes)";
    case Kind::data: return "address(c->data)";
    case Kind::calls: return "address(c->calls)";
    case Kind::count: return "c->count";
    case Kind::context: return "address(c)";
    case Kind::none: break;
    }
    return "0U";
}

std::string Writer::place(const Instruction& one) const {
    const Memory& memory = one.memory;
    std::string base = "c";
    if (memory.base.is(Kind::frame)) base = "c->frame";
    if (memory.base.is(Kind::bytes)) base = "c->bytes";
    if (memory.base.is(Kind::data)) base = "c->data";
    if (memory.base.is(Kind::calls)) base = "c->calls";
    if (memory.base.is(Kind::temporary)) base = value(memory.base, true);
    std::string index;
    if (memory.index.is(Kind::temporary)) index = concat("i64(", value(memory.index, true), ") + ");
    if (one.op != Op::branch_memory && one.a.is(Kind::variable))
        index = concat("i64(", value(one.a), ") * ", one.width, " + ");
    return concat("at(", base, ", ", index, memory.offset, ")");
}

void Writer::assign(const Operand& d, const std::string& text, bool wide) {
    const bool narrow = d.is(Kind::temporary) && !wide;
    line(concat(value(d, true), " = ", narrow ? concat("u32(", text, ")") : text, ";"));
}

std::string Writer::condition(const Instruction& one) const {
    const auto both = [&](std::string_view around, bool wide) {
        const auto side = [&](const Operand& operand) {
            return around.empty() ? value(operand, wide) : concat(around, "(", value(operand, wide), ")");
        };
        return concat(side(one.a), sign_of(one.condition), side(one.b));
    };
    switch (one.op) {
    case Op::branch_real:
    case Op::set_real: return one.negated ? concat("!(", both("f32", false), ")") : both("f32", false);
    case Op::branch_wide: return both(is_signed(one.condition) ? "i64" : "", true);
    case Op::branch_memory:
        return concat(value(one.a, one.width == 8), sign_of(one.condition), "load<std::uint", 8 * one.width,
                      "_t>(", place(one), ")");
    case Op::branch:
    case Op::set:
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
    case Op::shl:
    case Op::sar:
    case Op::shr:
    case Op::div:
    case Op::mod:
    case Op::add_wide:
    case Op::sub_wide:
    case Op::shl_wide:
    case Op::fadd:
    case Op::fsub:
    case Op::fmul:
    case Op::fdiv:
    case Op::square_root:
    case Op::real_of_integer:
    case Op::integer_below:
    case Op::integer_towards:
    case Op::move:
    case Op::load:
    case Op::load_signed:
    case Op::store:
    case Op::jump:
    case Op::label:
    case Op::count:
    case Op::budget:
    case Op::charge:
    case Op::helper:
    case Op::invoke:
    case Op::call:
    case Op::wide:
    case Op::call_other:
    case Op::ret:
    case Op::remark: break;
    }
    return both(is_signed(one.condition) ? "i32" : "", false);
}

/// Variables that others share are in their homes only.
void Writer::read_homes(const Instruction& one) {
    for (const Operand* const operand : {&one.a, &one.b})
        if (operand->is(Kind::variable) && f_.variables[operand->value].in_memory)
            line(concat(names_.variable(operand->value), " = load<std::uint32_t>(", home(operand->value),
                        ");"));
}

void Writer::store_all(const Place& place) {
    for (const std::uint32_t number : flow_.stored(place)) {
        const Web& web = flow_.webs[number];
        if (web.written && !f_.variables[web.variable].in_memory)
            line(concat("store<std::uint32_t>(", home(web.variable), ", ", names_.variable(web.variable),
                        ");"));
    }
}

void Writer::load_all(const Place& place) {
    for (const std::uint32_t number : flow_.loaded(place)) {
        const std::uint32_t variable = flow_.webs[number].variable;
        line(concat(names_.variable(variable), " = load<std::uint32_t>(", home(variable), ");"));
    }
}

void Writer::write(std::uint32_t at) {
    const Instruction& one = f_.code[at];
    read_homes(one);
    const auto infix = [&](std::string_view sign, bool wide = false) {
        assign(one.d, concat(value(one.a, wide), sign, value(one.b, wide)), wide);
    };
    const auto function = [&](std::string_view name) {
        assign(one.d, concat(name, "(", value(one.a), ", ", value(one.b), ")"));
    };
    switch (one.op) {
    case Op::add: infix(" + "); break;
    case Op::sub: infix(" - "); break;
    case Op::mul: infix(" * "); break;
    case Op::bit_and: infix(" & "); break;
    case Op::bit_or: infix(" | "); break;
    case Op::bit_xor: infix(" ^ "); break;
    case Op::shl: assign(one.d, concat(value(one.a), " << (", value(one.b), " & 31U)")); break;
    case Op::shr: assign(one.d, concat(value(one.a), " >> (", value(one.b), " & 31U)")); break;
    case Op::sar: function("shift_right"); break;
    case Op::div: function("divide"); break;
    case Op::mod: function("remainder"); break;
    case Op::add_wide: infix(" + ", true); break;
    case Op::sub_wide: infix(" - ", true); break;
    case Op::shl_wide:
        assign(one.d, concat("std::uint64_t{", value(one.a), "} << ", value(one.b)), true);
        break;
    case Op::fadd: function("fadd"); break;
    case Op::fsub: function("fsub"); break;
    case Op::fmul: function("fmul"); break;
    case Op::fdiv: function("fdiv"); break;
    case Op::move: assign(one.d, value(one.a)); break;
    case Op::load:
        assign(one.d, concat("load<std::uint", 8 * one.width, "_t>(", place(one), ")"), true);
        break;
    case Op::load_signed:
        assign(one.d,
               concat("static_cast<std::uint32_t>(std::int32_t{load<std::int16_t>(", place(one), ")})"));
        break;
    case Op::store:
        line(concat("store<std::uint", 8 * one.width, "_t>(", place(one), ", ", value(one.b, one.width == 8),
                    ");"));
        break;
    case Op::set:
    case Op::set_real: assign(one.d, concat(condition(one), " ? 1U : 0U")); break;
    case Op::branch:
    case Op::branch_wide:
    case Op::branch_memory:
    case Op::branch_real: line(concat("if (", condition(one), ") ", goes(one.label))); break;
    case Op::jump: line(goes(one.label)); break;
    case Op::label: text_ += concat("[[maybe_unused]] label_", one.label, ":\n"); break;
    case Op::count: line(concat("c->count += ", one.number, ";")); break;
    case Op::budget:
    case Op::charge:
        line(concat("if (c->count + ", one.number, " >= c->limit) ", goes(one.label)));
        if (one.op == Op::charge) line(concat("c->count += ", one.number, ";"));
        break;
    case Op::helper:
        store_all(flow_.at_instruction[at]);
        line(concat("if (const std::int32_t left = ", names_.helper(one.function), "(c, ", one.number,
                    "); left >= 0) return static_cast<std::uint32_t>(left);"));
        load_all(flow_.at_instruction[at]);
        break;
    case Op::square_root:
    case Op::real_of_integer:
    case Op::integer_below:
    case Op::integer_towards:
    case Op::invoke:
    case Op::wide: break; // never written for translations
    case Op::call: {
        const CallSite& site = f_.sites[one.site];
        store_all(flow_.at_instruction[at]);
        line(concat("if (const std::uint32_t left = call(c, ", one.number, ", ", site.note, ", ", site.frame,
                    ", ", site.bytes, "); left != returned) return left;"));
        load_all(flow_.at_instruction[at]);
        break;
    }
    case Op::call_other:
        store_all(flow_.at_instruction[at]);
        line(concat("if (const std::uint32_t left = call_other(c, ", one.number,
                    "); left != returned) return left;"));
        load_all(flow_.at_instruction[at]);
        break;
    case Op::ret:
        store_all(flow_.at_instruction[at]);
        line(concat("return returned | ", one.number, "U;"));
        break;
    case Op::remark:
        if (const std::string remark = names_.remark(one.number); !remark.empty()) line("// " + remark);
        break;
    }
    if (one.d.is(Kind::variable) && one.op != Op::helper && f_.variables[one.d.value].in_memory)
        line(concat("store<std::uint32_t>(", home(one.d.value), ", ", names_.variable(one.d.value), ");"));
}

std::string Writer::run() {
    if (!flow_.found) return {};
    text_ = concat("std::uint32_t ", names_.function, "(TranslationContext* c, std::uint32_t entry) {\n");
    std::set<std::uint32_t> used;
    for (const Instruction& one : f_.code)
        for (const Operand* const operand : {&one.d, &one.a, &one.b})
            if (operand->is(Kind::variable)) used.insert(operand->value);
    for (const Web& web : flow_.webs) used.insert(web.variable);
    for (const std::uint32_t variable : used)
        line(concat("[[maybe_unused]] std::uint32_t ", names_.variable(variable), " = 0;"));
    line("[[maybe_unused]] std::uint64_t t0 = 0, t1 = 0, t2 = 0;");
    line("switch (entry) {");
    std::uint32_t number = 1;
    for (std::uint32_t label = 0; label < f_.labels.size(); ++label) {
        if (!f_.labels[label].entry) continue;
        line(concat("case ", number++, ":"));
        load_all(flow_.at_label[label]);
        line(goes(label));
    }
    line("default: break;");
    line("}");
    load_all(flow_.at_label[f_.code.front().label]);
    for (std::uint32_t at = 0; at < f_.code.size(); ++at) write(at);
    for (std::uint32_t label = 0; label < f_.labels.size(); ++label) {
        if (f_.labels[label].exit == Label::here) continue;
        text_ += concat("[[maybe_unused]] leave_", label, ":\n");
        store_all(flow_.at_label[label]);
        line(concat("return ", f_.labels[label].exit, "U;"));
    }
    text_ += "}\n";
    return std::move(text_);
}

} // namespace

std::string write_cpp(const Function& function, const CppNames& names) {
    return Writer(function, names).run();
}

} // namespace vellum::code
