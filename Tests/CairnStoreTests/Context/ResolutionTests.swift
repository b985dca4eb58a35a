import CairnStore
import TestSupport
import Testing

// S2
@Suite struct `An address of a record` {
  private func snapshot() throws -> Snapshot {
    let store = try Library.emptyStore()
    try Library.insert(
      "Book", [["Slug": .text("zoo")], ["Slug": .text("p9")], ["Slug": .text("a=b")]], into: store)
    return store.snapshot
  }

  private func id(_ sequence: UInt64) -> ObjectID {
    ObjectID(entity: "Book", key: RecordKey(sequence: sequence))
  }

  @Test func `is a key, a handle, or a unique field's value`() throws {
    let snapshot = try snapshot()
    let resolve = { (text: String) in snapshot.resolve(text, in: "Book", at: Library.clock) }
    expectEqual(resolve("p1"), .found(id(1)))
    expectEqual(resolve("zoo"), .found(id(1)))
    expectEqual(resolve("slug=zoo"), .found(id(1)))
    expectEqual(resolve("Slug=a=b"), .found(id(3)))
    // A handle that looks like a key is found where no record has the key.
    expectEqual(resolve("p9"), .found(id(2)))
    expectEqual(resolve("p8"), .deleted(id(8)))
    expectEqual(resolve("ZOO"), .noMatch(entity: "Book", text: "ZOO"))
    expectEqual(resolve("slug="), .noMatch(entity: "Book", text: ""))
  }

  @Test func `that cannot be one is malformed or of an unknown entity`() throws {
    let snapshot = try snapshot()
    guard case .malformed = snapshot.resolve("title=x", in: "Book", at: Library.clock),
      case .malformed = snapshot.resolve("x", in: "Writer", at: Library.clock)
    else { throw Unexpected() }
    expectEqual(snapshot.resolve("p1", in: "Nope", at: Library.clock), .unknownEntity("Nope"))
  }

  @Test func `in portable form says whose it is`() throws {
    let snapshot = try snapshot()
    let uri = ObjectURI(store: snapshot.storeID, id: id(1))
    expectEqual(snapshot.resolve(uri: uri.description), .found(id(1)))
    let gone = ObjectURI(store: snapshot.storeID, id: id(8))
    expectEqual(snapshot.resolve(uri: gone.description), .deleted(id(8)))
    let unknown = ObjectURI(
      store: snapshot.storeID, id: ObjectID(entity: "Nope", key: RecordKey(sequence: 1)))
    expectEqual(snapshot.resolve(uri: unknown.description), .unknownEntity("Nope"))
    let elsewhere = try ObjectURI(
      parsing: "x-cairn://4f8b0f0e-6a55-4c0e-9f0a-2d7c3a1b9e10/Book/p1")
    expectEqual(snapshot.resolve(uri: elsewhere.description), .otherStore(elsewhere))
    guard case .malformed = snapshot.resolve(uri: "x-cairn://nonsense/Book/p1") else {
      throw Unexpected()
    }
  }

  private struct Unexpected: Error {}
}
