import CairnInterface
import ScreenTestSupport
import TestSupport
import Testing

@testable import CairnNavigation
@testable import CairnScreens

/// Rows of which any three fields can be shown.
private final class Fields: FieldRows, GroupedRows {
  var query = ListQuery()
  var sectionTotals: SectionTotals?
  let title = "Fields"
  let fields = ["a", "b", "c"].map { ListField($0) }
  let phase = ListPhase.ready
  let (count, total) = (1, 1)
  let sectionStarts: [Int] = []
  func section(at index: Int) -> ListSection { ListSection(id: "", title: "") }

  var columns: [ListColumn] {
    (query.columns ?? ["a", "b"]).map { choice in
      let words = choice.split(separator: ":").map(String.init)
      var column = ListColumn(words[0], width: 4...10)
      column.chosenWidth = words.count > 1 ? Int(words[1]) : nil
      return column
    }
  }

  func row(at index: Int) -> ListRow { ListRow(id: "1", cells: columns.map(\.name)) }
  func index(of id: String) -> Int? { id == "1" ? 0 : nil }
  func open(_ id: String) -> [Effect] { [] }
  func apply(_ query: ListQuery) -> [Effect] {
    self.query = query
    return []
  }
}

@Suite struct `The chooser of columns` {
  private let source = Fields()
  private let screen: ListScreen
  private let chooser: ColumnChooser

  init() throws {
    screen = ListScreen(source)
    screen.layOut(in: Size(columns: 60, rows: 12))
    _ = screen.refresh(Surroundings())
    let effects = try #require(screen.perform(.chooseColumns))
    let overlay = effects.lazy.compactMap { effect in
      if case .present(let overlay) = effect { overlay as? ColumnChooser } else { nil }
    }.first
    chooser = try #require(overlay)
  }

  @Test func `takes a typed column, and refuses what is none`() throws {
    let effects = try #require(chooser.perform(.typeColumn))
    guard case .present(let prompt)? = effects.last else { return expectTrue(false) }
    _ = prompt.insert("d")
    _ = prompt.perform(.accept)
    expectEqual(source.query.columns, nil)
    _ = prompt.perform(.textCutToStart)
    _ = prompt.insert("c")
    _ = prompt.perform(.accept)
    expectEqual(source.query.columns, ["a", "b", "c"])
  }

  @Test func `shows in the list what each key chooses`() throws {
    try chooser.press(letters: "j")
    _ = chooser.perform(.moveColumnUp)
    expectEqual(source.query.columns, ["b", "a"])
    try chooser.press(letters: " ")
    expectEqual(source.query.columns, ["a"])
    try chooser.press(letters: "j ")
    expectEqual(source.query.columns, ["a", "c"])
  }

  @Test func `lets the list go sideways to a column that it shows for the first time`() throws {
    screen.layOut(in: Size(columns: 12, rows: 12))
    func shown() -> [String] { screen.plan.places.map { source.columns[$0.index].name } }
    expectTrue(!shown().contains("b"))
    try chooser.press(letters: "jj ")
    expectEqual(source.query.columns, ["a", "b", "c"])
    expectTrue(shown().contains("c"))
    // What was hidden moves nothing.
    let scroll = screen.position.columnScroll
    try chooser.press(letters: "kk ")
    expectEqual(source.query.columns, ["b", "c"])
    expectEqual(screen.position.columnScroll, scroll)
  }

  @Test func `makes columns wider and narrower than their texts, and says how wide`() throws {
    expectEqual(screen.plan.places.map(\.width), [10, 10])
    try chooser.press(letters: "<<j>>")
    expectEqual(source.query.columns, ["a:8", "b:12"])
    expectEqual(screen.plan.places.map(\.width), [8, 12])
    var canvas = Canvas(Size(columns: 30, rows: 3))
    chooser.draw(on: &canvas, theme: .standard)
    let rows = canvas.text.split(separator: "\n").map { $0.split(separator: " ") }
    expectEqual(rows.map(\.last), ["8", "12", "c"])
  }

  @Test func `keeps a width within what can be seen and written`() throws {
    try chooser.press(letters: String(repeating: "<", count: 20))
    expectEqual(source.query.columns, ["a:2", "b"])
    try chooser.press(letters: String(repeating: ">", count: 2_000))
    expectEqual(source.query.columns, ["a:54", "b"])
    expectEqual(screen.plan.places.map(\.width), [53])
  }

  @Test func `says what a field needs that isn't shown`() throws {
    let effects = try chooser.press(letters: "jj>")
    expectEqual(source.query.columns, nil)
    guard case .say(let message) = try #require(effects.first) else {
      Issue.record("no message is shown")
      return
    }
    expectEqual(message.text, "it is hidden · Space shows it")
  }

  @Test func `takes everything back when it is left, and nothing when it is ended`() throws {
    try chooser.press(letters: ">j ")
    _ = chooser.perform(.accept)
    expectEqual(source.query.columns, ["a:11"])
    _ = chooser.perform(.leave)
    expectEqual(source.query.columns, nil)
  }

  @Test func `gives the list its usual columns back`() throws {
    try chooser.press(letters: ">")
    try chooser.press(letters: "=")
    expectEqual(source.query.columns, nil)
  }
}
