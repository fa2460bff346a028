# What `IEx.Autocomplete` takes for ten inputs: the median in nanoseconds.
{:ok, _} = Application.ensure_all_started(:iex)
inputs = ["Enum.", "Enum.ma", "String.", "String.up", "Str", "Map.", "List.fl", "IO.", ":lists.", "Ke"]

time = fn input ->
  code = Enum.reverse(String.to_charlist(input))
  start = System.monotonic_time(:nanosecond)
  {:yes, _, _} = IEx.Autocomplete.expand(code)
  System.monotonic_time(:nanosecond) - start
end

for _ <- 1..20, input <- inputs, do: time.(input)
times = Enum.sort(for _ <- 1..100, input <- inputs, do: time.(input))
IO.puts(Enum.at(times, div(length(times), 2)))
