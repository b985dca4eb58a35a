internal import CairnInterface
internal import CairnNavigation

/// An optional pane beside rows or a page.
///
/// It shows the page of the row under the cursor, or the screen that the row or link under the
/// cursor leads to.
///
/// A row's page follows the cursor at once. A screen follows after the keys rest, since it may be a
/// list of any length. The owner, a screen or a prompt, decides the pane's place and forwards
/// events:
///
///     a key, a click   ─▶ follow     requests a later update, if the link changed
///     lookBeside, refresh ─▶ refresh creates the screen, or reads its data again
///     layOut           ─▶ layOut
///     a turn, a drawing ─▶ turn, draw
struct SidePane {
  /// Whether the person turned the pane on.
  var isWanted: Bool
  /// The pane's share of the area.
  var share: PaneShare
  /// The default share, until a person resizes the pane.
  private let ownShare: PaneShare
  /// The shown page of a row.
  var page: RowPage?
  private(set) var linked: LinkedScreen?
  /// The link whose screen was scrolled; other links start at the top.
  private var scrolledLink: ScreenURL?
  /// The saved state of that screen, until it is created again.
  private var remembered: StateDecoder?

  /// The message if the pane is on but doesn't fit.
  static let noRoom = Message("no room here for a side pane")

  init(isWanted: Bool = false, share: PaneShare = PaneShare(percent: 50)) {
    (self.isWanted, self.share, ownShare) = (isWanted, share, share)
  }

  /// The regions of rows and pane; without a pane if the person turned it off.
  func split(_ area: Region, isSpoken: Bool) -> (rows: Region, pane: Region?) {
    isWanted ? share.split(area, isSpoken: isSpoken) : (area, nil)
  }

  /// Shows, hides or resizes the pane; false for other actions.
  ///
  /// The owner of the pane then lays out again.
  mutating func perform(_ action: ActionName) -> Bool {
    if action == .togglePreview {
      isWanted.toggle()
      page = nil
      return true
    }
    return isWanted && share.perform(action)
  }

  /// The interval at which its content is read again without an event; `nil` for never.
  var pace: Duration? { page?.detail.pace ?? linked?.screen?.pace }

  /// Requests an update of the pane if the link under the cursor changed.
  ///
  /// - Parameters:
  ///   - link: the link, if there is one.
  ///   - region: the pane's region, if it fits.
  /// - Returns: the effects that update the pane, after the keys rest.
  func follow(_ link: ScreenURL?, in region: Region?) -> [Effect] {
    guard link != linked?.link, region != nil || linked != nil else { return [] }
    return [.after(Delay("beside", SingleFlight.rest, [.lookBeside], lapses: true))]
  }

  /// Shows the screen of a link, and takes in newly saved changes.
  ///
  /// - Parameters:
  ///   - link: the link, if there is one.
  ///   - origin: the origin for opening it.
  ///   - region: the pane's region, if it fits.
  ///   - surroundings: the surroundings of the pane's owner.
  /// - Returns: the read jobs of the screen; its other effects are ignored.
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

  /// The share that a person chose, in percent; `nil` for the default.
  var chosenPercent: Int? { share == ownShare ? nil : share.percent }

  /// Saves the share, and the scroll state of its screen.
  func encodeState(to encoder: inout StateEncoder) {
    encoder.encode(chosenPercent, as: "share")
    // The saved state stays until the screen is shown again.
    guard remembered == nil else { return }
    encoder.encode(scrolledLink?.text, as: "besideURL")
    guard scrolledLink != nil, let screen = linked?.screen else { return }
    encoder.scope("besideState", isWhole: true) { screen.encodeState(to: &$0) }
  }

  /// Restores the share, and the scroll state of its screen.
  mutating func decodeState(from decoder: StateDecoder) {
    if let percent: Int = decoder.decode("share") { share = PaneShare(percent: percent) }
    guard let text: String = decoder.decode("besideURL") else { return }
    scrolledLink = try? ScreenURL(parsing: text)
    remembered = decoder.scope("besideState")
  }

  /// Fits the content to the pane's region.
  func layOut(in region: Region?) {
    if let region { linked?.layOut(in: region) }
  }

  /// Handles a turn of the wheel.
  mutating func turn(_ event: MouseEvent, in region: Region) -> [Effect] {
    if let page {
      page.detail.scroll(by: event.kind == .wheelDown ? 3 : -3)
      return []
    }
    scrolledLink = linked?.link
    return linked?.turn(event, in: region) ?? []
  }

  /// Scrolls the content, as the wheel would.
  mutating func turn(_ kind: MouseEvent.Kind, in region: Region?) -> [Effect] {
    guard let region else { return [] }
    let place = Position(column: region.column, row: region.row)
    return turn(MouseEvent(kind: kind, position: place), in: region)
  }

  /// Handles a click or a turn of the wheel; a double click runs `open`.
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

  /// Draws the pane after a rule; the real cursor stays outside.
  func draw(in region: Region?, on canvas: inout Canvas, theme: Theme) {
    guard let region else { return }
    canvas.drawRule(before: region, theme: theme)
    if let page {
      canvas.draw(in: region) { canvas in page.detail.draw(on: &canvas, theme: theme) }
    } else if let linked, linked.screen != nil {
      linked.draw(in: region, on: &canvas, theme: theme)
    } else {
      canvas.draw(in: region) { canvas in
        var pen = Pen(theme, column: 1)
        pen.write("nothing to show here", .dim, on: &canvas, columns: canvas.size.columns - 2)
      }
    }
  }
}

/// The page of a row in a side pane.
struct RowPage {
  /// The id of the row.
  let id: String
  let detail: DetailScreen
  /// The reads that its first look asked for; the owner starts them after the keys rest.
  var waiting: [Effect] = []
}

/// A screen or prompt with a side pane.
protocol SidePaneOwner: AnyObject, SendableMetatype {
  var pane: SidePane { get set }
  /// The regions of rows and pane.
  var parts: (rows: Region, pane: Region?) { get }
  /// Whether the pane may have content, so that hints name its key.
  var mayHavePane: Bool { get }
  /// Lays out again after the pane was shown, hidden or resized, and returns the effects.
  func paneChanged() -> [Effect]
}

extension SidePaneOwner {
  var hasPane: Bool { parts.pane != nil }

  /// The pane as the part whose drawing may wait.
  var deferredPartsOfPane: DeferredParts { DeferredParts([parts.pane].compactMap(\.self)) }

  /// The handlers of a side pane's keys.
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

/// The share of an area for a side pane, in percent; a person can change it.
struct PaneShare: Hashable {
  private static let limits = 25...75
  private static let step = 10
  /// An area with fewer columns or rows has no space for both.
  private static let least = Size(columns: 60, rows: 12)
  private static let leastPane = 24

  private(set) var percent: Int

  /// Creates a share, limited to the allowed range.
  init(percent: Int) {
    self.percent = min(max(percent, Self.limits.lowerBound), Self.limits.upperBound)
  }

  /// Grows or shrinks the share; false for other actions.
  @discardableResult
  mutating func perform(_ action: ActionName) -> Bool {
    switch action {
    case .growPreview: self = PaneShare(percent: percent + Self.step)
    case .shrinkPreview: self = PaneShare(percent: percent - Self.step)
    default: return false
    }
    return true
  }

  /// The regions of rows and pane.
  ///
  /// The pane is at the right if both have enough columns, and no screen reader reads across them.
  /// Otherwise it is below if there are enough rows; otherwise there is no pane.
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

/// The screen of a row's or a link's target, in a side pane.
struct LinkedScreen {
  let link: ScreenURL
  /// The origin for opening it.
  let origin: Origin
  /// The URL as it would be opened: a list in its last chosen order.
  let url: ScreenURL
  /// The screen; `nil` if it can't be shown in a pane.
  private(set) var screen: (any Screen)?

  /// The rows above the screen for its title, its URL and a blank; a record's screen shows them
  /// itself.
  var headRows: Int { screen is DetailScreen ? 0 : 3 }

  /// Creates the screen of a link, unless it already exists.
  ///
  /// - Parameters:
  ///   - link: the link.
  ///   - origin: the origin for opening it.
  ///   - previous: the previous content, whose screen is kept if it is the same.
  ///   - surroundings: the surroundings of the pane's owner.
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

  /// Takes in newly saved changes; a screen whose record is gone is removed.
  ///
  /// - Returns: the read jobs of the screen; its other effects are ignored.
  mutating func refresh(in room: Region, _ surroundings: Surroundings) -> [Effect] {
    layOut(in: room)
    let effects = screen?.refresh(surroundings.beside(at: url)) ?? []
    guard !effects.asksToRetry else {
      screen = nil
      return []
    }
    return effects.beside
  }

  /// Fits the screen to the pane's region.
  func layOut(in room: Region) { screen?.layOut(in: body(of: room).size) }

  /// Handles a turn of the wheel.
  func turn(_ event: MouseEvent, in room: Region) -> [Effect] {
    screen?.mouse(event.moved(to: body(of: room))).beside ?? []
  }

  /// Draws the screen below its title; the real cursor stays outside.
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
