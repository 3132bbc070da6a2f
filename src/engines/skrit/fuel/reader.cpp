// Recursive descent by hand; recursion is bounded by most_fuel_depth. Line and column are counted along with
// the cursor, so that no message needs a second look at the text.
#include "engines/skrit/fuel/reader.hpp"

#include <map>
#include <utility>

#include "base/ascii.hpp"
#include "engines/skrit/codes.hpp"

namespace vellum::skrit {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f'; }
bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '*' || c == '.';
}

std::string printable(char c) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F) return std::string("'") + c + "'";
    constexpr char digits[] = "0123456789abcdef";
    return std::string("byte 0x") + digits[byte >> 4U] + digits[byte & 15U];
}

class Reader {
  public:
    Reader(std::string_view text, std::string_view name, Diagnostics& diagnostics)
        : text_(text), name_(name), diagnostics_(diagnostics) {}

    FuelBlock run() {
        FuelBlock root;
        if (text_.starts_with("\xEF\xBB\xBF")) {
            at_ = 3;
            line_begin_ = 3;
        }
        while (skip_blanks()) {
            if (peek() == '}') {
                warn("a closing brace without a block");
                step();
                continue;
            }
            member(root, 0);
        }
        for (const auto& child : root.children) child->file = name_;
        return root;
    }

  private:
    struct Mark {
        std::size_t at;
        std::uint32_t line;
        std::size_t line_begin;
    };

    [[nodiscard]] bool ends() const { return at_ >= text_.size(); }
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    void step() {
        const char c = text_[at_++];
        if (c == '\n' || (c == '\r' && peek() != '\n')) {
            ++line_;
            line_begin_ = at_;
        }
    }
    [[nodiscard]] Mark mark() const { return {at_, line_, line_begin_}; }
    void back(const Mark& mark) {
        at_ = mark.at;
        line_ = mark.line;
        line_begin_ = mark.line_begin;
    }
    [[nodiscard]] static std::uint32_t column(const Mark& mark) {
        return static_cast<std::uint32_t>(mark.at - mark.line_begin) + 1;
    }
    [[nodiscard]] Place place(const Mark& mark) const {
        return {std::string(name_), Place::unknown, mark.line, column(mark)};
    }
    void problem(std::string message, const Mark& where, std::string hint = {}) {
        diagnostics_.add(make_diagnostic(codes::gas, std::move(message), place(where), std::move(hint)));
    }
    void warn(std::string message, const Mark& where, std::string hint = {}) {
        diagnostics_.add(
            make_diagnostic(codes::gas_style, std::move(message), place(where), std::move(hint)));
    }
    void warn(std::string message) { warn(std::move(message), mark()); }

    /// Passes over a comment that begins here; false if none does.
    bool skip_comment() {
        if (peek() != '/') return false;
        if (peek(1) == '/') {
            while (!ends() && peek() != '\n' && peek() != '\r') ++at_;
            return true;
        }
        if (peek(1) != '*') return false;
        const Mark begin = mark();
        at_ += 2;
        while (!ends() && !(peek() == '*' && peek(1) == '/')) step();
        if (ends())
            problem("unterminated comment", begin);
        else
            at_ += 2;
        return true;
    }
    /// True if something follows.
    bool skip_blanks() {
        while (!ends()) {
            if (is_blank(peek()))
                step();
            else if (!skip_comment())
                return true;
        }
        return false;
    }
    std::string_view word() {
        const std::size_t begin = at_;
        while (!ends() && is_name(peek())) ++at_;
        return text_.substr(begin, at_ - begin);
    }

    void member(FuelBlock& block, std::size_t depth) {
        if (peek() == '[')
            element(block, depth);
        else if (peek() == ';')
            step();
        else if (is_name(peek()))
            attribute(block, depth);
        else {
            problem(printable(peek()) + " is not allowed here", mark(),
                    "expected a block [name] { … } or a value key = text;");
            while (!ends() && !is_name(peek()) && peek() != '[' && peek() != ']' && peek() != '}' &&
                   peek() != '{' && peek() != ';' && peek() != '\n' && peek() != '/')
                step();
            if (!ends() && (peek() == ']' || peek() == '{' || peek() == '/')) step();
        }
    }

    /// Reads "t:template,n:name", "dev,t:x,n:y" or "name" up to the bracket.
    bool header(FuelBlock& made, const Mark& begin) {
        std::string bare;
        bool named = false, lacking = false;
        for (;;) {
            if (!skip_blanks()) break;
            const Mark here = mark();
            const std::string first(word());
            std::string second;
            bool tagged = false;
            skip_blanks();
            if (peek() == ':') {
                step();
                skip_blanks();
                second = word();
                tagged = true;
                skip_blanks();
            }
            if (first.empty() || (tagged && second.empty())) {
                if (peek() != ']' || tagged || !first.empty() || made.type.empty()) {
                    problem("the block's header has no name", here);
                    lacking = true;
                }
            } else if (tagged && same_name(first, "t"))
                made.type = second;
            else if (tagged && same_name(first, "n")) {
                made.name = second;
                named = true;
            } else if (tagged)
                warn("the tag '" + first + "' is unknown", here, "use t: for the type and n: for the name");
            else {
                if (!bare.empty()) made.flags.push_back(bare);
                bare = first;
            }
            if (peek() == ';') {
                warn("a ; takes the place of the , in a block's header", mark(), "write a ,");
                step();
                continue;
            }
            if (!ends() && peek() != ',' && peek() != ']' && peek() != '{' && peek() != '}' &&
                peek() != '[') {
                problem(printable(peek()) + " is not allowed in a block's header", mark());
                while (!ends() && peek() != ']' && peek() != ',' && peek() != '{' && peek() != '}' &&
                       peek() != '\n')
                    step();
            }
            if (peek() == ',') {
                step();
                continue;
            }
            if (peek() == ']') {
                step();
                if (bare.empty() && !named && made.type.empty() && !lacking)
                    problem("the block's header has no name", begin); // only tags that mean nothing
                if (!bare.empty()) {
                    if (named)
                        made.flags.push_back(std::move(bare));
                    else
                        made.name = std::move(bare);
                }
                return true;
            }
            break;
        }
        problem("the block's header does not end with ]", begin);
        if (!named) made.name = std::move(bare);
        return false;
    }

    void element(FuelBlock& parent, std::size_t depth) {
        const Mark begin = mark();
        step();
        auto made = std::make_unique<FuelBlock>();
        made->line = begin.line;
        made->column = column(begin);
        header(*made, begin);
        FuelBlock& block = *made;
        const bool stray = skip_blanks() && peek() != '{';
        const Mark here = mark();
        if (stray) { // whatever stands before the brace, unless a member or the end of the block comes first
            while (!ends() && peek() != '{' && peek() != '}' && peek() != '[' && peek() != ';') step();
            if (peek() == '{')
                warn("characters between the header and its brace are ignored", here);
            else
                back(here);
        }
        parent.children.push_back(std::move(made));
        implied_.try_emplace({&parent, lower_case(block.name)}, &block);
        const Mark first = mark();
        while (stray && is_name(peek())) { // values in front of the brace are those of the block around
            attribute(parent, depth);
            skip_blanks();
        }
        if (ends() || peek() != '{') {
            problem("the block [" + block.name + "] has no {", here);
            return;
        }
        if (first.at != at_)
            warn("there are values between the header [" + block.name + "] and its brace", first,
                 "put the { before them; here they belong to the enclosing block");
        step();
        if (depth + 1 >= most_fuel_depth) {
            if (!too_deep_) problem("blocks are nested too deep", begin);
            too_deep_ = true;
            skip_block();
            return;
        }
        while (skip_blanks()) {
            if (peek() == '}') {
                step();
                return;
            }
            member(block, depth + 1);
        }
        warn("the block [" + block.name + "] is not closed", begin,
             "a } is missing: the rest of the file is inside it");
    }

    /// Behind the brace of a block that is not kept: to its end, braces counted.
    void skip_block() {
        for (std::size_t open = 1; skip_blanks() && open != 0; step()) {
            if (peek() == '{') ++open;
            if (peek() == '}') --open;
        }
    }

    void attribute(FuelBlock& block, std::size_t depth) {
        const Mark begin = mark();
        std::string_view key = word();
        FuelAttribute made;
        Mark behind = mark();
        skip_blanks();
        if (key.size() == 1 && is_name(peek())) { // a type letter, with the key behind it
            constexpr std::string_view letters = "bifxpqvBIFXPQV";
            if (letters.find(key[0]) == std::string_view::npos)
                warn("'" + std::string(key) + "' is not a type letter", begin, "use b, i, f, x, p, q or v");
            else
                made.type = lower_ascii(key[0]);
            key = word();
            behind = mark();
            skip_blanks();
        }
        FuelBlock* target = &block;
        std::size_t level = depth;
        bool lost = false;
        while (!ends() && peek() == ':') {
            step();
            skip_blanks();
            const std::string_view next = word();
            if (next.empty()) {
                problem("expected a name after the colon", mark());
                lost = true;
                break;
            }
            if (++level >= most_fuel_depth) {
                if (!too_deep_) problem("blocks are nested too deep", begin);
                lost = too_deep_ = true;
            } else if (!lost)
                target = &implied(*target, key);
            key = next;
            behind = mark();
            skip_blanks();
        }
        if (ends() || peek() != '=') {
            if (!lost)
                problem("'" + std::string(key) + "' is neither a value nor a block", begin,
                        "write a value as key = text;");
            if (!ends()) back(behind); // what stands on the next line is a member of its own
            recover();
            return;
        }
        step();
        made.key = key;
        made.key_line = begin.line;
        made.key_column = column(begin);
        if (value(made) && !lost) target->attributes.push_back(std::move(made));
    }

    FuelBlock& implied(FuelBlock& parent, std::string_view name) {
        const auto [entry, fresh] = implied_.try_emplace({&parent, lower_case(name)}, nullptr);
        if (fresh) {
            parent.children.push_back(std::make_unique<FuelBlock>());
            parent.children.back()->name = name;
            entry->second = parent.children.back().get();
        }
        return *entry->second;
    }

    void recover() {
        while (!ends() && peek() != ';' && peek() != '}' && peek() != '[' && peek() != '\n')
            if (!skip_comment()) step();
        if (!ends() && peek() == ';') step();
    }

    /// Blanks of this line only, comments included.
    void skip_line_blanks() {
        while (!ends()) {
            if (peek() == ' ' || peek() == '\t')
                ++at_;
            else if (peek() != '/' || peek(1) != '*' || !skip_comment())
                return;
        }
    }

    bool value(FuelAttribute& made) {
        skip_line_blanks();
        const Mark before = mark();
        const bool more = skip_blanks();
        const Mark begin = mark();
        if (more && peek() == '[' && peek(1) == '[') return raw(made, begin);
        if (more && peek() == '"') {
            if (quoted(made, begin)) return true;
            back(begin);
        } else
            back(before);
        return plain(made);
    }

    bool raw(FuelAttribute& made, const Mark& begin) {
        at_ += 2;
        const Mark inside = mark();
        while (!ends() && !(peek() == ']' && peek(1) == ']')) step();
        if (ends()) {
            problem("the value of '" + made.key + "' has no closing ]]", begin);
            return false;
        }
        made.quoting = FuelQuoting::raw;
        made.line = inside.line;
        made.column = column(inside);
        made.text = text_.substr(inside.at, at_ - inside.at);
        at_ += 2;
        end_of_value(made, "]]");
        return true;
    }

    /// False if more than the quoted text stands before the semicolon: then it is a plain value.
    bool quoted(FuelAttribute& made, const Mark& begin) {
        step();
        const Mark inside = mark();
        while (!ends() && peek() != '"') step();
        if (ends()) {
            problem("the text of '" + made.key + "' is unterminated", begin, "a \" is missing");
            made.line = inside.line;
            made.column = column(inside);
            made.quoting = FuelQuoting::quoted;
            made.text = text_.substr(inside.at);
            return true;
        }
        const std::string_view text = text_.substr(inside.at, at_ - inside.at);
        step();
        const Mark behind = mark();
        skip_line_blanks();
        const char next = peek();
        const bool line_comment = next == '/' && peek(1) == '/';
        if (!ends() && next != ';' && next != '\n' && next != '\r' && next != '}' && next != '[' &&
            !line_comment) {
            if (is_name(next)) warn("text follows the quoted text of '" + made.key + "'", behind);
            return false;
        }
        back(behind);
        made.quoting = FuelQuoting::quoted;
        made.line = inside.line;
        made.column = column(inside);
        made.text = text;
        end_of_value(made, "the quoted text");
        return true;
    }

    void end_of_value(const FuelAttribute& made, std::string_view what) {
        const Mark here = mark();
        if (skip_blanks() && peek() == ';') {
            step();
            return;
        }
        back(here);
        warn("a ; is missing after " + std::string(what) + " of '" + made.key + "'", here);
    }

    bool plain(FuelAttribute& made) {
        const Mark begin = mark();
        std::string text;
        Mark first = begin;
        bool begun = false;
        bool line_start = false;
        bool warned = false;
        // Blanks divide no key from its value in texts, calls and the parameters of skrits.
        bool simple = true;
        for (;;) {
            if (ends()) {
                problem("the value of '" + made.key + "' is unterminated", begin, "a ; is missing");
                return false;
            }
            const char c = peek();
            if (c == ';') {
                step();
                break;
            }
            // a brace, or a header at the start of a line, belongs to no value
            if (c == '}' || (line_start && c == '[' && peek(1) != '[')) {
                warn("a ; is missing after the value of '" + made.key + "'", begin);
                break;
            }
            if (c == '/' && (peek(1) == '*' || (peek(1) == '/' && !text.ends_with(':')))) {
                static_cast<void>(skip_comment());
                if (begun) text += ' ';
                continue;
            }
            if ((line_start || (simple && text.ends_with(' '))) && !warned && is_name(c)) {
                const Mark here = mark();
                static_cast<void>(word());
                skip_line_blanks();
                if (peek() == '=' && peek(1) != '=') {
                    if (line_start)
                        warn("the value of '" + made.key + "' continues on this line", here,
                             "if that is wrong, add a ; to the line before");
                    else
                        warn("a ; is missing after the value of '" + made.key + "'", here,
                             "this looks like another value but is part of this one");
                    warned = true;
                }
                back(here);
            }
            if (!is_blank(c)) {
                if (!begun) first = mark();
                begun = true;
                line_start = false;
            } else if (c == '\n' || c == '\r')
                line_start = true;
            if (begun) text += c;
            if (std::string_view("\"'()?&[#").contains(c)) simple = false;
            step();
        }
        while (!text.empty() && is_blank(text.back())) text.pop_back();
        made.text = std::move(text);
        made.line = first.line;
        made.column = column(first);
        return true;
    }

    std::string_view text_, name_;
    Diagnostics& diagnostics_;
    std::size_t at_ = 0, line_begin_ = 0;
    std::uint32_t line_ = 1;
    bool too_deep_ = false;
    /// Where `a:b = v` finds its block a: the first of that name in its parent.
    std::map<std::pair<const FuelBlock*, std::string>, FuelBlock*> implied_;
};

void write_block(const FuelBlock& block, std::string& out, std::size_t depth) {
    const std::string indent(depth, '\t');
    for (const FuelAttribute& one : block.attributes) {
        out += indent;
        if (one.type != 0) out += std::string(1, one.type) + " ";
        out += one.key + " = ";
        if (one.quoting == FuelQuoting::quoted)
            out += "\"" + one.text + "\"";
        else if (one.quoting == FuelQuoting::raw)
            out += "[[" + one.text + "]]";
        else
            out += one.text;
        out += ";\n";
    }
    for (const auto& child : block.children) {
        out += indent + "[";
        for (const std::string& flag : child->flags) out += flag + ",";
        if (!child->type.empty())
            out += "t:" + child->type + (child->name.empty() ? "" : ",n:" + child->name);
        else if (!child->flags.empty())
            out += "n:" + child->name;
        else
            out += child->name;
        out += "]\n" + indent + "{\n";
        write_block(*child, out, depth + 1);
        out += indent + "}\n";
    }
}

} // namespace

FuelBlock read_fuel(std::string_view text, std::string_view name, Diagnostics& diagnostics) {
    if (text.size() > most_fuel_bytes) {
        diagnostics.add(make_diagnostic(codes::gas, "the file is larger than 64 MB",
                                        {std::string(name), Place::unknown, 0, 0}));
        return {};
    }
    return Reader(text, name, diagnostics).run();
}

std::string write_fuel(const FuelBlock& root) {
    std::string text;
    write_block(root, text, 0);
    return text;
}

} // namespace vellum::skrit
