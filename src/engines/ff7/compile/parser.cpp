// The file, names and numbers; see the header.
#include "engines/ff7/compile/parser.hpp"

#include <algorithm>
#include <utility>

#include "base/suggest.hpp"
#include "engines/ff7/compile/parser_state.hpp"
#include "engines/ff7/names/names.hpp"
#include "engines/ff7/names/places.hpp"
#include "vellum/ff7.hpp"

namespace vellum::ff7::compile {

namespace {

constexpr std::uint16_t no_header = 0xFFFF;    // of one that makes no sense
constexpr std::uint32_t most_tail = 1U << 24U; // a text cannot ask for gigabytes of zeros

/// What may begin something at the level of the file.
constexpr auto openings =
    std::to_array<std::string_view>({"layout", "words", "tail", "bare_start", "no_trailing_return", "const",
                                     "var", "name", "entry", "system", "model", "mesh", "id", "code", "raw"});

} // namespace

Parsed parse(const Sources& sources, Diagnostics& diagnostics) { return Parser(sources, diagnostics).run(); }

Parsed Parser::run() {
    while (!cursor_.at_end()) {
        const std::uint32_t before = cursor_.peek().offset;
        top_level();
        if (cursor_.recovering()) cursor_.skip_statement();
        if (cursor_.peek().offset == before && !cursor_.at_end()) static_cast<void>(cursor_.next());
    }
    check_entries();
    for (const auto& [name, meaning] : names_)
        if (meaning.kind != Meaning::Kind::constant)
            parsed_.names.push_back(
                {name, meaning.code, meaning.operand, meaning.kind == Meaning::Kind::function});
    std::ranges::sort(parsed_.names, {},
                      [this](const source::Declaration& one) { return tree_.text(one.name); });
    return std::move(parsed_);
}

void Parser::top_level() {
    const std::uint32_t begin = cursor_.peek().offset;
    if (cursor_.accept("layout")) {
        const std::uint32_t offset = cursor_.peek().offset;
        if (const auto value = number("256 or 128", table_entries)) {
            if (*value == table_entries || *value == old_table_entries)
                tree_.layout = *value;
            else
                mistake(codes::source_number, offset, "layouts are 256 and 128");
        }
        cursor_.expect(";");
    } else if (cursor_.accept("words")) {
        if (const auto value = number("the number of code words", code_words)) tree_.words = *value;
        cursor_.expect(";");
    } else if (cursor_.accept("tail")) {
        tail();
    } else if (cursor_.accept("bare_start")) {
        tree_.bare_start = true;
        cursor_.expect(";");
    } else if (cursor_.accept("no_trailing_return")) {
        tree_.no_trailing_return = true;
        cursor_.expect(";");
    } else if (cursor_.accept("const")) {
        declaration(begin, &Parser::constant);
    } else if (cursor_.accept("var")) {
        declaration(begin, &Parser::variable);
    } else if (cursor_.accept("name")) {
        declaration(begin, &Parser::alias);
    } else if (cursor_.accept("entry")) {
        entry();
    } else if (cursor_.accept("raw")) {
        raw();
    } else if (cursor_.at("system") || cursor_.at("model") || cursor_.at("mesh") || cursor_.at("id") ||
               cursor_.at("code")) {
        function();
    } else {
        std::string hint = "system, model, mesh, var, const, name, …";
        if (cursor_.peek().kind == TokenKind::name)
            if (const auto near = nearest(cursor_.peek().text, openings); !near.empty())
                hint = "did you mean '" + std::string(near) + "'?";
        cursor_.syntax("expected a function or a declaration, not " + cursor_.shown(), std::move(hint));
    }
}

void Parser::declaration(std::size_t begin, void (Parser::*read)()) {
    const std::size_t known = names_.size();
    declared_ = none;
    (this->*read)();
    if (names_.size() == known || declared_ == none) return;
    const Meaning& meaning = names_.at(declared_);
    std::string words;
    switch (meaning.kind) {
    case Meaning::Kind::place: words = place_words(meaning.code, meaning.operand); break;
    case Meaning::Kind::constant: words = std::to_string(meaning.operand); break;
    case Meaning::Kind::function:
        words = "function " + std::to_string(meaning.code) + " of " + std::to_string(meaning.operand);
        break;
    }
    parsed_.declared.push_back({declared_, std::move(words), begin, cursor_.lexer().behind()});
}

void Parser::constant() {
    const std::uint32_t offset = cursor_.peek().offset;
    const TextId text = name("the name of a constant");
    if (text == none || !cursor_.expect("=")) return;
    if (const auto value = number("a number", 0xFFFF))
        declare(text, {Meaning::Kind::constant, code::push_const, static_cast<std::uint16_t>(*value)},
                offset);
    cursor_.expect(";");
}

void Parser::variable() {
    const std::uint32_t offset = cursor_.peek().offset;
    const TextId text = name("the name of a place");
    if (text == none || !cursor_.expect("=")) return;
    const bool is_place = cursor_.at("save") || cursor_.at("temp") || cursor_.at("temp2");
    if (!is_place) return cursor_.syntax("expected a place such as save.byte(0xF25)");
    if (const NodeId id = place(); id != none) {
        const source::Expr& found = tree_.exprs[id];
        tree_.variables.push_back({text, found.code, found.operand});
        declare(text, {Meaning::Kind::place, found.code, found.operand}, offset);
    }
    cursor_.expect(";");
}

/// `name take_off = highwind.29;`
void Parser::alias() {
    const std::uint32_t offset = cursor_.peek().offset;
    const TextId text = name("the name of a function");
    if (text == none || !cursor_.expect("=")) return;
    std::optional<std::uint32_t> owner = 0xFFFF;
    if (!cursor_.accept("system")) owner = model();
    if (!owner || !cursor_.expect(".")) return;
    if (const auto function = number("the number of a function", 0xFF))
        declare(text,
                {Meaning::Kind::function, static_cast<std::uint16_t>(*function),
                 static_cast<std::uint16_t>(*owner)},
                offset);
    cursor_.expect(";");
}

void Parser::tail() {
    if (cursor_.peek().kind == TokenKind::string) {
        static_cast<void>(cursor_.next());
        for (const char c : cursor_.lexer().value()) tree_.tail.push_back(static_cast<std::byte>(c));
    } else if (const auto count = number("a number of bytes, or the bytes in quotes", most_tail))
        tree_.tail.resize(std::min<std::size_t>(tree_.tail.size() + *count, most_tail));
    cursor_.expect(";");
}

void Parser::entry() {
    source::EntryLine line;
    line.place = cursor_.peek().offset;
    const auto index = number("the number of an entry", table_entries - 1);
    if (!index || !cursor_.expect(",")) return;
    const auto id = number("an identifier", 0xFFFF);
    if (!id || !cursor_.expect(",")) return;
    line.index = *index;
    line.id = static_cast<std::uint16_t>(*id);
    if (cursor_.peek().kind == TokenKind::name && find(cursor_.peek().text) == nullptr) {
        line.place = cursor_.peek().offset;
        line.body = name("the name of a body");
    } else if (const auto address = number("a body or a code word", 0xFFFF))
        line.address = static_cast<std::uint16_t>(*address);
    else
        return;
    tree_.entries.push_back(line);
    cursor_.expect(";");
}

void Parser::raw() {
    source::Function words;
    words.raw = true;
    words.place = cursor_.peek().offset;
    if (!cursor_.expect("{")) return;
    while (!cursor_.at("}") && !cursor_.at_end()) {
        const auto word = number("a word", 0xFFFF);
        if (!word) return;
        words.words.push_back(static_cast<std::uint16_t>(*word));
    }
    cursor_.expect("}");
    tree_.functions.push_back(std::move(words));
}

void Parser::function() {
    source::Function made;
    made.place = cursor_.peek().offset;
    if (cursor_.accept("code")) {
        const std::uint32_t offset = cursor_.peek().offset;
        made.name = name("the name of a body");
        if (made.name == none) return;
        if (!bodies_.emplace(made.name, offset).second)
            mistake(codes::source_twice, offset,
                    "there are two bodies '" + std::string(tree_.text(made.name)) + "'");
    } else {
        do
            if (!header(made)) return;
        while (cursor_.accept(","));
    }
    labels_.clear();
    gotos_.clear();
    loops_ = 0;
    if (cursor_.accept("asm"))
        made.block = assembly();
    else if (cursor_.at("{"))
        made.body = block();
    else
        return cursor_.syntax("'{' is missing before " + cursor_.shown());
    check_labels();
    made.end = cursor_.lexer().behind();
    tree_.functions.push_back(std::move(made));
}

bool Parser::header(source::Function& function) {
    const std::uint32_t offset = cursor_.peek().offset;
    std::optional<std::uint16_t> id;
    if (cursor_.accept("system")) {
        if (const auto number = function_number(true)) id = system_id(static_cast<std::uint8_t>(*number));
    } else if (cursor_.accept("model")) {
        const auto owner = model();
        if (!owner) return false;
        if (const auto number = function_number(false))
            id = model_id(static_cast<std::uint8_t>(*owner), static_cast<std::uint8_t>(*number));
    } else if (cursor_.accept("mesh")) {
        id = mesh_header(offset);
    } else if (cursor_.accept("id")) {
        if (const auto value = number("an identifier", 0xFFFE)) id = static_cast<std::uint16_t>(*value);
    } else
        cursor_.syntax("expected system, model, mesh or id, not " + cursor_.shown());
    if (!id) return false;
    function.headers.push_back({*id, offset, cursor_.lexer().behind()});
    return true;
}

std::optional<std::uint16_t> Parser::mesh_header(std::uint32_t offset) {
    const auto x = number("mesh x", 0xFFFF);
    if (!x || !cursor_.expect(",")) return std::nullopt;
    const auto z = number("mesh z", 0xFFFF);
    if (!z || !cursor_.expect(",")) return std::nullopt;
    const auto trigger = number("a trigger", 0xF);
    if (!trigger) return std::nullopt;
    if (*x >= static_cast<std::uint32_t>(mesh_columns) || *z >= static_cast<std::uint32_t>(mesh_rows)) {
        mistake(codes::source_number, offset, "there are 36 x 28 meshes, from 0,0 to 35,27");
        return no_header; // the rest of the function is read all the same
    }
    return mesh_id(*x + static_cast<std::uint32_t>(mesh_columns) * *z, static_cast<std::uint8_t>(*trigger));
}

/// Behind `asm`: instructions up to a line with `}`.
NodeId Parser::assembly() {
    if (!cursor_.expect("{")) return none;
    std::uint32_t offset = 0;
    const std::string_view text = cursor_.lexer().raw_block(offset);
    tree_.blocks.push_back({std::string(text), sources_.place(offset).line, offset + 1});
    return static_cast<NodeId>(tree_.blocks.size() - 1);
}

void Parser::check_entries() {
    std::unordered_map<std::uint16_t, bool> ids;
    for (const source::Function& function : tree_.functions)
        for (const source::Header& header : function.headers) {
            if (header.id != no_header && !ids.emplace(header.id, true).second)
                mistake(codes::source_twice, header.place, function_words(header.id) + " is there twice");
            if (!tree_.entries.empty())
                mistake(codes::source_syntax, header.place,
                        "a text with entries cannot have functions of this kind",
                        "write 'code NAME' and an entry for it");
        }
    for (const source::EntryLine& line : tree_.entries)
        if (line.body != none && !bodies_.contains(line.body))
            mistake(codes::source_name, line.place,
                    "there is no 'code " + std::string(tree_.text(line.body)) + "'");
}

void Parser::check_labels() {
    for (const Goto& one : gotos_)
        if (!labels_.contains(one.label)) {
            std::vector<std::string_view> known;
            if (suggestions_left_ != 0) // each look at all labels costs
                for (const TextId label : labels_) known.push_back(tree_.text(label));
            std::ranges::sort(known);
            mistake(codes::source_jump, one.offset,
                    "the function has no label '" + std::string(tree_.text(one.label)) + "'." +
                        suggestion(tree_.text(one.label), known));
        }
}

// --- Names and numbers ---

TextId Parser::name(std::string_view what) {
    const Token& token = cursor_.peek();
    if (token.kind == TokenKind::name && !source::is_keyword(token.text))
        return tree_.intern(cursor_.next().text);
    if (token.kind == TokenKind::name)
        cursor_.syntax("'" + std::string(token.text) + "' is a keyword and cannot be " + std::string(what));
    else
        cursor_.syntax("expected " + std::string(what) + " before " + cursor_.shown());
    return none;
}

void Parser::declare(TextId name, Meaning meaning, std::uint32_t offset) {
    const std::string_view text = tree_.text(name);
    if (model_number(text) || special_number(text) || source::instruction_code(text) ||
        std::ranges::find(source::instruction_names(), text) != source::instruction_names().end())
        mistake(codes::source_twice, offset,
                "'" + std::string(text) + "' is a built-in name and cannot be declared");
    else if (!names_.emplace(name, meaning).second)
        mistake(codes::source_twice, offset, "'" + std::string(text) + "' is declared twice");
    else
        declared_ = name;
}

const Parser::Meaning* Parser::find(std::string_view name) {
    const auto found = names_.find(tree_.intern(name));
    return found == names_.end() ? nullptr : &found->second;
}

std::optional<std::uint32_t> Parser::number(std::string_view what, std::uint32_t most) {
    const std::uint32_t offset = cursor_.peek().offset;
    std::uint64_t value = 0;
    if (cursor_.peek().kind == TokenKind::integer) {
        value = cursor_.next().magnitude;
    } else {
        const Meaning* known = nullptr;
        if (cursor_.peek().kind == TokenKind::name) known = find(cursor_.peek().text);
        if (known == nullptr || known->kind != Meaning::Kind::constant) {
            cursor_.syntax("expected " + std::string(what) + ", not " + cursor_.shown());
            return std::nullopt;
        }
        value = known->operand;
        static_cast<void>(cursor_.next());
    }
    cursor_.recovered();
    if (value > most) {
        mistake(codes::source_number, offset,
                std::string(what) + ": " + std::to_string(value) + " is above " + std::to_string(most));
        return 0;
    }
    return static_cast<std::uint32_t>(value);
}

std::optional<std::uint32_t> Parser::function_number(bool system) {
    if (cursor_.peek().kind == TokenKind::name)
        if (const auto known = ff7::function_number(system, cursor_.peek().text)) {
            static_cast<void>(cursor_.next());
            return known;
        }
    return number("the number of a function", 0xFF);
}

std::optional<std::uint32_t> Parser::model() {
    if (cursor_.peek().kind == TokenKind::name) {
        if (const auto known = model_number(cursor_.peek().text)) {
            static_cast<void>(cursor_.next());
            return known;
        }
        if (find(cursor_.peek().text) == nullptr && !source::is_keyword(cursor_.peek().text)) {
            const Token token = cursor_.next();
            mistake(codes::source_name, token.offset,
                    "there is no model '" + std::string(token.text) + "'." +
                        suggestion(token.text, model_words_list()));
            return 0;
        }
    }
    return number("a model", 0x3F);
}

std::string Parser::suggestion(std::string_view name, std::span<const std::string_view> known) {
    if (suggestions_left_ == 0) return {};
    --suggestions_left_;
    return did_you_mean(name, known);
}

/// What could stand where a statement begins, or a value.
std::vector<std::string_view> Parser::names_for(bool statement) const {
    std::vector<std::string_view> known;
    if (statement) {
        known = source::instruction_names();
    } else {
        known.assign(model_words_list().begin(), model_words_list().end());
        for (std::uint32_t i = 0; !special_name(i).empty(); ++i) known.push_back(special_name(i));
        for (const auto& one : source::computing_functions()) known.push_back(one.name);
    }
    for (const auto& [id, meaning] : names_)
        if (!statement || meaning.kind == Meaning::Kind::place) known.push_back(tree_.text(id));
    std::ranges::sort(known); // the first of several equally near ones is the same each time
    return known;
}

/// `instruction`: it stands where instructions do.
void Parser::unknown(std::string_view name, std::uint32_t offset, bool instruction) {
    std::string text(name);
    std::string hint;
    if (const KnownPlace* const place = known_place(name); place != nullptr && !instruction)
        hint = "declare it: var " + text + " = " + place_words(place->code, place->operand()) + ";";
    mistake(codes::source_name, offset,
            (instruction ? "unknown instruction '" : "unknown name '") + text + "'." +
                suggestion(name,
                           suggestions_left_ == 0 ? std::vector<std::string_view>{} : names_for(instruction)),
            std::move(hint));
}

void Parser::met(Surprise what, std::uint32_t offset) {
    std::uint32_t& first = parsed_.met[static_cast<std::size_t>(what)];
    first = std::min(first, offset);
}

bool Parser::too_deep() {
    if (depth_ < most_nesting) return false;
    if (!told_depth_)
        mistake(codes::source_limit, cursor_.peek().offset,
                "nested more than " + std::to_string(most_nesting) + " deep");
    told_depth_ = true;
    return true;
}

} // namespace vellum::ff7::compile
