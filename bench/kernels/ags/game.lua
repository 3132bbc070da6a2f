-- The modules are tables.
local floor = math.floor
local screen, grid, tween, actors = {}, {}, {}, {}
local pixels, width, height
function screen.open(w, h)
  width, height, pixels = w, h, {}
  for i = 0, w * h - 1 do pixels[i] = 0 end
end
function screen.pixel(x, y, colour)
  if x < 0 or y < 0 or x >= width or y >= height then return end
  pixels[y * width + x] = colour
end
function screen.pixel_at(x, y)
  if x < 0 or y < 0 or x >= width or y >= height then return -1 end
  return pixels[y * width + x]
end
local cells = {}
local function cell(x, y)
  if x < 0 or y < 0 or x >= 32 or y >= 32 then return 1 end
  return cells[y * 32 + x]
end
function grid.open()
  for i = 0, 1023 do
    local x, y = i % 32, floor(i / 32)
    local wall = x == 0 or y == 0 or x == 31 or y == 31 or (i * 7919) % 13 == 0
    cells[i] = wall and 1 or 0
  end
end
function grid.is_free(x, y) return cell(floor(x / 16), floor(y / 16)) == 0 end
local tweens, count = {}, 0
local function ease(t) return t * t * (3 - 2 * t) end
function tween.start(from, to, frames)
  local number = count % 32
  count = count + 1
  tweens[number] = { from = from, to = to, frame = 0, frames = frames }
  return number
end
function tween.value(number)
  local t = tweens[number]
  if not t then return 0 end
  return floor(t.from + (t.to - t.from) * ease(t.frame / t.frames))
end
function tween.step()
  for i = 0, 31 do
    local t = tweens[i]
    if t and t.frame < t.frames then t.frame = t.frame + 1 end
  end
end
local Actor, all = {}, {}
Actor.__index = Actor
function Actor:Walk()
  local x, y = self.x + self.dx, self.y + self.dy
  if grid.is_free(x, self.y) then self.x = x else self.dx = -self.dx end
  if grid.is_free(self.x, y) then self.y = y else self.dy = -self.dy end
end
function Actor:Draw()
  local size = 4 + tween.value(self.tween)
  for i = 0, size * size - 1 do
    screen.pixel(self.x - floor(size / 2) + i % size, self.y + floor(i / size), self.colour)
  end
end
function actors.open()
  for i = 0, 23 do
    all[i] = setmetatable({ x = 40 + (i * 53) % 400, y = 40 + (i * 97) % 400, dx = 1 + i % 3, dy = 2 - i % 2,
      colour = i + 1, tween = tween.start(i % 4, 4 + i % 8, 20 + i) }, Actor)
  end
end
function actors.step()
  for i = 0, 23 do
    all[i]:Walk()
    all[i]:Draw()
  end
end
local score = 0
screen.open(512, 512)
grid.open()
actors.open()
for frame = 0, 99 do
  tween.step()
  actors.step()
  for i = 0, 63 do score = (score * 3 + screen.pixel_at(i * 8, frame * 5)) % 0x100000 end
  local one = all[frame % 24]
  score = (score + one.x + one.y * 512) % 0x100000
end
return score
