-- bench_add is a C function where the harness can register one; LuaJIT, run as a program, falls back to a Lua function.
local add = bench_add or function(counter, by) return (counter + by) % 1000003 end
local counter, i = 0, 0
while i < 10000000 do
  counter = add(counter, i)
  i = i + 1
end
return counter
