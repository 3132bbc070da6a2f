local ring, table, sum = {}, {}, 0
local function walk(first)
  local sum, at = 0, first
  repeat
    local one = ring[at]
    one.value = (one.value * 5 + 1) % 0x10000
    sum = sum + one.value
    at = one.next
  until at == first
  return sum
end
local function build(value) return { value = value, next = 0 } end
for i = 0, 99 do
  ring[i] = build(i)
  ring[i].next = (i + 37) % 100
end
for n = 0, 9999 do sum = (sum + walk(n % 100)) % 0x100000 end
for i = 0, 63 do table[i] = build(i) end
for n = 0, 399999 do
  local one = table[n % 64]
  one.value = one.value + n
  table[(n + 1) % 64].next = one.value % 0x100
  sum = (sum + table[n % 32].next) % 0x100000
  if n % 16 == 0 then table[(n - n % 16) / 16 % 64] = build(n) end
end
return sum
