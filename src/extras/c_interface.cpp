// Part of the shared library of the C interface alone: its workspaces have what the command line's have.
#include "capi/handles.hpp"
#include "extras/extras.hpp"

[[maybe_unused]] static const bool added = (vellum::capi::add_extras = vellum::add_extras, true);
