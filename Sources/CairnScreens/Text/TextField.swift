/// A line of text during editing, with the keys of readline.
///
/// Edits work on whole characters, so an accent is never separated from its letter.
///
/// A screen of your own that takes text has such a field. `insert` gets the typed text,
/// `perform` the actions of the context `text`, and `draw` shows the part around the cursor:
///
///     func insert(_ text: String) -> [Effect]? {
///       field.insert(text)
///       return []
///     }
///     func perform(_ action: ActionName) -> [Effect]? { field.perform(action) ? [] : nil }
public struct TextField: Hashable {
  /// The characters of the text.
  private(set) var characters: [Character] { didSet { joined = Joined() } }
  /// The cursor's place, from 0 for the start to the number of characters for the end.
  public private(set) var cursor: Int
  /// Whether typing replaces the whole text; a blank keeps the text instead.
  public private(set) var isSelected: Bool
  /// The text of the last cut, for `yank`.
  private(set) var cut: [Character] = []

  /// A cache of the characters as one string.
  private var joined = Joined()

  /// The undo history; `nil` if the owner keeps it, as forms do.
  private var past: TypingPast<Step>?

  /// The text and the cursor before a change.
  struct Step: TypingStep {
    let characters: [Character]
    let cursor: Int

    var characterCount: Int { characters.count }
  }

  /// Creates a text with the cursor at its end, and an undo history of its own.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - isSelected: whether typing replaces the text, unless that was edited first.
  public init(_ text: String = "", isSelected: Bool = false) {
    self.init(text, isSelected: isSelected, keepsPast: true)
  }

  /// Creates a text with the cursor at its end.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - isSelected: whether typing replaces the text, unless that was edited first.
  ///   - keepsPast: whether the field keeps its own undo history.
  init(_ text: String = "", isSelected: Bool = false, keepsPast: Bool) {
    characters = Array(text)
    cursor = characters.count
    self.isSelected = isSelected && !text.isEmpty
    past = keepsPast ? TypingPast() : nil
  }

  /// The characters as one string.
  ///
  /// It is built once after each change, since a drawing asks for it a dozen times, and there may
  /// be millions of characters.
  public var text: String {
    if let text = joined.text { return text }
    // Appending characters to a string one by one costs several times as much.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count)
    for character in characters { bytes.append(contentsOf: character.utf8) }
    let text = String(decoding: bytes, as: UTF8.self)
    joined.text = text
    return text
  }

  /// The cache, shared by copies of a field until one of them changes.
  private final class Joined: Hashable {
    var text: String?

    // The cache holds nothing beyond the characters.
    static func == (_: Joined, _: Joined) -> Bool { true }
    func hash(into: inout Hasher) {}
  }

  /// Whether there is no text.
  public var isEmpty: Bool { characters.isEmpty }

  /// Inserts `text` at the cursor, with blanks for line breaks and without other control
  /// characters.
  public mutating func insert(_ text: String) {
    let new = Self.cleaned(text, breaks: " ")
    guard !new.isEmpty else { return }
    if isSelected, new.first != " " { replaceAll(with: "", beginsWord: true) }
    isSelected = false
    note(beginsWord: text.isTypedInWord)
    put(new)
  }

  /// Inserts `text` with its line breaks at the cursor, for text areas.
  mutating func insertLines(_ text: String) {
    put(Self.cleaned(text, breaks: "\n"))
  }

  /// The characters of `text` without control characters, with a replacement for line breaks, and
  /// blanks for tabs.
  private static func cleaned(_ text: String, breaks: Character) -> [Character] {
    let kept = text.compactMap {
      $0.isNewline ? breaks : $0 == "\t" ? " " : $0.isControl ? nil : $0
    }
    // After a control character is removed, its neighbors may combine into one character.
    return Array(String(kept))
  }

  /// Replaces the whole text.
  ///
  /// - Parameters:
  ///   - text: the new text.
  ///   - beginsWord: whether letters typed next belong to the same change.
  public mutating func replaceAll(with text: String, beginsWord: Bool = false) {
    note(beginsWord: beginsWord)
    characters = Array(text)
    cursor = characters.count
    isSelected = false
  }

  /// Replaces the text before the cursor, and a number of characters after it.
  mutating func replaceStart(with text: String, andNext count: Int = 0) {
    note(beginsWord: false)
    isSelected = false
    characters.removeSubrange(..<min(cursor + count, characters.count))
    cursor = 0
    put(Array(text))
  }

  /// Ends the selection and keeps the text.
  mutating func deselect() { isSelected = false }

  /// Undoes the newest change, if there is one.
  mutating func takeBack() {
    let now = step
    go(to: past?.takeBack { _ in now })
  }

  /// Redoes the last undone change.
  mutating func doAgain() {
    let now = step
    go(to: past?.doAgain { _ in now })
  }

  var keepsPast: Bool { past != nil }

  /// Records the previous text for undo, if the text has changed.
  mutating func noteChange(since before: Step) {
    if before.characters != characters { past?.note(before) }
  }

  var step: Step { Step(characters: characters, cursor: cursor) }

  private mutating func note(beginsWord: Bool) {
    // Forms hold texts of millions of characters, which must not be copied at each key.
    guard keepsPast else { return }
    let now = step
    past?.note(now, typedIn: beginsWord ? "" : nil)
  }

  private mutating func go(to step: Step?) {
    if let step { (characters, cursor) = (step.characters, step.cursor) }
  }

  /// Moves the cursor to a place, or to the nearest end.
  public mutating func move(to place: Int) {
    cursor = max(0, min(place, characters.count))
  }

  mutating func move(by places: Int) { move(to: cursor + places) }

  /// Removes the characters of `range` and keeps them for `yank`.
  mutating func kill(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<characters.count)
    guard !range.isEmpty else { return }
    cut = Array(characters[range])
    delete(range)
  }

  /// Removes the characters of `range`.
  mutating func delete(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<characters.count)
    replace(range, with: [])
    if cursor >= range.upperBound {
      cursor -= range.count
    } else {
      cursor = min(cursor, range.lowerBound)
    }
    join(at: range.lowerBound)
  }

  mutating func yank() { put(cut) }

  /// The start of the word before the cursor.
  var wordStart: Int {
    var place = cursor
    while place > 0, !characters[place - 1].isWordPart { place -= 1 }
    while place > 0, characters[place - 1].isWordPart { place -= 1 }
    return place
  }

  /// The end of the word after the cursor.
  var wordEnd: Int {
    var place = cursor
    while place < characters.count, !characters[place].isWordPart { place += 1 }
    while place < characters.count, characters[place].isWordPart { place += 1 }
    return place
  }

  private mutating func put(_ new: [Character]) {
    replace(cursor..<cursor, with: new)
    cursor += new.count
    let start = cursor - new.count
    join(at: cursor)
    join(at: start)
  }

  /// Combines the characters at a place that have become one, such as a letter and a following
  /// accent; the cursor stays after the same text.
  private mutating func join(at place: Int) {
    let first = max(0, place - 1)
    var last = min(characters.count, place + 1)
    // A character's start may depend on more than its neighbor: in a row of flags, every two
    // letters form one. The loop ends where a character ends as before.
    while true {
      let old = characters[first..<last]
      let new = Array(String(old))
      guard new.last == old.last || last == characters.count else {
        last += 1
        continue
      }
      guard new.count != old.count || zip(new, old).contains(where: { !$0.isIdentical(to: $1) })
      else { return }
      if (first...last).contains(cursor) {
        let before = old[..<cursor].reduce(0) { $0 + $1.utf8.count }
        var (length, place) = (0, first)
        for character in new where length < before {
          length += character.utf8.count
          place += 1
        }
        cursor = place
      } else if cursor > last {
        cursor += new.count - old.count
      }
      replace(first..<last, with: new)
      return
    }
  }

  /// Replaces characters, and also updates the cached string, if there is one.
  ///
  /// Cost: adding up the character sizes up to the nearer end, and copying the text's bytes; that
  /// takes a twentieth of the time of building the string.
  private mutating func replace(_ range: Range<Int>, with new: [Character]) {
    guard var text = joined.text, characters.count > Self.shortCount else {
      return characters.replaceSubrange(range, with: new)
    }
    let size = text.utf8.count
    let start =
      range.lowerBound <= characters.count / 2
      ? Self.size(of: characters[..<range.lowerBound])
      : size - Self.size(of: characters[range.lowerBound...])
    let end = start + Self.size(of: characters[range])
    let place = { (offset: Int) in text.utf8.index(text.startIndex, offsetBy: offset) }
    text.replaceSubrange(place(start)..<place(end), with: String(new))
    characters.replaceSubrange(range, with: new)
    joined.text = text
  }

  /// A text up to this length is built in a negligible time.
  private static let shortCount = 4096

  private static func size(of characters: ArraySlice<Character>) -> Int {
    characters.reduce(0) { $0 + $1.utf8.count }
  }
}

extension Character {
  /// Whether both have the same scalars; equal characters may be composed differently.
  fileprivate func isIdentical(to other: Character) -> Bool {
    unicodeScalars.elementsEqual(other.unicodeScalars)
  }

  var isWordPart: Bool { isLetter || isNumber || self == "_" }

  var isControl: Bool {
    unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
  }
}
