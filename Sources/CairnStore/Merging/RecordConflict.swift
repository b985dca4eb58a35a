/// A record of which two copies of the store changed the same, with what there is to choose from.
public struct RecordConflict: Hashable, Sendable {
  /// One of the values that stand in the text.
  public struct Side: Hashable, Sendable {
    /// Whose it is, as the text says: the name of a machine.
    public var name: String
    /// The texts of the field's values, none for no value; of a whole record its lines.
    public var texts: [String]

    fileprivate var lines: [UInt8]
  }

  /// A field with several values, of which a person is to choose one.
  public struct Field: Hashable, Sendable {
    /// The field's name; `nil` where whole records stand against each other.
    public var name: String?
    /// What there is to choose from; the first is what the record shows.
    public var sides: [Side]
    /// The texts that both sides began with, where the text has them.
    public var base: [String]
  }

  /// The record.
  public var id: ObjectID
  /// What there is to choose.
  public var fields: [Field]
}

extension RecordConflict {
  /// Reads the block of a contested record; `nil` where its sides can't be told from each other.
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

  /// The block of the record with the sides that a person chose in the place of conflicts.
  ///
  /// - Parameters:
  ///   - block: the block that the conflict was read from.
  ///   - choices: the number of a side for each field that is chosen, `nil` for the whole record.
  ///   - entity: the record's.
  /// - Returns: the block; conflicts of fields that are not among the choices stay.
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

/// The sides of a conflict in some lines, those inside others included.
private struct Alternatives {
  /// What both began with.
  private(set) var base: [UInt8] = []

  private let text: [UInt8]
  private var line = 0

  init(_ text: [UInt8]) { self.text = text }

  /// Each of the texts that the lines may become.
  mutating func take() -> [(name: String, lines: [UInt8])] {
    var sides: [(name: String, lines: [UInt8])] = [("", [])]
    while line < text.count {
      let end = text.span.endOfLine(from: line)
      switch ConflictMarks.Mark(on: text.span, at: line) {
      case .start:
        let conflict = takeConflict()
        // What stands around the conflict belongs to each side of it.
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

  /// What stands behind the mark on this line, and goes on behind it.
  private mutating func label() -> String {
    var lines = TextLines(from: line)
    guard lines.next(in: text.span) else { return "" }
    line = lines.range.upperBound
    return String(decoding: text[lines.content(in: text.span).dropFirst(8)], as: UTF8.self)
  }
}
