// LuaJIT and C, run as programs of their own that time themselves and print result and seconds. Paths come
// from the build, never from outside, so a shell command line is safe here.
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "contestants.hpp"

namespace vellum::bench {

namespace {

/// What the command printed, or nothing if it failed.
std::optional<std::string> output_of(const std::string& command) {
    FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
    if (pipe == nullptr) return std::nullopt;
    std::string text;
    std::array<char, 256> buffer{};
    while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe) != nullptr) text += buffer.data();
    return pclose(pipe) == 0 ? std::optional(text) : std::nullopt;
}

std::string quoted(const std::string& path) { return "'" + path + "'"; }

Outcome measured(const std::optional<std::string>& text, const std::string& reason) {
    Measurement measurement;
    if (!text || std::sscanf(text->c_str(), "%lf %lf", &measurement.result, &measurement.seconds) != 2)
        return {{}, reason};
    return {measurement, {}};
}

} // namespace

Outcome run_luajit(const Kernel& kernel, const std::string& folder, bool compiler) {
    const std::string path = folder + std::string(kernel.name) + ".lua";
    const std::string script = "local k = assert(loadfile(arg[1])) local t = os.clock() local r = k() "
                               "print(string.format(\"%.17g %.9f\", r, os.clock() - t))";
    // LuaJIT has no arg with -e; the file's name is put in by a chunk before.
    const std::string command = std::string("luajit ") + (compiler ? "-jon" : "-joff") + " -e 'arg = {\"" +
                                path + "\"} " + script + "'";
    return measured(output_of(command), "luajit is not installed or failed");
}

Outcome run_c(const Kernel& kernel, const std::string& folder, const std::string& scratch) {
    const std::string source = folder + std::string(kernel.name) + ".c";
    const std::string stem = scratch + "/" + std::string(kernel.engine) + "_" + std::string(kernel.name);
    if (!std::filesystem::exists(stem)) {
        std::ofstream main(stem + ".main.c");
        main << "#include <stdio.h>\n#include <time.h>\n#include \"" << source
             << "\"\nint main(void) {\n    struct timespec a, b;\n    "
                "clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);\n"
                "    double r = kernel();\n    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);\n"
                "    printf(\"%.17g %.9f\\n\", r, (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - "
                "a.tv_nsec) / 1e9);\n"
                "    return 0;\n}\n";
        main.close();
        if (!output_of("gcc -O2 -o " + quoted(stem) + " " + quoted(stem + ".main.c") + " -lm"))
            return {{}, "gcc is not installed or failed"};
    }
    return measured(output_of(quoted(stem)), "the C program failed");
}

} // namespace vellum::bench
