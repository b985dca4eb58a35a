import CairnJSON
import TestSupport
import Testing

// V7
@Suite struct `What an earlier version left` {
  @Test(arguments: FrozenVersion.all)
  func `has not changed since`(version: FrozenVersion) throws {
    let home = try Home()
    let check = try home.shell("cd '\(version.folder)' && sha256sum --quiet -c SHA256SUMS")
    expectEqual(check.status, 0, "\(check.output)\(check.errors)")
    let known = try home.shell("cut -c67- '\(version.folder)/SHA256SUMS' | LC_ALL=C sort").lines
    let found = try home.shell(
      "cd '\(version.folder)' && find . -type f ! -name SHA256SUMS -printf '%P\\n' | LC_ALL=C sort"
    ).lines
    expectEqual(known, found)
  }

  @Test(
    arguments: FrozenVersion.all.flatMap(\.stores),
    ["UTC", "America/New_York", "Asia/Kolkata", "Pacific/Apia"])
  func `as a store is read, changed, taken back, folded and exported`(
    frozen: FrozenVersion.Store, zone: String
  ) throws {
    let home = try Home(unpacking: "stores/\(frozen.name).tar.gz", of: frozen.version)
    home.environment["TZ"] = zone
    let store = try FrozenStore(home, frozen.name)
    try store.expectRecords(readOnly: true)
    try store.expectRecords()

    // The newest change that counts, in the journal or in the history, goes and comes back.
    try home.output("undo", "--store", store.path)
    try home.output("redo", "--store", store.path)
    try store.expectRecords()
    let record = try store.namedRecord()
    try home.output("set", record, "Name=Changed by a later version", "--store", store.path)
    try expectEqual(
      home.json("show", record, "--format", "json", "--store", store.path)["Name"],
      "Changed by a later version")
    try home.output("undo", "--store", store.path)
    try home.output("fold", "--store", store.path)
    try home.output("store", "verify", "--store", store.path)
    try store.expectRecords()

    try home.output("export", "--format", "json", "-o", "exported/", "--store", store.path)
    for (collection, records) in store.records {
      let exported = try home.json(in: "exported/\(collection).json")
      expectEqual(byURL(exported).difference(from: byURL(records)), nil, "\(collection)")
    }
  }

  @Test(arguments: FrozenVersion.all, ["recipes", "types"])
  func `as a backup is restored`(version: FrozenVersion, name: String) throws {
    let home = try Home(unpacking: "stores/\(name)-folded.tar.gz", of: version)
    let store = try FrozenStore(home, "\(name)-folded")
    try home.shell("rm -rf \(store.path)")
    try home.output(
      "store", "restore", "\(version.folder)/backups/\(name).tar", "--store", store.path)
    try store.expectRecords(history: false)
    try home.output("store", "verify", "--store", store.path)
  }

  @Test(arguments: FrozenVersion.all.flatMap(\.exports))
  func `as an export is imported`(export: FrozenVersion.Export) throws {
    let home = try Home(unpacking: "stores/\(export.name)-folded.tar.gz", of: export.version)
    let store = try FrozenStore(home, "\(export.name)-folded")
    try home.shell("tar -xzf '\(export.version.folder)/exports/\(export.name).tar.gz'")
    let folder = "\(export.name)/\(export.format)"
    let files = home.names(in: folder)
    expectEqual(files.count, store.records.count)
    let paths = files.map { "\(folder)/\($0)" }
    let answer = try home.cairn(["import"] + paths + ["--store", "copy"])
    expectEqual(answer.status, 0, "\(answer.errors)")
    var copies: [String: JSONValue] = [:]
    for collection in store.records.keys {
      copies[collection] = try home.json("list", collection, "--format", "json", "--store", "copy")
    }
    let titles = [store.records, copies].map(titles)
    var linkCount = 0
    for (collection, records) in store.records {
      let (records, copy) = (records.array ?? [], copies[collection]?.array ?? [])
      expectEqual(copy.count, records.count)
      let names = Set(records.flatMap { $0.object?.members.map(\.name) ?? [] })
      for name in names where name != "url" {
        let note = "\(collection) \(name): \(answer.errors)"
        guard records.contains(where: { $0[name]?.isLink == true }) else {
          expectEqual(
            values(of: name, in: copy, export.format), values(of: name, in: records, export.format),
            note)
          continue
        }
        let linked = zip([records, copy], titles).map { records, titles in
          records.compactMap { record in
            record[name]?.linkedURLs.map { titles[$0] ?? ($0.hasPrefix("cairn://") ? "?" : $0) }
              .sorted().description
          }.sorted()
        }
        expectEqual(linked[1], linked[0], note)
        linkCount += linked[0].count { $0 != "[]" }
      }
    }
    expectTrue(linkCount > 0 || export.name == "contacts")
  }

  /// The first text of each record, by the record's URL.
  private func titles(of collections: [String: JSONValue]) -> [String: String] {
    var titles: [String: String] = [:]
    for record in collections.values.flatMap({ $0.array ?? [] }) {
      guard let url = record["url"]?.string else { continue }
      let texts = record.object?.members.filter { $0.name != "url" }.compactMap(\.value.string)
      titles[url] = texts?.first ?? "without a text"
    }
    return titles
  }

  @Test(arguments: FrozenVersion.all)
  func `as address book cards is imported`(version: FrozenVersion) throws {
    let home = try Home(unpacking: "exports/contacts.tar.gz", of: version)
    try home.output("import", "contacts/contacts.vcf")
    try expectEqual(home.output("list", "contacts", "--count"), "65\n")
  }

  /// Records in the order of their URLs, each linked record as its URL.
  ///
  /// A list has another order than an export. In each, a linked record is whole where it comes first.
  private func byURL(_ records: JSONValue) -> JSONValue {
    let flat = (records.array ?? []).map { record in
      JSONValue.object(
        JSONObject(
          (record.object?.members ?? []).map {
            JSONObject.Member(name: $0.name, value: $0.value.linksAsURLs)
          }))
    }
    return .array(flat.sorted { ($0["url"]?.string ?? "") < ($1["url"]?.string ?? "") })
  }

  /// The values that records have in a field, sorted, where an empty cell of CSV is no value.
  private func values(of name: String, in records: [JSONValue], _ format: String) -> [String] {
    records.compactMap { $0[name] }.filter { !$0.isNull && !(format == "csv" && $0 == "") }
      .map(\.description).sorted()
  }
}

/// A store of an earlier version, with the records and the history that its own program read.
private struct FrozenStore {
  let path: String
  /// The records of each collection.
  let records: [String: JSONValue]
  private let log: JSONValue
  private let home: Home

  init(_ home: Home, _ name: String) throws {
    self.home = home
    path = "\(name)/store"
    var records: [String: JSONValue] = [:]
    for file in home.names(in: "\(name)/records") {
      records[String(file.dropLast(".json".count))] = try home.json(in: "\(name)/records/\(file)")
    }
    self.records = records
    log = try home.json(in: "\(name)/log.json")
  }

  /// Expects all records and all changes of the history, unchanged.
  func expectRecords(readOnly: Bool = false, history: Bool = true) throws {
    let options = ["--format", "json", "--store", path] + (readOnly ? ["--read-only"] : [])
    expectTrue(!records.isEmpty)
    for (collection, earlier) in records {
      let found = try JSONValue(reading: home.output(["list", collection] + options))
      let difference = found.difference(from: earlier)
      expectEqual(difference, nil, "\(collection)")
    }
    guard history else { return }
    let changes = try JSONValue(reading: home.output(["log"] + options)).array ?? []
    let earlier = log.array ?? []
    expectTrue(earlier.count > 8)
    expectEqual(JSONValue.array(Array(changes.suffix(earlier.count))).difference(from: log), nil)
  }

  /// The URL of a record that has a name.
  func namedRecord() throws -> String {
    let collection = ["recipes", "contacts", "writers", "services", "people"]
      .first { records[$0] != nil }
    let record = collection.flatMap { records[$0]?.array?.first { $0["Name"]?.isNull == false } }
    return try #require(record?["url"]?.string)
  }
}
