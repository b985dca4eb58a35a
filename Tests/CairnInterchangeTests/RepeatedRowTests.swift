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
    expectEqual(
      report.notices,
      [
        "servers: 1 row gave a record other values than an earlier row did, the first at "
          + "servers.csv, line 3; the last row counts"
      ])
  }

  @Test func `is told apart from rows that find no record`() throws {
    let report = try servers().take("Host,Cores\nweb,4\n,5\n,6\n", as: "servers.csv") {
      $0.match = "Host"
    }
    expectEqual(
      report.notices,
      [
        "servers.Host: 2 rows without a value added a new record each, the first at servers.csv, "
          + "line 3"
      ])
    expectEqual(report.collections.map(\.inserted), [2])
  }

  @Test func `is a repetition where it says the same`() throws {
    let report = try servers().take("Host,Cores\nweb,4\nweb,4\n", as: "servers.csv") {
      $0.match = "Host"
    }
    expectEqual(report.notices, ["servers.csv: 1 row repeats an earlier row in line 3"])
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
    var options = ImportOptions.ofCommand
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
    "already here; --match '*' adds no such record again, and --match FIELD updates the records "
    + "with the same value"

  @Test func `adds the records, and says so`() throws {
    let store = try makeStore()
    try expectTrue(store.take(Self.rows).notices.isEmpty)
    let report = try store.take(Self.rows)
    expectEqual(
      report.notices, ["things: 2 of 2 new records equal records that are \(Self.advice)"])
    try expectEqual(store.texts("Name", of: "Thing"), ["Ann", "Bob", "Ann", "Bob"])
    try expectEqual(
      store.take("Size,Name\n2,Bob\n3,Bob\n").notices,
      ["things: 1 of 2 new records equals a record that is \(Self.advice)"])
    try expectTrue(
      store.take(Self.rows) {
        $0.match = "Name"; $0.isDryRun = true
      }.notices.isEmpty)
  }

  @Test(arguments: [
    "Name,Size\nAnn,3\n", "Name,Size,Age\nAnn,1,30\n", "Name,Size\nAnn,\n",
  ])
  func `says nothing where a value differs`(rows: String) throws {
    let store = try makeStore()
    try store.take(Self.rows)
    let report = try store.take(rows)
    expectEqual(report.collections.map(\.equal), [0])
    expectTrue(report.notices.isEmpty)
  }

  @Test func `compares values whose type the import changes`() throws {
    let store = try makeStore()
    try store.take("Name,Size\nAnn,1\nBob,2\n")
    let report = try store.take("Name,Size\nAnn,1\nCy,big\n")
    expectEqual(report.collections.map(\.equal), [1])
  }

  @Test func `counts each record for one row only`() throws {
    let store = try makeStore()
    try store.take("Name\nAnn\nAnn\n")
    try expectEqual(store.take("Name\nAnn\nAnn\nAnn\n").collections.map(\.equal), [2])
    let rest = try store.take("Name\nAnn\nAnn\nAnn\nAnn\nAnn\nAnn\n") { $0.match = "*" }
    expectEqual(rest.collections.map(\.description), ["things: 1 new, 5 unchanged"])
  }

  @Test func `takes a value that the first import had from a default`() throws {
    var size = Attribute(name: "Size", type: .integer)
    size.defaultText = "7"
    let store = try makeStore([
      Entity(
        name: "Thing",
        properties: [.attribute(Attribute(name: "Name", type: .string)), .attribute(size)])
    ])
    let rows = #"[{"Name":"Ann"},{"Name":"Bob","Size":8}]"#
    try store.take(rows, as: "things.json")
    try expectEqual(store.take(rows, as: "things.json").collections.map(\.equal), [2])
  }
}

@Suite struct `Rows that repeat earlier rows` {
  @Test(arguments: [
    ("a,b\n1,x\n2,y\n1,x\n1,x\n", "things.csv", "2 rows repeat earlier rows, the first in line 4"),
    (
      #"[{"a":1},{"a":2},{"a":1}]"#, "things.json",
      "1 row repeats an earlier row in line 1"
    ),
    (
      "{\"a\":1,\"b\":2}\n{\"b\":2,\"a\":1}\n", "things.jsonl",
      "1 row repeats an earlier row in line 2"
    ),
  ])
  func `are imported and counted`(text: String, name: String, notice: String) throws {
    let store = try makeStore()
    let report = try store.take(text, as: name)
    expectEqual(report.notices, ["\(name): \(notice)"])
    expectEqual(report.inputs.map { "\($0.repeatedCount)" }, [String(notice.prefix(1))])
    let rows = report.inputs.map(\.repeatedCount)[0]
    expectEqual(report.collections.map(\.inserted), [rows == 2 ? 4 : name.hasSuffix("l") ? 2 : 3])
  }

  @Test(arguments: [
    ("a,b\n12,3\n1,23\n", "things.csv"), ("a,b\n,x\nx,\n", "things.csv"),
    ("{\"a\":\"1\"}\n{\"a\":1}\n{\"a\":[1]}\n{\"b\":1}\n", "things.jsonl"),
  ])
  func `are none where a cell differs`(text: String, name: String) throws {
    try expectEqual(makeStore().take(text, as: name).inputs.map(\.repeatedCount), [0])
  }

  @Test func `are none in an export, whose records have addresses`() throws {
    let store = try makeStore()
    try store.take("Name\nAnn\nAnn\n")
    let text = try store.export("Thing", as: .csv)
    try expectEqual(makeStore().take(text).inputs.map(\.repeatedCount), [0])
  }
}
