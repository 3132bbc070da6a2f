local n = 2000000
local s, count = {}, 0
local i = 2
s[0] = 0; s[1] = 0
while i <= n do s[i] = 1; i = i + 1 end
i = 2
while i * i <= n do
  if s[i] ~= 0 then local j = i * i; while j <= n do s[j] = 0; j = j + i end end
  i = i + 1
end
i = 2
while i <= n do if s[i] ~= 0 then count = count + 1 end i = i + 1 end
return count
