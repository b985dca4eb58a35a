import CairnStore

/// Finding a few records among all: by id, by a unique field, in a range, at the end of links.
struct LookupMeasure: Measure {
  let sample: StoreSample
  let name = "lookups"
  private static let rounds = 15
  private static let repeats = 500
  private let clock = WallClock(now: Timestamp(microseconds: 0))

  init(_ sample: StoreSample) { self.sample = sample }

  func figures() throws -> [Figure] {
    [try recordById(), try recordByCode(), try placesOfOwner(), try placesOfYear()]
  }

  /// The number of a place, another for each question.
  private func place(_ question: Int) -> Int { question &* 7877 % sample.rows + 1 }

  private func recordById() throws -> Figure {
    let snapshot = sample.store.snapshot
    let select = try sample.database?.prepare("SELECT * FROM Places WHERE id = ?")
    var turns = Turns()
    try turns.take(Self.rounds, repeats: Self.repeats) { question in
      let key = RecordKey(sequence: UInt64(place(question)))
      return Self.content(snapshot.row(ObjectID(entity: "Place", key: key)))
    } peer: { question in
      select?.bind(place(question), at: 1)
      return try Self.content(select)
    }
    return turns.figure("record by id, all fields", beside: "SQLite, rowid")
  }

  private func recordByCode() throws -> Figure {
    let snapshot = sample.store.snapshot
    let select = try sample.database?.prepare("SELECT * FROM Places WHERE Code = ?")
    var turns = Turns()
    try turns.take(Self.rounds, repeats: Self.repeats) { question in
      var request = FetchRequest(entity: "Place", limit: 1)
      let code = Operand.value(Literal("C\(1_000_000 + place(question))"))
      request.predicate = .comparison(Comparison(FieldPath(["Code"]), .equal, [code]))
      return Self.content(try snapshot.fetch(request, at: clock).first)
    } peer: { question in
      select?.bind("C\(1_000_000 + place(question))", at: 1)
      return try Self.content(select)
    }
    return turns.figure("record by unique field, all fields", beside: "SQLite, index")
  }

  private func placesOfOwner() throws -> Figure {
    let snapshot = sample.store.snapshot
    let select = try sample.database?.prepare("SELECT id FROM Places WHERE Owner = ?")
    var turns = Turns()
    try turns.take(Self.rounds, repeats: Self.repeats) { question in
      let key = RecordKey(sequence: UInt64(question &* 7877 % sample.owners + 1))
      let keys = try snapshot.linkedKeys(of: ObjectID(entity: "Owner", key: key), "Places")
      return keys.reduce(0) { $0 + Int($1.sequence) }
    } peer: { question in
      select?.bind(question &* 7877 % sample.owners + 1, at: 1)
      return try select?.sum() ?? 0
    }
    return turns.figure("ids that link to a record, about 10", beside: "SQLite, index")
  }

  private func placesOfYear() throws -> Figure {
    let snapshot = sample.store.snapshot
    let select = try sample.database?.prepare(
      "SELECT id FROM Places WHERE Opened BETWEEN ? AND ? ORDER BY Opened, id")
    var turns = Turns()
    try turns.take(Self.rounds, repeats: 10) { question in
      let (first, last) = StoreSample.days(of: 1950 + question % 76)
      var request = FetchRequest(entity: "Place", sorts: [RecordSort(FieldPath(["Opened"]))])
      let range = Operand.range(Literal(first), Literal(last))
      request.predicate = .comparison(Comparison(FieldPath(["Opened"]), .equal, [range]))
      return try snapshot.fetch(request, at: clock).sumOfIds
    } peer: { question in
      let (first, last) = StoreSample.days(of: 1950 + question % 76)
      select?.bind(first, at: 1)
      select?.bind(last, at: 2)
      return try select?.sum() ?? 0
    }
    return turns.figure("ids of a year in order, of 76", beside: "SQLite, index")
  }
}

// Every field is read, and counted in a way that both sides agree on.
extension LookupMeasure {
  private static func content(_ row: Row?) -> Int {
    guard let row else { return 0 }
    return row.chunk.columns.indices.reduce(0) { sum, column in
      switch row[column] {
      case .text(let text): sum + text.utf8.count
      case .integer(let number): sum + Int(number)
      case .boolean(let answer): sum + (answer ? 1 : 0)
      case .link(let key): sum + Int(key.sequence)
      default: sum
      }
    }
  }

  private static func content(_ select: SQLiteStatement?) throws -> Int {
    guard let select else { return 0 }
    var sum = 0
    while try select.step() {
      for (index, field) in StoreSample.fields.enumerated() {
        switch field.type {
        case .integer, .boolean: sum += select.integer(index + 1)
        case .decimal: _ = select.double(index + 1)
        // Dates are read, too, but are no texts on our side.
        case .date: _ = select.text(index + 1)
        default: sum += select.text(index + 1)?.utf8.count ?? 0
        }
      }
      sum += select.integer(StoreSample.fields.count + 1)
    }
    return sum
  }
}

extension FetchResult {
  /// The numbers of all ids, added up, so that each is read.
  var sumOfIds: Int { reduce(0) { $0 + Int($1.key.sequence) } }
}
