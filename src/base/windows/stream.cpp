// Streams by handles. The calls of the system know nothing of text modes, so bytes stay as they are.
#include "base/stream.hpp"

#include <algorithm>
#include <thread>

#include "base/codes.hpp"
#include "base/windows/windows.hpp"

namespace vellum {

namespace {

constexpr std::size_t most_at_once = std::size_t{1} << 20U;

class StandardStream final : public ByteStream {
  public:
    StandardStream(HANDLE in, HANDLE out) : in_(in), out_(out) {}

    bool readable(std::chrono::milliseconds most) override {
        // A pipe cannot be waited for, only asked; files and consoles are waited for as they are.
        if (::GetFileType(in_) != FILE_TYPE_PIPE)
            return ::WaitForSingleObject(in_, static_cast<DWORD>(most.count())) != WAIT_TIMEOUT;
        constexpr std::chrono::milliseconds pause{5};
        const auto end = std::chrono::steady_clock::now() + most;
        while (true) {
            DWORD there = 0;
            if (::PeekNamedPipe(in_, nullptr, 0, nullptr, &there, nullptr) == 0 || there != 0) return true;
            if (std::chrono::steady_clock::now() >= end) return false;
            std::this_thread::sleep_for(pause);
        }
    }

    Result<std::size_t> read(std::span<char> room) override {
        DWORD got = 0;
        const auto most = static_cast<DWORD>(std::min(room.size(), most_at_once));
        if (::ReadFile(in_, room.data(), most, &got, nullptr) != 0) return got;
        const DWORD problem = ::GetLastError();
        if (problem == ERROR_BROKEN_PIPE) return 0; // whoever wrote has ended
        return fail(codes::io_read, "cannot read: " + windows::reason(problem), {.file = "<stdin>"});
    }

    Result<void> write(std::string_view bytes) override {
        while (!bytes.empty()) {
            DWORD put = 0;
            const auto most = static_cast<DWORD>(std::min(bytes.size(), most_at_once));
            if (::WriteFile(out_, bytes.data(), most, &put, nullptr) == 0)
                return fail(codes::io_write, "cannot write: " + windows::reason(::GetLastError()),
                            {.file = "<stdout>"});
            bytes.remove_prefix(put);
        }
        return {};
    }

  private:
    HANDLE in_, out_; ///< The process's own; never closed here.
};

} // namespace

Result<std::unique_ptr<ByteStream>> standard_stream() {
    return std::make_unique<StandardStream>(::GetStdHandle(STD_INPUT_HANDLE),
                                            ::GetStdHandle(STD_OUTPUT_HANDLE));
}

} // namespace vellum
