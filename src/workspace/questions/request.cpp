#include <algorithm>

#include "base/choices.hpp"
#include "base/suggest.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::questions {

namespace {

bool all_texts(const Json& value) {
    return value.is_array() && std::ranges::all_of(value.elements(), &Json::is_string);
}

bool is_choice(std::string_view choices, std::string_view text) {
    const std::vector<std::string_view> all = split_choices(choices);
    return std::ranges::find(all, text) != all.end();
}

bool fits(const Parameter& parameter, const Json& value) {
    switch (parameter.holds) {
    case Holds::text: return value.is_string();
    case Holds::texts: return value.is_string() || all_texts(value);
    case Holds::count: return value.is_integer() && value.as_uint(1) == value.as_uint(0);
    case Holds::number: return value.is_number();
    case Holds::flag: return value.is_bool();
    case Holds::choice: return value.is_string() && is_choice(parameter.choices, value.as_string());
    case Holds::files:
        return value.is_object() && std::ranges::all_of(value.members(), [](const JsonMember& member) {
                   return member.value.is_string();
               });
    case Holds::changes:
        return value.is_array() && std::ranges::all_of(value.elements(), [](const Json& change) {
                   return change["member"].is_string() &&
                          std::ranges::all_of(change.members(), [](const JsonMember& part) {
                              return part.value.is_string() &&
                                     (part.key == "member" || part.key == "source" || part.key == "bytes");
                          });
               });
    }
    return false;
}

std::string_view wanted(Holds holds) {
    switch (holds) {
    case Holds::text: return "a string";
    case Holds::texts: return "a string or an array of strings";
    case Holds::count: return "a non-negative integer";
    case Holds::number: return "a number";
    case Holds::flag: return "true or false";
    case Holds::choice: return "one of the choices";
    case Holds::files: return "an object of texts by name";
    case Holds::changes: return "an array of objects with \"member\" and \"source\" or \"bytes\"";
    }
    return {};
}

std::unexpected<Diagnostic> wrong(const Question& question, const std::string& message,
                                  const std::string& hint = {}) {
    return fail(codes::question_parameter, "'" + std::string(question.name) + "': " + message, {}, hint);
}

} // namespace

Result<Request> Request::read(const Question& question, std::string_view json) {
    if (json.empty()) return of(question, Json::object());
    auto read = parse_json(json);
    if (!read) return std::unexpected(std::move(read.error()));
    return of(question, std::move(*read));
}

Result<Request> Request::of(const Question& question, Json values) {
    if (!values.is_object()) return wrong(question, "the parameters are not an object");
    Request request;
    request.values_ = std::move(values);
    std::vector<std::string_view> names;
    for (const Parameter& parameter : question.parameters) names.push_back(parameter.name);
    for (const JsonMember& member : request.values_.members()) {
        const auto known = std::ranges::find(names, member.key);
        if (known == names.end())
            return wrong(question,
                         "unknown parameter '" + member.key + "'." + did_you_mean(member.key, names));
        const Parameter& parameter = question.parameters[static_cast<std::size_t>(known - names.begin())];
        if (!fits(parameter, member.value))
            return wrong(question, "'" + member.key + "' must be " + std::string(wanted(parameter.holds)),
                         std::string(parameter.choices));
    }
    for (const Parameter& parameter : question.parameters)
        if (parameter.required && !request.values_.contains(parameter.name))
            return wrong(question, "'" + std::string(parameter.name) + "' is missing",
                         std::string(parameter.meaning));
    return request;
}

std::string Request::key(const Question& question) const {
    std::string key(question.name);
    for (const Parameter& parameter : question.parameters)
        if (parameter.name != nodes_parameter.name)
            if (const Json* const value = values_.find(parameter.name))
                (key += ' ') += std::string(parameter.name) + value->to_text();
    return key += ' ';
}

std::string Request::text(std::string_view name) const { return std::string(values_[name].as_string()); }

std::vector<std::string> Request::texts(std::string_view name) const {
    const Json& value = values_[name];
    std::vector<std::string> list;
    if (value.is_string()) list.emplace_back(value.as_string());
    for (const Json& each : value.elements()) list.emplace_back(each.as_string());
    return list;
}

std::optional<std::uint64_t> Request::count(std::string_view name) const {
    const Json& value = values_[name];
    return value.is_integer() ? std::optional(value.as_uint()) : std::nullopt;
}

} // namespace vellum::questions
