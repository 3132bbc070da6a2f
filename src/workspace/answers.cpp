#include "workspace/answers.hpp"

#include <algorithm>
#include <utility>

#include "base/hash.hpp"

namespace vellum {

namespace {

thread_local Watch* innermost = nullptr;

FileStamp names_stamp(const std::vector<std::string>& names) {
    StateHash hash;
    for (const std::string& name : names) {
        hash.update(name);
        hash.u8('\n');
    }
    return {names.size(), static_cast<std::int64_t>(hash.digest())};
}

} // namespace

Watch::Watch() : outer_(std::exchange(innermost, this)) {}

Watch::~Watch() {
    innermost = outer_;
    if (outer_ != nullptr) std::ranges::move(seen_, std::back_inserter(outer_->seen_));
}

std::vector<Seen> Watch::take() {
    std::ranges::sort(seen_, {}, [](const Seen& seen) { return std::pair(seen.name, seen.what); });
    const auto doubles = std::ranges::unique(seen_);
    seen_.erase(doubles.begin(), doubles.end());
    if (outer_ != nullptr) std::ranges::copy(seen_, std::back_inserter(outer_->seen_));
    return std::exchange(seen_, {});
}

void Watch::see(Seen seen) {
    if (innermost != nullptr) innermost->seen_.push_back(std::move(seen));
}

void Watch::see_all(const std::vector<Seen>& seen) {
    if (innermost != nullptr) innermost->seen_.insert(innermost->seen_.end(), seen.begin(), seen.end());
}

void WatchedFiles::note(std::string_view name) const {
    if (innermost != nullptr)
        Watch::see({Seen::What::stamp, std::string(name), files_->stamp(name)}); // before it is read
}

void WatchedFiles::note_names(std::string_view folder, const std::vector<std::string>& names) const {
    if (innermost != nullptr) Watch::see({Seen::What::names, std::string(folder), names_stamp(names)});
}

void WatchedFiles::note_read(std::string_view name) const {
    if (innermost != nullptr && files_->below({}) != nullptr && !files_->stamp(name))
        Watch::see({Seen::What::never, std::string(name), {}});
}

bool holds(const FileSystem& files, const Seen& seen) {
    if (seen.what == Seen::What::never) return false;
    if (seen.what == Seen::What::stamp) return files.stamp(seen.name) == seen.stamp;
    return names_stamp(files.list(seen.name)) == seen.stamp;
}

Result<std::vector<std::byte>> WatchedFiles::read(std::string_view name) const {
    note(name);
    return files_->read(name);
}

Result<std::vector<std::byte>> WatchedFiles::read_at_most(std::string_view name, std::uint64_t most) const {
    note(name);
    return files_->read_at_most(name, most);
}

std::vector<std::string> WatchedFiles::list(std::string_view folder) const {
    std::vector<std::string> names = files_->list(folder);
    note_names(folder, names);
    return names;
}

std::vector<std::string> WatchedFiles::walk(std::string_view folder, Diagnostics& problems) const {
    if (innermost != nullptr) note_names(folder, files_->list(folder));
    return files_->walk(folder, problems);
}

FileKind WatchedFiles::kind(std::string_view name) const {
    note(name);
    return files_->kind(name);
}

std::vector<FileEntry> WatchedFiles::entries(std::string_view folder) const {
    if (innermost != nullptr) note_names(folder, files_->list(folder));
    return files_->entries(folder);
}

Result<std::shared_ptr<const ByteSource>> WatchedFiles::open(std::string_view name) const {
    note(name);
    return files_->open(name);
}

std::optional<FileStamp> WatchedFiles::stamp(std::string_view name) const {
    note(name);
    return files_->stamp(name);
}

namespace {

/// A folder of a watched tree, out of which nothing leads.
class WatchedBelow final : public FileSystem {
  public:
    WatchedBelow(const WatchedFiles& whole, std::string folder, std::shared_ptr<const FileSystem> files)
        : whole_(whole), folder_(std::move(folder)), files_(std::move(files)) {
        if (!folder_.empty() && !folder_.ends_with('/')) folder_ += '/';
    }
    Result<std::vector<std::byte>> read(std::string_view name) const override {
        return noted(name, [&] { return files_->read(name); });
    }
    Result<std::vector<std::byte>> read_at_most(std::string_view name, std::uint64_t most) const override {
        return noted(name, [&] { return files_->read_at_most(name, most); });
    }
    std::vector<std::string> list(std::string_view folder) const override {
        if (innermost != nullptr) static_cast<void>(whole_.list(folder_ + std::string(folder)));
        return files_->list(folder);
    }

  private:
    template <class Read>
    Result<std::vector<std::byte>> noted(std::string_view name, const Read& read) const {
        const std::string whole = folder_ + std::string(name);
        whole_.note(whole); // first: what changes meanwhile is newer than what was seen
        auto bytes = read();
        if (bytes) whole_.note_read(whole);
        return bytes;
    }

    const WatchedFiles& whole_;
    std::string folder_;
    std::shared_ptr<const FileSystem> files_;
};

} // namespace

std::shared_ptr<const FileSystem> WatchedFiles::below(std::string_view folder) const {
    auto files = files_->below(folder);
    if (files == nullptr) return nullptr;
    return std::make_shared<const WatchedBelow>(*this, std::string(folder), std::move(files));
}

std::string WatchedFiles::resolved(std::string_view name) const { return files_->resolved(name); }

Answers::Values Answers::get(const std::string& key, const std::function<Values()>& compute) {
    std::shared_ptr<Answer> answer;
    {
        const std::scoped_lock lock(mutex_);
        auto& found = answers_[key];
        if (found == nullptr) {
            found = std::make_shared<Answer>();
            found->used = by_use_.insert(by_use_.begin(), key);
        } else {
            by_use_.splice(by_use_.begin(), by_use_, found->used);
        }
        answer = found;
    }
    const std::scoped_lock computing(answer->computing); // whoever asks the same meanwhile waits
    if (answer->known &&
        std::ranges::all_of(answer->seen, [&](const Seen& seen) { return files_.holds(seen); })) {
        Watch::see_all(answer->seen); // whoever asks inside another answer depends on it
        return answer->values;
    }
    Values values;
    std::vector<Seen> seen;
    {
        Watch watch;
        values = compute();
        seen = watch.take();
    }
    std::size_t bytes = key.size();
    for (const std::string& value : values) bytes += value.size();
    for (const Seen& each : seen) bytes += sizeof each + each.name.size();
    const std::scoped_lock lock(mutex_);
    ++computed_;
    bytes_ -= std::exchange(answer->bytes, 0);
    answer->known = bytes <= longest;
    if (!answer->known) {
        answer->values.clear();
        return values;
    }
    answer->values = values;
    answer->seen = std::move(seen);
    if (const auto kept = answers_.find(key); kept == answers_.end() || kept->second != answer) return values;
    bytes_ += answer->bytes = bytes;
    while (bytes_ > most_bytes) {
        const auto least = answers_.find(by_use_.back());
        bytes_ -= least->second->bytes;
        least->second->bytes = 0;
        answers_.erase(least);
        by_use_.pop_back();
    }
    return values;
}

std::uint64_t Answers::computed() const {
    const std::scoped_lock lock(mutex_);
    return computed_;
}

} // namespace vellum
