public import CairnInterface
internal import CairnNavigation

extension DetailScreen {
  /// Performs one of the screen's actions.
  public func perform(_ action: ActionName) -> [Effect]? {
    act(action).map { $0 + followLink() }
  }

  /// The handlers of the page's actions.
  private static let handlers = HandlerTable(moving, changing, paneHandlers)

  private static let moving: HandlerTable<DetailScreen> = [
    .open: .listed({ $0.selectedLine?.target != nil }) {
      $0.openLine(at: $0.window.cursor) ?? $0.refuse("this line has no link")
    },
    .frequency: .when({ $0.currentField != nil }, otherwise: { _ in noField }) { page in
      page.currentField.flatMap(page.source.countValues)
        ?? page.refuse("values of this field are not counted")
    },
    .openLink: .when(\.hasTargets, otherwise: { _ in noLinks }) { $0.chooseLink() },
    .wrap: Handler { $0.toggleWrapping() },
    .markInList: .when(\.isFromList, otherwise: { _ in notFromList }) { _ in [.markInList] },
    .nextLink: .when(\.hasTargets, otherwise: { _ in noLinks }) { $0.moveToLink(1) },
    .previousLink: .when(\.hasTargets, otherwise: { _ in noLinks }) { $0.moveToLink(-1) },
    .nextSection: Handler { $0.moveToSection(1) },
    .previousSection: Handler { $0.moveToSection(-1) },
    .nextRecord: .listed(\.hasPlace) { $0.replace(with: 1, otherwise: "this is the last record") },
    .previousRecord: .listed(\.hasPlace) {
      $0.replace(with: -1, otherwise: "this is the first record")
    },
  ]

  private static let changing = HandlerTable<DetailScreen>(changes: [
    .add: { $0.source.add(to: $0.selectedLine?.section) },
    .edit: { $0.subject.edit() },
    .changeField: { $0.subject.changeField($0.isOnPart ? nil : $0.currentField) },
    .completeRecord: { $0.subject.complete() },
    .repeatChange: { $0.subject.repeatChange() },
    .delete: { $0.subject.delete() },
    .linkRecords: { $0.source.link(in: $0.selectedLine?.section) },
    .unlink: { $0.unlinkSelected() ?? $0.refuse("no linked record under the cursor") },
  ]) { ($0.source.changes, $0.source.obstacle) }

  /// The actions on the field under the cursor.
  public var firstHints: [(action: ActionName, words: String)] {
    selectedField == nil || isTyping ? [] : [(.changeField, "change")]
  }

  private static let noField = Message("no field under the cursor", tone: .warning)
  private static let noLinks = Message("nothing here can be opened", tone: .warning)
  private static let notFromList = Message("it was not opened from a list", tone: .warning)

  private var hasTargets: Bool { page.lines.contains { $0.target != nil } }
  private var hasPlace: Bool { source.place != nil }

  private func act(_ action: ActionName) -> [Effect]? {
    if let effects = performFinding(action) { return effects }
    var moved = window
    if moved.perform(action) {
      move(to: moved.cursor, step: moved.cursor < window.cursor ? -1 : 1)
      return []
    }
    return Self.handlers.perform(action, by: self) ?? source.perform(action)
  }

  /// Whether an action has an effect here.
  public func offers(_ action: ActionName) -> Bool {
    switch action {
    case .findNext, .findPrevious: !search.text.isEmpty
    default: Self.handlers.offers(action, by: self) ?? true
    }
  }

  /// Takes typed text; a space turns the page, as in pagers.
  public func insert(_ text: String) -> [Effect]? {
    type(text).map { $0 + followLink() } ?? (text == " " ? perform(.pageDown) : nil)
  }

  /// Takes pasted text.
  public func paste(_ text: String) -> [Effect]? { type(text).map { $0 + followLink() } }

  /// Handles a click or a turn of the wheel.
  public func mouse(_ event: MouseEvent) -> [Effect] {
    if let region = parts.pane, region.contains(event.position) {
      return pane.mouse(event, in: region) { [.open($0.link)] }
    }
    return mouseOnPage(event) + followLink()
  }

  private func mouseOnPage(_ event: MouseEvent) -> [Effect] {
    switch event.kind {
    case .wheelUp, .wheelDown:
      window.scroll(event)
      return []
    case .press where event.button == .right:
      return [.perform(.actions)]
    case .press:
      let row = window.top + event.position.row - Self.headRows
      guard event.position.row >= Self.headRows,
        let line = page.line(atRow: row, column: event.position.column), page.lines[line].isStop
      else { return [] }
      window.move(to: line)
      return event.clicks == 2 ? openLine(at: line) ?? [] : []
    case .release:
      return []
    }
  }

  /// Opens a line's target; if the line has several links, asks which one.
  private func openLine(at index: Int) -> [Effect]? {
    guard page.lines.indices.contains(index) else { return nil }
    let line = page.lines[index]
    guard line.links.count > 1 else { return line.target.map(follow) }
    return choose(among: line.links.map { Stop(line: index, name: $0.name, $0.remark, $0.target) })
  }

  private func follow(_ target: DetailPage.Target) -> [Effect] {
    switch target {
    case .link(let url): [.open(url)]
    case .address(let address): [.external(address)]
    case .file(let path): source.open(file: path)
    }
  }

  /// The line under the cursor.
  var selectedLine: DetailPage.Line? {
    page.lines.indices.contains(window.cursor) ? page.lines[window.cursor] : nil
  }

  /// The linked record under the cursor, and its section.
  private var selectedLink: (url: ScreenURL, section: String)? {
    guard let line = selectedLine, case .link(let url)? = line.target, let section = line.section
    else { return nil }
    return (url, section)
  }

  /// The target of changes: the part of the record under the cursor, or else the record.
  private var subject: any DetailSource { selectedPart ?? source }

  /// Whether the cursor is on a part, so that changes apply to that part.
  var isOnPart: Bool { selectedPart != nil }

  private var selectedPart: (any DetailSource)? {
    selectedLink.flatMap { source.part($0.url, of: $0.section) }
  }

  private func unlinkSelected() -> [Effect]? {
    selectedLink.flatMap { source.unlink($0.url, from: $0.section) }
  }

  /// Offers everything on the page that can be opened, each with a letter.
  private func chooseLink() -> [Effect] {
    let stops = linkStops
    return stops.isEmpty ? [.say(Self.noLinks)] : choose(among: stops)
  }

  private func choose(among stops: [Stop]) -> [Effect] {
    var items = Menu.lettered(stops.map(\.name))
    for (index, stop) in stops.enumerated() { items[index].detail = stop.remark }
    let menu = Menu("Open", items, placement: .corner) { [weak self] choice in
      let target = stops[choice].target
      // The page may have changed in the meantime.
      if let line = self?.page.lines.firstIndex(where: { $0.leads(to: target) }) {
        self?.move(to: line, step: 1)
      }
      return self?.follow(target) ?? []
    }
    return [.present(menu)]
  }

  private func replace(with offset: Int, otherwise reason: String) -> [Effect] {
    source.sibling(offset).map { [.replace($0)] } ?? refuse(reason)
  }

  private func toggleWrapping() -> [Effect] {
    let url = selection
    wraps.toggle()
    arrange()
    if let url { _ = reveal([url]) }
    return []
  }

  /// Moves to the next link or address on the page, and from the last one to the first.
  private func moveToLink(_ step: Int) -> [Effect] {
    let stops = linkStops.map(\.line)
    guard !stops.isEmpty else { return [.say(Self.noLinks)] }
    let next =
      step > 0
      ? stops.first { $0 > window.cursor } ?? stops.first
      : stops.last { $0 < window.cursor } ?? stops.last
    if let next { move(to: next, step: 1) }
    return []
  }

  /// A link or address on the page.
  private struct Stop {
    let line: Int
    let name: String
    let remark: String
    let target: DetailPage.Target

    init(line: Int, name: String, _ remark: String, _ target: DetailPage.Target) {
      (self.line, self.name, self.remark, self.target) = (line, name, remark, target)
    }
  }

  /// The first line of each link or address; a long address has several lines.
  private var linkStops: [Stop] {
    var stops: [Stop] = []
    func add(_ stop: Stop) {
      if stops.last?.target != stop.target { stops.append(stop) }
    }
    for (index, line) in page.lines.enumerated() {
      guard let target = line.target else { continue }
      if line.links.isEmpty { add(Stop(line: index, name: line.name, line.remark, target)) }
      for link in line.links { add(Stop(line: index, name: link.name, link.remark, link.target)) }
    }
    return stops
  }

  private func moveToSection(_ step: Int) -> [Effect] {
    let lines = page.lines
    var line = window.cursor
    repeat {
      line += step
    } while lines.indices.contains(line)
      && !(line > 0 && lines[line - 1].isHeading)
    if lines.indices.contains(line) || step < 0 { move(to: line, step: 1) }
    return []
  }

  /// Shows the source's reason why a change can't be made now.
  private func refuse(_ reason: String) -> [Effect] {
    [.say(Message(reason, tone: .warning))]
  }
}

/// The target of the link under the cursor, in a pane beside the page.
extension DetailScreen: SidePaneOwner {
  var parts: (rows: Region, pane: Region?) {
    hasFocus ? pane.split(Region(whole), isSpoken: isSpoken) : (Region(whole), nil)
  }

  /// Whether any line leads to a screen.
  var mayHavePane: Bool { hasFocus && page.lines.contains { $0.target?.url != nil } }

  func paneChanged() -> [Effect] {
    layOut(in: whole)
    // In another width, long texts need a new layout.
    return page.unfinished.isEmpty ? [] : [.lookBeside]
  }

  /// Updates the pane to the link under the cursor.
  func followLink() -> [Effect] { pane.follow(selection, in: parts.pane) }
}
