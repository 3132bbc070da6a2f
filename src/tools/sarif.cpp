// Field names and levels after the OASIS SARIF 2.1.0 specification (sections 3.27 to 3.30).
#include <algorithm>
#include <map>
#include <string_view>

#include "base/json_writer.hpp"
#include "base/version.hpp"
#include "vellum/tools.hpp"

namespace vellum::tools {

namespace {

/// Paths as URIs: everything but unreserved characters and slashes in percent form.
std::string to_uri(std::string_view path) {
    std::string uri;
    for (const char c : path) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           std::string_view("-._~/!").find(c) != std::string_view::npos;
        if (plain) {
            uri += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            uri += '%';
            uri += "0123456789ABCDEF"[byte >> 4U];
            uri += "0123456789ABCDEF"[byte & 15U];
        }
    }
    return uri;
}

/// The place with its column in code points, as far as the quoted line tells.
Place in_code_points(const Diagnostic& diagnostic) {
    Place place = diagnostic.place;
    if (place.column == 0 || diagnostic.quote_column == 0 || place.column < diagnostic.quote_column)
        return place;
    const auto before = std::string_view(diagnostic.quote).substr(0, diagnostic.quote_column - 1);
    const auto inside = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
    place.column -= static_cast<std::uint32_t>(std::ranges::count_if(before, inside));
    return place;
}

void write_location(JsonWriter& json, const Place& place, std::string_view message = {}) {
    json.begin_object();
    json.begin_object("physicalLocation");
    json.begin_object("artifactLocation");
    json.member("uri", to_uri(place.file));
    json.end_object();
    if (place.line != 0 || place.offset != Place::unknown) {
        json.begin_object("region");
        if (place.line != 0) {
            json.member("startLine", place.line);
            if (place.column != 0) json.member("startColumn", place.column);
        } else {
            json.member("byteOffset", place.offset);
        }
        json.end_object();
    }
    json.end_object();
    if (!message.empty()) {
        json.begin_object("message");
        json.member("text", message);
        json.end_object();
    }
    json.end_object();
}

} // namespace

std::string to_sarif(std::span<const Diagnostic> diagnostics) {
    std::map<std::string_view, const DiagnosticCode*> rules;
    for (const Diagnostic& diagnostic : diagnostics)
        if (diagnostic.code != nullptr) rules.emplace(diagnostic.code->id, diagnostic.code);

    TextWriter out;
    JsonWriter json(out,
                    {.indented = true, .odd_bytes = JsonStyle::OddBytes::shown}); // code hosts are strict
    json.begin_object();
    json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json.member("version", "2.1.0");
    json.begin_array("runs");
    json.begin_object();
    json.begin_object("tool");
    json.begin_object("driver");
    json.member("name", "vellum");
    json.member("version", version_text);
    json.objects("rules", rules, [&](const auto& rule) {
        json.member("id", rule.first);
        json.begin_object("shortDescription");
        json.member("text", rule.second->meaning);
        json.end_object();
        json.begin_object("defaultConfiguration");
        json.member("level", to_string(rule.second->severity));
        json.end_object();
    });
    json.end_object();
    json.end_object();
    json.member("columnKind", "unicodeCodePoints");
    json.objects("results", diagnostics, [&](const Diagnostic& diagnostic) {
        if (diagnostic.code != nullptr) json.member("ruleId", diagnostic.code->id);
        json.member("level", to_string(diagnostic.severity));
        json.begin_object("message");
        json.member("text", diagnostic.hint.empty() ? diagnostic.message
                                                    : diagnostic.message + " (" + diagnostic.hint + ")");
        json.end_object();
        json.begin_array("locations");
        write_location(json, in_code_points(diagnostic));
        json.end_array();
        if (!diagnostic.related.empty()) {
            json.begin_array("relatedLocations");
            for (const Related& related : diagnostic.related) {
                Place place = related.place;
                if (place.file.empty()) place.file = diagnostic.place.file;
                write_location(json, place, related.message);
            }
            json.end_array();
        }
    });
    json.end_object();
    json.end_array();
    json.end_object();
    out.newline();
    return out.take();
}

} // namespace vellum::tools
