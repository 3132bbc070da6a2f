// What natives charge, to the byte: once for each time they walk their text or their elements, and not more.
#include <gtest/gtest.h>

#include <map>

#include "support/pathologic_driver.hpp"

namespace vellum::test {
namespace {

constexpr std::uint64_t bytes = 1600;   // of T[0]
constexpr std::uint64_t elements = 100; // of T[1], a vector of ints, T[2], one of texts, and T[3], a set

/// The known natives; remembers what the last call of each has charged.
class Charged : public Host {
  public:
    Native resolve(const NativeKey& key) override {
        const Native native = pathologic::known_natives().resolve(key);
        if (!native) return native;
        const auto [entry, fresh] =
            entries_.try_emplace(std::string(key.name) + "/" + std::to_string(key.arity));
        if (fresh) entry->second = {native, ~std::uint64_t{0}};
        return {&count, &entry->second, native.signature, native.stand_in, false};
    }
    [[nodiscard]] std::uint64_t work(const std::string& name) { return entries_[name].work; }

  private:
    struct Entry {
        Native native;
        std::uint64_t work = 0;
    };
    static void count(void* self, Call& call) {
        auto& entry = *static_cast<Entry*>(self);
        entry.native(call);
        EXPECT_EQ(call.outcome, Outcome::done) << call.error;
        entry.work = call.work;
    }
    std::map<std::string, Entry> entries_;
};

std::uint64_t charged(const std::string& name, const std::string& line) {
    const std::string text(bytes, 'x');
    std::string error;
    const ProgramPtr program =
        assemble_pathologic(".numbering hd\n.run Main, start\n.task Main, 0, string, object, object, "
                            "object\nstart:\n TMovS T[0], \"" +
                                text +
                                "\"\n Func CreateIntVector/1, T[1]\n Func CreateStringVector/1, T[2]\n Func "
                                "CreateObjectSet/1, T[3]\n"
                                " PushV int, float, bool, string, object\n PushI " +
                                std::to_string(elements) +
                                "\n TObjFunc T[1], resize, S[1]\n TObjFunc T[2], resize, S[1]\n Pop 1\n"
                                " PushI 7\n PushS \"0123456789\"\n TObjFunc T[2], set, S[2], S[1]\n"
                                " TObjFunc T[3], add, T[1]\n TObjFunc T[3], add, T[2]\n " +
                                line + "\n Return 7\n",
                            &error);
    EXPECT_NE(program, nullptr) << error << line;
    if (program == nullptr) return 0;
    Charged host;
    const auto world = pathologic::make_world(host);
    EXPECT_TRUE(world->add(program, "test").has_value());
    world->set_owner(0, ObjectId{5});
    world->start();
    world->frame(0.1F);
    EXPECT_TRUE(world->faults().empty()) << line << ": " << format(world->faults().front());
    return host.work(name);
}

// Above the constants stand an int (S[7]), a float, a bool (S[5]), a text (S[4]), an object (S[3]), 7 (S[2])
// and ten letters (S[1]).

TEST(PathologicCharges, natives_of_texts_pay_for_each_walk) {
    EXPECT_EQ(charged("_strlen/2", "Func _strlen/2, S[7], T[0]"), bytes);
    EXPECT_EQ(charged("_strchr/3", "Func _strchr/3, S[7], T[0], S[1]"), bytes)
        << "of the second text one letter";
    EXPECT_EQ(charged("_strsub/3", "Func _strsub/3, S[4], T[0], S[2]"), 2 * bytes) << "there and back";
    EXPECT_EQ(charged("_strsub/4", "Func _strsub/4, S[4], T[0], S[2], S[2]"), 2 * bytes);
    EXPECT_EQ(charged("_strtoi/2", "Func _strtoi/2, S[7], T[0]"), bytes);
    EXPECT_EQ(charged("_strlwr/1", "Func _strlwr/1, T[0]"), bytes);
    EXPECT_EQ(charged("_strupr/1", "Func _strupr/1, T[0]"), bytes);
    EXPECT_EQ(charged("Trace/1", "Func Trace/1, T[0]"), bytes);
}

TEST(PathologicCharges, format_pays_for_pattern_widths_and_arguments) {
    EXPECT_EQ(charged("format/5", "Func format/5, S[4], T[0], S[2], S[2], S[2]"), bytes);
    EXPECT_EQ(charged("format/5", "PushS \"%s\"\n Func format/5, S[5], S[1], T[0], S[3], S[3]\n Pop 1"),
              2 + bytes);
    EXPECT_EQ(charged("format/5", "PushS \"%20s%%\"\n Func format/5, S[5], S[1], T[0], S[3], S[3]\n Pop 1"),
              6 + 20 + bytes);
    EXPECT_EQ(charged("format/5", "PushS \"%d%999d\"\n Func format/5, S[5], S[1], S[3], S[3], S[3]\n Pop 1"),
              7 + 256)
        << "no width is larger";
}

TEST(PathologicCharges, names_are_looked_up_letter_by_letter) {
    EXPECT_EQ(charged("GetVariable/2", "Func GetVariable/2, T[0], S[7]"), bytes);
    EXPECT_EQ(charged("SetVariable/2", "Func SetVariable/2, T[0], S[7]"), bytes);
    EXPECT_EQ(charged("GetProperty/2", "Func GetProperty/2, T[0], S[7]"), bytes);
    EXPECT_EQ(charged("HasProperty/2", "Func HasProperty/2, T[0], S[5]"), bytes);
    EXPECT_EQ(charged("SetProperty/2", "Func SetProperty/2, T[0], S[7]"), bytes);
    EXPECT_EQ(charged("HasProperty/2", "TObjFunc T[1], HasProperty, S[5], T[0]"), bytes) << "in either order";
    EXPECT_EQ(charged("FindActor/2", "Func FindActor/2, S[3], T[0]"), bytes + 1) << "and every run";
    EXPECT_EQ(charged("FindGeometry/2", "Func FindGeometry/2, T[0], S[3]"), bytes)
        << "of those that are stood in for";
}

TEST(PathologicCharges, containers_pay_for_what_they_walk) {
    const std::uint64_t text = 10;
    EXPECT_EQ(charged("clear/0", "TObjFunc T[1], clear"), elements);
    EXPECT_EQ(charged("resize/1", "TObjFunc T[1], resize, S[2]"), elements + 7);
    EXPECT_EQ(charged("remove/1", "TObjFunc T[1], remove, S[2]"), elements);
    EXPECT_EQ(charged("remove/2", "TObjFunc T[1], remove, S[2], S[2]"), elements);
    EXPECT_EQ(charged("iterator/1", "TObjFunc T[1], iterator, S[3]"), elements);
    EXPECT_EQ(charged("in/2", "TObjFunc T[1], in, S[5], S[2]"), elements);
    EXPECT_EQ(charged("erase/1", "TObjFunc T[1], erase, S[2]"), elements);
    EXPECT_EQ(charged("in/2", "TObjFunc T[2], in, S[5], S[1]"), elements + text)
        << "texts: as many as there are";
    EXPECT_EQ(charged("erase/1", "TObjFunc T[2], erase, S[1]"), elements + text);
    EXPECT_EQ(charged("add/1", "TObjFunc T[3], add, T[1]"), 2U) << "a set looks for what it is given";
    EXPECT_EQ(charged("add/1", "TObjFunc T[1], add, S[2]"), 0U);
    EXPECT_EQ(charged("get/2", "TObjFunc T[1], get, S[7], S[2]"), 0U);
    EXPECT_EQ(charged("size/1", "TObjFunc T[1], size, S[7]"), 0U);
}

} // namespace
} // namespace vellum::test
