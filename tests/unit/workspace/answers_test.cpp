// Answers are computed once, and again when what was read for them has changed.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <thread>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "workspace/answers.hpp"

namespace vellum {
namespace {

/// Files that change, as a disk's do.
class Changing final : public FileSystem {
  public:
    std::map<std::string, std::pair<std::string, std::int64_t>, std::less<>> files;
    mutable std::function<void()> while_read; ///< Once.

    void write(const std::string& name, std::string text) { files[name] = {std::move(text), ++clock_}; }
    [[nodiscard]] Result<std::vector<std::byte>> read(std::string_view name) const override {
        const auto found = files.find(name);
        if (found == files.end()) return fail(codes::io_read, "no such file");
        const std::string text = found->second.first;
        if (while_read) std::exchange(while_read, {})();
        const auto* begin = reinterpret_cast<const std::byte*>(text.data());
        return std::vector<std::byte>(begin, begin + text.size());
    }
    [[nodiscard]] std::shared_ptr<const FileSystem> below(std::string_view) const override {
        return {std::shared_ptr<const FileSystem>(), this};
    }
    [[nodiscard]] std::vector<std::string> list(std::string_view) const override {
        std::vector<std::string> names;
        for (const auto& [name, file] : files) names.push_back(name);
        return names;
    }
    [[nodiscard]] std::optional<FileStamp> stamp(std::string_view name) const override {
        const auto found = files.find(name);
        if (found == files.end()) return std::nullopt;
        return FileStamp{found->second.first.size(), found->second.second};
    }

  private:
    std::int64_t clock_ = 0;
};

class AnswersOf : public testing::Test {
  protected:
    /// The texts of these files, one behind the other.
    std::string text_of(const std::vector<std::string>& names) {
        std::string key;
        for (const std::string& name : names) key += name + ' ';
        const auto values = answers_.get(key, [&] {
            std::string text;
            for (const std::string& name : names)
                if (const auto bytes = watched_.read(name))
                    for (const std::byte one : *bytes) text += static_cast<char>(one);
            return Answers::Values{text};
        });
        return values.at(0);
    }

    std::shared_ptr<Changing> files_ = std::make_shared<Changing>();
    WatchedFiles watched_{files_};
    Answers answers_{watched_};
};

TEST_F(AnswersOf, AreComputedOnceUntilAFileChanges) {
    files_->write("a", "1");
    files_->write("b", "2");
    for (int i = 0; i < 3; ++i) EXPECT_EQ(text_of({"a", "b"}), "12");
    EXPECT_EQ(answers_.computed(), 1U);
    files_->write("c", "of no interest");
    EXPECT_EQ(text_of({"a", "b"}), "12");
    EXPECT_EQ(answers_.computed(), 1U);
    files_->write("b", "3"); // as long as before
    EXPECT_EQ(text_of({"a", "b"}), "13");
    files_->files.erase("a");
    EXPECT_EQ(text_of({"a", "b"}), "3");
    EXPECT_EQ(answers_.computed(), 3U);
    EXPECT_EQ(text_of({"a", "b"}), "3"); // what is missing is remembered, too
    EXPECT_EQ(answers_.computed(), 3U);
    files_->write("a", "9");
    EXPECT_EQ(text_of({"a", "b"}), "93");
}

TEST_F(AnswersOf, NoticeWhatAFileIs) {
    const auto kind = [&] {
        return answers_.get("kind", [&] {
            return Answers::Values{watched_.kind("a") == FileKind::file ? "a file" : "nothing"};
        });
    };
    EXPECT_EQ(kind(), Answers::Values{"nothing"});
    files_->write("a", "1");
    EXPECT_EQ(kind(), Answers::Values{"a file"});
    files_->files.erase("a");
    EXPECT_EQ(kind(), Answers::Values{"nothing"});
    EXPECT_EQ(kind(), Answers::Values{"nothing"});
    EXPECT_EQ(answers_.computed(), 3U);
}

TEST_F(AnswersOf, NoticeNewNamesInAFolder) {
    files_->write("a", "1");
    const auto count = [&] {
        return answers_.get("count",
                            [&] { return Answers::Values{std::to_string(watched_.list("").size())}; });
    };
    EXPECT_EQ(count().at(0), "1");
    files_->write("a", "changed");
    EXPECT_EQ(count().at(0), "1");
    EXPECT_EQ(answers_.computed(), 1U);
    files_->write("b", "2");
    EXPECT_EQ(count().at(0), "2");
}

TEST_F(AnswersOf, KeepWhatWasUsedLast) {
    const std::string long_text(Answers::longest - 1000, 'x');
    const auto ask = [&](int number) {
        static_cast<void>(answers_.get(std::to_string(number), [&] { return Answers::Values{long_text}; }));
    };
    for (int i = 0; i < 8; ++i) ask(i);
    EXPECT_EQ(answers_.computed(), 8U);
    ask(0); // used again: 1 is the least used
    EXPECT_EQ(answers_.computed(), 8U);
    ask(8);
    EXPECT_EQ(answers_.computed(), 9U);
    ask(0);
    EXPECT_EQ(answers_.computed(), 9U);
    ask(1);
    EXPECT_EQ(answers_.computed(), 10U);
    const std::string too_long(Answers::longest + 1, 'x');
    for (int i = 0; i < 2; ++i)
        static_cast<void>(answers_.get("long", [&] { return Answers::Values{too_long}; }));
    EXPECT_EQ(answers_.computed(), 12U);
}

TEST_F(AnswersOf, AreComputedOnceByManyThreads) {
    files_->write("a", "1");
    std::vector<std::thread> threads;
    std::atomic<int> right = 0;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&] {
            for (int j = 0; j < 100; ++j) right += text_of({"a"}) == "1" ? 1 : 0;
        });
    for (std::thread& each : threads) each.join();
    EXPECT_EQ(right, 800);
    EXPECT_EQ(answers_.computed(), 1U);
}

TEST_F(AnswersOf, OneInsideAnotherCountsForBoth) {
    files_->write("a", "1");
    const auto outer = [&] {
        return answers_.get("outer", [&] { return Answers::Values{text_of({"a"}) + "!"}; }).at(0);
    };
    EXPECT_EQ(outer(), "1!");
    files_->write("a", "2");
    EXPECT_EQ(text_of({"a"}), "2"); // is known when the other one asks for it
    EXPECT_EQ(outer(), "2!");
    files_->write("a", "3");
    EXPECT_EQ(outer(), "3!");
}

TEST_F(AnswersOf, NoticeWhatChangesWhileItIsRead) {
    const auto below = watched_.below("");
    const FileSystem* const trees[] = {&watched_, below.get()};
    for (const FileSystem* const tree : trees) {
        files_->write("a", "1");
        files_->while_read = [&] { files_->write("a", "2"); };
        const auto text = [&] {
            return answers_
                .get(tree == &watched_ ? "whole" : "below",
                     [&] {
                         return Answers::Values{
                             std::string(as_text(tree->read("a").value_or(std::vector<std::byte>())))};
                     })
                .at(0);
        };
        EXPECT_EQ(text(), "1");
        EXPECT_EQ(text(), "2");
    }
}

} // namespace
} // namespace vellum
