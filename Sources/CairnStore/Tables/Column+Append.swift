// Adding many records at once: a column at a time, so that each loop touches one column's arrays.
extension Column {
  /// Appends the values that stand at `place` in `rows`, all of which the column can hold.
  mutating func append(_ rows: [[Value?]], at place: Int) {
    switch self {
    case .text(var column):
      self = .values([])
      for row in rows { column.append(Self.text(row[place]) ?? nil) }
      self = .text(column)
    case .integer(var column):
      self = .values([])
      for row in rows { column.append(Self.number(row[place], column.kind) ?? nil) }
      self = .integer(column)
    case .double(var column):
      self = .values([])
      for row in rows { column.append(Self.double(row[place]) ?? nil) }
      self = .double(column)
    case .values(var values):
      self = .values([])
      for row in rows { values.append(row[place]) }
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
