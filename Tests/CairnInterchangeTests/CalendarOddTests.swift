import CairnFiles
import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `An odd calendar` {
  private func calendar(_ entries: String) -> String {
    let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Other//EN\n\(entries)\nEND:VCALENDAR\n"
    return text.replacing("\n", with: "\r\n")
  }

  @Test(arguments: [
    "P" + String(repeating: "99999W", count: 200), "PT" + String(repeating: "99999H", count: 2000),
    "P99999999999999999999D", "P4000000D", "-P1D", "PT",
  ])
  func `loses a duration that leads to no time`(duration: String) throws {
    let store = try makeStore()
    let events = ["20260601", "20260601T100000Z", "20260601T100000"].map {
      "BEGIN:VEVENT\nSUMMARY:Long\nDTSTART:\($0)\nDURATION:\(duration)\nEND:VEVENT"
    }
    let report = try store.take(calendar(events.joined(separator: "\n")), as: "longs.ics")
    expectEqual(report.lostValues.count, 3)
    let reasons = report.lostValues.map(\.description).joined(separator: "\n")
    expectTrue(reasons.contains("DURATION leads from the start to no time"), reasons)
    try expectEqual(store.texts("Title", of: "Long"), ["Long", "Long", "Long"])
    expectTrue(store.snapshot.model["Long"]?.attribute("DURATION") == nil)
  }

  /// The start in universal time of an event at an hour in a zone with a rule.
  private func start(_ time: String, _ rule: String) throws -> [String] {
    let store = try makeStore()
    try store.take(
      calendar(
        """
        BEGIN:VTIMEZONE
        TZID:Own
        BEGIN:STANDARD
        DTSTART:16010101T030000
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        RRULE:FREQ=YEARLY;\(rule)
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:16010101T020000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
        END:DAYLIGHT
        END:VTIMEZONE
        BEGIN:VEVENT
        SUMMARY:Call
        DTSTART;TZID=Own:\(time)
        END:VEVENT
        """), as: "calls.ics")
    return try store.texts("Start", of: "Call")
  }

  @Test(arguments: [
    "9223372036854775807SU", "-9223372036854775808SU", "6SU", "0SU", "99999999999999999999SU",
    "SU,MO",
    "", "1XX",
  ])
  func `has no rule for a weekday that no month has`(weekday: String) throws {
    try expectEqual(
      start("20260715T100000", "BYMONTH=10;BYDAY=\(weekday)"), ["2026-07-15T08:00:00Z"])
  }

  @Test(arguments: ["BYMONTH=9223372036854775807", "BYMONTH=10;BYMONTHDAY=9223372036854775807"])
  func `may have numbers that no date has`(rule: String) throws {
    try expectEqual(start("20260715T100000", rule).count, 1)
  }

  @Test(arguments: [
    ("20260328T120000", "2026-03-28T11:00:00Z"), ("20260329T120000", "2026-03-29T10:00:00Z"),
    ("20261024T120000", "2026-10-24T10:00:00Z"), ("20261025T120000", "2026-10-25T11:00:00Z"),
  ])
  func `whose zone begins in 1601 changes its clocks on the right day`(
    time: String, moment: String
  ) throws {
    try expectEqual(start(time, "BYMONTH=10;BYDAY=-1SU"), [moment])
  }

  @Test func `gets its zones from a folder that may be named`() throws {
    let files = MemoryFileSystem()
    var zones = CalendarZones()
    zones.find(["Europe/Berlin"], in: ZoneFolder("/zones", in: files))
    expectTrue(zones["Europe/Berlin"] == nil)
    try files.makeFolder("/zones/Europe")
    try files.replace(
      "/zones/Europe/Berlin",
      with: try RealFileSystem().read("/usr/share/zoneinfo/Asia/Kolkata"))
    zones.find(["Europe/Berlin"], in: ZoneFolder("/zones", in: files))
    expectEqual(zones["Europe/Berlin"]?.offset(at: Timestamp(microseconds: 0)), 19_800)
  }

  @Test func `gives no two fields whose names differ only in case`() throws {
    let store = try makeStore()
    try store.take(
      calendar(
        """
        BEGIN:VEVENT
        SUMMARY:Launch
        TITLE:Other
        KIND:big
        ZONE:north
        DTSTART;TZID=Europe/Berlin:20260701T100000
        RRULE:FREQ=DAILY
        END:VEVENT
        BEGIN:VTODO
        SUMMARY:Paint
        END:VTODO
        """), as: "plans.ics")
    let names = try #require(store.snapshot.model["Plan"]).attributes.map(\.name)
    expectEqual(Set(names.map { $0.lowercased() }).count, names.count)
    for name in ["Title", "TITLE_2", "Kind", "KIND_2", "Zone", "ZONE_2"] {
      expectTrue(names.contains(name), "\(name) in \(names)")
    }
  }

  @Test(arguments: [
    "Note,When\n\"BEGIN:VCALENDAR is how it starts\",1\n", "BEGIN:VCALENDAR is how,1\n",
    "Note\nBEGIN:VEVENT\n", "Note,When\nBEGIN:VCARD,1\n", "xBEGIN:VCARD\n",
  ])
  func `is no table that only has the word`(text: String) {
    expectEqual(InterchangeFormat.detect(in: Array(text.utf8)), .csv)
  }

  @Test(arguments: [
    ("\u{FEFF}\r\n \n  begin:vcalendar \r\n", InterchangeFormat.icalendar),
    ("BEGIN:VJOURNAL", .icalendar), ("\n\nBEGIN:VCARD\r\nFN:Ann", .vcard),
  ])
  func `is recognized after blank lines`(text: String, format: InterchangeFormat) {
    expectEqual(InterchangeFormat.detect(in: Array(text.utf8)), format)
  }
}
