// What an AGS world really takes from the system while scripts grow everything that can grow, until their
// memory is gone or there is no more to be had.
#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "engines/ags/engine.hpp"
#include "vellum/ags.hpp"
#include "vellum/hosts.hpp"
#include "within_budget.hpp"

using namespace vellum;

namespace {

/// A listing of calls. The script keeps pointers at data 0, 4 and 8.
class Listing {
  public:
    Listing& line(const std::string& text) {
        code_ += "    " + text + "\n";
        return *this;
    }
    Listing& label(const std::string& name) {
        code_ += name + ":\n";
        return *this;
    }
    Listing& number(int value) { return line("LITTOREG AX, " + std::to_string(value)).line("PUSHREAL AX"); }
    Listing& literal(const std::string& text) {
        return line("LITTOREG AX, string \"" + text + "\"").line("PUSHREAL AX");
    }
    Listing& kept(int place) { return load(place).line("PUSHREAL AX"); }
    Listing& load(int place) {
        return line("LITTOREG MAR, data " + std::to_string(place)).line("MEMREADPTR AX");
    }
    Listing& keep(int place) {
        return line("LITTOREG MAR, data " + std::to_string(place)).line("MEMWRITEPTR AX");
    }
    /// Calls with what was pushed, the last argument first.
    Listing& call(const std::string& import, int arguments) {
        return line("NUMFUNCARGS " + std::to_string(arguments))
            .line("LITTOREG AX, import \"" + import + "\"")
            .line("CALLEXT AX")
            .line("SUBREALSTACK " + std::to_string(arguments));
    }
    /// The same of the object at a place; nothing between but the arguments.
    Listing& on(int place, const std::string& import, int arguments) {
        return load(place).line("CALLOBJ AX").call(import, arguments);
    }
    Listing& text(int place) {
        return line("LITTOREG AX, string \"0123456789abcdef\"").line("CREATESTRING AX").keep(place);
    }
    /// Doubles the text at a place that often.
    Listing& doubled(int place, int times) {
        for (int i = 0; i < times; ++i) kept(place).on(place, "String::Append^1", 1).keep(place);
        return *this;
    }
    Listing& make(int place, const std::string& type) {
        return number(0).number(0).call(type + "::Create^2", 2).keep(place);
    }

    [[nodiscard]] std::string whole() const {
        return ".zero 300\n.export func \"game_start$0\", main\n.export func \"deeper$0\", deeper\n"
               ".export func \"on_event$2\", event\nmain:\n    LOOPCHECKOFF\n" +
               code_ +
               "    RET\nevent:\ndeeper:\n    NUMFUNCARGS 0\n    LITTOREG AX, import \"Deeper^0\"\n"
               "    CALLEXT AX\n    RET\n";
    }

  private:
    std::string code_;
};

struct Growing {
    std::string_view what;
    std::string script;
    bool to_the_limit = true; ///< Its memory is gone in the end.
    std::string_view text_mode = "8-bit";
};

std::vector<Growing> everything() {
    std::vector<Growing> all;
    const auto for_ever = [&](std::string_view what, Listing before, const Listing& again,
                              std::string_view mode = "8-bit") {
        std::string body = again.whole();
        body = body.substr(body.find("LOOPCHECKOFF\n") + 13);
        body.erase(body.find("    RET\nevent:"));
        before.label("again").line(body).line("JMP again");
        all.push_back({what, before.whole(), true, mode});
    };
    for_ever("objects of four bytes", {}, Listing().line("NEWUSEROBJECT AX, 4"));
    for_ever("objects", {}, Listing().line("NEWUSEROBJECT AX, 1000"));
    for_ever("arrays", {}, Listing().line("LITTOREG AX, 100").line("NEWARRAY AX, 4, 0"));
    for_ever("large arrays", {}, Listing().line("LITTOREG AX, 250000").line("NEWARRAY AX, 4, 0"));
    for_ever("arrays of pointers", {}, Listing().line("LITTOREG AX, 50").line("NEWARRAY AX, 4, 1"));
    for_ever("short texts", {}, Listing().line("LITTOREG AX, string \"0123\"").line("CREATESTRING AX"));
    for_ever("one long text", Listing().text(0),
             Listing().literal("0123456789").on(0, "String::Append^1", 1).keep(0));
    for_ever("one text, letter by letter", Listing().text(0),
             Listing().number(65).on(0, "String::AppendChar^1", 1).keep(0));
    for_ever("a text and itself", Listing().text(0), Listing().kept(0).on(0, "String::Append^1", 1).keep(0));
    for (const std::string_view mode : {"8-bit", "utf-8"}) {
        const bool utf8 = mode == "utf-8";
        for_ever(utf8 ? "capitals in UTF-8" : "capitals", Listing().text(0).doubled(0, 12),
                 Listing().on(0, "String::UpperCase^0", 0), mode);
        for_ever(utf8 ? "replaced in UTF-8" : "replaced", Listing().text(0).doubled(0, 11),
                 Listing().number(0).literal("0123").literal("A").on(0, "String::Replace^3", 3), mode);
        for_ever(utf8 ? "searched in UTF-8" : "searched", Listing().text(0).text(4).doubled(4, 10),
                 Listing()
                     .kept(4)
                     .on(0, "String::Append^1", 1)
                     .keep(0)
                     .literal("no")
                     .on(0, "String::IndexOf^1", 1),
                 mode);
    }
    for_ever("substrings", Listing().text(0).doubled(0, 12),
             Listing().number(60000).number(1).on(0, "String::Substring^2", 2));
    for_ever("formatted", Listing().text(0).doubled(0, 14),
             Listing().kept(0).kept(0).literal("%s %s").call("String::Format^101", 3));
    for_ever("a native's texts", {}, Listing().call("Text^0", 0));
    for_ever("handles of the host's objects", {}, Listing().call("Object^0", 0));
    for_ever("dictionaries", {}, Listing().number(0).number(0).call("Dictionary::Create^2", 2));
    for_ever("sets", {}, Listing().number(0).number(0).call("Set::Create^2", 2));
    for (const std::string_view size : {"small", "large"}) {
        const int doublings = size == "small" ? 0 : 9;
        for_ever(size == "small" ? "a dictionary" : "a dictionary of long texts",
                 Listing().make(4, "Dictionary").text(0).doubled(0, doublings),
                 Listing()
                     .number(65)
                     .on(0, "String::AppendChar^1", 1)
                     .keep(0)
                     .kept(0)
                     .kept(0)
                     .on(4, "Dictionary::Set^2", 2));
        for_ever(
            size == "small" ? "a set" : "a set of long texts",
            Listing().make(4, "Set").text(0).doubled(0, doublings),
            Listing().number(65).on(0, "String::AppendChar^1", 1).keep(0).kept(0).on(4, "Set::Add^1", 1));
    }
    for_ever("keys of a dictionary",
             Listing().make(4, "Dictionary").text(0).kept(0).kept(0).on(4, "Dictionary::Set^2", 2),
             Listing().on(4, "Dictionary::GetKeysAsArray^0", 0));
    for_ever("files that are read", {}, Listing().number(1).literal("read.dat").call("File::Open^2", 2));
    for_ever("files to be written", {}, Listing().number(2).literal("new.dat").call("File::Open^2", 2));
    for_ever("a file that is written",
             Listing().number(2).literal("new.dat").call("File::Open^2", 2).keep(4).text(0).doubled(0, 9),
             Listing().kept(0).on(4, "File::WriteRawLine^1", 1));
    for_ever("lines of a file", Listing().number(1).literal("read.dat").call("File::Open^2", 2).keep(4),
             Listing()
                 .on(4, "File::ReadRawLineBack^0", 0)
                 .on(4, "File::get_EOF", 0)
                 .line("JZ again")
                 .number(1)
                 .literal("read.dat")
                 .call("File::Open^2", 2)
                 .keep(4));
    for (Growing& growing : all) // there is no file any more when there is no memory for it
        if (growing.what == "files that are read" || growing.what == "lines of a file")
            growing.to_the_limit = false;
    all.push_back(
        {"the stack", Listing().label("again").line("PUSHREG AX").line("JMP again").whole(), false});
    all.push_back({"a stack of blocks",
                   Listing()
                       .label("again")
                       .line("REGTOREG SP, MAR")
                       .line("ZEROMEMORY 400")
                       .line("ADD SP, 400")
                       .line("JMP again")
                       .whole(),
                   false});
    all.push_back(
        {"parameters", Listing().label("again").line("PUSHREAL AX").line("JMP again").whole(), false});
    all.push_back(
        {"calls", Listing().label("again").line("LITTOREG AX, func again").line("CALL AX").whole(), false});
    all.push_back({"calls of natives that call", Listing().call("Deeper^0", 0).whole(), false});
    return all;
}

bool within(const Growing& growing, std::uint64_t budget, const std::string& folder) {
    ags::GameLibrary host;
    Scheduler* running = nullptr;
    host.function("Object", [next = std::uint64_t{1}]() mutable { return ObjectId{next++}; });
    host.function("Text", [] { return std::string(3000, 'x'); });
    host.function("Deeper", [&] { static_cast<void>(running->call("deeper", {})); });
    Diagnostics diagnostics;
    const auto program = ags::engine().format().assemble(growing.script, {"growing.o", {}}, diagnostics);
    if (!program) {
        std::fprintf(stderr, "%s\n%s", format(program.error()).c_str(), growing.script.c_str());
        return false;
    }
    RunOptions options;
    options.settings = {{"files", folder}, {"text", std::string(growing.text_mode)}};
    options.budget.memory = budget;
    options.budget.instructions = 20'000;
    const auto world =
        ags::engine().runtime().instantiate(std::span(&*program, 1), host, options, diagnostics);
    if (!world) {
        std::fprintf(stderr, "%s\n", format(world.error()).c_str());
        return false;
    }
    running = world->get();
    const hardening::Peak peak;
    running->start();
    for (int slice = 0; slice < 100'000 && running->machine(0).state == MachineState::exhausted; ++slice)
        running->frame(0.0F);
    const std::string_view end = running->faults().empty() ? "" : running->faults()[0].code->id;
    const bool fine = hardening::within_budget(growing.what, peak, budget, end);
    if (!growing.to_the_limit || end == "ags.memory-limit") return fine;
    std::fprintf(stderr, "%s: its memory is not spent\n", std::string(growing.what).c_str());
    return false;
}

} // namespace

int main() {
    const std::string folder =
        std::filesystem::temp_directory_path() / ("vellum-ags-memory-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    std::string content;
    for (int i = 0; i < 2000; ++i)
        content += "a line of a file that is read, number " + std::to_string(i) + "\n";
    bool good = static_cast<bool>(write_file_atomic(folder + "/read.dat", as_bytes(content)));
    constexpr std::uint64_t budget = std::uint64_t{1} << 20U;
    for (const Growing& growing : everything()) good = within(growing, budget, folder) && good;
    std::filesystem::remove_all(folder);
    return good ? 0 : 1;
}
