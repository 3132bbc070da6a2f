// Where nobody counts, the branches of a library that is compiled for its tests are told to nobody. A program
// that counts has a function of that name itself, and this file's stays out of it.
__attribute__((no_sanitize("coverage"))) extern "C" void __sanitizer_cov_trace_pc() {}
