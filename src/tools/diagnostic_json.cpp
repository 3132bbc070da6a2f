#include "tools/diagnostic_json.hpp"

#include "base/json_writer.hpp"

namespace vellum::tools {

namespace {

void write_place(JsonWriter& writer, const Place& place) {
    if (!place.file.empty()) writer.member("file", place.file);
    if (place.offset != Place::unknown) writer.member("offset", place.offset);
    if (place.line != 0) writer.member("line", place.line);
    if (place.column != 0) writer.member("column", place.column);
}

} // namespace

void write_json(JsonWriter& writer, const Diagnostic& diagnostic) {
    writer.begin_object();
    writer.member("severity", to_string(diagnostic.severity));
    if (diagnostic.code != nullptr) writer.member("code", diagnostic.code->id);
    writer.member("message", diagnostic.message);
    write_place(writer, diagnostic.place);
    if (!diagnostic.quote.empty()) writer.member("quote", diagnostic.quote);
    if (diagnostic.quote_column != 0) writer.member("quote_column", diagnostic.quote_column);
    if (!diagnostic.hint.empty()) writer.member("hint", diagnostic.hint);
    if (!diagnostic.related.empty()) {
        writer.objects("related", diagnostic.related, [&](const Related& related) {
            writer.member("message", related.message);
            write_place(writer, related.place);
        });
    }
    writer.end_object();
}

} // namespace vellum::tools
