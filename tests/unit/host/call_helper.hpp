// Makes the calls that a machine would make: arguments by reference, a fresh Call each time.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "vellum/host.hpp"

namespace vellum::test {

/// A call and the variables it refers to.
class CallHelper {
  public:
    explicit CallHelper(std::vector<Value> values = {}) : values(std::move(values)) {
        for (Value& value : this->values) pointers_.push_back(&value);
        call.arguments = pointers_;
        call.state = &state;
    }
    CallHelper(const CallHelper&) = delete;
    CallHelper& operator=(const CallHelper&) = delete;

    Call& operator()(const Native& native) {
        call.result = Value();
        call.error.clear();
        call.resumed = call.outcome == Outcome::pending;
        call.outcome = Outcome::done;
        native(call);
        return call;
    }

    std::vector<Value> values;
    Value state;
    Call call;

  private:
    std::vector<Value*> pointers_;
};

inline NativeKey key(std::string_view name, int arity, std::string_view owner = {},
                     NativeKind kind = NativeKind::function) {
    return {kind, owner, name, arity};
}

inline NativeKey method(std::string_view owner, std::string_view name, int arity) {
    return {NativeKind::method, owner, name, arity};
}

} // namespace vellum::test
