import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `Refused rows` {
  private func things() -> Entity {
    var name = Attribute(name: "Name", type: .string)
    name.isRequired = true
    var code = Attribute(name: "Code", type: .string)
    code.isUnique = true
    var kind = Attribute(name: "Kind", type: .choice)
    kind.choices = ["big", "small"]
    return Entity(
      name: "Thing",
      properties: [
        .attribute(name), .attribute(code), .attribute(Attribute(name: "Size", type: .integer)),
        .attribute(kind),
      ])
  }

  /// The texts of the refused rows of an import, and the report.
  private func refuse(
    _ text: String, as name: String, into store: ObjectStore,
    _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> (text: String, report: ImportReport) {
    var options = ImportOptions.ofCommand
    options.collection = "things"
    change(&options)
    let inputs = try InspectedInputs([ImportInput(source(text, name: name, blockSize: 1000))])
    let report = try Importer(store, options).run(inputs)
    var bytes: [UInt8] = []
    for input in inputs.refused(in: report) {
      for file in try input.files() {
        expectEqual(file.path, name)
        try file.write { bytes += $0 }
      }
    }
    return (String(decoding: bytes, as: UTF8.self), report)
  }

  @Test func `are a table with all reasons in the last column`() throws {
    let store = try makeStore([things()])
    let text = """
      Name;Code;Size;Kind
      Box;a;1;big
      ;a;good;huge
      Bag;b
      Cup;c;2;small;more
      "Jar; big";d;x;

      """
    let (rejects, report) = try refuse(text, as: "things.csv", into: store)
    expectEqual(
      rejects,
      #"""
      Name;Code;Size;Kind;Refused because
      ;a;good;huge;"Size: ""good"" is not a whole number; Kind: ""huge"" is not one of big, small; \#
      Name must have a value; Code: another record already has ""a"""
      Cup;c;2;small;more;the row has 5 cells, the header has 4
      "Jar; big";d;x;;"Size: ""x"" is not a whole number"

      """#)
    expectEqual(report.badRowCount, 3)
    expectEqual(report.badRows.map(\.line), [3, 3, 3, 3, 5, 6])
  }

  @Test func `are imported again after they are fixed, without their reasons`() throws {
    let store = try makeStore([things()])
    let text = "Name\tCode\tSize\nBox\ta\t1\nBag\tb\tgood\nCup\tc\tbad\n"
    let (rejects, _) = try refuse(text, as: "things.tsv", into: store)
    // The reasons of a row that is still bad are replaced.
    let (twice, _) = try refuse(rejects, as: "rejects.tsv", into: store)
    expectEqual(twice, rejects)
    let fixed = rejects.replacing("\tgood\t", with: "\t2\t").replacing("\tbad\t", with: "\t3\t")
    let (again, report) = try refuse(fixed, as: "rejects.tsv", into: store)
    expectEqual(again, "")
    expectEqual(report.badRowCount, 0)
    try expectEqual(store.texts("Size", of: "Thing"), ["1", "2", "3"])
    expectEqual(store.snapshot.model["Thing"]?.attributes.count, 4)
    expectEqual(
      report.notices.contains { $0.contains("Refused because has the reasons of an earlier") }, true
    )
  }

  @Test func `keep their reasons as a field if an option asks for it`() throws {
    let store = try makeStore([things()])
    let text = "Name,Refused because\nBox,too small\n"
    _ = try refuse(text, as: "things.csv", into: store) {
      $0.mapping[RefusedInput.column] = "Why"
    }
    try expectEqual(store.texts("Why", of: "Thing"), ["too small"])
  }

  @Test func `are objects with their reasons as the last member`() throws {
    let store = try makeStore([things()])
    let objects = [
      #"{"Name":"Box","Size":1}"#, #"{"Name":"Bag","Size":"good","Tags":["a"]}"#, "[1]", "{oops",
    ]
    let reason = #""Refused because":"Size: \"good\" is not a whole number""#
    let bag = #"{"Name":"Bag","Size":"good","Tags":["a"],\#(reason)}"#
    let (lines, _) = try refuse(
      objects.joined(separator: "\n") + "\n", as: "things.jsonl", into: store)
    expectEqual(lines, "\(bag)\n[1]\n{oops\n")
    let (array, _) = try refuse(
      "[" + objects[..<2].joined(separator: ",") + "]", as: "things.json", into: store)
    expectEqual(array, "[\n  \(bag)\n]\n")
    let (named, _) = try refuse(
      #"{"things": [\#(objects[1])], "cups": [{"A": 1}]}"#, as: "things.json", into: store)
    expectEqual(named, "{\n\"things\": [\n  \(bag)\n]\n}\n")
    let (again, report) = try refuse(
      bag.replacing(#""good""#, with: "5"), as: "things.jsonl", into: store)
    expectEqual(again, "")
    expectEqual(report.badRowCount, 0)
    expectEqual(store.snapshot.model["Thing"]?.attribute("Refused_because"), nil)
  }

  @Test func `of cards, notes and rec have their source`() throws {
    let store = try makeStore([things()])
    func card(_ name: String, _ end: String = "END:VCARD\n") -> String {
      "BEGIN:VCARD\nVERSION:3.0\nFN:\(name)\n\(end)"
    }
    let (cards, _) = try refuse(
      card("Ann") + card("Bob", "") + card("Cleo"), as: "people.vcf", into: store
    ) { $0.collection = "people" }
    expectEqual(cards, card("Bob", ""))
    let (rec, _) = try refuse(
      "%rec: Thing\n\nName: Box\nSize: 1\n\nName: Bag\nSize: good\n\nName: Cup\nSize: 2\n",
      as: "things.rec", into: store)
    expectEqual(rec, "%rec: Thing\n\nName: Bag\nSize: good\n\n")
    let (note, _) = try refuse(
      "---\nSize: good\n---\n\nText\n", as: "Bag.md", into: store)
    expectEqual(note, "---\nSize: good\n---\n\nText\n")
  }

  @Test func `of a folder of notes are files of their own`() throws {
    let store = try makeStore([things()])
    var options = ImportOptions.ofCommand
    options.collection = "things"
    let notes = [("deep/a.md", "good"), ("b.md", "2"), ("c.md", "bad")].map { name, size in
      source("---\nSize: \(size)\n---\n", name: "notes/\(name)")
    }
    let inputs = try InspectedInputs([ImportInput(folder: "notes", at: "notes", of: notes)])
    let report = try Importer(store, options).run(inputs)
    let refused = inputs.refused(in: report)
    expectEqual(refused.map(\.rowCount), [2])
    try expectEqual(refused.flatMap { try $0.files().map(\.path) }, ["deep/a.md", "c.md"])
  }

  @Test func `of another encoding are UTF-8, and of a strict import are all`() throws {
    let store = try makeStore([things()])
    let bytes = "Name;Size\nZoé;good\nRené;1\nAimé;x\n".unicodeScalars.map { UInt8($0.value) }
    var options = ImportOptions.ofCommand
    options.collection = "things"
    options.isStrict = true
    let inputs = try InspectedInputs([ImportInput(source(bytes: bytes, blockSize: 1000))])
    let error = #expect(throws: InterchangeError.self) { try Importer(store, options).run(inputs) }
    guard case .refused(let report)? = error else { return expectTrue(false, "not refused") }
    var bytesWritten: [UInt8] = []
    for input in inputs.refused(in: report) {
      for file in try input.files() { try file.write { bytesWritten += $0 } }
    }
    let text = String(decoding: bytesWritten, as: UTF8.self)
    expectTrue(text.hasPrefix("Name;Size;Refused because\nZoé;good;"), text)
    expectTrue(text.contains("\nAimé;x;"), text)
    expectEqual(text.contains("René"), false)
  }

  @Test func `that lack a link or clash only after all rows have their reasons, too`() throws {
    var part = Entity(name: "Part", properties: [.attribute(Attribute(name: "No", type: .string))])
    var owner = Relationship(name: "Owner", destination: "Thing", isToMany: false)
    owner.isRequired = true
    part.properties.append(.relationship(owner))
    let store = try makeStore([things(), part])
    let (text, report) = try refuse(
      "No,Owner\n1,things/p7\n", as: "parts.csv", into: store
    ) { $0.collection = "parts" }
    expectEqual(report.badRowCount, 1)
    expectEqual(text, "No,Owner,Refused because\n1,things/p7,Owner must have a value\n")
  }
}
