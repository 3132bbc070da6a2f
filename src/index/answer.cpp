#include "index/answer.hpp"

#include <charconv>
#include <cmath>

#include "base/json_writer.hpp"
#include "index/codes.hpp"
#include "index/schema.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::index {

namespace {

template <class Number> bool write_as(JsonWriter& json, const std::string& text) {
    Number number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() ||
        !std::isfinite(static_cast<double>(number)))
        return false;
    json.value(number);
    return true;
}

/// A number, a string or null.
void write_json(JsonWriter& json, const Cell& cell) {
    if (cell.null) return json.null();
    if (cell.number && (write_as<std::int64_t>(json, cell.text) || write_as<double>(json, cell.text))) return;
    json.value(cell.text);
}

/// Rows as objects.
class KeptRows final : public Rows {
  public:
    void columns(std::span<const std::string> names) override { columns_.assign(names.begin(), names.end()); }
    bool row(const Cells& cells) override {
        rows_.push_back(to_json(columns_, cells));
        return true;
    }
    [[nodiscard]] std::string answer() const { return questions::array_of(rows_); }

  private:
    std::vector<std::string> columns_, rows_;
};

/// What can be asked, as an answer like the others.
std::string all_questions() {
    KeptRows rows;
    const std::vector<std::string> columns{"question", "arguments", "summary"};
    rows.columns(columns);
    for (const ReadyQuery& query : ready_queries())
        rows.row({{std::string(query.name)}, {arguments_of(query)}, {std::string(query.summary)}});
    return rows.answer();
}

} // namespace

std::string to_json(std::span<const std::string> columns, const Cells& cells) {
    return json_object([&](JsonWriter& json) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            json.key(columns[i]);
            write_json(json, cells[i]);
        }
    });
}

Result<std::string> answer(const questions::Request& request) {
    auto opened = open_to_read(request.text("index"));
    if (!opened) return std::unexpected(std::move(opened.error()));
    Database& database = **opened;
    const std::string question = request.text("question"), sql = request.text("sql");
    if (question.empty() && sql.empty()) return all_questions();
    if (!question.empty() && !sql.empty())
        return fail(codes::index_query, "either a question or an SQL statement is expected");
    if (!is_complete(database))
        return fail(codes::index_unfinished, "the index is not finished", {.file = database.path()},
                    "index the collection again to finish it");
    database.restrict_to_reading(request.count("steps").value_or(usual_steps));
    const QueryLimits limits{request.count("rows").value_or(usual_rows)};
    const std::vector<std::string> arguments = request.texts("arguments");
    KeptRows rows;
    const auto done = sql.empty() ? index::ask(database, question, arguments, limits, rows)
                                  : ask_sql(database, sql, arguments, limits, rows);
    if (!done) return std::unexpected(done.error());
    return rows.answer();
}

} // namespace vellum::index
