// See the header.
#include "engines/ags/decompile/header.hpp"

#include <algorithm>

#include "base/concat.hpp"
#include "engines/ags/decompile/words.hpp"
#include "engines/ags/source/preprocessor.hpp"

namespace vellum::ags::decompile {

namespace {

std::string default_text(std::int32_t value, bool real) {
    if (!real) return std::to_string(value);
    return (value < 0 ? "-" : "") + real_text(static_cast<std::uint32_t>(value));
}

class HeaderText {
  public:
    HeaderText(const Block& block, Types& types, Layout& layout)
        : block_(block),
          types_(types),
          layout_(layout),
          first_(layout.given() == nullptr ? 0 : layout.given()->slots()) {}

    std::string run(const Marks& marks, const std::vector<std::string>& locals);

  private:
    using Form = ImportName::Form;

    [[nodiscard]] bool is_given(std::string_view name) const {
        return layout_.given() != nullptr && layout_.given()->declares(name);
    }
    /// What derives from a struct of the API and only has members is an element of an array of these.
    [[nodiscard]] bool is_element(const StructText& of) const { return of.record == 0 && is_given(of.base); }
    [[nodiscard]] std::string words() const;
    void flags();
    void find_bodies();
    void place_members();
    void open(const StructText& text);
    void close() { out_ += "};\n"; }
    void emit_struct(std::size_t index, std::uint32_t depth = 0);
    void emit_struct(std::string_view name);
    void need(std::string_view type);
    void slot(std::uint32_t number);
    void prototype(std::uint32_t number);
    void body_slots(std::uint32_t first, std::uint32_t end, std::string_view type);
    [[nodiscard]] std::string parameters(std::uint32_t number, bool first);
    [[nodiscard]] std::string result(std::uint32_t number);
    void unused(std::uint32_t number, std::string_view indent);

    const Block& block_;
    Types& types_;
    Layout& layout_;
    std::uint32_t first_; ///< Slot behind those of the script API's own header.
    std::string out_;
    std::vector<StructText> structs_;
    std::map<std::string, std::size_t, std::less<>> index_;
    std::vector<bool> emitted_;
    std::uint32_t last_unused_ = nowhere - 1;    ///< Slot without a name that was written last,
    std::size_t unused_at_ = 0, unused_end_ = 0; ///< where its table is,
    std::uint32_t unused_count_ = 0;             ///< and how many are in it.
    std::vector<std::uint32_t> prototypes_;      ///< Functions of the script that wait for a slot.
    std::map<std::string_view, std::pair<std::uint32_t, std::uint32_t>>
        bodies_; ///< Slots in a struct's braces.
    std::map<std::string_view, std::vector<std::uint32_t>>
        members_; ///< Functions of the script that are declared there, the last first.
};

/// What derives from each other is managed together, and what has handles as members can only be built in.
void HeaderText::flags() {
    for (bool again = true; again;) {
        again = false;
        for (StructText& each : structs_) {
            const auto base = index_.find(each.base);
            if (base == index_.end()) continue;
            StructText& of = structs_[base->second];
            const auto share = [&](bool StructText::* flag) {
                if (each.*flag == of.*flag) return;
                each.*flag = of.*flag = true;
                again = true;
            };
            share(&StructText::managed);
            if (of.builtin && !each.builtin) each.builtin = again = true;
        }
    }
}

void HeaderText::find_bodies() {
    const auto& imports = block_.imports();
    const auto count = static_cast<std::uint32_t>(imports.size());
    // Where only members have the number of their parameters, they have to be members.
    const bool counted =
        !types_.any_placeless() &&
        (std::ranges::none_of(
             imports,
             [](const ImportName& name) { return name.type.empty() ? name.form == Form::plain : false; }) ||
         std::ranges::any_of(imports, [](const ImportName& name) {
             return name.type.empty() && name.form == Form::function;
         }));
    for (std::uint32_t i = first_; i < count; ++i) {
        const ImportName& name = imports[i];
        // An extender would say "this"; older members have no number by which they could be told apart.
        const bool member =
            name.form == Form::function || (name.form == Form::plain && types_.any_placeless());
        if (!(name.accessor() || (!counted && member)) || name.type.empty() || name.type == array_class ||
            bodies_.contains(name.type))
            continue;
        const auto inside = [&](const ImportName& other) {
            return other.form == Form::none ||
                   (other.type == name.type && (other.form != Form::plain || !block_.counts_members()));
        };
        std::uint32_t first = i;
        for (std::uint32_t k = i; k > first_ && inside(imports[k - 1]); --k)
            if (imports[k - 1].form != Form::none) first = k - 1;
        std::uint32_t end = i + 1;
        for (std::uint32_t k = i + 1; k < count && inside(imports[k]); ++k)
            if (imports[k].form != Form::none) end = k + 1;
        bodies_[name.type] = {first, end};
    }
}

/// Methods whose script never says "this" are declared in their struct; each left a slot without a name.
void HeaderText::place_members() {
    const auto& imports = block_.imports();
    for (auto i = static_cast<std::uint32_t>(block_.functions().size()); i > 0; --i)
        if (types_.is_declared_inside(i - 1)) members_[block_.functions()[i - 1].type].push_back(i - 1);
    if (members_.empty()) return;
    std::vector<bool> taken(imports.size());
    std::fill_n(taken.begin(), std::min<std::size_t>(first_, taken.size()), true);
    for (const auto& [type, range] : bodies_)
        for (std::uint32_t i = range.first; i < range.second; ++i) taken[i] = true;
    const auto is_free = [&](std::size_t slot) {
        return slot < imports.size() && imports[slot].form == Form::none && !taken[slot];
    };
    std::uint32_t next = 0;
    for (const StructText& text : structs_) { // a base in front of what derives from it
        const auto wanted = members_.find(text.name);
        if (wanted == members_.end()) continue;
        if (!bodies_.contains(wanted->first)) {
            const auto base = bodies_.find(text.base);
            if (base != bodies_.end()) next = std::max(next, base->second.second);
            while (next < imports.size() && !is_free(next)) ++next;
            bodies_[wanted->first] = {next, next};
        }
        auto& [first, end] = bodies_[wanted->first];
        std::size_t room = 0;
        for (std::uint32_t slot = first; slot < end; ++slot) room += imports[slot].form == Form::none ? 1 : 0;
        for (; room < wanted->second.size() && is_free(end); ++room) taken[end++] = true;
        for (; room < wanted->second.size() && first > 0 && is_free(first - 1); ++room) taken[--first] = true;
    }
}

void HeaderText::open(const StructText& text) {
    if (text.name == "String")
        out_ += "internalstring autoptr builtin managed ";
    else if (text.managed)
        out_ += text.builtin ? "builtin managed " : "managed ";
    out_ += "struct " + text.name;
    if (!text.base.empty()) out_ += " extends " + text.base;
    out_ += " {\n" + text.members;
}

void HeaderText::emit_struct(std::size_t index, std::uint32_t depth) {
    if (emitted_[index] || depth > 200) return;
    emitted_[index] = true;
    const StructText& text = structs_[index];
    if (const auto base = index_.find(text.base); base != index_.end()) emit_struct(base->second, depth + 1);
    open(text);
    if (const auto body = bodies_.find(text.name); body != bodies_.end())
        body_slots(body->second.first, body->second.second, text.name);
    close();
}

void HeaderText::emit_struct(std::string_view name) {
    if (const auto found = index_.find(name); found != index_.end()) emit_struct(found->second);
}

/// A type has to be there before something is of that type.
void HeaderText::need(std::string_view type) {
    if (type.ends_with('*')) type.remove_suffix(1);
    const auto found = index_.find(type);
    if (found != index_.end() && !bodies_.contains(structs_[found->second].name)) emit_struct(found->second);
}

std::string HeaderText::result(std::uint32_t number) {
    bool array = false;
    std::string type = layout_.type_text(types_.import_result(number), Width::whole, array);
    if (const ApiEnum* const words = types_.words_given(number); words != nullptr && type == "int")
        type = layout_.use(*words);
    if (const ApiEntry* const known = types_.import_known(number);
        known != nullptr && known->type == "void" && types_.believes_types())
        type = known->type;
    return type + (array ? "[]" : "");
}

std::string HeaderText::parameters(std::uint32_t number, bool first) {
    const ImportName& name = block_.imports()[number];
    const auto& known = types_.import_parameters(number);
    const bool variadic =
        types_.import_called(number) ? types_.import_variadic(number) : name.arguments >= 100;
    const std::size_t count = types_.import_called(number) ? types_.import_fixed(number)
                              : variadic                   ? static_cast<std::size_t>(name.arguments - 100)
                                         : static_cast<std::size_t>(std::max(name.arguments, 0));
    std::string text;
    const auto add = [&](std::string_view each) {
        if (!first) text += ", ";
        text += each;
        first = false;
    };
    for (std::size_t i = 0; i < std::min<std::size_t>(count, 120); ++i) {
        bool array = false;
        std::string type = layout_.type_text(i < known.size() ? known[i] : 0, Width::whole, array);
        if (const auto standard = types_.import_default(number, i)) {
            const ApiEnum* const words = i < known.size() ? types_.words(known[i]) : nullptr;
            const std::string_view word = words == nullptr ? std::string_view{} : words->word(*standard);
            if (!word.empty()) layout_.use_word(*words, word, *standard);
            type += " = " + (word.empty() ? default_text(*standard, type == "float") : std::string(word));
        }
        add(type + (array ? " []" : ""));
    }
    if (variadic) add("...");
    return text + ")";
}

void HeaderText::body_slots(std::uint32_t first, std::uint32_t end, std::string_view type) {
    const auto& imports = block_.imports();
    for (std::uint32_t i = first; i < end; ++i) {
        const ImportName& name = imports[i];
        if (name.form == Form::none)
            if (auto& own = members_[type]; !own.empty()) {
                prototype(own.back());
                own.pop_back();
                continue;
            }
        if (name.form == Form::none || name.type != type) {
            unused(i, "    ");
            continue;
        }
        out_ += "    import ";
        if (!name.accessor()) {
            if (!types_.import_instance(i)) out_ += "static ";
            out_ += result(i) + " " + std::string(name.name) + "(" + parameters(i, true) + ";\n";
            continue;
        }
        const bool sets = i + 1 < end && imports[i + 1].type == type && imports[i + 1].name == name.name &&
                          (imports[i + 1].form == Form::set || imports[i + 1].form == Form::indexed_set);
        if (!sets) out_ += "readonly ";
        if (!types_.import_instance(i) && !(sets && types_.import_instance(i + 1))) out_ += "static ";
        out_ += "attribute " + result(i) + " " + std::string(name.name) +
                (name.form == Form::indexed_get ? "[];\n" : ";\n");
        if (sets) ++i;
    }
}

/// Only a prototype says what a call may leave out.
void HeaderText::prototype(std::uint32_t number) {
    const Extent& extent = block_.functions()[number];
    const auto& defaults = types_.own_defaults(number);
    bool array = false;
    const std::string result = layout_.type_text(types_.result(number), Width::whole, array);
    const bool member = types_.is_declared_inside(number);
    const bool is_static = member && !types_.is_placeless(number) && !types_.has_object(number);
    out_ += std::string(member ? "    import " : "import ") + (is_static ? "static " : "") + result +
            (array ? "[] " : " ") + extent.name + "(";
    if (!extent.type.empty() && !member)
        out_ += types_.has_object(number) ? concat("this ", extent.type, "*, ")
                                          : concat("static ", extent.type, ", ");
    const std::size_t count = member ? static_cast<std::size_t>(extent.parameters) : defaults.size();
    for (std::size_t i = 0; i < count; ++i) {
        out_ += i == 0 ? "" : ", ";
        out_ +=
            layout_.type_text(types_.parameter(number, static_cast<std::uint32_t>(i)), Width::whole, array);
        if (i < defaults.size() && defaults[i])
            out_ += " = " + default_text(*defaults[i], out_.ends_with("float"));
        if (array) out_ += " []";
    }
    if (extent.variadic) out_ += count == 0 ? "..." : ", ...";
    out_ += ");\n";
}

/// Imports that nothing uses have numbers all the same: one table for all that follow each other.
void HeaderText::unused(std::uint32_t number, std::string_view indent) {
    if (unused_end_ == out_.size() && last_unused_ + 1 == number) {
        out_.resize(unused_at_);
    } else {
        unused_at_ = out_.size();
        unused_count_ = 0;
    }
    last_unused_ = number;
    out_ += std::string(indent) + "unused { " + std::to_string(++unused_count_) + " }\n";
    unused_end_ = out_.size();
}

void HeaderText::slot(std::uint32_t number) {
    const ImportName& name = block_.imports()[number];
    const std::string& whole = block_.script().scom().imports[number];
    if (name.type == array_class) return; // the first length that is asked for makes it
    if (name.form == Form::none && !prototypes_.empty()) {
        prototype(prototypes_.back());
        prototypes_.pop_back();
        return;
    }
    if (name.form == Form::none) {
        unused(number, "");
        return;
    }
    if (name.form == Form::function || types_.import_called(number) || !name.type.empty()) {
        const std::string type = result(number);
        need(type);
        need(name.type);
        out_ += "import " + type + " " + std::string(name.name) + "(";
        if (!name.type.empty())
            out_ += (types_.import_instance(number) ? "this " : "static ") + std::string(name.type) +
                    (types_.import_instance(number) ? "*" : "");
        out_ += parameters(number, name.type.empty()) + ";\n";
        return;
    }
    const Declared& declared = layout_.import_variable(number);
    std::string type = declared.type.empty() ? "int" : declared.type;
    if (const auto found = index_.find(type); found != index_.end() && is_element(structs_[found->second]))
        type = structs_[found->second].base;
    need(type);
    out_ += "import " + type + " " + whole + declared.behind + ";\n";
}

std::string HeaderText::words() const {
    std::string text;
    for (const auto& [name, words] : layout_.used_words()) {
        if (is_given(name)) continue;
        text += "enum " + std::string(name) + " {";
        for (const auto& [word, value] : words->words)
            text += (text.ends_with('{') ? " " : ", ") + std::string(word) + " = " + std::to_string(value);
        text += " };\n";
    }
    for (const auto& [word, value] : layout_.used_macros())
        text += "#define " + std::string(word) + " " + std::to_string(value) + "\n";
    return text;
}

std::string HeaderText::run(const Marks& marks, const std::vector<std::string>& locals) {
    const std::size_t said = !marks.headers.empty() && is_plain_section(marks.headers.front()) ? 1 : 0;
    out_ = "// vellum: section=" + (said != 0 ? marks.headers.front() : std::string()) + "\n";
    for (std::size_t i = said; i < marks.headers.size(); ++i)
        out_ += "\"" + std::string(source::section_mark) + marks.headers[i] + "\"\n";
    if (!locals.empty()) {
        out_ += "struct " + layout_.free_prefix("Names") + "0 {";
        for (const std::string& each : locals) out_ += " int " + each + ";";
        out_ += " };\n";
    }
    if (types_.api() != nullptr && layout_.given() == nullptr) out_ += "#define function int\n";
    const std::size_t words_at = out_.size();
    structs_ = layout_.structs();
    if (layout_.given() == nullptr &&
        std::ranges::none_of(structs_, [](const StructText& each) { return each.name == "String"; }))
        structs_.insert(structs_.begin(), StructText{"String", {}, {}});
    for (StructText& each : structs_) {
        if (each.name == "String")
            each.managed = each.builtin = true;
        else if (each.record != 0)
            each.managed = types_.record(each.record).pointed;
        each.builtin = each.builtin && each.managed;
    }
    for (std::size_t i = 0; i < structs_.size(); ++i) index_.emplace(structs_[i].name, i);
    flags();
    find_bodies();
    place_members();
    for (const StructText& each : structs_) emitted_.push_back(is_given(each.name) || is_element(each));
    for (const StructText& each : structs_)
        if (is_given(each.name))
            continue;
        else if (each.name == "String" || each.record != 0)
            out_ += std::string(each.name == "String" ? "internalstring autoptr builtin managed "
                                : each.managed        ? each.builtin ? "builtin managed " : "managed "
                                                      : "") +
                    "struct " + each.name + ";\n";
    // Structs with properties stand where their properties are, and what derives from them behind.
    const auto waits = [&](const StructText& text) {
        const StructText* at = &text;
        for (std::uint32_t depth = 0; depth < 200; ++depth) {
            if (bodies_.contains(at->name)) return true;
            const auto base = index_.find(at->base);
            if (base == index_.end()) return false;
            at = &structs_[base->second];
        }
        return true;
    };
    if (!bodies_.contains("String")) emit_struct("String");
    for (std::size_t i = 0; i < structs_.size(); ++i)
        if (!waits(structs_[i])) emit_struct(i);
    for (auto i = static_cast<std::uint32_t>(block_.functions().size()); i > 0; --i)
        if (!types_.own_defaults(i - 1).empty() && !types_.is_declared_inside(i - 1))
            prototypes_.push_back(i - 1);
    const auto count = static_cast<std::uint32_t>(block_.imports().size());
    std::map<std::uint32_t, std::string_view> begins;
    for (const auto& [type, range] : bodies_)
        if (range.first < range.second) begins.emplace(range.first, type);
    for (std::uint32_t i = first_; i < count; ++i) {
        const auto body = begins.find(i);
        if (body == begins.end()) {
            slot(i);
            continue;
        }
        emit_struct(body->second);
        i = bodies_[body->second].second - 1;
    }
    for (std::size_t i = 0; i < structs_.size(); ++i) emit_struct(i);
    out_ += layout_.globals();
    return out_.insert(words_at, words()); // the last of them was used just now
}

} // namespace

std::string header_text(const Block& block, Types& types, Layout& layout, const Marks& marks,
                        const std::vector<std::string>& locals) {
    return HeaderText(block, types, layout).run(marks, locals);
}

} // namespace vellum::ags::decompile
