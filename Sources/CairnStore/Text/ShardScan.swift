/// The first pass over a shard's text, which finds each record and each field.
///
/// A second pass reads the values, one column at a time. That is fast, because each inner loop
/// touches one array. For the same reason this pass finds the end of a line together with the
/// colon of its field, without `TextLines`. What any other line means is decided by `LineKind`.
struct ShardScan {
  /// The range of a field's text, from after its colon to the end of its last line.
  struct Field {
    var start: Int32
    var end: Int32
    /// Whether the text has several lines, or may end in a guard.
    var isFolded: Bool

    static let none = Field(start: -1, end: -1, isFolded: false)

    private init(start: Int32, end: Int32, isFolded: Bool) {
      (self.start, self.end, self.isFolded) = (start, end, isFolded)
    }

    /// The field whose name ends at `colon`, with its text, which ends at `end`.
    @inline(__always)
    init(colon: Int, end: Int, in text: Span<UInt8>) {
      start = Int32(truncatingIfNeeded: colon + 1)
      self.end = Int32(truncatingIfNeeded: end)
      isFolded = end > colon + 2 && text[end - 1] == .space
    }

    var isPresent: Bool { start >= 0 }
    var range: Range<Int> { Int(start)..<Int(end) }
  }

  /// A field of a record that no column reads directly.
  struct Extra {
    var row: Int
    /// The column of a list's element, `nil` for a field that the model does not know.
    var column: Int?
    var name: Range<Int>
    var field: Field
  }

  /// A record that cannot be read.
  struct Unreadable {
    var range: Range<Int>
    var reason: String
    /// The offset of the mistake, or the record's start if the mistake has no offset.
    var place: Int
  }

  let names: FieldNames
  private let isList: [Bool]

  private(set) var keys: [RecordKey] = []
  /// The range of each record, without the comments above it.
  private(set) var ranges: [Range<Int>] = []
  /// A field for each column of each record.
  private(set) var fields: [Field] = []
  private(set) var extras: [Extra] = []
  /// The lines of comments above and in records.
  private(set) var comments: [(row: Int, range: Range<Int>)] = []

  /// The lines of comments above a record.
  func comments(aboveRow row: Int) -> [Range<Int>] {
    // The comments are in the order of their rows, and there may be a hundred thousand.
    let start = comments.partitioningIndex { $0.row >= row }
    return comments[start...].prefix { $0.row == row }.map(\.range)
      .filter { $0.lowerBound < ranges[row].lowerBound }
  }

  /// The lines of descriptors.
  private(set) var descriptor: [Range<Int>] = []
  /// The lines of descriptors that name the records below.
  private(set) var titles: [Range<Int>] = []
  private(set) var unreadable: [Unreadable] = []
  /// Comments after the last record.
  private(set) var closing: [Range<Int>] = []
  /// Whether the text has a line like a conflict mark.
  private(set) var hasConflictMarks = false

  private var record: OpenRecord?

  /// The record that contains the current line.
  private struct OpenRecord {
    var start: Int
    var isDescriptor: Bool
    var key: RecordKey?
    var fault: String?
    var faultPlace: Int?
  }

  /// The field of the open record that a line may continue.
  private var lastField = LastField.none
  /// The most likely column of the next field; unused outside records and in descriptors.
  private var hint: Int

  /// The field that a continuation line belongs to.
  private enum LastField {
    case none, identity, extra
    case column(place: Int)
  }

  init(_ entity: Entity) {
    names = FieldNames(entity)
    hint = names.count
    isList = entity.storedProperties.map(\.isList)
  }

  mutating func run(_ text: Span<UInt8>) {
    // Reserves room for a full shard, or for one record per few lines of a short text.
    fields.reserveCapacity(min(Int(ShardName.capacity), text.count / 64) * names.count)
    var start = text.hasPrefix("\u{FEFF}", at: 0) ? 3 : 0
    while start < text.count {
      if hint < names.count { start = addExpectedFields(text, from: start) }
      guard start < text.count else { break }
      let hint = hint
      let colon = names.colon(ofLineAt: start, in: text, startingWith: hint)
      let end = text.firstIndex(of: .newline, from: colon ?? start)
      let content = end > start && text[end - 1] == .carriageReturn ? end - 1 : end
      if let colon {
        addField(text, line: start, colon: colon, end: content, column: hint)
      } else {
        addLine(text, start, content, next: min(end + 1, text.count))
      }
      start = end + 1
    }
    closeRecord(at: text.count)
  }

  /// Drops a record that a later check of its bytes found unreadable.
  mutating func drop(row: Int) {
    ranges[row] = 0..<0
  }
}

// Lines.
extension ShardScan {
  /// Adds the fields that follow the model's order with one line each, which is the usual case.
  ///
  /// - Returns: the start of the first line that is no such field.
  @inline(__always)
  private mutating func addExpectedFields(_ text: Span<UInt8>, from first: Int) -> Int {
    let row = keys.count * names.count
    var start = first
    var column = hint
    while column < names.count {
      // Fields without a value have no line.
      guard let colon = names.colon(ofLineAt: start, in: text, startingWith: column) else {
        column += 1
        continue
      }
      hint = column
      guard !isList[column], !fields[row + column].isPresent else { break }
      let end = text.firstIndex(of: .newline, from: colon)
      let content = text[end - 1] == .carriageReturn ? end - 1 : end
      fields[row + column] = Field(colon: colon, end: content, in: text)
      lastField = .column(place: row + column)
      column += 1
      hint = column
      start = end + 1
    }
    return start
  }

  private mutating func addLine(_ text: Span<UInt8>, _ start: Int, _ end: Int, next: Int) {
    let kind = LineKind(text, start..<end)
    switch kind {
    case .blank: return closeRecord(at: start)
    case .comment:
      closing.append(start..<next)
      // A comment ends a field, as in recutils.
      return lastField = .none
    case .mark: hasConflictMarks = true
    case .descriptor, .continuation, .field: break
    }
    if record == nil { openRecord(at: start, isDescriptor: kind == .descriptor) }
    if record?.isDescriptor == true {
      if text.hasPrefix("%rec:", at: start) { titles.append(start..<next) }
      descriptor.append(start..<next)
    } else if kind == .continuation {
      continueField(to: end)
    } else {
      addAnyField(text, start, end)
    }
  }

  private mutating func openRecord(at start: Int, isDescriptor: Bool) {
    record = OpenRecord(start: start, isDescriptor: isDescriptor)
    lastField = .none
    // Nothing in a descriptor is a field.
    guard !isDescriptor else { return }
    hint = 0
    fields.append(contentsOf: repeatElement(.none, count: names.count))
  }

  private mutating func addAnyField(_ text: Span<UInt8>, _ start: Int, _ end: Int) {
    var colon = start
    while colon < end, Name.isWordByte(text[colon]) { colon += 1 }
    guard colon > start, colon < end, text[colon] == .colon, Name.isLetter(text[start]) else {
      lastField = .none
      return blame(Self.fault(of: text, start), at: start)
    }
    if colon == start + 2, text.hasPrefix("Id", at: start) {
      return addIdentity(text, colon, end)
    }
    let column = names.column(of: text, from: start, to: colon)
    addField(text, line: start, colon: colon, end: end, column: column)
  }

  private mutating func addIdentity(_ text: Span<UInt8>, _ colon: Int, _ end: Int) {
    let start = colon + 1 < end && text[colon + 1] == .space ? colon + 2 : colon + 1
    lastField = .identity
    if record?.key != nil {
      blame("the record has two Id fields", at: colon)
    } else if let key = RecordKey(utf8: text.extracting(start..<end)) {
      record?.key = key
    } else {
      let word = String(copying: text.extracting(start..<max(start, end)))
      blame("the Id cannot be \(word.quotedStart); expected an Id such as p3", at: colon)
    }
  }

  @inline(__always)
  private mutating func addField(
    _ text: Span<UInt8>, line: Int, colon: Int, end: Int, column: Int?
  ) {
    let field = Field(colon: colon, end: end, in: text)
    let listColumn = column.flatMap { isList[$0] ? $0 : nil }
    if let column, listColumn == nil {
      hint = column + 1
      let place = keys.count * names.count + column
      if !fields[place].isPresent {
        fields[place] = field
        lastField = .column(place: place)
        return
      }
    }
    if let listColumn { hint = listColumn }
    extras.append(Extra(row: keys.count, column: listColumn, name: line..<colon, field: field))
    lastField = .extra
  }

  private mutating func continueField(to end: Int) {
    switch lastField {
    case .none: blame("a continuation line without a field")
    case .identity: blame("the Id has several lines")
    case .column(let place):
      fields[place].end = Int32(truncatingIfNeeded: end)
      fields[place].isFolded = true
    case .extra:
      extras[extras.count - 1].field.end = Int32(truncatingIfNeeded: end)
      extras[extras.count - 1].field.isFolded = true
    }
  }

  private mutating func closeRecord(at end: Int) {
    guard let record else { return }
    self.record = nil
    hint = names.count
    guard !record.isDescriptor else { return }
    guard let key = record.key, record.fault == nil else {
      fields.removeLast(names.count)
      while extras.last?.row == keys.count { extras.removeLast() }
      // Comments inside an unreadable record stay where they are.
      while let last = closing.last, last.lowerBound > record.start { closing.removeLast() }
      let reason = record.fault ?? "the record has no Id"
      unreadable.append(
        Unreadable(
          range: record.start..<end, reason: reason, place: record.faultPlace ?? record.start))
      return
    }
    for range in closing { comments.append((keys.count, range)) }
    closing = []
    keys.append(key)
    ranges.append(record.start..<end)
  }

  /// Marks the open record as unreadable; only the first reason is reported.
  private mutating func blame(_ reason: String, at place: Int? = nil) {
    guard record?.fault == nil else { return }
    record?.fault = reason
    record?.faultPlace = place
  }

  private static func fault(of text: Span<UInt8>, _ start: Int) -> String {
    ConflictMarks.Mark(on: text, at: start) == nil
      ? "the line is not a field; expected Name: value"
      : "a part of a merge conflict is missing; keep the right lines and remove the mark"
  }
}
