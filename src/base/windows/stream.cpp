// Streams by handles. The calls of the system know nothing of text modes, so bytes stay as they are.
#include "base/stream.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/codes.hpp"
#include "base/windows/windows.hpp"

namespace vellum {

namespace {

constexpr std::size_t most_at_once = std::size_t{1} << 20U;

/// What has come. A thread of its own reads it: of pipes, consoles and whatever else standard input may be,
/// not all can be asked whether a read would wait.
class Incoming {
  public:
    static std::shared_ptr<Incoming> begin(HANDLE in) {
        auto incoming = std::make_shared<Incoming>();
        // The process may end while it waits; it keeps what it needs.
        std::thread([incoming, in] { incoming->listen(in); }).detach();
        return incoming;
    }

    bool wait(std::chrono::milliseconds most) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, most, [&] { return !bytes_.empty() || end_; });
    }

    Result<std::size_t> take(std::span<char> room) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return !bytes_.empty() || end_; });
        if (bytes_.empty() && *end_ != ERROR_SUCCESS)
            return fail(codes::io_read, "cannot read: " + windows::reason(*end_), {.file = "<stdin>"});
        const std::size_t count = bytes_.copy(room.data(), room.size());
        bytes_.erase(0, count);
        changed_.notify_all();
        return count;
    }

  private:
    void listen(HANDLE in) {
        std::string room(std::size_t{1} << 16U, '\0');
        while (true) {
            DWORD got = 0;
            const bool read =
                ::ReadFile(in, room.data(), static_cast<DWORD>(room.size()), &got, nullptr) != 0;
            const DWORD problem = read ? ERROR_SUCCESS : ::GetLastError();
            std::unique_lock lock(mutex_);
            if (got == 0) { // whoever wrote has ended, or something is wrong
                end_ = problem == ERROR_BROKEN_PIPE ? ERROR_SUCCESS : problem;
                return changed_.notify_all();
            }
            changed_.wait(lock, [&] { return bytes_.size() < most_at_once; });
            bytes_.append(room, 0, got);
            changed_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::string bytes_;
    std::optional<DWORD> end_;
};

class StandardStream final : public ByteStream {
  public:
    StandardStream(HANDLE in, HANDLE out) : incoming_(Incoming::begin(in)), out_(out) {}

    bool readable(std::chrono::milliseconds most) override { return incoming_->wait(most); }
    Result<std::size_t> read(std::span<char> room) override { return incoming_->take(room); }

    Result<void> write(std::string_view bytes, std::chrono::milliseconds /*most*/) override {
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
    std::shared_ptr<Incoming> incoming_;
    HANDLE out_; ///< The process's own, as what is read from; never closed here.
};

} // namespace

Result<std::unique_ptr<ByteStream>> standard_stream() {
    return std::make_unique<StandardStream>(::GetStdHandle(STD_INPUT_HANDLE),
                                            ::GetStdHandle(STD_OUTPUT_HANDLE));
}

} // namespace vellum
