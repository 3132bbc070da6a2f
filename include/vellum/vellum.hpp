// Everything an embedder needs, in one include.
#pragma once

#include "vellum/code.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/engine.hpp"
#include "vellum/fault.hpp"
#include "vellum/files.hpp"
#include "vellum/host.hpp"
#include "vellum/hosts.hpp"
#include "vellum/inspect.hpp"
#include "vellum/natives.hpp"
#include "vellum/observer.hpp"
#include "vellum/outcome.hpp"
#include "vellum/program.hpp"
#include "vellum/scheduler.hpp"
#include "vellum/tools.hpp"
#include "vellum/value.hpp"
