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
    "recipes?view=frequency:Cuisine", "authors?where=a&sort=-Name",
  ]

  /// As many for each seed; `make torture` takes as many times more.
  private static let keyCount = Torture.rounds(500)

  @Test(arguments: SeededGenerator.seeds(20))
  func `neither trap nor tear the screen, and going back undoes going forward`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let words = Self.keys.split(separator: " ").map(String.init)
    let screen = PicturedScreen(
      name: "any", title: "", url: Self.urls[random.number(0...Self.urls.count - 1)].text,
      files: ["people.csv": "name,age\nAda,36\n"])
    let session = try screen.session()
    for step in 0..<Self.keyCount {
      switch random.number(0...29) {
      case 0:
        let size = Size(columns: random.number(1...220), rows: random.number(1...70))
        session.handle(.resize(size), at: session.now)
      case 1: session.handle(.paste(random.text(atMost: 40)), at: session.now)
      case 2: session.apply([.open(Self.urls[random.number(0...Self.urls.count - 1)])])
      case 3: try goBackAndForth(session)
      case 4: session.handle(.mouse(mouse(&random)), at: session.now)
      default: session.press(KeyScript(words[random.number(0...words.count - 1)]).keys)
      }
      session.settle()
      // Programs in front end at once, and nothing quits.
      while let request = session.takeRequest() {
        if case .run = request { session.endProgram(.exited(0)) }
      }
      try check(session, "seed \(seed), step \(step), \(session.currentURL)")
    }
    Tally.add("random keys, resizes and pastes", Self.keyCount)
  }

  private func goBackAndForth(_ session: Session) throws {
    guard session.overlays.isEmpty, !session.isTyping else { return }
    let (url, entry) = (session.currentURL, session.navigator.state.current.id)
    session.apply([.back])
    guard session.navigator.state.current.id != entry else { return }
    session.apply([.forward])
    #expect(session.currentURL == url)
    #expect(session.navigator.state.current.id == entry)
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
    #expect(canvas.size == session.size, "\(place)")
    // What `cairn keys --check` says of keys holds only among contexts that it knows of.
    #expect(ActionContext.stacks.contains(session.top.contexts), "\(place)")
    if let cursor = canvas.cursor { #expect(canvas.bounds.contains(cursor), "\(place)") }
    // A wide character never stands with one half beyond an edge or under another one.
    for row in 0..<canvas.size.rows {
      let cells = Array(canvas.cells(inRow: row))
      for (column, cell) in cells.enumerated() where cell.columns == 2 {
        let isWhole = column + 1 < cells.count && cells[column + 1].isContinuation
        #expect(cell.isContinuation || isWhole, "\(place), row \(row), column \(column)")
      }
    }
    if let list = session.screen as? ListScreen, list.source.phase == .ready,
      list.source.count > 0, list.cursorHead == nil
    {
      #expect(list.selectedID != nil, "\(place)")
    }
  }
}
