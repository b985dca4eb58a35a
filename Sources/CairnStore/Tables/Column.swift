/// The values of one stored property in a chunk, laid out for scanning.
public enum Column: Sendable {
  /// String, text, choice, UUID, URL, e-mail, phone and file.
  case text(TextColumn)
  /// Integer, date, datetime, boolean and to-one links.
  case integer(IntegerColumn)
  /// Double.
  case double(DoubleColumn)
  /// Everything else: decimals, data and lists.
  case values([Value?])

  /// An empty column fit for `property`.
  init(for property: Property) {
    switch property {
    case _ where property.isList: self = .values([])
    case .relationship: self = .integer(IntegerColumn(kind: .link))
    case .attribute(let attribute):
      switch attribute.type {
      case .integer: self = .integer(IntegerColumn(kind: .integer))
      case .date: self = .integer(IntegerColumn(kind: .date))
      case .datetime: self = .integer(IntegerColumn(kind: .datetime))
      case .boolean: self = .integer(IntegerColumn(kind: .boolean))
      case .double: self = .double(DoubleColumn())
      case .decimal, .data, .tags: self = .values([])
      case .string, .text, .choice, .uuid, .url, .email, .phone, .file: self = .text(TextColumn())
      }
    }
  }

  /// The value of `row`, `nil` for none.
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

// Editing. Each case is taken out of the enum while it changes, so that its arrays stay unshared.
extension Column {
  /// Gives `row` a value; false if the column cannot hold it, and then nothing changes.
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

  /// The text in `value`: `.some(nil)` for no value, `nil` if it is none.
  static func text(_ value: Value?) -> String?? {
    switch value {
    case nil: .some(nil)
    case .text(let text): text
    default: nil
    }
  }

  /// The number in `value`, likewise.
  static func double(_ value: Value?) -> Double?? {
    switch value {
    case nil: .some(nil)
    case .double(let number): number
    default: nil
    }
  }

  /// The number that stands for `value` in a column of `kind`, likewise.
  static func number(_ value: Value?, _ kind: IntegerColumn.Kind) -> Int64?? {
    switch (value, kind) {
    case (nil, _): .some(nil)
    case (.integer(let number), .integer): number
    case (.date(let date), .date): Int64(date.days)
    case (.datetime(let time), .datetime): time.microseconds
    case (.boolean(let answer), .boolean): answer ? 1 : 0
    case (.link(let key), .link): Int64(bitPattern: key.rawValue)
    default: nil
    }
  }
}
