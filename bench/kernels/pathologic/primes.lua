local count, n = 1, 3
while n < 400000 do
  local d, prime = 3, true
  while d * d <= n do
    if n % d == 0 then prime = false break end
    d = d + 2
  end
  if prime then count = count + 1 end
  n = n + 2
end
return count
