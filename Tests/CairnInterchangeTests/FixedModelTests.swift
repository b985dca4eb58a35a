import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

/// An import into collections whose model belongs to a program.
@Suite struct `An import that must not change collections` {
  private let store: ObjectStore

  init() throws {
    let model = try ObjectModel(
      parsing: "%rec: Link\n%plural: links\n%attribute: Title string\n%attribute: Url url\n"
        + "%type: Year int\n")
    store = try makeStore(model.entities)
  }

  @discardableResult private func take(_ text: String, as name: String) throws -> ImportReport {
    try store.take(text, as: name) {
      $0.collection = "Link"
      $0.changesCollections = false
    }
  }

  @Test(arguments: [
    ("a.csv", "Title,Year,Color\nOne,1,red\nTwo,2,blue\n", "Color"),
    ("a.json", #"[{"Title": "One", "inner": {"a": 1}}, {"Title": "Two", "b": 2}]"#, "inner, b"),
    (
      "a.html",
      "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><H3>F</H3>\n<DL><p>\n"
        + "<DT><A HREF=\"https://a.example/\" ADD_DATE=\"1\" TAGS=\"x,y\">One</A>\n"
        + "<DT><A HREF=\"https://b.example/\">Two</A>\n</DL><p>\n</DL><p>\n", ""
    ),
    ("a.rec", "%rec: Link\n%type: Year date\n\nTitle: One\nSize: 3\n\nTitle: Two\n", "Size"),
  ])
  func `leaves out what has no field, and says so`(
    name: String, text: String, columns: String
  ) throws {
    let before = store.snapshot.model
    let report = try take(text, as: name)
    expectEqual(store.snapshot.model, before)
    expectTrue(!report.changesModel)
    expectEqual(report.badRowCount, 0)
    try expectEqual(Set(store.texts("Title", of: "Link")), ["One", "Two"])
    let notice = report.notices.first { $0.contains("no field for") }
    expectTrue(notice?.contains("links: no field for \(columns)") == true, "\(report.notices)")
    expectTrue(notice?.contains("left out") == true)
    expectTrue(!report.isWhole && !report.leftOutColumns.isEmpty)
    expectTrue(report.summary.contains(" left out"), report.summary)
  }

  @Test func `says why a chosen field gets no column`() throws {
    let report = try store.take("Title,Year,When,Name\nOne,1,2,3\n", as: "a.csv") {
      $0.collection = "Link"
      $0.changesCollections = false
      $0.mapping = ["When": "year", "Name": "Naem"]
    }
    expectEqual(
      report.notices.filter { $0.contains("left out") },
      [
        "links: When is left out, because another column fills Year",
        "links: Name is left out, because there is no field Naem",
      ])
    expectEqual(report.leftOutColumns, ["When", "Name"])
    expectTrue(!report.isWhole)
    try expectEqual(store.texts("Year", of: "Link"), ["1"])
  }

  /// A record with another time would never come back, and a save refuses it.
  @Test func `refuses a time until a record comes back that is none`() throws {
    let model = try ObjectModel(
      parsing: "%rec: Task\n%plural: tasks\n%attribute: Name string\n%attribute: Done boolean\n"
        + "%attribute: Every string\n%attribute: Due date\n%due: Due\n%repeat: Done Every\n")
    let store = try makeStore(model.entities)
    let text = "Name,Every\nWater,every week\nPaint,often\nRest,\n"
    let report = try store.take(text, as: "a.csv") { $0.collection = "Task" }
    expectEqual(report.badRowCount, 1)
    expectTrue(
      report.details.last?.contains("a time such as 3 months or every week") == true,
      "\(report.details)")
    try expectEqual(store.texts("Name", of: "Task"), ["Water", "Rest"])
  }

  @Test func `refuses what does not fit instead of widening a field`() throws {
    let before = store.snapshot.model
    let report = try take("Title,Year\nOne,1\nTwo,soon\n", as: "a.csv")
    expectEqual(store.snapshot.model, before)
    expectEqual(report.badRowCount, 1)
    expectTrue(!report.isWhole)
    expectEqual(report.summary, "links: 1 new; 1 row refused, the first in line 3")
    expectTrue(report.details.last?.contains("Year") == true, "\(report.details)")
    try expectEqual(store.texts("Title", of: "Link"), ["One"])
  }

  @Test func `adds no link for addresses, and none for a new collection`() throws {
    try take("Title\nOne\n", as: "a.csv")
    let before = store.snapshot.model
    let report = try take("Title,Related\nTwo,links/p1\nThree,links/p1\n", as: "b.csv")
    expectEqual(store.snapshot.model, before)
    expectEqual(report.leftOutColumns, ["Related"])
    let tags = try store.take("id,Link\n1,links/p1\n2,links/p2\n", as: "notes.csv") {
      $0.changesCollections = false
    }
    expectEqual(store.snapshot.model["Link"], before["Link"])
    try expectEqual(store.texts("Link", of: "Note"), ["links/p1", "links/p2"])
    expectTrue(tags.isWhole)
  }

  @Test func `still makes a collection that is missing`() throws {
    let report = try store.take("A,B\n1,2\n", as: "logs.csv") { $0.changesCollections = false }
    expectTrue(report.isWhole)
    try expectEqual(store.texts("B", of: "Log"), ["2"])
  }
}
