/// When work is due that waits for a quiet moment after changes.
///
///                    change                 due                  done
///        idle ─────────────────▶ waiting ─────────▶ running ─────────────▶ idle, or waiting
///                                 ▲   change: later    │                    if something changed
///                                 └────────────────────┘ failed: after a pause
///
/// 1. It is due 2 s after the last change, and 10 s after the first at the latest.
/// 2. It never runs twice at a time; what changes meanwhile makes it due again.
/// 3. After a failure it rests for 30 s, whatever changes, and says so once.
struct Upkeep {
  static let rest = Duration.seconds(2)
  static let limit = Duration.seconds(10)
  static let pause = Duration.seconds(30)

  private var firstChange: ContinuousClock.Instant?
  private var waiting: ContinuousClock.Instant?
  private var pausedUntil: ContinuousClock.Instant?
  private var isRunning = false
  private var hasFailed = false

  /// When it is to begin, `nil` if nothing is to be done or it is under way.
  var due: ContinuousClock.Instant? { isRunning ? nil : waiting }

  /// Takes note that something changed.
  mutating func noteChange(at now: ContinuousClock.Instant) {
    let first = firstChange ?? now
    firstChange = first
    let wanted = min(now.advanced(by: Self.rest), first.advanced(by: Self.limit))
    waiting = max(wanted, pausedUntil ?? wanted)
  }

  /// Takes note that the work begins.
  mutating func begin() {
    (firstChange, waiting, isRunning) = (nil, nil, true)
  }

  /// Takes note that the work is done, or that it failed.
  ///
  /// - Returns: whether this is the first failure since it went well.
  mutating func end(failed: Bool, at now: ContinuousClock.Instant) -> Bool {
    defer { hasFailed = failed }
    isRunning = false
    pausedUntil = failed ? now.advanced(by: Self.pause) : nil
    if failed {
      firstChange = firstChange ?? now
      waiting = pausedUntil
    }
    return failed && !hasFailed
  }
}
