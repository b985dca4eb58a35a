import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `A link made by an import` {
  private let albums = "AlbumId,Title\n10,Zebra\n20,Ant\n"
  private let tracks = "TrackId,Name,AlbumId\n1,One,20\n2,Two,10\n3,Three,\n4,Four,99\n"

  private func key(_ number: UInt64) -> Value { .link(RecordKey(sequence: number)) }

  @Test func `leads to the record with the same value and keeps the column`() throws {
    let store = try makeStore()
    try store.take(albums, as: "albums.csv")
    let report = try store.take(tracks, as: "tracks.csv") {
      $0.links = [ImportOptions.Link("AlbumId=Album.AlbumId")].compactMap { $0 }
    }
    try expectEqual(store.values("Album", of: "Track"), [key(2), key(1), nil, nil])
    try expectEqual(store.texts("AlbumId", of: "Track"), ["20", "10", "-", "99"])
    let inverse = try #require(store.snapshot.model["Album"]?.relationship("Tracks"))
    expectTrue(inverse.isToMany)
    expectEqual(inverse.inverse, "Album")
    expectEqual(
      report.lostValues.map(\.description),
      ["tracks.csv, line 5: Album \"99\": no record of albums has this AlbumId"])
  }

  @Test func `is the same one in a second import, also beside a field with its name`() throws {
    let store = try makeStore()
    try store.take("Name\nAnn\nBob\n", as: "authors.csv")
    let books = "Title,Author\nOne,Ann\nTwo,Bob\n"
    for match in [nil, "Title"] {
      try store.take(books, as: "books.csv") { options in
        options.match = match
        options.links = [ImportOptions.Link("Author=authors.Name")].compactMap { $0 }
      }
    }
    expectEqual(store.snapshot.model["Book"]?.relationships.map(\.name), ["Author_2"])
    expectEqual(store.snapshot.model["Author"]?.relationships.map(\.name), ["Books"])
    expectEqual(store.snapshot.version, 2)
  }

  @Test func `may lead to a file of the same import, whichever comes first`() throws {
    let store = try makeStore()
    var options = ImportOptions.ofCommand
    options.links = [ImportOptions.Link(column: "AlbumId", collection: "albums", field: "albumid")]
    let report = try Importer(store, options).run([
      ImportInput(source(tracks, name: "tracks.csv")),
      ImportInput(source(albums, name: "albums.csv")),
    ])
    try expectEqual(store.values("Album", of: "Track"), [key(2), key(1), nil, nil])
    expectEqual(store.snapshot.model["Album"]?.relationships.map(\.name), ["Tracks"])
    expectEqual(store.snapshot.version, 1)
    expectEqual(report.collections.map(\.inserted), [4, 2])
  }

  @Test(arguments: [
    ("ArtistId,Name\n1,Ann\n2,Bo\n", "AlbumId,Title,ArtistId\n7,Ant,2\n8,Bee,1\n"),
    ("id,Name\n1,Ann\n2,Bo\n", "id,Title,artist_id\n7,Ant,2\n8,Bee,1\n"),
    ("Id,Name\n1,Ann\n2,Bo\n", "Id,Title,ArtistId\n7,Ant,2\n8,Bee,1\n"),
  ])
  func `is found where a column is called as the key of another file`(
    artists: String, albums: String
  ) throws {
    let store = try makeStore()
    let report = try Importer(store).run([
      ImportInput(source(albums, name: "Album.csv")),
      ImportInput(source(artists, name: "data/Artist.csv")),
    ])
    let links = try #require(store.snapshot.model["Album"]?.relationships)
    expectEqual(links.map(\.destination), ["Artist"])
    try expectEqual(store.values(links[0].name, of: "Album"), [key(2), key(1)])
    expectTrue(report.notices.isEmpty)
    expectEqual(store.snapshot.model["Artist"]?.relationships.map(\.isToMany), [true])
  }

  @Test(arguments: [
    "ArtistId,Name\n1,Ann\n1,Bo\n", "ArtistId,Name\n1,Ann\n,Bo\n", "Name,Number\nAnn,1\nBo,2\n",
  ])
  func `is not found where the other file has no such key`(artists: String) throws {
    let store = try makeStore()
    let report = try Importer(store).run([
      ImportInput(source("Title,ArtistId\nAnt,2\nBee,1\n", name: "albums.csv")),
      ImportInput(source(artists, name: "artists.csv")),
    ])
    expectEqual(store.snapshot.model["Album"]?.relationships.isEmpty, true)
    expectEqual(report.collections.first?.inserted, 2)
  }

  @Test func `is the one that was asked for where the names speak for another`() throws {
    let store = try makeStore()
    var options = ImportOptions.ofCommand
    options.links = [ImportOptions.Link(column: "ArtistId", collection: "Person", field: "Number")]
    _ = try Importer(store, options).run([
      ImportInput(source("Title,ArtistId\nAnt,2\n", name: "albums.csv")),
      ImportInput(source("ArtistId,Name\n2,Ann\n", name: "artists.csv")),
      ImportInput(source("Number,Name\n2,Cleo\n", name: "persons.csv")),
    ])
    expectEqual(store.snapshot.model["Album"]?.relationships.map(\.destination), ["Person"])
  }

  @Test func `may lead to the same collection`() throws {
    let store = try makeStore()
    try store.take("EmployeeId,Name,ReportsTo\n1,Ann,2\n2,Bob,\n3,Eve,1\n", as: "employees.csv") {
      $0.links = [ImportOptions.Link("ReportsTo=Employee.EmployeeId")].compactMap { $0 }
    }
    try expectEqual(store.values("Employee", of: "Employee"), [key(2), nil, key(1)])
    let names = store.snapshot.model["Employee"]?.relationships.map(\.name)
    expectEqual(names, ["Employee", "Employees"])
  }

  @Test func `is cleared with its text where a row changes a known record`() throws {
    let store = try makeStore()
    let link = { (options: inout ImportOptions) in
      options.links = [ImportOptions.Link("Owner=Person.Name")].compactMap { $0 }
      options.match = "Tool"
    }
    try store.take("Name\nAnn\nBo\n", as: "persons.csv")
    try store.take("Tool,Owner\nSaw,Ann\nAxe,Bo\n", as: "tools.csv", link)
    try expectEqual(store.values("Person", of: "Tool"), [key(1), key(2)])
    try store.take("Tool,Owner\nSaw,\nAxe,Ann\n", as: "tools.csv", link)
    try expectEqual(store.values("Person", of: "Tool"), [nil, key(1)])
    try expectEqual(store.texts("Owner", of: "Tool"), ["-", "Ann"])
  }

  private func refusal(
    _ text: String, _ links: [String]
  ) throws -> (report: ImportReport, sentence: String)? {
    let store = try makeStore()
    try store.take("AlbumId,Title\n10,Zebra\n20,Ant\n20,Bee\n", as: "albums.csv")
    try store.take("ArtistId,Name\n1,Ann\n", as: "artists.csv")
    let error = #expect(throws: InterchangeError.self) {
      try store.take(text, as: "tracks.csv") {
        $0.links = links.compactMap { ImportOptions.Link($0) }
        $0.isStrict = true
      }
    }
    guard let error, case .refused(let report) = error else { return nil }
    return (report, error.description)
  }

  @Test func `is refused by a strict import, with the reason`() throws {
    let text = "TrackId,AlbumId\n1,10\n2,20\n3,99\n"
    let report = try #require(try refusal(text, ["AlbumId=Album.AlbumId"])).report
    expectEqual(
      report.badRows.map(\.description),
      [
        "tracks.csv, line 3: Album \"20\": several records of albums have this AlbumId",
        "tracks.csv, line 4: Album \"99\": no record of albums has this AlbumId",
      ])
  }

  @Test func `makes a row count once, however many of its links are refused`() throws {
    let text = "TrackId,AlbumId,ArtistId\n1,98,99\n2,10,97\n"
    let links = ["AlbumId=Album.AlbumId", "ArtistId=Artist.ArtistId"]
    let (report, sentence) = try #require(try refusal(text, links))
    expectEqual(report.badRows.map(\.line), [2, 2, 3])
    expectEqual(report.badRowCount, 2)
    expectTrue(sentence.contains("because 2 rows cannot be"))
  }

  @Test func `is made once`() throws {
    let store = try makeStore()
    try store.take(albums, as: "albums.csv")
    for _ in 1...2 {
      try store.take(tracks, as: "tracks.csv") {
        $0.links = [ImportOptions.Link("AlbumId=Album.AlbumId")].compactMap { $0 }
        $0.match = "TrackId"
      }
    }
    expectEqual(store.snapshot.model["Track"]?.relationships.map(\.name), ["Album"])
    expectEqual(store.snapshot.table("Track")?.count, 4)
  }

  @Test(arguments: [
    "AlbumId", "AlbumId=", "=Album.AlbumId", "=Album", "AlbumId=.AlbumId", "AlbumId=Album.",
  ])
  func `needs column and collection, and a field after a dot`(text: String) {
    expectEqual(ImportOptions.Link(text), nil)
  }
}
