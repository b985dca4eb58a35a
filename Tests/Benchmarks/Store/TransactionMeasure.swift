import CairnStore

/// Ten thousand records saved in one transaction.
struct TransactionMeasure: Measure {
  let sample: StoreSample
  let name = "transaction of 10 000 records"
  private static let rounds = 7
  private static let count = 10_000

  private struct Place {
    let cells: [String]
    let owner: Int
    let values: [Value?]
  }

  init(_ sample: StoreSample) { self.sample = sample }

  func figures() throws -> [Figure] {
    let insert = try sample.database.map(PlaceStatement.init)
    var turns = Turns(time: .passing)
    for round in 0..<Self.rounds {
      let places = places(from: sample.rows + round * Self.count + 1)
      try turns.take(1) { _ in
        try sample.store.commit(title: "add places") { draft throws(StoreError) in
          for place in places { try draft.insert(place.values, into: "Place") }
        }
        return places.count
      } peer: { _ in
        try sample.database?.run("BEGIN")
        for place in places { try insert?.run(place.cells, owner: place.owner) }
        try sample.database?.run("COMMIT")
        return places.count
      }
    }
    return [turns.figure(name, beside: "SQLite, WAL, FULL", goal: 1.0 / 3)]
  }

  /// New places, as each side takes them.
  private func places(from first: Int) -> [Place] {
    var places: [Place] = []
    Places.forEach(in: first...first + Self.count - 1) { number, cells in
      let owner = sample.owner(of: number)
      places.append(
        Place(cells: cells, owner: owner, values: sample.values(cells, owner: owner)))
    }
    return places
  }
}
