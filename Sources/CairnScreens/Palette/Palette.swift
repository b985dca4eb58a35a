public import CairnInterface
public import CairnNavigation

/// One prompt for all there is to do and all places to go to.
///
/// It offers commands with their keys, favorites, screens that were open lately, collections, the
/// records of all of them, and URLs as they are typed. What holds:
///
/// 1. The best match comes first, and what is done with the row under the cursor (Enter, Tab, a
///    copy, the actions for it) is done once all that was typed is looked for: it never hits a row
///    that was about to go, and keys typed after it wait until then.
/// 2. Records are looked for on another thread, one look at a time; until it is done, those of the
///    last one that still match stay.
/// 3. `>` offers commands alone, `'` or `@` favorites and aliases, and what begins a URL is
/// completed.
public final class Palette: Overlay {
  /// The name in the breadcrumb, or on the box.
  public let title: String
  private let isForURLs: Bool
  private let commands: [PaletteRow]
  private let favorites: [PaletteRow]
  private let visits: [PaletteRow]
  private let places: [PaletteRow]
  private let source: (any PlaceSource)?
  private let aliases: [PaletteRow]
  private let check: (String) -> String?
  private let remember: (String) -> Void
  var field: TextField
  var window = RowWindow()
  var rows: [PaletteRow] = []
  /// What the last look found.
  private var found: [PaletteRow] = []
  /// What is or was looked for last.
  var sought = ""
  var isSeeking = false
  /// Counts the looks, so that one that was overtaken is known.
  private var lookCount = 0
  /// Whole URLs, or longer beginnings, that begin with what is typed.
  private var completions: [Completion] = []
  /// Whether what is typed begins a URL that leads somewhere, or is one.
  private var isURL = false
  /// What the cursor is on.
  var pane = SidePane()
  var room = Size(columns: 60, rows: 12)
  /// Whether lines are read aloud, one after the other.
  private(set) var isSpoken = false
  /// What is wrong with the URL as it was when Enter was pressed, until it is changed.
  var problem: String?

  /// How many records are shown at most.
  private static let limit = 100

  /// Makes a palette.
  ///
  /// - Parameters:
  ///   - title: the words on the box.
  ///   - text: what stands in it at first.
  ///   - isForURLs: whether all that is typed is a URL.
  ///   - actions: what can be done on the screen below.
  ///   - favorites: what is kept under a name.
  ///   - aliases: the person's own short names of URLs.
  ///   - visits: drafts and screens that were open lately, the newest first.
  ///   - source: finds all else.
  ///   - check: what is wrong with a URL, if anything is: then Enter says so, and the text stays.
  ///   - remember: told what was typed when something is taken.
  public init(
    _ title: String, text: String, isForURLs: Bool = false, actions: [Action] = [],
    favorites: [Favorite] = [], aliases: [(name: String, url: ScreenURL)] = [],
    visits: [VisitedScreen] = [], source: (any PlaceSource)?,
    check: @escaping (String) -> String? = { _ in nil },
    remember: @escaping (String) -> Void = { _ in }
  ) {
    self.title = title
    self.isForURLs = isForURLs
    self.check = check
    commands = actions.map { PaletteRow($0) }
    self.favorites = favorites.map { PaletteRow($0) }
    self.aliases = aliases.map { PaletteRow(alias: $0.name, $0.url) }
    self.visits = visits.map { PaletteRow($0) }
    places = source?.places.map { PaletteRow($0) } ?? []
    self.source = source
    self.remember = remember
    field = TextField(text)
    offer()
  }

  /// Short words on the lower edge of the box.
  public var footer: KeyWords {
    if pane.isWanted, parts.pane == nil { return KeyWords(SidePane.noRoom.text) }
    return isForURLs
      ? "\(key: .complete) completes · \(.taking("opens"))"
      : "\(key: .complete) completes · > commands · ' favorites · \(key: .togglePreview) previews"
  }
  /// Where its keys are looked up.
  public var contexts: [ActionContext] { [.palette, .picker, .text, .prompt] }

  /// What is typed.
  public var typedText: String? { field.text }
  /// The URL of what the cursor is on, where that is no command.
  public var selection: ScreenURL? {
    guard rows.indices.contains(window.cursor) else { return nil }
    switch rows[window.cursor].target {
    case .action: return nil
    case .place(let url): return url
    case .draft(let visit): return visit.url
    case .favorite(let text), .url(let text):
      return check(text) == nil ? try? ScreenURL(parsing: text) : nil
    }
  }

  /// That of what stands beside.
  public var pace: Duration? { pane.pace }

  /// Whether an action does something here.
  public func offers(_ action: ActionName) -> Bool {
    action != .actOnPick || selection != nil || !isLookedFor
  }

  /// Where its box lies.
  public func frame(in size: Size) -> Region {
    let columns = min(size.columns, max(pane.isWanted ? 120 : 60, size.columns * 3 / 4))
    return Region(
      column: (size.columns - columns) / 2, row: 0, columns: columns,
      rows: min(size.rows, max(10, size.rows * 3 / 4)))
  }

  /// Takes the room that there is.
  public func layOut(in size: Size) {
    room = size
    window.resize(count: rows.count, height: parts.rows.rows - 1)
    pane.layOut(in: parts.pane)
  }

  /// Looks for what is typed, unless that was done, and at what stands beside the rows.
  public func refresh(_ surroundings: Surroundings) -> [Effect] {
    isSpoken = surroundings.isSpoken
    return seek() + lookBeside(surroundings)
  }

  /// Shows beside what the cursor is on.
  public func lookBeside(_ surroundings: Surroundings) -> [Effect] {
    pane.refresh(selection, from: .user, in: parts.pane, surroundings)
  }
}

// MARK: - Typing

extension Palette {
  /// Takes typed text; a colon at its start, as in an editor's commands, begins what began already.
  public func insert(_ text: String) -> [Effect]? {
    if text == ":", field.text.isEmpty { return [] }
    field.insert(text)
    return typed() + follow()
  }

  /// Does an action of its own.
  public func perform(_ action: ActionName) -> [Effect]? {
    act(action).map { $0 + follow() }
  }

  private func act(_ action: ActionName) -> [Effect]? {
    let before = field.text
    if field.perform(action) { return field.text == before ? [] : typed() }
    if window.perform(action) {
      problem = nil
      return []
    }
    return Self.handlers.perform(action, by: self)
  }

  private static let handlers = HandlerTable(
    paneHandlers,
    [
      .copyText: Handler { $0.onceLookedFor { $0.copyURL() } },
      .complete: Handler { $0.onceLookedFor { $0.complete() } },
      .accept: Handler { $0.onceLookedFor { $0.take() } },
      // What can be done there knows whoever shows the palette, and asks for what the cursor is on.
      .actOnPick: .when({ !$0.isLookedFor }) { $0.onceLookedFor { $0.actOnFound() } },
    ])

  /// Takes a click or a turn of the wheel.
  public func mouse(_ event: MouseEvent) -> [Effect] {
    if let region = parts.pane, region.contains(event.position) {
      return pane.mouse(event, in: region) { linked in
        [.dismiss, .openText(linked.link.text, linked.origin)]
      }
    }
    switch event.kind {
    case .wheelUp, .wheelDown:
      window.scroll(event)
      return follow()
    case .press:
      let index = window.top + event.position.row - 1
      guard event.button == .left, event.position.row > 0, rows.indices.contains(index) else {
        return []
      }
      window.move(to: index)
      return onceLookedFor(isChosen: true) { $0.take() }
    default: return []
    }
  }

  private func typed() -> [Effect] {
    problem = nil
    offer()
    window.move(to: 0)
    return seek()
  }

  /// Whether the rows are those for what is typed.
  private var isLookedFor: Bool { wanted.isEmpty || !isSeeking && sought == wanted }

  /// Does something with the row under the cursor, once what is typed is looked for: with the best
  /// one then, unless the person chose another.
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
    if rows[window.cursor].id != PaletteRow.id(of: .paletteAgain) { remember(field.text) }
    switch rows[window.cursor].target {
    case .action(let name): return [.dismiss, .perform(name)]
    case .place(let url): return [.dismiss, .openText(url.text, .user)]
    case .draft(let visit): return [.dismiss] + visit.opening
    case .favorite(let url): return [.dismiss, .openText(url, .favorite)]
    case .url(let text): return [.dismiss, .openText(text, .user)]
    }
  }

  /// Copies the URL of what the cursor is on.
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

  /// Puts what the cursor is on in the prompt, as a URL to go on with.
  ///
  /// On what is typed itself, it is what all ways to go on begin with, or the first of them.
  private func complete() -> [Effect] {
    guard rows.indices.contains(window.cursor) else { return [] }
    switch rows[window.cursor].target {
    case .action: return []
    case .place(let url): field.replaceAll(with: url.text)
    case .draft(let visit): field.replaceAll(with: visit.url.text)
    case .favorite(let text): field.replaceAll(with: text)
    case .url(let text) where text == field.text:
      let ways = completions.map(\.text).filter { $0 != text }
      guard let first = ways.first else { return [] }
      let common = ways.dropFirst().reduce(first[...]) { common, way in
        common.prefix(zip(common, way).prefix { $0 == $1 }.count)
      }
      field.replaceAll(with: common.count > text.count ? String(common) : first)
    case .url(let text): field.replaceAll(with: text)
    }
    return typed()
  }
}

// MARK: - Finding

extension Palette {
  /// What the text asks for.
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

  private var request: Request { Request(field.text, isForURLs: isForURLs) }

  /// What records are to be looked for; empty for none.
  var wanted: String {
    if case .all(let text) = request, !isURL { text } else { "" }
  }

  private func pattern(_ text: String) -> FuzzyPattern {
    source.map { FuzzyPattern(text, fold: $0.fold) } ?? FuzzyPattern(text)
  }

  /// Makes the rows for what is typed, of what is known by now.
  private func offer() {
    (isURL, completions) = (false, [])
    switch request {
    case .commands(let text): rows = best(of: commands, text)
    case .favorites(let text): rows = best(of: favorites + aliases, text)
    case .url(let text): rows = ways(from: text)
    case .all(let text):
      // Pages of the program's own, such as ~jobs, begin so, and hardly anything else does.
      let isPage = text.hasPrefix("~")
      let ways = isPage || text.contains { "/?".contains($0) } ? ways(from: text) : []
      isURL = !completions.isEmpty || isPage || text.contains("://")
      let others = best(of: favorites + visits + places + found + commands, text)
      // What is no beginning of a URL may stand in a title, as in AC/DC.
      rows = isURL ? ways + others : others + ways
    }
    window.resize(count: rows.count, height: window.height)
  }

  /// The URL that is typed, and the ways in which it can go on, which are looked up here alone.
  private func ways(from text: String) -> [PaletteRow] {
    completions = source?.completions(of: text) ?? []
    let typed = text.isEmpty ? [] : [PaletteRow(url: text, note: "as typed")]
    return typed
      + completions.filter { $0.text != text }.map { PaletteRow(url: $0.text, note: $0.note) }
  }

  /// The rows that match, the best first, and each place once.
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

  /// Looks for records, unless a look is under way, after which that is done.
  private func seek() -> [Effect] {
    guard !isSeeking, sought != wanted else { return [] }
    sought = wanted
    guard source != nil, !sought.isEmpty else {
      found = []
      offer()
      return []
    }
    return look()
  }

  /// Looks for what is sought; keys wait for a look after which something is done with a row.
  private func look(then act: ((Palette) -> [Effect])? = nil) -> [Effect] {
    guard let source else { return act?(self) ?? [] }
    isSeeking = true
    lookCount += 1
    let number = lookCount
    let search = source.search(pattern(sought), limit: Self.limit)
    return [
      .run(
        Job(holdsKeys: act != nil, work: search) { [weak self] places in
          guard let self, number == lookCount else { return [] }
          show(places)
          return (act?(self) ?? seek()) + follow()
        })
    ]
  }

  private func show(_ places: [Place]) {
    isSeeking = false
    let place = window.cursor
    let id = rows.indices.contains(place) && place > 0 ? rows[place].id : nil
    found = places.map { PaletteRow($0) }
    offer()
    // A cursor that was moved stays with its row; else it stays with the best.
    window.move(to: id.flatMap { id in rows.firstIndex { $0.id == id } } ?? 0)
  }
}
