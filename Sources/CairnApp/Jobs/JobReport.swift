internal import CairnJSON
internal import CairnKit
internal import CairnScreens
internal import CairnStore

/// The record of a job: its description, progress and outcome.
struct JobReport: Hashable, Sendable {
  /// The kind of work.
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
    /// A command of the person's own.
    case command
  }

  /// The state of a job.
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

/// The outcome of a job.
struct JobOutcome: Hashable, Sendable {
  /// A summary of the result or the failure, in a sentence.
  var result = ""
  /// Details, one line each, such as the rows that could not be imported.
  var details: [String] = []
  /// The URL of the screen with the result.
  var url: String?
  /// The number of the change that the job saved, which can be undone.
  var change: UInt64?
  /// The replica that assigned this number; another store may have a change with the same number.
  var replica: Replica?
  /// The import that was done, so that the next one of such files begins with its choices.
  var source: EarlierImport?
}

// MARK: - Lines of a job's file

extension JobReport {
  /// The members that are known at the start of a job.
  var head: JSONObject {
    [
      "number": .count(number), "kind": .string(kind.rawValue), "title": .string(title),
      "started": .string("\(started)"),
    ]
  }

  /// Returns the members for the progress.
  static func members(of reading: JobProgress.Reading) -> JSONObject {
    [
      "done": .count(reading.done), "total": reading.total.map(JSONValue.count) ?? .null,
      "phase": .string(reading.phase),
    ]
  }

  /// The members that are known at the end.
  var tail: JSONObject {
    [
      "state": .string(state.rawValue), "ended": .optional(ended.map { "\($0)" }),
      "result": .string(outcome.result), "details": .array(outcome.details.map(JSONValue.string)),
      "url": .optional(outcome.url),
      "change": outcome.change.map { .number(JSONNumber($0)) } ?? .null,
      "replica": .optional(outcome.replica?.description),
      "source": outcome.source?.json ?? .null,
    ]
  }

  /// Returns one line of a job's file.
  static func line(of members: JSONObject) -> [UInt8] {
    JSONValue.object(members).bytes() + [UInt8(ascii: "\n")]
  }

  /// Reads all lines of a file, where later lines override earlier ones; `nil` if the job can't be
  /// identified.
  ///
  /// An incomplete last line, left by a killed process, is ignored.
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
      replica: known["replica"]?.string.flatMap(Replica.init(_:)),
      source: known["source"].flatMap(EarlierImport.init(_:)))
  }
}

extension JobReport {
  /// Returns the effects that announce the end of a job, on any screen.
  ///
  /// - Parameters:
  ///   - failure: the title above the reason for a failure, "The export failed".
  ///   - canceled: the message after a cancellation.
  ///   - done: the effects after success.
  /// - Returns: the effects that announce the end.
  func announced(
    failure: String, canceled: String, done: () -> [Effect]
  ) -> [Effect] {
    switch state {
    case .done: done()
    case .canceled: [.say(Message(canceled))]
    case .failed, .running, .interrupted: [.present(Notice(failure, outcome.result))]
    }
  }

  /// The state, with the progress of a running job.
  var stateText: String {
    guard state == .running, let fraction = reading.fraction else { return state.rawValue }
    return "\(Int(fraction * 100)) %"
  }

  /// The tone of the state.
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

  /// Returns the progress, the speed, and the estimated time left.
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

  /// Returns a duration in short form: "0.4 s", "12 s", "3 min 5 s".
  static func duration(_ seconds: Double) -> String {
    if seconds < 10 { return "\((max(0, seconds) * 10).rounded(.down) / 10) s" }
    let whole = Int(seconds)
    return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
  }

  /// Returns the time that has passed since a moment, in short form.
  static func age(of time: Timestamp, at clock: WallClock) -> String {
    Age.text(seconds: (clock.now.microseconds - time.microseconds) / 1_000_000)
  }
}
