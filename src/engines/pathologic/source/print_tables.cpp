// The lines of the tables; see the header. A pool has no marks between its texts, so what looks like one is
// printed as one, and the rest as bytes.
#include "engines/pathologic/source/print_tables.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/encoding.hpp"
#include "engines/pathologic/format/event_names.hpp"
#include "engines/pathologic/format/names.hpp"
#include "engines/pathologic/source/full_name.hpp"
#include "engines/pathologic/source/words.hpp"

namespace vellum::pathologic::source {

namespace {

/// What a terminal or an editor would act on, and halves of pairs, which are no characters.
bool must_escape(std::uint32_t point) {
    return point < 0x20 || (point >= 0x7F && point < 0xA0) || point == 0xAD || point == 0x61C ||
           (point >= 0x200B && point <= 0x200F) || (point >= 0x2028 && point <= 0x202E) ||
           (point >= 0x2060 && point <= 0x206F) || (point >= 0xD800 && point < 0xE000) || point == 0xFEFF ||
           (point >= 0xFFF0 && point <= 0xFFFF);
}

/// Characters that texts of games are made of: Latin, Greek, Cyrillic, dashes and quotes.
bool is_usual(std::uint16_t unit) {
    return unit == '\t' || unit == '\n' || unit == '\r' || (unit >= 0x20 && unit < 0x7F) ||
           (unit >= 0xA0 && unit < 0x530) || (unit >= 0x2010 && unit < 0x2028);
}

bool is_part_of_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Splits a pool into what looks like texts.
class PoolPrinter {
  public:
    PoolPrinter(TextWriter& out, std::span<const std::byte> pool) : out_(out), pool_(pool) {}

    void run() {
        while (at_ < pool_.size()) {
            const std::size_t wide = wide_length();
            const std::size_t name = wide == 0 ? name_length() : 0;
            if (wide + name == 0) {
                ++at_;
                continue;
            }
            bytes();
            item();
            if (wide != 0)
                print_string(out_, utf16le_to_wtf8(pool_.subspan(at_, wide - 2)));
            else {
                out_.put('\'', as_text(pool_.subspan(at_, name - 1)), '\'');
            }
            printed_ = at_ += wide + name;
        }
        bytes();
    }

  private:
    void item() {
        out_.text(first_ ? " " : ", ");
        first_ = false;
    }
    /// What was passed over.
    void bytes() {
        if (printed_ == at_) return;
        item();
        print_bytes(out_, as_text(pool_.subspan(printed_, at_ - printed_)));
    }
    /// Of a text that is not empty, with its end; 0 if there is none. Goes on behind what was looked at in
    /// vain, so that nothing is looked at twice.
    [[nodiscard]] std::size_t wide_length() {
        std::size_t end = at_;
        while (end + 2 <= pool_.size() && is_usual(load_u16(pool_.data() + end))) end += 2;
        if (end == at_) return 0;
        if (end + 2 <= pool_.size() && load_u16(pool_.data() + end) == 0) return end + 2 - at_;
        at_ = end - 1;
        return 0;
    }
    [[nodiscard]] std::size_t name_length() {
        const std::string_view rest = as_text(pool_.subspan(at_));
        std::size_t end = 0;
        while (end < rest.size() && is_part_of_name(rest[end])) ++end;
        if (end != 0 && end < rest.size() && rest[end] == '\0') return end + 1;
        if (end != 0) at_ += end - 1;
        return 0;
    }

    TextWriter& out_;
    std::span<const std::byte> pool_;
    std::size_t at_ = 0, printed_ = 0;
    bool first_ = true;
};

bool print_pool(TextWriter& out, std::string_view word, std::span<const std::byte> pool) {
    if (pool.empty()) return false;
    out.text(word);
    PoolPrinter(out, pool).run();
    out.text(";\n");
    return true;
}

bool print_imports(TextWriter& out, const Tree& tree, std::string_view word,
                   std::span<const Import> imports) {
    if (imports.empty()) return false;
    out.text(word);
    for (const Import& import : imports) {
        out.text(&import == imports.data() ? " " : ", ");
        if (import.long_form) out.text("long ");
        const std::string_view name = tree.text(import.name);
        if (is_source_name(name))
            out.text(name);
        else
            print_stored_name(out, name);
        out.put('/', import.arguments);
    }
    out.text(";\n");
    return true;
}

} // namespace

void print_string(TextWriter& out, std::string_view text) {
    out.ch('"');
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const auto byte = static_cast<unsigned char>(c);
        switch (c) {
        case '"': out.text("\\\""); break;
        case '\\': out.text("\\\\"); break;
        case '\n': out.text("\\n"); break;
        case '\r': out.text("\\r"); break;
        case '\t': out.text("\\t"); break;
        default: {
            if (byte >= 0x20 && byte < 0x7F) {
                out.ch(c);
                break;
            }
            std::uint32_t point = byte;
            std::size_t length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
            if (length > 1 && i + length <= text.size()) {
                point = byte & (0x7FU >> length);
                for (std::size_t k = 1; k < length; ++k)
                    point = point << 6U | (static_cast<unsigned char>(text[i + k]) & 0x3FU);
            } else
                length = 1;
            if (must_escape(point)) {
                out.put("\\u{", Hex{point}, '}');
            } else
                out.text(text.substr(i, length));
            i += length - 1;
        }
        }
    }
    out.ch('"');
}

void print_event(TextWriter& out, std::uint32_t event, bool window) {
    const std::string_view name = event_name(event, window);
    if (!name.empty()) return out.text(name);
    out.put("Event", event);
}

void print_function(TextWriter& out, const Tree& tree, std::uint32_t function, std::uint32_t task) {
    const Function& target = tree.functions[function];
    if (target.task != task) {
        if (target.task != none) out.text(tree.text(tree.tasks[target.task].name));
        out.text("::");
    }
    out.text(own_name(tree, target));
}

void print_events(TextWriter& out, const std::vector<std::uint32_t>& events, bool window) {
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (i != 0) out.text(", ");
        print_event(out, events[i], window);
    }
}

void print_types(TextWriter& out, const std::vector<VariableType>& types) {
    for (std::size_t i = 0; i < types.size(); ++i) {
        if (i != 0) out.text(", ");
        out.text(type_word(types[i]));
    }
}

void print_stored_name(TextWriter& out, std::string_view name) {
    const bool plain = std::ranges::all_of(name, [](char c) { return c >= 0x20 && c < 0x7F; });
    plain ? print_string(out, name) : print_bytes(out, name);
}

void print_bytes(TextWriter& out, std::string_view bytes) {
    out.text("hex ");
    for (const char c : bytes) out.hex(static_cast<unsigned char>(c), 2);
}

bool print_tables(TextWriter& out, const Tree& tree, const std::vector<std::uint32_t>& order) {
    const Tables& tables = tree.tables;
    bool printed = print_pool(out, "pool", tables.pool_begin);
    printed = print_pool(out, "pool end", tables.pool_end) || printed;
    printed = print_imports(out, tree, "import", tables.imports_begin) || printed;
    printed = print_imports(out, tree, "import end", tables.imports_end) || printed;
    if (!std::ranges::is_sorted(order)) {
        printed = true;
        out.text("tasks");
        for (std::size_t i = 0; i < tree.tasks.size(); ++i)
            out.put(i == 0 ? " " : ", ", tree.text(tree.tasks[i].name));
        out.text(";\n");
    }
    if (!tables.event_order.empty()) {
        printed = true;
        out.text("events ");
        print_events(out, tables.event_order, tree.window);
        out.text(";\n");
    }
    if (tables.run != none) {
        printed = true;
        out.put("run ", tree.text(tree.tasks[tree.main].name), " at ");
        print_function(out, tree, tables.run, tree.main);
        out.text(";\n");
    }
    return printed;
}

} // namespace vellum::pathologic::source
