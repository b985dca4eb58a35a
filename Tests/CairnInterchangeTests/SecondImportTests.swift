import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `A second import of a file` {
  /// Everything that a store has.
  private func content(_ store: ObjectStore) throws -> [String] {
    try store.snapshot.model.entities.map { try store.export($0.name, as: .json) }
  }

  private static let personal = CorpusFile.all.filter { file in
    [".vcf", ".ics", ".bib", ".html"].contains { file.name.hasSuffix($0) }
      || !file.name.contains(".")
  }

  @Test(arguments: personal)
  func `of a personal format changes nothing`(file: CorpusFile) throws {
    let store = try makeStore()
    let first = try Importer(store).run([file.input()])
    let (before, version) = try (content(store), store.snapshot.version)
    let second = try Importer(store).run([file.input()])
    expectEqual(second.collections.map(\.unchanged), first.collections.map(\.inserted))
    expectTrue(second.collections.allSatisfy { !$0.changesAnything }, "\(second.collections)")
    expectEqual(second.transaction, nil)
    try expectEqual(content(store), before)
    expectEqual(store.snapshot.version, version)
  }

  @Test(arguments: `The corpus of exports`.clearFiles)
  func `adds no row again that matches all values`(file: CorpusFile) throws {
    let store = try makeStore()
    var options = ImportOptions.ofCommand
    options.match = ImportOptions.matchesAll
    let first = try Importer(store).run([file.input()])
    let before = try content(store)
    let second = try Importer(store, options).run([file.input()])
    expectEqual(second.collections.map(\.unchanged), first.collections.map(\.inserted))
    try expectEqual(content(store), before)
    // Without the option, the rows are counted.
    guard !Self.personal.contains(where: { $0.name == file.name }) else { return }
    options.match = nil
    options.isDryRun = true
    let third = try Importer(store, options).run([file.input()])
    expectEqual(third.collections.map(\.equal), first.collections.map(\.inserted))
  }

  @Test(arguments: [
    ("BEGIN:VCARD\nFN:Ann\nTEL:1\nEND:VCARD\n", "contacts.vcf", "Contact"),
    ("BEGIN:VCARD\nFN:Ann\nUID:7\nEND:VCARD\n", "contacts.vcf", "Contact"),
    ("@book{,title={Ann}}\n", "papers.bib", "Paper"),
  ])
  func `keeps equal records of one file, and finds each of them`(
    record: String, name: String, entity: String
  ) throws {
    let store = try makeStore()
    try store.take(record + record, as: name)
    let again = try store.take(record + record, as: name)
    expectEqual(
      again.collections.map(\.description),
      [again.collections[0].entity.plural + ": 0 new, 2 unchanged"])
    let more = try store.take(record + record + record, as: name)
    expectEqual(more.collections.map(\.inserted), [1])
    expectEqual(more.collections.map(\.unchanged), [2])
    try expectEqual(store.snapshot.load(entity).count, 3)
  }

  @Test func `finds a card without UID that got another value in the store`() throws {
    let store = try makeStore()
    let cards =
      "BEGIN:VCARD\nFN:Ann\nTEL:1\nEND:VCARD\nBEGIN:VCARD\nFN:Bo\nTEL:2\nNOTE:x\nEND:VCARD\n"
    try store.take(cards, as: "contacts.vcf")
    try store.take("Name,Note\nAnn,tall\n", as: "contacts.csv") { $0.match = "Name" }
    try expectEqual(
      store.take(cards, as: "contacts.vcf").collections.map(\.description),
      ["contacts: 0 new, 2 unchanged"])
    try expectEqual(store.texts("Note", of: "Contact"), ["tall", "x"])
    // Another phone is another person.
    try store.take("BEGIN:VCARD\nFN:Ann\nTEL:3\nEND:VCARD\n", as: "contacts.vcf")
    try expectEqual(store.texts("Name", of: "Contact"), ["Ann", "Bo", "Ann"])
  }

  @Test func `knows bookmarks by their addresses, each in its folder`() throws {
    func page(_ title: String) -> String {
      """
      <!DOCTYPE NETSCAPE-Bookmark-file-1>
      <DL><DT><H3>a</H3><DL><DT><A HREF="https://x.org/">\(title)</A></DL>
      <DT><H3>b</H3><DL><DT><A HREF="https://x.org/">Second</A></DL></DL>
      """
    }
    let store = try makeStore()
    try store.take(page("First"), as: "bookmarks.html")
    let report = try store.take(page("Renamed"), as: "bookmarks.html")
    expectEqual(
      report.collections.map(\.description), ["bookmarks: 0 new, 1 updated, 1 unchanged"])
    try expectEqual(store.texts("Title", of: "Bookmark"), ["Renamed", "Second"])
    try expectEqual(store.texts("Folder", of: "Bookmark"), ["a", "b"])
  }
}

@Suite struct `A second import of notes` {
  private let store: ObjectStore

  init() throws { store = try makeStore() }

  @discardableResult
  private func take(_ files: [(path: String, text: String)]) throws -> ImportReport {
    let input = ImportInput(
      folder: "notes", at: "notes", of: files.map { source($0.text, name: "notes/\($0.path)") })
    return try Importer(store).run([input])
  }

  @Test func `updates the notes of the same names and folders`() throws {
    try take([("a/todo.md", "one"), ("b/todo.md", "two"), ("top.md", "x")])
    let report = try take([("a/todo.md", "one"), ("b/todo.md", "three"), ("c/todo.md", "four")])
    expectEqual(report.collections.map(\.description), ["notes: 1 new, 1 updated, 1 unchanged"])
    try expectEqual(store.texts("Body", of: "Note"), ["one", "three", "x", "four"])
  }

  @Test func `of one file finds the only note of its name, and guesses among none`() throws {
    try take([("a/todo.md", "one"), ("b/todo.md", "two"), ("top.md", "x")])
    try store.take("new", as: "top.md") { $0.collection = "notes" }
    try expectEqual(store.texts("Body", of: "Note"), ["one", "two", "new"])
    let known = try store.take("two", as: "todo.md") { $0.collection = "notes" }
    expectEqual(known.collections.map(\.unchanged), [1])
    let report = try store.take("three", as: "todo.md") { $0.collection = "notes" }
    expectEqual(
      report.badRows.map(\.problem), [.ambiguous(field: "Name", text: "todo")])
  }

  @Test func `of a file with several texts finds each of them`() throws {
    let texts = "---\na: 1\n---\n\nx\n\n---\na: 2\n---\n\ny\n"
    try store.take(texts, as: "log.md")
    try expectEqual(
      store.take(texts, as: "log.md").collections.map(\.changesAnything), [false])
  }
}

@Suite struct `A table with a field that no two records share` {
  private func servers(_ handle: String?) throws -> ObjectStore {
    var host = Attribute(name: "Host", type: .string)
    host.isUnique = handle == nil
    let cores = Property.attribute(Attribute(name: "Cores", type: .integer))
    var entity = Entity(name: "Server", properties: [.attribute(host), cores])
    entity.handle = handle
    return try makeStore([entity])
  }

  @Test(arguments: [nil, "Host"])
  func `adds nothing again, and changes no record that differs`(handle: String?) throws {
    let store = try servers(handle)
    try store.take("Host,Cores\nweb,3\nmail,\n", as: "servers.csv")
    let again = try store.take("Cores,Host\n3,web\n,mail\n,ftp\n", as: "servers.csv")
    expectEqual(again.collections.map(\.description), ["servers: 1 new, 2 unchanged"])
    expectEqual(again.badRowCount, 0)
    let other = try store.take(#"[{"Host":"web","Cores":4},{"Host":"mail"}]"#, as: "servers.json")
    expectEqual(other.badRows.map(\.problem), [.notUnique(field: "Host", text: "web")])
    expectEqual(other.collections.map(\.unchanged), [1])
    try expectEqual(store.texts("Cores", of: "Server"), ["3", "-", "-"])
  }

  @Test func `refuses a second row with the value, as the first import does`() throws {
    let store = try servers(nil)
    let rows = "Host,Cores\nweb,3\nweb,3\n"
    for _ in 1...2 {
      try expectEqual(store.take(rows, as: "servers.csv").badRows.map(\.line), [3])
    }
    try expectEqual(store.texts("Host", of: "Server"), ["web"])
  }

  @Test func `adds each row if a command asks for that`() throws {
    let store = try servers("Host")
    try store.take("Host,Cores\nweb,3\n", as: "servers.csv")
    let report = try store.take("Host,Cores\nweb,3\nftp,1\nftp,1\n", as: "servers.csv") {
      $0.addsEachRow = true
    }
    expectEqual(report.badRows.map(\.line), [2, 4])
    expectEqual(report.notices, [])
  }
}
