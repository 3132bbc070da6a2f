local Point = {}
Point.__index = Point
function Point:Step()
  self.x = self.x + self.dx
  self.y = self.y + self.dy
  if self.x > 320 or self.x < 0 then self.dx = -self.dx end
  if self.y > 200 or self.y < 0 then self.dy = -self.dy end
end
function Point:Sum() return self.x + self.y end
local points = {}
for i = 0, 99 do points[i] = setmetatable({ x = i, y = i * 3, dx = 1 + i % 4, dy = 2 }, Point) end
local sum = 0
for n = 0, 19999 do
  for i = 0, 99 do points[i]:Step() end
  sum = (sum + points[n % 100]:Sum()) % 0x100000
end
return sum
