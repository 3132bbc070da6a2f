// Linking: exports become symbols, imports find them, fixups are applied, code becomes steps. The order of
// look-ups is the engine's (docs/engines/ags.md, "Linking"): scripts first, then what the library has itself,
// then the host.
#include <algorithm>

#include "base/bytes.hpp"
#include "base/number.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/machine/environment.hpp"
#include "engines/ags/machine/fast/code.hpp"
#include "vellum/engine.hpp"

namespace vellum::ags {

namespace {

constexpr std::size_t most_instances = 1024;
constexpr std::int32_t variadic_arity = 100;

/// "Name" and N of "Name^N"; -1 without.
std::string_view split_import(std::string_view import, std::int32_t& arity) {
    arity = -1;
    const std::size_t caret = import.rfind('^');
    if (caret == std::string_view::npos) return import;
    arity = whole_number<std::int32_t>(import.substr(caret + 1)).value_or(-1);
    return import.substr(0, caret);
}

/// Which native an import asks the host for.
void describe_native(std::string_view import, Callee& callee) {
    std::int32_t arity = -1;
    const std::string_view name = split_import(import, arity);
    callee.arity = arity >= variadic_arity ? -1 : arity;
    const std::size_t colons = name.find("::");
    if (colons == std::string_view::npos) {
        callee.name = name;
        return;
    }
    callee.owner = name.substr(0, colons);
    const std::string_view member = name.substr(colons + 2);
    struct Accessor {
        std::string_view prefix;
        NativeKind kind;
        std::int32_t arity;
    };
    static constexpr Accessor accessors[] = {{"get_", NativeKind::getter, 0},
                                             {"set_", NativeKind::setter, 1},
                                             {"geti_", NativeKind::getter, 1},
                                             {"seti_", NativeKind::setter, 2}};
    callee.native_kind = NativeKind::method;
    callee.name = member;
    for (const Accessor& accessor : accessors) {
        if (!member.starts_with(accessor.prefix)) continue;
        callee.native_kind = accessor.kind;
        callee.name = member.substr(accessor.prefix.size());
        callee.arity = accessor.arity;
    }
}

/// True if the steps behind a call use its result, in AX, as an object: they store it as a pointer, make it
/// the receiver of a call, or bring it to MAR, by way of the stack where an index is computed first.
bool used_as_object(std::span<const Step> steps) {
    bool pushed = false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto& [op, a, b, word, value, extra] = steps[i];
        if (op == Op::meminitptr || op == Op::memwriteptr || op == Op::callobj) return !pushed && a == reg_ax;
        if (op == Op::popreg && pushed)
            return a == reg_mar && i + 1 < steps.size() &&
                   (steps[i + 1].op == Op::checknull || steps[i + 1].op == Op::regtoreg);
        const bool pushes = op == Op::pushreg && !pushed && (a == reg_ax || a == reg_mar);
        const bool pops = op == Op::popreg && a != reg_ax;
        const bool loads = (op == Op::littoreg || op == Op::memread) && (pushed || a != reg_ax);
        const bool copies = op == Op::regtoreg && (pushed || b != reg_ax); // from a to b
        if (!pushes && !pops && !loads && !copies && op != Op::subrealstack && op != Op::loadspoffs)
            return false;
        pushed = pushed || (pushes && a == reg_ax);
    }
    return false;
}

} // namespace

Instance::Instance() = default;
Instance::Instance(Instance&&) noexcept = default;
Instance& Instance::operator=(Instance&&) noexcept = default;
Instance::~Instance() = default;

Result<std::uint32_t> Environment::add(std::shared_ptr<const Script> script, std::string kind) {
    if (instances_.size() >= most_instances)
        return fail(codes::link_limit,
                    "Too many active script instances, the limit is " + std::to_string(most_instances));
    Instance& instance = instances_.emplace_back();
    instance.number = static_cast<std::uint32_t>(instances_.size() - 1);
    instance.kind = std::move(kind);
    instance.data = script->scom().data;
    data_places_.push_back(instance.data.data());
    pool_.note_change();
    instance.script = std::move(script);
    for (const Fixup& fixup : instance.script->scom().fixups) {
        if (fixup.type != static_cast<std::uint8_t>(FixupType::pointer) || fixup.position < 0 ||
            static_cast<std::size_t>(fixup.position) + 4 > instance.data.size())
            continue;
        instance.pointer_cells.push_back(static_cast<std::uint32_t>(fixup.position));
    }
    std::sort(instance.pointer_cells.begin(), instance.pointer_cells.end());
    add_exports(instance);
    return instance.number;
}

void Environment::add_exports(Instance& instance) {
    const Script& script = *instance.script;
    for (std::uint32_t number = 0; number < script.scom().exports.size(); ++number) {
        const Export& entry = script.scom().exports[number];
        Symbol symbol;
        if (entry.kind() == export_function && script.code()->at(entry.offset()) >= 0) {
            instance.functions.try_emplace(std::string(plain_function_name(entry.name)), number);
            if (exports_.contains(entry.name)) continue;
            Callee callee;
            callee.kind = CalleeKind::script;
            callee.import = entry.name;
            callee.name = plain_function_name(entry.name);
            callee.arity = exported_parameters(entry.name);
            callee.instance = instance.number;
            callee.address = entry.offset();
            callees_.push_back(std::move(callee));
            symbol.word = address_word(Tag::code, static_cast<std::uint32_t>(callees_.size() - 1));
            by_plain_name_.try_emplace(std::string(plain_function_name(entry.name)), entry.name);
        } else if (entry.kind() == export_data && entry.offset() <= instance.data.size()) {
            symbol.word = address_word(Tag::data, instance.number, entry.offset());
            symbol.data = true;
        } else
            continue;
        exports_.try_emplace(entry.name, symbol);
    }
}

bool Environment::resolve_export(const std::string& import, Word& word) const {
    std::int32_t arity = -1;
    const std::string name(split_import(import, arity));
    const auto take = [&](const std::string& exported) {
        const auto found = exports_.find(exported);
        if (found == exports_.end()) return false;
        word = found->second.word;
        return true;
    };
    if (take(import)) return true;
    if (import.find('^') != std::string::npos)
        return take(name + "$" + import.substr(name.size() + 1)) || take(name);
    const auto first = by_plain_name_.find(name);
    return first != by_plain_name_.end() && take(first->second);
}

bool Environment::resolve_native(const std::string& import, Word& word) {
    Callee callee;
    callee.import = import;
    describe_native(import, callee);
    std::int32_t arity = -1;
    const std::string_view plain = split_import(import, arity);
    const BuiltinEntry* entry = play != nullptr ? find_played(plain, arity) : nullptr;
    if (entry == nullptr) entry = find_builtin(plain, arity);
    if (entry == nullptr || entry->gives_way) callee.native = host_.resolve(callee.key());
    if (entry != nullptr && (!callee.native || callee.native.stand_in)) {
        callee.native = {};
        callee.kind = CalleeKind::builtin;
        callee.builtin = entry->function;
        callee.pure = entry->pure;
        callee.gives_real = entry->gives_real;
        callee.computes = entry->computes;
        callee.least_arguments = entry->arity % variadic_arity;
    } else {
        if (const Signature* signature = callee.native.signature; signature != nullptr) {
            for (const Parameter& parameter : signature->parameters) callee.types.push_back(parameter.type);
            callee.takes_booleans = std::ranges::find(callee.types, Type::boolean) != callee.types.end();
            callee.gives_real = signature->result == Type::real;
        }
        if (!callee.native) return false;
        if (callee.native.stand_in) callee.stand_in = find_stand_in(callee);
        if (const Builtin kept = callee.native.stand_in && play != nullptr ? find_kept(callee) : nullptr) {
            callee.native = {};
            callee.types.clear();
            callee.kind = CalleeKind::builtin;
            callee.builtin = kept;
        }
    }
    callees_.push_back(std::move(callee));
    word = address_word(Tag::code, static_cast<std::uint32_t>(callees_.size() - 1));
    return true;
}

bool Environment::resolve_variable(const std::string& import, Word& word) {
    HostVariable variable;
    variable.name = import;
    const auto real = [](const Native& native) { return native && !native.stand_in; };
    const Native single = host_.resolve({NativeKind::getter, {}, import, 0});
    // An array says its element's size, or is known by an index alone.
    const Native size = host_.resolve({NativeKind::getter, import, "@size", 0});
    const Native element = host_.resolve({NativeKind::getter, {}, import, 1});
    if (real(element) && (real(size) || !real(single))) {
        Value bytes(std::int32_t{1});
        if (real(size)) call_native(size, {}, bytes, 0);
        variable.get = element;
        variable.element_size = static_cast<std::uint32_t>(std::max(bytes.integer(), 1));
    } else if (real(single)) {
        variable.get = single;
        const Native set = host_.resolve({NativeKind::setter, {}, import, 1});
        if (real(set)) variable.set = set;
    } else if (!single)
        return false;
    variables_.push_back(std::move(variable));
    word = address_word(Tag::variable, static_cast<std::uint32_t>(variables_.size() - 1));
    return true;
}

bool Environment::resolve(const std::string& import, bool called, Word& word) {
    if (resolve_export(import, word)) return true;
    const bool function =
        called || import.find('^') != std::string::npos || import.find("::") != std::string::npos;
    const std::string key = (function ? "f " : "v ") + import;
    const auto known = resolved_.find(key);
    if (known != resolved_.end()) {
        word = known->second;
        return true;
    }
    if (!(function ? resolve_native(import, word)
                   : resolve_variable(import, word) || resolve_native(import, word)))
        return false;
    resolved_.emplace(key, word);
    return true;
}

/// Numbers of types in the place of the script's own ids.
void Environment::name_types(Instance& instance) {
    const auto numbers = types_.add(instance.script->reflection());
    const auto number_of_type = [&](std::uint32_t id) {
        const auto found = numbers.find(id);
        return found == numbers.end() ? 0U : found->second;
    };
    for (Step& step : instance.steps) {
        if (step.op == Op::newuserobject2) step.extra = number_of_type(step.extra);
        if (step.op == Op::newarray2) step.extra = types_.is_managed(number_of_type(step.extra)) ? 1 : 0;
        if (step.op == Op::dynamiccast) step.value = integer_word(number_of_type(number_of(step.value)));
    }
}

void Environment::build_steps(Instance& instance) {
    const Script& script = *instance.script;
    const isa::Code& code = *script.code();
    const std::vector<Word>& imports = imports_[instance.number];
    instance.steps.clear();
    instance.steps.reserve(code.instructions.size() + 1);
    instance.step_at.assign(std::size_t{script.words()} + 1, Step::nowhere);
    for (std::uint32_t i = 0; i < code.instructions.size(); ++i)
        instance.step_at[code.instructions[i].address] = i;
    for (std::size_t i = 0; i < code.instructions.size(); ++i) {
        const isa::Instruction& instruction = code.instructions[i];
        Step step;
        step.op = static_cast<Op>(instruction.opcode);
        step.word = instruction.address;
        isa::for_each_operand(code.row(instruction), code.operands(instruction),
                              [&](const isa::OperandSpec& spec, std::span<const std::uint32_t> values) {
                                  if (spec.access != isa::Access::none && register_name(values[0]).empty())
                                      step.op = Op::null;
                                  switch (static_cast<StepField>(spec.param)) {
                                  case in_first_register:
                                      step.a = static_cast<std::uint8_t>(values[0]);
                                      break;
                                  case in_second_register:
                                      step.b = static_cast<std::uint8_t>(values[0]);
                                      break;
                                  case in_value: step.value = integer_word(values[0]); break;
                                  case in_extra: step.extra = values[0]; break;
                                  }
                              });
        if (const auto target = isa::target_of(code, i)) {
            const bool inside = *target >= 0 && *target < static_cast<std::int64_t>(instance.step_at.size());
            const std::uint32_t there =
                inside ? instance.step_at[static_cast<std::size_t>(*target)] : Step::nowhere;
            step.extra = static_cast<std::int32_t>(number_of(step.value)) < 0 ? 1 : 0;
            step.value = there == Step::nowhere ? code.instructions.size() : there; // the last step faults
        }
        const std::uint32_t number = number_of(step.value);
        switch (const std::uint8_t type = script.fixup_at(instruction.address + literal_word);
                static_cast<FixupType>(type)) {
        case FixupType::data: step.value = address_word(Tag::data, instance.number, number); break;
        case FixupType::string: step.value = address_word(Tag::literal, instance.number, number); break;
        case FixupType::import: step.value = number < imports.size() ? imports[number] : 0; break;
        case FixupType::none:
        case FixupType::function:
        case FixupType::pointer:
        case FixupType::stack: break; // stay numbers
        }
        if (step.op == Op::callas) step.op = Op::null; // files never hold it
        instance.steps.push_back(step);
    }
    instance.steps.push_back({Op::null, 0, 0, script.words(), 0, 0});
    // The linker's rewriting: a call through a freshly loaded script function is a far call.
    for (std::size_t i = 0; i + 1 < instance.steps.size(); ++i) {
        const Step& load = instance.steps[i];
        Step& call = instance.steps[i + 1];
        if (load.op != Op::littoreg || call.op != Op::callext || kind_of(load.value) != Tag::code) continue;
        if (callees_[object_of(load.value)].kind == CalleeKind::script) call.op = Op::callas;
    }
}

/// Results of stood-in natives that a script stores as pointers, calls methods of, or looks into. The
/// original compiler leaves the result in AX and has few ways to go on from there.
void Environment::find_object_results(const Instance& instance) {
    constexpr std::size_t farthest = 12; // an index or a place may be computed in between
    const std::vector<Step>& steps = instance.steps;
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
        if (steps[i].op != Op::littoreg || steps[i + 1].op != Op::callext ||
            kind_of(steps[i].value) != Tag::code)
            continue;
        Callee& callee = callees_[object_of(steps[i].value)];
        if (callee.kind != CalleeKind::native || !callee.native.stand_in) continue;
        const std::size_t end = std::min(steps.size() - 1, i + farthest);
        callee.gives_object |= used_as_object(std::span(steps).subspan(i + 2, std::max(end, i + 2) - i - 2));
    }
}

/// Data whose address is loaded right in front of an instruction that only pointers have.
void Environment::find_pointer_globals(Instance& instance) {
    constexpr std::size_t farthest = 4; // the address may go over the stack
    for (std::size_t i = 0; i < instance.steps.size(); ++i) {
        const Step& load = instance.steps[i];
        if (load.op != Op::littoreg || load.a != reg_mar || kind_of(load.value) != Tag::data) continue;
        std::size_t at = i + 1;
        while (at < std::min(instance.steps.size() - 1, i + farthest) && instance.steps[at].a == reg_mar &&
               (instance.steps[at].op == Op::pushreg || instance.steps[at].op == Op::popreg))
            ++at;
        if (at == instance.steps.size()) break;
        const Op op = instance.steps[at].op;
        if (op == Op::memreadptr || op == Op::memwriteptr || op == Op::meminitptr || op == Op::memzeroptr)
            instance.pointer_globals.push_back(number_of(load.value));
    }
    std::ranges::sort(instance.pointer_globals);
    const auto twice = std::ranges::unique(instance.pointer_globals);
    instance.pointer_globals.erase(twice.begin(), twice.end());
}

Result<void> Environment::link(std::uint32_t first) {
    imports_.resize(instances_.size());
    for (std::uint32_t number = first; number < instances_.size(); ++number) {
        const Script& script = *instances_[number].script;
        const std::vector<std::string>& names = script.scom().imports;
        std::vector<bool> called(names.size(), false);
        const isa::Code& code = *script.code();
        for (std::size_t i = 0; i + 1 < code.instructions.size(); ++i) {
            if (script.fixup_at(code.instructions[i].address + literal_word) !=
                static_cast<std::uint8_t>(FixupType::import))
                continue;
            const std::uint32_t import = code.operands(code.instructions[i])[1];
            if (import < names.size() &&
                code.instructions[i + 1].opcode == static_cast<std::uint16_t>(Op::callext))
                called[import] = true;
        }
        std::vector<Word>& words = imports_[number];
        words.assign(names.size(), 0);
        std::size_t missing = 0;
        std::string last;
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (names[i].empty() || resolve(names[i], called[i], words[i])) continue;
            ++missing;
            last = names[i];
        }
        if (missing != 0) {
            const std::vector<Section>& sections = script.scom().sections;
            return fail(codes::link_unresolved,
                        "in '" + (sections.empty() ? script.name() : sections.back().name) +
                            "': " + std::to_string(missing) + " unresolved imports (last: '" + last + "')");
        }
        build_steps(instances_[number]);
        name_types(instances_[number]);
        find_object_results(instances_[number]);
        find_pointer_globals(instances_[number]);
    }
    return {};
}

} // namespace vellum::ags
