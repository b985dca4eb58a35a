/// A new record in one line, as a person jots it down.
///
///     call plumber friday project:House #urgent
///
/// - `FIELD:VALUE` and `FIELD="VALUE WITH BLANKS"` set a field, wherever they stand.
/// - `#word` adds a tag.
/// - At the end of the line, words for a day such as `friday`, `tomorrow`, `in 3 days` or
///   `2026-12-01` set the date, and the word of a choice sets the choice.
/// - All other words are the title.
public struct CaptureLine: Hashable, Sendable {
  /// A field with the text of its value.
  public struct Field: Hashable, Sendable {
    /// The field's name.
    public let name: String
    /// The value, as typed.
    public let text: String
  }

  /// The title; empty if no word is left for it.
  public let title: String
  /// The other fields in the order of the line, each once; tags are joined with commas.
  public private(set) var fields: [Field] = []

  /// Reads a line as a record of `entity`; `clock` decides which words are a day.
  public init(_ line: String, of entity: Entity, at clock: WallClock) {
    let tags = entity.attributes.first { $0.type == .tags }
    var words: [String] = []
    var found: [Field] = []
    var tagWords: [String] = []
    for word in Self.words(of: line) {
      if let field = Self.field(word, of: entity) {
        found.append(field)
      } else if tags != nil, word.hasPrefix("#"), word.count > 1 {
        tagWords.append(String(word.dropFirst()))
      } else {
        words.append(word)
      }
    }
    var known = Set(found.map(\.name))
    if let tags, !tagWords.isEmpty {
      let typed = found.filter { $0.name == tags.name }.map(\.text)
      found.removeAll { $0.name == tags.name }
      found.append(Field(name: tags.name, text: (typed + tagWords).joined(separator: ", ")))
      known.insert(tags.name)
    }
    var last: [Field] = []
    while let (field, count) = Self.lastField(of: words, of: entity, except: known, at: clock) {
      last.insert(field, at: 0)
      known.insert(field.name)
      words.removeLast(count)
    }
    title = words.map(Self.unquoted).joined(separator: " ")
    fields = found + last
  }

  // MARK: - Words

  /// The words between blanks; a part between quotation marks is one word.
  private static func words(of line: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    for character in line {
      if character == "\"" { isQuoted.toggle() }
      if character.isWhitespace, !isQuoted {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    return word.isEmpty ? words : words + [word]
  }

  private static func unquoted(_ word: String) -> String {
    word.count > 1 && word.hasPrefix("\"") && word.hasSuffix("\"")
      ? String(word.dropFirst().dropLast()) : word
  }

  /// Reads `FIELD:VALUE` or `FIELD=VALUE`.
  private static func field(_ word: String, of entity: Entity) -> Field? {
    guard let sign = word.firstIndex(where: { $0 == ":" || $0 == "=" }),
      case let value = word[word.index(after: sign)...], !value.isEmpty,
      // An address is no field, even of a collection with a field called http.
      !value.hasPrefix("//"), let property = entity.property(matching: String(word[..<sign])),
      entity.storedIndex(of: property.name) != nil
    else { return nil }
    return Field(name: property.name, text: unquoted(String(value)))
  }

  /// Reads the last words as a day or as a choice.
  private static func lastField(
    of words: [String], of entity: Entity, except known: Set<String>, at clock: WallClock
  ) -> (Field, count: Int)? {
    // The first word is always a part of the title.
    guard words.count > 1 else { return nil }
    if let date = date(of: entity), !known.contains(date.name) {
      for count in (1...min(longestDay, words.count - 1)).reversed() {
        let text = words.suffix(count).joined(separator: " ")
        if isDay(text, of: date, at: clock) { return (Field(name: date.name, text: text), count) }
      }
    }
    let word = words[words.count - 1].lowercased()
    let choices = entity.attributes.filter { attribute in
      attribute.type == .choice && !attribute.isList && !known.contains(attribute.name)
        && attribute.choices.contains { $0.lowercased() == word }
    }
    guard choices.count == 1 else { return nil }
    return (Field(name: choices[0].name, text: words[words.count - 1]), 1)
  }

  /// Most words that name a day: "in 3 days".
  private static let longestDay = 3

  /// The date that a bare day sets: the due date, or the only date.
  private static func date(of entity: Entity) -> Attribute? {
    if let due = entity.due { return entity.attribute(due) }
    let dates = entity.attributes.filter(\.isMoment)
    return dates.count == 1 ? dates[0] : nil
  }

  /// Whether a text clearly names a day.
  ///
  /// A short word such as `sun` or `may` and a bare number are words of a title.
  private static func isDay(_ text: String, of date: Attribute, at clock: WallClock) -> Bool {
    let words = text.lowercased().split(separator: " ")
    let isNamed =
      ["today", "tomorrow", "yesterday"].contains(text.lowercased())
      || CalendarDate.weekdays.contains(String(words[words.count - 1]))
      || ["in", "next", "this", "last"].contains(String(words[0])) && words.count > 1
    let isWritten =
      words.count == 1 && text.contains(where: \.isNumber)
      && text.contains { "-./+".contains($0) }
    guard isNamed || isWritten else { return false }
    return (try? ValueInput(clock: clock).value(of: text, for: date)) != nil
  }
}
