-- The other script is a table, as a module of Lua is.
local lib = { total = 0 }
function lib.add(a, b) return a + b end
function lib.step(a)
  lib.total = lib.add(lib.total, a) % 0x100000
  return lib.total
end
-- Neither Lua 5.4 nor LuaJIT has the other's way to say "exclusive or".
local xor = bit and bit.bxor or load("return function(a, b) return a ~ b end")()
local sum = 0
for i = 0, 1999999 do
  sum = lib.add(sum, i) % 0x100000
  sum = xor(sum, lib.step(i % 8))
  sum = sum + lib.total
end
return sum % 0x100000
