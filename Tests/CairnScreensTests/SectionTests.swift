import CairnInterface
import CairnNavigation
import ScreenTestSupport
import TestSupport
import Testing

@testable import CairnScreens

/// Words in sections by their first letter, with their lengths.
private class Words: FieldRows, GroupedRows, MarkableRows {
  var words: [String]
  var query = ListQuery(group: "letter")
  var sectionTotals: SectionTotals?
  let title = "Words"
  var columns = [
    ListColumn("word", width: 8...20), ListColumn("length", alignment: .trailing, width: 6...6),
  ]
  var totalPlaces = [1]
  let fields = [ListField("word"), ListField("length"), ListField("letter")]

  init(_ words: [String]) { self.words = words }

  var phase = ListPhase.ready
  var count: Int { words.count }
  var total: Int { words.count }
  func row(at index: Int) -> ListRow {
    ListRow(id: words[index], cells: [words[index], "\(words[index].count)"])
  }
  func index(of id: String) -> Int? { words.firstIndex(of: id) }
  func open(_ id: String) -> [Effect] { [.openText(id, .user)] }

  var sectionStarts: [Int] {
    guard query.group != nil else { return [] }
    return words.indices.filter { $0 == 0 || words[$0].first != words[$0 - 1].first }
  }

  func section(at index: Int) -> ListSection {
    let letter = words[sectionStarts[index]].prefix(1)
    let sum = words.filter { $0.hasPrefix(letter) }.reduce(0) { $0 + $1.count }
    return ListSection(
      id: String(letter), title: letter.uppercased(),
      totals: sectionTotals == .sum ? ["", "\(sum)"] : [])
  }

  func columns(with totals: SectionTotals) -> [Int] { totalPlaces }

  func apply(_ query: ListQuery) -> [Effect] {
    self.query = query
    return []
  }
}

/// The same words, which can be changed.
private final class ChangingWords: Words, ChangeableRows {
  let changes: ChangeOptions = [.edit, .field, .delete, .complete]
}

@Suite struct `Sections of a list` {
  private let source = Words(["ant", "ape", "asp", "bat", "bee", "cat", "cow", "cub"])
  private let screen: ListScreen

  init() {
    screen = ListScreen(source)
    screen.layOut(in: Size(columns: 40, rows: 12))
    _ = screen.refresh(Surroundings())
  }

  private func press(_ actions: ActionName...) {
    for action in actions { _ = screen.perform(action) }
  }

  private func drawn() -> [String] {
    var canvas = Canvas(Size(columns: 40, rows: 12))
    screen.draw(on: &canvas, theme: .standard)
    return canvas.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(String(line.reversed().drop { $0 == " " }).reversed())
    }
  }

  @Test func `have heads with how many rows they have, and the cursor begins on a row`() {
    expectEqual(screen.selectedID, "ant")
    expectEqual(
      drawn(),
      [
        "   WORD                  LENGTH",
        " ▾ A  3 ───────────────────────────────",
        "▌  ant                        3",
        "   ape                        3",
        "   asp                        3",
        " ▾ B  2 ───────────────────────────────",
        "   bat                        3",
        "   bee                        3",
        " ▾ C  3 ───────────────────────────────",
        "   cat                        3",
        "   cow                        3",
        "   cub                        3",
      ])
    expectEqual(screen.status.text, "1 of 8 · grouped by letter")
  }

  @Test func `are in sight from the first head on once there are rows`() {
    let words = source.words
    source.words = []
    let screen = ListScreen(source)
    screen.layOut(in: Size(columns: 40, rows: 12))
    source.words = words
    _ = screen.refresh(Surroundings())
    expectEqual(screen.selectedID, "ant")
    expectEqual(screen.position.window.top, 0)
  }

  @Test func `fold over their rows, and the cursor goes to the head`() {
    press(.rowDown, .fold)
    expectEqual(screen.selectedID, nil)
    expectTrue(screen.status.text.hasPrefix("section 1 of 3"))
    expectEqual(drawn()[1...2].map { $0.prefix(7) }, ["▌▸ A  3", " ▾ B  2"])
    press(.rowDown, .rowDown)
    expectEqual(screen.selectedID, "bat")
    press(.foldAll)
    expectEqual(drawn()[1...4].map { $0.prefix(7) }, [" ▸ A  3", "▌▸ B  2", " ▸ C  3", ""])
    press(.open)
    expectEqual(
      drawn()[1...5].map { $0.prefix(7) }, [" ▸ A  3", "▌▾ B  2", "   bat ", "   bee ", " ▸ C  3"])
    press(.unfoldAll, .rowDown)
    expectEqual(screen.selectedID, "bat")
  }

  @Test func `offer no change of a row on their heads and without rows`() {
    let source = ChangingWords(["ant", "ape", "bat", "bee"])
    let screen = ListScreen(source)
    screen.layOut(in: Size(columns: 40, rows: 12))
    _ = screen.refresh(Surroundings())
    let changes: [ActionName] = [.edit, .changeField, .delete, .completeRecord]
    func offered() -> [Bool] { changes.map(screen.offers) }
    expectEqual(offered(), [true, true, true, true])
    _ = screen.perform(.rowUp)
    expectEqual(screen.cursorHead, 0)
    expectEqual(offered(), [false, false, false, false])
    expectTrue(screen.offers(.open))
    // Marked rows can be changed from anywhere, but only one row is edited.
    _ = screen.perform(.markAll)
    expectEqual(offered(), [false, true, true, true])
    for phase in [ListPhase.failed("no words"), .ready] {
      (source.phase, source.words) = (phase, [])
      _ = screen.perform(.leave)
      _ = screen.refresh(Surroundings())
      expectEqual(offered(), [false, false, false, false])
      expectTrue(!screen.offers(.open))
    }
  }

  @Test func `are gone through head by head`() {
    press(.nextSection)
    expectEqual(screen.cursorHead, 1)
    press(.nextSection, .nextSection)
    expectEqual(screen.selectedID, "cub", "behind the last section is its last row")
    press(.previousSection)
    expectEqual(screen.cursorHead, 2)
    press(.previousSection, .previousSection, .previousSection)
    expectEqual(screen.cursorHead, 0)
  }

  @Test func `keep the cursor on its record when rows come and go`() {
    press(.rowLast, .rowUp)
    source.words = ["aal", "ant", "bat", "cow", "dog"]
    _ = screen.refresh(Surroundings())
    expectEqual(screen.selectedID, "cow")
    press(.fold)
    source.words = ["bat", "cow", "dog"]
    _ = screen.refresh(Surroundings())
    expectEqual(screen.cursorHead, 1)
    source.words = ["bat"]
    _ = screen.refresh(Surroundings())
    expectTrue(screen.cursorHead != nil || screen.selectedID == "bat")
    source.words = []
    _ = screen.refresh(Surroundings())
    expectTrue(screen.selectedID == nil && screen.cursorHead == nil)
  }

  @Test func `are there again with what was folded`() {
    press(.nextSection, .fold)
    var encoder = StateEncoder()
    screen.encodeState(to: &encoder)
    let after = ListScreen(source)
    after.layOut(in: Size(columns: 40, rows: 12))
    after.decodeState(from: StateDecoder(encoder.value))
    expectEqual(after.cursorHead, 1)
    expectTrue(after.sections.lines.isFolded(1) && !after.sections.lines.isFolded(0))
    press(.foldAll, .open)
    screen.encodeState(to: &encoder)
    after.decodeState(from: StateDecoder(encoder.value))
    expectEqual((0..<3).map(after.sections.lines.isFolded), [true, false, true])
    press(.unfoldAll)
    screen.encodeState(to: &encoder)
    after.decodeState(from: StateDecoder(encoder.value))
    expectEqual((0..<3).map(after.sections.lines.isFolded), [false, false, false])
  }

  @Test func `are marked as a whole on their heads`() {
    press(.nextSection, .markRow)
    expectEqual(screen.marks, ["bat", "bee"])
    expectEqual(screen.cursorHead, 2)
    press(.previousSection, .markRow)
    expectTrue(screen.marks.isEmpty)
  }

  @Test func `show what their numbers come to`() {
    source.sectionTotals = .sum
    expectEqual(drawn()[1], " ▾ A  3 ────────────────      9")
    // A sum wider than its column has the room before it.
    source.words = (10..<99).map { "a\($0)" + String(repeating: "b", count: 9_000) }
    expectTrue(drawn()[1].hasSuffix("─ 801267"))
  }

  @Test func `have the totals that the URL says`() throws {
    let menu = try presented(screen.perform(.totals))
    let effects = menu.insert("s") ?? []
    expectEqual(source.sectionTotals, .sum)
    let values = effects.compactMap { effect -> String? in
      if case .setQuery("totals", let value) = effect { value } else { nil }
    }
    expectEqual(values, ["sum"])
  }

  @Test(arguments: [([1], 0, [0, 1]), ([2, 1], 0, [0, 1]), ([2], 0, [0, 2]), ([1], 1, [0, 1])])
  func `have their totals in sight`(places: [Int], scroll: Int, shown: [Int]) throws {
    source.columns.append(ListColumn("size", width: 20...20))
    source.totalPlaces = places
    screen.layOut(in: Size(columns: 40, rows: 12))
    for _ in 0..<scroll { press(.columnsRight) }
    let menu = try presented(screen.perform(.totals))
    _ = menu.insert("s")
    expectEqual(screen.plan.places.map(\.index), shown)
  }

  @Test func `say so where no column has totals`() throws {
    source.totalPlaces = []
    let menu = try presented(screen.perform(.totals))
    let messages = (menu.insert("s") ?? []).compactMap { effect -> String? in
      if case .say(let message) = effect { message.text } else { nil }
    }
    expectEqual(messages, ["no column has numbers · zc chooses others"])
  }

  @Test func `are made by another field, which the URL says`() throws {
    let menu = try presented(screen.perform(.group))
    let effects = menu.insert("l") ?? []
    expectEqual(source.query.group, "length")
    expectTrue(
      effects.contains { effect in
        if case .setQuery("group", "length") = effect { true } else { false }
      })
    let again = try presented(screen.perform(.group))
    _ = again.perform(.rowLast)
    _ = again.perform(.accept)
    expectEqual(source.query.group, nil)
    expectEqual(screen.selectedID, "ant")
    expectEqual(screen.perform(.fold)?.count, 1, "it says that nothing is grouped")
  }

  @Test func `show the head of the row that has the cursor, once it is grouped`() throws {
    source.words = (0..<40).map { "w\($0)" }
    source.query.group = nil
    _ = screen.refresh(Surroundings())
    for _ in 0..<20 { _ = screen.perform(.rowDown) }
    let id = screen.selectedID
    _ = try presented(screen.perform(.group)).insert("e")
    expectEqual(source.query.group, "letter")
    expectEqual(screen.selectedID, id)
    expectTrue(screen.position.window.visible.contains(screen.position.window.cursor))
    press(.rowFirst)
    expectEqual(screen.cursorHead, 0)
  }

  @Test func `fold at a click on their sign`() {
    _ = screen.mouse(MouseEvent(kind: .press, position: Position(column: 1, row: 5)))
    expectTrue(screen.sections.lines.isFolded(1))
    _ = screen.mouse(MouseEvent(kind: .press, position: Position(column: 10, row: 1)))
    expectTrue(!screen.sections.lines.isFolded(0) && screen.cursorHead == 0)
  }
}

@Suite struct `The columns of a list` {
  private let source = Words(["ant"])
  private let screen: ListScreen
  private let chooser: any Overlay

  init() throws {
    screen = ListScreen(source)
    screen.layOut(in: Size(columns: 40, rows: 12))
    chooser = try presented(screen.perform(.chooseColumns))
    chooser.layOut(in: Size(columns: 30, rows: 8))
  }

  @Test func `are shown, hidden and moved`() throws {
    // Of word, length and letter, the second is hidden, and the last shown as the first.
    try chooser.press(letters: "j ")
    for _ in 1...2 { _ = chooser.perform(.moveColumnUp) }
    try chooser.press(letters: " ")
    _ = chooser.perform(.accept)
    expectEqual(source.query.columns, ["letter", "word"])
  }

  @Test func `are at least one`() throws {
    try chooser.press(letters: " ")
    let effects = try chooser.press(letters: " ")
    expectTrue(!effects.isEmpty, "it says so")
    _ = chooser.perform(.accept)
    expectEqual(source.query.columns, ["length"])
  }

  @Test func `are those of the list again`() throws {
    source.query.columns = ["length"]
    let effects = try chooser.press(letters: "=")
    expectEqual(source.query.columns, nil)
    expectTrue(
      effects.contains { effect in
        if case .setQuery("columns", nil) = effect { true } else { false }
      })
  }
}

@Suite struct `A jump in a list` {
  private let source = Words(["ant", "ape", "bat", "bee", "cat"])
  private let screen: ListScreen

  init() {
    screen = ListScreen(source)
    screen.layOut(in: Size(columns: 40, rows: 12))
    _ = screen.refresh(Surroundings())
  }

  private func answer(_ action: ActionName, _ text: String) throws -> [Effect] {
    let overlay = try presented(screen.perform(action))
    let effects = overlay.insert(text) ?? []
    return effects.isEmpty ? overlay.perform(.accept) ?? [] : effects
  }

  @Test func `goes to a letter, also in a section that is folded`() throws {
    _ = try answer(.jumpToLetter, "b")
    expectEqual(screen.selectedID, "bat")
    _ = try answer(.jumpToLetter, "b")
    expectEqual(screen.selectedID, "bee")
    _ = screen.perform(.foldAll)
    _ = try answer(.jumpToLetter, "C")
    expectEqual(screen.selectedID, "cat")
    let effects = try answer(.jumpToLetter, "x")
    expectEqual(effects.count, 2, "it says that there is none")
    expectEqual(screen.selectedID, "cat")
  }

  @Test func `goes to a part or a row`() throws {
    _ = try answer(.jumpToPlace, "100%")
    expectEqual(screen.selectedID, "cat")
    _ = try answer(.jumpToPlace, "3")
    expectEqual(screen.selectedID, "bat")
    for wrong in ["0", "6", "101%", "x", "-1", "99999999999999999999"] {
      _ = try answer(.jumpToPlace, wrong)
      expectEqual(screen.selectedID, "bat")
    }
  }

  @Test func `goes nowhere while nothing is shown`() {
    source.phase = .failed("gone")
    source.words = []
    expectTrue(screen.perform(.jumpToPlace) == nil)
    expectTrue(screen.perform(.jumpToLetter) == nil)
    _ = screen.perform(.fold)
    _ = screen.perform(.foldAll)
    _ = screen.perform(.nextSection)
    var canvas = Canvas(Size(columns: 40, rows: 12))
    screen.draw(on: &canvas, theme: .standard)
    expectTrue(canvas.text.contains("can't be shown"))
  }
}
