// File, in one directory that the embedder names. A file is read whole when it is opened and written whole
// when it is closed; without a directory every File.Open answers null. Facts: docs/engines/ags.md, "Script
// API".
#include <algorithm>
#include <string>

#include "base/bytes.hpp"
#include "base/disk.hpp"
#include "base/file.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/machine/environment.hpp"
#include "engines/ags/natives/strings.hpp"

namespace vellum::ags {

namespace {

enum class Mode : std::uint32_t { read = 1, write = 2, append = 3 };

constexpr std::uint64_t largest_file = std::uint64_t{16} << 20U;
constexpr std::uint64_t system_work = 1U << 16U; ///< What a request to the system costs at least.

/// What a script can see of a text: it ends with the first NUL.
std::string_view up_to_nul(std::string_view text) { return text.substr(0, text.find('\0')); }

/// The plain name of a script's path: "$SAVEGAMEDIR$/a.txt" and "a.txt" are the same file of the sandbox.
/// Empty if the path tries to leave it.
std::string plain_name(std::string_view path) {
    if (path.starts_with('$')) {
        const std::size_t end = path.find('$', 1);
        if (end == std::string_view::npos) return {};
        path.remove_prefix(end + 1);
        while (path.starts_with('/') || path.starts_with('\\')) path.remove_prefix(1);
    }
    for (const char c : path)
        if (c == '/' || c == '\\' || c == ':' || static_cast<unsigned char>(c) < 32) return {};
    if (path.empty() || path.size() > 200 || path[0] == '.') return {};
    return std::string(path);
}

Word open(BuiltinCall& call) {
    std::string_view path;
    if (!call.text(call.arguments[0], path)) return 0;
    const auto mode = static_cast<Mode>(number_of(call.arguments[1]));
    if (mode < Mode::read || mode > Mode::append)
        return call.fail(codes::api_error, "File.Open: invalid file mode");
    const std::string name = plain_name(path);
    if (call.environment.sandbox.empty() || name.empty()) return 0;
    Pool& pool = call.environment.pool();
    std::string content;
    call.charge(BuiltinCall::object_work + system_work);
    if (mode != Mode::write) {
        // Twice, because the system's bytes become the script's; half of what is left is therefore the most.
        const std::uint64_t most = std::min(largest_file, pool.room() / 2);
        const auto found = read_below(call.environment.sandbox, name, most);
        if (!found && mode == Mode::read) return 0;
        if (found) content = std::string(as_text(found->bytes));
        call.charge(2 * content.size());
    }
    const std::uint64_t held = Pool::held_by(content);
    const std::uint32_t handle = pool.charge(held) ? pool.make_extra(ObjectKind::file) : 0;
    if (handle == 0) {
        pool.uncharge(held);
        return call.fail(codes::out_of_memory, "script objects need more memory than the budget allows");
    }
    Extra& extra = *pool.extra(handle);
    extra.path = name;
    extra.content = std::move(content);
    extra.position = mode == Mode::append ? extra.content.size() : 0;
    extra.open = true;
    extra.writing = mode != Mode::read;
    return address_word(Tag::object, handle);
}

/// The receiver, open or not. Null after a failure.
Extra* any_file(BuiltinCall& call) {
    Pool& pool = call.environment.pool();
    Extra* extra = kind_of(call.self) == Tag::object && pool.exists(object_of(call.self)) &&
                           pool[object_of(call.self)].kind == ObjectKind::file
                       ? pool.extra(object_of(call.self))
                       : nullptr;
    if (extra == nullptr)
        call.fail(is_null(call.self) ? codes::null_pointer : codes::bad_call, "Null pointer referenced");
    return extra;
}

Extra* self(BuiltinCall& call, bool writing) {
    Extra* extra = any_file(call);
    if (extra == nullptr) return nullptr;
    if (!extra->open || extra->writing != writing) {
        call.fail(codes::api_error, writing ? "File.Write: the file is not open for writing"
                                            : "File.Read: the file is not open for reading");
        return nullptr;
    }
    return extra;
}

Word close(BuiltinCall& call) {
    Pool& pool = call.environment.pool();
    Extra* extra = kind_of(call.self) == Tag::object && pool.exists(object_of(call.self))
                       ? pool.extra(object_of(call.self))
                       : nullptr;
    if (extra == nullptr || !extra->open) return 0;
    extra->open = false;
    call.charge(system_work + (extra->writing ? extra->content.size() : 0));
    const std::string name = plain_name(extra->path); // again: snapshots come from anywhere
    if (extra->writing && !call.environment.disk.write(name, extra->content.size()))
        return call.fail(codes::api_error, "File.Close: the files of this world would take more than the " +
                                               std::to_string(call.environment.disk.quota) +
                                               " bytes of 'files_limit'");
    if (extra->writing && (call.environment.sandbox.empty() || name.empty() ||
                           !write_script_file(call.environment, name, as_bytes(extra->content))))
        return call.fail(codes::api_error, "File.Close: the file could not be written");
    return 0;
}

Word remove(BuiltinCall& call) {
    std::string_view path;
    if (!call.text(call.arguments[0], path)) return 0;
    const std::string name = plain_name(path);
    call.charge(system_work);
    if (call.environment.sandbox.empty() || name.empty()) return 0;
    return integer_word(remove_script_file(call.environment, name));
}

Word exists(BuiltinCall& call) {
    std::string_view path;
    if (!call.text(call.arguments[0], path)) return 0;
    const std::string name = plain_name(path);
    if (call.environment.sandbox.empty() || name.empty()) return 0;
    call.charge(system_work + largest_file); // the file is read to know that it can be
    return integer_word(read_below(call.environment.sandbox, name, largest_file).has_value());
}

/// Writes up to three pieces, one behind the other, over what stands there.
Word put(BuiltinCall& call, std::string_view first, std::string_view second = {},
         std::string_view third = {}) {
    Extra* extra = self(call, true);
    if (extra == nullptr) return 0;
    const std::uint64_t more = first.size() + second.size() + third.size();
    call.charge(more);
    const std::uint64_t length = std::max<std::uint64_t>(extra->position + more, extra->content.size());
    if (length > extra->content.capacity()) call.charge(extra->content.size());
    if (length > largest_file || !call.environment.pool().make_room(extra->content, length))
        return call.fail(codes::out_of_memory, "a file of a script is too large");
    for (const std::string_view piece : {first, second, third}) {
        const std::size_t over = std::min(piece.size(), extra->content.size() - extra->position);
        extra->content.replace(extra->position, over, piece);
        extra->position += piece.size();
    }
    return 0;
}

Word write_raw_line(BuiltinCall& call) {
    std::string_view text;
    return call.text(call.arguments[0], text) ? put(call, text, "\r\n") : 0;
}

// Integers and texts carry a length in front, so that they can be read back one by one.
Word write_int(BuiltinCall& call) {
    std::byte bytes[5] = {std::byte{'I'}};
    store_u32(bytes + 1, number_of(call.arguments[0]));
    return put(call, as_text(bytes));
}
Word write_raw_int(BuiltinCall& call) {
    std::byte bytes[4];
    store_u32(bytes, number_of(call.arguments[0]));
    return put(call, as_text(bytes));
}
Word write_string(BuiltinCall& call) {
    std::string_view text;
    if (!call.text(call.arguments[0], text)) return 0;
    std::byte bytes[4];
    store_u32(bytes, static_cast<std::uint32_t>(text.size() + 1));
    return put(call, as_text(bytes), text, std::string_view("\0", 1));
}
Word write_raw_char(BuiltinCall& call) {
    const char c = static_cast<char>(number_of(call.arguments[0]));
    return put(call, {&c, 1});
}

Word read_int(BuiltinCall& call) {
    Extra* extra = self(call, false);
    if (extra == nullptr) return 0;
    if (extra->content.size() - extra->position < 5 || extra->content[extra->position] != 'I')
        return call.fail(codes::api_error, "File.ReadInt: the next value is not an integer");
    const Word value = integer_word(load_u32(as_bytes(extra->content).data() + extra->position + 1));
    extra->position += 5;
    return value;
}

/// Four bytes; 0 where there are none.
Word read_raw_int(BuiltinCall& call) {
    Extra* extra = self(call, false);
    if (extra == nullptr || extra->content.size() - extra->position < 4) return 0;
    const Word value = integer_word(load_u32(as_bytes(extra->content).data() + extra->position));
    extra->position += 4;
    return value;
}

/// The text that WriteString wrote. False after a failure.
bool next_string(BuiltinCall& call, std::string_view& out) {
    Extra* extra = self(call, false);
    if (extra == nullptr) return false;
    const auto none = [&] {
        call.fail(codes::api_error, "File.ReadString: the next value is not a string");
        return false;
    };
    const std::string_view rest = std::string_view(extra->content).substr(extra->position);
    if (rest.size() < 4) return none();
    const std::uint32_t length = load_u32(as_bytes(rest).data());
    call.charge(length);
    if (length == 0 || length > rest.size() - 4) return none();
    extra->position += 4 + std::size_t{length};
    out = up_to_nul(rest.substr(4, length - 1));
    return true;
}

/// What stands before the next end of a line. False after a failure.
bool next_line(BuiltinCall& call, std::string_view& out) {
    Extra* extra = self(call, false);
    if (extra == nullptr) return false;
    const std::string_view rest = std::string_view(extra->content).substr(extra->position);
    const std::size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    call.charge(line.size());
    extra->position += end == std::string_view::npos ? rest.size() : end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    out = up_to_nul(line);
    return true;
}

/// As a text of its own, or into a text buffer.
template <bool (*Next)(BuiltinCall&, std::string_view&)> Word read_back(BuiltinCall& call) {
    std::string_view text;
    return Next(call, text) ? call.string(text) : 0;
}
template <bool (*Next)(BuiltinCall&, std::string_view&)> Word read_into(BuiltinCall& call) {
    std::string_view text;
    return Next(call, text) ? write_text(call, call.arguments[0], text) : 0;
}

Word read_raw_char(BuiltinCall& call) {
    Extra* extra = self(call, false);
    if (extra == nullptr) return 0;
    if (extra->position >= extra->content.size()) return integer_word(-1);
    return integer_word(
        static_cast<std::uint32_t>(static_cast<unsigned char>(extra->content[extra->position++])));
}

Word at_end(BuiltinCall& call) {
    Extra* extra = self(call, false);
    return extra != nullptr ? integer_word(extra->position >= extra->content.size()) : 0;
}

enum class Origin : std::uint32_t { begin, current, end };

/// The new place, or -1 where there is none.
Word seek(BuiltinCall& call) {
    Extra* extra = any_file(call);
    if (extra == nullptr) return 0;
    const auto origin = static_cast<Origin>(number_of(call.arguments[1]));
    if (origin > Origin::end) return call.fail(codes::api_error, "File.Seek: invalid seek origin");
    const std::size_t from = origin == Origin::begin     ? 0
                             : origin == Origin::current ? extra->position
                                                         : extra->content.size();
    const std::int64_t place = static_cast<std::int64_t>(from) + signed_of(call.arguments[0]);
    if (!extra->open || place < 0 || std::cmp_greater(place, extra->content.size())) return integer_word(-1);
    extra->position = static_cast<std::size_t>(place);
    return integer_word(static_cast<std::uint32_t>(place));
}

Word position(BuiltinCall& call) {
    const Extra* extra = any_file(call);
    if (extra == nullptr) return 0;
    return extra->open ? integer_word(static_cast<std::uint32_t>(extra->position)) : integer_word(-1);
}

/// What could go wrong has ended the script before it could ask.
Word error(BuiltinCall& call) {
    any_file(call);
    return 0;
}

constexpr BuiltinEntry file_entries[] = {
    {"File::Open", 2, open},
    {"File::Close", 0, close},
    {"File::Delete", 1, remove},
    {"File::Exists", 1, exists},
    {"File::WriteRawLine", 1, write_raw_line},
    {"File::WriteInt", 1, write_int},
    {"File::WriteString", 1, write_string},
    {"File::WriteRawChar", 1, write_raw_char},
    {"File::ReadInt", 0, read_int},
    {"File::ReadString", 1, read_into<next_string>},
    {"File::ReadStringBack", 0, read_back<next_string>},
    {"File::ReadRawLine", 1, read_into<next_line>},
    {"File::ReadRawLineBack", 0, read_back<next_line>},
    {"File::ReadRawChar", 0, read_raw_char},
    {"File::ReadRawInt", 0, read_raw_int},
    {"File::WriteRawInt", 1, write_raw_int},
    {"File::Seek", 2, seek},
    {"File::get_Position", 0, position},
    {"File::get_Error", 0, error},
    {"File::get_EOF", 0, at_end},
};

} // namespace

Result<void> write_script_file(const Environment& environment, const std::string& name,
                               std::span<const std::byte> bytes) {
    return write_file_atomic(disk::resolved(environment.sandbox) + "/" + name, bytes,
                             {.links = Links::refuse, .durable = false});
}

bool remove_script_file(Environment& environment, const std::string& name) {
    if (!remove_file(environment.sandbox + "/" + name)) return false;
    environment.disk.remove(name);
    return true;
}

std::span<const BuiltinEntry> file_builtins() noexcept { return file_entries; }

} // namespace vellum::ags
