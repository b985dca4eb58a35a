public import CairnInterface

/// A prompt that adds or edits a favorite: a letter, a title, a section and a glyph.
///
/// The letter comes first and saves at once, so that adding a favorite takes two keys. Tab leads to
/// the title, and Enter saves.
public final class FavoritePrompt: Overlay {
  private enum Focus: Int, CaseIterable {
    case letter
    case title
    case section
    case glyph
  }

  private let source: any FavoriteSource
  private var favorite: Favorite
  private let isNew: Bool
  private var focus = Focus.letter
  private var titleField: TextField
  private var sectionField: TextField
  private var glyphField: TextField
  private var problem: String?

  /// Creates a prompt for `favorite`: an existing one if the source has its URL, else a new one.
  public init(_ favorite: Favorite, in source: any FavoriteSource) {
    self.source = source
    let known = source.favorites.first { $0.url == favorite.url }
    self.favorite = known ?? favorite
    isNew = known == nil
    titleField = TextField(self.favorite.title)
    sectionField = TextField(self.favorite.section)
    glyphField = TextField(self.favorite.glyph.map { String($0) } ?? "")
  }

  /// The title in the breadcrumb, or on the box.
  public var title: String { isNew ? "Keep as a favorite" : "Edit the favorite" }
  /// The hint on the lower edge of the box.
  public var footer: KeyWords {
    isNew
      ? "\(key: .accept) or a free letter saves · \(key: .promptDown) next field · \(.leaves)"
      : "\(key: .promptDown) next field · \(.taking("saves"))"
  }
  /// The contexts in which keys are looked up.
  public var contexts: [ActionContext] { focus == .letter ? [.prompt] : [.text, .prompt] }

  /// The region of the box.
  public func frame(in size: Size) -> Region {
    Region(size).centered(Size(columns: min(64, size.columns - 4), rows: 9))
  }

  /// Draws the prompt.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    let letter = favorite.letter.map(String.init) ?? ""
    drawField("Letter", TextField(letter), at: 0, isFocused: focus == .letter, &canvas, theme)
    drawField("Title", titleField, at: 1, isFocused: focus == .title, &canvas, theme)
    drawField("Section", sectionField, at: 2, isFocused: focus == .section, &canvas, theme)
    drawField("Symbol", glyphField, at: 3, isFocused: focus == .glyph, &canvas, theme)
    var pen = Pen(theme, column: 1, row: 5)
    let room = canvas.size.columns - 2
    if let problem {
      pen.write("\(theme.glyphs.cross) \(problem)", .bad, on: &canvas, columns: room)
    } else {
      let letters = freeLetters.map(String.init).joined(separator: " ")
      pen.write(
        letters.isEmpty ? "no letter is free" : "free letters: \(letters)", .dim, on: &canvas,
        columns: room)
    }
    pen = Pen(theme, column: 1, row: 6)
    pen.write(favorite.url, .dim, on: &canvas, columns: room, cut: .middle)
  }

  private func drawField(
    _ label: String, _ field: TextField, at row: Int, isFocused: Bool, _ canvas: inout Canvas,
    _ theme: Theme
  ) {
    var pen = Pen(theme, column: 1, row: row)
    pen.write(label, .dim, on: &canvas, columns: 9)
    let place = Position(column: pen.column, row: row)
    let cursor = field.draw(
      at: place, columns: canvas.size.columns - pen.column - 1, style: .plain, on: &canvas,
      theme: theme)
    guard isFocused else { return }
    canvas.write(theme.glyphs.cursor, at: Position(column: 0, row: row))
    canvas.cursor = cursor
  }

  /// Performs one of the prompt's actions.
  public func perform(_ action: ActionName) -> [Effect]? {
    switch focus {
    case .letter: break
    case .title: if titleField.perform(action) { return [] }
    case .section: if sectionField.perform(action) { return [] }
    case .glyph: if glyphField.perform(action) { return [] }
    }
    switch action {
    case .accept: return save()
    case .promptDown: return move(by: 1)
    case .promptUp: return move(by: -1)
    default: return nil
    }
  }

  /// Takes typed text.
  public func insert(_ text: String) -> [Effect]? {
    switch focus {
    case .letter: return takeLetter(text)
    case .title: titleField.insert(text)
    case .section: sectionField.insert(text)
    case .glyph: glyphField.insert(text)
    }
    return []
  }

  /// The text of the focused field; `nil` for the field of the letter.
  public var typedText: String? {
    switch focus {
    case .letter: nil
    case .title: titleField.text
    case .section: sectionField.text
    case .glyph: glyphField.text
    }
  }

  /// Takes pasted text.
  public func paste(_ text: String) -> [Effect]? { focus == .letter ? [] : insert(text) }

  private func move(by offset: Int) -> [Effect] {
    let count = Focus.allCases.count
    focus = Focus(rawValue: (focus.rawValue + offset + count) % count) ?? .letter
    return []
  }

  private var takenLetters: Set<Character> { Set(source.favorites.compactMap(\.letter)) }

  private var freeLetters: String { FavoriteLetters.free(beside: takenLetters) }

  private func takeLetter(_ text: String) -> [Effect] {
    let typed = text.lowercased().first.map { Key(.character($0)).onLatinKeyboard?.text ?? $0 }
    guard let letter = typed, FavoriteLetters.isAllowed(letter) || letter == favorite.letter else {
      let isKey = typed.map(FavoriteLetters.reserved.contains) == true
      let free = freeLetters.isEmpty ? "none" : freeLetters
      problem = "\(text) is \(isKey ? "a key of the launcher" : "no letter"); free: \(free)"
      return []
    }
    let owner = source.favorites.first { $0.letter == letter && $0.id != favorite.id }
    if let owner, !isNew || owner.url != favorite.url {
      problem = "\(letter) is \(owner.title)"
      return []
    }
    (favorite.letter, problem) = (letter, nil)
    // In an existing favorite, the person may want to change more, such as the title.
    return isNew ? save() : []
  }

  private func save() -> [Effect] {
    favorite.title = titleField.isEmpty ? favorite.title : titleField.text
    favorite.section = sectionField.text
    favorite.glyph = Character(glyph: glyphField.text)
    guard favorite.glyph != nil || glyphField.isEmpty else {
      problem = "a glyph is one character"
      focus = .glyph
      return []
    }
    if isNew, favorite.letter == nil {
      // The source would choose this letter; choosing it here lets the message name it.
      favorite.letter = FavoriteLetters.suggestion(for: favorite.title, taken: takenLetters)
    }
    let effects = isNew ? source.addFavorite(favorite) : source.updateFavorite(favorite)
    let letter = favorite.letter.map { " with the letter \"\($0)\"" } ?? ""
    let said = Message("\(favorite.title) is a favorite\(letter)", tone: .good)
    return [.dismiss, .say(said), .refresh] + effects
  }
}
