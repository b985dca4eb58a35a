// Adding many records at once: a column at a time, so that each loop touches one column's arrays.
extension Column {
  /// Appends the values that stand at `place` in `rows`, all of which the column can hold.
  mutating func append(_ rows: [[Value?]], at place: Int) {
    // A span, as each row that an array gives out is retained and released.
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
  /// Appends records with `keys`, which ascend above all others, and a value for each column.
  mutating func append(_ keys: [RecordKey], _ rows: [[Value?]]) {
    self.keys += keys
    for column in columns.indices { columns[column].append(rows, at: column) }
  }
}
