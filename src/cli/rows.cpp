#ifdef VELLUM_HAVE_INDEX
#include "cli/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/display_width.hpp"
#include "base/escape.hpp"
#include "base/json_writer.hpp"
#include "cli/wrap.hpp"
#include "index/answer.hpp"
#include "tools/csv.hpp"
#include "tools/markup.hpp"

namespace vellum::cli {

namespace {

/// Columns as wide as what is in them. Held until all of it is known.
class TableRows final : public PrintedRows {
  public:
    explicit TableRows(Session& session) : session_(session) {}
    void columns(std::span<const std::string> names) override {
        names_.assign(names.begin(), names.end());
        widths_.assign(names.size(), 0);
        for (std::size_t i = 0; i < names.size(); ++i) widths_[i] = display_width(names[i]);
    }
    bool row(const index::Cells& cells) override {
        std::vector<std::string>& shown = rows_.emplace_back();
        numbers_.resize(cells.size(), true);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            shown.push_back(cells[i].null ? std::string() : escape_control(cells[i].text));
            // A text of several lines is one: the source of a function.
            if (cells[i].text.contains('\n') && i + 1 == cells.size()) shown.back() = "\n" + cells[i].text;
            widths_[i] = std::max(widths_[i], std::min(display_width(shown.back()), widest));
            numbers_[i] = numbers_[i] && (cells[i].number || cells[i].null);
        }
        ++count_;
        return true;
    }
    void finish() override {
        if (rows_.empty()) return;
        Console& console = session_.console();
        console.out(console.paint(Stream::out, Style::faint, line(names_)) + "\n");
        std::string out;
        for (const auto& row : rows_) out += line(row) + "\n";
        console.out(out);
    }

  private:
    static constexpr std::size_t widest = 60;

    [[nodiscard]] std::string line(const std::vector<std::string>& cells) const {
        std::string text;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const std::size_t width = display_width(cells[i]);
            const std::size_t room = widths_[i] > width ? widths_[i] - width : 0;
            const bool right = i < numbers_.size() && numbers_[i];
            if (right) text.append(room, ' ');
            text += cells[i];
            if (i + 1 == cells.size()) break;
            if (!right) text.append(room, ' ');
            text += "  ";
        }
        while (text.ends_with(' ')) text.pop_back();
        return text;
    }

    Session& session_;
    std::vector<std::string> names_;
    std::vector<std::size_t> widths_;
    std::vector<bool> numbers_;
    std::vector<std::vector<std::string>> rows_;
};

class CsvRows final : public PrintedRows {
  public:
    explicit CsvRows(Session& session) : session_(session) {}
    void columns(std::span<const std::string> names) override {
        std::string out;
        for (std::size_t i = 0; i < names.size(); ++i)
            tools::write_csv_field(out, names[i], i + 1 == names.size());
        session_.console().document(out);
    }
    bool row(const index::Cells& cells) override {
        std::string out;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const bool last = i + 1 == cells.size();
            if (cells[i].number && !cells[i].null) // a negative number is no formula
                (out += cells[i].text) += last ? "\r\n" : ",";
            else
                tools::write_csv_field(out, cells[i].text, last);
        }
        session_.console().document(out);
        ++count_;
        return true;
    }
    void finish() override {}

  private:
    Session& session_;
};

class JsonRows final : public PrintedRows {
  public:
    JsonRows(Session& session, bool lines) : session_(session), lines_(lines) {}
    void columns(std::span<const std::string> names) override { names_.assign(names.begin(), names.end()); }
    bool row(const index::Cells& cells) override {
        const std::string object = index::to_json(names_, cells);
        session_.console().out(lines_ ? object + "\n" : (count_ == 0 ? "[\n" : ",\n") + object);
        ++count_;
        return true;
    }
    void finish() override {
        if (!lines_) session_.console().out(count_ == 0 ? "[]\n" : "\n]\n");
    }

  private:
    Session& session_;
    const bool lines_;
    std::vector<std::string> names_;
};

class HtmlRows final : public PrintedRows {
  public:
    HtmlRows(Session& session, std::string_view title) : session_(session), title_(title) {}
    void columns(std::span<const std::string> names) override {
        const std::string title = tools::xml_text(title_);
        std::string out =
            "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
            "'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
            title + "</title>\n" + std::string(style) + "<h1>" + title + "</h1>\n<table>\n<thead><tr>";
        for (const std::string& name : names) out += "<th>" + tools::xml_text(name) + "</th>";
        session_.console().document(out + "</tr></thead>\n<tbody>\n");
        open_ = true;
    }
    bool row(const index::Cells& cells) override {
        std::string out = "<tr>";
        for (const index::Cell& cell : cells)
            out += (cell.number ? "<td class=\"number\">" : "<td>") + tools::xml_text(cell.text) + "</td>";
        session_.console().document(out + "</tr>\n");
        ++count_;
        return true;
    }
    void finish() override {
        if (open_) session_.console().document("</tbody>\n</table>\n</html>\n");
    }

  private:
    static constexpr std::string_view style =
        "<style>\n:root { color-scheme: light dark; }\nbody { font: 14px/1.5 system-ui, sans-serif; margin: "
        "24px; }\n"
        "h1 { font-size: 20px; }\ntable { border-collapse: collapse; }\n"
        "th, td { padding: 4px 12px 4px 0; text-align: left; vertical-align: top; }\n"
        "td { border-top: 1px solid #8884; white-space: pre-wrap; overflow-wrap: anywhere; }\n"
        ".number { text-align: right; font-variant-numeric: tabular-nums; }\n</style>\n";

    Session& session_;
    std::string title_;
    bool open_ = false;
};

} // namespace

std::unique_ptr<PrintedRows> make_rows(Session& session, std::string_view format, std::string_view title) {
    if (format == "csv") return std::make_unique<CsvRows>(session);
    if (format == "json" || format == "jsonl") return std::make_unique<JsonRows>(session, format == "jsonl");
    if (format == "html") return std::make_unique<HtmlRows>(session, title);
    return std::make_unique<TableRows>(session);
}

} // namespace vellum::cli
#endif
