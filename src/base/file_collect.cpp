// The walk through folders that commands are given.
#include "base/file.hpp"

#include <algorithm>

#include "base/codes.hpp"
#include "base/disk.hpp"

namespace vellum {

namespace {

class Collector {
  public:
    explicit Collector(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

    void add(const std::string& path) {
        switch (disk::kind_of(path)) {
        case FileKind::none: report_missing(path); break;
        case FileKind::folder:
            folders_.push_back(path);
            walk();
            break;
        default: files_.push_back(path);
        }
    }

    [[nodiscard]] std::vector<std::string> take() {
        std::ranges::sort(files_);
        const auto repeats = std::ranges::unique(files_);
        files_.erase(repeats.begin(), repeats.end());
        return std::move(files_);
    }

  private:
    void walk() {
        std::vector<FileEntry> entries;
        while (!folders_.empty()) {
            const std::string folder = std::move(folders_.back());
            folders_.pop_back();
            entries.clear();
            const std::error_code error = disk::list(folder, entries);
            for (const FileEntry& entry : entries)
                visit(folder.ends_with('/') ? folder + entry.name : folder + "/" + entry.name, entry);
            if (error) report(folder, error);
        }
    }

    void visit(std::string path, const FileEntry& entry) {
        switch (entry.kind) {
        case FileKind::file: files_.push_back(std::move(path)); break;
        case FileKind::folder:
            if (!entry.link) folders_.push_back(std::move(path)); // a link might lead back here
            break;
        case FileKind::none: report_missing(path); break;
        case FileKind::other: break;
        }
    }

    void report_missing(const std::string& path) {
        report(path, std::make_error_code(std::errc::no_such_file_or_directory));
    }
    void report(const std::string& path, const std::error_code& error) {
        diagnostics_.add(codes::io_read, "cannot read:  " + error.message(), {.file = path});
    }

    Diagnostics& diagnostics_;
    std::vector<std::string> folders_;
    std::vector<std::string> files_;
};

} // namespace

std::vector<std::string> collect_files(std::span<const std::string> paths, Diagnostics& diagnostics) {
    Collector collector(diagnostics);
    for (const std::string& path : paths) collector.add(path);
    return collector.take();
}

} // namespace vellum
