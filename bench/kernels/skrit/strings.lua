local total = 0
for round = 1, 20 do
  local text = ""
  for i = 1, 20000 do text = text .. "x" end
  total = total + #text
end
return total
