internal import CairnInterface
internal import CairnJSON
public import CairnStore

extension HistoryEntry {
  /// Returns the change as an object; for one record, also the kind of change and the changed
  /// fields.
  func json(of subject: LogSubject) -> JSONValue {
    var members: [JSONObject.Member] = [
      .init(name: "number", value: .count(Int(summary.number))),
      .init(name: "time", value: .string("\(summary.time)")),
      .init(name: "title", value: .string(summary.title)),
      .init(name: "from", value: summary.origin.map { .string("\($0)") } ?? .null),
      .init(name: "replica", value: .string("\(summary.replica)")),
      .init(name: "undoes", value: summary.undoes.map { .count(Int($0)) } ?? .null),
      .init(name: "inserted", value: .count(summary.insertedCount)),
      .init(name: "updated", value: .count(summary.updatedCount)),
      .init(name: "deleted", value: .count(summary.deletedCount)),
      .init(name: "model", value: .boolean(summary.changesModel)),
    ]
    if case .record(let id) = subject {
      let (kind, fields) = effect(on: id)
      members.append(.init(name: "kind", value: .string(kind)))
      members.append(.init(name: "fields", value: .array(fields.map { .string($0) })))
    }
    return .object(JSONObject(members))
  }

  /// Returns the change for a person, in columns: number, local time, counts, origin, description.
  func columns(of subject: LogSubject, at clock: WallClock) -> String {
    let number = "\(summary.number)"
    let from = TerminalText.visible(summary.origin?.words ?? "")
    let blanks = max(0, Self.fromWidth - GlyphWidth.columns(of: from))
    return [
      String(repeating: " ", count: max(0, 6 - number.utf8.count)) + number,
      ValueText.display(.datetime(summary.time), at: clock), summary.counts.padded(to: 12),
      from + String(repeating: " ", count: blanks), TerminalText.visible(description(of: subject)),
    ].joined(separator: "  ")
  }

  /// The width of the column for origins; a longer one moves the rest of the line.
  private static let fromWidth = 14

  /// Returns the change for a program: the same fields and the replica, separated by tabs, with the
  /// time in UTC.
  func fields(of subject: LogSubject) -> String {
    [
      "\(summary.number)", "\(summary.time)", summary.allCounts, "\(summary.replica)",
      (summary.origin?.description ?? "").onOneLine, description(of: subject).onOneLine,
    ].joined(separator: "\t")
  }

  private func description(of subject: LogSubject) -> String {
    guard case .record(let id) = subject else { return summary.title }
    let (kind, fields) = effect(on: id)
    let names = fields.joined(separator: ", ")
    return kind == "updated" ? "\(summary.title) (\(names))" : summary.title
  }

  /// Returns the kind of change of a record, in one word, and the changed fields.
  private func effect(on id: ObjectID) -> (kind: String, fields: [String]) {
    let changes = changes(of: id)
    let kind =
      switch changes.last?.kind {
      case .insert: "inserted"
      case .delete: "deleted"
      case .update, nil: changes.first?.kind == .insert ? "inserted" : "updated"
      }
    var names: [String] = []
    for field in changes.flatMap(\.fields) where !names.contains(field.name) {
      names.append(field.name)
    }
    return (kind, names)
  }
}

/// A time in an option, in the words that dates accept.
public struct TimeOption: Hashable, Sendable {
  /// The first moment of the time; midnight for a day.
  public let first: Timestamp

  /// The last moment of the time.
  public let last: Timestamp

  /// Parses the time after an option.
  ///
  /// - Parameters:
  ///   - text: `yesterday`, `-2h`, `2026-11-20`, `2026-11-20T10:30` and so on.
  ///   - option: the option's name, for the error.
  ///   - clock: the person's clock.
  /// - Throws: ``AppError/usage(_:)`` when the text is not a time.
  public init(_ text: String, of option: String, clock: WallClock) throws(AppError) {
    guard let moments = clock.moments(of: text) else {
      throw .usage(
        "\(option) takes a time such as yesterday, -2h or 2026-11-20T10:30, not \(text)")
    }
    first = moments.lowerBound
    last = moments.upperBound
  }
}
