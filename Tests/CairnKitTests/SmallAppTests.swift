import CairnKit
import TestSupport
import Testing

/// What an author writes for a list with details over an array: the whole app.
private struct Zone: Sendable {
  let name: String
  let offset: Int

  static let all = [Zone(name: "Lisbon", offset: 0), Zone(name: "Oslo", offset: 1)]

  static func application() throws -> Application {
    let map = try URLMap<any Screen>(home: "zones://all") {
      Route("zones://all") { (url: ScreenURL) in ListScreen(list(url)) }
      Route("zones://all/(name)") { (name: String) in DetailScreen(ZoneDetail(name)) }
    }
    return Application(map)
  }

  private static func list(_ url: ScreenURL) -> ArrayListSource<Zone> {
    ArrayListSource(
      "Zones", query: ListQuery(url),
      columns: [
        .init(ListColumn("zone")) { $0.name },
        .init(ListColumn("hours", alignment: .trailing, width: 5...5)) {
          String($0.offset)
        } sort: {
          $0.offset < $1.offset
        },
      ],
      id: \.name, url: { ScreenURL(scheme: "zones", ["all", $0.name]) }
    ) { all }
  }
}

private final class ZoneDetail: DetailSource {
  let changes: ChangeOptions = []
  let title: String
  init(_ name: String) { title = name }

  var fields: [DetailField] {
    Zone.all.filter { $0.name == title }.map { DetailField("Hours", "+\($0.offset)") }
  }
}

@Suite struct `A small application` {
  @Test func `has lists, details, filters and sorting for a map and two sources`() throws {
    let text = try Zone.application().render(
      size: Size(columns: 60, rows: 16), keys: "s h s h g g Enter")
    expectTrue(text.contains("☆ Oslo"))
    expectTrue(text.contains("Hours  +1"))
  }

  @Test func `takes its query from the URL`() throws {
    let text = try Zone.application().render(
      size: Size(columns: 60, rows: 16), opening: ["zones://all?where=lis&sort=-zone"])
    expectTrue(text.contains("1 of 2"))
    expectTrue(text.contains("ZONE▾"))
  }

  @Test func `adds and deletes what its list was given to add and delete with`() {
    var names = ["Lisbon"]
    let list = ArrayListSource(
      "Zones", columns: [.init(ListColumn("zone")) { $0 }], id: { $0 },
      add: {
        names.append("Oslo")
        return []
      },
      delete: { name in
        names.removeAll { $0 == name }
        return []
      }, elements: { names })
    expectEqual(list.add(in: nil)?.isEmpty, true)
    expectEqual(list.delete(["Lisbon"])?.isEmpty, true)
    expectTrue(list.delete(["Bergen"]) == nil)
    expectEqual(names, ["Oslo"])
  }
}
