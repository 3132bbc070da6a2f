// Writing and reading of the snapshot container; see the header for its layout.
#include "runtime/snapshot.hpp"

#include <cassert>

#include "base/codes.hpp"
#include "base/hash.hpp"

namespace vellum {

namespace {

constexpr std::string_view magic = "VLSNAP\r\n"; // the line end shows transfers that change line ends
constexpr std::uint32_t container_version = 1;
constexpr std::string_view end_tag = "END ";
constexpr std::size_t tag_size = 4;
constexpr std::size_t checksum_size = 8;
constexpr std::uint32_t longest_engine_name = 64;

std::unexpected<Diagnostic> wrong(const DiagnosticCode& code, std::string message, std::string hint = {}) {
    return fail(code, std::move(message), {}, std::move(hint));
}

} // namespace

// --- Writing
// ---------------------------------------------------------------------------------------------------------

std::size_t SnapshotWriter::TextHash::operator()(std::string_view text) const noexcept {
    return static_cast<std::size_t>(hash64(text));
}

SnapshotWriter::SnapshotWriter(std::string_view engine, std::uint32_t format_version,
                               std::span<const std::uint64_t> programs) {
    out_.bytes(as_bytes(magic));
    out_.u32(container_version);
    out_.u32(static_cast<std::uint32_t>(engine.size()));
    out_.bytes(as_bytes(engine));
    out_.u32(format_version);
    out_.u32(static_cast<std::uint32_t>(programs.size()));
    for (const std::uint64_t program : programs) out_.u64(program);
}

void SnapshotWriter::begin(std::string_view tag) {
    assert(tag.size() == tag_size && section_ == 0);
    out_.bytes(as_bytes(tag));
    section_ = out_.size();
    out_.u32(0);
}

void SnapshotWriter::end() {
    assert(section_ != 0);
    out_.patch_u32(section_, static_cast<std::uint32_t>(out_.size() - section_ - 4));
    section_ = 0;
}

void SnapshotWriter::text(std::string_view text) {
    if (const auto known = texts_.find(text); known != texts_.end()) {
        out_.u32(known->second);
        return;
    }
    const auto number = static_cast<std::uint32_t>(texts_.size());
    texts_.emplace(std::string(text), number);
    out_.u32(number);
    out_.u32(static_cast<std::uint32_t>(text.size()));
    out_.bytes(as_bytes(text));
}

void SnapshotWriter::value(const Value& value) {
    out_.u8(static_cast<std::uint8_t>(value.type()));
    switch (value.type()) {
    case Type::none: break;
    case Type::boolean: boolean(value.boolean()); break;
    case Type::integer: out_.i32(value.integer()); break;
    case Type::real: out_.f32(canonical(value.real())); break;
    case Type::vector:
        out_.f32(canonical(value.vector().x));
        out_.f32(canonical(value.vector().y));
        out_.f32(canonical(value.vector().z));
        break;
    case Type::object: out_.u64(value.object().id); break;
    case Type::memory: has_memory_ = true; break;
    case Type::string: text(value.text()); break;
    }
}

void SnapshotWriter::values(std::span<const Value> values) {
    out_.u32(static_cast<std::uint32_t>(values.size()));
    for (const Value& one : values) value(one);
}

Result<std::vector<std::byte>> SnapshotWriter::take() {
    assert(section_ == 0);
    if (has_memory_)
        return wrong(
            codes::snapshot_corrupt, "a pending native holds a resource of this process",
            "Script memory and a host script's wait_until cannot be saved; save when they are finished.");
    if (out_.size() > 0xFFFFFFFFU - 64)
        return wrong(codes::snapshot_corrupt, "the state is larger than a snapshot can be (4 GB)");
    out_.bytes(as_bytes(end_tag));
    out_.u32(0);
    out_.u64(hash64(out_.view()));
    return out_.take();
}

// --- Reading
// ---------------------------------------------------------------------------------------------------------

Result<SnapshotReader> SnapshotReader::open(std::span<const std::byte> bytes, std::string_view engine,
                                            std::uint32_t format_version,
                                            std::span<const std::uint64_t> programs) {
    if (bytes.size() < magic.size() || as_text(bytes.first(magic.size())) != magic)
        return wrong(codes::snapshot_corrupt, "this is not a snapshot");
    if (bytes.size() < magic.size() + 4 + checksum_size)
        return wrong(codes::snapshot_corrupt, "the snapshot is cut off");
    const std::uint32_t version = load_u32(bytes.data() + magic.size());
    if (version != container_version)
        return wrong(codes::snapshot_version, "the snapshot has container version " +
                                                  std::to_string(version) + ", this build reads " +
                                                  std::to_string(container_version));
    const auto content = bytes.first(bytes.size() - checksum_size);
    if (hash64(content) != load_u64(bytes.data() + content.size()))
        return wrong(codes::snapshot_corrupt, "the snapshot is damaged: its checksum is wrong");

    SnapshotReader reader;
    reader.copies_left_ = std::uint64_t{64} * bytes.size();
    reader.file_ = ByteReader(content);
    reader.file_.set_context("snapshot header");
    reader.file_.skip(magic.size() + 4);
    const std::uint32_t name_size = reader.file_.u32();
    if (name_size > longest_engine_name)
        return wrong(codes::snapshot_corrupt, "the snapshot's engine name is too long");
    const std::string_view name = as_text(reader.file_.bytes(name_size));
    const std::uint32_t format = reader.file_.u32();
    const std::uint32_t program_count = reader.file_.u32();
    if (reader.file_.failed()) return std::unexpected(reader.file_.error());
    if (name != engine)
        return wrong(codes::snapshot_version,
                     "the snapshot belongs to a different engine than " + std::string(engine));
    if (format != format_version)
        return wrong(codes::snapshot_version, "the snapshot has format version " + std::to_string(format) +
                                                  ", this build reads " + std::to_string(format_version));
    if (program_count != programs.size())
        return wrong(codes::snapshot_version, "the snapshot is of " + std::to_string(program_count) +
                                                  " programs, this world has " +
                                                  std::to_string(programs.size()));
    for (std::size_t i = 0; i < programs.size(); ++i) {
        if (reader.file_.u64() == programs[i] || reader.file_.failed()) continue;
        return wrong(codes::snapshot_version, "program " + std::to_string(i + 1) + " of " +
                                                  std::to_string(programs.size()) +
                                                  " is not the one in the snapshot");
    }
    if (reader.file_.failed()) return std::unexpected(reader.file_.error());
    return reader;
}

void SnapshotReader::corrupt(std::string message) {
    take_reader_error();
    if (!error_) error_ = make_diagnostic(codes::snapshot_corrupt, std::move(message));
}

void SnapshotReader::take_reader_error() {
    if (error_) return;
    if (in_.failed())
        error_ = in_.error();
    else if (file_.failed())
        error_ = file_.error();
}

void SnapshotReader::end_section() {
    take_reader_error();
    if (in_section_ && !error_ && in_.remaining() != 0)
        corrupt("a section of the snapshot is longer than its content");
    in_section_ = false;
}

void SnapshotReader::begin(std::string_view tag) {
    end_section();
    if (error_) {
        in_ = ByteReader();
        return;
    }
    const std::string_view found = as_text(file_.bytes(tag_size));
    const std::uint32_t size = file_.u32();
    const auto payload = file_.bytes(size);
    if (!file_.failed() && found != tag)
        corrupt("the snapshot lacks its section " + std::string(tag) + " at this place");
    take_reader_error();
    in_ = error_ ? ByteReader() : ByteReader(payload, file_.position() - size);
    in_.set_context("snapshot section");
    in_section_ = true;
}

bool SnapshotReader::boolean() { return in_range(in_.u8(), 2, "a truth value") != 0; }

std::uint32_t SnapshotReader::below(std::uint32_t limit, std::string_view what) {
    return in_range(in_.u32(), limit, what);
}

std::uint32_t SnapshotReader::in_range(std::uint32_t value, std::uint32_t limit, std::string_view what) {
    if (!ok()) return 0;
    if (value < limit) return value;
    corrupt(std::string(what) + " is out of range: " + std::to_string(value));
    return 0;
}

std::uint32_t SnapshotReader::count(std::size_t least_bytes, std::uint32_t most, std::string_view what) {
    const std::uint32_t value = in_.u32();
    if (!in_.count_fits(value, least_bytes) || !ok()) return 0;
    if (value <= most) return value;
    corrupt("there are more " + std::string(what) + " than allowed: " + std::to_string(value));
    return 0;
}

String SnapshotReader::text() {
    const std::uint32_t number = in_.u32();
    if (!ok()) return {};
    if (number < texts_.size()) return texts_[number];
    if (number > texts_.size()) {
        corrupt("the snapshot refers to a string that it does not have");
        return {};
    }
    const std::uint32_t size = in_.u32();
    String text(as_text(in_.bytes(size)));
    if (!ok()) return {};
    texts_.push_back(text);
    return text;
}

std::string SnapshotReader::copied_text() {
    const String shared = text();
    const std::uint64_t size = shared.view().size();
    if (size > copies_left_) {
        corrupt("the snapshot's strings are far larger than the snapshot");
        return {};
    }
    copies_left_ -= size;
    return std::string(shared.view());
}

Value SnapshotReader::value() {
    const std::uint8_t type = in_.u8();
    switch (static_cast<Type>(type)) {
    case Type::none: return {};
    case Type::boolean: return Value(boolean());
    case Type::integer: return Value(in_.i32());
    case Type::real: return Value(canonical(in_.f32()));
    case Type::vector: {
        const float x = in_.f32();
        const float y = in_.f32();
        const float z = in_.f32();
        return Value(canonical(Vector3{x, y, z}));
    }
    case Type::object: return Value(ObjectId{in_.u64()});
    case Type::string: return Value(text());
    case Type::memory: break;
    }
    if (ok()) corrupt("a value has an impossible type: " + std::to_string(type));
    return {};
}

std::vector<Value> SnapshotReader::values(std::uint32_t most) {
    const std::uint32_t size = count(1, most, "values");
    std::vector<Value> result;
    result.reserve(size);
    for (std::uint32_t i = 0; i < size && ok(); ++i) result.push_back(value());
    if (!ok()) result.clear();
    return result;
}

Result<void> SnapshotReader::finish() {
    begin(end_tag);
    end_section();
    if (!error_ && file_.remaining() != 0) corrupt("the snapshot continues after its end");
    if (error_) return std::unexpected(*error_);
    return {};
}

} // namespace vellum
