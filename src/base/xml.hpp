// A strict reader for XML documents as programs write them: elements, attributes, text, CDATA, comments and
// the predefined entities. No document type definitions, so nothing in a document can grow while it is read.
// Names and texts keep the bytes of the document's encoding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/diagnostic.hpp"

namespace vellum {

class XmlDocument;

/// An element of a document, or nothing. Cheap to copy; the document must outlive it.
class XmlElement {
  public:
    XmlElement() = default;

    [[nodiscard]] explicit operator bool() const noexcept { return document_ != nullptr; }
    /// "Game"; empty of nothing, as all that follows.
    [[nodiscard]] std::string_view name() const noexcept;
    /// The text directly in it, with lines divided by "\n". Of an element with others in it, what stands
    /// between these.
    [[nodiscard]] std::string_view text() const noexcept;
    [[nodiscard]] std::string_view attribute(std::string_view name) const noexcept;
    [[nodiscard]] std::uint32_t line() const noexcept;      ///< Of its start tag, from 1; 0 of nothing.
    [[nodiscard]] std::uint32_t text_line() const noexcept; ///< On which its text begins.

    [[nodiscard]] XmlElement first() const noexcept; ///< The first element in it.
    [[nodiscard]] XmlElement next() const noexcept;  ///< The one after it in the element around both.
    /// The first element in it of that name.
    [[nodiscard]] XmlElement child(std::string_view name) const noexcept;
    /// The text of that element.
    [[nodiscard]] std::string_view text_of(std::string_view name) const noexcept {
        return child(name).text();
    }

  private:
    friend class XmlDocument;
    XmlElement(const XmlDocument* document, std::uint32_t number) : document_(document), number_(number) {}
    const XmlDocument* document_ = nullptr;
    std::uint32_t number_ = 0;
};

/// A document that was read.
class XmlDocument {
  public:
    static constexpr std::size_t most_bytes = std::size_t{256} << 20U;
    static constexpr std::size_t most_depth = 200;

    /// Takes time and memory in proportion to the text. Fails with xml.syntax at the line where it is wrong.
    [[nodiscard]] static Result<XmlDocument> parse(std::string text);

    [[nodiscard]] XmlElement root() const noexcept { return {this, 0}; }
    /// As the declaration names it in lower case; "utf-8" if it names none.
    [[nodiscard]] const std::string& encoding() const noexcept { return encoding_; }

    XmlDocument(XmlDocument&&) = default;
    XmlDocument& operator=(XmlDocument&&) = default;

  private:
    friend class XmlElement;
    friend class XmlParser;
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    struct Node {
        std::string_view name, text;
        std::uint32_t line = 0, text_line = 0;
        std::uint32_t first = none, last = none, next = none;
        std::uint32_t attributes = 0, attribute_count = 0;
    };
    struct Attribute {
        std::string_view name, value;
    };
    XmlDocument() = default;

    std::deque<std::string> texts_; ///< The document, and what stands otherwise in it than it means.
    std::vector<Node> nodes_;
    std::vector<Attribute> attributes_;
    std::string encoding_ = "utf-8";
};

namespace codes {
inline constexpr DiagnosticCode xml_syntax{"xml.syntax", Severity::error,
                                           "An XML document is not well-formed, too large or too deep."};
} // namespace codes

} // namespace vellum
