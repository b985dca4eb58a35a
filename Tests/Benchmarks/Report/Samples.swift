import Glibc

/// What was measured in several rounds.
struct Samples {
  private(set) var values: [Double] = []

  var isEmpty: Bool { values.isEmpty }
  var least: Double { values.min() ?? 0 }
  var greatest: Double { values.max() ?? 0 }

  /// The value in the middle, which one slow round does not move.
  var median: Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The value that so many of a hundred are not above.
  func percentile(_ percent: Int) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return sorted[min(sorted.count - 1, (sorted.count * percent + 99) / 100 - 1)]
  }

  mutating func add(_ value: Double) { values.append(value) }

  mutating func add(_ duration: Duration) { values.append(duration.inSeconds) }
}

extension Duration {
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

/// How long `body` takes.
func timed(_ body: () throws -> Void) rethrows -> Duration {
  try ContinuousClock().measure(body)
}

/// How much of the processor's time this process uses for `body`, on all threads.
func processorTimed(_ body: () throws -> Void) rethrows -> Duration {
  func used() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
  let start = used()
  try body()
  return used() - start
}
