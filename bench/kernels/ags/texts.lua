local names = { [0] = "lamp", "key", "rope", "ladder", "map", "coin", "letter", "bottle" }
local sum = 0
for i = 0, 99999 do
  local text = names[i % 8]
  text = text .. " and "
  text = text .. names[(i - i % 8) / 8 % 8]
  if text == "lamp and rope" then sum = sum + 100 end
  sum = sum + #text + text:find("and", 1, true) - 1
  local part = text:sub(2, 5)
  sum = (sum + part:byte(i % 4 + 1)) % 0x100000
end
return sum
