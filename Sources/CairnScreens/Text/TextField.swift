/// One line of text that is being edited, with the keys of readline.
///
/// Edits go by character as people count them, so an accent never parts from its letter.
struct TextField: Hashable {
  /// The characters, and where the next one goes in.
  private(set) var characters: [Character] { didSet { joined = Joined() } }
  /// From 0, before the first, to the number of characters, behind the last.
  private(set) var cursor: Int
  /// Whether what is typed next takes the place of all there is, unless it begins with a blank: then
  /// it goes on with that.
  private(set) var isSelected: Bool
  /// What the last cut took, for `yank`.
  private(set) var cut: [Character] = []

  /// The characters as one text.
  private var joined = Joined()

  /// What it was before each change; `nil` where somebody else keeps that, as forms do.
  private var past: TypingPast<Step>?

  /// What it said, and where its cursor was.
  struct Step: TypingStep {
    let characters: [Character]
    let cursor: Int

    var characterCount: Int { characters.count }
  }

  /// A text with the cursor behind it.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - isSelected: whether what is typed first takes its place, unless it was edited before.
  ///   - keepsPast: whether its own changes can be taken back.
  init(_ text: String = "", isSelected: Bool = false, keepsPast: Bool = true) {
    characters = Array(text)
    cursor = characters.count
    self.isSelected = isSelected && !text.isEmpty
    past = keepsPast ? TypingPast() : nil
  }

  /// The characters as one text; they are put together once after each change, as a drawing asks for
  /// it a dozen times, and there may be millions.
  var text: String {
    if let text = joined.text { return text }
    // Appending character by character to a text costs several times as much.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count)
    for character in characters { bytes.append(contentsOf: character.utf8) }
    let text = String(decoding: bytes, as: UTF8.self)
    joined.text = text
    return text
  }

  /// Shared by copies of a field, until one of them is changed.
  private final class Joined: Hashable {
    var text: String?

    // It says nothing that the characters don't.
    static func == (_: Joined, _: Joined) -> Bool { true }
    func hash(into: inout Hasher) {}
  }
  var isEmpty: Bool { characters.isEmpty }

  /// Puts `text` in at the cursor, with breaks as blanks and without other control characters.
  mutating func insert(_ text: String) {
    let new = Self.cleaned(text, breaks: " ")
    guard !new.isEmpty else { return }
    if isSelected, new.first != " " { replaceAll(with: "", beginsWord: true) }
    isSelected = false
    note(beginsWord: text.isTypedInWord)
    put(new)
  }

  /// Puts `text` in at the cursor with its line breaks, for text areas.
  mutating func insertLines(_ text: String) {
    put(Self.cleaned(text, breaks: "\n"))
  }

  /// The characters of `text` without controls, with something for its breaks, and blanks for tabs.
  private static func cleaned(_ text: String, breaks: Character) -> [Character] {
    let kept = text.compactMap {
      $0.isNewline ? breaks : $0 == "\t" ? " " : $0.isControl ? nil : $0
    }
    // Of what stood on both sides of a control character, one may come to sit on the other.
    return Array(String(kept))
  }

  /// Puts `text` in place of all there is.
  ///
  /// - Parameters:
  ///   - text: the new text.
  ///   - beginsWord: whether letters that are typed next belong to the same change.
  mutating func replaceAll(with text: String, beginsWord: Bool = false) {
    note(beginsWord: beginsWord)
    characters = Array(text)
    cursor = characters.count
    isSelected = false
  }

  /// Puts `text` in place of all before the cursor, and of so many characters behind it.
  mutating func replaceStart(with text: String, andNext count: Int = 0) {
    note(beginsWord: false)
    isSelected = false
    characters.removeSubrange(..<min(cursor + count, characters.count))
    cursor = 0
    put(Array(text))
  }

  /// Goes on with the text as it is.
  mutating func deselect() { isSelected = false }

  /// Takes the newest change back, if any is known.
  mutating func takeBack() {
    let now = step
    go(to: past?.takeBack { _ in now })
  }

  /// Makes the change again that was taken back last.
  mutating func doAgain() {
    let now = step
    go(to: past?.doAgain { _ in now })
  }

  var keepsPast: Bool { past != nil }

  /// Takes note of what the text was, if it is another one now.
  mutating func noteChange(since before: Step) {
    if before.characters != characters { past?.note(before) }
  }

  var step: Step { Step(characters: characters, cursor: cursor) }

  private mutating func note(beginsWord: Bool) {
    // Forms have texts of millions of characters, of which none is to be copied for a key.
    guard keepsPast else { return }
    let now = step
    past?.note(now, typedIn: beginsWord ? "" : nil)
  }

  private mutating func go(to step: Step?) {
    if let step { (characters, cursor) = (step.characters, step.cursor) }
  }

  mutating func move(to place: Int) {
    cursor = max(0, min(place, characters.count))
  }

  mutating func move(by places: Int) { move(to: cursor + places) }

  /// Takes the characters of `range` away and keeps them for `yank`.
  mutating func kill(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<characters.count)
    guard !range.isEmpty else { return }
    cut = Array(characters[range])
    delete(range)
  }

  /// Takes the characters of `range` away.
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

  /// Where the word before the cursor starts.
  var wordStart: Int {
    var place = cursor
    while place > 0, !characters[place - 1].isWordPart { place -= 1 }
    while place > 0, characters[place - 1].isWordPart { place -= 1 }
    return place
  }

  /// Where the word after the cursor ends.
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

  /// Makes one character of what became one at a place, as a letter and the accent that is typed
  /// behind it; the cursor stays behind what it was behind.
  private mutating func join(at place: Int) {
    let first = max(0, place - 1)
    var last = min(characters.count, place + 1)
    // Where one begins may depend on more than its neighbor: of flags in a row, each two letters are
    // one. It is known again where one ends as it did.
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

  /// Puts other characters in the place of some, and in the text as well where that is put together.
  ///
  /// Cost: the sizes of the characters up to the nearer end are added up, and the text's bytes are
  /// copied, a twentieth of the time that putting it together takes.
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

  /// Up to how many characters a text is put together in no time.
  private static let shortCount = 4096

  private static func size(of characters: ArraySlice<Character>) -> Int {
    characters.reduce(0) { $0 + $1.utf8.count }
  }
}

extension Character {
  /// Whether both are the same scalars; equal ones may be composed in other ways.
  fileprivate func isIdentical(to other: Character) -> Bool {
    unicodeScalars.elementsEqual(other.unicodeScalars)
  }

  var isWordPart: Bool { isLetter || isNumber || self == "_" }

  var isControl: Bool {
    unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
  }
}
