# Of benchmarks that start servers, to be sourced.

# Waits until a server has written a text: its process, the text, its log. Ends the benchmark if the process has ended.
await() {
  until grep -qs "$2" "$3"; do
    kill -0 "$1" || { cat "$3" >&2; exit 1; }
    sleep 0.05
  done
}

# The servers that run until the benchmark ends.
processes=()
# shellcheck disable=SC2317 # Called by the trap.
stop_all() {
  for process in "${processes[@]}"; do kill "$process" 2>/dev/null || true; done
  wait
}
