/// The lines of a record, grouped by field.
///
/// A group has the comments above its values and, after an undecided merge, both sides.
struct RecordLines {
  /// The lines of one field.
  struct Group: Equatable {
    /// The comments above the field's values, line ends included.
    var comments: [UInt8] = []
    /// The lines of its values, or of the conflict around them.
    var lines: [UInt8] = []
    /// Whether a conflict surrounds the values.
    var isContested = false
  }

  /// The name of the group for the comments after the last field.
  static let end = ""
  /// The name of the group for the line of the record's Id.
  static let identity = "Id"

  /// The current names of the fields, in the order of the lines.
  private(set) var names: [String] = []
  /// The lines of each field, in the same order.
  private var groups: [Group] = []
  /// The place of each name in `names`, from `hashedCount` names on.
  private var places: [String: Int] = [:]

  /// With fewer names, comparing them all is faster than hashing one.
  private static let hashedCount = 24

  /// The lines of a field; `nil` if the record doesn't have the field.
  subscript(name: String) -> Group? { place(of: name).map { groups[$0] } }

  private func place(of name: String) -> Int? {
    names.count < Self.hashedCount ? names.firstIndex(of: name) : places[name]
  }

  /// Reads the lines of `block`; `nil` if a line belongs to no field, or if a conflict spans more
  /// than one field.
  init?(_ block: [UInt8], of entity: Entity) { self.init(block, LineFields(of: entity)) }

  /// Reads the lines of `block` with field names that serve for many blocks.
  init?(_ block: [UInt8], _ fields: LineFields) {
    let text = block.span
    var (lines, name) = (TextLines(), String?.none)
    var place = 0
    var comments: [UInt8] = []
    while lines.next(in: text) {
      let line = lines.range
      switch lines.kind(in: text) {
      case .comment:
        comments += block[line]
        name = nil
      case .blank:
        // A blank line is allowed only between comments above the record.
        guard names.isEmpty else { return nil }
        comments += block[line]
      case .mark(.start):
        let conflict = line.lowerBound..<Self.endOfConflict(in: text, from: line.lowerBound)
        guard let field = Self.field(ofConflict: text.extracting(conflict), fields) else {
          return nil
        }
        add(Array(block[conflict]), to: field, comments, isContested: true)
        (comments, name) = ([], nil)
        lines = TextLines(from: conflict.upperBound)
      case .continuation:
        guard let name, let place = self.place(of: name) else { return nil }
        groups[place].lines += block[line]
      case .field, .descriptor, .mark:
        guard let field = fields.field(ofLine: text.extracting(line), after: &place) else {
          return nil
        }
        let bytes = Array(block[line])
        add(field.isCurrent ? bytes : Self.renamed(bytes, to: field.name), to: field.name, comments)
        (comments, name) = ([], field.name)
      }
    }
    if !comments.isEmpty { add([], to: Self.end, comments) }
    guard self[Self.identity]?.isContested == false else { return nil }
  }

  private mutating func add(
    _ lines: [UInt8], to name: String, _ comments: [UInt8], isContested: Bool = false
  ) {
    guard let place = place(of: name) else {
      names.append(name)
      if names.count == Self.hashedCount {
        places = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
      } else if names.count > Self.hashedCount {
        places[name] = names.count - 1
      }
      groups.append(Group(comments: comments, lines: lines, isContested: isContested))
      return
    }
    groups[place].lines += lines
    groups[place].comments += comments
    if isContested { groups[place].isContested = true }
  }

  /// Whether two blocks have the same fields and values, in any order of fields.
  static func areEqual(_ block: [UInt8], _ other: [UInt8]?, _ fields: LineFields) -> Bool {
    guard let other, block != other else { return other != nil }
    guard let lines = RecordLines(block, fields), let others = RecordLines(other, fields)
    else { return false }
    return lines.names.count == others.names.count
      && zip(lines.names, lines.groups).allSatisfy { others[$0] == $1 }
  }

  /// The texts of a field's values.
  static func texts(of lines: [UInt8]) -> [String] {
    let text = lines.span
    var texts: [String] = []
    var fields = TextLines()
    while fields.nextField(in: text) {
      let field = fields.content(in: text)
      let colon = text.firstIndex(of: .colon, from: field.lowerBound)
      var value: [UInt8] = []
      value.appendUnfolding(text.extracting(min(colon + 1, field.upperBound)..<field.upperBound))
      texts.append(String(decoding: value, as: UTF8.self))
    }
    return texts
  }

  /// The lines of a field with values of these texts.
  static func lines(of name: String, _ texts: [String]) -> [UInt8] {
    var lines: [UInt8] = []
    let name = Array(name.utf8)
    for text in texts {
      let bytes = Array(text.utf8)
      lines.appendField(name: name.span, text: bytes.span)
    }
    return lines
  }

  /// Returns the line with the field's current name.
  private static func renamed(_ line: [UInt8], to name: String) -> [UInt8] {
    guard let colon = line.firstIndex(of: .colon) else { return line }
    return Array(name.utf8) + line[colon...]
  }

  /// The one field of the lines in a conflict; `nil` for several or none.
  private static func field(ofConflict text: Span<UInt8>, _ fields: LineFields) -> String? {
    var names: Set<String> = []
    var lines = TextLines()
    while lines.next(in: text) {
      switch lines.kind(in: text) {
      case .blank: return nil
      case .mark, .continuation, .comment: continue
      case .field, .descriptor:
        var place = 0
        guard let field = fields.field(ofLine: text.extracting(lines.range), after: &place) else {
          return nil
        }
        names.insert(field.name)
      }
    }
    return names.count == 1 ? names.first : nil
  }

  /// Returns the end of the line that closes the conflict at `start`.
  private static func endOfConflict(in text: Span<UInt8>, from start: Int) -> Int {
    var (lines, depth) = (TextLines(from: start), 0)
    while lines.next(in: text) {
      switch lines.kind(in: text) {
      case .mark(.start): depth += 1
      case .mark(.end):
        depth -= 1
        if depth == 0 { return lines.range.upperBound }
      default: break
      }
    }
    return text.count
  }
}
