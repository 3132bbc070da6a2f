// Prints the tables as directives and the code as labelled blocks.
#include "engines/pathologic/listing/listing.hpp"

#include <array>

#include "base/display_width.hpp"
#include "base/text_writer.hpp"
#include "engines/pathologic/format/event_names.hpp"
#include "engines/pathologic/format/names.hpp"
#include "engines/pathologic/isa/operands.hpp"
#include "engines/pathologic/isa/tables.hpp"
#include "engines/pathologic/listing/listing_plan.hpp"
#include "isa/listing.hpp"

namespace vellum::pathologic {

namespace {

constexpr std::size_t comment_column = 52; // where the comments of code lines stand too

const isa::LineTable& line_table(Numbering numbering) {
    static const std::array<isa::LineTable, 2> both{isa::LineTable(table_of(Numbering::alpha)),
                                                    isa::LineTable(table_of(Numbering::hd))};
    return both[static_cast<std::size_t>(numbering)];
}

class Lister {
  public:
    Lister(const Script& script, const ListingOptions& options)
        : script_(script), code_(script.instructions), options_(options), plan_(script) {}

    std::string run() {
        if (script_.empty) return "; Pathologic script without content\n.empty\n";
        constexpr std::size_t usual_line = 68; // of real scripts, headings and labels included
        out_.reserve(code_.instructions.size() * usual_line + 1024);
        header();
        find_marks();
        const std::vector<FunctionEntry>& functions = script_.entries.functions;
        auto function = functions.begin();
        isa::LinePrinter lines(out_, code_, plan_, {options_.addresses, options_.bytes, script_.code_offset},
                               line_table(script_.numbering));
        const std::size_t size = code_.instructions.size();
        for (std::size_t i = 0; i < size;) {
            const std::uint8_t marks = marks_[i];
            if ((marks & function_begins) != 0) heading(*function++);
            if ((marks & labelled) != 0) label(static_cast<std::uint32_t>(i));
            if ((marks & names_event) != 0) {
                lines.print(i, event_of(i));
                ++i;
                continue;
            }
            const std::size_t first = i++;
            while (i < size && marks_[i] == 0) ++i;
            lines.print_all(first, i);
        }
        if (marks_.back() != 0) label(static_cast<std::uint32_t>(code_.instructions.size()));
        return out_.take();
    }

  private:
    void header() {
        if (options_.comments)
            out_.put("; Pathologic script: ", code_.instructions.size(), " instructions, ",
                     script_.entries.functions.size(), " functions\n");
        out_.text(script_.numbering == Numbering::hd ? ".numbering hd\n" : ".numbering alpha\n");
        for (std::size_t i = 0; i < script_.globals.size(); ++i) global(i);
        if (plan_.explicit_pool()) {
            out_.text(".pool");
            comment_at(out_.size() - 5, "not as the compiler writes it");
            out_.newline();
            plan_.write_pool(out_);
        }
        if (plan_.explicit_imports())
            for (const Import& import : script_.imports) {
                out_.text(".import ");
                write_name(out_, import.name);
                out_.put('/', import.argument_count);
                if (import.long_form) out_.text(" long");
                out_.newline();
            }
        const std::size_t start = out_.size();
        out_.text(".run ");
        if (!plan_.write(out_, isa::SymbolSpace::task, script_.run_task)) out_.dec(script_.run_task);
        out_.text(", ");
        address(script_.run_address);
        comment_at(start, "the first task with variables, and its entry");
        out_.newline();
        for (std::size_t i = 0; i < script_.tasks.size(); ++i) task(i);
        for (const EventHandler& handler : script_.events) event(".global_event ", handler);
    }

    void comment_at(std::size_t line_start, std::string_view text) {
        if (!options_.comments || text.empty()) return;
        const std::string_view line = out_.view().substr(line_start);
        const std::size_t written = line.size() - bytes_beyond_columns(line);
        out_.fill(written < comment_column ? comment_column - written : 1, ' ');
        out_.put("; ", text);
    }

    void types(std::span<const VariableType> list) {
        for (const VariableType type : list)
            out_.put(", ", operands::type_name(static_cast<std::uint32_t>(type)));
    }

    void address(std::uint32_t value) {
        if (value <= code_.instructions.size())
            isa::print_label(out_, plan_, value);
        else
            out_.dec(value);
    }

    void global(std::size_t index) {
        const GlobalVariable& global = script_.globals[index];
        const std::size_t start = out_.size();
        out_.put(".global ", operands::type_name(static_cast<std::uint32_t>(global.type)));
        if (global.named != 0) {
            out_.ch(' ');
            write_name(out_, global.name);
            if (global.named != 1) out_.put(" named ", global.named);
            if (global.long_form) out_.text(" long");
        }
        if (options_.comments) {
            TextWriter number;
            number.ch('G');
            number.dec(index);
            comment_at(start, number.view());
        }
        out_.newline();
    }

    void task(std::size_t index) {
        const Task& task = script_.tasks[index];
        const std::size_t start = out_.size();
        out_.put(".task task", index, ", ", task.parameter_count);
        types(task.variables);
        if (task.parameter_count == 1)
            comment_at(start, "enters with one value on the stack");
        else if (task.parameter_count != 0)
            comment_at(start, "enters with this many values on the stack");
        out_.newline();
        for (const EventHandler& handler : task.events) event("    .event ", handler);
    }

    void event(std::string_view directive, const EventHandler& handler) {
        const std::size_t start = out_.size();
        out_.put(directive, handler.id, ", ");
        address(handler.address);
        types(handler.variables);
        comment_at(start, names_of_event(handler.id));
        out_.newline();
    }

    /// "OnUse (window: OnDraw)"; the view lives until the next call.
    std::string_view names_of_event(std::uint32_t id) {
        const std::string_view game = event_name(id, false);
        const std::string_view window = event_name(id, true);
        scratch_.clear();
        scratch_.text(game);
        if (!window.empty()) {
            scratch_.text(game.empty() ? "window: " : " (window: ");
            scratch_.text(window);
            if (!game.empty()) scratch_.ch(')');
        }
        return scratch_.view();
    }

    // What stands before or behind the line of an instruction.
    static constexpr std::uint8_t labelled = 1, function_begins = 2, names_event = 4;

    void find_marks() {
        marks_.assign(code_.instructions.size() + 1, 0);
        for (const FunctionEntry& function : script_.entries.functions)
            mark(function.address, function_begins);
        for (const CodeReference& reference : script_.code_references.targets)
            mark(reference.value, labelled);
        if (options_.comments)
            for (const CodeReference& reference : script_.code_references.events)
                mark(reference.index, names_event);
        mark(script_.run_address, labelled);
        for (const Task& task : script_.tasks)
            for (const EventHandler& handler : task.events) mark(handler.address, labelled);
        for (const EventHandler& handler : script_.events) mark(handler.address, labelled);
    }
    void mark(std::uint32_t address, std::uint8_t what) {
        if (address < marks_.size()) marks_[address] |= what;
    }

    void label(std::uint32_t address) {
        isa::print_label(out_, plan_, address);
        out_.text(":\n");
    }

    void heading(const FunctionEntry& function) {
        out_.newline();
        if (!options_.comments) return;
        out_.put("; ---- ", kind_name(function.kind));
        if (function.task != FunctionEntry::none)
            out_.put(function.kind == EntryKind::run ? " of task " : ", task ", function.task);
        if (function.event != FunctionEntry::none) {
            out_.put(", event ", function.event);
            if (const std::string_view names = names_of_event(function.event); !names.empty())
                out_.put(": ", names);
        }
        if (options_.facts) {
            const std::uint32_t touched = script_.verification().function_at(function.address)->arguments;
            if (touched != 0)
                out_.put(", touches ", touched,
                         touched == 1 ? " value of its caller" : " values of its caller");
        }
        out_.newline();
    }

    /// The names of the event that the instruction references.
    std::string_view event_of(std::size_t index) {
        return names_of_event(code_.values[code_.instructions[index].first]);
    }

    const Script& script_;
    const isa::Code& code_;
    const ListingOptions& options_;
    ListingPlan plan_;
    TextWriter out_, scratch_;
    std::vector<std::uint8_t> marks_; // one more than instructions: the end can be a target
};

} // namespace

std::string list_script(const Script& script, const ListingOptions& options) {
    return Lister(script, options).run();
}

} // namespace vellum::pathologic
