internal import CairnScreens
internal import CairnStore

/// The records that a record owns, as lines of its form: one record a line, fields between bars.
///
///     1 | kg | yellow onions | sliced thin
///     60 | g | butter
///
/// 1. Lines are matched to records: a moved line by its text, a changed line by its unchanged
///    neighbors. Unmatched records were deleted, and unmatched lines are new.
/// 2. Only the changed fields of a line are written, so that changes by other processes to other
///    fields remain.
/// 3. Within a value, a bar is written as `\|`, a backslash as `\\`, line breaks and tabs as `\n`,
///    `\r` and `\t`, blanks at its ends as `\s`, other control characters by number: `\u{2028}`.
/// 4. A record without text has no line, and edits of the lines never delete it.
struct OwnedLines: Sendable {
  /// The link from the owner to its records.
  let link: Relationship
  let columns: [Attribute]
  let titleColumn: Int?

  /// Creates the lines of a relationship; `nil` unless its records are owned through it.
  init?(_ link: Relationship, in model: ObjectModel) {
    guard link.isOwning(in: model), let owned = model[link.destination] else { return nil }
    self.link = link
    let all = owned.attributes.filter { $0.type != .data }
    let first = owned.listedFields.compactMap { name in all.first { $0.name == name } }
    columns = first + all.filter { attribute in !first.contains { $0.name == attribute.name } }
    let title = owned.titleAttribute?.name
    titleColumn = columns.firstIndex { $0.name == title }
  }

  /// The columns of a line, in order.
  var hint: KeyWords {
    let names = columns.map(\.name).joined(separator: " | ")
    return link.isOrdered
      ? "\(names) · \(key: .areaNewline) adds a line · \(key: .lineUp) \(key: .lineDown) move it"
      : "\(names) · a line each"
  }

  // MARK: Text

  /// The text of the records in `rows`.
  func text(of rows: [Row], at clock: WallClock) -> String {
    rows.map { row in
      line(columns.map { row[$0.name].map { ValueText.typed($0, at: clock) } ?? "" })
    }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func text(of record: Record, at clock: WallClock) -> String {
    line(columns.map { record[$0.name].map { ValueText.typed($0, at: clock) } ?? "" })
  }

  /// The line of these values, without trailing bars.
  func line(_ values: [String]) -> String {
    let count = values.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    return values.prefix(count).map(escaped).joined(separator: " | ")
  }

  private func escaped(_ value: String) -> String {
    var text = value.unicodeScalars.reduce(into: "") { $0 += escaped($1) }
    // Blanks at the ends would be confused with the blanks around a bar.
    if text.first == " " { text = "\\s" + text.dropFirst() }
    if text.last == " " { text = text.dropLast() + "\\s" }
    return text
  }

  private func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": "\\\\"
    case "|" where columns.count > 1: "\\|"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case _
    where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      || scalar == "\u{2028}" || scalar == "\u{2029}":
      "\\u{\(String(scalar.value, radix: 16))}"
    default: String(scalar)
    }
  }

  /// The values of a line, one for each part between bars.
  func values(of line: some StringProtocol) -> [String] {
    // A fast path: few lines of a long pasted text contain a bar or a backslash.
    guard line.utf8.contains(where: { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: "\\") }) else {
      return [line.trimmingBlanks()]
    }
    var pieces = [""]
    var isEscaped = false
    for character in line {
      if character == "|", !isEscaped, columns.count > 1 {
        pieces.append("")
      } else {
        pieces[pieces.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return pieces.map { Self.unescaped($0.trimmingBlanks()) }
  }

  private static func unescaped(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let backslash = rest.firstIndex(of: "\\") {
      result += rest[..<backslash]
      rest = rest[rest.index(after: backslash)...]
      if rest.hasPrefix("u{"), let end = rest.firstIndex(of: "}"),
        let value = UInt32(rest[..<end].dropFirst(2), radix: 16),
        let scalar = Unicode.Scalar(value)
      {
        result.unicodeScalars.append(scalar)
        rest = rest[rest.index(after: end)...]
        continue
      }
      guard let character = rest.popFirst() else { return result + "\\" }
      switch character {
      case "n": result += "\n"
      case "r": result += "\r"
      case "t": result += "\t"
      case "s": result += " "
      default: result.append(character)
      }
    }
    return result + rest
  }

  /// The lines that aren't empty, with their numbers from 1.
  private func written(_ text: String) -> [(number: Int, values: [String])] {
    // This works on bytes, since it runs at each key typed into thousands of lines.
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated().compactMap { index, line in
        let values = values(of: Substring(line))
        return values.allSatisfy(\.isEmpty) ? nil : (index + 1, values)
      }
  }

  /// The reason why the text can't be saved, with the line's number; `nil` if it can.
  ///
  /// - Parameters:
  ///   - text: the lines.
  ///   - input: parses the values.
  ///   - isTyping: whether to skip lines without bars, which get bars when the person leaves them.
  /// - Returns: the reason.
  func problem(in text: String, _ input: ValueInput, isTyping: Bool = false) -> String? {
    let isArranged = isTyping && columns.count > 1 && titleColumn != nil
    for (number, values) in written(text) {
      if isArranged, values.count == 1 { continue }
      if values.count > columns.count {
        return "line \(number) has more than \(columns.map(\.name).joined(separator: " | "))"
      }
      for (index, attribute) in columns.enumerated() {
        let text = index < values.count ? values[index] : ""
        if text.isEmpty {
          if attribute.isRequired, attribute.defaultText == nil {
            return "line \(number): \(attribute.name) is required"
          }
          continue
        }
        do throws(InputError) {
          _ = try input.value(of: text, for: attribute)
        } catch {
          return "line \(number): \(attribute.name) needs \(error.expected)"
        }
      }
    }
    return nil
  }

  // MARK: Saving

  /// Changes the owned records to match the lines.
  ///
  /// - Parameters:
  ///   - text: the lines.
  ///   - owner: the record that owns them.
  ///   - input: parses the values.
  /// - Throws: `StoreError.unfitValue` for an invalid line; errors from creating and deleting
  ///   records.
  func apply(_ text: String, to owner: Record, _ input: ValueInput) throws(StoreError) {
    if let problem = problem(in: text, input) {
      throw .unfitValue(owner.id, field: link.name, reason: problem)
    }
    let all = owner.links(link.name)
    let before = all.filter { !self.text(of: $0, at: input.clock).isEmpty }
    let lines = written(text).map(\.values)
    let kept = Self.matches(
      from: before.map { self.text(of: $0, at: input.clock) }, to: lines.map { line($0) })
    var records: [Record] = []
    for (values, place) in zip(lines, kept) {
      let record: Record
      if let place {
        record = before[place]
      } else {
        record = try owner.context.create(link.destination)
      }
      try fill(record, values, isNew: place == nil, input)
      records.append(record)
    }
    let gone = Set(before.indices).subtracting(kept.compactMap(\.self))
    records += all.filter { record in !before.contains { $0.id == record.id } }
    if records.map(\.id) != all.map(\.id) { owner.setLinks(link.name, records) }
    if !gone.isEmpty { try owner.context.delete(gone.sorted().map { before[$0].id }) }
  }

  /// Gives a record the values of its line.
  ///
  /// In a new record, empty fields keep their defaults.
  private func fill(
    _ record: Record, _ values: [String], isNew: Bool, _ input: ValueInput
  ) throws(StoreError) {
    for (index, attribute) in columns.enumerated() {
      let text = index < values.count ? values[index] : ""
      if isNew, text.isEmpty { continue }
      let present = record[attribute.name].map { ValueText.typed($0, at: input.clock) } ?? ""
      guard !text.isIdentical(to: present) else { continue }
      do throws(InputError) {
        record[attribute.name] = text.isEmpty ? nil : try input.value(of: text, for: attribute)
      } catch {
        throw .unfitValue(record.id, field: attribute.name, reason: "needs " + error.expected)
      }
    }
  }

  /// For each new line, the index of the old line it came from; `nil` for an added line.
  static func matches(from old: [String], to new: [String]) -> [Int?] {
    var matches = [Int?](repeating: nil, count: new.count)
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var place = 0
    for index in new.indices where !inserted.contains(index) {
      while removed.contains(place) { place += 1 }
      matches[index] = place
      place += 1
    }
    // A moved line has the same text.
    for index in inserted.sorted() {
      guard let same = removed.sorted().first(where: { old[$0] == new[index] }) else { continue }
      matches[index] = same
      removed.remove(same)
    }
    // A changed line has the same neighbors.
    var previous = -1
    for index in new.indices {
      if let match = matches[index] {
        previous = match
      } else if removed.contains(previous + 1) {
        previous += 1
        matches[index] = previous
        removed.remove(previous)
      }
    }
    // A line that was moved and changed still has most of its words.
    for place in removed.sorted() {
      let words = Set(old[place].split(separator: " "))
      let rests = new.indices.filter { matches[$0] == nil }.map { index in
        (index, Set(new[index].split(separator: " ")).intersection(words).count)
      }
      guard let best = rests.max(by: { $0.1 < $1.1 }), best.1 * 2 > words.count else { continue }
      matches[best.0] = place
    }
    return matches
  }
}

extension Relationship {
  /// Whether a person picks the link's targets; owned records are lines of their owner's form.
  func isPicked(in model: ObjectModel) -> Bool { !isOwning(in: model) }
}
