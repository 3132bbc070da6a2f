-- Scripts of classic games with `vellum lsp`: file types and the language server, for Neovim 0.7 and later.
local types = { skrit = "skrit", asc = "ags", ash = "ags", patho = "patho", wms = "wms", vasm = "vellum-listing" }
local command = { "vellum", "lsp" }

local client
local function attach(buffer)
  if vim.lsp.start then -- Neovim 0.8 and later
    vim.lsp.start({ name = "vellum", cmd = command, root_dir = vim.fn.getcwd() })
  else
    client = client or vim.lsp.start_client({ name = "vellum", cmd = command, root_dir = vim.fn.getcwd() })
    vim.lsp.buf_attach_client(buffer, client)
  end
end

-- Host scripts: Neovim knows what they are.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "*host.lua",
  callback = function(event) attach(event.buf) end,
})

for ending, filetype in pairs(types) do
  vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
    pattern = "*." .. ending,
    callback = function(event)
      vim.bo[event.buf].filetype = filetype
      attach(event.buf)
    end,
  })
end
