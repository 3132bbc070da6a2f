#!/usr/bin/env bash
# Neovim with the setup of editors/neovim, as docs/editors.md has it: a mistake that is typed is told, and a name is known.
# Exit code 77, which CTest shows as skipped, where there is no Neovim.
# usage: neovim.sh VELLUM
set -euo pipefail
vellum=$(realpath "${1:?usage: neovim.sh VELLUM}")
cd "$(dirname "$0")/../.."
command -v nvim > /dev/null || { echo "skipped: there is no nvim"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$vellum" "$work/bin/vellum"
cp samples/skrit/*.skrit "$work"
cat > "$work/try.lua" << 'LUA'
local uri = vim.uri_from_bufnr(0)
local function client()
  local all = vim.lsp.get_clients and vim.lsp.get_clients() or vim.lsp.get_active_clients()
  return all[1]
end
vim.wait(10000, function() return client() ~= nil and client().initialized end)
vim.api.nvim_buf_set_lines(0, -1, -1, false, { "event OnConstruct$ { Turn$( 1.0, stormm$ ); }" })
vim.wait(10000, function() return #vim.diagnostic.get(0) > 0 end)
for _, each in ipairs(vim.diagnostic.get(0)) do io.write("problem ", each.lnum + 1, ":", each.col + 1, " ", each.message, "\n") end
local about = { textDocument = { uri = uri }, position = { line = 19, character = 2 } }
for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/hover", about, 5000) or {}) do
  io.write("hover ", answer.result.contents.value, "\n")
end
vim.cmd("qa!")
LUA
cd "$work"
HOME=$work PATH=$work/bin:$PATH XDG_STATE_HOME=$work/state XDG_CONFIG_HOME=$work/config timeout 60 nvim --headless --clean \
  -c "luafile $OLDPWD/editors/neovim/vellum.lua" -c 'edit lighthouse.skrit' -c "luafile $work/try.lua" > out 2>&1 || true
# shellcheck disable=SC2016  # dollars of Skrit
for wanted in "problem 54:34 undefined symbol 'stormm$'" "did you mean 'storm$'?" 'Turn$( float seconds$, float speed$ )'; do
  grep -qF -- "$wanted" out || { echo "FAILED: Neovim does not show \"$wanted\""; cat out; exit 1; }
done
