public import CairnInterface
internal import CairnNavigation

extension LauncherScreen {
  /// Takes typed text: a letter or digit opens a row, unless a filter is being typed.
  public func insert(_ text: String) -> [Effect]? {
    if prompt != nil {
      prompt?.insert(text)
      narrow()
      return lookBehind()
    }
    guard let letter = text.first, text.count == 1 else { return nil }
    if letter == "0" { return drafts.first?.opening }
    if let digit = letter.wholeNumberValue {
      let recents = content.rows.compactMap { row -> VisitedScreen? in
        if case .recent(digit, let visit) = row { visit } else { nil }
      }
      return recents.first.map { [.open($0.url)] }
    }
    guard FavoriteLetters.isPossible(letter) else { return nil }
    return source.favorites.first { $0.letter == letter }.map {
      [.openText($0.url, .favorite)]
    }
  }

  /// Ignores pasted text outside the filter, since its letters are no commands.
  public func paste(_ text: String) -> [Effect]? { prompt == nil ? nil : insert(text) }

  /// Performs one of the launcher's actions.
  public func perform(_ action: ActionName) -> [Effect]? {
    let typed = prompt?.text
    if prompt?.perform(action) == true {
      if prompt?.text != typed { narrow() }
      return lookBehind()
    }
    var moved = window
    if moved.perform(action) {
      move(to: moved.cursor, step: moved.cursor < window.cursor ? -1 : 1)
      return lookBehind()
    }
    return Self.handlers.perform(action, by: self)
  }

  /// The handlers of the launcher's actions.
  private static let handlers = HandlerTable(opening, favorites, paneHandlers)

  private static let opening: HandlerTable<LauncherScreen> = [
    .open: Handler { $0.openSelected() },
    .filter: Handler { $0.find(TextField()) },
    .leave: Handler { $0.prompt == nil ? nil : $0.find(nil) },
    .accept: Handler { $0.take() },
    .fold: .when({ $0.foldable != nil }, otherwise: { _ in nothingToFold }) { $0.fold() },
    .nextSection: Handler { $0.moveToSection(1) },
    .previousSection: Handler { $0.moveToSection(-1) },
  ]

  private static let nothingToFold = Message(
    "only a collection that owns others is folded", tone: .warning)

  /// The collection to fold or unfold: the one under the cursor, or its owner.
  private var foldable: ScreenURL? {
    guard case .collection(let collection, let fold)? = selected else { return nil }
    switch fold {
    case .none: return nil
    case .owner: return collection.url
    case .owned: return collection.owner
    }
  }

  private func fold() -> [Effect] {
    guard let url = foldable else { return [] }
    if unfolded.remove(url.text) == nil { unfolded.insert(url.text) }
    cursorID = "collection \(url.text)"
    follow()
    return lookBehind()
  }

  private static let favorites: HandlerTable<LauncherScreen> = [
    .addFavoriteOfLast: .when({ !$0.source.isReadOnly }, otherwise: { _ in readOnly }) {
      $0.addLast()
    },
    .renameFavorite: onFavorite { launcher, favorite in
      [.present(FavoritePrompt(favorite, in: launcher.source))]
    },
    .moveFavoriteDown: onFavorite { $0.move($1, by: 1) },
    .moveFavoriteUp: onFavorite { $0.move($1, by: -1) },
    .removeFavorite: onFavorite { $0.remove($1) },
  ]

  private static let readOnly = Message("favorites are read-only", tone: .warning)

  private static func onFavorite(
    _ perform: @escaping @Sendable (LauncherScreen, Favorite) -> [Effect]
  ) -> Handler<LauncherScreen> {
    .when(
      { !$0.source.isReadOnly && $0.selectedFavorite != nil }, otherwise: \.reasonWithoutFavorite
    ) {
      launcher in
      launcher.selectedFavorite.map { perform(launcher, $0) }
    }
  }

  private var reasonWithoutFavorite: Message {
    source.isReadOnly ? Self.readOnly : Message("only for favorites", tone: .warning)
  }

  private var selectedFavorite: Favorite? {
    if case .favorite(let favorite) = selected { favorite } else { nil }
  }

  /// Whether an action has an effect here.
  public func offers(_ action: ActionName) -> Bool {
    Self.handlers.offers(action, by: self) ?? true
  }

  /// Handles a click or a turn of the wheel.
  public func mouse(_ event: MouseEvent) -> [Effect] {
    if let region = parts.pane, region.contains(event.position) {
      // The pane may lag behind the cursor for a moment.
      return pane.mouse(event, in: region) { linked in
        [.openText(linked.link.text, linked.origin)]
      }
    }
    switch event.kind {
    case .wheelUp, .wheelDown:
      move(
        to: window.cursor + (event.kind == .wheelUp ? -3 : 3), step: event.kind == .wheelUp ? -1 : 1
      )
      return lookBehind()
    case .press:
      let row = window.top + event.position.row - rowsRegion.row
      guard parts.rows.contains(event.position), content.rows.indices.contains(row),
        content.rows[row].canHaveCursor
      else { return [] }
      move(to: row, step: 1)
      if event.button == .right { return lookBehind() + [.perform(.actions)] }
      return event.clicks == 2 ? openSelected() : lookBehind()
    case .release:
      return []
    }
  }

  func openSelected() -> [Effect] {
    switch selected {
    case .favorite(let favorite): [.openText(favorite.url, .favorite)]
    case .recent(_, let visit), .draft(_, let visit): visit.opening
    case .collection(let collection, _): [.open(collection.url)]
    case .find(_, let url): [.open(url)]
    case .blank, .heading, .note, nil: []
    }
  }

  /// Shows the rows that match the typed text, with the cursor on the first.
  private func narrow() {
    (cursorID, window) = (nil, RowWindow())
    follow()
  }

  /// Opens the row under the cursor, and shows all rows again.
  private func take() -> [Effect] {
    guard !content.rows.isEmpty else { return [] }
    let effects = openSelected()
    return find(nil) + effects
  }

  /// Starts or ends the filter; the cursor stays on its row.
  private func find(_ prompt: TextField?) -> [Effect] {
    self.prompt = prompt
    follow()
    return lookBehind()
  }

  private func addLast() -> [Effect] {
    guard let visit = recents.first else {
      return [.say(Message("no previous screen yet", tone: .warning))]
    }
    let favorite = Favorite(url: visit.url.text, title: visit.title)
    return [.present(FavoritePrompt(favorite, in: source))]
  }

  /// Moves a favorite within its section.
  private func move(_ favorite: Favorite, by offset: Int) -> [Effect] {
    let section = source.favorites.filter { $0.section == favorite.section }
    let place = section.firstIndex { $0.id == favorite.id } ?? 0
    guard section.indices.contains(place + offset) else {
      let words = "it is the \(offset < 0 ? "first" : "last") of its section"
      let advice: KeyWords = "\(key: .renameFavorite) gives it another section"
      return [.say(Message(words, advice: advice))]
    }
    return source.moveFavorite(favorite.id, by: offset) + [.refresh]
  }

  private func remove(_ favorite: Favorite) -> [Effect] {
    let said = Message("removed \(favorite.title)", advice: .undo())
    return source.removeFavorite(favorite.id) + [.say(said), .refresh]
  }

  private func moveToSection(_ step: Int) -> [Effect] {
    var row = window.cursor
    repeat { row += step } while content.rows.indices.contains(row) && !isSectionStart(row)
    if content.rows.indices.contains(row) { move(to: row, step: 1) }
    return lookBehind()
  }

  private func isSectionStart(_ row: Int) -> Bool {
    guard row > 0, case .heading = content.rows[row - 1] else { return false }
    return true
  }
}

/// The side pane of a wide launcher, with the target of the row under the cursor.
extension LauncherScreen: SidePaneOwner {
  /// A launcher of at least this width has a side pane.
  static let previewColumns = 100

  /// The pane is only beside the rows: if both have enough columns, and no screen reader reads
  /// across them.
  var parts: (rows: Region, pane: Region?) {
    guard !isSpoken, room.columns >= Self.previewColumns else { return (Region(room), nil) }
    return pane.split(Region(room), isSpoken: false)
  }

  var mayHavePane: Bool { true }

  func paneChanged() -> [Effect] {
    layOut(in: room)
    return [.lookBeside]
  }

  /// Updates the pane to the row under the cursor, after the keys rest.
  func lookBehind() -> [Effect] {
    pane.follow(selectedLink?.url, in: parts.pane)
  }

  /// The target of the row under the cursor, and its origin.
  var selectedLink: (url: ScreenURL, origin: Origin)? {
    switch selected {
    case .favorite(let favorite):
      (try? ScreenURL(parsing: favorite.url)).map { ($0, .favorite) }
    case .recent(_, let visit): (visit.url, .link)
    case .collection(let collection, _): (collection.url, .link)
    case .find(_, let url): (url, .link)
    case .draft, .blank, .heading, .note, nil: nil
    }
  }
}
