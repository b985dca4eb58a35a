public import CairnInterface
public import CairnNavigation

/// One record: its fields, its long texts, and its links both ways.
public final class DetailScreen: Screen {
  let source: any DetailSource
  var window = PageWindow()
  /// The size of the screen, and of the page in it.
  var whole = Size(columns: 80, rows: 20)
  var room = Size(columns: 80, rows: 20)
  /// The pane with the target of the link under the cursor.
  var pane = SidePane()
  /// Whether a screen reader reads the lines in order.
  private(set) var isSpoken = false
  /// Whether the screen receives keys; beside a list it doesn't.
  var hasFocus = true
  /// Whether long titles of links wrap.
  var wraps = false
  /// Whether the screen was opened from a list.
  private(set) var isFromList = false
  /// The lines for the current size and the source's last content.
  private(set) var page = DetailPage()
  var search = Search()
  private var mark: (ScreenURL) -> RowMark = { _ in .push }
  private let layingOut = SingleFlight()
  /// Whether long texts are laid out at once, for owners that can't run jobs.
  private var laysOutAtOnce = false
  /// The texts whose layout a person canceled.
  private var stopped: [LaidOutText.Task] = []
  /// The restored lines of cursor and top, until the page has that many lines.
  private var remembered: (cursor: Int, top: Int)?

  /// Creates a detail screen over `source`.
  public init(_ source: any DetailSource) {
    self.source = source
  }

  /// Creates a screen for a pane beside other rows; it must be refreshed before it is drawn.
  ///
  /// - Parameters:
  ///   - source: the content.
  ///   - size: the available size.
  ///   - laysOutAtOnce: whether the owner runs no jobs of this screen.
  init(_ source: any DetailSource, beside size: Size, laysOutAtOnce: Bool = false) {
    self.source = source
    (whole, room) = (size, size)
    self.laysOutAtOnce = laysOutAtOnce
  }

  /// The title in the breadcrumb, or on the box.
  public var title: String { source.title }
  /// The contexts in which keys are looked up.
  public var contexts: [ActionContext] {
    isTyping ? [.text, .prompt] : [.detail, .rows, .browsing]
  }
  /// Whether search words are being typed.
  var isTyping: Bool { search.prompt != nil }

  /// The left part of the status line.
  public var status: ScreenStatus {
    if let cut = cutTitle { return ScreenStatus(cut) }
    if let links = shownLinks { return ScreenStatus(links) }
    guard let place = source.place else { return ScreenStatus(source.subtitle) }
    let number = "\(Count.text(place.number)) of \(Count.text(place.count))"
    return ScreenStatus("\(number) in \(place.list)")
  }

  /// The targets of the links in the text line under the cursor.
  private var shownLinks: String? {
    guard page.lines.indices.contains(window.cursor) else { return nil }
    let links = page.lines[window.cursor].links
    return links.isEmpty ? nil : String(links.map(\.remark).joined(separator: "  ").prefix(400))
  }

  /// The full title of the link under the cursor, if its line cuts it.
  var cutTitle: String? {
    guard page.lines.indices.contains(window.cursor), page.lines[window.cursor].isCut else {
      return nil
    }
    return String(page.lines[window.cursor].name.prefix(400))
  }

  /// The URL that the line under the cursor leads to.
  public var selection: ScreenURL? {
    page.lines.indices.contains(window.cursor) ? page.lines[window.cursor].target?.url : nil
  }

  /// The field of the line under the cursor.
  public var selectedField: DetailField? {
    page.lines.indices.contains(window.cursor) ? page.lines[window.cursor].field : nil
  }

  /// The name of the field or link under the cursor.
  public var currentField: String? {
    guard page.lines.indices.contains(window.cursor) else { return nil }
    let line = page.lines[window.cursor]
    return line.field?.label ?? line.section
  }

  /// The search text, while it is typed.
  public var typedText: String? { search.prompt?.text }
  /// The time until the next look: of the source, of the pane, or a short rest before a long text
  /// is laid out.
  public var pace: Duration? {
    let isToLayOut = !layingOut.isUnderWay && !page.unfinished.isEmpty && page.unfinished != stopped
    return [source.pace, pane.pace, isToLayOut ? SingleFlight.rest : nil].compactMap(\.self).min()
  }

  /// The side pane may wait while keys come fast.
  public var deferredParts: DeferredParts { deferredPartsOfPane }

  /// The rows above and below the shown ones.
  public var hiddenRows: HiddenRows { HiddenRows(window.rows) }

  /// The rows of the visible fields and links.
  public var itemRows: [Int]? {
    let visible = window.top..<window.top + max(0, room.rows - Self.headRows)
    // A value of several lines is one item.
    let lines = zip(page.lines, [nil] + page.lines.map(Optional.some))
    let first = lines.filter { line, before in
      line.isStop && visible.contains(line.row) && before.map(line.isOfSame) != true
    }
    return Set(first.map(\.0.row)).sorted().map { Self.headRows + $0 - window.top }
  }

  /// Fits the screen to a size.
  public func layOut(in size: Size) {
    whole = size
    room = parts.rows.size
    arrange()
    pane.layOut(in: parts.pane)
  }

  /// Reads the source again.
  public func refresh(_ surroundings: Surroundings) -> [Effect] {
    look(surroundings) + lookBeside(surroundings)
  }

  /// Reads the source again, without starting long work.
  func look(_ surroundings: Surroundings) -> [Effect] {
    let effects = source.refresh(surroundings)
    isSpoken = surroundings.isSpoken
    if surroundings.isBeside { hasFocus = false }
    (mark, isFromList) = (surroundings.mark, surroundings.listURL != nil)
    room = parts.rows.size
    arrange()
    return effects
  }

  /// Updates the pane to the link under the cursor, and lays out the rest of long texts.
  public func lookBeside(_ surroundings: Surroundings) -> [Effect] {
    layOutTexts()
      + pane.refresh(selection, from: .link, in: parts.pane, surroundings)
  }

  /// Lays out long texts on another thread, as that would block a drawing.
  ///
  /// Keys wait for the result, since the next key may go to any line.
  private func layOutTexts() -> [Effect] {
    let texts = page.unfinished
    guard !texts.isEmpty, texts != stopped else { return [] }
    return layingOut.start("laying out a long text", holdsKeys: true) { [fold = source.fold] in
      texts.map { LaidOutText($0, foldedBy: fold) }
    } completion: { [weak self] whole in
      self?.take(whole)
      return [.refresh]
    } abandon: { [weak self] in
      self?.stopped = texts
      self?.remembered = nil
      return [.say(Message("a long text is not complete yet", tone: .warning))]
    }
  }

  private func take(_ whole: [LaidOutText]) {
    let (before, remembered) = (page, remembered)
    let (cursor, depth) = (window.cursor, window.depth)
    page.take(whole)
    arrange()
    guard page.unfinished.isEmpty else { return }
    if let remembered {
      window.place(cursor: remembered.cursor, top: remembered.top)
    } else {
      window.place(cursor: before.place(ofLine: cursor, in: page), depth: depth)
    }
    move(to: window.cursor, step: 1)
  }

  /// Moves the cursor to the first link to one of `urls`.
  public func reveal(_ urls: [ScreenURL]) -> Bool {
    let wanted = Set(urls)
    let line = page.lines.firstIndex { line in
      if case .link(let url) = line.target { wanted.contains(url) } else { false }
    }
    if let line { move(to: line, step: 1) }
    return true
  }

  /// Continues from another record's screen: in the same field, with the same pane and wrapping.
  public func resume(from screen: any Screen) -> [Effect] {
    guard let other = screen as? DetailScreen else { return [] }
    (wraps, pane.isWanted, pane.share) = (other.wraps, other.pane.isWanted, other.pane.share)
    layOut(in: whole)
    if let field = other.selectedField?.label { go(toField: field) }
    return followLink()
  }

  /// The rows of the title, which doesn't scroll.
  static let headRows = 2

  func arrange() {
    let before = page
    page = DetailPage(
      source, columns: room.columns, wrapsLinks: wraps, isInOrder: isSpoken,
      atOnce: laysOutAtOnce, reusing: page, mark: mark)
    if page.unfinished.isEmpty {
      remembered = nil
    } else if remembered == nil, window.cursor >= page.lines.count {
      remembered = (window.cursor, window.top)
    }
    let (cursor, top, depth) = (window.cursor, window.top, window.depth)
    window.resize(page, height: room.rows - Self.headRows)
    if !before.lines.isEmpty, remembered == nil {
      // The cursor stays on its field or link, even if that moved.
      let place = before.place(ofLine: cursor, in: page)
      if top == 0 { window.place(cursor: place, top: 0) }
      if top > 0 { window.place(cursor: place, depth: depth) }
    }
    move(to: window.cursor, step: 1)
    lookAgain()
  }

  /// Scrolls the page by a number of lines.
  func scroll(by lines: Int) { window.scroll(by: lines) }

  func move(to line: Int, step: Int) {
    let line = max(0, min(line, page.lines.count - 1))
    guard let stop = page.stop(from: line, step: step) ?? page.stop(from: line, step: -step) else {
      return
    }
    window.move(to: stop)
  }

  /// Moves the cursor to the first line of the field `label`, if the page has it.
  func go(toField label: String) {
    let line = page.lines.firstIndex { $0.isStop && $0.field?.label == label }
    if let line { move(to: line, step: 1) }
  }

  /// Draws the screen.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    canvas.draw(in: parts.rows) { canvas in drawPage(on: &canvas, theme: theme) }
    pane.draw(in: parts.pane, on: &canvas, theme: theme)
  }

  private func drawPage(on canvas: inout Canvas, theme: Theme) {
    drawTitle(on: &canvas, theme: theme)
    let visible = window.visible
    for index in page.lines.indices where visible.contains(page.lines[index].row) {
      let line = page.lines[index]
      let row = Self.headRows + line.row - window.top
      let place = Region(
        column: line.columns.lowerBound, row: row, columns: line.columns.count, rows: 1)
      canvas.draw(in: place) { canvas in
        draw(line, hasCursor: index == window.cursor && hasFocus, on: &canvas, theme: theme)
      }
    }
    let lines = Region(canvas.size).splitTop(Self.headRows).rest
    canvas.draw(in: lines) { canvas in canvas.markHidden(by: window.rows, theme: theme) }
    drawSearch(on: &canvas, theme: theme)
  }

  /// Draws a line in its row.
  private func draw(
    _ line: DetailPage.Line, hasCursor: Bool, on canvas: inout Canvas, theme: Theme
  ) {
    line.content.draw(
      at: Position(column: DetailPage.gutter, row: 0), on: &canvas, theme: theme,
      margin: line.mark == nil ? 1 : DetailPage.markColumns)
    // Only the line under the cursor shows that it leads somewhere.
    if let mark = line.mark, hasCursor { canvas.write(mark, inRow: 0, theme: theme) }
    markMatches(in: line.content, on: &canvas, theme: theme)
    if line.isStop, hasCursor {
      let margin = line.mark == nil ? 0 : RowMark.columns
      canvas.markCursor(row: 0, margin: margin, theme: theme)
    }
  }

  private func drawTitle(on canvas: inout Canvas, theme: Theme) {
    let right = canvas.size.columns - 1
    let words = source.subtitle.replacing(
      " \(GlyphSet.unicode.separator) ", with: " \(theme.glyphs.separator) ")
    // A short title leaves space for the subtitle.
    let title = GlyphWidth.columns(of: String(source.title.prefix(right)))
    let subtitle = TextLayout.truncate(
      words, columns: max(right / 3, right - title - 4),
      ellipsis: theme.glyphs.ellipsis)
    let width = GlyphWidth.columns(of: subtitle)
    var pen = Pen(theme, column: DetailPage.gutter)
    pen.write(source.title, .bold, on: &canvas, columns: max(0, right - width - 4))
    pen.column = right - width
    pen.write(subtitle, .dim, on: &canvas)
  }

  /// Saves the screen's state for the next start.
  public func encodeState(to encoder: inout StateEncoder) {
    encoder.encode(source: source)
    encoder.encode(remembered?.cursor ?? window.cursor, as: "line")
    encoder.encode(remembered?.top ?? window.top, as: "top")
    encoder.encode(remembered == nil ? selectedLine?.target?.url?.text : nil, as: "link")
    encoder.encode(wraps ? true : nil, as: "wraps")
    encoder.encode(pane.isWanted ? true : nil, as: "preview")
    pane.encodeState(to: &encoder)
    encoder.encode(search.text.isEmpty ? nil : search.text, as: "find")
  }

  /// Restores the saved state.
  public func decodeState(from decoder: StateDecoder) {
    decoder.decode(source: source)
    guard let line: Int = decoder.decode("line"), let top: Int = decoder.decode("top") else {
      return
    }
    search.text = decoder.decode("find") ?? ""
    wraps = decoder.decode("wraps") ?? false
    pane.isWanted = decoder.decode("preview") ?? false
    pane.decodeState(from: decoder)
    layOut(in: whole)
    if !page.unfinished.isEmpty { remembered = (line, top) }
    window.place(cursor: line, top: top)
    move(to: window.cursor, step: 1)
    // Other programs may have added or removed lines since then.
    if let text: String = decoder.decode("link"), selectedLine?.target?.url?.text != text,
      let place = page.lines.firstIndex(where: { $0.target?.url?.text == text })
    {
      move(to: place, step: 1)
    }
  }
}
