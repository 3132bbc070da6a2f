// A file descriptor that closes itself.
#pragma once

#include <string>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace vellum {

class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int file) : file_(file) {}
    Descriptor(Descriptor&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(file_, other.file_);
        return *this;
    }
    ~Descriptor() { static_cast<void>(close()); }

    [[nodiscard]] bool is_open() const noexcept { return file_ >= 0; }
    [[nodiscard]] int get() const noexcept { return file_; }
    /// False, with errno, if the system says only now that something could not be written.
    [[nodiscard]] bool close() noexcept { return file_ < 0 || ::close(std::exchange(file_, -1)) == 0; }

  private:
    int file_ = -1;
};

/// The system's own words for an errno.
[[nodiscard]] inline std::string reason(int error) { return std::generic_category().message(error); }

} // namespace vellum
