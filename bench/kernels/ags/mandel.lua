local w, total = 400, 0
for y = 0, w - 1 do
  local ci = 2.0 * y / 400.0 - 1.0
  for x = 0, w - 1 do
    local cr = 3.0 * x / 400.0 - 2.0
    local zr, zi, n = 0.0, 0.0, 0
    while n < 100 and zr * zr + zi * zi < 4.0 do
      local t = zr * zr - zi * zi + cr
      zi = 2.0 * zr * zi + ci
      zr = t
      n = n + 1
    end
    total = total + n
  end
end
return total
