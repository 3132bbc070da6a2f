// One line per function, as an embedder would write them.
#include "unit/skrit_run/test_host.hpp"

#include <cstdio>
#include <cstdlib>

namespace vellum::testing {

namespace {
std::string real_text(float value) {
    char buffer[48];
    std::snprintf(buffer, sizeof buffer, "%g", static_cast<double>(value));
    return buffer;
}
void must(const Result<void>& result) {
    if (result) return;
    std::fprintf(stderr, "test host: %s\n", format(result.error()).c_str());
    std::abort();
}
constexpr const char* event_names[] = {"WE_ENTERED_WORLD",  "WE_REQ_USE", "WE_REQ_ACTIVATE",
                                       "WE_REQ_DEACTIVATE", "WE_DAMAGED", "WE_KILLED"};
} // namespace

void SkritTestHost::line(std::string_view text) {
    if (!output.empty() && !output.ends_with('\n')) output += '\n';
    output += text;
    output += '\n';
}

void SkritTestHost::stream(std::string_view name, std::string_view text) {
    if (name == "generic") {
        output += text;
        return;
    }
    output += "[" + std::string(name) + "] " + std::string(text);
}

ObjectId SkritTestHost::message(int event, int data) {
    const std::uint64_t id = next_++;
    messages_[id] = {event, data};
    return {id};
}

SkritTestHost::SkritTestHost(const std::string& exports) {
    must(host.declare(exports, "conformance.exports"));
    const auto touch = [this](std::string_view tag) { line("touch " + std::string(tag)); };
    must(host.function("bool Probe.Touch( string tag, bool answer )",
                       [touch](std::string_view tag, bool answer) {
                           touch(tag);
                           return answer;
                       }));
    must(host.function("int Probe.TouchInt( string tag, int answer )",
                       [touch](std::string_view tag, std::int32_t answer) {
                           touch(tag);
                           return answer;
                       }));
    must(host.function("int Probe.Next()", [this]() -> std::int32_t { return ++counter_; }));
    must(host.function("int Probe.GetValue()", [this]() -> std::int32_t { return value_; }));
    must(host.function("void Probe.SetValue( int value )", [this](std::int32_t value) {
        value_ = value;
        line("value set to " + std::to_string(value));
    }));
    must(host.function("string Probe.Describe( int value )",
                       [](std::int32_t value) { return String("int " + std::to_string(value)); }));
    must(host.function("string Probe.Describe( float value )",
                       [](float value) { return String("float " + real_text(value)); }));
    must(host.function("string Probe.Describe( string value )",
                       [](std::string_view value) { return String("string " + std::string(value)); }));
    must(host.function("string Probe.Describe( int a, int b )", [](std::int32_t a, std::int32_t b) {
        return String("pair " + std::to_string(a) + " " + std::to_string(b));
    }));
    must(host.function("bool Goid.IsValid()", [](Call& call) { return call.receiver.id != 0; }));
    must(host.function("Goid Goid.GetInvalidGoid()", []() -> std::int32_t { return 0; }));
    must(host.function("Goid MakeGoid( int value )", [](std::int32_t value) { return value; }));
    must(host.function("int MakeInt( Goid id )", [](std::int32_t id) { return id; }));
    must(host.function("string ToString( eWorldEvent event )", [](std::int32_t event) {
        return String(event >= 0 && event < 6 ? event_names[event] : "?");
    }));
    must(host.function("Crate CrateMgr.Open( string name )", [this](std::string_view name) {
        const std::uint64_t id = next_++;
        crates_[id].name = name;
        line("crate " + std::string(name) + " opened");
        return ObjectId{id};
    }));
    must(host.function("Crate CrateMgr.Find( string name )", [](std::string_view) { return ObjectId{}; }));
    must(host.function("string Item.GetName()",
                       [this](Call& call) { return String(crates_[call.receiver.id].name); }));
    must(host.function("float Crate.GetWeight()",
                       [this](Call& call) { return crates_[call.receiver.id].weight; }));
    must(host.function("void Crate.SetWeight( float weight )",
                       [this](Call& call, float weight) { crates_[call.receiver.id].weight = weight; }));
    must(host.function("bool Crate.IsHeavy()",
                       [this](Call& call) { return crates_[call.receiver.id].weight > 10; }));
    host.managed([this](ObjectId object) { ++crates_[object.id].references; },
                 [this](ObjectId object) {
                     Crate& crate = crates_[object.id];
                     if (--crate.references != 0) return;
                     line("crate " + crate.name + " closed");
                     crates_.erase(object.id);
                 });
    must(host.function("eWorldEvent WorldMessage.GetEvent()",
                       [this](Call& call) -> std::int32_t { return messages_[call.receiver.id].event; }));
    must(host.function("int WorldMessage.GetData1()",
                       [this](Call& call) -> std::int32_t { return messages_[call.receiver.id].data; }));
    must(host.function("Goid WorldMessage.GetSendFrom()", []() -> std::int32_t { return 77; }));
    must(host.function("float Aspect.GetAlpha()", [this](Call& call) {
        return alpha_.try_emplace(call.receiver.id, 1.0F).first->second;
    }));
    must(host.function("void Aspect.SetAlpha( float alpha )",
                       [this](Call& call, float alpha) { alpha_[call.receiver.id] = alpha; }));
    must(host.function("void TestHost.SendSelf( eWorldEvent event, int data )",
                       [this](std::int32_t event, std::int32_t data) {
                           const Value values[] = {Value(event), Value(message(event, data))};
                           engine->send(engine->running(), "OnGoHandleMessage", values);
                       }));
}

} // namespace vellum::testing
