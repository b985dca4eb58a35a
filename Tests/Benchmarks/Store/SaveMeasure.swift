import CairnStore
import Glibc

/// One record saved durably, beside the least that any save can be and beside SQLite's commit.
struct SaveMeasure: Measure {
  let sample: StoreSample
  let name = "durable save of one record"
  private static let saves = 400

  init(_ sample: StoreSample) { self.sample = sample }

  func figures() throws -> [Figure] {
    let bytes = try bytesOfSave()
    let append = try BareAppend(in: sample.folder.path, bytes: bytes)
    let update = try sample.database?.prepare("UPDATE Places SET Seats = ? WHERE id = 7")
    var (own, edits, bare, commits) = (Samples(), Samples(), Samples(), Samples())
    for number in 0..<Self.saves {
      own.add(try timed { try save(seats: number) })
      edits.add(try timed { try edit(seats: Self.saves + number) })
      bare.add(try append.run())
      guard let update else { continue }
      update.bind(number, at: 1)
      commits.add(try timed { try update.run() })
    }
    return [
      Figure(
        name: "… edited in a context", quantity: .seconds, own: edits,
        peer: .measured("append + fdatasync of \(bytes) B", bare), goal: .ratio(1.25),
        isInPairs: true),
      Figure(
        name: name, quantity: .seconds, own: own,
        peer: .measured("append + fdatasync of \(bytes) B", bare), goal: .ratio(1.15),
        isInPairs: true),
      Figure(
        name: name, quantity: .seconds, own: own,
        peer: commits.isEmpty
          ? .missing("SQLite's library is not installed") : .measured("SQLite, WAL, FULL", commits),
        goal: .ratio(1), isInPairs: true),
    ]
  }

  private func save(seats: Int) throws {
    try sample.store.commit(title: "set Seats") { draft in
      let field = FieldChange(name: "Seats", old: nil, new: .integer(Int64(seats)))
      let id = ObjectID(entity: "Place", key: RecordKey(sequence: 7))
      draft.changes = [RecordChange(id: id, kind: .update, fields: [field])]
    }
  }

  /// Edits the record as an app does: in a context, which checks the edit before it is saved.
  private func edit(seats: Int) throws {
    let context = sample.store.newContext()
    let id = ObjectID(entity: "Place", key: RecordKey(sequence: 7))
    try context.existingObject(with: id)["Seats"] = .integer(Int64(seats))
    try context.save(title: "set Seats")
  }

  /// How many bytes a save writes, by what one adds to the journal.
  private func bytesOfSave() throws -> Int {
    try save(seats: 10_000)
    let before = try sample.store.info().journalBytes
    try save(seats: 10_001)
    return try sample.store.info().journalBytes - before
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
