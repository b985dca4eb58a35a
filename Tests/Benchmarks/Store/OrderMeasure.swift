import CairnStore

/// All records in the order of a field: the first time beside SQLite's sort, and then beside an
/// index, since the store keeps an order that was asked for.
struct OrderMeasure: Measure {
  let sample: StoreSample
  let name = "orders of all records"
  private static let rounds = 7
  private let clock = WallClock(now: Timestamp(microseconds: 0))

  init(_ sample: StoreSample) { self.sample = sample }

  func figures() throws -> [Figure] {
    try figures("Name", "text", order: "Name COLLATE NOCASE")
      + figures("Seats", "integer", order: "Seats") + figures("Rating", "decimal", order: "Rating")
  }

  private func figures(_ field: String, _ kind: String, order: String) throws -> [Figure] {
    let first = try turns(field, order: order) {
      let store = try sample.reopened()
      _ = try store.snapshot.load("Place")
      return store
    }
    try sample.database?.run("CREATE INDEX Places\(field) ON Places (\(order))")
    let again = try turns(field, order: order) { sample.store }
    try sample.database?.run("DROP INDEX Places\(field)")
    return [
      first.figure("order by \(kind), first time", beside: "SQLite"),
      again.figure("order by \(kind), again", beside: "SQLite, index"),
    ]
  }

  private func turns(
    _ field: String, order: String, _ open: () throws -> ObjectStore
  ) throws -> Turns {
    let request = FetchRequest(entity: "Place", sorts: [RecordSort(FieldPath([field]))])
    let select = try sample.database?.prepare("SELECT id FROM Places ORDER BY \(order)")
    // The kept order of the store that stays open is made here.
    _ = try sample.store.snapshot.fetch(request, at: clock)
    var turns = Turns()
    for _ in 0..<Self.rounds {
      let snapshot = try open().snapshot
      try turns.take(1) { _ in
        try snapshot.fetch(request, at: clock).sumOfIds
      } peer: { _ in
        try select?.sum() ?? 0
      }
    }
    return turns
  }
}
