// What `vellum web` answers: the files of the explorer to everybody on this machine, those of the user's
// places only to whom the user gave the token. Every page in the user's browser can send requests here, so
// each must come to this address by its own name (no DNS rebinding) and from this address's own page.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

#include "cli/indexed.hpp"
#include "cli/web/places.hpp"
#include "protocol/http/connection.hpp"

namespace vellum::cli::web {

class Site {
  public:
    /// `page`: the folder of the explorer, alone. `once`: opens the site one time, in exchange for the token:
    /// the addresses that a browser is started with can be seen by other users. `write`: files may be changed
    /// and added. `index`: what is known of the places' scripts; used until the end.
    Site(Places page, Places places, Indexed& index, bool write, std::uint16_t port, std::string token,
         std::string once);

    /// Safe to call from several threads.
    [[nodiscard]] protocol::http::Response answer(const protocol::http::Request& request,
                                                  const protocol::http::ReadBody& body);

  private:
    using Request = protocol::http::Request;
    using Response = protocol::http::Response;

    [[nodiscard]] Response route(const Request& request, const protocol::http::ReadBody& body);
    [[nodiscard]] Response exchange(const Request& request);
    [[nodiscard]] Response page(const Request& request) const;
    [[nodiscard]] Response files();
    [[nodiscard]] Response file(const Request& request) const;
    [[nodiscard]] Response code(const protocol::http::ReadBody& body);
    [[nodiscard]] Response put(const Request& request, const protocol::http::ReadBody& body);
    [[nodiscard]] bool knows(const Request& request, std::string_view secret) const;

    Places page_, places_;
    Indexed& index_;
    bool write_;
    std::string host_, local_host_; ///< "127.0.0.1:8000", "localhost:8000"
    std::string token_, once_;
    std::atomic<bool> used_ = false; ///< `once_` has opened the site.
    std::mutex writing_;
};

} // namespace vellum::cli::web
