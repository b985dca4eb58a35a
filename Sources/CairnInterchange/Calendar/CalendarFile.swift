internal import CairnStore

/// An entry of a calendar: an event, a task or a journal.
struct CalendarEntry: Sendable {
  /// The components that become records.
  enum Kind: String {
    case event = "VEVENT"
    case task = "VTODO"
    case journal = "VJOURNAL"
  }

  var kind: Kind
  /// The line at which the entry begins, from 1.
  var line: Int
  var properties: [ContentLine] = []
  /// Why the entry cannot be used.
  var problem: RowProblem?
  /// The reasons why some lines cannot be read.
  var losses: [RowProblem] = []

  /// Whether another line has the UID, as the value of a field.
  ///
  /// Then the UID is from another calendar, and names no record of the store that exported this one.
  var keepsIdentity: Bool {
    properties.contains {
      $0.name == CardField.ownProperty
        && $0.values(of: CardCells.fieldParameter).first == CalendarField.identifier
    }
  }
}

/// The entries of an iCalendar file (RFC 5545), and of vCalendar 1.0 before it.
///
/// 1. Events, tasks and journals are entries. Alarms within them, and other components, are skipped
///    and counted. So are lines outside of all components.
/// 2. A line that cannot be read costs only itself. An entry without an end cannot be used, and
///    reading continues with the next entry.
/// 3. The components `VTIMEZONE` tell how times with their `TZID` are meant.
struct CalendarFile: Sendable {
  private(set) var entries: [CalendarEntry] = []
  private(set) var zones = CalendarZones()
  /// The properties of the calendar itself.
  private(set) var properties: [ContentLine] = []
  private let name: String
  /// The components that were skipped, with their number and the first line.
  private var skipped: [String: (count: Int, line: Int)] = [:]
  private var outside = (count: 0, line: 0)

  /// Reads a file to its end.
  init(_ source: ByteStream) throws(InterchangeError) {
    name = source.name
    var lines = FoldedLines(source)
    while let line = try lines.take() {
      if line.allSatisfy({ $0 <= Byte.space }) { continue }
      let word = FoldedLines.word(line)
      if word.hasPrefix("BEGIN:") {
        try read(String(word.dropFirst(6)), &lines)
      } else if !word.hasPrefix("END:") {
        let whole = try lines.unfolded(line)
        guard let property = try? Self.property(whole, lines.number).get(), property.isNamed else {
          if outside.count == 0 { outside.line = lines.number }
          outside.count += 1
          continue
        }
        properties.append(property)
      }
    }
    zones.find(entries.flatMap(\.properties).flatMap { $0.values(of: "TZID") })
  }

  /// Reads a component after its first line.
  private mutating func read(
    _ component: String, _ lines: inout FoldedLines
  ) throws(InterchangeError) {
    if component == "VCALENDAR" { return }
    guard let kind = CalendarEntry.Kind(rawValue: component) else {
      if component == "VTIMEZONE" {
        let parts = try parts(of: component, &lines)
        zones.add(parts)
      } else {
        note(component, at: lines.number)
        _ = try parts(of: component, &lines)
      }
      return
    }
    var entry = CalendarEntry(kind: kind, line: lines.number)
    while let line = try lines.peek() {
      let word = FoldedLines.word(line)
      if word.hasPrefix("BEGIN:"), Self.isOuter(String(word.dropFirst(6))) { break }
      _ = try lines.take()
      if word == "END:" + component {
        if entry.properties.isEmpty { entry.problem = entry.losses.first }
        entries.append(entry)
        return
      }
      if word == "END:VCALENDAR" { break }
      if word.hasPrefix("BEGIN:") {
        let inner = String(word.dropFirst(6))
        note(inner, at: lines.number)
        _ = try parts(of: inner, &lines)
      } else if !line.allSatisfy({ $0 <= Byte.space }), !word.hasPrefix("END:") {
        let whole = try lines.unfolded(line)
        switch Self.property(whole, lines.number) {
        case .success(let property): entry.properties.append(property)
        case .failure(let problem): entry.losses.append(problem)
        }
      }
    }
    let word = kind == .event ? "event" : kind == .task ? "task" : "journal"
    entry.problem = .unreadable(
      line: entry.line, reason: "the \(word) that begins here never ends")
    entries.append(entry)
  }

  /// Returns the lines of a component and of those within it, up to its end or the next entry.
  private func parts(
    of component: String, _ lines: inout FoldedLines
  ) throws(InterchangeError) -> [ContentLine] {
    var parts: [ContentLine] = []
    while let line = try lines.peek() {
      let word = FoldedLines.word(line)
      if word == "END:VCALENDAR" { break }
      if word.hasPrefix("BEGIN:"), Self.isOuter(String(word.dropFirst(6))) { break }
      _ = try lines.take()
      if word == "END:" + component { break }
      let whole = try lines.unfolded(line)
      if case .success(let property) = Self.property(whole, lines.number) { parts.append(property) }
    }
    return parts
  }

  /// Whether a component never stands within an entry, so that the entry lacks its end.
  private static func isOuter(_ component: String) -> Bool {
    CalendarEntry.Kind(rawValue: component) != nil
      || ["VCALENDAR", "VTIMEZONE"].contains(component)
  }

  private static func property(_ line: [UInt8], _ number: Int) -> Result<ContentLine, RowProblem> {
    Result { () throws(RowProblem) in
      try ContentLine(line, number: number) { $0.text(of: $1) }
    }
  }

  private mutating func note(_ component: String, at line: Int) {
    skipped[component, default: (0, line)].count += 1
  }

  /// The value of a property of the calendar, without escapes.
  func value(of property: String) -> String? {
    properties.first { $0.name == property }.map { CardText.unescaped($0.value) }
  }

  /// Notices about skipped components and lines.
  var notices: [String] {
    var notices = skipped.sorted { $0.key < $1.key }.map { component, found in
      let part = component == "VALARM" ? "alarm" : "component \(component)"
      let verb = found.count == 1 ? "was" : "were"
      return "\(name): \(counted(found.count, part)) \(verb) left out, the first in line "
        + "\(found.line)"
    }
    if outside.count > 0 {
      let verb = outside.count == 1 ? "was" : "were"
      notices.append(
        "\(name): \(counted(outside.count, "line")) outside of a component \(verb) skipped, the "
          + "first in line \(outside.line)")
    }
    return notices
  }
}
