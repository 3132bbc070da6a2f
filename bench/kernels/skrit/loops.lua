local sum = 0
for i = 0, 3999 do
  for j = 0, 3999 do
    sum = sum + j
    if sum > 1000000 then sum = sum - 1000000 end
  end
end
return sum
