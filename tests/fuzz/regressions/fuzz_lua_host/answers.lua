Actor = {}
function Actor.Hit(self, points) self.wounds = (self.wounds or 0) + points end
function Actor.get_Health(self) return 100 - (self.wounds or 0) end
function methods.IsAlive(self) return (self.wounds or 0) < 100 end
burah = object("Burah", "Actor")
function irand(limit) return math.random(0, limit - 1) end
function GetPosition(actor) return vec(1, 2, 3) + vec(1, 1, 1) * 2 end
function FindActor(name) return out{[2] = object(name)} end
function GetDayTime() return result(12.5) end
function Display(text) log("shown", text) return string.rep("x", 40) end
function PrintInt(n) print(n, string.format("%5.2f %q", n, "a")) end
function Trace(text) error("no " .. tostring(text)) end
function PlayAnimation() wait(0.3) return true end
function on_frame(n, seconds)
    local t = {}
    for i = 1, 10 do t[i] = i * seconds end
    table.sort(t, function(a, b) return a > b end)
    send("OnUse", burah, n, "text", vec(0, 0, 1))
    pcall(call, "main", n)
end
