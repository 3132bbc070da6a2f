// See the header. Functions whose source is not compiled to their code stay instructions: those that the
// reader does not understand, those that the compiler complains about, those that come out as others, and,
// where nobody can say which it is, the one whose source makes the difference.
#include "engines/ags/decompile/decompile.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <numeric>
#include <set>
#include <span>
#include <tuple>

#include "base/bytes.hpp"
#include "base/escape.hpp"
#include "base/lines.hpp"
#include "engines/ags/api/header.hpp"
#include "engines/ags/compile/compile.hpp"
#include "engines/ags/compile/sources.hpp"
#include "engines/ags/decompile/dialogs.hpp"
#include "engines/ags/decompile/game_words.hpp"
#include "engines/ags/decompile/header.hpp"
#include "engines/ags/decompile/long_names.hpp"
#include "engines/ags/decompile/names.hpp"
#include "engines/ags/decompile/printer.hpp"
#include "engines/ags/decompile/reader.hpp"
#include "engines/ags/decompile/said_names.hpp"
#include "engines/ags/decompile/user_names.hpp"
#include "engines/ags/listing.hpp"

namespace vellum::ags::decompile {

namespace {

/// How often a script is tried; a small one may be tried as long as it costs no more than this many words.
constexpr std::uint32_t most_tries = 64;
constexpr std::uint64_t words_tried = 100'000;

/// "room1.ash" of "games/room1.crm".
std::string header_name(std::string_view file) {
    if (const std::size_t slash = file.find_last_of("/\\"); slash != std::string_view::npos)
        file.remove_prefix(slash + 1);
    std::string name = without_controls(file.substr(0, file.rfind('.'))) + ".ash";
    std::ranges::replace(name, ',', '_'); // which divides settings
    if (name.starts_with(' ')) name.front() = '_';
    return name;
}

/// What the section of the script API's header is called.
std::string api_section(bool full) {
    return std::string(full ? api::header_name : api::header_name.substr(0, api::header_name.rfind('.')));
}

/// What a text and its header are compiled to, by the settings that they have.
compile::Compiled compile_again(std::string_view text, std::string_view header) {
    const auto settings = compile::settings_of(text, {});
    const auto others = compile::settings_of(header, {});
    if (!settings || !others) {
        compile::Compiled failed;
        failed.mistakes.emplace_back().message = (settings ? others : settings).error().message;
        return failed;
    }
    const std::string api = settings->release ? api::api_header(*settings->release) : std::string();
    std::vector<compile::Source> sources;
    if (settings->release) sources.push_back({"api", api_section(settings->full_names), api});
    sources.push_back({"header", others->section.value_or(""), header});
    sources.push_back({"script", settings->section.value_or(""), text});
    compile::Compiled made = compile::compile_sources(sources, *settings, false);
    for (compile::Mistake& each : made.mistakes) // 0: some header
        each.source = each.source + 1 == sources.size() ? 1 : 0;
    return made;
}

struct Texts {
    std::string header, script;
    std::vector<std::size_t> begins; ///< Of the functions in the script.
    ChosenNames variables;
    NamesUsed names;
};

class Decompiler {
  public:
    /// `said`: with the names that a script of AGS 4 has of its own.
    Decompiler(const Script& script, const SourceOptions& options, const Names* names, bool said = true)
        : block_(script, said),
          said_(said),
          options_(options),
          names_(names),
          scom_(script.scom()),
          assembly_(block_),
          api_(api_version(block_), names == nullptr ? nullptr : names->game.get()),
          marks_(find_marks(scom_.strings, scom_.sections)),
          must_list_texts_(!marks_.found && !marks_.script.empty()) {
        lines_ = std::ranges::any_of(block_.steps(), [](const Step& step) { return step.op == Op::linenum; });
    }

    Decompiled run(NamesUsed* used) {
        Decompiled made;
        reasons_.resize(block_.functions().size());
        keep_what_no_source_says();
        if (lines_) keep_in_line();
        Attempt found = search();
        verdicts(made, found.same);
        if (found.same) {
            if (used != nullptr) *used = std::move(found.texts.names);
            made.variable_names = found.texts.variables;
            made.text = std::move(found.texts.script);
            made.headers.push_back({header_name(file()), std::move(found.texts.header)});
            if (!options_.compiled) return made;
            auto compiled =
                Script::make(block_.script().engine(), block_.script().name(), std::move(*found.scom),
                             block_.script().enclosing(), 0, {}, std::move(found.variables));
            if (compiled) made.compiled = std::move(*compiled);
            return made;
        }
        made.listing = std::move(found.reason);
        made.text = std::string(compile::listing_mark) + "\n" + list_script(block_.script(), {});
        return made;
    }

  private:
    /// A function that is at fault.
    struct Blame {
        std::uint32_t function = nowhere;
        std::string reason;
    };
    struct Attempt {
        Texts texts;
        std::optional<Scom> scom;
        Variables variables;
        bool same = false;
        bool disordered = false;   ///< The texts lie otherwise than its literals.
        std::string reason;        ///< Why it is not the same.
        std::vector<Blame> blamed; ///< In order; empty if nobody knows.
        bool certain = false;      ///< Each of them is at fault by itself.
        std::size_t in_order = 0;  ///< How many texts are in their order.
    };

    void keep_what_no_source_says() {
        const std::vector<Extent>& functions = block_.functions();
        const auto keep = [&](std::uint32_t word, std::string_view reason) {
            const auto behind = std::ranges::upper_bound(
                functions, word, {}, [&](const Extent& each) { return block_[each.first].at; });
            std::string& known = reasons_[static_cast<std::size_t>(behind - functions.begin()) - 1];
            if (known.empty()) known = reason;
        };
        for (const Script::NamedInstance& each : block_.script().named_instances())
            keep(each.word, "it names instances");
        const LongNames names(block_);
        for (const Extent& each : functions)
            if (names.is_long(each.exported)) keep(block_[each.first].at, long_name);
        for (const Step& step : block_.steps())
            if (names.are_used(step)) keep(step.at, long_name);
    }

    static constexpr std::string_view long_name = "it has or uses a name that is too long";

    void keep_in_line() {
        const std::vector<bool> out = out_of_line(block_, marks_);
        for (std::size_t i = 0; i < out.size(); ++i)
            if (out[i]) reasons_[i] = "its lines do not come before those of the functions that follow";
    }

    [[nodiscard]] std::vector<bool> kept_now() const {
        std::vector<bool> kept(reasons_.size());
        for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = !reasons_[i].empty();
        return kept;
    }

    [[nodiscard]] bool may_try() const {
        return tries_ < most_tries || std::uint64_t{tries_} * (block_.steps().size() + 64) < words_tried;
    }

    /// True if the script has the whole header of its API's release in front, so that its source needs no
    /// copy of it.
    bool find_given() {
        if (!api_.version() || must_list_texts_ || marks_.headers.empty()) return false;
        full_names_ = marks_.headers.front() == api_section(true);
        if (!full_names_ && marks_.headers.front() != api_section(false)) return false;
        if (api_.version()->conditions.strict_strings && has_old_texts()) return false;
        given_ = std::make_unique<ApiHeader>(*api_.version());
        return true;
    }

    /// Variables of the old sort, which only compile with a setting.
    [[nodiscard]] bool has_old_texts() const {
        return std::ranges::any_of(tree_.locals, &Local::text) ||
               std::ranges::find(scom_.fixups, static_cast<std::uint8_t>(FixupType::pointer), &Fixup::type) !=
                   scom_.fixups.end();
    }

    /// What the API says is believed as long as the script comes back with it: all of it, or only what makes
    /// no difference to the code.
    Attempt search() {
        Attempt attempt;
        if (find_given()) {
            for (const Belief belief : {Belief::game, Belief::api}) {
                belief_ = belief;
                must_list_texts_ = false;
                attempt = try_with(kept_now());
                if (attempt.same) return attempt;
                if (!used_game_) break;
            }
            given_.reset();
            must_list_texts_ = false;
        }
        attempt = try_pleasantly();
        if (attempt.disordered && !literal_loops_.empty()) attempt = order_loops(std::move(attempt));
        may_list_texts_ = true;
        if (attempt.disordered) attempt = try_pleasantly();
        if (attempt.same) return attempt;
        belief_ = Belief::nothing;
        attempt = search_plainly();
        if (!attempt.same) return attempt;
        Attempt again = try_pleasantly();
        return again.same ? std::move(again) : std::move(attempt);
    }

    /// A for reads the texts of its step in front of those of its body. Which loops do is found by how many
    /// texts are in their order then.
    Attempt order_loops(Attempt best) {
        fors_ = likely_fors_;
        if (Attempt likely = try_pleasantly(); likely.same || likely.in_order > best.in_order)
            best = std::move(likely);
        else
            fors_.clear();
        for (bool again = true; again && !best.same;) {
            again = false;
            const std::set<std::uint32_t> loops = literal_loops_;
            for (const std::uint32_t loop : loops) {
                if (!may_try()) break;
                if (!fors_.insert(loop).second) continue;
                belief_ = Belief::game;
                Attempt next = try_with(kept_now());
                again = next.same || next.in_order > best.in_order;
                if (again) {
                    best = std::move(next);
                    break;
                }
                fors_.erase(loop);
            }
        }
        if (!best.same) fors_.clear();
        return best;
    }

    Attempt try_pleasantly() {
        Attempt attempt;
        for (const Belief belief : {Belief::game, Belief::api, Belief::words}) {
            if (belief == Belief::api && !used_game_) continue; // it was the same
            belief_ = belief;
            attempt = try_with(kept_now());
            if (attempt.same) break;
        }
        return attempt;
    }

    Attempt search_plainly() {
        Attempt best;
        std::vector<bool> kept(reasons_.size(), true);
        std::vector<std::uint32_t> sources;
        for (std::uint32_t i = 0; i < reasons_.size(); ++i)
            if (reasons_[i].empty()) sources.push_back(i);
        take(std::move(sources), kept, best);
        return best.same ? std::move(best) : try_with(std::vector<bool>(reasons_.size(), true));
    }

    /// Makes source of the functions of a part, too: of as many as leave the script what it is. `best` is
    /// the last attempt that did, with what is not `kept`.
    void take(std::vector<std::uint32_t> part, std::vector<bool>& kept, Attempt& best) {
        std::string reason = "too much of the script would compile to something else";
        while (!part.empty() && may_try()) {
            for (const std::uint32_t each : part) kept[each] = false;
            Attempt attempt = try_with(kept);
            const bool same = attempt.same;
            for (const std::uint32_t each : part) kept[each] = !same || !reasons_[each].empty();
            std::erase_if(part, [&](std::uint32_t each) { return !reasons_[each].empty(); });
            if (same) {
                best = std::move(attempt);
                return;
            }
            std::erase_if(attempt.blamed, [&](const Blame& each) {
                return !std::ranges::binary_search(part, each.function);
            });
            reason = std::move(attempt.reason);
            if (part.size() < 2 && attempt.blamed.empty()) break;
            // Where many seem to be wrong it is something that they have in common.
            if (constexpr std::size_t many = 8;
                !attempt.certain && attempt.blamed.size() > 1 + part.size() / many)
                attempt.blamed.clear();
            for (Blame& each : attempt.blamed) reasons_[each.function] = std::move(each.reason);
            if (!attempt.blamed.empty()) {
                std::erase_if(part, [&](std::uint32_t each) { return !reasons_[each].empty(); });
                continue;
            }
            if (!best.same) best = try_with(std::vector<bool>(kept.size(), true));
            if (!best.same) break; // it is none of them
            const auto middle = part.begin() + static_cast<std::ptrdiff_t>(part.size() / 2);
            take({part.begin(), middle}, kept, best);
            return take({middle, part.end()}, kept, best);
        }
        for (const std::uint32_t each : part) reasons_[each] = reason;
    }

    Attempt try_with(const std::vector<bool>& kept) {
        ++tries_;
        Attempt made;
        tree_ = {};
        tree_.functions.resize(block_.functions().size());
        Reader reader(block_, tree_, fors_);
        for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) {
            if (kept[i]) {
                reader.keep(i);
                continue;
            }
            reader.read(i);
            if (tree_.functions[i].sound) continue;
            made.reason = tree_.functions[i].reason;
            made.blamed.push_back({i, made.reason});
        }
        literal_loops_ = reader.literal_loops();
        likely_fors_ = reader.likely_fors();
        if (!made.blamed.empty()) {
            if (!fors_.empty()) return made; // it may be their fault
            std::vector<bool> more = kept;
            for (Blame& each : made.blamed) {
                more[each.function] = true;
                reasons_[each.function] = std::move(each.reason);
            }
            return try_with(more);
        }
        if (!print(made)) return made;
        made.scom = compile(made);
        if (!made.scom) return made;
        if (*made.scom != scom_ && add_tables(made)) made.scom = compile(made);
        if (!made.scom) return made;
        made.same = *made.scom == scom_;
        if (!must_list_texts_ && has_other_texts(*made.scom)) {
            must_list_texts_ = true;
            return try_with(kept);
        }
        if (!made.same) {
            made.reason = "it would compile to different instructions";
            for (const std::uint32_t each : all_different(*made.scom, kept))
                made.blamed.push_back({each, made.reason});
            if (made.blamed.empty()) made.reason = "its source would compile to a different script";
        }
        return made;
    }

    /// True if texts lie otherwise, or an instruction has another of them.
    [[nodiscard]] bool has_other_texts(const Scom& made) const {
        if (made.strings != scom_.strings) return true;
        if (made.code.size() != scom_.code.size()) return false;
        return std::ranges::any_of(block_.steps(), [&](const Step& step) {
            const std::size_t at = (std::size_t{step.at} + 2) * 4;
            return step.fixup == static_cast<std::uint8_t>(FixupType::string) && at + 4 <= made.code.size() &&
                   load_u32(made.code.data() + at) != static_cast<std::uint32_t>(step.b);
        });
    }

    /// Says in the text what the tables for the linker have that the code does not say, if nothing else
    /// differs.
    bool add_tables(Attempt& made) const {
        Scom like = *made.scom;
        like.fixups = scom_.fixups;
        like.imports = scom_.imports;
        like.exports = scom_.exports;
        like.sections = scom_.sections;
        if (like != scom_) return false;
        const std::string tables = import_table(made.scom->imports, scom_.imports) +
                                   fixup_table(made.scom->fixups, scom_.fixups) +
                                   section_table(made.scom->sections, scom_.sections) +
                                   exported_table(made.scom->exports, scom_.exports, block_);
        if (tables.empty()) return false;
        std::string& script = made.texts.script;
        const bool settings_alone = std::ranges::count(script, '\n') < 2; // they end their line
        script.insert(script.size() - (settings_alone ? 0 : 1), tables);
        if (settings_alone) script += '\n';
        return true;
    }

    [[nodiscard]] static std::uint32_t function_at(const Texts& texts, std::size_t place) {
        const auto behind = std::ranges::upper_bound(texts.begins, place);
        return behind == texts.begins.begin() ? nowhere
                                              : static_cast<std::uint32_t>(behind - texts.begins.begin() - 1);
    }

    bool print(Attempt& made) {
        Texts& texts = made.texts;
        Types types(block_, tree_, belief_, api_);
        types.infer();
        used_game_ = types.used_game();
        Layout layout(block_, tree_, types, given_.get());
        std::map<std::uint32_t, std::string> given;
        if (names_ != nullptr) layout.name_globals(given_names(*names_, given));
        layout.run();
        LocalNames names(block_, tree_, types, layout);
        names.run(given);
        texts.variables = names.counts();
        texts.names = {};
        for (const Function& function : tree_.functions) {
            const auto names_of = std::span(names.names()).subspan(function.first_local, function.locals);
            texts.names.locals.emplace_back(names_of.begin(), names_of.end());
        }
        texts.names.globals = layout.global_names();
        const bool old_negatives = has_old_negatives();
        Printer printer(block_, tree_, types, layout, assembly_, marks_, names.names(),
                        {.lines = lines_, .old_negatives = old_negatives});
        texts.script = printer.run();
        texts.begins = printer.begins();
        std::string words = "section=" + marks_.script;
        const auto add = [&](bool needed, std::string_view setting) {
            if (needed) words.append(", ").append(setting);
        };
        bool listed = must_list_texts_;
        if (!listed) {
            std::size_t failed = 0, ignored = 0;
            const auto fill = [&](bool padded, std::size_t& at) {
                return fill_literals(texts.script, scom_.strings, marks_.end, padded, texts.begins, at);
            };
            const bool padded = fill(true, failed);
            listed = !padded && !fill(false, ignored);
            if (listed && !may_list_texts_) {
                made.in_order = count_marks(std::string_view(texts.script).substr(0, failed));
                made.disordered = true;
                made.reason = "its strings are not in the order of its code";
                return false;
            }
            add(!padded && !listed, "padded-literals=0");
        }
        // A table has the names of the headers, too.
        if (listed && given_ != nullptr) return false;
        Marks own = listed ? Marks() : marks_;
        if (given_ != nullptr) own.headers.erase(own.headers.begin());
        texts.header = header_text(block_, types, layout, own, names.order());
        if (listed) {
            const TextTable table(scom_.strings, used_texts(), layout.free_prefix("text"));
            texts.header.insert(texts.header.find('\n') + 1, table.text());
            const std::vector<std::size_t> failed = table.fill(texts.script, texts.begins);
            for (const std::size_t place : failed)
                blame(made, place, "one of its strings begins inside another");
            made.certain = !failed.empty();
            if (made.certain) return false;
        }
        made.in_order = std::string::npos;
        if (std::ranges::any_of(block_.functions(),
                                [](const Extent& each) { return each.exported.empty(); })) {
            add(true, "exportall=0");
            std::string exported;
            std::vector<std::uint32_t> numbers;
            for (const Export& each : scom_.exports)
                if (each.kind() == export_function && block_.is_exported_by_name(each)) {
                    exported += " export " + std::string(plain_function_name(each.name)) + ";";
                    numbers.push_back(block_.function_at(static_cast<std::int32_t>(each.offset())));
                }
            if (exported.contains("::")) exported = number_table("exports", numbers); // no name for export
            texts.script.insert(texts.script.size() - 1, exported);
        }
        for (const Extension& each : scom_.extensions)
            texts.script.insert(texts.script.size() - 1, extension_table(each, scom_.code.size() / 4));
        add(!lines_, "linenumbers=0");
        add(!block_.counts_imports(), "counted-imports=0");
        add(!block_.counts_members(), "counted-members=0");
        add(old_negatives, "folded-negatives=0");
        add(!block_.has_stack_offsets(), "stack-offsets=0");
        add(!block_.counts_arguments(), "counted-arguments=0");
        add(!block_.counts_exports(), "counted-exports=0");
        add(scom_.version != scom_newest_version, "version=" + std::to_string(scom_.version));
        if (given_ != nullptr) {
            add(true, given_->settings());
            add(full_names_, "full-names");
        } else {
            add(has_old_texts(), "forcenewstrings=0");
        }
        const std::size_t end = std::min(texts.script.find('\n'), texts.script.size());
        const std::string line =
            (end == 0 ? "" : " ") + ("// vellum: header=" + header_name(file()) + ", " + words);
        texts.script.insert(end, line);
        for (std::size_t& begin : texts.begins) begin += begin >= end ? line.size() : 0;
        return true;
    }

    [[nodiscard]] const std::string& file() const {
        return options_.file.empty() ? block_.script().name() : options_.file;
    }

    /// Where the texts begin that the code uses.
    [[nodiscard]] std::vector<std::size_t> used_texts() const {
        std::vector<std::size_t> offsets;
        for (const Step& step : block_.steps())
            if (step.fixup == static_cast<std::uint8_t>(FixupType::string))
                offsets.push_back(static_cast<std::uint32_t>(step.b));
        std::ranges::sort(offsets);
        const auto behind = std::ranges::unique(offsets);
        offsets.erase(behind.begin(), behind.end());
        return offsets;
    }

    /// Says what is wrong at a place of the script's text; what stays instructions is not at fault.
    void blame(Attempt& made, std::size_t place, const std::string& reason) const {
        if (made.reason.empty()) made.reason = reason;
        if (place >= made.texts.script.size()) return;
        const std::uint32_t function = function_at(made.texts, place);
        if (function != nowhere && !tree_.functions[function].kept &&
            std::ranges::find(made.blamed, function, &Blame::function) == made.blamed.end())
            made.blamed.push_back({function, reason});
    }

    /// Editors before 3.4 calculated negative numbers.
    [[nodiscard]] bool has_old_negatives() const {
        if (scom_.version >= scom_newest_version) return false;
        bool found = false;
        for (const Expr& expr : tree_.exprs) {
            if (expr.kind == ExprKind::number && expr.value < 0) return false;
            found |= expr.kind == ExprKind::negate && tree_.exprs[expr.left].kind == ExprKind::number &&
                     expr.op == Op::subreg;
        }
        return found;
    }

    /// Names of locals by their numbers, and those of globals.
    std::map<std::int32_t, std::string> given_names(const Names& names,
                                                    std::map<std::uint32_t, std::string>& locals) const {
        std::map<std::int32_t, std::string> globals;
        const std::vector<FunctionKey> keys = function_keys(block_);
        for (std::uint32_t i = 0; i < keys.size(); ++i) {
            const auto found = names.functions.find(keys[i]);
            if (found == names.functions.end()) continue;
            const Function& function = tree_.functions[i];
            for (const auto& [number, name] : found->second.locals)
                if (number < function.locals) locals[function.first_local + number] = name;
            if (found->second.globals.empty()) continue;
            const std::vector<std::int32_t> used = globals_in(block_, i);
            for (const auto& [number, name] : found->second.globals)
                if (number < used.size()) globals.emplace(used[number], name);
        }
        if (said_) {
            SaidNames said = said_names(block_, tree_); // somebody's own names come first
            locals.merge(said.locals);
            globals.merge(said.globals);
        }
        return globals;
    }

    std::optional<Scom> compile(Attempt& made) {
        const std::string& text = made.texts.script;
        compile::Compiled done = compile_again(text, made.texts.header);
        made.variables = std::move(done.variables);
        if (done.scom) return std::move(done.scom);
        const std::vector<std::size_t> lines = line_begins(text);
        for (const compile::Mistake& each : done.mistakes) {
            const std::string reason = "its source would not compile: " + each.message + " (" +
                                       (each.source == 0 ? "header, " : "") + "line " +
                                       std::to_string(each.line) + ")";
            const bool placed = each.source != 0 && each.line > 0 && each.line <= lines.size();
            blame(made, placed ? lines[each.line - 1] + std::max(each.column, 1U) - 1 : std::string::npos,
                  reason);
        }
        std::ranges::sort(made.blamed, {}, &Blame::function);
        return std::nullopt;
    }

    /// The functions that came out as others; none if what stays instructions did as well.
    [[nodiscard]] std::vector<std::uint32_t> all_different(const Scom& scom,
                                                           const std::vector<bool>& kept) const {
        std::vector<std::uint32_t> found;
        const auto script = Script::make(block_.script().engine(), block_.script().name(), scom);
        if (!script) return found;
        const Block other(**script);
        const auto& before = block_.functions();
        const auto& after = other.functions();
        for (std::uint32_t i = 0; i < before.size(); ++i) {
            if (i < after.size() && same_function(other, before[i], after[i])) continue;
            if (kept[i]) return {};
            found.push_back(i);
        }
        return found;
    }

    [[nodiscard]] bool same_function(const Block& other, const Extent& before, const Extent& after) const {
        if (before.end - before.first != after.end - after.first) return false;
        for (std::uint32_t k = 0; k < before.end - before.first; ++k) {
            const Step& left = block_[before.first + k];
            const Step& right = other[after.first + k];
            if (left.op != right.op || left.a != right.a || left.c != right.c || left.fixup != right.fixup ||
                left.apart != right.apart) {
                // The address of the function itself.
                const bool begins = left.op == Op::thisbase && right.op == Op::thisbase &&
                                    static_cast<std::int64_t>(left.a) - block_[before.first].at ==
                                        static_cast<std::int64_t>(right.a) - other[after.first].at;
                if (!begins) return false;
            }
            const bool calls = left.fixup == static_cast<std::uint8_t>(FixupType::function);
            if (calls ? block_.function_at(left.b) != other.function_at(right.b) : left.b != right.b)
                return false;
        }
        return true;
    }

    void verdicts(Decompiled& made, bool same) {
        for (std::uint32_t i = 0; i < block_.functions().size(); ++i) {
            const Extent& extent = block_.functions()[i];
            FunctionVerdict verdict;
            verdict.name = (extent.type.empty() ? "" : std::string(extent.type) + ".") + extent.name;
            verdict.address = block_[extent.first].at;
            verdict.identical = same && reasons_[i].empty();
            if (!verdict.identical)
                verdict.reason = reasons_[i].empty() ? "the script is written as a listing" : reasons_[i];
            made.functions.push_back(std::move(verdict));
        }
    }

    Block block_;
    const bool said_;
    const SourceOptions& options_;
    const Names* names_;
    const Scom& scom_;
    Assembly assembly_;
    Api api_;
    Marks marks_;
    bool must_list_texts_; ///< The header says how the texts lie.
    bool may_list_texts_ = false;
    bool lines_ = false;
    Belief belief_ = Belief::game;
    bool used_game_ = false;                 ///< The last attempt took something from the game's scripts.
    std::unique_ptr<const ApiHeader> given_; ///< The script API's header, if it is taken as it is.
    bool full_names_ = false;                ///< Sections have the names of files.
    std::set<std::uint32_t> fors_;           ///< Loops that are a for, by the order of their texts.
    std::set<std::uint32_t> literal_loops_, likely_fors_; ///< Of the last attempt.
    Tree tree_;
    std::vector<std::string> reasons_; ///< Why a function stays instructions; empty: it does not.
    std::uint32_t tries_ = 0;
};

/// The order of imports in which those of each struct are together, and those of each property in it.
std::vector<std::uint32_t> members_together(std::span<const ImportName> imports) {
    using Place = std::pair<std::uint32_t, std::uint32_t>; // first of the struct, and of the property
    std::map<std::pair<std::string_view, std::string_view>, std::uint32_t> first;
    std::vector<Place> places;
    for (std::uint32_t i = 0; i < imports.size(); ++i) {
        const ImportName& name = imports[i];
        const auto first_of = [&](std::string_view member) {
            return name.type.empty() ? i : first.try_emplace({name.type, member}, i).first->second;
        };
        // Nothing is declared after the length of arrays.
        places.emplace_back(name.type == array_class ? nowhere : first_of({}),
                            name.accessor() ? first_of(name.name) : i);
    }
    std::vector<std::uint32_t> order(imports.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return std::tuple(places[i], imports[i].form, i); });
    return order;
}

/// A header declares the members of a struct together: where they are among other imports, its source is that
/// of the script with its imports in another order, and a table says which.
Decompiled decompile_ordered(const Script& script, const SourceOptions& options, const Names* names,
                             NamesUsed* used) {
    Decompiled made = Decompiler(script, options, names).run(used);
    const Reflection& said = script.reflection();
    if (!made.listing.empty() &&
        !(said.functions.empty() && said.globals.empty())) // no source may have such names
        made = Decompiler(script, options, names, false).run(used);
    const std::vector<std::uint32_t> order =
        made.listing.empty() ? std::vector<std::uint32_t>() : members_together(Block(script).imports());
    if (std::ranges::is_sorted(order)) return made;
    Scom scom = script.scom();
    std::vector<Fixup> fixups;
    std::ranges::copy_if(scom.fixups, std::back_inserter(fixups),
                         [&](const Fixup& each) { return script.is_regular(each); });
    order_imports(scom, order, fixups);
    const auto ordered = Script::make(script.engine(), script.name(), std::move(scom), script.enclosing());
    if (!ordered) return made;
    Decompiled other = Decompiler(**ordered, options, names).run(used);
    std::vector<std::uint32_t> back(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) back[order[i]] = i;
    other.text.insert(other.text.size() - 1, number_table("order", back));
    if (!other.listing.empty()) return made;
    compile::Compiled again = compile_again(other.text, other.headers.front().text);
    if (!again.scom || *again.scom != script.scom()) return made;
    other.compiled.reset();
    if (!options.compiled) return other;
    auto compiled = Script::make(script.engine(), script.name(), std::move(*again.scom), script.enclosing(),
                                 0, {}, std::move(again.variables));
    if (compiled) other.compiled = std::move(*compiled);
    return other;
}

Decompiled decompile_named(const Script& script, const SourceOptions& options, NamesUsed* used) {
    const auto* const names = static_cast<const Names*>(options.names);
    Names game; // without what somebody called things
    if (names != nullptr) game.game = names->game;
    const auto plain = [&] { return decompile_ordered(script, options, &game, used); };
    if (names == nullptr || names->functions.empty()) return plain();
    Decompiled made = decompile_ordered(script, options, names, used);
    if (!made.listing.empty()) return plain(); // they are not for this one
    std::string commented = with_comments(Block(script), *names, made.text);
    if (commented == made.text) return made;
    const auto scom = compile_again(commented, made.headers.front().text).scom;
    if (scom && *scom == script.scom()) made.text = std::move(commented);
    return made;
}

} // namespace

Decompiled decompile_text(const Script& script, const SourceOptions& options, NamesUsed* used) {
    Decompiled made = decompile_named(script, options, used);
    if (!made.listing.empty()) return made;
    std::string dialogs = dialogs_of(made.text);
    if (dialogs.empty()) return made;
    std::string name = made.headers.front().name;
    name.replace(name.rfind('.'), std::string::npos, ".txt"); // nothing is compiled with it
    made.headers.push_back({std::move(name), std::move(dialogs)});
    return made;
}

} // namespace vellum::ags::decompile
