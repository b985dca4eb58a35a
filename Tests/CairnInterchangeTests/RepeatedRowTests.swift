import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

/// Several rows of one import that are about the same record.
@Suite struct `The last row about a record` {
  private func servers() throws -> ObjectStore {
    var host = Attribute(name: "Host", type: .string)
    host.isUnique = true
    var address = Attribute(name: "Address", type: .string)
    address.isUnique = true
    let properties: [Property] = [
      .attribute(host), .attribute(address), .attribute(Attribute(name: "Cores", type: .integer)),
    ]
    let store = try makeStore([Entity(name: "Server", properties: properties)])
    try store.take("Host,Address,Cores\nweb,10.0.0.1,3\n", as: "servers.csv")
    return store
  }

  @Test func `wins, also where it says what the record had before`() throws {
    let store = try servers()
    let report = try store.take("Host,Cores\nweb,4\nweb,3\n", as: "servers.csv") {
      $0.match = "Host"
    }
    try expectEqual(store.texts("Cores", of: "Server"), ["3"])
    expectEqual(report.collections.map(\.updated), [2])
    expectEqual(report.collections.map(\.unchanged), [0])
  }

  @Test(arguments: ["web", "new"])
  func `frees the unique values of those before it`(host: String) throws {
    let store = try servers()
    let report = try store.take(
      """
      Host,Address
      \(host),10.0.0.7
      \(host),10.0.0.8
      \(host),10.0.0.9
      mail,10.0.0.7
      ftp,10.0.0.8
      late,10.0.0.9

      """, as: "servers.csv"
    ) { $0.match = "Host" }
    expectEqual(report.badRows.map(\.line), [7])
    try expectEqual(
      store.texts("Address", of: "Server").suffix(3), ["10.0.0.9", "10.0.0.7", "10.0.0.8"])
  }

  // The albums that tracks lead to are there, or come in a later file of the same import.
  @Test(arguments: [("10,20,10", 1), ("20,10,20", 2), ("30,10", 1), ("10,30", 3), ("30,20,30", 3)])
  func `decides its links, whenever their other ends come`(albums: String, key: UInt64) throws {
    let store = try makeStore()
    let links = [ImportOptions.Link("AlbumId=Album.AlbumId")].compactMap { $0 }
    try store.take("AlbumId,Title\n10,Zebra\n20,Ant\n", as: "albums.csv")
    try store.take("TrackId,AlbumId\n1,10\n", as: "tracks.csv") { $0.links = links }
    var options = ImportOptions()
    options.links = links
    options.match = "TrackId"
    let rows = albums.split(separator: ",").map { "1,\($0)\n" }.joined()
    let tracks = try Importer(store, options).run([
      ImportInput(source("TrackId,AlbumId\n" + rows, name: "tracks.csv"))
    ])
    expectEqual(tracks.badRowCount, 0)
    // A value that leads nowhere leaves the link as the store has it.
    let key = key == 3 ? 1 : key
    try expectEqual(store.texts("AlbumId", of: "Track"), [String(albums.suffix(2))])
    try expectEqual(
      store.values("Album", of: "Track"), [.link(RecordKey(sequence: key))])
  }
}

@Suite struct `An import of what is there already` {
  private static let rows = "Name,Size\nAnn,1\nBob,2\n"
  private static let advice =
    "already in the store, with the same values; --match FIELD updates such records"

  @Test func `adds the records, and says so`() throws {
    let store = try makeStore()
    try expectTrue(store.take(Self.rows).notices.isEmpty)
    let report = try store.take(Self.rows)
    expectEqual(report.notices, ["things: the 2 new records are \(Self.advice)"])
    try expectEqual(store.texts("Name", of: "Thing"), ["Ann", "Bob", "Ann", "Bob"])
    try expectEqual(
      store.take("Size,Name\n2,Bob\n").notices, ["things: the new record is \(Self.advice)"])
    try expectTrue(
      store.take(Self.rows) {
        $0.match = "Name"; $0.isDryRun = true
      }.notices.isEmpty)
  }

  @Test func `says nothing where one of the first is new`() throws {
    let store = try makeStore()
    try store.take(Self.rows)
    try expectTrue(store.take("Name,Size\nAnn,1\nBob,3\n").notices.isEmpty)
    try expectTrue(store.take("Name,Size,Age\nAnn,1,30\n").notices.isEmpty)
    try expectTrue(store.take("Name,Size\nAnn,\nBob,3\n").notices.isEmpty)
  }

  @Test func `looks at the first hundred`() throws {
    let store = try makeStore()
    let known = (1...150).map { "n\($0),x\n" }.joined()
    try store.take("Name,Size\n" + known)
    let report = try store.take("Name,Size\n" + known + "new,x\n")
    expectEqual(report.notices, ["things: the first 100 new records are \(Self.advice)"])
  }
}
