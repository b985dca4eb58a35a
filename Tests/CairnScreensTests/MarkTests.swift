import CairnInterface
import CairnNavigation
import TestSupport
import Testing

@testable import CairnScreens

/// Numbers that can be marked, and what was asked for with them.
private final class MarkedNumbers: MarkableRows, ChangeableRows {
  var values: [Int]
  var deleted: [[String]] = []
  var changed: [[String]] = []
  var query = ListQuery()
  let title = "Numbers"
  let columns = [ListColumn("number", width: 4...8)]
  let changes = ChangeOptions.all

  init(_ values: [Int]) { self.values = values }

  private var shown: [Int] {
    query.filter.isEmpty ? values : values.filter { "\($0)".contains(query.filter) }
  }

  var count: Int { shown.count }
  var total: Int { values.count }
  func row(at index: Int) -> ListRow { ListRow(id: "\(shown[index])", cells: ["\(shown[index])"]) }
  func index(of id: String) -> Int? { shown.firstIndex { "\($0)" == id } }
  func existing(of ids: Set<String>) -> Lookup<Set<String>> {
    .now(ids.filter { id in values.contains { "\($0)" == id } })
  }
  func open(_ id: String) -> [Effect] { [] }

  func apply(_ query: ListQuery) -> [Effect] {
    self.query = query
    return []
  }

  /// Rows come in no order: here those in sight are first.
  private func inOrder(_ ids: [String]) -> [String] {
    let seen = shown.map(String.init).filter(ids.contains)
    return seen + Set(ids).subtracting(seen).sorted()
  }

  func delete(_ ids: [String]) -> [Effect]? {
    deleted.append(inOrder(ids))
    values.removeAll { ids.contains("\($0)") }
    return []
  }

  func changeField(_ column: String?, of ids: [String]) -> [Effect]? {
    changed.append(inOrder(ids))
    return []
  }
}

@Suite struct `The cursor of a list whose marked rows are deleted` {
  @Test func `stays on the first row where that is asked for next`() {
    let source = MarkedNumbers(Array(0..<10))
    let screen = ListScreen(source)
    screen.layOut(in: Size(columns: 40, rows: 12))
    _ = screen.refresh(Surroundings())
    for action in [ActionName.markRow, .markRow, .rowFirst, .delete] { _ = screen.perform(action) }
    _ = screen.refresh(Surroundings())
    expectEqual(screen.selectedID, "2")
    source.values.reverse()
    _ = screen.sort(by: source.columns[0])
    _ = screen.refresh(Surroundings())
    expectEqual(screen.selectedID, "9")
  }

  @Test(arguments: [
    (marks: [3, 4, 7], cursor: 7, after: "8"), (marks: [3, 4, 7], cursor: 5, after: "5"),
    (marks: [8, 9], cursor: 9, after: "7"),
  ])
  func `is on the neighbor that stays`(marks: [Int], cursor: Int, after: String) {
    let source = MarkedNumbers(Array(0..<10))
    let screen = ListScreen(source)
    screen.layOut(in: Size(columns: 40, rows: 12))
    _ = screen.refresh(Surroundings())
    for row in marks {
      screen.move(to: row)
      _ = screen.perform(.markRow)
    }
    screen.move(to: cursor)
    _ = screen.perform(.delete)
    _ = screen.refresh(Surroundings())
    expectEqual(screen.selectedID, after)
  }
}

@Suite struct `Marks in a list` {
  private let source = MarkedNumbers(Array(0..<30))
  private let screen: ListScreen

  init() {
    screen = ListScreen(source)
    screen.layOut(in: Size(columns: 40, rows: 12))
    _ = screen.refresh(Surroundings())
  }

  private func press(_ actions: ActionName...) {
    for action in actions { _ = screen.perform(action) }
  }

  private var marked: [Int] { screen.marks.compactMap(Int.init).sorted() }

  @Test func `go on with the cursor, and away again`() {
    press(.markRow, .rowDown, .markRow)
    expectEqual(marked, [0, 2])
    expectEqual(screen.selectedID, "3")
    press(.rowUp, .markRow)
    expectEqual(marked, [0])
    expectTrue(screen.status.text.contains("1 marked"))
  }

  @Test func `reach from the last one to the cursor, both ways`() {
    press(.rowDown, .markRow, .rowDown, .rowDown, .markRange)
    expectEqual(marked, [1, 2, 3, 4])
    press(.rowFirst, .markRange)
    expectEqual(marked, [0, 1, 2, 3, 4])
  }

  @Test func `reach from nowhere once the last one is taken away`() {
    press(.markRow, .leave, .rowDown, .rowDown, .markRange)
    expectEqual(marked, [3])
    press(.markRow, .rowDown, .markRange)
    expectEqual(marked, [5])
  }

  @Test func `are those of all rows that are shown, or of the others`() {
    _ = screen.filter("1")
    press(.markAll)
    expectEqual(marked, [1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21])
    _ = screen.filter("2")
    press(.markOthers)
    // Those that the filter left out stay.
    expectEqual(
      marked, [1, 2, 10, 11, 13, 14, 15, 16, 17, 18, 19, 20, 22, 23, 24, 25, 26, 27, 28, 29])
  }

  @Test func `are what a change is made to, in the list's order`() {
    press(.rowLast, .markRow, .rowFirst, .markRow)
    _ = screen.filter("2")
    expectTrue(screen.status.text.contains("2 marked, 1 out of sight"))
    press(.changeField, .delete)
    expectEqual(source.changed, [["29", "0"]])
    expectEqual(source.deleted, [["29", "0"]])
    _ = screen.refresh(Surroundings())
    expectEqual(marked, [], "they went with their rows")
    let selected = screen.selectedID ?? "none"
    press(.delete)
    expectEqual(source.deleted.last, [selected], "without marks it is the row with the cursor")
  }

  @Test func `are back with their rows`() {
    press(.markRow, .rowDown, .markRow)
    let values = source.values
    press(.delete)
    _ = screen.refresh(Surroundings())
    expectEqual(marked, [])
    source.values = values
    _ = screen.refresh(Surroundings())
    expectEqual(marked, [0, 2])
  }

  @Test(arguments: [[ActionName.markRow], [.markRow, .leave]])
  func `are not back with their rows once others were marked`(since actions: [ActionName]) {
    press(.markRow, .rowDown, .markRow)
    let values = source.values
    press(.delete)
    _ = screen.refresh(Surroundings())
    for action in actions { press(action) }
    let others = marked
    source.values = values
    _ = screen.refresh(Surroundings())
    expectEqual(marked, others)
  }

  @Test func `are not back with their rows once something was done with another`() {
    press(.markRow, .rowDown, .markRow)
    let values = source.values
    press(.delete)
    _ = screen.refresh(Surroundings())
    press(.changeField)
    source.values = values
    _ = screen.refresh(Surroundings())
    expectEqual(marked, [])
  }

  @Test func `are the first layer that Escape takes away`() {
    _ = screen.filter("1")
    press(.markAll)
    expectTrue(screen.perform(.leave) != nil)
    expectTrue((marked, source.query.filter) == ([], "1"))
    expectTrue(screen.perform(.leave) != nil)
    expectEqual(source.query.filter, "")
    expectTrue(screen.perform(.leave) == nil)
  }

  /// The screen as it is made again from what one kept after the other.
  private func again(after encoders: [(inout StateEncoder) -> Void]) -> ListScreen {
    var state = StateEncoder().value
    for encode in encoders {
      var encoder = StateEncoder(continuing: state)
      encode(&encoder)
      state = encoder.value
    }
    let again = ListScreen(source)
    again.layOut(in: Size(columns: 40, rows: 12))
    _ = again.refresh(Surroundings())
    again.decodeState(from: StateDecoder(state))
    return again
  }

  @Test func `come back with the screen, but for those that are gone`() {
    press(.markRow, .rowDown, .markRow)
    expectEqual(again(after: [screen.encodeState]).marks, ["0", "2"])
    source.values.removeFirst()
    expectEqual(again(after: [screen.encodeState]).marks, ["2"])
  }

  @Test func `stay away once they were taken away`() {
    press(.markRow)
    var first = StateEncoder()
    screen.encodeState(to: &first)
    let kept = first.value
    press(.leave)
    var second = StateEncoder(continuing: kept)
    screen.encodeState(to: &second)
    let again = ListScreen(source)
    _ = again.refresh(Surroundings())
    again.decodeState(from: StateDecoder(second.value))
    expectEqual(again.marks, [])
  }

  @Test func `are said not to be kept where they are too many`() {
    source.values = Array(0..<(ListScreen.mostKeptMarks + 1))
    _ = screen.refresh(Surroundings())
    guard case .say(let message)?? = screen.perform(.markAll)?.first else {
      Issue.record("nothing was said")
      return
    }
    expectTrue(message.text.hasPrefix("1 001 marks"))
  }

  @Test func `are taken only where something is done with them`() {
    let list = ArrayListSource(
      "Words", columns: [.init(ListColumn("word", width: 4...8)) { $0 }], id: { $0 },
      elements: { ["a", "b"] })
    let screen = ListScreen(list)
    expectTrue(!screen.offers(.markRow))
    expectTrue(screen.perform(.markRow) == nil)
    expectEqual(screen.marks, [])
  }
}
