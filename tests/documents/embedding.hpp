// What the fragments of docs/embedding.md talk about.
#include <chrono>
#include <cstdio>
#include <thread>
#include <vellum/vellum.hpp>

using namespace vellum;

extern std::unique_ptr<Scheduler> world;
extern std::vector<Value> arguments;
extern Library game;
extern Host& host;
extern Diagnostics diagnostics;
extern std::vector<std::byte> bytes;
extern std::string name;
extern const Engine* engine;
extern std::vector<ProgramPtr> programs;
extern RunOptions options;
