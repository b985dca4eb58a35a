internal import CairnInterface
internal import CairnNavigation
internal import TestSupport
import Testing

@testable internal import CairnKit
@testable internal import CairnScreens

/// Somebody who presses anything, on the whole app.
@Suite struct `Any keys on any screen` {
  private static let keys =
    "j k h l g G H L J K a A b B c C d D e E f F i I m M n N o O p P r R s S t T u U v V w W x X y "
    + "z Z 0 1 2 5 9 ' / \\ ? ~ - : { } [ ] % * + = < > ( ) . , ; ! @ # & | ` \" Space Enter "
    + "Escape Tab BTab BSpace Delete Up Down Left Right Home End PageUp PageDown F1 F2 F10 C-a C-b "
    + "C-c C-d C-e C-f C-k C-l C-n C-o C-p C-r C-s C-t C-u C-w C-x C-y M-b M-f M-d M-Left M-Right M-Up "
    + "M-Down M-_ M-w M-< M-> C-_ C-Home C-End C-PageDown C-PageUp C-Space M-/ S-Left S-Right F4 F5 "
    + "F7 F8 F9 é 日 👍 о й"

  private static let urls: [ScreenURL] = [
    "~launcher", "recipes", "recipes?group=Kind", "recipes/adas-polo", "recipes/adas-polo/~edit",
    "~changes", "~find?q=oil", "~model", "~settings", "~import", "~routes", "recipes/~new",
    "recipes?view=frequency:Cuisine", "authors?where=a&sort=-Name", "~jobs", "~messages",
    "~recents", "~conflicts", "~model/recipes", "recipes/adas-polo/~history",
    "recipes/adas-polo/ingredients", "~routes?explain=recipes",
    "~peek?file=/home/ann/notes/people.csv",
    "~import?file=/home/ann/notes/people.csv",
  ]

  /// The screens where the seeds begin, one after the other.
  private static let starts = [
    "jobs", "messages", "recents", "history", "changes", "conflicts", "settings", "model",
    "routes-explained", "peek", "import-review", "launcher-favorites", "list", "list-sections",
    "list-preview", "record-linked", "form-lines", "find", "model-fields", "version",
  ]

  /// As many for each seed; `make torture` takes as many times more, `make monkey` as many as it is
  /// told.
  private static let keyCount = Torture.number(in: "CAIRN_MONKEY") ?? Torture.rounds(1_000)

  @Test(arguments: SeededGenerator.seeds(20))
  func `neither trap nor tear the screen, and going back undoes going forward`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let words = Self.keys.split(separator: " ").map(String.init)
    let name = Self.starts[Int(seed % UInt64(Self.starts.count))]
    var screen = try #require(PicturedScreen.all.first { $0.name == name })
    screen.files["people.csv"] = "name,age\nAda,36\n"
    let session = try screen.session()
    for step in 0..<Self.keyCount {
      let place = "seed \(seed), from \(name), step \(step), \(session.currentURL)"
      switch random.number(0...29) {
      case 0: session.handle(.resize(size(&random)), at: session.now)
      case 1: session.handle(.paste(random.text(atMost: 40)), at: session.now)
      case 2: session.apply([.open(Self.urls[random.number(0...Self.urls.count - 1)])])
      case 3: try goBackAndForth(session, place)
      case 4: session.handle(.mouse(mouse(&random)), at: session.now)
      default: session.press(KeyScript(words[random.number(0...words.count - 1)]).keys)
      }
      session.settle()
      // Programs in front end at once, and nothing quits.
      while let request = session.takeRequest() {
        if case .run = request { session.endProgram(.exited(0)) }
      }
      try check(session, "\(place) → \(session.currentURL)")
    }
    Tally.add("random keys, resizes and pastes", Self.keyCount)
  }

  /// Seldom a window that is tiny, in which there is nothing to see, or large, as to draw that takes
  /// as long as many keys in a small one.
  private func size(_ random: inout SeededGenerator) -> Size {
    random.number(0...7) == 0
      ? Size(columns: random.number(1...220), rows: random.number(1...70))
      : Size(columns: random.number(38...100), rows: random.number(9...30))
  }

  private func goBackAndForth(_ session: Session, _ place: String) throws {
    guard session.overlays.isEmpty, !session.isTyping else { return }
    var before = Sight(session)
    let window = (session.screen as? ListScreen)?.position.window
    let isAtEdge = window.map { $0.cursor == 0 || $0.top + $0.height >= $0.count } ?? false
    session.apply([.back])
    guard session.navigator.state.current.id != before.entry else { return }
    session.settle()
    session.apply([.forward])
    session.settle()
    var after = Sight(session)
    // Of what was said no more than a thousand messages are kept, so that the cursor's may go.
    if let row = before.row, before.isGrowing, let list = session.screen as? ListScreen,
      list.source.index(of: row) == nil
    {
      return
    }
    // New messages come in above the first row, or below the edge if its screen was made again. Of
    // many, the last ones go, so that a list at its end can't scroll as far as before.
    if before.isGrowing, isAtEdge { (before.offset, after.offset) = (nil, nil) }
    expectEqual(after, before, "\(place): \(before.difference(to: after))")
  }

  private func mouse(_ random: inout SeededGenerator) -> MouseEvent {
    let kinds: [MouseEvent.Kind] = [.press, .release, .wheelUp, .wheelDown]
    return MouseEvent(
      kind: kinds[random.number(0...3)],
      position: Position(column: random.number(0...220), row: random.number(0...70)),
      clicks: random.number(1...2))
  }

  private func check(_ session: Session, _ place: String) throws {
    let canvas = session.draw()
    expectEqual(canvas.size, session.size, "\(place)")
    // What `cairn keys --check` says of keys holds only among contexts that it knows of.
    expectTrue(ActionContext.stacks.contains(session.top.contexts), "\(place)")
    if let cursor = canvas.cursor { expectTrue(canvas.bounds.contains(cursor), "\(place)") }
    for row in 0..<canvas.size.rows { checkWidth(ofRow: row, of: canvas, place) }
    checkCursor(of: session, on: canvas, place)
    guard !session.frame.isTooSmall, let list = session.screen as? ListScreen,
      list.source.phase == .ready, list.source.count > 0
    else { return }
    if list.cursorHead == nil { expectTrue(list.selectedID != nil, "\(place)") }
    // A box may hide it, that with what the first keys go on with as well.
    guard session.overlays.isEmpty, session.typed.isEmpty else { return }
    checkCursor(of: list, on: canvas, in: session, place)
  }

  /// A row is as wide as the terminal by the table of widths, and no wide character stands with one
  /// half beyond an edge or under another one.
  private func checkWidth(ofRow row: Int, of canvas: Canvas, _ place: String) {
    let cells = canvas.cells(inRow: row)
    var (columns, isWhole) = (0, true)
    for index in cells.indices {
      let cell = cells[index]
      // As a terminal counts them, sign by sign.
      for scalar in cell.text.unicodeScalars { columns += GlyphWidth.columns(of: scalar) }
      guard cell.columns == 2 else { continue }
      isWhole = isWhole && index + 1 < cells.endIndex && cells[index + 1].isContinuation
    }
    // An expectation for each of the many rows would take longer than all else.
    if !isWhole || columns != canvas.size.columns {
      let text = cells.map(\.text).joined()
      Issue.record("row \(row) isn't as wide as the terminal at \(place): \(text)")
    }
  }

  /// What the cursor is on is in sight on any screen, with the terminal's cursor there for who has
  /// it read aloud.
  private func checkCursor(of session: Session, on canvas: Canvas, _ place: String) {
    guard !session.frame.isTooSmall, session.overlays.isEmpty, session.typed.isEmpty,
      !session.isTyping, session.screen.selection != nil
    else { return }
    guard let cursor = canvas.cursor else {
      Issue.record("no cursor at \(place)")
      return
    }
    expectTrue(session.frame.content.contains(cursor), "\(place)")
    expectEqual(canvas[cursor]?.text, session.theme.glyphs.cursor, "\(place)")
  }

  /// The cursor's row is drawn, with the sign of the cursor, where there is room for any.
  private func checkCursor(
    of list: ListScreen, on canvas: Canvas, in session: Session, _ place: String
  ) {
    let rows = session.frame.content.place(of: list.parts.rows.place(of: list.rowsRegion))
    guard rows.rows > 0 else { return }
    let line = list.placedLines.first { $0.line == list.position.window.cursor }
    guard let line, line.row < rows.rows else {
      Issue.record("the cursor's row is out of sight at \(place)")
      return
    }
    let sign = canvas[Position(column: rows.column, row: rows.row + line.row)]?.text
    expectEqual(sign, session.theme.glyphs.cursor, "\(place)")
  }
}

/// What a person sees of a screen, and where in it they are.
private struct Sight: Equatable {
  let url: ScreenURL
  let entry: Entry.ID
  let selection: ScreenURL?
  let row: String?
  let filter: String?
  /// How far below the upper edge the cursor's row is, and which row is at the edge.
  var offset: Int?
  let top: Int?
  let lines: [String]

  /// Whether what is said on the way comes in above what was said before.
  var isGrowing: Bool { url.segments.first == "~messages" }

  init(_ session: Session) {
    let list = session.screen as? ListScreen
    let canvas = session.draw()
    url = session.currentURL
    entry = session.navigator.state.current.id
    selection = session.screen.selection
    filter = list?.source.query.filter
    row = list?.selectedID
    offset = list.map { $0.position.window.cursor - $0.position.window.top }
    let isGrowing = url.segments.first == "~messages"
    top = isGrowing ? nil : list?.position.window.top
    lines = isGrowing ? [] : canvas.lines(in: session.frame.content)
  }

  /// The first thing in which another one differs.
  func difference(to other: Sight) -> String {
    if url != other.url { return "\(url) became \(other.url)" }
    if selection != other.selection {
      return "the cursor was at \(selection?.text ?? "nothing"), "
        + "then at \(other.selection?.text ?? "nothing")"
    }
    if row != other.row || offset != other.offset || top != other.top {
      return "\(row ?? "no row"), \(offset ?? 0) below row \(top ?? 0), became "
        + "\(other.row ?? "no row"), \(other.offset ?? 0) below row \(other.top ?? 0)"
    }
    let changed = zip(lines, other.lines).filter { $0 != $1 }
    return changed.map { "\n- \($0)\n+ \($1)" }.joined()
  }
}
