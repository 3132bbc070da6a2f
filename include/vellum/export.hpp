// Marks the declarations that a shared build of the library exports. Everything else stays hidden.
#pragma once

#if defined(VELLUM_STATIC)
#define VELLUM_API
#elif defined(_WIN32)
#if defined(VELLUM_BUILDING)
#define VELLUM_API __declspec(dllexport)
#else
#define VELLUM_API __declspec(dllimport)
#endif
#else
#define VELLUM_API __attribute__((visibility("default")))
#endif
