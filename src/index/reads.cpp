#include "index/reads.hpp"

#include "base/bytes.hpp"
#include "base/hash.hpp"

namespace vellum::index {

namespace {

std::string hash_of_names(const std::vector<std::string>& names) {
    std::string all;
    for (const std::string& name : names) (all += name) += '\n';
    return sha256_hex(as_bytes(all));
}

} // namespace

Result<std::vector<std::byte>> NotedFiles::read(std::string_view name) const {
    auto bytes = files_->read(name);
    reads_.insert_or_assign(std::string(name), bytes ? sha256_hex(*bytes) : std::string());
    return bytes;
}

std::vector<std::string> NotedFiles::list(std::string_view folder) const {
    std::vector<std::string> names = files_->list(folder);
    reads_.insert_or_assign(std::string(folder) + "/", hash_of_names(names));
    return names;
}

std::vector<ReadRecord> NotedFiles::reads() const {
    std::vector<ReadRecord> all;
    all.reserve(reads_.size());
    for (const auto& [name, sha256] : reads_) all.push_back({name, sha256});
    return all;
}

std::string NotedFiles::hash_of(const FileSystem& files, const std::string& name) {
    if (name.ends_with('/')) return hash_of_names(files.list(name.substr(0, name.size() - 1)));
    const auto bytes = files.read(name);
    return bytes ? sha256_hex(*bytes) : std::string();
}

} // namespace vellum::index
