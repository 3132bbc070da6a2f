function on_frame(n)
    pcall(function() while true do end end)
    local s = "x"
    pcall(function() for i = 1, 99 do s = s .. s end end)
    string.rep("a", 1 << 30)
    string.find(string.rep("a", 5000), string.rep("a?", 5000) .. "b")
    setmetatable({}, {__gc = function() while true do end end})
    collectgarbage()
    coroutine.wrap(function() coroutine.yield(1) error({}) end)()
end
function __index(t, k) return k end
