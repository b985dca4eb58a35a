internal import CairnInterface
internal import CairnNavigation

/// The screen to which a row or a link leads, shown beside that.
struct LinkedScreen {
  /// Where it leads.
  let link: ScreenURL
  /// From where it would be opened.
  let origin: Origin
  /// Where it leads as it would be opened: a list in the order that was chosen last.
  let url: ScreenURL
  /// `nil` where there is none that can stand beside another one.
  private(set) var screen: (any Screen)?

  /// Rows above the screen for what it is called, where it is, and a blank; a record's screen says
  /// that itself.
  var headRows: Int { screen is DetailScreen ? 0 : 3 }

  /// Makes the screen at a link, unless it is there already.
  ///
  /// - Parameters:
  ///   - link: where it leads.
  ///   - origin: from where it would be opened.
  ///   - previous: what was shown before, whose screen stays if it is the same.
  ///   - surroundings: those of the screen beside which it will stand.
  init(
    _ link: ScreenURL, from origin: Origin, after previous: LinkedScreen?,
    _ surroundings: Surroundings
  ) {
    (self.link, self.origin) = (link, origin)
    url = surroundings.arranged(link, origin)
    if let previous, previous.url == url, let screen = previous.screen {
      self.screen = screen
    } else {
      let screen = surroundings.screen(url, origin)
      self.screen = screen is ListScreen || screen is DetailScreen ? screen : nil
    }
  }

  /// Takes in what was saved since; what is gone is shown no more.
  ///
  /// - Returns: the reading that this starts; nothing else that the screen asks for is done.
  mutating func refresh(in room: Region, _ surroundings: Surroundings) -> [Effect] {
    layOut(in: room)
    let effects = screen?.refresh(surroundings.beside(at: url)) ?? []
    guard !effects.asksToRetry else {
      screen = nil
      return []
    }
    return effects.beside
  }

  /// Tells it how much room there is.
  func layOut(in room: Region) { screen?.layOut(in: body(of: room).size) }

  /// Takes a turn of the wheel.
  func turn(_ event: MouseEvent, in room: Region) -> [Effect] {
    screen?.mouse(event.moved(to: body(of: room))).beside ?? []
  }

  /// Draws it behind a rule; the real cursor stays where it is.
  func draw(in room: Region, on canvas: inout Canvas, theme: Theme) {
    guard let screen else { return }
    let cursor = canvas.cursor
    canvas.draw(in: room.splitTop(headRows).top) { canvas in
      var pen = Pen(theme, column: 1)
      pen.write(screen.title, .bold, on: &canvas, columns: canvas.size.columns - 2)
      pen = Pen(theme, column: 1, row: 1)
      pen.write(link.text, .dim, on: &canvas, columns: canvas.size.columns - 2, cut: .middle)
    }
    canvas.draw(in: body(of: room)) { canvas in screen.draw(on: &canvas, theme: theme) }
    canvas.cursor = cursor
  }

  private func body(of room: Region) -> Region { room.splitTop(headRows).rest }
}
