import CairnJSON
import TestSupport
import Testing

/// The page `format` of the guide is a promise.
///
/// The reader in `Format/read_store.py` was written
/// from that page alone, and has to find in each store what the program finds.
@Suite struct `A reader that knows only the page on the format` {
  private static let reader =
    #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" }
    + "/Format/read_store.py"

  @Test func `has at most a hundred lines, and nothing but Python's own library`() throws {
    let home = try Home(environment: [:])
    let text = try home.shell("cat '\(Self.reader)'").output
    expectTrue(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 101)
    let imports = text.split(separator: "\n").filter {
      $0.hasPrefix("import ") || $0.hasPrefix("from ")
    }
    let modules = imports.joined(separator: " ").split { " ,".contains($0) }
    let known: Set<Substring> = [
      "import", "from", "json", "os", "re", "sys", "glob", "pathlib", "decimal", "Path", "Decimal",
    ]
    expectEqual(modules.filter { !known.contains($0) }, [])
  }

  @Test(arguments: ["books", "contacts", "recipes", "servers", "tasks"])
  func `agrees on a sample`(sample: String) throws {
    let home = try Home(environment: ["TZ": "UTC"])
    try home.output("init", "--sample", sample, "--store", "s")
    try expectAgreement(home, "s")
  }

  @Test(arguments: FrozenVersion.all.flatMap(\.stores))
  func `agrees on a store of an earlier version`(stored: FrozenVersion.Store) throws {
    let home = try Home(unpacking: "stores/\(stored.name).tar.gz", of: stored.version)
    try expectAgreement(home, "\(stored.name)/store")
  }

  @Test func `refuses a store that needs more than the page says`() throws {
    let home = try Home(environment: [:])
    try home.output("init", "--store", "s")
    for line in ["Needs: teleport", "Format: 2"] {
      try home.shell("cp -r s t; (grep -v '^Format' s/STORE; echo '\(line)') > t/STORE")
      if line.hasPrefix("Needs") { try home.shell("echo 'Format: 1' >> t/STORE") }
      let answer = try home.shell("python3 '\(Self.reader)' t")
      expectTrue(answer.status != 0 && answer.output.isEmpty, "\(line): \(answer.output)")
      try home.shell("rm -rf t")
    }
  }

  /// The reader must print the same records as an export of the store.
  private func expectAgreement(_ home: Home, _ store: String) throws {
    // The store as it lies there: an export folds the journal.
    try home.shell("cp -r '\(store)' untouched")
    let answer = try home.shell("python3 '\(Self.reader)' untouched")
    expectEqual(answer.status, 0, "\(answer.errors)")
    let read = try JSONValue(reading: answer.output)
    try home.output("export", "--store", store, "-o", "exported/")
    let model = ExportedNames(home.text(of: "exported/model.rec"))
    expectTrue(!model.plurals.isEmpty)
    expectEqual(read.object?.members.map(\.name).sorted(), model.plurals.values.sorted())
    for (plural, entity) in model.plurals {
      let exported = try home.json(in: "exported/\(plural).json").array ?? []
      let records = read[entity]?.array ?? []
      expectEqual(records.count, exported.count, "\(plural)")
      for (record, expected) in zip(records, exported) {
        expectEqual(
          record["key"]?.string,
          expected["@url"]?.string?.lastSegment ?? expected["url"]?.string?.lastSegment)
        for member in expected.object?.members ?? [] where !["url", "@url"].contains(member.name) {
          let isLink = model.links[entity]?.contains(member.name) == true
          let value = isLink ? model.links(member.value.linksAsURLs) : member.value
          expectEqual(
            record[member.name]?.text(), value.text(), "\(entity) \(member.name) in \(store)")
        }
      }
    }
  }
}

/// What an exported model calls collections and links.
private struct ExportedNames {
  private(set) var plurals: [String: String] = [:]
  private(set) var links: [String: Set<String>] = [:]

  init(_ text: String) {
    var entity = ""
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count > 1 else { continue }
      switch words[0] {
      case "%rec:": entity = words[1]
      case "%plural:": plurals[words[1]] = entity
      case "%relationship:": links[entity, default: []].insert(words[1])
      default: break
      }
    }
  }

  /// The URLs of a link as the reader names records: `Entity/p3`.
  func links(_ value: JSONValue) -> JSONValue {
    if let elements = value.array { return .array(elements.map(links)) }
    guard let text = value.string else { return value }
    let parts = text.split(separator: "/")
    guard parts.count == 3, let entity = plurals[String(parts[1])] else { return value }
    return .string("\(entity)/\(parts[2])")
  }
}

extension String {
  fileprivate var lastSegment: String? { split(separator: "/").last.map(String.init) }
}
