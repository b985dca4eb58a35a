import CairnStore
import Glibc

/// One record saved durably through the library, beside the least that any save can be.
struct SaveMeasure: Measure {
  let bench: Bench
  let name = "durable save of one record"
  private static let rounds = 8
  private static let saves = 25

  init(_ bench: Bench) { self.bench = bench }

  func figures() throws -> [Figure] {
    let store = try ObjectStore.open(.init(folder: bench.store) { Timestamp(microseconds: 0) })
    let bytes = try bytesOfSave(store)
    let append = try BareAppend(in: bench.store, bytes: bytes)
    let sqlite = SQLite(bench.database)
    var (own, bare) = (Samples(), Samples())
    var (batches, commits) = (Samples(), Samples())
    for round in 0..<Self.rounds {
      let numbers = (1...Self.saves).map { 10_000 + round * Self.saves + $0 }
      var batch = Duration.zero
      for number in numbers {
        let time = try timed { try change(store, to: Int64(number)) }
        own.add(time)
        batch += time
        bare.add(try append.run())
      }
      guard let sqlite else { continue }
      batches.add(batch / Self.saves)
      let updates = numbers.map { "UPDATE Places SET Seats = \($0) WHERE rowid = 7;" }
      commits.add((try sqlite.run(updates) - sqlite.run([])) / Self.saves)
    }
    try store.close()
    return [
      Figure(
        name: name, quantity: .seconds, own: own,
        peer: .measured("append + fdatasync of \(bytes) B", bare), goal: .ratio(1.3)),
      Figure(
        name: "… mean of \(Self.saves)", quantity: .seconds, own: batches,
        peer: sqlite == nil
          ? .missing("sqlite3 is not installed") : .measured("SQLite, WAL, FULL", commits)),
    ]
  }

  private func change(_ store: ObjectStore, to seats: Int64) throws {
    let id = store.snapshot.table("Place")?.chunks.first?.keys.first
    guard let id else { throw BenchError("the store has no places") }
    try store.commit(title: "set Seats") { draft in
      let field = FieldChange(name: "Seats", old: nil, new: .integer(seats))
      draft.changes = [
        RecordChange(id: ObjectID(entity: "Place", key: id), kind: .update, fields: [field])
      ]
    }
  }

  /// How many bytes a save writes, by what the first one adds to the journal.
  private func bytesOfSave(_ store: ObjectStore) throws -> Int {
    let before = try store.info().journalBytes
    try change(store, to: 10_000)
    return try store.info().journalBytes - before
  }
}

/// A file that bytes are put behind, each time until they are on the disk.
private final class BareAppend {
  private let descriptor: Int32
  private let bytes: [UInt8]

  init(in folder: String, bytes count: Int) throws {
    bytes = [UInt8](repeating: UInt8(ascii: "x"), count: count)
    descriptor = open("\(folder)/appended", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    guard descriptor >= 0 else { throw BenchError("can't make a file in \(folder)") }
  }

  deinit { close(descriptor) }

  func run() throws -> Duration {
    try timed {
      guard write(descriptor, bytes, bytes.count) == bytes.count, fdatasync(descriptor) == 0 else {
        throw BenchError("can't append: error \(errno)")
      }
    }
  }
}
