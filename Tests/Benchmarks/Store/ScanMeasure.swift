import CairnStore

/// Filters that look at every record, since no index can help SQLite with them.
struct ScanMeasure: Measure {
  let sample: StoreSample
  let name = "filters over all records"
  private static let rounds = 9
  private static let words = [
    "marina", "velove", "das", "garage", "bell", "wickbel", "zi", "linum",
  ]
  private let clock = WallClock(now: Timestamp(microseconds: 0))

  init(_ sample: StoreSample) { self.sample = sample }

  func figures() throws -> [Figure] {
    [
      try words(name: "contains, all text, first time") { try loaded() },
      try words(name: "contains, all text, again") { sample.store },
      try numbers("Seats", name: "integers above a number") { "\(3000 + $0 * 7)" },
      try numbers("Rating", name: "decimals above a number") { "\($0 % 5).\($0 % 9 + 1)" },
    ]
  }

  /// The store with its text in memory, and nothing that queries derive from it.
  private func loaded() throws -> ObjectStore {
    let store = try sample.reopened()
    _ = try store.snapshot.load("Place")
    return store
  }

  private func words(name: String, _ open: () throws -> ObjectStore) throws -> Figure {
    let like = Places.textColumns.map { "\($0) LIKE ?1" }.joined(separator: " OR ")
    let select = try sample.database?.prepare("SELECT id FROM Places WHERE \(like)")
    var turns = Turns()
    for round in 0..<Self.rounds {
      let snapshot = try open().snapshot
      let word = Self.words[round % Self.words.count]
      try turns.take(1) { _ in
        let request = FetchRequest(entity: "Place", predicate: .word(Literal(word)))
        return try snapshot.fetch(request, at: clock).sumOfIds
      } peer: { _ in
        select?.bind("%\(word)%", at: 1)
        return try select?.sum() ?? 0
      }
    }
    return turns.figure(name, beside: "SQLite LIKE")
  }

  private func numbers(
    _ field: String, name: String, _ bound: @escaping (Int) -> String
  ) throws -> Figure {
    let snapshot = sample.store.snapshot
    let select = try sample.database?.prepare(
      "SELECT id FROM Places WHERE \(field) > CAST(? AS REAL)")
    var turns = Turns()
    try turns.take(Self.rounds) { round in
      var request = FetchRequest(entity: "Place")
      let operand = Operand.value(Literal(bound(round)))
      request.predicate = .comparison(Comparison(FieldPath([field]), .greater, [operand]))
      return try snapshot.fetch(request, at: clock).sumOfIds
    } peer: { round in
      select?.bind(bound(round), at: 1)
      return try select?.sum() ?? 0
    }
    return turns.figure(name, beside: "SQLite")
  }
}
