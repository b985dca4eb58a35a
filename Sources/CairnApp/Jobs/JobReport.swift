internal import CairnJSON
internal import CairnKit
internal import CairnScreens
internal import CairnStore

/// What is known of a job: what it is, how far it is, and what came of it.
struct JobReport: Hashable, Sendable {
  /// What kind of work it is.
  enum Kind: String, Sendable {
    case `import`
    case export
    case mail
    case verify
    case fold
    case compact
    case backup
    case change
    case sync
  }

  /// Where it stands.
  enum State: String, Sendable {
    case running
    case done
    case failed
    case canceled
    /// The process ended before the job did.
    case interrupted
  }

  let number: Int
  let kind: Kind
  let title: String
  let started: Timestamp
  var state = State.running
  var ended: Timestamp?
  var reading = JobProgress.Reading()
  var outcome = JobOutcome()
}

/// What came of a job.
struct JobOutcome: Hashable, Sendable {
  /// What was done, or why it was not, in a sentence.
  var result = ""
  /// What else there is to say, a line each, such as the rows that could not be imported.
  var details: [String] = []
  /// The screen that shows what came of it.
  var url: String?
  /// The change of the store that it made, which can be undone.
  var change: UInt64?
  /// The replica that counts the change so; another store may have one of that number.
  var replica: Replica?
}

// MARK: - Lines of a job's file

extension JobReport {
  /// The members that are known once a job begins.
  var head: JSONObject {
    [
      "number": .count(number), "kind": .string(kind.rawValue), "title": .string(title),
      "started": .string("\(started)"),
    ]
  }

  /// The members that say how far it is.
  static func members(of reading: JobProgress.Reading) -> JSONObject {
    [
      "done": .count(reading.done), "total": reading.total.map(JSONValue.count) ?? .null,
      "phase": .string(reading.phase),
    ]
  }

  /// The members that are known at its end.
  var tail: JSONObject {
    [
      "state": .string(state.rawValue), "ended": .optional(ended.map { "\($0)" }),
      "result": .string(outcome.result), "details": .array(outcome.details.map(JSONValue.string)),
      "url": .optional(outcome.url),
      "change": outcome.change.map { .number(JSONNumber($0)) } ?? .null,
      "replica": .optional(outcome.replica?.description),
    ]
  }

  /// One line of a job's file.
  static func line(of members: JSONObject) -> [UInt8] {
    JSONValue.object(members).bytes() + [UInt8(ascii: "\n")]
  }

  /// Reads what the lines of a file say together, later ones first; `nil` if they don't say what
  /// job it is.
  ///
  /// What ends in the middle of a line, as when the process was killed, is passed over.
  init?(reading bytes: [UInt8]) {
    var known = JSONObject()
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let value = try? JSONValue(reading: Array(line)), let object = value.object else {
        continue
      }
      for member in object.members { known[member.name] = member.value }
    }
    guard let number = known["number"]?.integer,
      let kind = known["kind"]?.string.flatMap(Kind.init(rawValue:)),
      let title = known["title"]?.string,
      let started = known["started"]?.string.flatMap(Timestamp.init(_:))
    else { return nil }
    self.init(number: Int(number), kind: kind, title: title, started: started)
    state = known["state"]?.string.flatMap(State.init(rawValue:)) ?? .running
    ended = known["ended"]?.string.flatMap(Timestamp.init(_:))
    reading = JobProgress.Reading(
      known["done"]?.integer.map(Int.init) ?? 0, of: known["total"]?.integer.map(Int.init),
      phase: known["phase"]?.string ?? "")
    outcome = JobOutcome(
      result: known["result"]?.string ?? "",
      details: known["details"]?.array?.compactMap(\.string) ?? [], url: known["url"]?.string,
      change: known["change"]?.integer.map(UInt64.init(clamping:)),
      replica: known["replica"]?.string.flatMap(Replica.init(_:)))
  }
}

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
