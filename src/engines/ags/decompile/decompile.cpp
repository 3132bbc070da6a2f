// See the header. Functions whose source is not compiled to their code stay instructions: those that the
// reader does not understand, those that the compiler complains about, those that come out as others, and,
// where nobody can say which it is, the one whose source makes the difference.
#include "engines/ags/decompile/decompile.hpp"

#include <algorithm>
#include <set>
#include <span>

#include "engines/ags/compile/compile.hpp"
#include "engines/ags/compile/sources.hpp"
#include "engines/ags/decompile/header.hpp"
#include "engines/ags/decompile/names.hpp"
#include "engines/ags/decompile/printer.hpp"
#include "engines/ags/decompile/reader.hpp"
#include "engines/ags/decompile/user_names.hpp"
#include "engines/ags/listing.hpp"

namespace vellum::ags::decompile {

namespace {

/// How often a script is tried; a small one may be tried as long as it costs no more than this many words.
constexpr std::uint32_t most_tries = 24;
constexpr std::uint64_t words_tried = 100'000;

/// "room1" of "games/room1.crm".
std::string stem_of(std::string_view file) {
    if (const std::size_t slash = file.find_last_of("/\\"); slash != std::string_view::npos)
        file.remove_prefix(slash + 1);
    return std::string(file.substr(0, file.rfind('.')));
}

struct Texts {
    std::string header, script;
    std::vector<std::size_t> begins; ///< Of the functions in the script.
    compile::Settings settings;
    ChosenNames variables;
    NamesUsed names;
    std::string words; ///< The settings as the script's first line has them.
};

class Decompiler {
  public:
    Decompiler(const Script& script, const Names* names)
        : block_(script),
          names_(names),
          scom_(script.scom()),
          assembly_(block_),
          marks_(find_marks(scom_.strings, scom_.sections)),
          spare_(spare_texts()) {
        lines_ = std::ranges::any_of(block_.steps(), [](const Step& step) { return step.op == Op::linenum; });
    }

    Decompiled run(const SourceOptions& options, NamesUsed* used) {
        Decompiled made;
        reasons_.resize(block_.functions().size());
        std::string reason = refusal();
        Attempt found;
        if (reason.empty()) {
            if (lines_) keep_in_line();
            found = search();
            reason = found.reason;
        }
        verdicts(made, found.same);
        if (found.same) {
            if (used != nullptr) *used = std::move(found.texts.names);
            finish(made, found.texts, options);
            if (!options.compiled) return made;
            auto compiled =
                Script::make(block_.script().engine(), block_.script().name(), std::move(*found.scom),
                             block_.script().enclosing(), 0, {}, std::move(found.variables));
            if (compiled) made.compiled = std::move(*compiled);
            return made;
        }
        made.listing = std::move(reason);
        made.text = std::string(compile::listing_mark) + "\n" + list_script(block_.script(), {});
        return made;
    }

  private:
    struct Attempt {
        Texts texts;
        std::optional<Scom> scom;
        Variables variables;
        bool same = false;
        std::string reason;             ///< Why it is not.
        std::uint32_t blamed = nowhere; ///< The function that is at fault, if it is known.
        std::size_t in_order = 0;       ///< How many texts are in their order.
    };

    /// Why there is no source at all.
    std::string refusal() const {
        if (!block_.steps().empty() && (block_.functions().empty() || block_.functions().front().first != 0))
            return "there is code in front of the first function";
        if (has_long_name()) return "it has a name that is too long";
        if (!marks_.found) return "it does not say which sources it is from";
        if (!block_.script().named_instances().empty()) return "it names instances";
        return {};
    }

    /// Names are written wherever something is used, so that long ones become more than a file justifies.
    [[nodiscard]] bool has_long_name() const {
        constexpr std::size_t longest = 512;
        const auto is_long = [](std::string_view name) { return name.size() > longest; };
        return std::ranges::any_of(scom_.imports, is_long) ||
               std::ranges::any_of(scom_.exports, [&](const Export& each) { return is_long(each.name); });
    }

    void keep_in_line() {
        const std::vector<bool> out = out_of_line(block_, marks_);
        for (std::size_t i = 0; i < out.size(); ++i)
            if (out[i]) reasons_[i] = "its lines are not in front of those of the functions that follow";
    }

    [[nodiscard]] std::vector<bool> kept_now() const {
        std::vector<bool> kept(reasons_.size());
        for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = !reasons_[i].empty();
        return kept;
    }

    [[nodiscard]] bool may_try() const {
        return tries_ < most_tries || std::uint64_t{tries_} * (block_.steps().size() + 64) < words_tried;
    }

    /// What the API says is believed as long as the script comes back with it: all of it, or only what makes
    /// no difference to the code.
    Attempt search() {
        Attempt attempt = try_pleasantly();
        if (!attempt.same && !literal_loops_.empty()) attempt = order_loops(std::move(attempt));
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
                belief_ = Belief::everything;
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
        for (const Belief belief : {Belief::everything, Belief::words}) {
            belief_ = belief;
            attempt = try_with(kept_now());
            if (attempt.same) break;
        }
        return attempt;
    }

    Attempt search_plainly() {
        Attempt attempt = try_with(kept_now());
        while (!attempt.same && may_try()) {
            if (attempt.blamed == nowhere) attempt.blamed = culprit();
            if (attempt.blamed == nowhere) break;
            reasons_[attempt.blamed] = std::move(attempt.reason);
            attempt = try_with(kept_now());
        }
        if (attempt.same) return attempt;
        for (std::string& reason : reasons_)
            if (reason.empty()) reason = "the source of the whole script would be compiled to another";
        Attempt last = try_with(kept_now());
        if (!last.same) last.reason = std::move(attempt.reason);
        return last;
    }

    /// The first function with whose source the script does not come back, though it does with that of those
    /// before it.
    std::uint32_t culprit() {
        std::vector<std::uint32_t> sources;
        for (std::uint32_t i = 0; i < reasons_.size(); ++i)
            if (reasons_[i].empty()) sources.push_back(i);
        const auto works = [&](std::size_t count) {
            std::vector<bool> kept = kept_now();
            for (std::size_t i = count; i < sources.size(); ++i) kept[sources[i]] = true;
            return try_with(kept).same;
        };
        if (sources.empty() || !works(0)) return nowhere;
        std::size_t good = 0;
        std::size_t bad = sources.size();
        while (bad - good > 1) {
            if (!may_try()) return nowhere;
            const std::size_t middle = good + (bad - good) / 2;
            (works(middle) ? good : bad) = middle;
        }
        return sources[good];
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
            if (tree_.functions[i].sound || made.blamed != nowhere) continue;
            made.blamed = i;
            made.reason = tree_.functions[i].reason;
        }
        literal_loops_ = reader.literal_loops();
        likely_fors_ = reader.likely_fors();
        if (made.blamed != nowhere) {
            // All that are not understood are known at once.
            for (std::uint32_t i = made.blamed + 1; i < tree_.functions.size(); ++i)
                if (!kept[i] && !tree_.functions[i].sound) reasons_[i] = tree_.functions[i].reason;
            return made;
        }
        if (std::ranges::find(kept, true) != kept.end() && !assembly_.possible()) {
            made.reason = "what the linker changes in it is in an order of its own";
            return made;
        }
        if (!print(made)) return made;
        made.scom = compile(made);
        if (!made.scom) return made;
        made.same = *made.scom == scom_;
        if (!made.same) {
            made.reason = "it would be compiled to other instructions";
            made.blamed = first_different(*made.scom, kept);
            if (made.blamed == nowhere) made.reason = "its source would be compiled to another script";
        }
        return made;
    }

    [[nodiscard]] static std::uint32_t function_at(const Texts& texts, std::size_t place) {
        const auto behind = std::ranges::upper_bound(texts.begins, place);
        return behind == texts.begins.begin() ? nowhere
                                              : static_cast<std::uint32_t>(behind - texts.begins.begin() - 1);
    }

    bool print(Attempt& made) {
        Texts& texts = made.texts;
        Types types(block_, tree_, belief_);
        types.infer();
        Layout layout(block_, tree_, types);
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
        const auto print_script = [&](bool listed_texts) {
            Printer printer(block_, tree_, types, layout, assembly_, marks_, names.names(),
                            {.lines = lines_, .old_negatives = old_negatives, .listed_texts = listed_texts});
            texts.script = printer.run();
            if (!spare_.empty()) texts.script += "texts " + spare_ + ";\n";
            texts.begins = printer.begins();
        };
        print_script(false);
        texts.header = header_text(block_, types, layout, marks_, names.order());
        const auto set = [&](std::string word, bool compile::Settings::* setting, bool value) {
            texts.settings.*setting = value;
            texts.words += ", " + word;
        };
        texts.settings.section = marks_.script;
        texts.words = "section=" + marks_.script;
        std::size_t failed = 0;
        bool filled = fill_literals(texts.script, scom_.strings, marks_.end, true, texts.begins, failed);
        if (!filled && std::ranges::any_of(tree_.functions, &Function::kept)) {
            print_script(true);
            filled = fill_literals(texts.script, scom_.strings, marks_.end, true, texts.begins, failed);
        }
        if (!filled) {
            std::size_t ignored = 0;
            if (!fill_literals(texts.script, scom_.strings, marks_.end, false, texts.begins, ignored)) {
                made.in_order = count_marks(std::string_view(texts.script).substr(0, failed));
                made.blamed = failed < texts.script.size() ? function_at(texts, failed) : nowhere;
                if (made.blamed != nowhere && tree_.functions[made.blamed].kept) made.blamed = nowhere;
                made.reason = "its texts are not in the order of its code";
                return false;
            }
            set("padded-literals=0", &compile::Settings::padded_literals, false);
        }
        made.in_order = std::string::npos;
        if (std::ranges::any_of(block_.functions(),
                                [](const Extent& each) { return each.exported.empty(); })) {
            set("exportall=0", &compile::Settings::export_all, false);
            std::string exported;
            for (const Export& each : scom_.exports)
                if (each.kind() == export_function)
                    exported += " export " + std::string(plain_function_name(each.name)) + ";";
            texts.script.insert(texts.script.size() - 1, exported);
        }
        if (!lines_) set("linenumbers=0", &compile::Settings::line_numbers, false);
        if (!block_.counts_imports()) set("counted-imports=0", &compile::Settings::counted_imports, false);
        if (!block_.counts_members()) set("counted-members=0", &compile::Settings::counted_members, false);
        if (old_negatives) set("folded-negatives=0", &compile::Settings::folded_negatives, false);
        if (scom_.version != scom_newest_version) {
            texts.settings.version = scom_.version;
            texts.words += ", version=" + std::to_string(scom_.version);
        }
        if (std::ranges::any_of(tree_.locals, &Local::text) ||
            std::ranges::find(scom_.fixups, static_cast<std::uint8_t>(FixupType::pointer), &Fixup::type) !=
                scom_.fixups.end())
            set("forcenewstrings=0", &compile::Settings::new_strings, false);
        return true;
    }

    /// Texts behind all that the code uses, which some tool may have put there.
    [[nodiscard]] std::string spare_texts() const {
        std::size_t end = marks_.end;
        const auto use = [&](std::size_t offset) {
            const std::string_view all = as_text(scom_.strings);
            if (offset < all.size()) end = std::max(end, std::min(all.find('\0', offset), all.size()));
        };
        for (const Step& step : block_.steps())
            if (step.fixup == static_cast<std::uint8_t>(FixupType::string))
                use(static_cast<std::uint32_t>(step.b));
        for (const Marks::Part& part : marks_.parts) use(part.offset);
        return end < scom_.strings.size() ? literal_marks(scom_.strings, end) : std::string();
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
        return globals;
    }

    std::optional<Scom> compile(Attempt& made) {
        const Texts& texts = made.texts;
        const compile::Source sources[] = {
            {"header", marks_.headers.empty() ? std::string() : marks_.headers.front(), texts.header},
            {"script", marks_.script, texts.script}};
        compile::Compiled done = compile::compile_sources(sources, texts.settings, true);
        made.variables = std::move(done.variables);
        if (done.scom) return std::move(done.scom);
        const compile::Mistake& first = done.mistakes.front();
        made.reason = "its source would not compile: " + first.message + " (" +
                      (first.source == 0 ? "header, " : "") + "line " + std::to_string(first.line) + ")";
        if (first.source == 0) return std::nullopt;
        std::size_t place = 0;
        for (std::uint32_t line = 1; line < first.line && place < texts.script.size(); ++line)
            place = std::min(texts.script.find('\n', place), texts.script.size() - 1) + 1;
        if (first.column > 0) place += first.column - 1;
        made.blamed = function_at(texts, place);
        if (made.blamed != nowhere && tree_.functions[made.blamed].kept) made.blamed = nowhere;
        return std::nullopt;
    }

    /// The first function that came out as another, if all others can be told apart.
    [[nodiscard]] std::uint32_t first_different(const Scom& scom, const std::vector<bool>& kept) const {
        const auto script = Script::make(block_.script().engine(), block_.script().name(), scom);
        if (!script) return nowhere;
        const Block other(**script);
        const auto& before = block_.functions();
        const auto& after = other.functions();
        for (std::uint32_t i = 0; i < before.size(); ++i) {
            if (i < after.size() && same_function(other, before[i], after[i])) continue;
            return kept[i] ? nowhere : i;
        }
        return nowhere;
    }

    [[nodiscard]] bool same_function(const Block& other, const Extent& before, const Extent& after) const {
        if (before.end - before.first != after.end - after.first) return false;
        for (std::uint32_t k = 0; k < before.end - before.first; ++k) {
            const Step& left = block_[before.first + k];
            const Step& right = other[after.first + k];
            if (left.op != right.op || left.a != right.a || left.c != right.c || left.fixup != right.fixup) {
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
            verdict.name = (extent.type.empty() ? "" : std::string(extent.type) + "::") + extent.name;
            verdict.address = block_[extent.first].at;
            verdict.identical = same && reasons_[i].empty();
            if (!verdict.identical)
                verdict.reason = reasons_[i].empty() ? "the script is kept as a listing" : reasons_[i];
            made.functions.push_back(std::move(verdict));
        }
    }

    void finish(Decompiled& made, Texts& texts, const SourceOptions& options) {
        std::string name = stem_of(options.file.empty() ? block_.script().name() : options.file) + ".ash";
        std::ranges::replace(name, ',', '_'); // which divides settings
        const std::size_t end = std::min(texts.script.find('\n'), texts.script.size());
        texts.script.insert(end, std::string(end == 0 ? "" : " ") + "// vellum: header=" + name + ", " +
                                     texts.words);
        made.variable_names = texts.variables;
        made.text = std::move(texts.script);
        made.headers.push_back({name, std::move(texts.header)});
    }

    Block block_;
    const Names* names_;
    const Scom& scom_;
    Assembly assembly_;
    Marks marks_;
    std::string spare_;
    bool lines_ = false;
    Belief belief_ = Belief::everything;
    std::set<std::uint32_t> fors_; ///< Loops that are a for, by the order of their texts.
    std::set<std::uint32_t> literal_loops_, likely_fors_; ///< Of the last attempt.
    Tree tree_;
    std::vector<std::string> reasons_; ///< Why a function stays instructions; empty: it does not.
    std::uint32_t tries_ = 0;
};

} // namespace

Decompiled decompile_text(const Script& script, const SourceOptions& options, NamesUsed* used) {
    const auto* const names = static_cast<const Names*>(options.names);
    if (names == nullptr || names->functions.empty()) return Decompiler(script, nullptr).run(options, used);
    Decompiled made = Decompiler(script, names).run(options, used);
    if (!made.listing.empty()) return Decompiler(script, nullptr).run(options, used); // not for this one
    made.text = with_comments(Block(script), *names, std::move(made.text));
    return made;
}

} // namespace vellum::ags::decompile
