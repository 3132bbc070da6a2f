// A file that is being written is finished before Ctrl-C, a hangup or an order to end is followed: nothing
// half done stays beside it.
#pragma once

#include <string>

namespace vellum::cli {

/// While one lives, SIGINT, SIGTERM and SIGHUP wait. Pipes and devices, which may take for ever, are left
/// alone.
class Uninterrupted {
  public:
    explicit Uninterrupted(const std::string& path);
    Uninterrupted(const Uninterrupted&) = delete;
    Uninterrupted& operator=(const Uninterrupted&) = delete;
    ~Uninterrupted();

  private:
    bool counts_;
};

} // namespace vellum::cli
