local n = 120
local a, b, c = {}, {}, {}
for i = 0, n * n - 1 do a[i] = (i % 7) * 0.5; b[i] = (i % 11) - 3.0 end
for i = 0, n - 1 do
  for j = 0, n - 1 do
    local s = 0.0
    for k = 0, n - 1 do s = s + a[i * n + k] * b[k * n + j] end
    c[i * n + j] = s
  end
end
local tr, sum = 0.0, 0.0
for i = 0, n - 1 do tr = tr + c[i * n + i]; for j = 0, n - 1 do sum = sum + c[i * n + j] end end
return sum
