internal import CairnInterface

/// Jumps in a list without filtering it: to a letter, to a percentage, to a row.
extension ListScreen {
  static let jumping: HandlerTable<ListScreen> = [
    .jumpToLetter: Handler { $0.source.phase == .ready ? $0.askForLetter() : nil },
    .jumpToPlace: Handler { $0.source.phase == .ready ? $0.askForPlace() : nil },
  ]

  /// The column whose letters count: the first sort column, or else the first column.
  private var lettersColumn: Int {
    source.query.sorts.first.flatMap { sort in
      source.columns.firstIndex { $0.name == sort.column }
    } ?? 0
  }

  private func askForLetter() -> [Effect] {
    guard source.count > 0, source.columns.indices.contains(lettersColumn) else { return [] }
    let title = source.columns[lettersColumn].title
    return [
      .present(
        LetterPrompt("\(title) that begins with") { [weak self] letter in
          self?.jump(to: letter) ?? []
        })
    ]
  }

  private func jump(to letter: Character) -> [Effect] {
    // From a section's head, the search starts with the section's own rows.
    let start = cursorRow ?? cursorHead.map { sections.lines.rows(of: $0).lowerBound - 1 } ?? -1
    let find: @Sendable () -> Int?
    switch index(beginningWith: letter, inColumn: lettersColumn, after: start) {
    case .now(let row): return jump(to: row, letter)
    case .later(let work): find = work
    }
    let generation = source.generation
    let job = BackgroundJob("looking for \(letter)", holdsKeys: true) {
      find()
    } completion: { [weak self] row in
      guard let self else { return [] }
      // If rows were added or removed in the meantime, the row's index is outdated.
      return generation == source.generation ? jump(to: row, letter) : jump(to: letter)
    } abandon: {
      []
    }
    return [.run(job)]
  }

  /// Moves the cursor to the row that begins with a letter, if there is one.
  private func jump(to row: Int?, _ letter: Character) -> [Effect] {
    guard let row else {
      guard source.columns.indices.contains(lettersColumn) else { return [] }
      let title = source.columns[lettersColumn].title.lowercased()
      return [.say(Message("no \(title) begins with \(letter)", tone: .warning))]
    }
    if let section = sections.lines.section(ofRow: row), sections.lines.isFolded(section) {
      _ = toggleFold(section)
    }
    move(to: sections.lines.line(ofRow: row))
    return []
  }

  private func askForPlace() -> [Effect] {
    guard sections.lines.count > 0 else { return [.say(Message("the list is empty"))] }
    return [
      .present(
        TextPrompt(
          "Go to", footer: "a percentage or a row number",
          check: { text in
            self.line(for: text) == nil
              ? "50% or a number from 1 to \(Count.text(self.source.count))"
              : nil
          }
        ) { [weak self] text in
          guard let self, let line = line(for: text) else { return [] }
          move(to: line)
          return []
        })
    ]
  }

  /// The line of a percentage or of a row's number.
  private func line(for text: String) -> Int? {
    let isPart = text.hasSuffix("%")
    guard let number = Int(text.filter { $0 != " " && $0 != "%" }), sections.lines.count > 0 else {
      return nil
    }
    if isPart {
      return (0...100).contains(number)
        ? min(sections.lines.count - 1, sections.lines.count * number / 100) : nil
    }
    return number >= 1 && number <= source.count ? sections.lines.line(ofRow: number - 1) : nil
  }
}

/// A prompt for one letter.
final class LetterPrompt: Overlay {
  let title: String
  private let take: (Character) -> [Effect]

  init(_ title: String, take: @escaping (Character) -> [Effect]) {
    (self.title, self.take) = (title, take)
  }

  var contexts: [ActionContext] { [.prompt] }

  func frame(in size: Size) -> Region {
    let columns = min(size.columns, max(24, GlyphWidth.columns(of: title) + 6))
    return Region(size).cornered(Size(columns: columns, rows: 3))
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    var pen = Pen(theme, column: 1)
    pen.write("a letter or a digit", .dim, on: &canvas)
    canvas.cursor = Position(column: 0, row: 0)
  }

  func perform(_ action: ActionName) -> [Effect]? { nil }

  func insert(_ text: String) -> [Effect]? { text.first.map { [.dismiss] + take($0) } ?? [] }
}
