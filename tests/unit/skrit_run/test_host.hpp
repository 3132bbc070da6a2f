// The host that the conformance programs assume: declared in conformance.exports, implemented here, printing
// into one text. Each engine that uses it needs its own.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "vellum/skrit.hpp"

namespace vellum::testing {

class SkritTestHost {
  public:
    /// `exports`: text of conformance.exports.
    explicit SkritTestHost(const std::string& exports);

    SkritHost host;
    std::string output;
    SkritEngine* engine = nullptr; ///< For functions that send events.

    /// Everything printed since the last call, lines of the driver included.
    void print(std::string_view text) { output += text; }
    void line(std::string_view text);
    void stream(std::string_view name, std::string_view text);
    /// A message as the second parameter of OnGoHandleMessage.
    ObjectId message(int event, int data);

  private:
    struct Crate {
        std::string name;
        float weight = 1;
        int references = 0;
    };
    struct Message {
        int event = 0, data = 0;
    };
    std::map<std::uint64_t, Crate> crates_;
    std::map<std::uint64_t, Message> messages_;
    std::map<std::uint64_t, float> alpha_;
    std::uint64_t next_ = 1000;
    int counter_ = 0, value_ = 0;
};

} // namespace vellum::testing
