// Enumerations of some rows of a list: those whose column says so. A switch over such an enumeration without
// `default` does not compile when a row is missing.
//
//     #define VELLUM_SAME_waiting_waiting ~, 1 // for each value of the column that is asked for
//     enum class WaitingOp : std::uint8_t {
//     #define ROW(part, mnemonic, ...) VELLUM_WHEN(waiting, part, mnemonic = …, )
//     #include "instructions.def"
//     #undef ROW
//     };
#pragma once

// VELLUM_WHEN(wanted, column, text) is the text if the column is the wanted word, else nothing.
#define VELLUM_WHEN(wanted, column, ...) VELLUM_WHEN_CHOOSE(VELLUM_SAME_##wanted##_##column)(__VA_ARGS__)
#define VELLUM_WHEN_CHOOSE(...) VELLUM_WHEN_SECOND(__VA_ARGS__, 0, ~)
#define VELLUM_WHEN_SECOND(first, second, ...) VELLUM_WHEN_IF(second)
#define VELLUM_WHEN_IF(second) VELLUM_WHEN_IF_##second
#define VELLUM_WHEN_IF_1(...) __VA_ARGS__
#define VELLUM_WHEN_IF_0(...)
