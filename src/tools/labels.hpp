// Labels without addresses, for listings that are to be compared: an instruction more in one version must not
// change the name of every label behind it.
#pragma once

#include <string>
#include <string_view>

namespace vellum::tools {

/// The listing with other names for labels that are made of addresses ("L_001f", "f_0042"): functions are
/// numbered through the file ("f_2"), the labels in each after it ("f_2_1"). Names of the script's own stay,
/// and so do texts in quotes. The result assembles to the same bytes.
[[nodiscard]] std::string number_labels(std::string_view listing);

} // namespace vellum::tools
