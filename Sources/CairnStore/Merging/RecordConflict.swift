/// A record that two copies of the store changed in the same place, with the choices for a person.
public struct RecordConflict: Hashable, Sendable {
  /// One of the values between the conflict marks.
  public struct Side: Hashable, Sendable {
    /// The name of the machine that the value comes from, as the text says.
    public var name: String
    /// The texts of the field's values, empty for no value; for a whole record, its lines.
    public var texts: [String]

    fileprivate var lines: [UInt8]
  }

  /// A field with several values, of which a person has to choose one.
  public struct Field: Hashable, Sendable {
    /// The field's name; `nil` if the whole records conflict.
    public var name: String?
    /// The choices; the record shows the first one.
    public var sides: [Side]
    /// The values before both sides' changes, if the text has them.
    public var base: [String]
  }

  /// The identity of the record.
  public var id: ObjectID
  /// The fields in conflict.
  public var fields: [Field]
}

extension RecordConflict {
  /// Reads the block of a contested record; `nil` if its sides can't be told apart.
  init?(_ block: [UInt8], of id: ObjectID, _ entity: Entity) {
    self.id = id
    if let lines = RecordLines(block, of: entity) {
      fields = lines.names.compactMap { name in
        guard let group = lines[name], group.isContested else { return nil }
        var conflict = Alternatives(group.lines)
        return Field(
          name: name,
          sides: conflict.take().map { side in
            Side(name: side.name, texts: RecordLines.texts(of: side.lines), lines: side.lines)
          }, base: RecordLines.texts(of: conflict.base))
      }
    } else {
      var conflict = Alternatives(block)
      let sides = conflict.take().map { side in
        Side(
          name: side.name, texts: [String(decoding: side.lines, as: UTF8.self)], lines: side.lines)
      }
      fields = [Field(name: nil, sides: sides, base: [])]
    }
    guard !fields.isEmpty, fields.allSatisfy({ $0.sides.count > 1 }) else { return nil }
  }

  /// Returns the record's block with the chosen sides instead of the conflicts.
  ///
  /// - Parameters:
  ///   - block: the block that the conflict was read from.
  ///   - choices: the number of the chosen side for each field; the key `nil` is the whole record.
  ///   - entity: the record's entity.
  /// - Returns: the block; conflicts of fields without a choice stay.
  func resolved(
    _ block: [UInt8], _ choices: [String?: Int], of entity: Entity
  ) -> [UInt8] {
    guard let lines = RecordLines(block, of: entity) else {
      let whole: String? = nil
      guard let choice = choices[whole], let side = side(choice, of: nil) else { return block }
      return side.lines
    }
    var result: [UInt8] = []
    for name in lines.names {
      guard let group = lines[name] else { continue }
      result += group.comments
      let chosen = choices[name].flatMap { number in side(number, of: name) }
      result += chosen?.lines ?? group.lines
    }
    return result
  }

  private func side(_ number: Int, of name: String?) -> Side? {
    let sides = fields.first { $0.name == name }?.sides ?? []
    return sides.indices.contains(number) ? sides[number] : nil
  }
}

/// The sides of a conflict in some lines, including nested conflicts.
private struct Alternatives {
  /// The lines before both sides' changes.
  private(set) var base: [UInt8] = []

  private let text: [UInt8]
  private var line = 0

  init(_ text: [UInt8]) { self.text = text }

  /// Returns each of the possible texts of the lines.
  mutating func take() -> [(name: String, lines: [UInt8])] {
    var sides: [(name: String, lines: [UInt8])] = [("", [])]
    while line < text.count {
      let end = text.span.endOfLine(from: line)
      switch ConflictMarks.Mark(on: text.span, at: line) {
      case .start:
        let conflict = takeConflict()
        // The lines around the conflict belong to each of its sides.
        sides = sides.flatMap { side in
          conflict.map { (($0.name.isEmpty ? side.name : $0.name), side.lines + $0.lines) }
        }
      case .base, .separator, .end: return sides
      case nil:
        for index in sides.indices { sides[index].lines += text[line..<end] }
        line = end
      }
    }
    return sides
  }

  private mutating func takeConflict() -> [(name: String, lines: [UInt8])] {
    let first = label()
    var sides = named(take(), first)
    while line < text.count, let mark = ConflictMarks.Mark(on: text.span, at: line), mark != .end {
      _ = label()
      let next = take()
      if mark == .base {
        if base.isEmpty { base = next.first?.lines ?? [] }
      } else {
        sides += next
      }
    }
    let last = line < text.count ? label() : ""
    return named(sides, last)
  }

  private func named(
    _ sides: [(name: String, lines: [UInt8])], _ name: String
  ) -> [(name: String, lines: [UInt8])] {
    sides.map { ($0.name.isEmpty ? name : $0.name, $0.lines) }
  }

  /// Returns the name after the mark on this line, and moves to the next line.
  private mutating func label() -> String {
    var lines = TextLines(from: line)
    guard lines.next(in: text.span) else { return "" }
    line = lines.range.upperBound
    return String(decoding: text[lines.content(in: text.span).dropFirst(8)], as: UTF8.self)
  }
}
