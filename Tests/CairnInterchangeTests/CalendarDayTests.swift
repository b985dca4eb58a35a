import CairnFiles
import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `Days of a calendar` {
  private static let zones = ["UTC", "America/New_York", "Asia/Kolkata", "Pacific/Apia"]

  private static let day = "DTSTART;VALUE=DATE:20260601\nDTEND;VALUE=DATE:20260603"
  private static let hours = "DTSTART:20260601T080000Z\nDTEND:20260601T090000Z"

  /// A calendar with an event at some time, and with others of whole days and of hours.
  private func text(_ time: String) -> String {
    let events = [("a", time), ("b", Self.day), ("c", Self.hours)].map { id, time in
      "BEGIN:VEVENT\nUID:\(id)\nSUMMARY:\(id)\n\(time)\nEND:VEVENT\n"
    }
    return "BEGIN:VCALENDAR\nVERSION:2.0\n\(events.joined())BEGIN:VTODO\nUID:d\nSUMMARY:d\n"
      + "DUE;VALUE=DATE:20260605\nEND:VTODO\nEND:VCALENDAR\n"
  }

  @discardableResult
  private func take(_ text: String, into store: ObjectStore, zone: String) throws -> ImportReport {
    var options = ImportOptions.ofCommand
    options.zone = zone
    return try Importer(store, options, zones: ZoneFolder(in: RealFileSystem()))
      .run([ImportInput(source(text, name: "fairs.ics"))])
  }

  @Test(arguments: zones) func `beside hours are the same in every zone`(zone: String) throws {
    let store = try makeStore()
    let report = try take(text(Self.day), into: store, zone: zone)
    expectEqual(report.badRows + report.lostValues, [])
    try expectEqual(store.texts("Day", of: "Fair"), ["2026-06-01", "2026-06-01", "-", "-"])
    try expectEqual(store.texts("LastDay", of: "Fair"), ["2026-06-02", "2026-06-02", "-", "-"])
    try expectEqual(store.texts("Start", of: "Fair"), ["-", "-", "2026-06-01T08:00:00Z", "-"])
    try expectEqual(store.texts("DueDay", of: "Fair"), ["-", "-", "-", "2026-06-05"])
    expectEqual(store.snapshot.model["Fair"]?.attribute("Day")?.type, .date)
    for other in Self.zones {
      let local = try ZoneFolder(in: RealFileSystem()).localTime(called: other)
      let clock = WallClock(now: Timestamp(microseconds: 0), localTime: local)
      let export = ExportOperation(
        .request(FetchRequest(entity: "Fair"), clock), in: store.snapshot, as: .icalendar)
      let text = String(decoding: try export.data(), as: UTF8.self)
      expectTrue(text.contains("DTSTART;X-CAIRN-FIELD=Day;VALUE=DATE:20260601\r\n"), text)
      expectTrue(text.contains("DTEND;X-CAIRN-FIELD=LastDay;VALUE=DATE:20260603\r\n"), text)
      let version = store.snapshot.version
      try take(self.text(Self.day), into: store, zone: other)
      try take(text, into: store, zone: other)
      expectEqual(store.snapshot.version, version)
    }
  }

  @Test func `take the place of hours, and the other way around`() throws {
    let store = try makeStore()
    try take(text(Self.day), into: store, zone: "UTC")
    try take(text(Self.hours), into: store, zone: "UTC")
    for (field, value) in [
      ("Day", "-"), ("LastDay", "-"), ("Start", "2026-06-01T08:00:00Z"),
      ("End", "2026-06-01T09:00:00Z"),
    ] {
      try expectEqual(store.texts(field, of: "Fair").first, value)
    }
    try take(text("DTSTART;VALUE=DATE:20260601"), into: store, zone: "UTC")
    for (field, value) in [("Day", "2026-06-01"), ("Start", "-"), ("End", "-")] {
      try expectEqual(store.texts(field, of: "Fair").first, value)
    }
  }

  @Test func `without a year stay the same through any number of imports`() throws {
    let store = try makeStore()
    try store.take(
      "Name,Start,End\nFair,--05-01,--05-03\nNew,--12-30,--12-31\n", as: "fairs.csv")
    let first = try store.export("Fair", as: .icalendar)
    for line in [
      "DTSTART;VALUE=DATE:20001230", "DTEND;VALUE=DATE:20010101", "X-CAIRN-YEARLESS:TRUE",
    ] {
      expectTrue(first.contains("\(line)\r\n"), first)
    }
    for _ in 1...3 {
      let text = try store.export("Fair", as: .icalendar)
      expectEqual(text, first)
      let version = store.snapshot.version
      try store.take(text, as: "any.ics")
      expectEqual(store.snapshot.version, version)
    }
  }

  @Test func `of 2000 keep their year and their rule`() throws {
    let store = try makeStore()
    try store.take(
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:a
      SUMMARY:Wedding
      DTSTART;VALUE=DATE:20000509
      RRULE:FREQ=YEARLY
      END:VEVENT
      END:VCALENDAR
      """, as: "feasts.ics")
    let text = try store.export("Feast", as: .icalendar)
    let fresh = try makeStore()
    try fresh.take(text, as: "feasts.ics")
    for store in [store, fresh] {
      try expectEqual(store.texts("Start", of: "Feast"), ["2000-05-09"])
      try expectEqual(store.texts("Repeats", of: "Feast"), ["FREQ=YEARLY"])
    }
    let version = store.snapshot.version
    try store.take(text, as: "feasts.ics")
    expectEqual(store.snapshot.version, version)
  }

  @Test func `without a year keep a rule of their own`() throws {
    let store = try makeStore()
    try store.take("Name,Day,Repeats\nAnn,--05-09,sometimes\n", as: "feasts.csv")
    let fresh = try makeStore()
    try fresh.take(try store.export("Feast", as: .icalendar), as: "feasts.ics")
    try expectEqual(fresh.texts("Day", of: "Feast"), store.texts("Day", of: "Feast"))
    try expectEqual(fresh.texts("Repeats", of: "Feast"), ["sometimes"])
  }
}
