// Reading and checking take work and memory in proportion to the input: counted at three sizes, each twice
// the one before. What grows faster than its input shows as a ratio past 2 however fast the computer is.
#include "proportion/shapes.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <set>

#include "proportion/counter.hpp"
#include "protocol/dap/adapter.hpp"
#include "protocol/lsp/server.hpp"

namespace vellum::proportion {
namespace {

Cost cost_of(const Shape& shape, std::string_view input) {
    const Counter counter;
    shape.use(input);
    return counter.stop();
}

class Proportion : public testing::TestWithParam<Shape> {};

// From the smallest to the largest, four times as long: sorting is allowed its logarithm, containers that
// double their size their luck; a square would show as 4.
constexpr double most_growth = 1.6;
constexpr std::size_t smallest = 16 << 10U;

TEST_P(Proportion, Holds) {
    const Shape& shape = GetParam();
    static_cast<void>(cost_of(shape, shape.make(1000))); // tables that are made once
    double first = 0, last = 0;
    for (const std::size_t size : {smallest, 2 * smallest, 4 * smallest}) {
        const std::string input = shape.make(size);
        const Cost cost = cost_of(shape, input);
        const auto bytes = static_cast<double>(input.size());
        const double work = static_cast<double>(cost.work()) / bytes;
        const double memory = static_cast<double>(cost.peak) / bytes;
        if (std::getenv("VELLUM_SHOW_COSTS") != nullptr)
            std::cout << shape.name << ": " << input.size() << " bytes, " << work << " steps and " << memory
                      << " bytes of memory each\n";
        EXPECT_LE(work, shape.most_work) << input.size() << " bytes";
        EXPECT_LE(memory, shape.most_memory) << input.size() << " bytes";
        if (first == 0) first = work;
        last = work;
    }
    EXPECT_LE(last, first * most_growth);
}

INSTANTIATE_TEST_SUITE_P(Shapes, Proportion, testing::ValuesIn(all_shapes()),
                         [](const auto& instance) { return std::string(instance.param.name); });

TEST(Protocols, EveryRequestHasAShape) {
    std::set<std::string> names;
    for (const Shape& shape : protocol_shapes()) names.insert(shape.name);
    for (const std::string_view method : protocol::lsp::Server::methods())
        EXPECT_TRUE(names.contains(name_of_request("Server", method))) << method;
    for (const std::string_view command : protocol::dap::Adapter::commands())
        EXPECT_TRUE(names.contains(name_of_request("Adapter", command))) << command;
}

// The counters count: a search that begins again at every byte is noticed.
TEST(Counter, NoticesASquare) {
    const auto work = [](std::size_t size) {
        const std::string text(size, 'a');
        const Counter counter;
        for (std::size_t i = 0; i < text.size(); ++i) {
            volatile const void* found = std::memchr(text.data() + i, 'b', text.size() - i);
            static_cast<void>(found);
        }
        return counter.stop().work();
    };
    EXPECT_GT(work(2000), 3 * work(1000));
}

} // namespace
} // namespace vellum::proportion
