// Breakpoints of all kinds. A client always says all that it wants of one kind; what it has said before stays
// as it was, with its hits.
#include <algorithm>
#include <charconv>

#include "protocol/codes.hpp"
#include "protocol/dap/adapter.hpp"

namespace vellum::protocol::dap {

using debug::CodePlace;
using debug::Stop;
using debug::StopKind;
using debug::StopRequest;

namespace {

constexpr std::size_t most_stops = 1000; ///< Of a session: each is looked for in all code.

Json refused(std::string_view why) {
    Json json;
    json.set("verified", false);
    json.set("message", why);
    json.set("reason", "failed");
    return json;
}

} // namespace

Json Adapter::describe(const Stop& stop) {
    Json json;
    json.set("id", stop.number);
    json.set("verified", !stop.gone);
    if (stop.places.empty()) return json;
    const CodePlace& place = stop.places.front();
    json.set("instructionReference", reference(place));
    const Sources::Spot spot = sources_->spot(place);
    if (spot.line == 0) return json;
    json.set("source", sources_->describe(*spot.source));
    json.set("line", spot.line - 1 + first_line_);
    return json;
}

Json Adapter::replace(Group& group, const Json& wanted, const Make& make) {
    Json body;
    Json& list = body.set("breakpoints", Json::array());
    Group now;
    for (const Json& one : wanted.elements()) {
        std::string key = one.to_text();
        while (now.contains(key)) key += '+';
        if (const auto had = group.find(key); had != group.end())
            if (const Stop* const stop = debugger().stops().find(had->second)) {
                now.insert(*had);
                list.push_back(describe(*stop));
                continue;
            }
        if (debugger().stops().all().size() >= most_stops) {
            list.push_back(refused("too many breakpoints"));
            continue;
        }
        if (no_debug_) {
            list.push_back(refused("this run is not being debugged"));
            continue;
        }
        auto request = make(one);
        if (request) {
            request->condition = one["condition"].as_string();
            request->hits = one["hitCondition"].as_string();
            request->log = one["logMessage"].as_string();
        }
        const auto added = !request                           ? std::unexpected(request.error())
                           : request->kind == StopKind::watch ? debugger().watch(std::move(*request))
                                                              : debugger().stops().add(std::move(*request));
        if (!added) {
            list.push_back(refused(added.error().message));
            continue;
        }
        now.emplace(key, (*added)->number);
        list.push_back(describe(**added));
    }
    for (const auto& [key, number] : group)
        if (!now.contains(key)) debugger().stops().remove(number);
    group = std::move(now);
    return body;
}

Adapter::Reply Adapter::set_breakpoints(const Json& arguments) {
    const Json& named = arguments["source"];
    Json wanted = arguments["breakpoints"];
    if (!wanted.is_array()) { // as older clients say it
        wanted = Json::array();
        for (const Json& line : arguments["lines"].elements())
            wanted.push_back(Json::object()).set("line", line);
    }
    const Source* const source = sources_->find(named);
    const std::string name =
        source != nullptr ? "source " + std::to_string(source->number) : "file " + named.to_text();
    if (source != nullptr) requests_["setBreakpoints " + name] = arguments;
    return replace(groups_[name], wanted, [&](const Json& one) -> Result<StopRequest> {
        if (source == nullptr)
            return fail(codes::protocol_request, "no running script comes from this source");
        const std::uint32_t line = counted(one["line"], first_line_);
        if (line == 0) return fail(codes::protocol_request, "there is no such line");
        StopRequest request;
        if (!source->listing()) {
            request.kind = StopKind::line;
            request.file = source->file;
            request.number = line;
            return request;
        }
        const auto places = sources_->places(*source, line);
        if (!places) return std::unexpected(places.error());
        request.program = places->front().program;
        request.number = places->front().address;
        return request;
    });
}

Adapter::Reply Adapter::set_function_breakpoints(const Json& arguments) {
    requests_["setFunctionBreakpoints"] = arguments;
    return replace(groups_["functions"], arguments["breakpoints"],
                   [](const Json& one) { return debug::parse_place(one["name"].as_string()); });
}

Adapter::Reply Adapter::set_instruction_breakpoints(const Json& arguments) {
    requests_["setInstructionBreakpoints"] = arguments;
    return replace(
        groups_["instructions"], arguments["breakpoints"], [&](const Json& one) -> Result<StopRequest> {
            const auto place = place_of(one["instructionReference"].as_string(), one["offset"].as_int());
            if (!place) return std::unexpected(place.error());
            StopRequest request;
            request.program = place->program;
            request.number = place->address;
            return request;
        });
}

// --- Data ---

std::optional<StopRequest> Adapter::watched_memory(const Json& arguments) const {
    StopRequest request;
    std::string_view name = arguments["name"].as_string();
    if (arguments["asAddress"].as_bool()) { // a reference to memory, with an offset behind "+"
        if (name.starts_with(memory_prefix)) name.remove_prefix(memory_prefix.size());
        if (const std::size_t plus = name.rfind('+'); plus != std::string_view::npos)
            if (const auto offset = debug::number_of(name.substr(plus + 1))) {
                request.first = *offset;
                name = name.substr(0, plus);
            }
    } else {
        const VariablesHandle* const handle = variables_.find(arguments["variablesReference"].as_size());
        if (handle == nullptr || handle->scope != memory_scope) return std::nullopt;
    }
    request.block = name;
    for (const MemoryBlock& one : debugger().scheduler().memory_blocks())
        if (one.name == name && request.first < one.size)
            request.bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(
                arguments.contains("bytes") ? arguments["bytes"].as_size() : one.size - request.first,
                StopRequest::most_bytes));
    return request.bytes == 0 ? std::nullopt : std::optional(std::move(request));
}

Adapter::Reply Adapter::data_breakpoint_info(const Json& arguments) {
    Json body;
    std::string expression(arguments["name"].as_string());
    if (const auto memory = watched_memory(arguments)) {
        body.set("dataId", "memory:" + std::to_string(memory->first) + ":" + std::to_string(memory->bytes) +
                               ":" + memory->block);
        body.set("description", std::to_string(memory->bytes) + " bytes of " + memory->block + " from " +
                                    std::to_string(memory->first));
        body.set("accessTypes", Json::array()).push_back("write");
        body.set("canPersist", true);
        return body;
    }
    if (arguments["asAddress"].as_bool()) {
        body.set("dataId", nullptr);
        body.set("description", "there is no such memory");
        return body;
    }
    FrameHandle frame{debugger().machine(), debugger().frame()};
    bool lasting = true;
    if (arguments.contains("variablesReference")) {
        const VariablesHandle* const handle = variables_.find(arguments["variablesReference"].as_size());
        if (handle == nullptr || handle->scope.empty() || handle->index) {
            body.set("dataId", nullptr);
            body.set("description", "only whole variables of a scope can be watched");
            return body;
        }
        const auto index = index_of(*handle, expression);
        if (!index) return std::unexpected(index.error());
        if (!*index) return fail(codes::protocol_request, "there is no such variable");
        lasting = handle->scope != "locals" && handle->scope != "parameters" && handle->scope != "stack";
        expression = expression_of(handle->scope, expression, **index);
        frame = handle->frame;
    } else if (arguments.contains("frameId")) {
        if (auto focused = focus(arguments); !focused) return std::unexpected(focused.error());
        frame = {debugger().machine(), debugger().frame()};
    }
    static_cast<void>(debugger().select(frame.machine, frame.frame));
    const auto now = debugger().evaluate(expression);
    if (!now) {
        body.set("dataId", nullptr);
        body.set("description", now.error().message);
        return body;
    }
    const std::size_t frames = debugger().scheduler().machine(frame.machine).frames.size();
    body.set("dataId", std::to_string(frame.machine) + ":" +
                           std::to_string(frames - std::min(frames, frame.frame)) + ":" + expression);
    body.set("description", arguments["name"].as_string());
    body.set("accessTypes", Json::array()).push_back("write");
    body.set("canPersist", lasting);
    return body;
}

Adapter::Reply Adapter::set_data_breakpoints(const Json& arguments) {
    requests_["setDataBreakpoints"] = arguments;
    const FrameHandle before{debugger().machine(), debugger().frame()};
    Json body =
        replace(groups_["data"], arguments["breakpoints"], [&](const Json& one) -> Result<StopRequest> {
            std::string_view id = one["dataId"].as_string();
            if (const std::string_view access = one["accessType"].as_string("write"); access != "write")
                return fail(codes::protocol_request, "only writes can be watched");
            // memory:first:bytes:block, or machine:frames from the outermost:expression
            constexpr std::string_view memory = "memory:";
            const bool of_memory = id.starts_with(memory);
            if (of_memory) id.remove_prefix(memory.size());
            std::size_t machine = 0, outer = 0;
            const char* const end = id.data() + id.size();
            // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): the end is given.
            const auto first = std::from_chars(id.data(), end, machine);
            const auto second = first.ptr < end ? std::from_chars(first.ptr + 1, end, outer) : first;
            if (first.ec != std::errc() || second.ec != std::errc() || second.ptr >= end)
                return fail(codes::protocol_request, "this is not a data id");
            if (of_memory) {
                StopRequest request;
                request.kind = StopKind::watch;
                request.block = std::string(second.ptr + 1, end);
                request.first = machine;
                request.bytes = static_cast<std::uint32_t>(std::min<std::size_t>(outer, 0xFFFFFFFF));
                if (request.bytes == 0) return fail(codes::protocol_request, "this is not a data id");
                return request;
            }
            const std::size_t frames = machine < debugger().scheduler().machine_count()
                                           ? debugger().scheduler().machine(machine).frames.size()
                                           : 0;
            if (!debugger().select(machine, frames - std::min(frames, outer)))
                return fail(codes::protocol_request, "its frame does not exist now");
            StopRequest request;
            request.kind = StopKind::watch;
            request.what = std::string(second.ptr + 1, end);
            return request;
        });
    static_cast<void>(debugger().select(before.machine, before.frame));
    return body;
}

// --- Faults and what else engines tell of ---

Adapter::Reply Adapter::set_exception_breakpoints(const Json& arguments) {
    requests_["setExceptionBreakpoints"] = arguments;
    bool faults = false;
    Json notes = Json::array(), body;
    Json& list = body.set("breakpoints", Json::array());
    const auto filter = [&](std::string_view name, const Json& options) {
        Json answer;
        answer.set("verified", true);
        if (name == "faults") {
            faults = true;
            fault_condition_ = options["condition"].as_string();
            if (!fault_condition_.empty())
                if (const auto parsed = debug::Expression::parse(fault_condition_); !parsed)
                    answer = refused(parsed.error().message);
        } else if (name == "notes") {
            notes.push_back(Json::object()).set("text", options["condition"].as_string());
        } else
            answer = refused("there is no such filter");
        list.push_back(std::move(answer));
    };
    for (const Json& one : arguments["filters"].elements()) filter(one.as_string(), {});
    for (const Json& one : arguments["filterOptions"].elements()) filter(one["filterId"].as_string(), one);
    debugger().set_stop_at_faults(faults && !no_debug_);
    static_cast<void>(replace(groups_["notes"], notes, [](const Json& one) -> Result<StopRequest> {
        StopRequest request;
        request.kind = StopKind::note;
        request.what = one["text"].as_string();
        return request;
    }));
    return body;
}

Adapter::Reply Adapter::breakpoint_locations(const Json& arguments) {
    const Source* const source = sources_->find(arguments["source"]);
    Json body;
    Json& list = body.set("breakpoints", Json::array());
    if (source == nullptr) return body;
    const std::uint32_t first = counted(arguments["line"], first_line_);
    const std::uint32_t last =
        arguments.contains("endLine") ? counted(arguments["endLine"], first_line_) : first;
    for (const std::uint32_t line : sources_->lines_with_code(*source, first, last))
        list.push_back(Json::object()).set("line", line - 1 + first_line_);
    return body;
}

/// All breakpoints once more, for another world: by the numbers that the client knows them by.
void Adapter::set_again() {
    const auto before = std::exchange(groups_, {});
    std::uint32_t highest = 0;
    for (const auto& [name, group] : before)
        for (const auto& [key, number] : group) highest = std::max(highest, number);
    debugger().stops().number_from(highest);
    for (const auto& [name, arguments] : std::map<std::string, Json>(requests_)) {
        const std::string command = name.substr(0, name.find(' '));
        const auto found = std::ranges::find(table(), std::string_view(command), &Request::command);
        if (found != table().end()) static_cast<void>((this->*found->answer)(arguments));
    }
    for (auto& [name, group] : groups_)
        for (auto& [key, number] : group)
            if (const auto had = before.find(name); had != before.end())
                if (const auto old = had->second.find(key); old != had->second.end())
                    if (Stop* const stop = debugger().stops().find(number))
                        number = stop->number = old->second;
}

} // namespace vellum::protocol::dap
