// One pass with a stack of the open elements. Views into the text are kept as they are; only texts with
// entities, CDATA or carriage returns are copied.
#include "base/xml.hpp"

#include <algorithm>
#include <charconv>

#include "base/ascii.hpp"
#include "base/code_page.hpp"
#include "base/encoding.hpp"

namespace vellum {

namespace {

bool is_name(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == ':' || static_cast<unsigned char>(c) >= 0x80;
}

struct Entity {
    std::string_view name;
    char meaning;
};
constexpr Entity entities[] = {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};

} // namespace

class XmlParser {
  public:
    XmlParser(XmlDocument& document, std::string_view text) : document_(document), text_(text) {}

    Result<void> run() {
        if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
        if (!declaration()) return failure();
        while (at_ < text_.size())
            if (!piece()) return failure();
        if (!open_.empty())
            wrong("<" + std::string(document_.nodes_[open_.back().node].name) + "> is not closed");
        else if (document_.nodes_.empty())
            wrong("there is no element");
        if (!message_.empty()) return failure();
        return {};
    }

  private:
    [[nodiscard]] bool ahead(std::string_view what) const noexcept {
        return text_.substr(at_).starts_with(what);
    }

    bool wrong(std::string message) {
        if (message_.empty()) message_ = std::move(message);
        return false;
    }
    std::unexpected<Diagnostic> failure() {
        count_lines();
        return fail(codes::xml_syntax, std::move(message_), Place::at_line(line_));
    }
    /// Lines up to here.
    std::uint32_t count_lines() {
        const std::string_view passed = text_.substr(counted_, at_ - counted_);
        line_ += static_cast<std::uint32_t>(std::ranges::count(passed, '\n'));
        counted_ = at_;
        return line_;
    }

    void blanks() noexcept {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    }
    bool word(std::string_view& found) {
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_name(text_[at_])) ++at_;
        found = text_.substr(begin, at_ - begin);
        return !found.empty() || wrong("a name is missing");
    }
    bool skip(std::string_view end, std::string_view what) {
        const std::size_t found = text_.find(end, at_);
        if (found == std::string_view::npos) return wrong(std::string(what) + " has no end");
        at_ = found + end.size();
        return true;
    }

    bool declaration() {
        if (!ahead("<?xml") || at_ + 5 >= text_.size() || !is_blank(text_[at_ + 5])) return true;
        const std::size_t begin = at_;
        if (!skip("?>", "the declaration")) return false;
        const std::string_view all = text_.substr(begin, at_ - begin);
        const std::size_t found = all.find("encoding");
        if (found == std::string_view::npos) return true;
        const std::size_t first = all.find_first_of("\"'", found);
        const std::size_t last = first == std::string_view::npos ? first : all.find(all[first], first + 1);
        if (last == std::string_view::npos) return wrong("the declaration's encoding has no quotes");
        document_.encoding_ = lower_case(all.substr(first + 1, last - first - 1));
        page_ = CodePage::find(document_.encoding_);
        if (document_.encoding_.starts_with("utf-16"))
            return wrong("the encoding " + document_.encoding_ + " is not supported");
        return true;
    }

    /// What comes next: a tag, a comment, or text up to one.
    bool piece() {
        if (ahead("<!--")) {
            at_ += 4;
            return skip("-->", "a comment");
        }
        if (ahead("<?")) return skip("?>", "a processing instruction");
        if (ahead("<![CDATA[")) return cdata();
        if (ahead("</")) return end_tag();
        if (ahead("<!")) return wrong("a document type or another declaration is not supported");
        return ahead("<") ? start_tag() : characters();
    }

    bool start_tag() {
        XmlDocument::Node node;
        node.line = node.text_line = count_lines();
        ++at_;
        if (!word(node.name)) return false;
        if (open_.empty() && !document_.nodes_.empty()) return wrong("there is a second element at the top");
        if (open_.size() == XmlDocument::most_depth) return wrong("elements are nested too deeply");
        node.attributes = static_cast<std::uint32_t>(document_.attributes_.size());
        for (;;) {
            blanks();
            if (at_ == text_.size()) return wrong("<" + std::string(node.name) + " has no end");
            if (text_[at_] == '>' || ahead("/>")) break;
            if (!attribute()) return false;
            ++node.attribute_count;
        }
        const bool closed = text_[at_] == '/';
        at_ += closed ? 2 : 1;
        const auto number = static_cast<std::uint32_t>(document_.nodes_.size());
        if (!open_.empty()) {
            XmlDocument::Node& around = document_.nodes_[open_.back().node];
            if (around.first == XmlDocument::none)
                around.first = number;
            else
                document_.nodes_[around.last].next = number;
            around.last = number;
        }
        document_.nodes_.push_back(node);
        if (!closed) open_.push_back({number});
        return true;
    }

    bool attribute() {
        std::string_view name;
        if (!word(name)) return false;
        blanks();
        if (!ahead("=")) return wrong("'" + std::string(name) + "' has no value");
        ++at_;
        blanks();
        if (!ahead("\"") && !ahead("'"))
            return wrong("the value of '" + std::string(name) + "' has no quotes");
        const char quote = text_[at_++];
        const std::size_t end = text_.find(quote, at_);
        if (end == std::string_view::npos)
            return wrong("the value of '" + std::string(name) + "' has no end");
        std::string_view value;
        if (!meaning(text_.substr(at_, end - at_), value)) return false;
        at_ = end + 1;
        document_.attributes_.push_back({name, value});
        return true;
    }

    bool end_tag() {
        at_ += 2;
        std::string_view name;
        if (!word(name)) return false;
        blanks();
        if (!ahead(">")) return wrong("</" + std::string(name) + " has no end");
        if (open_.empty()) return wrong("</" + std::string(name) + "> closes nothing");
        const std::string_view opened = document_.nodes_[open_.back().node].name;
        if (opened != name)
            return wrong("</" + std::string(name) + "> where </" + std::string(opened) + "> is expected");
        ++at_;
        open_.pop_back();
        return true;
    }

    bool cdata() {
        if (open_.empty()) return wrong("there is text outside of all elements");
        at_ += 9;
        const std::size_t begin = at_;
        const std::uint32_t line = count_lines();
        if (!skip("]]>", "CDATA")) return false;
        add(with_plain_lines(text_.substr(begin, at_ - 3 - begin)), line);
        return true;
    }

    bool characters() {
        const std::size_t end = std::min(text_.find('<', at_), text_.size());
        const std::string_view raw = text_.substr(at_, end - at_);
        const bool only_blanks = std::ranges::all_of(raw, is_blank);
        if (open_.empty() && !only_blanks) return wrong("there is text outside of all elements");
        // Blanks before, between and after elements lay the document out.
        const bool layout = only_blanks && (open_.empty() || !text_.substr(end).starts_with("</") ||
                                            document_.nodes_[open_.back().node].first != XmlDocument::none);
        if (!layout) {
            const std::uint32_t line = count_lines();
            std::string_view value;
            if (!meaning(raw, value)) return false;
            add(value, line);
        }
        at_ = end;
        return true;
    }

    void add(std::string_view text, std::uint32_t line) {
        XmlDocument::Node& node = document_.nodes_[open_.back().node];
        if (node.text.empty()) {
            node.text = text;
            node.text_line = line;
            return;
        }
        if (text.empty()) return;
        // It grows at its end, in a string of its own.
        std::string*& joined = open_.back().joined;
        if (joined == nullptr) joined = &document_.texts_.emplace_back(node.text);
        *joined += text;
        node.text = *joined;
    }

    /// CR LF is one line end.
    std::string_view with_plain_lines(std::string_view raw) {
        if (raw.find('\r') == std::string_view::npos) return raw;
        std::string& made = document_.texts_.emplace_back();
        made.reserve(raw.size());
        for (std::size_t i = 0; i < raw.size(); ++i) {
            if (raw[i] != '\r')
                made += raw[i];
            else if (i + 1 == raw.size() || raw[i + 1] != '\n')
                made += '\n';
        }
        return made;
    }

    bool meaning(std::string_view raw, std::string_view& value) {
        value = with_plain_lines(raw);
        if (value.find('&') == std::string_view::npos) return true;
        std::string made;
        made.reserve(value.size());
        for (std::string_view rest = value; !rest.empty();) {
            const std::size_t plain = std::min(rest.find('&'), rest.size());
            made += rest.substr(0, plain);
            rest.remove_prefix(plain);
            if (rest.empty()) break;
            constexpr std::size_t longest = 12;
            const std::size_t end = rest.substr(0, longest).find(';');
            if (end == std::string_view::npos) return wrong("'&' begins no entity; it is written '&amp;'");
            if (!entity(rest.substr(1, end - 1), made)) return false;
            rest.remove_prefix(end + 1);
        }
        value = document_.texts_.emplace_back(std::move(made));
        return true;
    }

    bool entity(std::string_view name, std::string& made) {
        for (const Entity& each : entities)
            if (each.name == name) {
                made += each.meaning;
                return true;
            }
        std::string_view digits = name;
        if (!digits.starts_with('#')) return wrong("unknown entity '&" + std::string(name) + ";'");
        digits.remove_prefix(1);
        const bool hexadecimal = digits.starts_with('x');
        if (hexadecimal) digits.remove_prefix(1);
        std::uint32_t value = 0;
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value, hexadecimal ? 16 : 10);
        const bool good = error == std::errc{} && end == digits.data() + digits.size() && !digits.empty();
        constexpr std::uint32_t last = 0x10FFFF;
        if (!good || value == 0 || value > last || (value >= 0xD800 && value < 0xE000))
            return wrong("'&" + std::string(name) + ";' is not a character");
        std::string character;
        append_utf8(character, value);
        if (page_ != nullptr) character = page_->from_utf8(character).value_or("?");
        made += character;
        return true;
    }

    XmlDocument& document_;
    std::string_view text_;
    const CodePage* page_ = nullptr;
    struct Open {
        std::uint32_t node;
        std::string* joined = nullptr; ///< Its text, once that has several pieces.
    };
    std::vector<Open> open_;
    std::size_t at_ = 0, counted_ = 0;
    std::uint32_t line_ = 1;
    std::string message_;
};

Result<XmlDocument> XmlDocument::parse(std::string text) {
    if (text.size() > most_bytes) return fail(codes::xml_syntax, "the document has more than 256 MB");
    XmlDocument document;
    const std::string_view kept = document.texts_.emplace_back(std::move(text));
    if (auto done = XmlParser(document, kept).run(); !done) return std::unexpected(std::move(done.error()));
    return document;
}

std::string_view XmlElement::name() const noexcept {
    return document_ == nullptr ? std::string_view{} : document_->nodes_[number_].name;
}

std::string_view XmlElement::text() const noexcept {
    return document_ == nullptr ? std::string_view{} : document_->nodes_[number_].text;
}

std::string_view XmlElement::attribute(std::string_view name) const noexcept {
    if (document_ == nullptr) return {};
    const XmlDocument::Node& node = document_->nodes_[number_];
    for (std::uint32_t i = 0; i < node.attribute_count; ++i)
        if (document_->attributes_[node.attributes + i].name == name)
            return document_->attributes_[node.attributes + i].value;
    return {};
}

std::uint32_t XmlElement::line() const noexcept {
    return document_ == nullptr ? 0 : document_->nodes_[number_].line;
}

std::uint32_t XmlElement::text_line() const noexcept {
    return document_ == nullptr ? 0 : document_->nodes_[number_].text_line;
}

XmlElement XmlElement::first() const noexcept {
    if (document_ == nullptr || document_->nodes_[number_].first == XmlDocument::none) return {};
    return {document_, document_->nodes_[number_].first};
}

XmlElement XmlElement::next() const noexcept {
    if (document_ == nullptr || document_->nodes_[number_].next == XmlDocument::none) return {};
    return {document_, document_->nodes_[number_].next};
}

XmlElement XmlElement::child(std::string_view name) const noexcept {
    for (XmlElement each = first(); each; each = each.next())
        if (each.name() == name) return each;
    return {};
}

} // namespace vellum
