import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `Calendars in iCalendar` {
  /// The stored texts of each record's fields.
  private func records(_ name: String, in store: ObjectStore) throws -> [[String: [String]]] {
    try store.snapshot.load(name).rows.map { row in
      var fields: [String: [String]] = [:]
      for attribute in row.chunk.entity.attributes {
        fields[attribute.name] = row[attribute.name]?.storedTexts
      }
      return fields
    }
  }

  private func calendar(_ entries: String) -> String {
    let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Other//EN\n\(entries)\nEND:VCALENDAR\n"
    return text.replacing("\n", with: "\r\n")
  }

  @Test func `are read with folded lines, escapes, zones, rules and persons`() throws {
    let store = try makeStore()
    let report = try store.take(
      "\u{FEFF}"
        + calendar(
          #"""
          BEGIN:VEVENT
          UID:a@x.example
          DTSTAMP:20260101T000000Z
          SUMMARY;LANGUAGE=en:Fjord\, long\; na
           me
          DTSTART;TZID=Europe/Berlin:20260601T101500
          DTEND;TZID=Europe/Berlin:20260601T111500
          DESCRIPTION:One\ntwo \\ three
          LOCATION:Bergen
          URL:https://x.example/?a=1,2;b
          CATEGORIES:sea,walk\, long
          CATEGORIES:more
          STATUS:CONFIRMED
          PRIORITY:5
          RRULE:FREQ=WEEKLY;BYDAY=MO
          ORGANIZER;CN=Ann Lee:mailto:ann@x.example
          ATTENDEE;CN=Bo:mailto:bo@x.example
          ATTENDEE:mailto:cy@x.example
          X-MOON:full
          BEGIN:VALARM
          TRIGGER:-PT15M
          DESCRIPTION:Wake up
          END:VALARM
          END:VEVENT
          BEGIN:VEVENT
          UID:b@x.example
          SUMMARY:Call
          LOCATION:
          DTSTART:20260602T080000Z
          DURATION:PT1H30M
          END:VEVENT
          """#), as: "trips.ics")
    expectEqual(report.badRows, [])
    expectEqual(report.lostValues, [])
    let records = try records("Trip", in: store)
    expectEqual(
      records[0],
      [
        "Title": ["Fjord, long; name"], "Start": ["2026-06-01T08:15:00Z"],
        "End": ["2026-06-01T09:15:00Z"], "Description": ["One\ntwo \\ three"],
        "Location": ["Bergen"], "URL": ["https://x.example/?a=1,2;b"],
        "Categories": ["sea", "walk, long", "more"], "Status": ["confirmed"], "Priority": ["5"],
        "Repeats": ["FREQ=WEEKLY;BYDAY=MO"], "Zone": ["Europe/Berlin"],
        "Organizer": ["Ann Lee <ann@x.example>"],
        "Attendees": ["Bo <bo@x.example>", "cy@x.example"], "X_MOON": ["full"],
        "UID": ["a@x.example"],
      ])
    expectEqual(
      records[1],
      [
        "Title": ["Call"], "Start": ["2026-06-02T08:00:00Z"], "End": ["2026-06-02T09:30:00Z"],
        "UID": ["b@x.example"],
      ])
    let notices = report.notices.joined(separator: "\n")
    expectTrue(notices.contains("1 alarm was left out, the first in line 23"), notices)
    expectTrue(notices.contains("1 parameter such as LANGUAGE was left out"), notices)
    let entity = try #require(store.snapshot.model["Trip"])
    expectEqual(entity.title, "Title")
    expectEqual(entity.attribute("Start")?.type, .datetime)
    expectEqual(entity.attribute("Status")?.choices, ["confirmed"])
  }

  @Test func `have days, whose end is the last one, and times without a zone`() throws {
    let store = try makeStore()
    try store.take(
      calendar(
        """
        BEGIN:VEVENT
        SUMMARY:Trip
        DTSTART;VALUE=DATE:20260601
        DTEND;VALUE=DATE:20260604
        END:VEVENT
        BEGIN:VEVENT
        SUMMARY:One day
        DTSTART;VALUE=DATE:20260701
        DURATION:P1D
        END:VEVENT
        """), as: "days.ics")
    let days = try records("Day", in: store)
    expectEqual(days[0], ["Title": ["Trip"], "Start": ["2026-06-01"], "End": ["2026-06-03"]])
    expectEqual(days[1], ["Title": ["One day"], "Start": ["2026-07-01"], "End": ["2026-07-01"]])
    try store.take(
      calendar("BEGIN:VEVENT\nSUMMARY:Tea\nDTSTART:20260601T160000\nEND:VEVENT"), as: "teas.ics")
    expectEqual(store.snapshot.model["Tea"]?.attribute("Start")?.type, .localtime)
    try expectEqual(records("Tea", in: store)[0]["Start"], ["2026-06-01 16:00"])
  }

  @Test func `with days and times have the days in fields of their own`() throws {
    let store = try makeStore()
    try store.take(
      calendar(
        """
        BEGIN:VEVENT
        SUMMARY:Fair
        DTSTART;VALUE=DATE:20260601
        DTEND;VALUE=DATE:20260603
        END:VEVENT
        BEGIN:VEVENT
        SUMMARY:Call
        DTSTART:20260602T080000Z
        END:VEVENT
        """), as: "dates.ics")
    let all = try records("Date", in: store)
    expectEqual(
      all[0],
      [
        "Title": ["Fair"], "Day": ["2026-06-01"], "LastDay": ["2026-06-02"],
      ])
    expectEqual(all[1], ["Title": ["Call"], "Start": ["2026-06-02T08:00:00Z"]])
  }

  @Test func `have tasks beside events`() throws {
    let store = try makeStore()
    let report = try store.take(
      calendar(
        """
        BEGIN:VTODO
        SUMMARY:Paint
        DUE;VALUE=DATE:20260601
        STATUS:NEEDS-ACTION
        PERCENT-COMPLETE:20
        END:VTODO
        BEGIN:VTODO
        SUMMARY:Sand
        COMPLETED:20260501T100000Z
        STATUS:COMPLETED
        END:VTODO
        BEGIN:VEVENT
        SUMMARY:Launch
        DTSTART;VALUE=DATE:20260701
        END:VEVENT
        BEGIN:VFREEBUSY
        DTSTART:20260101T000000Z
        END:VFREEBUSY
        """), as: "plans.ics")
    let all = try records("Plan", in: store)
    expectEqual(all.map { $0["Kind"] }, [["task"], ["task"], ["event"]])
    expectEqual(
      all[0],
      [
        "Title": ["Paint"], "Due": ["2026-06-01"], "Status": ["needs-action"], "Percent": ["20"],
        "Kind": ["task"],
      ])
    expectEqual(all[1]["Completed"], ["2026-05-01T10:00:00Z"])
    let notices = report.notices.joined(separator: "\n")
    expectTrue(notices.contains("1 component VFREEBUSY was left out"), notices)
  }

  @Test func `may bring the rules of their zones`() throws {
    let store = try makeStore()
    try store.take(
      calendar(
        """
        BEGIN:VTIMEZONE
        TZID:Customized Zone
        BEGIN:STANDARD
        DTSTART:16010101T030000
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:16010101T020000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
        END:DAYLIGHT
        END:VTIMEZONE
        BEGIN:VEVENT
        SUMMARY:Winter
        DTSTART;TZID=Customized Zone:20260115T100000
        END:VEVENT
        BEGIN:VEVENT
        SUMMARY:Summer
        DTSTART;TZID="Customized Zone":20260715T100000
        END:VEVENT
        BEGIN:VEVENT
        SUMMARY:Just after the change
        DTSTART;TZID=Customized Zone:20260329T030000
        END:VEVENT
        BEGIN:VEVENT
        SUMMARY:Old Mozilla
        DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20260715T100000
        END:VEVENT
        """), as: "zones.ics")
    try expectEqual(
      records("Zone", in: store).map { $0["Start"] },
      [
        ["2026-01-15T09:00:00Z"], ["2026-07-15T08:00:00Z"], ["2026-03-29T01:00:00Z"],
        ["2026-07-15T08:00:00Z"],
      ])
  }

  @Test func `lose only the line, value or entry that can't be read`() throws {
    let store = try makeStore()
    let report = try store.take(
      calendar(
        """
        BEGIN:VEVENT
        SUMMARY:First
        DTSTART:soon
        no colon here
        PRIORITY:high
        SUMMARY:Again
        LOCATION:Bergen
        END:VEVENT
        BEGIN:VEVENT
        SUMMARY:Never ends
        BEGIN:VEVENT
        SUMMARY:Third
        DTSTART;TZID=Nowhere/Land:20260601T100000
        END:VEVENT
        """), as: "odds.ics")
    let all = try records("Odd", in: store)
    expectEqual(all.count, 2)
    expectEqual(all[0], ["Title": ["First"], "Location": ["Bergen"]])
    expectEqual(all[1], ["Title": ["Third"], "Start": ["2026-06-01 10:00"]])
    let reasons = (report.badRows + report.lostValues).map(\.description).joined(separator: "\n")
    for reason in [
      "DTSTART is no time: soon", "no colon after the name", "PRIORITY is no number: high",
      "SUMMARY is repeated",
      "the event that begins here never ends", "the zone Nowhere/Land of DTSTART is unknown",
    ] {
      expectTrue(reasons.contains(reason), "\(reason) in \(reasons)")
    }
  }

  @Test func `imported again change nothing, and an edited event changes its record`() throws {
    let store = try makeStore()
    func text(_ title: String) -> String {
      calendar(
        """
        BEGIN:VEVENT
        UID:a
        DTSTAMP:20260101T000000Z
        SUMMARY:\(title)
        DTSTART:20260601T100000Z
        END:VEVENT
        BEGIN:VEVENT
        SUMMARY:Without identity
        DTSTART:20260602T100000Z
        END:VEVENT
        """)
    }
    try store.take(text("First"), as: "talks.ics")
    let version = store.snapshot.version
    try store.take(text("First").replacing("DTSTAMP:2026", with: "DTSTAMP:2027"), as: "talks.ics")
    expectEqual(store.snapshot.version, version)
    try store.take(text("Second"), as: "talks.ics")
    try expectEqual(
      store.values("Title", of: "Talk"), [.text("Second"), .text("Without identity")])
  }

  @Test(arguments: [
    "BEGIN:VCALENDAR\r\nVERSION:2.0", "\u{FEFF}begin:vcalendar", "BEGIN:VEVENT\nSUMMARY:x",
  ])
  func `are recognized by their content`(start: String) {
    expectEqual(InterchangeFormat.detect(in: Array(start.utf8)), .icalendar)
  }

  @Test func `without an entry are refused`() throws {
    let store = try makeStore()
    for text in [calendar(""), "Not a calendar\n", ""] {
      #expect(throws: InterchangeError.self) { try store.take(text, as: "none.ics") }
    }
  }

  @Test func `of version 1 have quoted-printable text in other encodings`() throws {
    let store = try makeStore()
    try store.take(
      """
      BEGIN:VCALENDAR
      VERSION:1.0
      BEGIN:VEVENT
      SUMMARY;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Caf=E9 =
      am See
      DTSTART:20260601T100000Z
      END:VEVENT
      END:VCALENDAR
      """, as: "old.vcs")
    try expectEqual(store.values("Title", of: "Old"), [.text("Café am See")])
  }
}
