/// Reads the text of a shard leniently.
///
/// Lines may have Windows line ends; records and fields may have any order. Unreadable text is kept
/// byte for byte and reported; it never hides other records. For records in a merge conflict, the
/// first side is read (see `MergeConflicts`).
struct ShardReader {
  let entity: Entity
  let shard: ShardName
  /// The text to read: the file's text, with only the first side of each conflict.
  var bytes: [UInt8]
  let file: [UInt8]
  var conflicts: MergeConflicts?
  var draft: ChunkDraft
  private var problems: [StoreProblem] = []
  /// Where the lines end, found when the first problem asks for its line.
  private var lineEnds: [Int] = []

  /// The size of the largest file that is read, in bytes: places in a text have 32 bits.
  static let largestSize = Int(Int32.max)

  /// Reads `bytes`, the contents of the file of `shard`, which was in the state `origin`.
  ///
  /// A file with more than `limit` bytes stays unread, and is reported as damage.
  static func read(
    _ bytes: [UInt8], of shard: ShardName, in entity: Entity, origin: FileFingerprint?,
    limit: Int = largestSize
  ) -> (chunk: Chunk, problems: [StoreProblem]) {
    var reader = ShardReader(bytes, shard, entity)
    reader.draft.origin = origin
    guard bytes.count <= limit else {
      reader.draft.extras.unreadable = [bytes]
      reader.note(0, "the file is larger than 2 GiB; its records can't be read", .damage)
      return (reader.draft.finished(), reader.problems)
    }
    reader.read()
    return (reader.draft.finished(), reader.problems)
  }

  private init(_ bytes: [UInt8], _ shard: ShardName, _ entity: Entity) {
    self.bytes = bytes
    file = bytes
    self.shard = shard
    self.entity = entity
    draft = ChunkDraft(entity: entity, shard: shard)
  }

  private mutating func read() {
    var scan = ShardScan(entity)
    scan.run(bytes.span)
    if scan.hasConflictMarks, let conflicts = MergeConflicts(in: file) {
      self.conflicts = conflicts
      bytes = conflicts.firstSide
      scan = ShardScan(entity)
      scan.run(bytes.span)
    }
    let text = bytes
    keepUnreadable(&scan, text.span)
    let rows = sortedRows(scan)
    keepConflicts(scan, rows)
    draft.keys = rows.map { scan.keys[$0] }
    for column in draft.columns.indices { readColumn(column, scan, rows, text.span) }
    readExtras(scan, rows, text.span)
    readDescriptor(scan)
    for range in scan.closing where !isInConflict(range) {
      draft.extras.closing += text.line(range)
    }
  }

  /// Keeps the descriptor except its title, which is written anew each time.
  private mutating func readDescriptor(_ scan: ShardScan) {
    let blanks: Set<UInt8> = [.space, .newline, UInt8(ascii: "\t"), UInt8(ascii: "\r")]
    // A title with further words, such as a link to the rest of the descriptor, comes from a
    // person.
    let isPlain =
      Set(scan.titles.map { bytes[$0] }).count == 1
      && scan.titles.allSatisfy { bytes[$0].split(whereSeparator: blanks.contains).count <= 2 }
    for range in scan.descriptor
    where !(isPlain && scan.titles.contains(range)) && !isInConflict(range) {
      draft.extras.descriptor += bytes.line(range)
    }
  }

  /// Keeps records that have no Id, are broken, or have bytes that are not valid text.
  private mutating func keepUnreadable(_ scan: inout ShardScan, _ text: Span<UInt8>) {
    for record in scan.unreadable {
      keep(record.range)
      note(record.place, record.reason, .damage)
    }
    guard !text.isStorableText else { return }
    for row in scan.keys.indices {
      let record = text.extracting(scan.ranges[row])
      let reason =
        !record.isValidUTF8
        ? "the record is not valid UTF-8"
        : record.firstIndex(of: 0, from: 0) < record.count
          ? "the record has the character U+0000" : nil
      guard let reason else { continue }
      keep(scan.ranges[row], reason, below: scan.comments(aboveRow: row))
      scan.drop(row: row)
    }
  }

  /// Returns the rows of readable records in the order of their keys, each key once.
  private mutating func sortedRows(_ scan: ShardScan) -> [Int] {
    var rows: [Int] = []
    rows.reserveCapacity(scan.keys.count)
    var isSorted = true
    for (row, key) in scan.keys.enumerated() where !scan.ranges[row].isEmpty {
      guard ShardName(of: key, in: entity) == shard else {
        let home = ShardName(of: key, in: entity).path(entity: entity.name)
        keep(scan.ranges[row], "\(key) belongs in \(home)", below: scan.comments(aboveRow: row))
        continue
      }
      if let last = rows.last, scan.keys[last] >= key { isSorted = false }
      rows.append(row)
    }
    if isSorted { return rows }
    rows.sort { (scan.keys[$0], $0) < (scan.keys[$1], $1) }
    return firstOfEach(rows, scan)
  }

  private mutating func readColumn(
    _ column: Int, _ scan: ShardScan, _ rows: [Int], _ text: Span<UInt8>
  ) {
    let property = entity.storedProperties[column]
    var reader = ColumnReader(property, capacity: rows.count)
    if reader.readsText {
      reader.readTexts(ofRows: rows, column, scan, text)
      draft.columns[column] = reader.finished(draft.columns[column])
      return
    }
    for (place, row) in rows.enumerated() {
      let field = scan.fields[row * scan.names.count + column]
      guard field.isPresent else {
        reader.appendNull()
        continue
      }
      if !reader.append(field, text) {
        reader.appendNull()
        keepMisfit(property, field, row: place, text)
      }
    }
    draft.columns[column] = reader.finished(draft.columns[column])
  }

  /// Keeps the text of a value that does not fit its field.
  private mutating func keepMisfit(
    _ property: Property, _ field: ShardScan.Field, row: Int, _ text: Span<UInt8>
  ) {
    let value = field.text(in: text)
    let key = draft.keys[row]
    draft.extras.fields[key, default: []].append(.init(name: property.name, text: value))
    noteMisfit(property, field, row: row, text)
  }

  private mutating func noteMisfit(
    _ property: Property, _ field: ShardScan.Field, row: Int, _ text: Span<UInt8>
  ) {
    let value = field.text(in: text).quotedStart
    note(field.range.lowerBound, "\(property.name) of \(draft.keys[row]) cannot be \(value)")
  }
}

// Values without a column of their own: lists, unknown fields, comments.
extension ShardReader {
  private mutating func readExtras(_ scan: ShardScan, _ rows: [Int], _ text: Span<UInt8>) {
    guard !scan.extras.isEmpty || !scan.comments.isEmpty else { return }
    var places = [Int?](repeating: nil, count: scan.keys.count)
    for (place, row) in rows.enumerated() { places[row] = place }
    var commented: Set<Int> = []
    for (row, range) in scan.comments where places[row] != nil && !isInConflict(range) {
      if isInConflict(scan.ranges[row]) {
        draft.extras.closing += bytes.line(range)
      } else if range.lowerBound < scan.ranges[row].lowerBound {
        let line = bytes.line(range)
        draft.extras.comments[scan.keys[row], default: RecordComments()].add(line, at: .identity)
      } else {
        commented.insert(row)
      }
    }
    for row in commented {
      let comments = RecordComments(in: text.extracting(scan.ranges[row]), of: entity)
      draft.extras.comments[scan.keys[row], default: RecordComments()].add(comments)
    }
    var index = 0
    while index < scan.extras.count {
      let first = scan.extras[index]
      var items: [ShardScan.Field] = []
      while index < scan.extras.count, scan.extras[index].row == first.row,
        scan.extras[index].column == first.column
      {
        if first.column == nil, let place = places[first.row] {
          keepUnknown(scan.extras[index], row: place, text)
        } else {
          items.append(scan.extras[index].field)
        }
        index += 1
      }
      if let column = first.column, let place = places[first.row] {
        addToList(column, items, row: place, text)
      }
    }
  }

  private mutating func addToList(
    _ column: Int, _ items: [ShardScan.Field], row: Int, _ text: Span<UInt8>
  ) {
    let property = entity.storedProperties[column]
    let earlier = draft.value(of: property.name, row: row)?.storedTexts ?? []
    let texts = earlier + items.map { $0.text(in: text) }
    if let value = property.value(fromTexts: texts) {
      draft.setValue(value, of: property.name, row: row)
      return
    }
    draft.setValue(Value(list: texts.map(Value.text)), of: property.name, row: row)
    for item in items where property.value(fromTexts: [item.text(in: text)]) == nil {
      noteMisfit(property, item, row: row, text)
    }
  }

  private mutating func keepUnknown(_ extra: ShardScan.Extra, row: Int, _ text: Span<UInt8>) {
    let name = String(copying: text.extracting(extra.name))
    let key = draft.keys[row]
    let field = ChunkExtras.Field(name: name, text: extra.field.text(in: text))
    draft.extras.fields[key, default: []].append(field)
    guard entity.storedIndex(of: name) != nil else { return }
    note(extra.name.lowerBound, "\(name) of \(key) has a second value")
  }
}

extension ShardReader {
  /// Keeps text that is not a record, with the comments above it, and reports the reason.
  mutating func keep(_ range: Range<Int>, _ reason: String, below comments: [Range<Int>] = []) {
    keep(range, below: comments)
    note(range.lowerBound, reason, .damage)
  }

  /// Keeps the text of a record, with the comments above it.
  mutating func keep(_ range: Range<Int>, below comments: [Range<Int>] = []) {
    // Text in a conflict is already kept with the conflict.
    guard !isInConflict(range) else { return }
    var end = range.upperBound
    while end > range.lowerBound, bytes[end - 1] == .newline { end -= 1 }
    let lines = comments.flatMap { bytes.line($0) }
    draft.extras.unreadable.append(lines + bytes[range.lowerBound..<end])
  }

  /// Returns the line number in the file, from 1, of the byte at `offset`.
  mutating func line(at offset: Int) -> Int {
    line(file: conflicts?.fileOffset(of: offset) ?? offset)
  }

  private mutating func line(file offset: Int) -> Int {
    if lineEnds.isEmpty { lineEnds = file.indices.filter { file[$0] == .newline } }
    return lineEnds.lowerBound(of: offset) + 1
  }

  private mutating func note(
    _ offset: Int, _ message: String, _ severity: StoreProblem.Severity = .note
  ) {
    note(file: conflicts?.fileOffset(of: offset) ?? offset, message, severity)
  }

  /// Reports a problem at `offset` in the file.
  mutating func note(file offset: Int, _ message: String, _ severity: StoreProblem.Severity) {
    problems.append(
      StoreProblem(
        severity: severity, file: shard.path(entity: entity.name), line: line(file: offset),
        message: message))
  }
}

extension ShardScan.Field {
  func text(in text: Span<UInt8>) -> String {
    var bytes: [UInt8] = []
    bytes.appendUnfolding(text.extracting(range))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// The bytes in `range`, with a line end.
  func line(_ range: Range<Int>) -> [UInt8] {
    let line = Array(self[range])
    return line.last == .newline ? line : line + [.newline]
  }
}

extension String {
  /// The text in quotes, shortened if it is long.
  package var quotedStart: String {
    count > 40 ? "\"\(prefix(39))…\"" : "\"\(self)\""
  }
}
