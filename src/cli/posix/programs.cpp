#include "cli/programs.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <mach-o/dyld.h>
#endif

// What a started program inherits; POSIX leaves it to the user to declare it.
extern char** environ; // NOLINT(readability-redundant-declaration)

namespace vellum::cli {

bool is_program(std::string_view name) {
    const char* const path = std::getenv("PATH");
    std::string_view folders = path == nullptr ? std::string_view() : path;
    while (!folders.empty()) {
        const std::size_t end = folders.find(':');
        if (::access((std::string(folders.substr(0, end)) + "/" + std::string(name)).c_str(), X_OK) == 0)
            return true;
        folders.remove_prefix(end == std::string_view::npos ? folders.size() : end + 1);
    }
    return false;
}

std::string program_folder() {
    std::error_code error;
#if defined(__APPLE__)
    std::array<char, 4096> room{};
    std::uint32_t size = room.size();
    if (::_NSGetExecutablePath(room.data(), &size) != 0) return {};
    return std::filesystem::canonical(room.data(), error).parent_path().string();
#else
    return std::filesystem::read_symlink("/proc/self/exe", error).parent_path().string();
#endif
}

bool open_in_browser(const std::string& address) {
#if defined(__APPLE__)
    const std::string opener = "open";
#else
    const std::string opener = "xdg-open";
    // Without a display it would start a browser for terminals in this one.
    if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return false;
#endif
    if (!is_program(opener)) return false;
    // In a session of its own, Ctrl-C here does not end the browser; what it prints is not ours.
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t files;
    if (::posix_spawnattr_init(&attributes) != 0 || ::posix_spawn_file_actions_init(&files) != 0)
        return false;
#if defined(POSIX_SPAWN_SETSID)
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
#endif
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ::posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
    std::string first = opener, second = address;
    const std::array<char*, 3> words{first.data(), second.data(), nullptr};
    pid_t child = 0;
    const bool started =
        ::posix_spawnp(&child, first.c_str(), &files, &attributes, words.data(), environ) == 0;
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&attributes);
    return started;
}

bool console_closes() { return false; }

} // namespace vellum::cli
