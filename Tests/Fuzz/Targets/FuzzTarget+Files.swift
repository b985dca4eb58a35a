import CairnFiles
import CairnStore

// A store opens whatever its files hold, and what is saved after that is kept.
extension FuzzTarget {
  static let records = FuzzTarget("records", isSlow: true) { bytes in
    let files = try makeStore()
    try files.makeFolder("/store/data/Recipe")
    try files.replace("/store/data/Recipe/0000.rec", with: bytes)
    try use(files)
    try use(files)
  }

  /// A whole segment.
  static let journal = FuzzTarget("journal", isSlow: true) { bytes in
    let files = try makeStore()
    try files.replace("/store/.local/0000/journal-000001", with: bytes)
    try use(files)
  }

  /// What stands in a frame that is otherwise whole; it may have fields that no text can have.
  static let frame = FuzzTarget("frame", isSlow: true) { bytes in
    let files = try makeStore()
    let path = "/store/.local/0000/journal-000001"
    let header = Array(try files.read(path).prefix { $0 != 10 }) + [10]
    var frame = Array("%txn 1 2026-11-20T12:00:00Z 0000\n%title Fuzz\n".utf8) + bytes
    if frame.last != 10 { frame.append(10) }
    frame += Array("%end 1 \(frame.count) ".utf8)
    let checksum = checksum(of: header + frame)
    let digits = String(checksum, radix: 16)
    frame += Array((String(repeating: "0", count: 8 - digits.count) + digits + "\n\n").utf8)
    try files.replace(path, with: header + frame)
    try use(files, keepsAll: false)
  }

  private static func makeStore() throws -> MemoryFileSystem {
    let files = MemoryFileSystem()
    let model = """
      %rec: Recipe
      %mandatory: Name
      %type: Rating range 0 5
      %attribute: Tags tags
      %attribute: Notes text
      %attribute: Price decimal
      %attribute: Seen datetime
      %relationship: Author to-one Author

      %rec: Author
      %mandatory: Name

      """
    _ = try ObjectStore.create(options(files), modelText: model)
    return files
  }

  private static func options(_ files: MemoryFileSystem) -> ObjectStore.Options {
    ObjectStore.Options(folder: "/store", fileSystem: files, random: Counter()) {
      Timestamp(microseconds: 1_763_640_000_000_000)
    }
  }

  /// Opens, looks at everything, saves, folds, and opens again.
  private static func use(_ files: MemoryFileSystem, keepsAll: Bool = true) throws {
    let store = try openedWhole(files)
    let before = store.snapshot.table("Recipe")?.count ?? 0
    _ = try? store.history()
    guard let made = try addRecord(to: store) else { return }
    try store.fold()
    let again = try ObjectStore.open(options(files))
    let after = again.snapshot.table("Recipe")?.count
    try hold(after == before + 1 || !keepsAll, "all records stay")
    let row = again.snapshot.row(ObjectID(entity: "Recipe", key: made))
    try hold(row?["Name"] == .text("New"), "what was saved is there")
  }

  private static func openedWhole(_ files: MemoryFileSystem) throws(BrokenLaw) -> ObjectStore {
    do {
      let store = try ObjectStore.open(options(files))
      _ = try store.verify()
      return store
    } catch {
      throw BrokenLaw(description: "a store opens: \(error)")
    }
  }

  /// Adds a record; `nil` if the highest key there is stands in the files already.
  private static func addRecord(to store: ObjectStore) throws -> RecordKey? {
    var made: RecordKey?
    do {
      try store.commit(title: "Add") { draft throws(StoreError) in
        made = try draft.insert([.text("New"), nil, nil, nil, nil, nil, nil], into: "Recipe")
      }
    } catch {
      guard case .noKeyLeft = error else { throw error }
      return nil
    }
    return made
  }

  /// CRC-32C bit by bit, so that the frames reach what is behind the comparison.
  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0x82F6_3B78 : sum >> 1
      }
    }
  }
}

/// The same numbers each time.
private struct Counter: RandomNumberGenerator, Sendable {
  private var number: UInt64 = 0

  mutating func next() -> UInt64 {
    number &+= 1
    return number
  }
}
