// See the header.
#include "source_generator.hpp"

namespace vellum::test {

namespace {

const char* const head = R"(internalstring autoptr builtin managed struct String {
  import String Append(const string t); import attribute int Length; import static String Format(const string f, ...); };
import void Note(int a, ...); import int Ask(int a); import float Measure(float x); import void Show(const string t);
managed struct Point { int x; int y; char c; }; managed struct Point3 extends Point { int z; };
struct Box { int w; char name[5]; short h[3]; Point* p; };
builtin managed struct Thing { import void Do(int n); import int Count(); import attribute int Value; import attribute int Cells[]; import static Thing* Make(int k); readonly import attribute String Title; };
import Thing thing; import Thing* current; import Thing things[4];
builtin managed struct Control { import attribute int Seen; }; builtin managed struct Caption extends Control { import attribute String Text; };
builtin managed struct Knob extends Control { import attribute String Text; import void Turn(int n); };
struct Stem { Point* held; int k; import int Far(int n); }; struct Twig extends Stem { String label; int z; import int Farther(int n); };
struct Pair { char c; String one; Point* two; Point* many[2]; };
struct Leaf extends Twig { int width; }; struct Bare extends Stem { };
managed struct Animal { int legs; import int Walk(int n); }; managed struct Bird extends Animal { int wings; import int Fly(int n); import attribute int Height; };
import Twig twig; import Bird* bird; import Animal* Any(int k); import Bird* Hatch(int k);
import Caption caption; import Knob knob; import Control* Pick(int k); struct Part { float weight; import int Weigh(int n); };
)";

const char* const globals =
    R"(int ga; int gb = 7; char gc; short gs[4]; int gn[6]; float gf = 1.5; Box gbox; Box gboxes[3]; Point* gp; String gt; int gd[]; Point* gps[3];
Stem stem; Leaf leaf; Twig twigs[2]; Animal* animal; Bird* robin;
int Grow(this Stem*, int n) { this.k += n; return this.k; }
int Bend(this Twig*, int n) { return n + this.z; }
int Shed(this Leaf*) { return this.width; }
int Feed(this Animal*, int n) { this.legs += n; return n; }
int Sing(this Bird*, int n) { return n * 2; }
Part parts[12]; Control* control; float low = -2.5;
int Take(Control* one) { control = one; return one.Seen; }
int[] Same(int a, int b[]) { return b; }
int Twice(int a) { return a * 2; }
float Half(float a) { return a / 2.0; }
int Area(this Point*, int k) { return this.x * this.y + k; }
)";

} // namespace

std::string SourceGenerator::make() {
    out_ = head;
    out_ += globals;
    for (unsigned i = 1 + pick(4); i > 0; --i) {
        variables_ = {{"ga", Kind::number}, {"gb", Kind::number},     {"gc", Kind::number},
                      {"gf", Kind::real},   {"gt", Kind::text},       {"gp", Kind::handle},
                      {"gd", Kind::array},  {"gn", Kind::numbers, 6}, {"gs", Kind::numbers, 4}};
        const std::string one = fresh("p");
        const std::string two = fresh("p");
        const unsigned form = pick(3);
        out_ += form == 0   ? "int f" + std::to_string(functions_) + "(int " + one + ", Point* " + two + ")"
                : form == 1 ? "int f" + std::to_string(functions_) + "(float " + one + ", String " + two + ")"
                            : "int f" + std::to_string(functions_) + "(int " + one + "[], char " + two + ")";
        variables_.push_back({one, form == 0 ? Kind::number : form == 1 ? Kind::real : Kind::array});
        variables_.push_back({two, form == 0 ? Kind::handle : form == 1 ? Kind::text : Kind::number});
        ++functions_;
        space();
        block(3);
        out_ += "\n";
    }
    return out_;
}

void SourceGenerator::block(int depth) {
    out_ += "{";
    space();
    body(depth);
    out_ += "}";
    space();
}

void SourceGenerator::body(int depth) {
    const std::size_t before = variables_.size();
    for (unsigned i = 1 + pick(6); i > 0; --i) statement(depth);
    variables_.resize(before);
}

void SourceGenerator::statement(int depth) {
    switch (pick(depth > 0 ? 18U : 11U)) {
    case 0:
    case 1:
    case 2: declare(); break;
    case 3: out_ += "Note(" + number(2) + (pick(2) == 0 ? "" : ", " + number(1)) + ");"; break;
    case 4: out_ += "thing.Do(" + number(1) + ");"; break;
    case 5:
        if (loops_ > 0 && pick(2) == 0)
            out_ += pick(2) == 0 ? "if (" + condition(1) + ") continue;" : "if (" + condition(1) + ") break;";
        else if (pick(3) == 0)
            out_ += "if (" + condition(1) + ") return " + number(1) + ";";
        else
            out_ += "Show(" + text() + ");";
        break;
    case 11: {
        out_ += "if (" + condition(2) + ")";
        space();
        block(depth - 1);
        if (pick(2) == 0) {
            out_ += "else ";
            if (pick(3) == 0) out_ += "if (" + condition(1) + ") ";
            block(depth - 1);
        }
        break;
    }
    case 12:
    case 13:
    case 14: loop(depth); break;
    case 15: choice(depth); break;
    case 16: block(depth - 1); break;
    case 17:
        if (loops_ > 0 || switches_ > 0) {
            out_ += "if (" + condition(1) + ") {";
            space();
            body(0);
            if (pick(4) == 0) out_ += "{ int " + fresh("v") + "; } ";
            out_ += loops_ > 0 && pick(2) == 0 ? "continue;" : "break;";
            space();
            out_ += "}";
        } else
            out_ += assignment(2) + ";";
        break;
    default: out_ += assignment(2) + ";"; break;
    }
    space();
}

void SourceGenerator::declare() {
    const auto add = [&](const char* type, Kind kind, const std::string& value) {
        const std::string name = fresh("v");
        out_ += std::string(type) + " " + name + value + ";";
        variables_.push_back({name, kind, 5});
    };
    switch (pick(11)) {
    case 0: add("int", Kind::number, " = " + number(2)); break;
    case 1: add("int", Kind::number, ""); break;
    case 2: add("char", Kind::number, " = " + number(1)); break;
    case 3: add("short", Kind::number, ""); break;
    case 4: add("float", Kind::real, " = " + real(2)); break;
    case 5: add("String", Kind::text, pick(2) == 0 ? std::string() : " = " + text()); break;
    case 6: add("Point*", Kind::handle, pick(2) == 0 ? " = new Point" : pick(2) == 0 ? " = gp" : ""); break;
    case 7: {
        const std::string name = fresh("v");
        out_ += (pick(2) == 0 ? "int " : "char ") + name + "[5];";
        variables_.push_back({name, Kind::numbers, 5});
        break;
    }
    case 8: {
        const std::string name = fresh("v");
        const bool many = pick(2) == 0;
        out_ += "Box " + name + (many ? "[2];" : ";");
        const std::string one = name + (many ? "[1]" : "");
        variables_.push_back({one + ".w", Kind::number});
        variables_.push_back({one + ".name", Kind::numbers, 5});
        variables_.push_back({one + ".p", Kind::handle});
        break;
    }
    case 9: {
        const std::string name = fresh("v");
        const char* const types[] = {"Stem", "Twig", "Leaf", "Bare", "Pair"};
        const unsigned type = pick(5);
        const bool many = pick(3) == 0;
        out_ += std::string(types[type]) + " " + name + (many ? "[3];" : ";");
        const std::string one = name + (many ? "[" + number(0) + "]" : "");
        if (type == 4) {
            if (pick(2) == 0) variables_.push_back({one + ".two", Kind::handle});
            if (pick(2) == 0) variables_.push_back({one + ".one", Kind::text});
            if (pick(2) == 0) variables_.push_back({one + ".many[1]", Kind::handle});
            break;
        }
        if (pick(2) == 0) variables_.push_back({one + ".k", Kind::number});
        if (pick(3) == 0) variables_.push_back({one + ".held", Kind::handle});
        if ((type == 1 || type == 2) && pick(3) == 0) variables_.push_back({one + ".label", Kind::text});
        if (pick(2) == 0)
            out_ += " " + one +
                    (type == 2 && pick(2) == 0   ? ".Shed()"
                     : type == 1 && pick(2) == 0 ? ".Bend(1)"
                                                 : ".Grow(2)") +
                    ";";
        break;
    }
    default: add("int", Kind::array, "[] = new int[" + number(1) + "]"); break;
    }
}

void SourceGenerator::loop(int depth) {
    ++loops_;
    const int switches = switches_;
    switches_ = 0;
    const std::size_t before = variables_.size();
    switch (pick(4)) {
    case 0: {
        const std::string name = fresh("i");
        out_ += "for (int " + name + " = 0; " + name + " < " + number(1) + "; " + name +
                (pick(2) == 0 ? "++)" : " += 2)");
        space();
        block(depth - 1);
        break;
    }
    case 1:
        out_ += "for (ga = " + number(1) + "; ga != " + number(1) + "; " +
                (pick(2) == 0 ? "ga--)" : assignment(1) + ")");
        space();
        block(depth - 1);
        break;
    case 2:
        out_ += "while (" + condition(2) + ")";
        space();
        block(depth - 1);
        break;
    default:
        out_ += "do ";
        block(depth - 1);
        out_ += "while (" + condition(1) + ");";
        break;
    }
    variables_.resize(before);
    switches_ = switches;
    --loops_;
}

void SourceGenerator::choice(int depth) {
    ++switches_;
    const bool texts = pick(5) == 0;
    out_ += "switch (" + (texts ? text() : number(1)) + ") {";
    space();
    const unsigned count = 1 + pick(4);
    const unsigned standard = pick(6);
    for (unsigned i = 0; i < count; ++i) {
        if (i == standard)
            out_ += "default:";
        else
            out_ += "case " +
                    (texts          ? "\"c" + std::to_string(i) + "\""
                     : pick(3) == 0 ? number(1)
                                    : std::to_string(i)) +
                    ":";
        space();
        // No variables of its own: a switch has none.
        for (unsigned k = pick(3); k > 0; --k) {
            if (pick(3) == 0)
                block(depth - 1);
            else
                out_ += assignment(1) + ";";
            space();
        }
        if (pick(3) != 0) out_ += "break;";
        space();
    }
    out_ += "}";
    --switches_;
}

std::string SourceGenerator::place(Kind kind) {
    std::vector<const Variable*> fit;
    for (const Variable& each : variables_)
        if (each.kind == kind) fit.push_back(&each);
    return fit.empty() ? std::string() : fit[pick(static_cast<unsigned>(fit.size()))]->name;
}

std::string SourceGenerator::assignment(int depth) {
    const char* const forms[] = {" = ", " += ", " -= ", " *= ", " |= ", " <<= "};
    switch (pick(20)) {
    case 16:
        return pick(2) == 0   ? "animal = robin"
               : pick(2) == 0 ? "animal = Any(" + number(0) + ")"
                              : "robin = bird";
    case 17: return pick(2) == 0 ? "robin = Hatch(" + number(0) + ")" : "robin.wings = " + number(1);
    case 18: return pick(2) == 0 ? "twigs[" + number(0) + "].z = " + number(1) : "leaf.held = gp";
    case 13: return pick(2) == 0 ? "control = knob" : "control = Pick(" + number(1) + ")";
    case 14: return pick(2) == 0 ? "caption.Text = knob.Text" : "caption.Seen = " + number(1);
    case 15: return place(Kind::array) + " = Same(" + number(1) + ", gd)";
    case 0:
    case 1:
    case 2: return place(Kind::number) + forms[pick(6)] + number(depth);
    case 3: return place(Kind::number) + (pick(2) == 0 ? "++" : "--");
    case 4: return place(Kind::real) + forms[pick(4)] + real(depth);
    case 5: return place(Kind::text) + " = " + text();
    case 6:
        return place(Kind::handle) + " = " +
               (pick(2) == 0   ? place(Kind::handle)
                : pick(2) == 0 ? "new Point"
                               : "null");
    case 7: return place(Kind::handle) + (pick(2) == 0 ? ".x" : ".c") + forms[pick(3)] + number(depth - 1);
    case 8: return place(Kind::numbers) + "[" + number(1) + "]" + forms[pick(4)] + number(depth - 1);
    case 9: return place(Kind::array) + "[" + number(1) + "] = " + number(depth - 1);
    case 10: return "thing.Value" + std::string(forms[pick(3)]) + number(1);
    case 11: return "current.Cells[" + number(1) + "] = " + number(1);
    case 12:
        return pick(2) == 0 ? "gboxes[" + number(1) + "].w" + forms[pick(2)] + number(1)
                            : "gboxes[ga].h[" + number(1) + "] = " + number(1);
    default: return pick(2) == 0 ? "gps[" + number(1) + "] = gp" : "current = Thing.Make(" + number(1) + ")";
    }
}

std::string SourceGenerator::number(int depth) {
    if (depth <= 0)
        return pick(3) == 0   ? std::to_string(pick(20))
               : pick(9) == 0 ? "-" + std::to_string(1 + pick(9))
                              : place(Kind::number);
    const char* const operators[] = {" + ", " - ", " * ", " / ", " % ", " & ", " | ", " ^ ", " << ", " >> "};
    switch (pick(22)) {
    case 18:
        return (pick(2) == 0   ? "stem.Grow("
                : pick(2) == 0 ? "leaf.Bend("
                               : "twig.Farther(") +
               number(depth - 1) + ")";
    case 19:
        return (pick(2) == 0   ? "animal.Feed("
                : pick(2) == 0 ? "robin.Sing("
                               : "robin.Feed(") +
               number(depth - 1) + ")";
    case 20:
        return (pick(2) == 0   ? "bird.Fly("
                : pick(2) == 0 ? "twig.Far("
                               : "animal.Walk(") +
               number(depth - 1) + ")";
    case 21:
        return pick(2) == 0   ? "twigs[" + number(0) + "].Bend(2)"
               : pick(2) == 0 ? "leaf.Shed()"
                              : "bird.Height";
    case 15: return pick(2) == 0 ? "Take(caption)" : "Take(knob)";
    case 16: return "parts[" + number(depth - 1) + "].Weigh(" + number(0) + ")";
    case 0:
    case 1:
    case 2:
    case 3: return "(" + number(depth - 1) + operators[pick(10)] + number(depth - 1) + ")";
    case 4: return number(depth - 1) + operators[pick(10)] + "(" + number(depth - 1) + ")";
    case 5: return "Ask(" + number(depth - 1) + ")";
    case 6: return "Twice(" + number(depth - 1) + ")";
    case 7: return place(Kind::numbers) + "[" + number(depth - 1) + "]";
    case 8: return place(Kind::array) + "[" + number(depth - 1) + "]";
    case 9: return place(Kind::handle) + (pick(2) == 0 ? ".y" : ".Area(" + number(depth - 1) + ")");
    case 10: return pick(2) == 0 ? "thing.Value" : "things[" + number(depth - 1) + "].Count()";
    case 11: return pick(2) == 0 ? place(Kind::text) + ".Length" : place(Kind::array) + ".Length";
    case 12: return "-(" + number(depth - 1) + ")";
    case 13: return "gboxes[" + number(depth - 1) + "].h[" + number(0) + "]";
    case 14: return "current.Cells[" + number(depth - 1) + "]";
    default: return number(0);
    }
}

std::string SourceGenerator::real(int depth) {
    if (depth <= 0)
        return pick(2) == 0 ? std::to_string(pick(9)) + "." + std::to_string(pick(100)) : place(Kind::real);
    const char* const operators[] = {" + ", " - ", " * ", " / "};
    switch (pick(5)) {
    case 0: return "Measure(" + real(depth - 1) + ")";
    case 1: return "Half(" + real(depth - 1) + ")";
    case 2: return "-(" + real(depth - 1) + ")";
    default: return "(" + real(depth - 1) + operators[pick(4)] + real(depth - 1) + ")";
    }
}

std::string SourceGenerator::condition(int depth) {
    const char* const comparisons[] = {" == ", " != ", " < ", " > ", " <= ", " >= "};
    switch (pick(depth > 0 ? 9U : 5U)) {
    case 3:
        return pick(3) == 0 ? "parts[" + number(0) + "].weight" + comparisons[pick(6)] + "low"
                            : number(1) + comparisons[pick(6)] + number(1);
    case 4:
        return pick(3) == 0 ? "control" + std::string(comparisons[pick(2)]) + "knob"
                            : number(1) + comparisons[pick(6)] + number(1);
    case 0: return real(1) + comparisons[pick(6)] + real(1);
    case 1: return place(Kind::handle) + (pick(2) == 0 ? " == null" : " != gp");
    case 2: return place(Kind::text) + (pick(2) == 0 ? " == \"x\"" : " != gt");
    case 5:
    case 6: return "(" + condition(depth - 1) + ") && (" + condition(depth - 1) + ")";
    case 7: return "(" + condition(depth - 1) + ") || (" + condition(depth - 1) + ")";
    case 8: return "!(" + condition(depth - 1) + ")";
    default: return number(1) + comparisons[pick(6)] + number(1);
    }
}

std::string SourceGenerator::text() {
    const char* const texts[] = {"\"\"",  "\"a\"",  "\"say \\\"b\\\"\"", "\"line\\n\"", "\"a\\[b\"",
                                 "\"x\"", "\"\\q\""};
    switch (pick(6)) {
    case 0: return place(Kind::text) + ".Append(" + texts[pick(7)] + ")";
    case 1: return "String.Format(" + std::string(texts[pick(7)]) + ", " + number(0) + ")";
    case 2: return place(Kind::text);
    case 3: return "thing.Title";
    default: return texts[pick(7)];
    }
}

} // namespace vellum::test
