extension Column {
  /// Whether two columns of as many rows hold the same; at once where they share their storage.
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

  /// Whether `row` has the value that `otherRow` of another column has.
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
