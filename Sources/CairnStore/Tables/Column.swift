/// The values of one stored property in a chunk, laid out for scanning.
public enum Column: Sendable {
  /// String, text, choice, UUID, URL, e-mail, phone and file.
  case text(TextColumn)
  /// Integer, date, datetime, boolean and to-one links.
  case integer(IntegerColumn)
  /// Binary floating-point numbers.
  case double(DoubleColumn)
  /// Everything else: decimals, data and lists.
  case values([Value?])

  /// Creates an empty column for `property`.
  init(for property: Property) {
    switch property {
    case _ where property.isList: self = .values([])
    case .relationship: self = .integer(IntegerColumn(kind: .link))
    case .attribute(let attribute):
      switch attribute.type {
      case .integer: self = .integer(IntegerColumn(kind: .integer))
      case .date: self = .integer(IntegerColumn(kind: .date))
      case .datetime: self = .integer(IntegerColumn(kind: .datetime))
      case .localtime: self = .integer(IntegerColumn(kind: .localtime))
      case .boolean: self = .integer(IntegerColumn(kind: .boolean))
      case .double: self = .double(DoubleColumn())
      case .decimal, .data, .tags: self = .values([])
      case .string, .text, .choice, .uuid, .url, .email, .phone, .file: self = .text(TextColumn())
      }
    }
  }

  /// The value of `row`; `nil` if it has none.
  public subscript(row: Int) -> Value? {
    switch self {
    case .text(let column): column[row].map(Value.text)
    case .integer(let column): column[row]
    case .double(let column): column[row].map(Value.double)
    case .values(let values): values[row]
    }
  }

  /// Whether `row` has no value.
  public func isNull(_ row: Int) -> Bool {
    switch self {
    case .text(let column): column.nulls[row]
    case .integer(let column): column.nulls[row]
    case .double(let column): column.nulls[row]
    case .values(let values): values[row] == nil
    }
  }
}

extension Column {
  /// Returns the keys in the links of some rows, in the order of the rows.
  func linkedKeys(in rows: Range<Int>) -> [RecordKey] {
    guard case .integer(let column) = self, column.kind == .link else {
      return rows.flatMap { self[$0].linkedKeys }
    }
    return rows.compactMap { row in
      column.nulls[row] ? nil : RecordKey(rawValue: UInt64(bitPattern: column.values[row]))
    }
  }
}

// Editing. Each case is moved out of the enum during a change, so that its arrays stay unshared.
extension Column {
  /// Sets the value of `row`; returns `false` without a change if the column can't hold it.
  mutating func replace(_ row: Int, with value: Value?) -> Bool {
    switch self {
    case .text(var column):
      guard let text = Self.text(value) else { return false }
      self = .values([])
      column.replace(row, with: text)
      self = .text(column)
    case .integer(var column):
      guard let number = Self.number(value, column.kind) else { return false }
      self = .values([])
      column.replace(row, with: number)
      self = .integer(column)
    case .double(var column):
      guard let number = Self.double(value) else { return false }
      self = .values([])
      column.replace(row, with: number)
      self = .double(column)
    case .values(var values):
      self = .values([])
      values[row] = value
      self = .values(values)
    }
    return true
  }

  mutating func insert(at row: Int) {
    switch self {
    case .text(var column):
      self = .values([])
      column.insert(at: row)
      self = .text(column)
    case .integer(var column):
      self = .values([])
      column.insert(at: row)
      self = .integer(column)
    case .double(var column):
      self = .values([])
      column.insert(at: row)
      self = .double(column)
    case .values(var values):
      self = .values([])
      values.insert(nil, at: row)
      self = .values(values)
    }
  }

  mutating func remove(at row: Int) {
    switch self {
    case .text(var column):
      self = .values([])
      column.remove(at: row)
      self = .text(column)
    case .integer(var column):
      self = .values([])
      column.remove(at: row)
      self = .integer(column)
    case .double(var column):
      self = .values([])
      column.remove(at: row)
      self = .double(column)
    case .values(var values):
      self = .values([])
      values.remove(at: row)
      self = .values(values)
    }
  }

  /// Returns the text in `value`: `.some(nil)` for no value, `nil` for a value of another type.
  static func text(_ value: Value?) -> String?? {
    switch value {
    case nil: .some(nil)
    case .text(let text): text
    default: nil
    }
  }

  /// Returns the number in `value`: `.some(nil)` for no value, `nil` for a value of another type.
  static func double(_ value: Value?) -> Double?? {
    switch value {
    case nil: .some(nil)
    case .double(let number): number
    default: nil
    }
  }

  /// Returns the number for `value` in a column of `kind`: `.some(nil)` for no value, `nil` for a
  /// value of another type.
  static func number(_ value: Value?, _ kind: IntegerColumn.Kind) -> Int64?? {
    switch (value, kind) {
    case (nil, _): .some(nil)
    case (.integer(let number), .integer): number
    case (.date(let date), .date): Int64(date.days)
    case (.datetime(let time), .datetime), (.localtime(let time), .localtime): time.microseconds
    case (.boolean(let answer), .boolean): answer ? 1 : 0
    case (.link(let key), .link): Int64(bitPattern: key.rawValue)
    default: nil
    }
  }
}

// Adding many records at once: a column at a time, so that each loop touches one column's arrays.
extension Column {
  /// Appends the values at `place` in `rows`.
  ///
  /// The column must be able to hold each value.
  mutating func append(_ rows: [[Value?]], at place: Int) {
    // A span avoids a retain and a release for each row.
    let rows = rows.span
    switch self {
    case .text(var column):
      self = .values([])
      var size = 0
      for row in rows.indices {
        if case .text(let text)? = rows[row][place] { size += text.utf8.count }
      }
      column.reserve(rows.count, bytes: size)
      for row in rows.indices { column.append(Self.text(rows[row][place]) ?? nil) }
      self = .text(column)
    case .integer(var column):
      self = .values([])
      for row in rows.indices { column.append(Self.number(rows[row][place], column.kind) ?? nil) }
      self = .integer(column)
    case .double(var column):
      self = .values([])
      for row in rows.indices { column.append(Self.double(rows[row][place]) ?? nil) }
      self = .double(column)
    case .values(var values):
      self = .values([])
      for row in rows.indices { values.append(rows[row][place]) }
      self = .values(values)
    }
  }
}

extension ChunkDraft {
  /// Appends records with `keys`, which are above all existing ones and ascend, and their values.
  mutating func append(_ keys: [RecordKey], _ rows: [[Value?]]) {
    self.keys += keys
    for column in columns.indices { columns[column].append(rows, at: column) }
  }
}

extension Column {
  /// Whether two columns of the same length have the same values; fast if they share their storage.
  func holdsSame(as other: Column) -> Bool {
    switch (self, other) {
    case (.text(let left), .text(let right)):
      left.ends == right.ends && left.bytes == right.bytes && left.nulls == right.nulls
    case (.integer(let left), .integer(let right)):
      left.values == right.values && left.nulls == right.nulls
    case (.double(let left), .double(let right)):
      left.values == right.values && left.nulls == right.nulls
    case (.values(let left), .values(let right)): left == right
    default: false
    }
  }

  /// Whether `row` has the same value as `otherRow` of another column.
  func holdsSame(_ row: Int, as other: Column, _ otherRow: Int) -> Bool {
    guard !isNull(row), !other.isNull(otherRow) else {
      return isNull(row) == other.isNull(otherRow)
    }
    return switch (self, other) {
    case (.text(let left), .text(let right)):
      left.bytes[left.range(of: row)] == right.bytes[right.range(of: otherRow)]
    case (.integer(let left), .integer(let right)): left.values[row] == right.values[otherRow]
    case (.double(let left), .double(let right)): left.values[row] == right.values[otherRow]
    default: self[row] == other[otherRow]
    }
  }
}
