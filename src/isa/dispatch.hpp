// How the loop of a machine goes from one handler to the next: computed goto where there is one (10 to 40
// percent faster than the switch), a switch elsewhere (WebAssembly). A loop names its handlers once, in the
// list that its operations are made from:
//
//     static constexpr const void* labels[] = {
//     #define OPERATION(name) VELLUM_LABEL(name)
//     #include "operations.def"
//     };
//     VELLUM_DISPATCH_LOOP(pc->op) {
//         VELLUM_HANDLER(Enum, add) { …; VELLUM_DISPATCH(pc->op); }
//     }
//
// An operation without a handler does not compile: the label or the case is missing. Only for the files that
// hold a loop; they include it last.
#pragma once

#include <cstddef>

#if defined(__GNUC__) && !defined(__wasm__)

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wgnu-label-as-value"
#else
#pragma GCC diagnostic ignored "-Wpedantic"
#endif

#define VELLUM_LABEL(name) &&label_##name,
#define VELLUM_HANDLER(Operations, name) label_##name:
#define VELLUM_DISPATCH(operation) goto* labels[static_cast<std::size_t>(operation)]
#define VELLUM_DISPATCH_LOOP(operation) VELLUM_DISPATCH(operation);

#else

#define VELLUM_LABEL(name) nullptr, // nobody reads them
#define VELLUM_HANDLER(Operations, name) case Operations::name:
#define VELLUM_DISPATCH(operation) goto dispatch
#define VELLUM_DISPATCH_LOOP(operation)                                                                      \
    dispatch:                                                                                                \
    switch (operation)

#endif
