import CairnInterface
import CairnNavigation
import TestSupport
import Testing

@testable import CairnScreens

/// A page with a long text, and a link behind it.
private final class Letter: DetailSource {
  let title = "Letter"
  let changes: ChangeOptions = []
  var text = (1...20_000).map { "Line \($0) of a long letter." }.joined(separator: "\n\n")
  let url: ScreenURL

  var fields: [DetailField] {
    [DetailField("From", "Ana"), DetailField("Text", text, kind: .markdown)]
  }

  var sections: [DetailSection] {
    [DetailSection("Author", count: 1, links: [DetailLink("Ana", url: url)])]
  }

  init() { url = ScreenURL("cairn://people/1") }
}

/// A list of one letter.
private final class Letters: DetailedRows {
  let title = "Letters"
  let query = ListQuery()
  let columns = [ListColumn("name", width: 8...20)]
  let (count, total) = (1, 1)
  private let letter = Letter()

  func row(at index: Int) -> ListRow { ListRow(id: "1", cells: ["Letter"]) }
  func index(of id: String) -> Int? { id == "1" ? 0 : nil }
  func apply(_ query: ListQuery) -> [Effect] { [] }
  func open(_ id: String) -> [Effect] { [] }
  func detail(of id: String) -> (any DetailSource)? { letter }
}

/// A page with many texts, of which none is long, and the last has no Markdown.
private final class Many: DetailSource {
  let title = "Many"
  let changes: ChangeOptions = []
  var fields: [DetailField] {
    ["A", "B", "C", "D"].map { label in
      DetailField(
        label, String(repeating: "# word ", count: 6_000) + "the end",
        kind: label == "D" ? .line : .markdown)
    }
  }
}

@Suite struct `A page with a long text` {
  private let letter: Letter
  private let screen: DetailScreen

  init() throws {
    letter = Letter()
    screen = DetailScreen(letter)
    screen.layOut(in: Size(columns: 60, rows: 12))
  }

  /// The work that the screen wants done on another thread.
  private func job() throws -> BackgroundJob {
    let effects = screen.refresh(Surroundings())
    return try #require(
      effects.lazy.compactMap { if case .run(let job) = $0 { job } else { nil } }.first)
  }

  private func finish(_ job: BackgroundJob) { _ = job.completion(job.work()) }

  private var lastLine: String? {
    screen.page.lines.last { $0.field?.label == "Text" }?.content.text
  }

  @Test
  func `shows its beginning at once, and all of it as soon as another thread has laid it out`()
    throws
  {
    let job = try job()
    expectTrue(job.holdsKeys)
    expectTrue(screen.page.lines.count < 2_000)
    expectTrue(screen.page.lines.contains { $0.content.text == "Line 9 of a long letter." })
    finish(job)
    expectEqual(lastLine, "Line 20000 of a long letter.")
    expectTrue(screen.refresh(Surroundings()).isEmpty)
  }

  @Test func `leaves the cursor on its link, however many lines come before it`() throws {
    let job = try job()
    expectTrue(screen.reveal([letter.url]))
    let (row, url) = (screen.window.cursor - screen.window.top, screen.selection)
    finish(job)
    expectTrue(screen.selection == url && url == letter.url)
    expectTrue(screen.window.cursor > 20_000)
    expectEqual(screen.window.cursor - screen.window.top, row)
  }

  @Test func `goes to the line of before once it has it`() throws {
    finish(try job())
    _ = screen.perform(.rowLast)
    _ = screen.perform(.rowUp)
    let (cursor, top) = (screen.window.cursor, screen.window.top)
    var encoder = StateEncoder()
    screen.encodeState(to: &encoder)
    let other = DetailScreen(letter)
    other.layOut(in: Size(columns: 60, rows: 12))
    other.decodeState(from: StateDecoder(encoder.value))
    var again = StateEncoder()
    other.encodeState(to: &again)
    expectEqual(again.value, encoder.value, "an end before that forgets nothing")
    let effects = other.refresh(Surroundings())
    for case .run(let job) in effects { finish(job) }
    expectTrue(other.window.cursor == cursor && other.window.top == top)
  }

  @Test func `keeps its lines in another width until they are laid out anew`() throws {
    finish(try job())
    let count = screen.page.lines.count
    _ = screen.perform(.rowLast)
    for columns in [40, 30, 20] { screen.layOut(in: Size(columns: columns, rows: 12)) }
    expectEqual(screen.page.lines.count, count)
    finish(try job())
    expectTrue(screen.page.lines.count > count)
    expectEqual(screen.selection, letter.url)
  }

  @Test func `leaves the cursor in its text when lines get wider`() throws {
    screen.layOut(in: Size(columns: 20, rows: 12))
    finish(try job())
    for action in [ActionName.rowLast, .rowUp] { _ = screen.perform(action) }
    expectEqual(screen.selectedField?.label, "Text")
    screen.layOut(in: Size(columns: 60, rows: 12))
    finish(try job())
    expectEqual(screen.selectedField?.label, "Text")
  }

  @Test func `asks for its lines anew when the pane beside it comes and goes`() throws {
    screen.layOut(in: Size(columns: 120, rows: 30))
    finish(try job())
    for _ in 0..<2 {
      let effects = try #require(screen.perform(.togglePreview))
      expectTrue(effects.contains { if case .lookBeside = $0 { true } else { false } })
      finish(try job())
      expectTrue(screen.page.unfinished.isEmpty)
    }
  }

  @Test func `is laid out at once where nobody does its work`() {
    let beside = DetailScreen(
      letter, beside: Size(columns: 40, rows: 12), laysOutAtOnce: true)
    expectTrue(beside.refresh(Surroundings(isBeside: true)).isEmpty)
    expectTrue(beside.page.lines.contains { $0.content.text == "Line 20000 of a long letter." })
  }

  @Test func `asks to be laid out in a moment where it stands beside rows`() throws {
    let beside = DetailScreen(letter, beside: Size(columns: 40, rows: 12))
    beside.layOut(in: Size(columns: 40, rows: 12))
    expectTrue(beside.pace != nil)
    let effects = beside.refresh(Surroundings(isBeside: true)).beside
    expectEqual(beside.pace, nil, "one piece of work is enough")
    for case .run(let job) in effects {
      expectTrue(!job.holdsKeys)
      finish(job)
    }
    expectTrue(beside.page.unfinished.isEmpty && beside.pace == nil)
  }

  @Test func `is laid out to its end beside a list, once the keys rest`() throws {
    let list = ListScreen(Letters())
    list.layOut(in: Size(columns: 120, rows: 30))
    _ = list.refresh(Surroundings())
    _ = list.perform(.togglePreview)
    list.layOut(in: Size(columns: 120, rows: 30))
    expectTrue(list.pace != nil, "a moment later it is asked for more")
    let effects = list.refresh(Surroundings())
    let jobs = effects.compactMap { effect -> BackgroundJob? in
      if case .run(let job) = effect { job } else { nil }
    }
    try #require(jobs.count == 1)
    expectTrue(!jobs[0].holdsKeys)
    finish(jobs[0])
    expectTrue(list.pane.page?.detail.page.unfinished.isEmpty == true && list.pace == nil)
  }

  @Test func `finds what it has as another page does`() throws {
    finish(try job())
    _ = screen.perform(.filter)
    for letter in "LINE 1999" { _ = screen.insert(String(letter)) }
    expectEqual(screen.search.lines.count, 11)
    expectTrue(
      screen.search.lines.allSatisfy { screen.page.lines[$0].content.text.contains("1999") })
    expectEqual(screen.search.line, screen.window.cursor)
    _ = screen.insert("9 of")
    expectEqual(
      screen.search.lines.map { screen.page.lines[$0].content.text.prefix(10) }, ["Line 19999"])
    _ = screen.perform("text.cut-to-start")
    _ = screen.insert("an")
    // The field before and the link behind the text are lines, too.
    expectEqual(screen.search.lines.count, 2)
  }

  @Test func `is all that is laid out at once, with others of its page`() throws {
    let many = Many()
    let screen = DetailScreen(many)
    screen.layOut(in: Size(columns: 60, rows: 12))
    expectEqual(screen.page.unfinished.map(\.field.label), ["C", "D"])
    for case .run(let job) in screen.refresh(Surroundings()) { finish(job) }
    expectTrue(screen.page.unfinished.isEmpty)
    expectEqual(screen.page.lines.filter { $0.content.text.hasSuffix("the end") }.count, 4)
  }

  @Test func `follows what others write meanwhile`() throws {
    finish(try job())
    for action in [ActionName.rowLast, .rowUp] { _ = screen.perform(action) }
    let cursor = screen.window.cursor
    letter.text += "\n\nP.S."
    let job = try job()
    letter.text += "\n\nP.P.S."
    finish(job)
    finish(try self.job())
    expectEqual(lastLine, "P.P.S.")
    expectEqual(screen.window.cursor, cursor)
  }

  @Test func `stays a beginning where nobody waits for the rest`() throws {
    let abandon = try #require(try job().abandon)
    guard case .say = try #require(abandon().first) else {
      Issue.record("no message is shown")
      return
    }
    expectTrue(screen.refresh(Surroundings()).isEmpty)
    screen.layOut(in: Size(columns: 50, rows: 12))
    finish(try job())
    expectEqual(lastLine, "Line 20000 of a long letter.")
  }
}
