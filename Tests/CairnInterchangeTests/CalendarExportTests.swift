import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `An export for calendars` {
  private func attribute(_ name: String, _ type: AttributeType) -> Property {
    .attribute(Attribute(name: name, type: type))
  }

  private func store() throws -> ObjectStore {
    var trip = Entity(
      name: "Trip",
      properties: [
        attribute("Name", .string), attribute("Start", .date), attribute("End", .date),
        attribute("Place", .string), attribute("Site", .url), attribute("Tags", .tags),
        attribute("Notes", .text), attribute("Seats", .integer),
      ])
    trip.title = "Name"
    var call = Entity(
      name: "Call",
      properties: [
        attribute("Name", .string), attribute("Made", .datetime), attribute("Due", .localtime),
      ])
    (call.title, call.due) = ("Name", "Due")
    let store = try makeStore([trip, call])
    try store.take(
      """
      Name,Start,End,Place,Site,Tags,Notes,Seats
      "Fjord, long; name",2026-06-01,2026-06-03,Bergen,https://x.example/?a=1,"sea, walk","One
      two",3
      Someday,,,,,,,
      Back,2026-07-02,2026-07-01,,,,,
      """, as: "trips.csv"
    ) { $0.collection = "Trip" }
    try store.take(
      """
      Name,Made,Due
      Ana,2026-01-02T03:04:05Z,2026-02-03T09:30
      """, as: "calls.csv"
    ) { $0.collection = "Call" }
    return store
  }

  @Test func `has an event for each record with a date`() throws {
    let text = try store().export("Trip", as: .icalendar)
    let lines = text.split(separator: "\r\n").map(String.init)
      .filter { !$0.hasPrefix("UID:") && !$0.hasPrefix("DTSTAMP:") }
    expectEqual(
      lines,
      [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Cairn//Cairn//EN", "X-WR-CALNAME:trips",
        "BEGIN:VEVENT", "DTSTART;VALUE=DATE:20260601", "DTEND;VALUE=DATE:20260604",
        #"SUMMARY;X-CAIRN-FIELD=Name:Fjord\, long\; name"#,
        #"DESCRIPTION;X-CAIRN-FIELD=Notes;X-CAIRN-LINES=1:One\ntwo\n\nSeats: 3"#,
        "LOCATION;X-CAIRN-FIELD=Place:Bergen",
        "URL;X-CAIRN-FIELD=Site:https://x.example/?a=1",
        "CATEGORIES;X-CAIRN-FIELD=Tags:sea,walk", "X-CAIRN;X-CAIRN-FIELD=Seats:3", "END:VEVENT",
        "BEGIN:VEVENT", "DTSTART;VALUE=DATE:20260702", "X-CAIRN;X-CAIRN-FIELD=End:2026-07-01",
        "SUMMARY;X-CAIRN-FIELD=Name:Back", "END:VEVENT", "END:VCALENDAR",
      ])
  }

  @Test func `counts records without the date`() throws {
    let store = try store()
    let clock = WallClock(now: Timestamp(microseconds: 0))
    let leftover = try ExportOperation(
      .request(FetchRequest(entity: "Trip"), clock), in: store.snapshot, as: .icalendar
    ).run { _ in }
    expectEqual(leftover.undated, 1)
    expectEqual(leftover.calendarDate, "Start")
  }

  @Test func `takes the due date, or the date of an agenda`() throws {
    let store = try store()
    let due = try store.export("Call", as: .icalendar)
    expectTrue(due.contains("DTSTART;X-CAIRN-FIELD=Due:20260203T093000\r\n"), due)
    var request = FetchRequest(entity: "Call")
    (request.group, request.isAgenda) = (FieldPath(["Made"]), true)
    let clock = WallClock(now: Timestamp(microseconds: 0))
    let export = ExportOperation(.request(request, clock), in: store.snapshot, as: .icalendar)
    let made = String(decoding: try export.data(), as: UTF8.self)
    expectTrue(made.contains("DTSTART;X-CAIRN-FIELD=Made:20260102T030405Z\r\n"), made)
  }

  @Test func `gives an event the record's own identity and its last change`() throws {
    let store = try store()
    let text = try store.export("Call", as: .icalendar)
    expectTrue(text.contains("UID:p1.call@\(store.snapshot.storeID)\r\n"), text)
    expectTrue(text.contains("DTSTAMP:19700101T000000Z\r\n"), text)
    try expectEqual(store.export("Call", as: .icalendar), text)
  }

  @Test(arguments: [InterchangeFormat.bibtex, .bookmarks])
  func `is refused for formats that can only be imported`(format: InterchangeFormat) throws {
    let store = try store()
    #expect(throws: InterchangeError.self) { try store.export("Call", as: format) }
  }
}
