import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

/// What exports write of links comes back as links where the model isn't there.
@Suite struct `Addresses of records in an import` {
  private func take(_ files: [(name: String, text: String)], into store: ObjectStore) throws
    -> ImportReport
  {
    try Importer(store).run(files.map { ImportInput(source($0.text, name: $0.name)) })
  }

  private func links(_ store: ObjectStore, _ entity: String) -> [String] {
    store.snapshot.model[entity]?.relationships.map { link in
      "\(link.name)\(link.isToMany ? "*" : "") \(link.destination)/\(link.inverse ?? "")"
        + (link.isOrdered ? " ordered" : "")
    } ?? []
  }

  private let books = """
    [{"url": "cairn://books/p7", "Title": "Zoo", "Author": "cairn://authors/p4"},
     {"url": "cairn://books/p8", "Title": "Ant", "Author": null}]
    """

  @Test func `are one link where both sides have them`() throws {
    let store = try makeStore()
    let authors = """
      {"url":"cairn://authors/p3","Name":"Bo","Books":[]}
      {"url":"cairn://authors/p4","Name":"Ann","Books":["cairn://books/p7"]}
      """
    let report = try take([("books.json", books), ("authors.jsonl", authors)], into: store)
    expectEqual(report.notices, [])
    expectEqual(links(store, "Book"), ["Author Author/Books"])
    expectEqual(links(store, "Author"), ["Books* Book/Author"])
    let author = Value.link(RecordKey(sequence: 2))
    try expectEqual(store.values("Author", of: "Book"), [author, nil])
    try expectEqual(store.texts("Name", of: "Author"), ["Bo", "Ann"])
  }

  @Test func `are a link whose other side gets a name of its own`() throws {
    let store = try makeStore()
    let authors = "url,Name,Books\ncairn://authors/p4,Ann,3\n"
    try expectEqual(
      take([("authors.csv", authors), ("books.json", books)], into: store).notices, [])
    expectEqual(links(store, "Book"), ["Author Author/Books_2"])
    try expectEqual(store.texts("Books", of: "Author"), ["3"])
    try expectEqual(store.values("Author", of: "Book"), [.link(RecordKey(sequence: 1)), nil])
  }

  @Test func `keep an order that is not that of the records`() throws {
    let store = try makeStore()
    let lists = """
      url,Name,Songs,Guests
      cairn://lists/p1,Road,"[""cairn://songs/p2"",""cairn://songs/p1""]","[""cairn://songs/p1"",""cairn://songs/p2""]"
      """
    let songs = "url,Name\ncairn://songs/p1,One\ncairn://songs/p2,Two\n"
    _ = try take([("lists.csv", lists), ("songs.csv", songs)], into: store)
    expectEqual(links(store, "List"), ["Songs* Song/Lists ordered", "Guests* Song/Lists_2"])
    try expectEqual(store.texts("Songs", of: "List"), ["p2+p1"])
  }

  @Test func `lead up and down within a collection`() throws {
    let store = try makeStore()
    let people = """
      {"url":"cairn://people/p1","Name":"Ann","Boss":null,"Team":["cairn://people/p2"]}
      {"url":"cairn://people/p2","Name":"Bo","Boss":"cairn://people/p1","Team":[]}
      """
    _ = try take([("people.jsonl", people)], into: store)
    expectEqual(links(store, "Person"), ["Boss Person/Team", "Team* Person/Boss"])
    try expectEqual(store.values("Boss", of: "Person"), [nil, .link(RecordKey(sequence: 1))])
  }

  @Test func `are not taken for sides of one link where there are several`() throws {
    let store = try makeStore()
    let games = """
      {"url":"cairn://games/p1","Home":"cairn://teams/p1","Guest":"cairn://teams/p2"}
      """
    let teams = """
      {"url":"cairn://teams/p1","Name":"A","HomeGames":["cairn://games/p1"],"GuestGames":[]}
      {"url":"cairn://teams/p2","Name":"B","HomeGames":[],"GuestGames":["cairn://games/p1"]}
      """
    _ = try take([("games.jsonl", games), ("teams.jsonl", teams)], into: store)
    try expectEqual(store.texts("Home", of: "Game"), ["p1"])
    try expectEqual(store.texts("Guest", of: "Game"), ["p2"])
    expectTrue(store.snapshot.model["Game"]?.relationship("Home")?.inverse != "GuestGames")
  }

  @Test func `stay URLs where they lead to nothing that is known, or to several collections`()
    throws
  {
    let store = try makeStore()
    let notes =
      "Name,See,Any\na,cairn://moons/p1,cairn://notes/p1\nb,cairn://moons/p2,cairn://x/p1\n"
    _ = try take([("notes.csv", notes)], into: store)
    expectEqual(links(store, "Note"), [])
    try expectEqual(store.attribute("See", of: "Note").type, .url)
    try expectEqual(store.attribute("Any", of: "Note").type, .url)
  }

  @Test func `become no link where a person wants something else`() throws {
    let store = try makeStore()
    try store.take("Name\nAnn\n", as: "authors.csv")
    try store.take("Title,By\nZoo,cairn://authors/p1\n", as: "books.csv") {
      $0.types["By"] = .string
    }
    try expectEqual(store.attribute("By", of: "Book").type, .string)
    try store.take("Title,Writer\nZoo,cairn://authors/p1\n", as: "poems.csv")
    expectEqual(links(store, "Poem"), ["Writer Author/Poems"])
    try expectEqual(store.values("Writer", of: "Poem"), [.link(RecordKey(sequence: 1))])
  }
}

@Suite struct `A key in the store` {
  @Test func `is what a later file's column leads to`() throws {
    let store = try makeStore()
    try store.take("ArtistId,Name\n1,Ann\n2,Bo\n", as: "Artist.csv")
    try store.take("AlbumId,Title,ArtistId\n7,Ant,2\n", as: "Album.csv")
    try store.take("AlbumId,Title,ArtistId\n8,Bee,1\n", as: "Album.csv")
    expectEqual(store.snapshot.model["Album"]?.relationships.map(\.name), ["Artist"])
    try expectEqual(
      store.values("Artist", of: "Album"),
      [.link(RecordKey(sequence: 2)), .link(RecordKey(sequence: 1))])
  }

  @Test(arguments: ["ArtistId,Name\n1,Ann\n1,Bo\n", "ArtistId,Name\n1,Ann\n,Bo\n", "Name\nAnn\n"])
  func `is none where it doesn't tell each record from the others`(artists: String) throws {
    let store = try makeStore()
    try store.take(artists, as: "Artist.csv")
    try store.take("AlbumId,Title,ArtistId\n7,Ant,1\n", as: "Album.csv")
    expectEqual(store.snapshot.model["Album"]?.relationships.isEmpty, true)
  }
}

@Suite struct `A column called Id` {
  private let people = "Id,Name,BossId\n1,Ann,\n2,Bo,1\n"

  @Test func `is the field id, which every option finds by either name`() throws {
    let store = try makeStore()
    try store.take(people, as: "people.csv") {
      $0.links = [ImportOptions.Link("BossId=Person.Id")].compactMap { $0 }
    }
    try expectEqual(store.texts("id", of: "Person"), ["1", "2"])
    try expectEqual(store.values("Boss", of: "Person"), [nil, .link(RecordKey(sequence: 1))])
    try store.take("Id,Name\n2,Bob\n3,Cy\n", as: "people.csv") { $0.match = "Id" }
    try expectEqual(store.texts("Name", of: "Person"), ["Ann", "Bob", "Cy"])
  }

  @Test func `keeps apart from one called id`() throws {
    let store = try makeStore()
    try store.take("Id,id\na,1\n", as: "things.csv")
    try expectEqual(store.texts("id", of: "Thing"), ["1"])
    try expectEqual(store.texts("id_2", of: "Thing"), ["a"])
  }
}
