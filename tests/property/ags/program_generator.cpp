// A compiler's back end that is fed by chance instead of a parser.
#include "program_generator.hpp"

namespace vellum::test {

namespace {

constexpr int global_bytes = 64;
constexpr int global_array = 32; ///< Offset of 8 numbers.
// Of modules, behind them: pointers to objects, and an object that stands in the data itself.
constexpr int global_pointers = 64; ///< Four of them.
constexpr int global_object = 80;
constexpr int object_bytes = 16; ///< Two numbers, a byte, two unused, a pointer to another.
constexpr int module_bytes = global_object + object_bytes;

const char* const operators[] = {"ADDREG",  "SUBREG",   "MULREG",    "DIVREG",     "MODREG",  "BITAND",
                                 "BITOR",   "XORREG",   "SHIFTLEFT", "SHIFTRIGHT", "ISEQUAL", "NOTEQUAL",
                                 "GREATER", "LESSTHAN", "GTE",       "LTE",        "FADDREG", "FSUBREG",
                                 "FMULREG", "FGREATER", "FLESSTHAN", "FGTE",       "FLTE",    "FDIVREG"};

} // namespace

std::string ProgramGenerator::make() {
    std::string head =
        ".import \"Note^100\"\n.import \"Ask^1\"\n.zero " + std::to_string(global_bytes) + "\n";
    const unsigned count = 1 + pick(4);
    for (unsigned i = 0; i < count; ++i) {
        const Function made{"f" + std::to_string(i), static_cast<int>(pick(4))};
        function(made); // calls only those before it, so that there is no recursion without end
        functions_.push_back(made);
        head +=
            ".export func \"" + made.name + "$" + std::to_string(made.parameters) + "\", " + made.name + "\n";
    }
    function({"main", 0});
    head += ".export func \"main$0\", main\n";
    return head + code_;
}

std::vector<std::string> ProgramGenerator::make_modules() {
    modules_ = true;
    std::vector<std::string> texts;
    for (const char* const name : {"low", "mid", "top"}) {
        const bool last = std::string(name) == "top";
        code_.clear();
        functions_.clear();
        labels_ = 0;
        prefix_ = name;
        std::string head = ".import \"Note^100\"\n.import \"Ask^1\"\n.import \"FloatToInt^2\"\n"
                           ".import \"IntToFloat^1\"\n.import \"Maths::Sqrt^1\"\n.import \"back$1\"\n";
        if (last) head = head.substr(0, head.rfind(".import"));
        std::string exports = ".export data \"" + prefix_ + "_data\", 0\n";
        for (const Function& other : imported_)
            head += ".import \"" + other.name + "$" + std::to_string(other.parameters) + "\"\n";
        if (!texts.empty()) head += ".import \"low_data\"\n";
        head += ".zero " + std::to_string(module_bytes) + "\n";
        method(prefix_ + "_method");
        std::vector<Function> made_here;
        if (last) { // called by the middle script, calls the lowest alone
            std::erase_if(imported_, [](const Function& one) { return !one.name.starts_with("low"); });
            function({"back", 1});
            made_here.push_back({"back", 1});
        }
        for (unsigned i = 0; i < 1 + pick(3); ++i) {
            const Function made{prefix_ + std::to_string(i), static_cast<int>(pick(4))};
            function(made);
            functions_.push_back(made);
            made_here.push_back(made);
        }
        if (last) {
            function({"main", 0});
            made_here.push_back({"main", 0});
        }
        for (const Function& made : made_here)
            exports += ".export func \"" + made.name + "$" + std::to_string(made.parameters) + "\", " +
                       made.name + "\n";
        texts.push_back(head + exports + code_);
        for (const Function& made : made_here) imported_.push_back(made);
    }
    return texts;
}

/// A function whose object is in OP.
void ProgramGenerator::method(const std::string& name) {
    label(name);
    sp_ = 0;
    variables_.clear();
    line("LINENUM " + std::to_string(line_++));
    const bool byte = pick(4) == 0;
    const auto at = [&] {
        line("PUSHREG OP");
        line("POPREG MAR");
        line("CHECKNULL");
        if (byte)
            line("ADD MAR, 8");
        else if (pick(2) == 0)
            line("ADD MAR, 4");
    };
    line("LOADSPOFFS 8"); // the parameter
    line("MEMREAD AX");
    push("AX");
    at();
    line(byte ? "MEMREADB AX" : "MEMREAD AX");
    if (pick(3) == 0) {
        line("PUSHREAL AX");
        line("NUMFUNCARGS 1");
        line("LITTOREG AX, import \"Ask^1\"");
        line("CALLEXT AX");
        line("SUBREALSTACK 1");
    }
    pop("BX");
    line("ADDREG AX, BX");
    at();
    line(byte ? "MEMWRITEB AX" : "MEMWRITE AX");
    line("RET");
}

void ProgramGenerator::function(const Function& made) {
    label(made.name);
    sp_ = 0;
    calls_ = 0;
    variables_.clear();
    for (int i = 0; i < made.parameters; ++i) variables_.push_back({Kind::number, -8 - 4 * i});
    line("LINENUM " + std::to_string(line_++));
    if (pick(3) == 0) line("LOOPCHECKOFF");
    block(3);
    expression(2);
    leave_scope(static_cast<std::size_t>(made.parameters));
    line("RET");
}

void ProgramGenerator::leave_scope(std::size_t variables) {
    int bytes = 0;
    while (variables_.size() > variables) {
        const Variable gone = variables_.back();
        if (gone.kind == Kind::pointer || gone.kind == Kind::object) {
            place(gone.position);
            line(pick(2) == 0 ? "MEMZEROPTR" : "MEMZEROPTRND");
        }
        bytes = sp_ - gone.position;
        variables_.pop_back();
    }
    if (bytes != 0) line("SUB SP, " + std::to_string(bytes));
    sp_ -= bytes;
}

void ProgramGenerator::block(int depth) {
    const std::size_t before = variables_.size();
    for (unsigned i = 1 + pick(5); i > 0; --i) statement(depth);
    leave_scope(before);
}

void ProgramGenerator::statement(int depth) {
    if (pick(4) != 0) line("LINENUM " + std::to_string(line_++));
    if (modules_ && pick(3) == 0) {
        switch (pick(4)) {
        case 0: field(true, 2); break;
        case 1: far_call(2); break;
        case 2: method_call(1); break;
        default: // a pointer is let point elsewhere
            if (pick(3) == 0)
                line("LITTOREG AX, 0");
            else if (pick(2) == 0)
                line("NEWUSEROBJECT AX, " + std::to_string(object_bytes));
            else {
                object_place();
                line("MEMREADPTR AX");
            }
            push("AX");
            object_place();
            pop("AX");
            line("MEMWRITEPTR AX");
            break;
        }
        return;
    }
    switch (pick(depth > 0 ? 9U : 5U)) {
    case 0: declare(); break;
    case 1:
    case 2: assign(); break;
    case 3: native(2); break;
    case 4: element(2, true); break;
    case 5:
    case 6: {
        const std::string otherwise = fresh();
        const std::string end = fresh();
        expression(2);
        line("JZ " + otherwise);
        block(depth - 1);
        line("JMP " + end);
        label(otherwise);
        if (pick(2) == 0) block(depth - 1);
        label(end);
        break;
    }
    default: loop(depth); break;
    }
}

void ProgramGenerator::declare() {
    const unsigned kind = pick(6);
    const int position = sp_;
    if (kind == 0) { // an array of numbers
        const int count = 1 + static_cast<int>(pick(5));
        line("REGTOREG SP, MAR");
        line("ZEROMEMORY " + std::to_string(count * 4));
        line("ADD SP, " + std::to_string(count * 4));
        sp_ += count * 4;
        variables_.push_back({Kind::array, position, count});
        return;
    }
    if (modules_ && pick(4) == 0) {
        line("NEWUSEROBJECT AX, " + std::to_string(object_bytes));
        line("REGTOREG SP, MAR");
        line("MEMINITPTR AX");
        line("ADD SP, 4");
        sp_ += 4;
        variables_.push_back({Kind::object, position});
        return;
    }
    expression(2);
    if (kind == 1) { // a dynamic array
        line("LITTOREG AX, " + std::to_string(pick(6)));
        line("NEWARRAY AX, 4, 0");
        line("REGTOREG SP, MAR");
        line("MEMINITPTR AX");
        line("ADD SP, 4");
        sp_ += 4;
        variables_.push_back({Kind::pointer, position});
        return;
    }
    const bool byte = kind == 2;
    const bool word = kind == 3;
    line("REGTOREG SP, MAR");
    line(byte ? "MEMWRITEB AX" : word ? "MEMWRITEW AX" : "MEMWRITE AX");
    const int size = byte ? 1 : word ? 2 : 4;
    line("ADD SP, " + std::to_string(size));
    sp_ += size;
    variables_.push_back({byte ? Kind::byte : word ? Kind::word : Kind::number, position});
}

const ProgramGenerator::Variable* ProgramGenerator::choose(Kind kind) {
    const std::size_t start = variables_.empty() ? 0 : pick(static_cast<unsigned>(variables_.size()));
    for (std::size_t i = 0; i < variables_.size(); ++i) {
        const Variable& variable = variables_[(start + i) % variables_.size()];
        if (variable.kind == kind) return &variable;
    }
    return nullptr;
}

void ProgramGenerator::assign() {
    const auto kind = static_cast<Kind>(pick(3));
    const Variable* const target = choose(kind);
    const char* const width = kind == Kind::byte ? "B" : kind == Kind::word ? "W" : "";
    if (target == nullptr) { // a global
        expression(2);
        line("LITTOREG MAR, data " + std::to_string(4 * pick(8)));
        line("MEMWRITE AX");
    } else if (pick(3) == 0) { // x++
        place(target->position);
        line(std::string("MEMREAD") + width + " AX");
        line(pick(2) == 0 ? "ADD AX, 1" : "SUB AX, 3");
        line(std::string("MEMWRITE") + width + " AX");
    } else if (pick(2) == 0) { // x op= e
        expression(2);
        push("AX");
        place(target->position);
        line(std::string("MEMREAD") + width + " AX");
        pop("BX");
        line("ADDREG AX, BX");
        place(target->position);
        line(std::string("MEMWRITE") + width + " AX");
    } else {
        expression(2);
        place(target->position);
        line(std::string("MEMWRITE") + width + " AX");
    }
}

void ProgramGenerator::loop(int depth) {
    const std::size_t before = variables_.size();
    const int position = sp_;
    line("LITTOREG AX, 0");
    line("REGTOREG SP, MAR");
    line("MEMWRITE AX");
    line("ADD SP, 4");
    sp_ += 4;
    variables_.push_back({Kind::array, position, 0}); // nobody else writes to the counter
    const std::string start = fresh();
    const std::string end = fresh();
    const bool test_last = pick(3) == 0;
    label(start);
    const std::string limit = std::to_string(1 + pick(7));
    const auto condition = [&] {
        place(position);
        line("MEMREAD AX");
        push("AX");
        line("LITTOREG AX, " + limit);
        pop("BX");
        line("LESSTHAN BX, AX");
        line("REGTOREG BX, AX");
        if (pick(3) == 0) { // && something
            const std::string skip = fresh();
            line("JZ " + skip);
            push("AX");
            expression(1);
            pop("BX");
            line("AND BX, AX");
            line("REGTOREG BX, AX");
            label(skip);
        }
    };
    if (!test_last) {
        condition();
        line("JZ " + end);
    }
    block(depth - 1);
    place(position);
    line("MEMREAD AX");
    line("ADD AX, 1");
    line("MEMWRITE AX");
    if (test_last) {
        condition();
        line("JNZ " + start);
    } else
        line("JMP " + start);
    label(end);
    leave_scope(before);
}

void ProgramGenerator::leaf() {
    switch (pick(6)) {
    case 0: line("LITTOREG AX, " + std::to_string(static_cast<int>(pick(7)) - 2)); break;
    case 1: line("LITTOREG AX, " + std::to_string(static_cast<int>(random_()))); break;
    case 2:
        line("LITTOREG MAR, data " + std::to_string(4 * pick(8)));
        line("MEMREAD AX");
        break;
    case 3: line(pick(2) == 0 ? "LITTOREG AX, 1073741824" : "LITTOREG AX, -1082130432"); break; // 2.0, -1.0
    default: {
        const auto kind = static_cast<Kind>(pick(3));
        if (const Variable* const variable = choose(kind)) {
            place(variable->position);
            line(kind == Kind::byte ? "MEMREADB AX" : kind == Kind::word ? "MEMREADW AX" : "MEMREAD AX");
        } else
            line("LITTOREG AX, 5");
        break;
    }
    }
}

/// MAR gets the place of a pointer to an object: a local, one of the data, of another script's data, or one
/// in another object.
void ProgramGenerator::object_place() {
    const Variable* const local = choose(Kind::object);
    if (local != nullptr && pick(2) == 0) return place(local->position);
    const int offset = global_pointers + 4 * static_cast<int>(pick(4));
    if (prefix_ != "low" && pick(3) == 0) {
        line("LITTOREG MAR, import \"low_data\"");
        line("ADD MAR, " + std::to_string(offset));
    } else if (local != nullptr && pick(3) == 0) {
        place(local->position);
        line("MEMREADPTR AX");
        push("AX");
        pop("MAR");
        line("CHECKNULL");
        line("ADD MAR, 12");
    } else
        line("LITTOREG MAR, data " + std::to_string(offset));
}

/// A field of an object in the compiler's shapes; now and then of null, or outside.
void ProgramGenerator::field(bool write, int depth) {
    if (write) expression(depth);
    const bool byte = pick(4) == 0;
    const std::string width = byte ? "B" : "";
    const std::string offset = "ADD MAR, " + std::to_string(byte ? 8 : pick(24) == 0 ? object_bytes - 2 : 4);
    if (pick(4) == 0) { // the one in the data
        line("LITTOREG MAR, data " + std::to_string(global_object));
        line(offset);
    } else {
        if (write) push("AX");
        object_place();
        push("MAR");
        pop("MAR");
        if (write) {
            pop("AX");
            push("AX");
        }
        line("MEMREADPTR AX");
        if (write) {
            pop("BX");
            push("AX");
            line("REGTOREG BX, AX");
        } else
            push("AX");
        pop("MAR");
        line("CHECKNULL");
        if (byte || pick(3) != 0) line(offset);
        if (write && pick(4) == 0) { // x.y += e: the place is used twice
            push("AX");
            line("MEMREAD" + width + " AX");
            pop("BX");
            line("ADDREG AX, BX");
        }
    }
    line((write ? "MEMWRITE" : "MEMREAD") + width + " AX");
}

void ProgramGenerator::far_call(int depth) {
    if (imported_.empty() || calls_++ > 3) return leaf();
    Function target = imported_[pick(static_cast<unsigned>(imported_.size()))];
    if (prefix_ == "mid" && pick(3) == 0) target = {"back", 1};
    for (int i = 0; i < target.parameters; ++i) {
        expression(depth);
        line("PUSHREAL AX");
    }
    line("NUMFUNCARGS " + std::to_string(target.parameters));
    line("LITTOREG AX, import \"" + target.name + "$" + std::to_string(target.parameters) + "\"");
    line("CALLEXT AX");
    if (target.parameters != 0) line("SUBREALSTACK " + std::to_string(target.parameters));
}

void ProgramGenerator::method_call(int depth) {
    push("OP");
    expression(depth);
    push("AX");
    if (pick(2) == 0) {
        line("LITTOREG MAR, data " + std::to_string(global_object));
        line("REGTOREG MAR, AX");
    } else {
        object_place();
        line("MEMREADPTR AX");
    }
    line("CALLOBJ AX");
    line("LITTOREG AX, func " + prefix_ + "_method");
    line("CALL AX");
    line("SUB SP, 4");
    sp_ -= 4;
    pop("OP");
}

void ProgramGenerator::pure(int depth) {
    expression(depth);
    switch (pick(3)) {
    case 0: // the direction first, as the compiler pushes: sometimes there is none such
        push("AX");
        line("LITTOREG AX, " + std::to_string(pick(16) == 0 ? 3 : pick(3)));
        line("PUSHREAL AX");
        pop("AX");
        line("PUSHREAL AX");
        line("NUMFUNCARGS 2");
        line("LITTOREG AX, import \"FloatToInt^2\"");
        line("CALLEXT AX");
        line("SUBREALSTACK 2");
        break;
    default:
        line("PUSHREAL AX");
        line("NUMFUNCARGS 1");
        line(pick(3) == 0 ? "LITTOREG AX, import \"Maths::Sqrt^1\"" : "LITTOREG AX, import \"IntToFloat^1\"");
        line("CALLEXT AX");
        line("SUBREALSTACK 1");
    }
}

void ProgramGenerator::expression(int depth) {
    if (depth == 0) return leaf();
    if (modules_ && pick(3) == 0) {
        switch (pick(4)) {
        case 0: return pure(depth - 1);
        case 1: return far_call(depth - 1);
        default: return field(false, depth - 1);
        }
    }
    switch (pick(9)) {
    case 0: leaf(); break;
    case 1:
        expression(depth - 1);
        line("NOTREG AX");
        break;
    case 2:
        expression(depth - 1);
        line("LITTOREG BX, 0");
        line("SUBREG BX, AX");
        line("REGTOREG BX, AX");
        break;
    case 3: { // && and ||
        const std::string end = fresh();
        const bool both = pick(2) == 0;
        expression(depth - 1);
        line((both ? "JZ " : "JNZ ") + end);
        push("AX");
        expression(depth - 1);
        pop("BX");
        line(both ? "AND BX, AX" : "OR BX, AX");
        line("REGTOREG BX, AX");
        label(end);
        break;
    }
    case 4: call(depth - 1); break;
    case 5: native(depth - 1); break;
    case 6: element(depth - 1, false); break;
    default: binary(depth); break;
    }
}

void ProgramGenerator::binary(int depth) {
    expression(depth - 1);
    push("AX");
    expression(depth - 1);
    pop("BX");
    line(std::string(operators[pick(pick(12) == 0 ? 24U : 23U)]) + " BX, AX");
    line("REGTOREG BX, AX");
}

void ProgramGenerator::call(int depth) {
    if (functions_.empty() || calls_++ > 3) return leaf();
    const Function target = functions_[pick(static_cast<unsigned>(functions_.size()))];
    for (int i = 0; i < target.parameters; ++i) {
        expression(depth);
        push("AX");
    }
    line("LITTOREG AX, func " + target.name);
    line("CALL AX");
    if (target.parameters != 0) line("SUB SP, " + std::to_string(4 * target.parameters));
    sp_ -= 4 * target.parameters;
}

void ProgramGenerator::native(int depth) {
    const bool ask = pick(2) == 0;
    const unsigned count = ask ? 1 : pick(4);
    for (unsigned i = 0; i < count; ++i) {
        expression(depth);
        line("PUSHREAL AX");
    }
    line("NUMFUNCARGS " + std::to_string(count));
    line(ask ? "LITTOREG AX, import \"Ask^1\"" : "LITTOREG AX, import \"Note^100\"");
    line("CALLEXT AX");
    if (count != 0) line("SUBREALSTACK " + std::to_string(count));
}

/// An element of a local, global or dynamic array, sometimes out of bounds.
void ProgramGenerator::element(int depth, bool write) {
    const Variable* const local = choose(Kind::array);
    const Variable* const pointer = choose(Kind::pointer);
    if (write) {
        expression(depth);
        push("AX");
    }
    if (pick(4) == 0)
        expression(depth);
    else
        line("LITTOREG AX, " + std::to_string(pick(4)));
    const bool dynamic = pointer != nullptr && pick(2) == 0;
    const bool global = !dynamic && (local == nullptr || local->count == 0 || pick(2) == 0);
    const int count = global ? 8 : dynamic ? 0 : local->count;
    if (!dynamic) line("CHECKBOUNDS AX, " + std::to_string(count));
    line("MUL AX, 4");
    line("REGTOREG AX, CX");
    if (write) pop("AX");
    if (dynamic) {
        place(pointer->position);
        line("MEMREADPTR MAR");
        line("CHECKNULL");
        line("DYNAMICBOUNDS CX");
    } else if (global)
        line("LITTOREG MAR, data " + std::to_string(global_array));
    else
        place(local->position);
    line("ADDREG MAR, CX");
    line(write ? "MEMWRITE AX" : "MEMREAD AX");
}

} // namespace vellum::test
