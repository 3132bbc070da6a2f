// SkritHost: declarations are taken apart as far as a function's key needs it and read by the reader of
// declaration files.
#include "base/first_error.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/embedding/host_tables.hpp"
#include "engines/skrit/exports/declarations.hpp"

namespace vellum {

using namespace skrit;

namespace {

/// The first word that is no `const`, without `&` and `*`.
std::string_view type_word(std::string_view text) {
    text = trimmed(text);
    for (;;) {
        std::size_t end = 0;
        while (end < text.size() && !is_blank(text[end]) && text[end] != '&' && text[end] != '*') ++end;
        const std::string_view word = text.substr(0, end);
        if (word != "const") return word;
        text = trimmed(text.substr(end));
    }
}

struct Declared {
    std::string result, owner, name, parameters, key;
    int count = 0;
    bool variadic = false;
};

/// "type Class.Name( parameters )" in its parts; false if it is none.
bool take_apart(std::string_view text, Declared& out) {
    text = trimmed(text);
    while (text.ends_with(';')) text = trimmed(text.substr(0, text.size() - 1));
    const std::size_t open = text.find('(');
    const std::size_t close = text.rfind(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) return false;
    const std::string_view head = trimmed(text.substr(0, open));
    const std::size_t space = head.find_last_of(" \t");
    if (space == std::string_view::npos) return false;
    out.result = trimmed(head.substr(0, space));
    std::string_view name = head.substr(space + 1);
    if (const std::size_t point = name.find('.'); point != std::string_view::npos) {
        out.owner = name.substr(0, point);
        name.remove_prefix(point + 1);
    }
    out.name = name;
    std::string_view list = trimmed(text.substr(open + 1, close - open - 1));
    out.parameters = list;
    out.key = lower_case((out.owner.empty() ? "" : out.owner + ".") + out.name) + "(";
    while (!list.empty() && list != "void") {
        const std::size_t comma = list.find(',');
        const std::string_view one = trimmed(list.substr(0, comma));
        if (!out.key.ends_with('(')) out.key += ',';
        out.key += lower_case(type_word(one));
        if (one == "...")
            out.variadic = true;
        else
            ++out.count;
        list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
    }
    out.key += ')';
    return !out.name.empty();
}

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c == '\n' ? ' ' : c;
    }
    return result + "\"";
}

} // namespace

SkritHost::SkritHost(bool siege) : tables_(std::make_unique<Tables>(siege)) {}
SkritHost::~SkritHost() = default;

Result<void> SkritHost::declare(std::string_view text, std::string_view name) {
    Diagnostics diagnostics;
    if (read_exports(text, name, tables_->exports, diagnostics)) return {};
    return first_error(diagnostics, 0, skrit::codes::exports, "the declarations have mistakes");
}

Result<void> SkritHost::add(std::string_view declaration, Native native, std::shared_ptr<void> callable,
                            int parameters, std::string_view documentation) {
    Declared parts;
    if (!take_apart(declaration, parts))
        return fail(skrit::codes::exports,
                    "'" + std::string(declaration) + "' is not a function declaration");
    if (!parts.variadic && parts.count != parameters)
        return fail(skrit::codes::exports,
                    "'" + parts.name + "' is declared with " + std::to_string(parts.count) +
                        " parameters and implemented with " + std::to_string(parameters));
    const auto keep = [&] {
        tables_->natives[parts.key] = native;
        tables_->callables.push_back(std::move(callable));
    };
    const std::uint32_t owner = parts.owner.empty() ? no_index : tables_->exports.find_class(parts.owner);
    if (owner != no_index || parts.owner.empty()) { // what a declaration already says (static, dev, …) stays
        std::vector<std::uint32_t> found;
        tables_->exports.find_functions(owner, parts.name, found);
        for (const std::uint32_t index : found) {
            const FunctionExport& function = tables_->exports.function_at(index);
            std::string key = parts.key.substr(0, parts.key.find('(') + 1);
            for (const ExportParameter& parameter : function.parameters)
                key +=
                    (key.ends_with('(') ? "" : ",") + lower_case(tables_->exports.type_name(parameter.type));
            if (function.variadic) key += key.ends_with('(') ? "..." : ",...";
            if (key + ")" != parts.key) continue;
            keep();
            return {};
        }
    }
    std::string text = parts.result + " " + parts.name + "( " + parts.parameters + " )";
    if (!documentation.empty()) text += " " + quoted(documentation);
    text += ";";
    if (!parts.owner.empty()) {
        const std::uint32_t index = tables_->exports.find_class(parts.owner);
        std::string word = "static class ";
        if (index != no_index) {
            const ClassKind kind = tables_->exports.class_at(index).kind;
            word = kind == ClassKind::pointer ? "class " : std::string(to_string(kind)) + " class ";
        }
        text = word + parts.owner + " { " + text + " };";
    }
    if (Result<void> declared = declare(text, parts.name); !declared) return declared;
    keep();
    return {};
}

Result<void> SkritHost::event(std::string_view declaration, std::string_view family,
                              std::string_view documentation) {
    std::string text = "events " + quoted(family) + " { " + std::string(trimmed(declaration));
    if (!documentation.empty()) text += " " + quoted(documentation);
    return declare(text + "; };", "events");
}

void SkritHost::managed(std::function<void(ObjectId)> retain, std::function<void(ObjectId)> release) {
    tables_->take = std::move(retain);
    tables_->give = std::move(release);
}

void SkritHost::set_fallback(Host* host) { tables_->fallback = host; }
Host& SkritHost::natives() noexcept { return tables_->named; }

} // namespace vellum
