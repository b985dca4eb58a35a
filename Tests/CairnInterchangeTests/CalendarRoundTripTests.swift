import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `A calendar that Cairn exported` {
  private func store() throws -> ObjectStore {
    let store = try makeStore()
    try store.take(
      """
      Name,Start,End,Place,Site,Tags,Notes,Seats,Code
      "Fjord, long; name",2026-06-01,2026-06-03,Bergen,https://x.example/?a=1,"sea; walk","One
      two",3,007
      Someday,,,,,,,,
      Back,2026-07-02,2026-07-01,,,,,,
      """, as: "trips.csv")
    try store.take("Name,Made\nAna,2026-01-02T03:04:05Z\n", as: "calls.csv")
    try store.take("Name,Day\nAda,1815-12-10\nBo,--05-09\nCy,--02-29\n", as: "birthdays.csv")
    try store.take(
      "Name,Start,End\nFair,--05-01,--05-03\nNew,--12-30,--12-31\nOver,--12-30,--01-02\n"
        + "Last,9999-12-30,9999-12-31\nMixed,--05-01,2026-05-03\n", as: "fairs.csv")
    return store
  }

  @Test(arguments: ["Trip", "Call", "Birthday", "Fair"]) func `is read back equal`(name: String)
    throws
  {
    let store = try store()
    let text = try store.export(name, as: .icalendar)
    let fresh = try makeStore()
    try fresh.take(text, as: "any.ics")
    let entity = try #require(store.snapshot.model[name])
    let start = CalendarWriter.startField(of: entity)
    let dated = try store.snapshot.load(name).rows.filter { $0[start] != nil }
    let read = try Array(fresh.snapshot.load(name).rows)
    expectEqual(read.count, dated.count)
    for (old, new) in zip(dated, read) {
      for attribute in entity.attributes {
        expectEqual(new[attribute.name], old[attribute.name])
      }
    }
    let version = fresh.snapshot.version
    try fresh.take(text, as: "any.ics")
    expectEqual(fresh.snapshot.version, version)
  }

  @Test(arguments: ["Trip", "Call", "Birthday", "Fair"]) func `changes nothing in its own store`(
    name: String
  ) throws {
    let store = try store()
    let version = store.snapshot.version
    let report = try store.take(try store.export(name, as: .icalendar), as: "any.ics")
    expectEqual(store.snapshot.version, version)
    expectEqual(report.badRows + report.lostValues, [])
  }

  @Test func `changes the record of an event that was edited`() throws {
    let store = try store()
    let text = try store.export("Trip", as: .icalendar)
    let place = "LOCATION;X-CAIRN-FIELD=Place:"
    try store.take(text.replacing("\(place)Bergen", with: "\(place)Oslo"), as: "any.ics")
    try expectEqual(store.values("Place", of: "Trip"), [.text("Oslo"), nil, nil])
  }

  @Test func `has an event that comes back by the clocks of its zone`() throws {
    let store = try makeStore()
    let start = "DTSTART;TZID=Europe/Berlin:20261001T090000"
    let end = "DTEND;TZID=Europe/Berlin:20261001T093000"
    try store.take(
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:a
      SUMMARY:Standup
      \(start)
      \(end)
      RRULE:FREQ=WEEKLY
      END:VEVENT
      END:VCALENDAR
      """, as: "talks.ics")
    try expectEqual(store.texts("Start", of: "Talk"), ["2026-10-01T07:00:00Z"])
    let text = try store.export("Talk", as: .icalendar)
    for line in [start, end] { expectTrue(text.contains("\(line)\r\n"), text) }
    let rules = [
      "BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin",
      "TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
      "TZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
    ]
    for rule in rules { expectTrue(text.contains("\(rule)\r\n"), text) }
    let version = store.snapshot.version
    try store.take(text, as: "talks.ics")
    expectEqual(store.snapshot.version, version)
  }

  @Test func `has whole days beside hours as they came`() throws {
    let store = try makeStore()
    try store.take(
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:a
      SUMMARY:Fair
      DTSTART;VALUE=DATE:20260601
      DTEND;VALUE=DATE:20260603
      END:VEVENT
      BEGIN:VEVENT
      UID:b
      SUMMARY:Call
      DTSTART:20260602T080000Z
      END:VEVENT
      END:VCALENDAR
      """, as: "dates.ics")
    let text = try store.export("Date", as: .icalendar)
    for line in [
      "DTSTART;X-CAIRN-FIELD=Day;VALUE=DATE:20260601",
      "DTEND;X-CAIRN-FIELD=LastDay;VALUE=DATE:20260603", "DTSTART:20260602T080000Z",
    ] {
      expectTrue(text.contains("\(line)\r\n"), text)
    }
    let version = store.snapshot.version
    try store.take(text, as: "dates.ics")
    expectEqual(store.snapshot.version, version)
  }

  @Test func `keeps the identity and the rule that an event came with`() throws {
    let store = try makeStore()
    try store.take(
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:a@x.example
      SUMMARY:Tea
      DTSTART;VALUE=DATE:20260601
      RRULE:FREQ=WEEKLY;BYDAY=MO
      END:VEVENT
      END:VCALENDAR
      """, as: "teas.ics")
    let text = try store.export("Tea", as: .icalendar)
    expectTrue(text.contains("UID:a@x.example\r\n"), text)
    expectTrue(text.contains("RRULE:FREQ=WEEKLY;BYDAY=MO\r\n"), text)
    let version = store.snapshot.version
    try store.take(text, as: "teas.ics")
    expectEqual(store.snapshot.version, version)
  }
}
