import CairnNavigation

/// A screen that counts what happens to it.
final class TestScreen {
  let name: String
  var cursor = 0
  var isDraft = false
  var reasonToStay: String?

  init(_ name: String) { self.name = name }
}

/// A navigator over a small app whose clock ticks once a visit.
func testNavigator(
  state: NavigatorState? = nil, liveLimit: Int = 16,
  @URLMapBuilder<TestScreen> adding items: () -> [MapItem<TestScreen>] = { [] }
) throws -> Navigator<TestScreen> {
  let map = try URLMap<TestScreen>(home: "cairn://home") {
    Route("cairn://home", .root) { TestScreen("home") }
    Route("cairn://list", .shared, parent: "cairn://home") { TestScreen("list") }
    Route("cairn://list/(id:int)", parent: "cairn://list") { (id: Int) in TestScreen("item \(id)") }
    Route("cairn://list/(id:int)/edit", .modal, parent: "cairn://list/(id)") { (id: Int) in
      TestScreen("edit \(id)")
    }
    Route("cairn://sheet", .popover) { TestScreen("sheet") }
    Route("cairn://broken") { () throws -> TestScreen in throw TestFailure.broken }
    Redirect("cairn://old/(id:int)", to: "cairn://list/(id)")
    items()
  }
  var time: Int64 = 0
  return Navigator(
    map: map, state: state,
    coding: ScreenCoding(
      title: { "The \($0.name)" },
      encode: { screen, encoder in
        encoder.encode(screen.cursor == 0 ? nil : screen.cursor, as: "cursor")
      },
      importance: { $0.isDraft ? .draft : .normal }, leave: { $0.reasonToStay }),
    clock: {
      time += 1
      return Timestamp(milliseconds: time)
    },
    liveLimit: liveLimit,
    explain: { TestScreen("explains \($0.entry.url): \($0.reason)") })
}

enum TestFailure: Error, CustomStringConvertible {
  case broken
  var description: String { "the kitchen is closed" }
}
