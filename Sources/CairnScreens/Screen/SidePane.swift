internal import CairnInterface
internal import CairnNavigation

/// What stands beside rows or a page where a person wants it: the page of the row with the cursor,
/// or the screen to which the row or link under the cursor leads.
///
/// A row's page follows the cursor at once. A screen follows it once the keys rest, as it may be a
/// list of any length. Where the pane lies says the screen or prompt that has it, which hands on
/// what it is told:
///
///     a key, a click   ─▶ follow     asks to be told again in a moment, if another link is meant
///     lookBeside, refresh ─▶ refresh makes the screen, or lets it look at its data again
///     layOut           ─▶ layOut
///     a turn, a drawing ─▶ turn, draw
struct SidePane {
  /// Whether a person wants it.
  var isWanted: Bool
  /// How much of the room it has.
  var share: PaneShare
  /// The share that it has until a person resizes it.
  private let ownShare: PaneShare
  /// The page of a row that it shows.
  var page: RowPage?
  /// The screen that it shows.
  private(set) var linked: LinkedScreen?
  /// The link whose screen was scrolled; another link begins at its top.
  private var scrolledLink: ScreenURL?
  /// How that screen was left, until it is made again.
  private var remembered: StateDecoder?

  /// Said where a person wants it and it has no room.
  static let noRoom = Message("no room here for a side pane")

  /// The keys rest for so long before another screen is made.
  private static let rest = Duration.milliseconds(60)

  init(isWanted: Bool = false, share: PaneShare = PaneShare(percent: 50)) {
    (self.isWanted, self.share, ownShare) = (isWanted, share, share)
  }

  /// The room for rows, and the room for the pane where a person wants it.
  func split(_ area: Region, isSpoken: Bool) -> (rows: Region, pane: Region?) {
    isWanted ? share.split(area, isSpoken: isSpoken) : (area, nil)
  }

  /// Shows, hides or resizes it; false for any other action.
  ///
  /// The owner of the pane lays out again.
  mutating func perform(_ action: ActionName) -> Bool {
    if action == .togglePreview {
      isWanted.toggle()
      page = nil
      return true
    }
    return isWanted && share.perform(action)
  }

  /// After what time it has something new to show although nothing happened; `nil` for never.
  var pace: Duration? { page?.detail.pace ?? linked?.screen?.pace }

  /// Takes note of where the cursor's row or link leads by now.
  ///
  /// - Parameters:
  ///   - link: where that is, if anywhere.
  ///   - region: where the pane lies, if it has room.
  /// - Returns: what lets it be told of that again, once the keys rest.
  func follow(_ link: ScreenURL?, in region: Region?) -> [Effect] {
    guard link != linked?.link, region != nil || linked != nil else { return [] }
    return [.after(Delay("beside", Self.rest, [.lookBeside], lapses: true))]
  }

  /// Shows where a link leads, and takes in what was saved since.
  ///
  /// - Parameters:
  ///   - link: where it leads, if anywhere.
  ///   - origin: from where it would be opened.
  ///   - region: where the pane lies, if it has room.
  ///   - surroundings: those of the screen that has the pane.
  /// - Returns: the reading that this starts; nothing else that is shown can ask for is done.
  mutating func refresh(
    _ link: ScreenURL?, from origin: Origin, in region: Region?, _ surroundings: Surroundings
  ) -> [Effect] {
    guard let region, let link else {
      linked = nil
      return []
    }
    var next = LinkedScreen(link, from: origin, after: linked, surroundings)
    let effects = next.refresh(in: region, surroundings)
    linked = next
    if link != scrolledLink {
      (scrolledLink, remembered) = (nil, nil)
    } else if let remembered, let screen = next.screen {
      screen.decodeState(from: remembered)
      self.remembered = nil
    }
    return effects
  }

  /// Writes how its screen is scrolled.
  func encodeState(to encoder: inout StateEncoder) {
    encoder.encode(share == ownShare ? nil : share.percent, as: "share")
    // The saved state stays until the screen is shown again.
    guard remembered == nil else { return }
    encoder.encode(scrolledLink?.text, as: "besideURL")
    guard scrolledLink != nil, let screen = linked?.screen else { return }
    encoder.scope("besideState") { screen.encodeState(to: &$0) }
  }

  /// Takes back how its screen was scrolled.
  mutating func decodeState(from decoder: StateDecoder) {
    if let percent: Int = decoder.decode("share") { share = PaneShare(percent: percent) }
    guard let text: String = decoder.decode("besideURL") else { return }
    scrolledLink = try? ScreenURL(parsing: text)
    remembered = decoder.scope("besideState")
  }

  /// Tells what is shown how much room there is.
  func layOut(in region: Region?) {
    if let region { linked?.layOut(in: region) }
  }

  /// Takes a turn of the wheel.
  mutating func turn(_ event: MouseEvent, in region: Region) -> [Effect] {
    scrolledLink = linked?.link
    return linked?.turn(event, in: region) ?? []
  }

  /// Turns what is shown as the wheel would.
  mutating func turn(_ kind: MouseEvent.Kind, in region: Region?) -> [Effect] {
    guard let region else { return [] }
    if let page {
      page.detail.scroll(by: kind == .wheelDown ? 3 : -3)
      return []
    }
    let place = Position(column: region.column, row: region.row)
    return turn(MouseEvent(kind: kind, position: place), in: region)
  }

  /// Takes a click or a turn of the wheel; two clicks on what is shown do `open` with it.
  mutating func mouse(
    _ event: MouseEvent, in region: Region, open: (LinkedScreen) -> [Effect]
  ) -> [Effect] {
    switch event.kind {
    case .wheelUp, .wheelDown: turn(event, in: region)
    case .press:
      if event.clicks == 2, let linked, linked.screen != nil { open(linked) } else { [] }
    case .release: []
    }
  }

  /// Draws it behind a rule; the real cursor stays where it is.
  func draw(in region: Region?, on canvas: inout Canvas, theme: Theme) {
    guard let region else { return }
    canvas.drawRule(before: region, theme: theme)
    if let page {
      canvas.draw(in: region) { canvas in page.detail.draw(on: &canvas, theme: theme) }
    } else {
      linked?.draw(in: region, on: &canvas, theme: theme)
    }
  }
}

/// The page of a row, beside the rows.
struct RowPage {
  /// The row's id.
  let id: String
  let detail: DetailScreen
}

/// A screen or prompt with a side pane.
protocol SidePaneOwner: AnyObject, SendableMetatype {
  var pane: SidePane { get set }
  /// Where rows and pane lie.
  var parts: (rows: Region, pane: Region?) { get }
  /// Whether there may be something to show, so that its key is named.
  var mayHavePane: Bool { get }
  /// Lays out again after the pane came, went or was resized, and says what follows.
  func paneChanged() -> [Effect]
}

extension SidePaneOwner {
  var hasPane: Bool { parts.pane != nil }

  /// What a side pane's keys do.
  static var paneHandlers: HandlerTable<Self> {
    [
      .togglePreview: .when({ $0.pane.isWanted || $0.mayHavePane }) {
        $0.arrangePane(.togglePreview)
      },
      .growPreview: .when(\.hasPane) { $0.arrangePane(.growPreview) },
      .shrinkPreview: .when(\.hasPane) { $0.arrangePane(.shrinkPreview) },
      .previewDown: .when(\.hasPane) { $0.pane.turn(.wheelDown, in: $0.parts.pane) },
      .previewUp: .when(\.hasPane) { $0.pane.turn(.wheelUp, in: $0.parts.pane) },
    ]
  }

  /// Shows, hides or resizes the pane.
  private func arrangePane(_ action: ActionName) -> [Effect] {
    guard pane.perform(action) else { return [] }
    let effects = paneChanged()
    guard pane.isWanted, parts.pane == nil else { return effects }
    return effects + [.say(SidePane.noRoom)]
  }
}

/// How much of a room a side pane has, in percent; a person can resize it.
struct PaneShare: Hashable {
  private static let limits = 25...75
  private static let step = 10
  /// Fewer columns or rows than these are too few for both.
  private static let least = Size(columns: 60, rows: 12)
  private static let leastPane = 24

  private(set) var percent: Int

  /// A share; too small or too large ones become the smallest or largest.
  init(percent: Int) {
    self.percent = min(max(percent, Self.limits.lowerBound), Self.limits.upperBound)
  }

  /// Takes more or less of the room; false for any other action.
  @discardableResult
  mutating func perform(_ action: ActionName) -> Bool {
    switch action {
    case .growPreview: self = PaneShare(percent: percent + Self.step)
    case .shrinkPreview: self = PaneShare(percent: percent - Self.step)
    default: return false
    }
    return true
  }

  /// The room for rows, and the room for the pane.
  ///
  /// The pane is at the right if both have columns enough, and lines aren't read aloud as one. Else
  /// it is below if there are rows enough, else it has none.
  func split(_ area: Region, isSpoken: Bool) -> (rows: Region, pane: Region?) {
    if area.columns >= Self.least.columns, !isSpoken {
      let parts = area.splitRight(max(Self.leastPane, area.columns * percent / 100))
      return (parts.rest.splitRight(1).rest, parts.right)
    }
    guard area.rows >= Self.least.rows else { return (area, nil) }
    let parts = area.splitBottom(area.rows * percent / 100)
    return (parts.rest.splitBottom(1).rest, parts.bottom)
  }
}

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
