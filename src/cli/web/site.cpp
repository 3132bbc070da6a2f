#include "cli/web/site.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/disk.hpp"
#include "base/ending.hpp"
#include "base/file.hpp"
#include "base/json.hpp"
#include "base/json_writer.hpp"
#include "base/path.hpp"
#include "base/text_writer.hpp"
#include "base/version.hpp"
#include "cli/output.hpp"
#include "cli/uninterrupted.hpp"
#include "protocol/codes.hpp"

namespace vellum::cli::web {

namespace {

namespace http = protocol::http;

// The page loads nothing from elsewhere, no other page shows it in a frame or reads its files.
constexpr std::pair<std::string_view, std::string_view> always[] = {
    {"Content-Security-Policy", "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                                "img-src 'self' data: blob:; "
                                "connect-src 'self'; worker-src 'self'; font-src 'self'; manifest-src "
                                "'self'; base-uri 'none'; form-action 'none'; "
                                "frame-ancestors 'none'"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Referrer-Policy", "no-referrer"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
};

constexpr std::pair<std::string_view, std::string_view> types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".wasm", "application/wasm"},
    {".json", "application/json"},
    {".txt", "text/plain; charset=utf-8"},
};

[[nodiscard]] std::string type_of(std::string_view name) {
    const auto* const found =
        std::ranges::find(types, extension_of(name), &std::pair<std::string_view, std::string_view>::first);
    return std::string(found == std::end(types) ? "application/octet-stream" : found->second);
}

[[nodiscard]] http::Response json(int status, std::string body) {
    return {.status = status,
            .fields = {{"Content-Type", "application/json"}, {"Cache-Control", "no-store"}},
            .body = std::move(body)};
}

[[nodiscard]] http::Response refuse(int status, std::string_view message, std::string_view hint = {}) {
    TextWriter text;
    JsonWriter writer(text);
    writer.begin_object();
    writer.member("message", message);
    if (!hint.empty()) writer.member("hint", hint);
    writer.end_object();
    return json(status, text.take());
}

[[nodiscard]] http::Response refuse(int status, const Diagnostic& diagnostic) {
    return refuse(status, diagnostic.message, diagnostic.hint);
}

[[nodiscard]] http::Response refuse_method(std::string allowed) {
    http::Response response = refuse(405, "this cannot be done here");
    response.fields.emplace_back("Allow", std::move(allowed));
    return response;
}

/// As browsers name it, who leave out the usual port.
[[nodiscard]] std::string host_of(std::string_view name, std::uint16_t port) {
    constexpr std::uint16_t usual = 80;
    return port == usual ? std::string(name) : fmt::format("{}:{}", name, port);
}

/// In a time that says nothing about where they differ.
[[nodiscard]] bool same_secret(std::string_view a, std::string_view b) {
    unsigned difference = a.size() == b.size() ? 0 : 1;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    return difference == 0;
}

} // namespace

Site::Site(Places page, Places places, Indexed& index, bool write, std::uint16_t port, std::string token,
           std::string once)
    : page_(std::move(page)),
      places_(std::move(places)),
      index_(index),
      write_(write),
      host_(host_of("127.0.0.1", port)),
      local_host_(host_of("localhost", port)),
      token_(std::move(token)),
      once_(std::move(once)) {}

bool Site::knows(const Request& request, std::string_view secret) const {
    constexpr std::string_view scheme = "Bearer ";
    const std::string_view given = request.field("authorization");
    return given.starts_with(scheme) && same_secret(given.substr(scheme.size()), secret);
}

http::Response Site::answer(const Request& request, const http::ReadBody& body) {
    Response response = route(request, body);
    for (const auto& [name, value] : always) response.fields.emplace_back(name, value);
    return response;
}

http::Response Site::route(const Request& request, const http::ReadBody& body) {
    const std::string_view host = request.field("host");
    if (host != host_ && host != local_host_)
        return refuse(421, "this server answers to its own address only",
                      fmt::format("use http://{}/", host_));
    if (!request.path.starts_with("/api/")) return page(request);

    const std::string_view origin = request.field("origin"), site = request.field("sec-fetch-site");
    if ((!origin.empty() && origin != fmt::format("http://{}", host)) ||
        (!site.empty() && site != "same-origin" && site != "none"))
        return refuse(403, "another page may not ask here");
    if (request.path == "/api/token") return exchange(request);
    if (!knows(request, token_))
        return refuse(401, "the token is missing or wrong", "open the address that 'vellum web' has printed");
    if (request.path == "/api/files") return request.method == "GET" ? files() : refuse_method("GET");
    if (request.path == "/api/code") return request.method == "POST" ? code(body) : refuse_method("POST");
    if (request.path != "/api/file") return refuse(404, "there is no such question");
    if (request.method == "GET" || request.method == "HEAD") return file(request);
    return request.method == "PUT" ? put(request, body) : refuse_method("GET, HEAD, PUT");
}

http::Response Site::exchange(const Request& request) {
    if (request.method != "POST") return refuse_method("POST");
    if (!knows(request, once_) || used_.exchange(true))
        return refuse(401, "this address was used already", "open the address that 'vellum web' has printed");
    return json(200, fmt::format(R"({{"token":"{}"}})", token_));
}

http::Response Site::page(const Request& request) const {
    if (request.method != "GET" && request.method != "HEAD") return refuse_method("GET, HEAD");
    const std::string name = request.path == "/" ? "index.html" : request.path.substr(1);
    // The page's service worker would show this version to whatever listens on this port later.
    const auto source = name == "offline.js"
                            ? fail(codes::io_read, "not offered here")
                            : page_.open(fmt::format("{}/{}", page_.all().front().name, name));
    if (!source) return refuse(404, "there is no such page");
    return {.fields = {{"Content-Type", type_of(name)}, {"Cache-Control", "no-cache"}},
            .source = *source,
            .part = {0, (*source)->size()}};
}

http::Response Site::files() {
    index_.look_again(); // the page is opened, or opened again
    TextWriter text;
    JsonWriter writer(text);
    writer.begin_object();
    writer.member("version", version_text);
    writer.member("write", write_);
    writer.member("index", index_.is_open());
    writer.key("files");
    writer.begin_array();
    for (const Listed& each : places_.list()) {
        writer.begin_object();
        writer.member("path", each.path);
        writer.member("size", each.stamp.size);
        writer.member("stamp", text_of(each.stamp));
        writer.end_object();
    }
    writer.end_array();
    writer.end_object();
    return json(200, text.take());
}

http::Response Site::file(const Request& request) const {
    const auto source = places_.open(request.parameter("path").value_or(""));
    if (!source) return refuse(404, source.error());
    const std::uint64_t size = (*source)->size();
    Response response{.fields = {{"Content-Type", "application/octet-stream"},
                                 {"Cache-Control", "no-store"},
                                 {"Accept-Ranges", "bytes"}},
                      .source = *source,
                      .part = {0, size}};
    if (const std::string_view range = request.field("range"); !range.empty()) {
        const auto part = http::parse_range(range, size);
        if (!part) return refuse(416, "the file has no such part");
        response.status = 206;
        response.part = *part;
        response.fields.emplace_back("Content-Range",
                                     fmt::format("bytes {}-{}/{}", part->begin, part->end - 1, size));
    }
    return response;
}

http::Response Site::code(const http::ReadBody& body) {
    const auto bytes = body();
    if (!bytes) return refuse(400, bytes.error());
    const auto names = parse_json(as_text(*bytes));
    if (!names || !names->is_array()) return refuse(400, "a list of names is expected");
    std::string list;
    for (const Json& each : names->elements()) {
        const std::string name(each.as_string());
        // A file's own name may have a '!', too.
        std::size_t end = name.size();
        auto path = places_.find(name);
        for (std::size_t at = 0; !path && (at = name.find('!', at)) != std::string::npos; end = at++)
            path = places_.find(name.substr(0, at));
        if (!path || !places_.open(name.substr(0, end))) continue; // nothing behind a link
        const std::string inside = end < name.size() ? name.substr(end + 1) : std::string();
        const std::string wanted = *path + name.substr(end);
        auto scripts = index_.scripts_with_uses({.path = *path, .inside = inside, .named = false});
        if (!scripts && !inside.empty()) {
            scripts = index_.scripts_with_uses({.path = *path, .named = false});
            if (scripts) std::erase_if(*scripts, [&](const auto& one) { return one.name != wanted; });
        }
        if (!scripts) continue;
        for (const IndexedScript& script : *scripts)
            list += (list.empty() ? "" : ",") +
                    index_.code(script, name.substr(0, end) + script.name.substr(path->size()));
    }
    return json(200, "[" + list + "]");
}

http::Response Site::put(const Request& request, const http::ReadBody& body) {
    if (!write_)
        return refuse(403, "nothing may be written here",
                      "start 'vellum web' with --write to let Save change files");
    const std::string_view name = request.parameter("path").value_or("");
    const bool fresh = request.field("if-none-match") == "*";
    const auto path = fresh ? places_.free(name) : places_.find(name);
    if (!path) return refuse(fresh ? 412 : 404, path.error());
    const auto bytes = body();
    if (!bytes) return refuse(bytes.error().code == &codes::protocol_length ? 413 : 400, bytes.error());

    const std::scoped_lock lock(writing_);
    const std::string backup = Outputs::backup_of(*path);
    bool kept = false;
    if (!fresh) {
        const auto stamp = disk::stamp_of(*path, Links::refuse);
        const std::string_view expected = request.field("if-match");
        if (!stamp || expected != fmt::format("\"{}\"", text_of(*stamp)))
            return refuse(412, "the file was changed meanwhile", "open the folder again: reload the page");
        // The first backup is what the file was before anybody saved here; it stays.
        if (!disk::is_taken(backup)) {
            const auto before = open_file(*path, Links::refuse);
            if (!before) return refuse(500, before.error());
            const WriteOptions beside{
                .replace = false, .links = Links::refuse, .like = path::file_name(*path)};
            if (const auto done = write_file_atomic(backup, **before, beside); !done)
                return refuse(500, done.error());
            kept = true;
        } else if (!disk::stamp_of(backup, Links::refuse)) {
            return refuse(
                412, fmt::format("'{}' is no file, so nothing can be kept there", path::file_name(backup)),
                "move it away");
        }
    } else if (const auto error = disk::make_folders(path->substr(0, path->rfind('/')), Links::refuse)) {
        return refuse(500, error.message());
    }
    const Uninterrupted whole(*path);
    if (const auto done = write_file_atomic(*path, *bytes, {.replace = !fresh, .links = Links::refuse});
        !done)
        return refuse(500, done.error());
    index_.look_again();
    const auto stamp = disk::stamp_of(*path, Links::refuse);
    TextWriter text;
    JsonWriter writer(text);
    writer.begin_object();
    writer.member("stamp", stamp ? text_of(*stamp) : "");
    if (kept) writer.member("backup", backup.substr(backup.rfind('/') + 1));
    writer.end_object();
    return json(fresh ? 201 : 200, text.take());
}

} // namespace vellum::cli::web
