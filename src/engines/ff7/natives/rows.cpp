// The rows of rows.def as the rest of Vellum reads natives.
#include "engines/ff7/natives/rows.hpp"

#include <utility>

#include "host/native_rows.hpp"

namespace vellum::ff7 {

namespace {

constexpr std::string_view rows =
#define QUERY(name, parameters, result, text) "q " #name "(" parameters ")" result " | " text "\n"
#define COMMAND(name, parameters, text) "o " #name "(" parameters ") | " text "\n"
#include "engines/ff7/natives/rows.def"
#undef QUERY
#undef COMMAND
    ;

class DescribedNatives final : public Library {
  public:
    DescribedNatives() : Library("ff7") {
        each_row([this](NativeRow&& row) { describe(std::move(row.signature)); });
    }
};

} // namespace

void each_row(const std::function<void(NativeRow&&)>& visit) {
    each_native_row(rows, [&](NativeRow&& row) {
        row.source = "docs/engines/ff7.md, Host calls";
        visit(std::move(row));
    });
}

const Host& described_natives() {
    static const DescribedNatives natives;
    return natives;
}

} // namespace vellum::ff7
