import CairnFiles
import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `A time without a zone` {
  private static let text = "What,When\nCall,2024-05-01 10:00\nLate,2024-12-31 23:30\n"

  private static let zones = ZoneFolder(in: RealFileSystem())

  private func take(
    _ text: String, into store: ObjectStore, zone: String?
  ) throws -> ImportReport {
    var options = ImportOptions.ofCommand
    options.zone = zone
    return try Importer(store, options, zones: Self.zones)
      .run([ImportInput(source(text, name: "calls.csv"))])
  }

  @Test(arguments: [
    ("Europe/Paris", ["2024-05-01T08:00:00Z", "2024-12-31T22:30:00Z"]),
    ("+05:30", ["2024-05-01T04:30:00Z", "2024-12-31T18:00:00Z"]),
    ("UTC", ["2024-05-01T10:00:00Z", "2024-12-31T23:30:00Z"]),
  ])
  func `is a moment where a person names its zone`(zone: String, moments: [String]) throws {
    let store = try makeStore()
    let report = try take(Self.text, into: store, zone: zone)
    expectEqual(try store.attribute("When", of: "Call").type, .datetime)
    try expectEqual(store.texts("When", of: "Call"), moments)
    expectEqual(report.notices, ["calls.When: times without a zone are read in \(zone)"])
  }

  @Test func `is read in that zone beside times that have one`() throws {
    let store = try makeStore()
    _ = try take(Self.text + "Zoned,2024-05-01T10:00:00Z\n", into: store, zone: "Asia/Tokyo")
    try expectEqual(
      store.texts("When", of: "Call"),
      ["2024-05-01T01:00:00Z", "2024-12-31T14:30:00Z", "2024-05-01T10:00:00Z"])
  }

  @Test func `stays as written in a field that has no zone`() throws {
    let store = try makeStore()
    _ = try take(Self.text, into: store, zone: nil)
    let report = try take("What,When\nNext,2025-01-01 09:00\n", into: store, zone: "Asia/Tokyo")
    try expectEqual(store.texts("When", of: "Call").last, "2025-01-01 09:00")
    expectTrue(report.notices.contains { $0.contains("kept as written") }, "\(report.notices)")
  }

  @Test func `is refused with a zone that is not there`() throws {
    let store = try makeStore()
    #expect {
      try take(Self.text, into: store, zone: "Europe/Nowhere")
    } throws: { "\($0)".hasPrefix("--zone: no time zone is called \"Europe/Nowhere\"") }
    expectEqual(store.snapshot.model.entities.count, 0)
  }
}
