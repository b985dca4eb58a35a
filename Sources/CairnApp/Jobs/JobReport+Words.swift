internal import CairnKit
internal import CairnScreens
internal import CairnStore

extension JobReport {
  /// What a person hears of a job that they started, wherever they are by then.
  ///
  /// - Parameters:
  ///   - failure: the title over why it failed, "The export failed".
  ///   - canceled: what is said where it was canceled.
  ///   - done: what follows where it was done.
  /// - Returns: the effects that tell.
  func announced(
    failure: String, canceled: String, done: () -> [Effect]
  ) -> [Effect] {
    switch state {
    case .done: done()
    case .canceled: [.say(Message(canceled))]
    case .failed, .running, .interrupted: [.present(Notice(failure, outcome.result))]
    }
  }

  /// Where it stands, with how far it is.
  var stateText: String {
    guard state == .running, let fraction = reading.fraction else { return state.rawValue }
    return "\(Int(fraction * 100)) %"
  }

  /// How good that is.
  var tone: Message.Tone {
    switch state {
    case .running, .done, .canceled: .plain
    case .failed: .bad
    case .interrupted: .warning
    }
  }

  func seconds(until end: Timestamp) -> Double {
    Double(end.microseconds - started.microseconds) / 1_000_000
  }

  /// How far it is, how fast, and how long it may take.
  func progressText(at now: Timestamp) -> String {
    var parts: [String] = []
    let done = Count.text(reading.done)
    if let fraction = reading.fraction, let total = reading.total {
      parts = ["\(Int(fraction * 100)) %", "\(done) of \(Count.text(total))"]
      let passed = seconds(until: now)
      if fraction > 0.02, passed > 1 {
        parts.append("\(Self.duration(passed / fraction * (1 - fraction))) left")
      }
    } else {
      parts = [reading.done == 0 ? "begins" : "\(done) done"]
    }
    if !reading.phase.isEmpty { parts.insert(reading.phase, at: 0) }
    return parts.joined(separator: " · ")
  }

  /// A time in the shortest words that matter: "0.4 s", "12 s", "3 min 5 s".
  static func duration(_ seconds: Double) -> String {
    if seconds < 10 { return "\((max(0, seconds) * 10).rounded(.down) / 10) s" }
    let whole = Int(seconds)
    return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
  }

  /// How long ago a time was, in the shortest words.
  static func age(of time: Timestamp, at clock: WallClock) -> String {
    Age.text(seconds: (clock.now.microseconds - time.microseconds) / 1_000_000)
  }
}
