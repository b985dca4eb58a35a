import CairnInterface
import CairnNavigation
import TestSupport
import Testing

@testable import CairnScreens

/// Numbers that come and go.
private final class Numbers {
  var values: [Int]
  init(_ values: [Int]) { self.values = values }

  func source(filter: String = "") -> ArrayListSource<Int> {
    ArrayListSource(
      "Numbers", query: ListQuery(filter: filter),
      columns: [
        .init(ListColumn("number", alignment: .trailing, width: 4...8)) {
          String($0)
        } sort: {
          $0 < $1
        }
      ],
      id: { String($0) }, open: { [.openText("\($0)", .user)] }
    ) { [self] in values }
  }

  func screen(filter: String = "") -> ListScreen {
    let screen = ListScreen(source(filter: filter))
    screen.layOut(in: Size(columns: 40, rows: 11))
    _ = screen.refresh(Surroundings())
    return screen
  }
}

/// A hundred thousand rows that all open sheets.
private final class AlikeRows: AddressedRows {
  let title = "Rows"
  let columns = [ListColumn("text", width: 4...200)]
  let count = 100_000
  let total = 100_000
  let query = ListQuery()
  let targets = RowTargets.alike
  func row(at index: Int) -> ListRow { ListRow(id: "\(index)", cells: ["\(index)"]) }
  func index(of id: String) -> Int? { Int(id) }
  func apply(_ query: ListQuery) -> [Effect] { [] }
  func url(of id: String) -> ScreenURL? { ScreenURL(["rows", id]) }
  func open(_ id: String) -> [Effect] { url(of: id).map { [.open($0)] } ?? [] }
}

/// Rows under a filter of which much can be said.
private final class WronglyFiltered: FilteredRows {
  let title = "Rows"
  let columns = [ListColumn("text", width: 4...200)]
  let count = 1
  let total = 1
  let query = ListQuery(filter: "made<foo")
  let filterProblem: FilterProblem? = FilterProblem(
    "made needs a date such as " + String(repeating: "2026-11-05, ", count: 9), at: 5..<8)
  func row(at index: Int) -> ListRow { ListRow(id: "\(index)", cells: ["\(index)"]) }
  func index(of id: String) -> Int? { Int(id) }
  func apply(_ query: ListQuery) -> [Effect] { [] }
  func open(_ id: String) -> [Effect] { [] }
}

/// Rules 1, 3 and 4 of `Screen`.
@Suite struct `A list` {
  @Test(arguments: [(80, true), (40, false)])
  func `marks what is wrong with its filter where the reason has room beside`(
    columns: Int, isMarked: Bool
  ) throws {
    let size = Size(columns: columns, rows: 10)
    let screen = ListScreen(WronglyFiltered())
    screen.layOut(in: size)
    var canvas = Canvas(size)
    screen.draw(on: &canvas, theme: .standard)
    let line = try #require(canvas.text.split(separator: "\n").dropFirst().first)
    expectTrue(line.contains("made needs a date"))
    expectEqual(line.hasPrefix("        ^^^ made"), isMarked)
  }

  @Test func `keeps its cursor on the record when rows come and go around it`() {
    let numbers = Numbers(Array(0..<100))
    let screen = numbers.screen()
    for _ in 0..<50 { _ = screen.perform(.rowDown) }
    numbers.values.removeAll { $0 < 30 && $0.isMultiple(of: 2) }
    numbers.values.insert(-1, at: 0)
    _ = screen.refresh(Surroundings())
    expectEqual(screen.selectedID, "50")
    expectEqual(screen.position.window.cursor - screen.position.window.top, 9)
  }

  @Test func `scrolls the row with the cursor to the middle, the top or the bottom`() {
    let screen = Numbers(Array(0..<100)).screen()
    for _ in 0..<50 { _ = screen.perform(.rowDown) }
    let rows = screen.position.window.height
    for (action, above) in [
      (ActionName.rowToMiddle, (rows - 1) / 2), (.rowToTop, 0), (.rowToBottom, rows - 1),
    ] {
      _ = screen.perform(action)
      expectEqual(screen.selectedID, "50")
      expectEqual(screen.position.window.cursor - screen.position.window.top, above)
      _ = screen.refresh(Surroundings())
      expectEqual(screen.position.window.cursor - screen.position.window.top, above, "it stays so")
    }
    _ = screen.perform(.rowLast)
    _ = screen.perform(.rowToTop)
    expectEqual(screen.position.window.top, 100 - rows, "no room is left empty")
    _ = screen.perform(.wrap)
    for _ in 0..<50 { _ = screen.perform(.rowUp) }
    _ = screen.perform(.rowToMiddle)
    expectEqual(screen.position.window.cursor - screen.position.window.top, (rows - 1) / 2)
  }

  @Test func `keeps its cursor where one moved while other rows load`() throws {
    let numbers = Numbers(Array(0..<100))
    let screen = numbers.screen()
    let source = try #require(screen.source as? ArrayListSource<Int>)
    source.readiness = { .loading }
    _ = screen.perform(.rowLast)
    screen.layOut(in: Size(columns: 40, rows: 12))
    numbers.values = Array(50..<200)
    source.readiness = { .ready }
    _ = screen.refresh(Surroundings())
    expectEqual(screen.selectedID, "99")
  }

  @Test func `stays at the top where new rows come first, unless it is sorted`() throws {
    let numbers = Numbers([2, 1])
    let screen = numbers.screen()
    let source = try #require(screen.source as? ArrayListSource<Int>)
    func selected(after values: [Int]) -> String? {
      numbers.values = values
      _ = screen.refresh(Surroundings())
      return screen.selectedID
    }
    expectEqual(selected(after: [3, 2, 1]), "2")
    source.hasNewestFirst = true
    _ = screen.perform(.rowFirst)
    expectEqual(selected(after: [4, 3, 2, 1]), "4")
    _ = screen.perform(.rowDown)
    expectEqual(selected(after: [5, 4, 3, 2, 1]), "3")
    _ = source.apply(ListQuery(sorts: [ListSort("number")]))
    _ = screen.refresh(Surroundings())
    _ = screen.perform(.rowFirst)
    expectEqual(selected(after: [5, 4, 3, 2, 1, 0]), "1")
  }

  @Test func `follows its end where new rows come last, unless one moved or sorted it`() throws {
    let numbers = Numbers(Array(0..<100))
    let source = numbers.source()
    source.hasNewestLast = true
    let screen = ListScreen(source)
    screen.layOut(in: Size(columns: 40, rows: 12))
    func selected(after count: Int) -> String? {
      numbers.values = Array(0..<count)
      _ = screen.refresh(Surroundings())
      return screen.selectedID
    }
    expectEqual(selected(after: 100), "99")
    expectEqual(selected(after: 150), "149")
    expectEqual(screen.position.window.top, 150 - screen.position.window.height)
    _ = screen.perform(.rowUp)
    expectEqual(selected(after: 200), "148")
    _ = screen.perform(.rowLast)
    expectEqual(selected(after: 201), "200")
    // The next start continues at the end, or at the row that one looked at.
    var encoder = StateEncoder()
    screen.encodeState(to: &encoder)
    numbers.values = Array(0..<300)
    let later = ListScreen(source)
    later.layOut(in: Size(columns: 40, rows: 12))
    later.decodeState(from: StateDecoder(encoder.value))
    _ = later.refresh(Surroundings())
    expectEqual(later.selectedID, "299")
    _ = source.apply(ListQuery(sorts: [ListSort("number", isDescending: true)]))
    _ = screen.refresh(Surroundings())
    _ = screen.perform(.rowLast)
    expectEqual(selected(after: 301), "0")
  }

  @Test func `offers an action of its source only on rows for which it does something`() {
    let numbers = Numbers([1, 2])
    let source = numbers.source()
    source.acts = { action, number in action == "halve" ? [.say(Message("\(number)"))] : nil }
    source.offers = { action, number in action == "halve" ? number.isMultiple(of: 2) : nil }
    let screen = ListScreen(source)
    screen.layOut(in: Size(columns: 40, rows: 12))
    _ = screen.refresh(Surroundings())
    expectTrue(!screen.offers("halve") && screen.perform("halve") == nil)
    _ = screen.perform(.rowDown)
    expectTrue(screen.offers("halve") && screen.perform("halve")?.count == 1)
    expectTrue(screen.offers("double"))
  }

  @Test func `puts its cursor on the row that takes a deleted one's place`() {
    let numbers = Numbers([1, 2, 3])
    let screen = numbers.screen()
    _ = screen.perform(.rowDown)
    numbers.values = [1, 3]
    _ = screen.refresh(Surroundings())
    expectEqual(screen.selectedID, "3")
    numbers.values = []
    _ = screen.refresh(Surroundings())
    expectEqual(screen.selectedID, nil)
  }

  @Test func `has its cursor on the first row of a filter that leaves the record out`() {
    let screen = Numbers(Array(0..<100)).screen()
    for _ in 0..<58 { _ = screen.perform(.rowDown) }
    for _ in 0..<3 { _ = screen.perform(.rowUp) }
    _ = screen.perform(.filter)
    _ = screen.insert("5")
    expectTrue((screen.source.count, screen.selectedID) == (19, "55"), "it fits")
    _ = screen.insert("1")
    expectEqual(screen.selectedID, "51")
    _ = screen.perform(.textDeleteLeft)
    expectEqual(screen.selectedID, "55", "it fits again")
    _ = screen.perform(.textDeleteLeft)
    _ = screen.insert("2")
    expectTrue((screen.source.count, screen.selectedID, screen.position.window.top) == (19, "2", 0))
    _ = screen.perform(.promptDown)
    expectEqual(screen.selectedID, "12")
    _ = screen.perform(.textDeleteLeft)
    expectEqual(screen.selectedID, "12", "a person put it there")
    _ = screen.perform(.promptLast)
    _ = screen.insert("0")
    _ = screen.perform(.accept)
    expectTrue((screen.selectedID, screen.position.window.top) == ("0", 0))
  }

  @Test func `comes back from a filter to where it was, the rows around it too`() {
    let screen = Numbers(Array(0..<100)).screen()
    for _ in 0..<58 { _ = screen.perform(.rowDown) }
    for _ in 0..<3 { _ = screen.perform(.rowUp) }
    let top = screen.position.window.top
    _ = screen.perform(.filter)
    _ = screen.insert("7")
    expectEqual(screen.selectedID, "7")
    _ = screen.perform(.textDeleteLeft)
    expectTrue((screen.selectedID, screen.position.window.top) == ("55", top))
    expectTrue(screen.position.window.cursor > top)
  }

  @Test func `comes back to the same record and upper row whatever was inserted`() throws {
    let numbers = Numbers(Array(0..<100))
    let before = numbers.screen()
    for _ in 0..<40 { _ = before.perform(.rowDown) }
    for _ in 0..<3 { _ = before.perform(.rowUp) }
    var encoder = StateEncoder()
    before.encodeState(to: &encoder)
    numbers.values = [200, 201] + numbers.values
    let after = numbers.screen()
    after.decodeState(from: StateDecoder(encoder.value))
    expectEqual(after.selectedID, "37")
    expectEqual(after.position.window.top, before.position.window.top + 2)
  }

  @Test func `comes back to a record that arrives after the first ones`() throws {
    let numbers = Numbers(Array(0..<100))
    let before = numbers.screen()
    for _ in 0..<37 { _ = before.perform(.rowDown) }
    var encoder = StateEncoder()
    before.encodeState(to: &encoder)
    func screen() -> ListScreen {
      numbers.values = Array(0..<10)
      let screen = numbers.screen()
      screen.decodeState(from: StateDecoder(encoder.value))
      return screen
    }
    func selected(in screen: ListScreen, of count: Int) -> String? {
      numbers.values = Array(0..<count)
      _ = screen.refresh(Surroundings())
      return screen.selectedID
    }
    let after = screen()
    expectEqual(after.selectedID, "9")
    expectEqual(selected(in: after, of: 20), "9")
    expectEqual(selected(in: after, of: 60), "37")
    // A person who has moved stays there.
    let moved = screen()
    _ = moved.perform(.rowUp)
    expectEqual(selected(in: moved, of: 60), "8")
  }

  @Test func `ignores a state that it didn't write`() throws {
    let screen = Numbers([1, 2]).screen()
    var encoder = StateEncoder()
    encoder.encode("nonsense", as: "row")
    encoder.encode(true, as: "cursor")
    screen.decodeState(from: StateDecoder(encoder.value))
    expectEqual(screen.selectedID, "1")
  }

  @Test func `sorts by a column, and the other way the second time`() {
    let screen = Numbers([2, 3, 1]).screen()
    _ = screen.perform(.rowDown)
    _ = screen.sort(by: screen.source.columns[0])
    expectEqual((0..<3).map { screen.source.row(at: $0).id }, ["1", "2", "3"])
    expectEqual(screen.selectedID, "3")
    _ = screen.sort(by: screen.source.columns[0])
    expectEqual(screen.source.query.sortText, "-number")
    expectEqual((0..<3).map { screen.source.row(at: $0).id }, ["3", "2", "1"])
  }

  @Test func `offers what can be done with the row that is clicked on the right`() {
    let screen = Numbers([1, 2, 3]).screen()
    func click(row: Int) -> [Effect] {
      screen.mouse(
        MouseEvent(kind: .press, button: .right, position: Position(column: 9, row: row)))
    }
    guard case .perform(.actions)? = click(row: 2).first else {
      Issue.record("nothing is offered")
      return
    }
    expectEqual(screen.selectedID, "2")
    expectTrue(click(row: 9).isEmpty)
    expectEqual(screen.selectedID, "2")
  }

  @Test(arguments: [40, 80])
  func `tells at the end of each row what opening it will do`(columns: Int) {
    let marks = ["›", "^", "↗", "·"]
    let kinds: [RowMark] = [.push, .sheet, .external, .nothing]
    let source = ArrayListSource(
      "Kinds",
      columns: [
        .init(ListColumn("text", width: 4...200)) { _ in String(repeating: "x", count: 99) }
      ],
      id: { String($0) }, url: { ScreenURL(["kinds", "\($0)"]) }
    ) { Array(0..<400) }
    var asked: [ScreenURL] = []
    let screen = ListScreen(source)
    screen.layOut(in: Size(columns: columns, rows: 11))
    _ = screen.refresh(
      Surroundings(mark: { url in
        asked.append(url)
        return kinds[(Int(url.segments[1]) ?? 0) % 4]
      }))
    var canvas = Canvas(Size(columns: columns, rows: 11))
    screen.draw(on: &canvas, theme: .standard)
    let rows = canvas.text.split(separator: "\n").dropFirst()
    expectEqual(rows.count, 10)
    for (index, row) in rows.enumerated() {
      expectTrue(row.hasSuffix("x… \(marks[index % 4])"))
      expectEqual(row.count, columns - 1)
    }
    expectEqual(asked.count, 10)
  }

  @Test func `asks once for rows that all lead to the same kind of screen`() {
    let source = AlikeRows()
    let screen = ListScreen(source)
    screen.layOut(in: Size(columns: 40, rows: 11))
    var asked = 0
    _ = screen.refresh(
      Surroundings(mark: { _ in
        asked += 1
        return .sheet
      }))
    var canvas = Canvas(Size(columns: 40, rows: 11))
    screen.draw(on: &canvas, theme: .standard)
    expectEqual(asked, 1)
    expectEqual(canvas.text.split(separator: "\n").filter { $0.hasSuffix(" ^") }.count, 10)
  }

  @Test func `has no marks where rows lead to no URLs`() {
    let screen = Numbers([1, 2]).screen()
    var canvas = Canvas(Size(columns: 40, rows: 11))
    screen.draw(on: &canvas, theme: .standard)
    expectTrue(!canvas.text.contains("›"))
    expectTrue(!canvas.text.contains("·"))
  }

  @Test func `draws the same twice`() {
    let screen = Numbers(Array(0..<30)).screen(filter: "1")
    let draw = {
      var canvas = Canvas(Size(columns: 40, rows: 11))
      screen.draw(on: &canvas, theme: .standard)
      return canvas
    }
    expectEqual(draw(), draw())
  }
}
