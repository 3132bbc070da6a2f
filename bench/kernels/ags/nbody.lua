local sqrt = math.sqrt
local b = {}
local function set(i, x, y, z, vx, vy, vz, m) b[i] = {x = x, y = y, z = z, vx = vx, vy = vy, vz = vz, m = m} end
local function advance(dt)
  for i = 1, 5 do
    local p = b[i]
    for j = i + 1, 5 do
      local q = b[j]
      local dx, dy, dz = p.x - q.x, p.y - q.y, p.z - q.z
      local d2 = dx * dx + dy * dy + dz * dz
      local mag = dt / (d2 * sqrt(d2))
      local mj, mi = q.m * mag, p.m * mag
      p.vx = p.vx - dx * mj; p.vy = p.vy - dy * mj; p.vz = p.vz - dz * mj
      q.vx = q.vx + dx * mi; q.vy = q.vy + dy * mi; q.vz = q.vz + dz * mi
    end
  end
  for i = 1, 5 do local p = b[i]; p.x = p.x + dt * p.vx; p.y = p.y + dt * p.vy; p.z = p.z + dt * p.vz end
end
local function energy()
  local e = 0.0
  for i = 1, 5 do
    local p = b[i]
    e = e + 0.5 * p.m * (p.vx * p.vx + p.vy * p.vy + p.vz * p.vz)
    for j = i + 1, 5 do
      local q = b[j]
      local dx, dy, dz = p.x - q.x, p.y - q.y, p.z - q.z
      e = e - p.m * q.m / sqrt(dx * dx + dy * dy + dz * dz)
    end
  end
  return e
end
set(1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 39.478417)
set(2, 4.841431, -1.160320, -0.103622, 0.606326, 2.811986, -0.025218, 0.037693)
set(3, 8.343366, 4.124798, -0.403523, -1.010774, 1.825662, 0.008415, 0.011286)
set(4, 12.894369, -15.111151, -0.223307, 1.082791, 0.868713, -0.010832, 0.001723)
set(5, 15.379697, -25.919314, 0.179258, 0.979090, 0.594698, -0.034755, 0.002033)
for n = 1, 200000 do advance(0.01) end
return energy()
