-- bench_count is a C function where the harness can register one; LuaJIT, run as a program, falls back to a C function of
-- its library.
local count, max = bench_count, math.max
local i, acc = 0, 0
if count then
  while i < 20000000 do acc = count(1); i = i + 1 end
else
  while i < 20000000 do acc = max(acc, i + 1); i = i + 1 end
end
return acc
