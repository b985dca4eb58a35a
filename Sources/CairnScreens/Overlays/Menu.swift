public import CairnInterface

/// A menu of a few items, each with a letter that chooses it at once.
public final class Menu: Overlay {
  /// An item of a menu.
  public struct Item: Hashable, Sendable {
    /// The letter that chooses the item.
    public var letter: Character?
    /// The item's title.
    public var title: String
    /// A detail in dim text.
    public var detail: String
    /// An example between the title and the detail; `nil` for none.
    public var sample: Sample?
    /// Whether the item only shows how something looks: nothing chooses it.
    public private(set) var isExample = false

    /// Creates an item; one without a letter is chosen with the cursor.
    public init(_ letter: Character?, _ title: String, detail: String = "") {
      self.letter = letter
      self.title = title
      self.detail = detail
    }

    /// Creates a line that only shows how something looks.
    public static func example(_ title: String, detail: String = "") -> Item {
      var item = Item(nil, title, detail: detail)
      item.isExample = true
      return item
    }
  }

  /// A value as it looks on other screens.
  public struct Sample: Hashable, Sendable {
    let piece: StyledLine.Piece

    /// A text in the style of a role.
    public static func text(_ text: String, _ role: Role) -> Sample {
      Sample(piece: StyledLine.Piece(text: text, role: role))
    }

    /// A number of stars, of the greatest number.
    public static func stars(_ count: Int, of most: Int) -> Sample {
      Sample(piece: StyledLine.Piece(role: .accent, mark: .stars(count, of: most)))
    }
  }

  /// An item with its effects.
  public struct Choice {
    /// The item.
    package let item: Item
    /// The effects of the item, after the menu is closed.
    package let effects: () -> [Effect]

    /// Creates a choice.
    ///
    /// - Parameters:
    ///   - letter: the letter that chooses it; without one, the cursor does.
    ///   - title: the title.
    ///   - detail: a detail in dim text.
    ///   - effects: the effects, after the menu is closed.
    public init(
      _ letter: Character?, _ title: String, detail: String = "",
      effects: @escaping () -> [Effect]
    ) {
      self.init(Item(letter, title, detail: detail), effects: effects)
    }

    /// Creates a choice of an item; the effects follow after the menu is closed.
    public init(_ item: Item, effects: @escaping () -> [Effect]) {
      self.item = item
      self.effects = effects
    }
  }

  /// The place of the box.
  public enum Placement: Hashable, Sendable {
    /// The middle, for questions.
    case center
    /// The lower right corner, for menus after a prefix key: the eye stays on the list.
    case corner
  }

  /// The title in the breadcrumb, or on the box.
  public let title: String
  /// The hint on the lower edge of the box.
  public let footer: KeyWords
  /// The items, from the top.
  package let items: [Item]
  private let placement: Placement
  private let choose: (Int) -> [Effect]
  private let chooseCapital: ((Int) -> [Effect])?
  private let picker: (() -> ChoicePicker)?
  private var window = RowWindow()
  /// The rows above and below the shown ones.
  public var hiddenRows: HiddenRows { HiddenRows(window) }

  /// Creates a menu.
  ///
  /// - Parameters:
  ///   - title: the title on the box.
  ///   - items: the items.
  ///   - placement: the place of the box.
  ///   - footer: a hint about keys.
  ///   - cursor: the index of the item under the initial cursor.
  ///   - chooseCapital: the effects of a capital letter; without it, capitals are unused.
  ///   - picker: makes the picker that searches the items; by default it has their titles.
  ///   - choose: the effects of the chosen index, after the menu is closed.
  public init(
    _ title: String, _ items: [Item], placement: Placement = .center, footer: KeyWords = "",
    cursor: Int = 0, chooseCapital: ((Int) -> [Effect])? = nil,
    searchingWith picker: (() -> ChoicePicker)? = nil, choose: @escaping (Int) -> [Effect]
  ) {
    self.title = title
    self.items = items
    self.placement = placement
    self.footer = footer
    self.choose = choose
    self.chooseCapital = chooseCapital
    self.picker = picker
    window.resize(count: items.count, height: items.count)
    window.move(to: cursor)
  }

  /// Creates a menu of choices with their own effects.
  public convenience init(_ title: String, choices: [Choice], footer: KeyWords = "") {
    self.init(title, choices.map(\.item), footer: footer) { choices[$0].effects() }
  }

  /// The contexts in which keys are looked up.
  public var contexts: [ActionContext] { [.prompt] }

  /// The region of the box.
  public func frame(in size: Size) -> Region {
    let detail =
      items.map { Self.sampleColumns(of: $0) + GlyphWidth.columns(of: $0.detail) }.max() ?? 0
    let widest = items.map(Self.columns).max() ?? 0
    let text = 6 + widest + (detail > 0 ? detail + 2 : 0)
    let words = max(GlyphWidth.columns(of: title), GlyphWidth.columns(of: footer.usual)) + 4
    let box = Size(
      columns: min(size.columns, max(text, words) + 4), rows: min(size.rows, items.count + 2))
    let whole = Region(size)
    return placement == .center ? whole.centered(box) : whole.cornered(box)
  }

  /// Fits the menu to a size.
  public func layOut(in size: Size) {
    window.resize(count: items.count, height: size.rows)
  }

  /// Whether only the app's own words are shown: yes, the app names the choices.
  public var hasOwnWordsOnly: Bool { true }

  /// Draws the menu.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    let widest = items.map(Self.columns).max() ?? 0
    for index in window.visible {
      let item = items[index]
      var pen = Pen(theme, column: 2, row: index - window.top)
      pen.write(item.letter.map(String.init) ?? " ", .accent, on: &canvas, columns: 3)
      let title = item.title.replacing(GlyphSet.unicode.ellipsis, with: theme.glyphs.ellipsis)
      pen.write(title, on: &canvas, columns: min(widest, max(0, canvas.size.columns - 6)))
      pen.column += 2
      if let piece = item.sample?.piece {
        pen.write(piece.shown(in: theme.glyphs), piece.role, on: &canvas)
        pen.column += 2
      }
      pen.write(item.detail, .dim, on: &canvas)
      if index == window.cursor { canvas.markCursor(row: index - window.top, theme: theme) }
    }
    canvas.markHidden(by: window, theme: theme)
  }

  /// Performs one of the menu's actions.
  public func perform(_ action: ActionName) -> [Effect]? {
    let before = window.cursor
    if window.perform(action) {
      passExamples(from: before)
      return []
    }
    return action == .accept && !items.isEmpty ? take(window.cursor) : nil
  }

  /// Moves the cursor from an example to the next item in the same direction, or back.
  private func passExamples(from before: Int) {
    let step = window.cursor < before ? -1 : 1
    let ahead = stride(from: window.cursor, to: step < 0 ? -1 : items.count, by: step)
    window.move(to: ahead.first { !items[$0].isExample } ?? before)
  }

  /// Chooses the item of a typed letter, or moves the cursor; `/` searches the items.
  public func insert(_ text: String) -> [Effect]? {
    if let place = place(of: text.first) { return take(place) }
    if let chooseCapital, let place = place(of: text.lowercased().first) {
      return [.dismiss] + chooseCapital(place)
    }
    if text == "/", items.count > 1 { return [.dismiss, .present(picker?() ?? search)] }
    return text.first.map(move) ?? []
  }

  /// The same items in a picker, which finds them by any part of their titles.
  private var search: ChoicePicker {
    let candidates = items.enumerated().filter { !$0.element.isExample }.map { index, item in
      FormCandidate(id: "\(index)", title: item.title, detail: item.detail)
    }
    return ChoicePicker(title, candidates, current: "\(window.cursor)") { [choose] id in
      Int(id).map(choose) ?? []
    }
  }

  /// Moves the cursor with the letters of lists, unless an item has them.
  ///
  /// `j` and `k` move only as a pair.
  private func move(_ letter: Character) -> [Effect] {
    let hasMoving = items.contains { $0.letter.map(Self.moving.contains) == true }
    let before = window.cursor
    switch letter {
    case "j" where hasMoving, "k" where hasMoving: return Self.unknown(letter)
    case "j": window.move(by: 1)
    case "k": window.move(by: -1)
    case "g": window.move(to: 0)
    case "G": window.move(to: items.count - 1)
    default: return Self.unknown(letter)
    }
    passExamples(from: before)
    return []
  }

  private static func unknown(_ letter: Character) -> [Effect] {
    [.say(Message("nothing here has the letter \(letter)", tone: .warning))]
  }

  private func place(of letter: Character?) -> Int? {
    guard let letter else { return nil }
    if let place = items.firstIndex(where: { $0.letter == letter }) { return place }
    let latin = Key(.character(letter)).onLatinKeyboard?.text
    return items.firstIndex { $0.letter != nil && $0.letter == latin }
  }

  /// Handles a click.
  public func mouse(_ event: MouseEvent) -> [Effect] {
    let index = window.top + event.position.row
    guard event.kind == .press, items.indices.contains(index) else { return [] }
    return take(index)
  }

  private func take(_ index: Int) -> [Effect] {
    items[index].isExample ? [] : [.dismiss] + choose(index)
  }

  /// The width of a sample and the space after it.
  private static func sampleColumns(of item: Item) -> Int {
    item.sample.map { GlyphWidth.columns(of: $0.piece.shown(in: .unicode)) + 2 } ?? 0
  }

  /// The maximum width of a title: an ellipsis may take three columns.
  private static func columns(of item: Item) -> Int {
    let ellipses = item.title.count { String($0) == GlyphSet.unicode.ellipsis }
    return GlyphWidth.columns(of: item.title)
      + ellipses * (GlyphSet.ascii.ellipsis.count - GlyphSet.unicode.ellipsis.count)
  }

  /// Items with these titles, each with a unique letter, from its title if possible.
  ///
  /// Letters that move the cursor are only used if the title begins with them, and `reserved` ones
  /// are not used.
  public static func lettered(
    _ titles: [String], besides reserved: Set<Character> = []
  ) -> [Item] {
    var taken = reserved
    return titles.map { title in
      let own = title.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
      let others = own.dropFirst() + "abcdefghijklmnopqrstuvwxyz0123456789"
      let letters = own.prefix(1) + others.filter { !moving.contains($0) }
      let letter = letters.first { !taken.contains($0) }
      if let letter { taken.insert(letter) }
      return Item(letter, title)
    }
  }

  private static let moving: Set<Character> = ["j", "k"]
}
