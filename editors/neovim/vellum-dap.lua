-- Scripts of classic games with `vellum dap`: for the plugin nvim-dap.
local dap = require("dap")
dap.adapters.vellum = { type = "executable", command = "vellum", args = { "dap" } }
for _, filetype in ipairs({ "skrit", "ags", "patho", "wms", "vellum-listing" }) do
  dap.configurations[filetype] = {
    { type = "vellum", request = "launch", name = "Debug this script", program = "${file}" },
  }
end
