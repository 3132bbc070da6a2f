// Fuzz target: indexes of strangers and questions to them. A damaged file is refused or answers something,
// SQL of any kind reads at most and ends, and no question changes the file.
#ifdef VELLUM_HAVE_INDEX
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "index/build.hpp"
#include "index/dump.hpp"
#include "index/query.hpp"
#include "index/schema.hpp"
#include "index/writer.hpp"
#include "support/demand.hpp"

using namespace vellum;

namespace {

class NoRows final : public index::Rows {
  public:
    void columns(std::span<const std::string>) override {}
    bool row(const index::Cells&) override { return ++count_ < 1000; }

  private:
    unsigned count_ = 0;
};

/// A small index, and where it lies.
struct Made {
    std::string path = "/tmp/vellum-fuzz-" + std::to_string(::getpid()) + ".vdb";
    std::vector<std::byte> bytes;

    Made() {
        const auto files = std::make_shared<MemoryFileSystem>();
        const std::string_view text =
            "startup state S$ { event OnEnterState$() { Report.Generic( \"one\" ); Turn$( 2 ); } }\n"
            "int Turn$( int a$ ) { while( a$ < 9 ) { a$ = a$ + 1; } return a$; }\n";
        for (const char* const name : {"a.skrit", "b.skrit"})
            files->add(name, {as_bytes(text).begin(), as_bytes(text).end()});
        const Workspace workspace(files);
        {
            auto writer = index::Writer::open(path, {}, *files, false);
            test::demand(writer.has_value(), "an index can be written");
            Diagnostics remarks;
            for (const Node& node : workspace.find("", remarks)) {
                const auto examined = index::examine(workspace, node, (*writer)->known(), {});
                if (examined.file)
                    test::demand((*writer)->add(*examined.file).has_value(), "a file is added");
            }
            test::demand((*writer)->finish().has_value(), "the index is finished");
        }
        bytes = *read_file(path);
    }
    Made(const Made&) = delete;
    Made& operator=(const Made&) = delete;
    ~Made() { static_cast<void>(remove_file(path)); }

    void put(std::span<const std::byte> content) const {
        test::demand(write_file_atomic(path, content, {.durable = false}).has_value(), "the file is written");
    }
};

void ask_everything(index::Database& database) {
    const std::vector<std::string> arguments{"*", "*", "5"};
    for (const index::ReadyQuery& query : index::ready_queries()) {
        NoRows rows;
        database.forget_problem();
        database.start_counting();
        static_cast<void>(
            index::ask(database, query.name, std::span(arguments).first(query.parameters.size()), {}, rows));
    }
    database.forget_problem();
    database.start_counting();
    static_cast<void>(index::dump(database, [](std::string_view) {}));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Made made;
    if (size < 2) return 0;
    constexpr std::uint64_t steps = 200'000;
    if (data[0] % 2 == 0) { // three bytes each: where, and what is there instead
        std::vector<std::byte> damaged = made.bytes;
        for (std::size_t i = 1; i + 3 <= size; i += 3) {
            const std::size_t at = std::size_t{data[i]} << 8U | data[i + 1];
            // Pages begin with what matters, and the first has the schema.
            damaged[(data[0] & 2U ? at * 64 : at) % damaged.size()] = std::byte{data[i + 2]};
        }
        made.put(damaged);
        auto opened = index::open_to_read(made.path);
        if (!opened) {
            test::demand(!opened.error().message.empty(), "a refusal says why");
        } else {
            (*opened)->restrict_to_reading(steps);
            ask_everything(**opened);
        }
        made.put(made.bytes);
        return 0;
    }
    const std::string text(as_text(std::as_bytes(std::span(data + 1, size - 1))));
    auto opened = index::open_to_read(made.path);
    test::demand(opened.has_value(), "the index opens");
    (*opened)->restrict_to_reading(steps);
    NoRows rows;
    if (const auto done = index::ask_sql(**opened, text, {}, {}, rows); !done)
        test::demand(!done.error().message.empty(), "a refusal says why");
    const std::vector<std::string> arguments{text, text};
    for (const index::ReadyQuery& query : index::ready_queries()) {
        (*opened)->forget_problem();
        (*opened)->start_counting();
        static_cast<void>(index::ask(
            **opened, query.name,
            std::span(arguments).first(std::min<std::size_t>(query.parameters.size(), 2)), {}, rows));
    }
    opened->reset();
    test::demand(*read_file(made.path) == made.bytes, "a question changes nothing");
    return 0;
}
#else
extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }
#endif
