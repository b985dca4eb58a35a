internal import CairnInterface
internal import CairnJSON
public import CairnStore

extension HistoryEntry {
  /// The change as an object: of one record also what happened to it, and to which fields.
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

  /// The change for a person, in columns: number, local time, counts, where from, what it did.
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

  /// As many columns are kept for where changes come from; a longer name moves what follows.
  private static let fromWidth = 14

  /// The change for a program: the same, and the replica, with tabs between and the time in
  /// universal time.
  func fields(of subject: LogSubject) -> String {
    [
      "\(summary.number)", "\(summary.time)", summary.counts, "\(summary.replica)",
      (summary.origin?.description ?? "").onOneLine, description(of: subject).onOneLine,
    ].joined(separator: "\t")
  }

  private func description(of subject: LogSubject) -> String {
    guard case .record(let id) = subject else { return summary.title }
    let (kind, fields) = effect(on: id)
    let names = fields.joined(separator: ", ")
    return kind == "updated" ? "\(summary.title) (\(names))" : summary.title
  }

  /// What happened to a record, in one word, and the fields that changed.
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

/// A time that a person gives an option, in the words that dates take.
public struct TimeOption: Hashable, Sendable {
  /// The first moment of what was named, midnight for a day.
  public let first: Timestamp

  /// The last moment of what was named.
  public let last: Timestamp

  /// Reads what was typed behind an option.
  ///
  /// - Parameters:
  ///   - text: `yesterday`, `-2h`, `2026-11-20`, `2026-11-20T10:30` and so on.
  ///   - option: the option's name, for the error.
  ///   - clock: what the person's clock shows.
  /// - Throws: ``AppError/usage(_:)`` when it is no time.
  public init(_ text: String, of option: String, clock: WallClock) throws(AppError) {
    guard let moments = clock.moments(of: text) else {
      throw .usage(
        "\(option) takes a time such as yesterday, -2h or 2026-11-20T10:30, not \(text)")
    }
    first = moments.lowerBound
    last = moments.upperBound
  }
}
