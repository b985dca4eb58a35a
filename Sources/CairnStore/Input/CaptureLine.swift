/// A new record in one line, as a person jots it down.
///
///     call plumber friday project:House #urgent
///
/// - `FIELD:VALUE` and `FIELD="VALUE WITH BLANKS"` set a field, wherever they stand.
/// - `#word` adds a tag.
/// - At the end of the line, words for a day such as `friday`, `by tomorrow`, `in 3 days` or
///   `2026-12-01` set the date, and the words of a choice set the choice. `every week` sets the
///   field for the time until a record comes back. `every friday` sets both for a weekday.
/// - A web address sets the only field for addresses. Alone, it is the title, too.
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
  /// The other fields in the order of the line.
  ///
  /// A repeated field is repeated here. Tags are joined with commas.
  public let fields: [Field]
  /// Words that look like a field that the entity does not have, such as `Nmae:Toast`.
  public private(set) var unknown: [String] = []

  /// Reads a line as a record of `entity`; `clock` decides which words are a day.
  public init(_ line: String, of entity: Entity, at clock: WallClock = .current) {
    let tags = entity.attributes.first { $0.type == .tags }
    var words: [String] = []
    var found: [Field] = []
    var tagWords: [String] = []
    for word in Self.words(of: line) {
      if let field = Self.field(word, of: entity) {
        found.append(field)
      } else if tags != nil, Self.isTag(word) {
        tagWords.append(String(word.dropFirst()))
      } else {
        if let name = Self.unknownField(word, of: entity) { unknown.append(name) }
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
    let address = Self.address(in: words, of: entity, except: known)
    if let address {
      found.append(address)
      // At the end, it would hide the day before it. Alone at the start, it is the title.
      words.removeAll { $0 == address.text }
      if words.isEmpty || line.hasPrefix(address.text) { words.insert(address.text, at: 0) }
    }
    var last: [Field] = []
    while let (found, count) = Self.lastFields(of: words, of: entity, except: known, at: clock) {
      last = found + last
      known.formUnion(found.map(\.name))
      words.removeLast(count)
    }
    if words.count > 1, words[0] == address?.text { words.removeFirst() }
    title = words.map(Self.unquoted).joined(separator: " ")
    fields = found + last
  }

  /// The only web address among words, for the only field of addresses.
  private static func address(
    in words: [String], of entity: Entity, except known: Set<String>
  ) -> Field? {
    let fields = entity.attributes.filter { $0.type == .url }
    let found = words.filter { word in
      ["http://", "https://"].contains { word.lowercased().hasPrefix($0) && word.count > $0.count }
    }
    guard fields.count == 1, found.count == 1, !known.contains(fields[0].name),
      fields[0].name != entity.titleAttribute?.name
    else { return nil }
    return Field(name: fields[0].name, text: found[0])
  }

  // MARK: - Words

  /// Whether a word is `#` and a name; a number such as `#123` is none.
  private static func isTag(_ word: String) -> Bool {
    word.hasPrefix("#") && word.contains(where: \.isLetter)
      && word.dropFirst().allSatisfy { $0.isLetter || $0.isNumber || "_-/".contains($0) }
  }

  /// The words between blanks; a part between quotation marks is one word.
  private static func words(of line: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    // A mark without its partner is a sign like any other: 5" nail.
    let arePaired = line.count { $0 == "\"" }.isMultiple(of: 2)
    for character in line {
      if character == "\"", arePaired { isQuoted.toggle() }
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
    guard
      let sign = word[word.endOfQuotation...].firstIndex(where: { $0 == ":" || $0 == "=" }),
      case let value = word[word.index(after: sign)...], !value.isEmpty,
      // An address is no field, even of a collection with a field called http.
      !value.hasPrefix("//"), let property = entity.property(matching: String(word[..<sign])),
      entity.storedIndex(of: property.name) != nil
    else { return nil }
    return Field(name: property.name, text: unquoted(String(value)))
  }

  /// The name before the sign of a word, if it resembles the name of a field.
  private static func unknownField(_ word: String, of entity: Entity) -> String? {
    guard let sign = word.firstIndex(where: { $0 == ":" || $0 == "=" }),
      case let value = word[word.index(after: sign)...], !value.isEmpty, !value.hasPrefix("//"),
      case let name = String(word[..<sign]), name.count > 2, name.allSatisfy(\.isLetter),
      !NearestNames.nearest(to: name, among: entity.properties.map(\.name), limit: 1).isEmpty
    else { return nil }
    return name
  }

  /// Reads the last words as a day, as the time until the record comes back, or as a choice.
  private static func lastFields(
    of words: [String], of entity: Entity, except known: Set<String>, at clock: WallClock
  ) -> ([Field], count: Int)? {
    // The first word is always a part of the title.
    guard words.count > 1 else { return nil }
    var span: String?
    if case .field(let name)? = entity.repetition?.interval { span = name }
    if let date = date(of: entity), !known.contains(date.name) {
      for count in (1...min(longestDay, words.count - 1)).reversed() {
        let text = words.suffix(count).joined(separator: " ")
        guard isDay(text, of: date, at: clock) else { continue }
        // "pay the rent by friday" is about paying the rent.
        let before = words.dropLast(count)
        if before.last?.lowercased() == "every", CalendarDate.weekdays.contains(text.lowercased()) {
          guard before.count > 1, entity.repetition != nil else { continue }
          guard let span else { return ([Field(name: date.name, text: text)], 2) }
          let weekly = known.contains(span) ? [] : [Field(name: span, text: "every week")]
          return ([Field(name: date.name, text: text)] + weekly, 2)
        }
        let hasLink = before.count > 1 && dayLinks.contains(before.last?.lowercased() ?? "")
        return ([Field(name: date.name, text: text)], hasLink ? count + 1 : count)
      }
    }
    if let span, !known.contains(span) {
      for count in [2, 3] where count < words.count {
        let text = words.suffix(count).joined(separator: " ")
        guard text.lowercased().hasPrefix("every "), RepeatSpan(text) != nil else { continue }
        return ([Field(name: span, text: text)], count)
      }
    }
    for count in (1...min(longestChoice, words.count - 1)).reversed() {
      let text = words.suffix(count).joined(separator: " ")
      let folded = SearchFold.fold(text)
      let choices = entity.attributes.filter { attribute in
        attribute.type == .choice && !attribute.isList && !known.contains(attribute.name)
          && attribute.choices.contains { SearchFold.fold($0) == folded }
      }
      if choices.count == 1 { return ([Field(name: choices[0].name, text: text)], count) }
    }
    return nil
  }

  /// Most words that name a day: "in 3 days".
  private static let longestDay = 3
  private static let longestChoice = 3
  /// Words before a day that belong to it.
  private static let dayLinks: Set = ["by", "on", "due", "until"]

  /// The date that a bare day sets: the due date, or the only date.
  private static func date(of entity: Entity) -> Attribute? {
    if let due = entity.due { return entity.attribute(due) }
    let dates = entity.attributes.filter(\.isSingleDate)
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
    // 16/9 and 12.11 may be anything, so a written day has its year or the name of its month.
    let hasMonth = words.contains { CalendarDate.month($0) != nil }
    let hasYear = text.split { !$0.isNumber }.contains { $0.count == 4 }
    let isWritten =
      words.count == 1 && (hasYear && text.contains { "-./".contains($0) } || text.hasPrefix("+"))
      || words.count > 1 && hasMonth && text.contains(where: \.isNumber)
    guard isNamed || isWritten else { return false }
    return (try? ValueInput(clock: clock).value(of: text, for: date)) != nil
  }
}
