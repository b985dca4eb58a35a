internal import CairnJSON
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
