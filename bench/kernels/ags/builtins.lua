local floor, sqrt, sum = math.floor, math.sqrt, 0
for i = 0, 999999 do sum = (sum + floor(sqrt(i % 0x10000))) % 0x100000 end
return sum
