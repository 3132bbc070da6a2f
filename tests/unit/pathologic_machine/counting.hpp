// The known natives behind a counter of the work they charge, which is what their cost is measured by.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string_view>

#include "vellum/pathologic.hpp"

namespace vellum::test {

/// The known natives; counts what each call of one of them charges.
class Counting : public Host {
  public:
    explicit Counting(std::string_view only) : only_(only) {}
    Native resolve(const NativeKey& key) override {
        const Native native = pathologic::known_natives().resolve(key);
        if (!native || key.name != only_) return native;
        Entry& entry = entries_.emplace_back(Entry{this, native});
        return {&count, &entry, native.signature, native.stand_in, false};
    }
    std::uint64_t calls = 0, work = 0, largest = 0, least = ~std::uint64_t{0};

    void clear() {
        calls = work = largest = 0;
        least = ~std::uint64_t{0};
    }

  private:
    struct Entry {
        Counting* counter;
        Native native;
    };
    static void count(void* self, Call& call) {
        const Entry& entry = *static_cast<Entry*>(self);
        entry.native(call);
        Counting& counter = *entry.counter;
        ++counter.calls;
        counter.work += call.work;
        counter.largest = std::max(counter.largest, call.work);
        counter.least = std::min(counter.least, call.work);
    }
    std::string_view only_;
    std::deque<Entry> entries_;
};

} // namespace vellum::test
