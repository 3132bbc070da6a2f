// Signals that come while a file is being written are followed after it, at once otherwise.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>

#include <gtest/gtest.h>

#include "cli/uninterrupted.hpp"

namespace vellum::cli {
namespace {

/// How a process ends that does this; 0 if of its own accord.
int signal_of(const std::function<void()>& what) {
    const pid_t child = ::fork();
    if (child == 0) {
        // Whoever runs the tests in the background may ignore them.
        for (const int number : {SIGINT, SIGTERM, SIGHUP}) static_cast<void>(std::signal(number, SIG_DFL));
        what();
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(Uninterrupted, LetsAFileBeFinished) {
    const std::string path =
        std::filesystem::temp_directory_path() / ("vellum-signal-" + std::to_string(::getpid()));
    for (const bool there : {false, true})
        for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
            std::filesystem::remove(path);
            if (there) std::ofstream(path) << "before";
            EXPECT_EQ(signal_of([&] {
                          {
                              const Uninterrupted whole(path);
                              std::raise(number);
                              std::ofstream(path) << "all";
                          }
                          std::ofstream(path) << "never";
                      }),
                      number);
            std::string text;
            std::ifstream(path) >> text;
            EXPECT_EQ(text, "all");
        }
    std::filesystem::remove(path);
}

TEST(Uninterrupted, EndsAtOnceOtherwise) {
    EXPECT_EQ(signal_of([] {
                  {
                      const Uninterrupted whole("/nowhere/file");
                  }
                  std::raise(SIGTERM);
              }),
              SIGTERM);
    EXPECT_EQ(signal_of([] {
                  const Uninterrupted device("/dev/null"); // may take for ever
                  std::raise(SIGTERM);
                  ::_exit(0);
              }),
              SIGTERM);
}

TEST(Uninterrupted, LeavesIgnoredSignalsIgnored) {
    EXPECT_EQ(signal_of([] {
                  std::signal(SIGHUP, SIG_IGN); // nohup
                  const Uninterrupted whole("/nowhere/file");
                  std::raise(SIGHUP);
              }),
              0);
}

} // namespace
} // namespace vellum::cli
