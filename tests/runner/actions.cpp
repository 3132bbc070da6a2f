// The actions that look at programs; those that run them are in running.cpp.
#include "runner/actions.hpp"

#include <charconv>
#include <optional>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/text_writer.hpp"
#include "runner/editing.hpp"
#include "runner/running.hpp"
#include "vellum/tools.hpp"

namespace vellum::cases {

namespace {

void write_all(TextWriter& out, const Diagnostics& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        out.text(format(diagnostic));
        out.newline();
    }
}

/// Hexadecimal digits with any white space between; `;` begins a comment.
Result<std::vector<std::byte>> bytes_of_hex(std::string_view text) {
    std::vector<std::byte> result;
    unsigned high = 0;
    bool has_high = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == ';') {
            i = std::min(text.find('\n', i), text.size());
            continue;
        }
        if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
        const std::size_t digit = std::string_view("0123456789abcdef").find(c);
        if (digit == std::string_view::npos)
            return fail(codes::text_syntax, "the program is not written in hexadecimal digits");
        if (has_high) result.push_back(static_cast<std::byte>(high << 4U | static_cast<unsigned>(digit)));
        high = static_cast<unsigned>(digit);
        has_high = !has_high;
    }
    if (has_high) return fail(codes::text_syntax, "the last byte has one digit only");
    return result;
}

EngineSettings settings_of(const Engine& engine, const CaseFile& file) {
    EngineSettings settings;
    static_cast<void>(read_setting_words(engine.setting_rows(), file.variant, settings));
    return settings;
}

Result<ProgramPtr> read_program(const Engine& engine, const CaseFile& file, const ProgramText& text,
                                Diagnostics& diagnostics) {
    EngineSettings unused;
    if (auto words = read_setting_words(engine.setting_rows(), file.variant, unused); !words)
        return std::unexpected(std::move(words.error()));
    const LoadOptions options{text.name, settings_of(engine, file)};
    switch (file.input) {
    case Input::assembly: return engine.format().assemble(text.text, options, diagnostics);
    case Input::source: return engine.language()->compile(text.text, options, diagnostics);
    case Input::text: return engine.format().load(as_bytes(text.text), options, diagnostics);
    case Input::hex: break;
    }
    const auto bytes = bytes_of_hex(text.text);
    if (!bytes) return std::unexpected(bytes.error());
    return engine.format().load(*bytes, options, diagnostics);
}

/// All programs, or nothing if one cannot be read; tells why in either case.
std::vector<ProgramPtr> read_programs(const Engine& engine, const CaseFile& file, TextWriter& out) {
    std::vector<ProgramPtr> programs;
    for (const ProgramText& text : file.programs) {
        Diagnostics diagnostics;
        auto program = read_program(engine, file, text, diagnostics);
        diagnostics.set_file(text.name);
        write_all(out, diagnostics);
        if (!program) {
            if (program.error().place.file.empty()) program.error().place.file = text.name;
            if (diagnostics.ok()) { // else the mistakes were told one by one
                out.text(format(program.error()));
                out.newline();
            }
            return {};
        }
        programs.push_back(std::move(*program));
    }
    return programs;
}

void check(const Program& program, TextWriter& out) {
    Diagnostics diagnostics;
    program.check(diagnostics);
    diagnostics.set_file(program.name());
    write_all(out, diagnostics);
    out.text(program.name());
    out.text(diagnostics.ok() ? ": no errors\n" : ": has errors\n");
}

void info(const Program& program, TextWriter& out) {
    for (const Fact& fact : program.facts()) {
        out.text(fact.name);
        out.text(": ");
        out.text(fact.value);
        out.newline();
    }
    for (const Function& function : program.functions()) {
        out.hex(function.address, 4);
        out.ch(' ');
        out.text(function.kind);
        out.ch(' ');
        out.text(function.name);
        out.newline();
    }
}

void references(const Program& program, TextWriter& out) {
    for (const Reference& reference : program.references()) {
        out.hex(reference.address, 4);
        out.ch(' ');
        out.text(to_string(reference.kind));
        out.ch(' ');
        out.quoted(reference.name);
        out.newline();
    }
}

void save(const Program& program, TextWriter& out) {
    const auto bytes = program.save();
    if (!bytes) {
        out.text(format(bytes.error()));
        out.newline();
        return;
    }
    for (std::size_t i = 0; i < bytes->size(); ++i) {
        out.hex(std::to_integer<unsigned>((*bytes)[i]), 2);
        out.ch(i % 16 == 15 || i + 1 == bytes->size() ? '\n' : ' ');
    }
}

/// What a step of a round trip needs: a value, or an explanation in `out`.
template <class T> bool present(const Result<T>& result, std::string_view step, TextWriter& out) {
    if (result) return true;
    out.text(step);
    out.text(": ");
    out.text(format(result.error()));
    out.newline();
    return false;
}

void roundtrip(const Engine& engine, const Program& program, TextWriter& out) {
    const LoadOptions options{program.name(), {}};
    Diagnostics diagnostics;
    const auto bytes = program.save();
    if (!present(bytes, "save", out)) return;
    const auto loaded = engine.format().load(*bytes, options, diagnostics);
    if (!present(loaded, "load", out)) return;
    const auto again = (*loaded)->save();
    if (!present(again, "save again", out)) return;
    if (*again != *bytes) out.text("load and save changes the bytes\n");
    ListingOptions plain;
    plain.addresses = false;
    plain.comments = false;
    for (const ListingOptions& listing : {ListingOptions{true, true, true}, plain}) {
        const auto assembled =
            engine.format().assemble((*loaded)->disassemble(listing), options, diagnostics);
        write_all(out, diagnostics);
        if (!present(assembled, "assemble", out)) return;
        const auto last = (*assembled)->save();
        if (!present(last, "save what was assembled", out)) return;
        if (*last != *bytes) out.text("listing and assembling changes the bytes\n");
    }
    out.dec(bytes->size());
    out.text(" bytes\n");
}

bool read_number(std::string_view text, std::uint64_t& number) {
    return std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc();
}

/// The files that a decompiled source names.
void add_headers(const Decompiled& made, MemoryFileSystem& files) {
    for (const SourceHeader& header : made.headers) {
        const auto bytes = as_bytes(header.text);
        files.add(header.name, {bytes.begin(), bytes.end()});
    }
}

/// The source, what is no source in it, and whether it gives the same file.
void decompile(const Engine& engine, const Program& program, TextWriter& out) {
    const auto made = program.decompile({});
    if (!present(made, "decompile", out)) return;
    MemoryFileSystem files;
    add_headers(*made, files);
    for (const SourceHeader& header : made->headers)
        out.text("// " + header.name + "\n" + header.text + "\n");
    out.text(made->text);
    if (!made->listing.empty()) out.text("a listing: " + made->listing + "\n");
    for (const FunctionVerdict& one : made->functions)
        if (!one.identical) out.text(one.name + " is left as assembly: " + one.reason + "\n");
    Diagnostics diagnostics;
    const auto again = engine.language()->compile(made->text, {program.name(), {}, &files}, diagnostics);
    if (!present(again, "compile", out)) return;
    if (!program.same_code(**again)) out.text("compiling the source changes the code\n");
}

/// What differs between the first two programs; with `listing`, as instructions.
void difference(const CaseFile& file, const std::vector<ProgramPtr>& programs, bool listing,
                TextWriter& out) {
    if (programs.size() != 2) return out.text("diff takes two programs\n");
    const bool source = file.input == Input::source;
    tools::DiffOptions options;
    options.listing = listing;
    if (source) {
        options.before_source = file.programs[0].text;
        options.after_source = file.programs[1].text;
    }
    const auto made = tools::diff(*programs[0], *programs[1], options);
    if (!present(made, "diff", out)) return;
    out.text(made->equal() ? std::to_string(made->same) + " the same\n" : tools::to_unified(*made));
}

/// What an edited source names, and the decompiled source with these names; with a second program, that is
/// the file of names.
void names(const Engine& engine, const CaseFile& file, TextWriter& out) {
    const ProgramText& first = file.programs.front();
    const LoadOptions options{first.name, settings_of(engine, file)};
    Diagnostics diagnostics;
    const auto program = engine.language()->compile(first.text, options, diagnostics);
    if (!present(program, "compile", out)) return;
    Diagnostics found;
    std::string text;
    if (file.programs.size() > 1) {
        text = file.programs[1].text;
        text.erase(0, text.find_first_not_of('\n')); // lines of the case in front of it
    } else {
        auto made = engine.names()->names_in(first.text, options, nullptr, found);
        if (!present(made, "names", out)) return;
        text = std::move(*made);
        out.text(text);
    }
    const auto read = engine.names()->read_names(text, found);
    write_all(out, found);
    if (!read) return;
    const auto source = (*program)->decompile({.names = read->get()});
    if (!present(source, "decompile", out)) return;
    out.text(source->text);
    MemoryFileSystem files;
    add_headers(*source, files);
    const LoadOptions with_headers{first.name, {}, &files};
    const auto again = engine.language()->compile(
        source->text, source->headers.empty() ? options : with_headers, diagnostics);
    if (!present(again, "compile again", out)) return;
    const auto bytes = (*program)->save(), other = (*again)->save();
    if (!bytes || !other || *bytes != *other) out.text("names change the bytes\n");
    const auto same = engine.names()->names_in(source->text, source->headers.empty() ? options : with_headers,
                                               nullptr, found);
    if (file.programs.size() == 1 && (!same || *same != text))
        out.text("the source has other names than its names\n");
}

/// Compiles each source with the warnings of lint.
void lint(const Engine& engine, const CaseFile& file, TextWriter& out) {
    for (const ProgramText& program : file.programs) {
        LoadOptions options{program.name, settings_of(engine, file)};
        options.lint = true;
        Diagnostics diagnostics;
        static_cast<void>(engine.language()->compile(program.text, options, diagnostics));
        diagnostics.set_file(program.name);
        write_all(out, diagnostics);
    }
}

/// Each source laid out; the same when that is done twice, and compiled to the same code.
void format_sources(const Engine& engine, const CaseFile& file, TextWriter& out) {
    for (const ProgramText& program : file.programs) {
        const LoadOptions options{program.name, settings_of(engine, file)};
        Diagnostics diagnostics;
        std::string text = program.text;
        text.erase(0, text.find_first_not_of('\n')); // lines of the case in front of it
        const auto made = engine.formatter()->format(text, options, diagnostics);
        if (!present(made, "format", out)) return;
        out.text(*made);
        const auto again = engine.formatter()->format(*made, options, diagnostics);
        if (!again || *again != *made) out.text("formatting twice changes it\n");
        const auto before = engine.language()->compile(text, options, diagnostics);
        const auto after = engine.language()->compile(*made, options, diagnostics);
        const auto code = [&](const ProgramPtr& one) {
            return one->disassemble({.bytes = true, .comments = false});
        };
        const auto instructions =
            [&](const ProgramPtr& one) { // without tables, which have lines of the source
                std::string kept;
                const std::string all = code(one);
                for (std::string_view rest = all; !rest.empty();) {
                    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
                    if (rest[0] != '.' && rest[0] != ';') kept += rest.substr(0, end + 1);
                    rest.remove_prefix(end + 1);
                }
                return kept;
            };
        if (before && (!after || instructions(*before) != instructions(*after)))
            out.text("the code differs\n");
    }
}

bool has_word(std::string_view text, std::string_view word) {
    const std::size_t at = text.find(word);
    return at != std::string_view::npos && at > 0 && text[at - 1] == ' ';
}

void perform_one(const Engine& engine, const CaseFile& file, std::string_view action, TextWriter& out) {
    const std::string_view verb = action.substr(0, action.find(' '));
    if (verb == "names") return names(engine, file, out);
    if (verb == "lint") return lint(engine, file, out);
    if (verb == "format") return format_sources(engine, file, out);
    const std::vector<ProgramPtr> programs = read_programs(engine, file, out);
    if (programs.empty()) return;
    if (verb == "run") return run(engine, file, programs, has_word(action, "summary"), out);
    if (verb == "trace") return trace(engine, file, programs, out);
    if (verb == "state") return state(engine, file, programs, out);
    if (verb == "restored") return restored(engine, file, programs, out);
    if (verb == "paused") return paused(engine, file, programs, out);
    if (verb == "inspect") {
        const std::string_view number = action.substr(std::min(action.size(), verb.size() + 1));
        std::uint64_t instructions = 0;
        if (!read_number(number, instructions)) return out.text("inspect takes a number of instructions\n");
        return inspect(engine, file, programs, instructions, out);
    }
    if (verb == "diff") return difference(file, programs, has_word(action, "listing"), out);
    if (verb == "dap") return dap(engine, file, programs, !has_word(action, "listing"), out);
    if (verb == "replayed") return replayed(engine, file, programs, out);
    for (const ProgramPtr& program : programs) {
        if (verb == "check")
            check(*program, out);
        else if (verb == "info")
            info(*program, out);
        else if (verb == "references")
            references(*program, out);
        else if (verb == "save")
            save(*program, out);
        else if (verb == "roundtrip")
            roundtrip(engine, *program, out);
        else if (verb == "decompile")
            decompile(engine, *program, out);
        else if (verb == "disasm") {
            ListingOptions options;
            options.bytes = has_word(action, "bytes");
            options.addresses = !has_word(action, "plain");
            options.facts = has_word(action, "facts");
            out.text(program->disassemble(options));
        } else {
            out.text("there is no action '");
            out.text(verb);
            out.text("'\n");
        }
    }
}

} // namespace

std::string perform(const Engine& engine, const CaseFile& file) {
    TextWriter out;
    std::optional<Editing> editing;
    for (const std::string& action : file.actions) {
        if (file.actions.size() > 1) {
            out.text("-- ");
            out.text(action);
            out.newline();
        }
        constexpr std::string_view edit = "edit ";
        if (!action.starts_with(edit)) {
            perform_one(engine, file, action, out);
            continue;
        }
        if (!editing) editing.emplace(file);
        editing->perform(std::string_view(action).substr(edit.size()), out);
    }
    return out.take();
}

} // namespace vellum::cases
