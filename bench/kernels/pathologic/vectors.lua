local px, py, pz = 1.0, 0.5, 0.25
local sx, sy, sz = 0.0, 0.0, 0.0
local energy = 0.0
local i = 0
while i < 2000000 do
  sx, sy, sz = sx + px * -0.01, sy + py * -0.01, sz + pz * -0.01
  px, py, pz = px + sx * 0.01, py + sy * 0.01, pz + sz * 0.01
  energy = px * px + py * py + pz * pz
  i = i + 1
end
return energy
