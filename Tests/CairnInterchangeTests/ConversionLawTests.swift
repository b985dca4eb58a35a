import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

/// Laws of the conversion of a field into a link, over random tables.
@Suite struct `A field that becomes a link to new records` {
  private static let words = [
    "Ann", " Ann", "ann", "Zoé", "Zoe\u{301}", "Bo", "Bo ", "12", "12.5", "2026-01-02", "yes",
    "a, b", "Cleo Smith", "Ł", "O'Neil", "cairn", "#1",
  ]

  /// A random table whose column `Who` has names, lists or numbers.
  private func table(_ random: inout SeededGenerator) -> String {
    let hasLists = random.number(0...2) == 0
    let words = Array(Self.words.shuffled(using: &random).prefix(random.number(1...9)))
      .filter { !hasLists || !$0.contains(",") }
    var rows = "Title,Who,Note\n"
    for number in 1...random.number(1...30) {
      let count = random.number(0...(hasLists ? 3 : 1))
      let names = (0..<count).map { _ in random.element(of: words + ["Ann"]) }
      rows += "T\(number),\"\(names.joined(separator: "; "))\",n\(number)\n"
    }
    return rows
  }

  /// The model and all records of a store.
  private func content(_ store: ObjectStore) throws -> [String] {
    try [store.modelText] + meaning(store)
  }

  /// The model and all records of a store, whatever the order of lines in the model's text.
  private func meaning(_ store: ObjectStore) throws -> [String] {
    let entities = store.snapshot.model.entities
    return try entities.map(\.modelText)
      + entities.flatMap { entity in
        try store.snapshot.load(entity.name).rows.map { row in
          "\(row.id) "
            + entity.properties.map { "\($0.name)=\(row[$0.name].map { "\($0)" } ?? "-")" }
            .joined(separator: ", ") + " \(row.remarkCount)"
        }
      }
  }

  private func convert(_ store: ObjectStore) throws {
    try store.commit(title: "link") { draft throws(StoreError) in
      try draft.makeLink(
        of: "Who", of: "Thing", to: .ofNames(calledBy: "Author"), addingMissing: true)
    }
  }

  /// The names in each row, in the order of the rows.
  private func names(_ store: ObjectStore) throws -> [[RecordName]] {
    try store.values("Who", of: "Thing").map { $0.map(RecordName.names) ?? [] }
  }

  @Test(arguments: SeededGenerator.seeds(Torture.rounds(30)))
  func `has a record for each value, and undo restores it exactly`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text = table(&random)
    let store = try makeStore()
    try store.take(text)
    if random.number(0...1) == 0 { try store.fold() }
    let before = try content(store)
    let old = try names(store)
    let wanted = Set(old.flatMap { $0 })
    guard !wanted.isEmpty else { return }
    try convert(store)
    if random.number(0...1) == 0 { try store.fold() }
    let titles = try store.values("Name", of: "Author").flatMap { $0.map(RecordName.names) ?? [] }
    expectEqual(titles.count, wanted.count, "seed \(seed)\n\(text)")
    expectEqual(Set(titles), wanted, "seed \(seed)\n\(text)")
    let link = try #require(store.snapshot.model["Thing"]?.relationship("Who"))
    for (row, names) in zip(try store.snapshot.load("Thing").rows, old) {
      let ends = try store.snapshot.linkedKeys(of: row, link.name).map { key in
        try store.snapshot.record(ObjectID(entity: "Author", key: key))?["Name"]
      }
      expectEqual(
        Set(ends.compactMap { $0.flatMap { RecordName.names(in: $0).first } }), Set(names),
        "seed \(seed)\n\(text)")
    }
    try store.undo()
    try expectEqual(content(store), before, "seed \(seed)\n\(text)")
    try store.fold()
    try expectEqual(content(store), before, "seed \(seed)\n\(text)")
  }

  @Test(arguments: SeededGenerator.seeds(Torture.rounds(30)))
  func `is as an import with the link`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text = table(&random)
    let later = try makeStore()
    try later.take(text)
    guard try !names(later).joined().isEmpty else { return }
    try convert(later)
    let once = try makeStore()
    let report = try once.take(text) {
      $0.links = [ImportOptions.Link(column: "Who", collection: "Author")]
    }
    try expectEqual(meaning(once), meaning(later), "seed \(seed)\n\(text)")
    expectEqual(report.lostValueCount, 0)
    // A second import finds all records.
    let again = try once.take(text) {
      $0.links = [ImportOptions.Link(column: "Who", collection: "Author")]
    }
    expectEqual(again.namedLinks.map(\.createdCount), [0], "seed \(seed)\n\(text)")
  }
}
