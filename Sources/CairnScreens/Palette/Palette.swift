public import CairnInterface
public import CairnNavigation

/// A prompt for all commands and all places.
///
/// It offers commands with their keys, favorites, recent screens, collections, the records of all
/// collections, and typed URLs. Rules:
///
/// 1. The best match comes first. A command on the row under the cursor (Enter, Tab, a copy, its
///    actions) runs after the search for the typed text is done. So it never hits a row that was
///    about to disappear, and keys typed after it wait until then.
/// 2. Records are searched on another thread, one search at a time. Until it ends, the previous
///    records that still match stay.
/// 3. `>` offers only commands, `'` or `@` only favorites and aliases, and the start of a URL is
///    completed.
public final class Palette: Picker {
  private let isForURLs: Bool
  private let commands: [PaletteRow]
  private let favorites: [PaletteRow]
  private let visits: [PaletteRow]
  private let places: [PaletteRow]
  private let source: (any PlaceSource)?
  private let aliases: [PaletteRow]
  private let check: (String) -> String?
  private let remember: (String) -> Void
  var rows: [PaletteRow] = []
  /// The results of the last search.
  private var found: [PaletteRow] = []
  /// The text of the last search, finished or under way.
  var sought = ""
  private var isLooking = false
  /// The number of searches, which identifies an outdated one.
  private var lookCount = 0
  /// Whole URLs, or longer starts of URLs, that begin with the typed text.
  private var completions: [Completion] = []
  private var isURL = false

  private static let limit = 100

  /// Creates a palette.
  ///
  /// - Parameters:
  ///   - title: the title on the box.
  ///   - text: the initial text.
  ///   - isForURLs: whether any typed text is a URL.
  ///   - actions: the actions of the screen below.
  ///   - favorites: the favorites.
  ///   - aliases: the person's own short names of URLs.
  ///   - visits: drafts and recent screens, the newest first.
  ///   - screens: the app's own screens.
  ///   - source: finds all other places.
  ///   - check: finds the problem in a URL, if any; then Enter shows it, and the palette stays.
  ///   - remember: receives the typed text when a row is taken.
  public init(
    _ title: String, text: String, isForURLs: Bool = false, actions: [Action] = [],
    favorites: [Favorite] = [], aliases: [(name: String, url: ScreenURL)] = [],
    visits: [VisitedScreen] = [], screens: [Place] = [], source: (any PlaceSource)?,
    check: @escaping (String) -> String? = { _ in nil },
    remember: @escaping (String) -> Void = { _ in }
  ) {
    self.isForURLs = isForURLs
    self.check = check
    commands = actions.map { PaletteRow($0) }
    self.favorites = favorites.map { PaletteRow($0) }
    self.aliases = aliases.map { PaletteRow(alias: $0.name, $0.url) }
    self.visits = visits.map { PaletteRow($0) }
    places = (screens + (source?.places ?? [])).map { PaletteRow($0) }
    self.source = source
    self.remember = remember
    super.init(title, searching: text)
    offer()
  }

  override var hint: KeyWords {
    isForURLs
      ? "\(key: .complete) completes · \(.taking("opens"))"
      : "\(key: .complete) completes · > commands · ' favorites · \(key: .togglePreview) previews"
  }
  /// The contexts in which keys are looked up.
  public override var contexts: [ActionContext] { [.palette, .picker, .text, .prompt] }
  override var isSeeking: Bool { isLooking }
  override var sign: String { ":" }
  override var countWords: String? {
    isLooking || sought != wanted ? GlyphSet.unicode.ellipsis : Count.text(rows.count)
  }
  override var none: String { isLooking ? "" : "nothing matches" }
  override var mayHavePane: Bool { true }

  /// The URL of the row under the cursor, unless it is a command.
  public override var selection: ScreenURL? {
    guard rows.indices.contains(window.cursor) else { return nil }
    switch rows[window.cursor].target {
    case .action: return nil
    case .place(let url): return url
    case .draft(let visit): return visit.url
    case .favorite(let text), .url(let text):
      return check(text) == nil ? try? ScreenURL(parsing: text) : nil
    }
  }

  /// Whether an action has an effect here.
  public override func offers(_ action: ActionName) -> Bool {
    action != .actOnPick || selection != nil || !isLookedFor
  }

  /// The region of the box.
  public override func frame(in size: Size) -> Region {
    let columns = min(size.columns, max(pane.isWanted ? 120 : 60, size.columns * 3 / 4))
    return Region(
      column: (size.columns - columns) / 2, row: 0, columns: columns,
      rows: min(size.rows, max(10, size.rows * 3 / 4)))
  }

  /// Searches for the typed text, unless that was done, and updates the pane.
  public override func refresh(_ surroundings: Surroundings) -> [Effect] {
    super.refresh(surroundings) + seek() + lookBeside(surroundings)
  }

  /// Updates the pane to the row under the cursor.
  public override func lookBeside(_ surroundings: Surroundings) -> [Effect] {
    pane.refresh(selection, from: .user, in: parts.pane, surroundings)
  }

  override func follow() -> [Effect] { pane.follow(selection, in: parts.pane) }

  // MARK: Typing

  /// Takes typed text.
  ///
  /// A colon at the start, a habit from editors' command lines, is ignored.
  public override func insert(_ text: String) -> [Effect]? {
    text == ":" && search.text.isEmpty ? [] : super.insert(text)
  }

  override func find() -> [Effect] {
    offer()
    window.move(to: 0)
    return seek()
  }

  override func act(_ action: ActionName) -> [Effect]? {
    Self.handlers.perform(action, by: self) ?? super.act(action)
  }

  override func click(_ index: Int, _ event: MouseEvent) -> [Effect] {
    onceLookedFor(isChosen: true) { $0.take() }
  }

  private static let handlers: HandlerTable<Palette> = [
    .copyText: Handler { $0.onceLookedFor { $0.copyURL() } },
    .complete: Handler { $0.onceLookedFor { $0.complete() } },
    .accept: Handler { $0.onceLookedFor { $0.take() } },
    // The owner of the palette knows the actions for a row, and asks for the row under the cursor.
    .actOnPick: .when({ !$0.isLookedFor }) { $0.onceLookedFor { $0.actOnFound() } },
  ]

  override func drawRows(
    _ rows: [(index: Int, row: Int)], on canvas: inout Canvas, theme: Theme
  ) {
    for (index, row) in rows { self.rows[index].draw(at: row, on: &canvas, theme: theme) }
  }
}

// MARK: - Choosing

extension Palette {
  /// Whether the rows are up to date with the typed text.
  private var isLookedFor: Bool { wanted.isEmpty || !isLooking && sought == wanted }

  /// Performs a command on the row under the cursor, after the search for the typed text: then on
  /// the best row, unless the person chose another one.
  private func onceLookedFor(
    isChosen: Bool = false, _ act: @escaping (Palette) -> [Effect]
  ) -> [Effect] {
    guard !isLookedFor else { return act(self) }
    let place = window.cursor
    let chosen = (isChosen || place > 0) && rows.indices.contains(place) ? rows[place].id : nil
    sought = wanted
    return look { palette in
      guard let chosen else { return act(palette) }
      guard let place = palette.rows.firstIndex(where: { $0.id == chosen }) else {
        return [.say(Message("the row is no longer there", tone: .warning))]
      }
      palette.window.move(to: place)
      return act(palette)
    }
  }

  private func actOnFound() -> [Effect] {
    selection == nil
      ? [.say(Message("no other actions for a command", tone: .warning))]
      : [.perform(.actOnPick)]
  }

  private func take() -> [Effect] {
    guard rows.indices.contains(window.cursor) else { return [] }
    if case .url(let text) = rows[window.cursor].target {
      problem = check(text)
      guard problem == nil else { return [] }
    }
    if rows[window.cursor].id != PaletteRow.id(of: .paletteAgain) { remember(search.text) }
    switch rows[window.cursor].target {
    case .action(let name): return [.dismiss, .perform(name)]
    case .place(let url): return [.dismiss, .openText(url.text, .user)]
    case .draft(let visit): return [.dismiss] + visit.opening
    case .favorite(let url): return [.dismiss, .openText(url, .favorite)]
    case .url(let text): return [.dismiss, .openText(text, .user)]
    }
  }

  /// Copies the URL of the row under the cursor.
  private func copyURL() -> [Effect] {
    guard rows.indices.contains(window.cursor) else { return [] }
    switch rows[window.cursor].target {
    case .action: return [.say(Message("a command has no URL", tone: .warning))]
    case .place(let url): return [.copy(url.text, what: "the URL")]
    case .draft(let visit): return [.copy(visit.url.text, what: "the URL")]
    case .favorite(let text): return [.copy(text, what: "the URL")]
    case .url(let text):
      problem = check(text)
      return problem == nil ? [.copy(text, what: "the URL")] : []
    }
  }

  /// Puts the URL of the row under the cursor into the prompt, for further typing.
  ///
  /// On the row of the typed text, it inserts the common start of all completions, or else the
  /// first one.
  private func complete() -> [Effect] {
    guard rows.indices.contains(window.cursor) else { return [] }
    switch rows[window.cursor].target {
    case .action: return []
    case .place(let url): search.replaceAll(with: url.text)
    case .draft(let visit): search.replaceAll(with: visit.url.text)
    case .favorite(let text): search.replaceAll(with: text)
    case .url(let text) where text == search.text:
      let ways = completions.map(\.text).filter { $0 != text }
      guard let first = ways.first else { return [] }
      let common = ways.dropFirst().reduce(first[...]) { common, way in
        common.prefix(zip(common, way).prefix { $0 == $1 }.count)
      }
      search.replaceAll(with: common.count > text.count ? String(common) : first)
    case .url(let text): search.replaceAll(with: text)
    }
    problem = nil
    return find()
  }
}

// MARK: - Finding

extension Palette {
  /// The request in the typed text.
  private enum Request {
    case commands(String), favorites(String), url(String), all(String)

    init(_ text: String, isForURLs: Bool) {
      switch text.first {
      case _ where isForURLs: self = .url(text)
      case ">": self = .commands(String(text.dropFirst()))
      case "'", "@": self = .favorites(String(text.dropFirst()))
      default: self = .all(text)
      }
    }
  }

  private var request: Request { Request(search.text, isForURLs: isForURLs) }

  /// The text to search records for; empty for no search.
  var wanted: String {
    if case .all(let text) = request, !isURL { text } else { "" }
  }

  private func pattern(_ text: String) -> FuzzyPattern {
    source.map { FuzzyPattern(text, fold: $0.fold) } ?? FuzzyPattern(text)
  }

  /// Updates the rows for the typed text from present knowledge.
  private func offer() {
    (isURL, completions) = (false, [])
    switch request {
    case .commands(let text): rows = best(of: commands, text)
    case .favorites(let text): rows = best(of: favorites + aliases, text)
    case .url(let text): rows = ways(from: text)
    case .all(let text):
      // Pages of the app, such as ~jobs, begin with this sign, and hardly any title does.
      let isPage = text.hasPrefix("~")
      let ways = isPage || text.contains { "/?".contains($0) } ? ways(from: text) : []
      isURL = !completions.isEmpty || isPage || text.contains("://")
      let others = best(of: favorites + visits + places + found + commands, text)
      // A text that starts no URL may be in a title, such as AC/DC.
      rows = isURL ? ways + others : others + ways
    }
    window.resize(count: rows.count, height: window.height)
  }

  /// The typed URL and its completions, which are looked up only here.
  private func ways(from text: String) -> [PaletteRow] {
    completions = source?.completions(of: text) ?? []
    let typed = text.isEmpty ? [] : [PaletteRow(url: text, note: "as typed")]
    return typed
      + completions.filter { $0.text != text }.map { PaletteRow(url: $0.text, note: $0.note) }
  }

  /// The matching rows, the best first, each place once.
  private func best(of rows: [PaletteRow], _ text: String) -> [PaletteRow] {
    var seen: Set<String> = []
    let pattern = pattern(text)
    let fold = source?.fold ?? { $0.lowercased() }
    let matching = rows.compactMap { $0.matching(pattern, typed: text, fold: fold) }
      .filter { seen.insert($0.id).inserted }
    guard !pattern.isEmpty else { return matching }
    return matching.enumerated().sorted { first, second in
      let (one, other) = (first.element, second.element)
      if one.match.score != other.match.score { return one.match.score > other.match.score }
      let lengths = (one.title.utf8.count, other.title.utf8.count)
      return lengths.0 == lengths.1 ? first.offset < second.offset : lengths.0 < lengths.1
    }.map(\.element)
  }

  /// Searches records, unless a search is under way, which starts the next one.
  private func seek() -> [Effect] {
    guard !isLooking, sought != wanted else { return [] }
    sought = wanted
    guard source != nil, !sought.isEmpty else {
      found = []
      offer()
      return []
    }
    return look()
  }

  /// Searches records; if a command on a row follows, keys wait for the result.
  private func look(then act: ((Palette) -> [Effect])? = nil) -> [Effect] {
    guard let source else { return act?(self) ?? [] }
    isLooking = true
    lookCount += 1
    let number = lookCount
    let search = source.search(pattern(sought), limit: Self.limit)
    return [
      .run(
        BackgroundJob(holdsKeys: act != nil, work: search) { [weak self] places in
          guard let self, number == lookCount else { return [] }
          show(places)
          return (act?(self) ?? seek()) + follow()
        })
    ]
  }

  private func show(_ places: [Place]) {
    isLooking = false
    let place = window.cursor
    let id = rows.indices.contains(place) && place > 0 ? rows[place].id : nil
    found = places.map { PaletteRow($0) }
    offer()
    // A cursor that was moved stays on its row; otherwise it stays on the best row.
    window.move(to: id.flatMap { id in rows.firstIndex { $0.id == id } } ?? 0)
  }
}
