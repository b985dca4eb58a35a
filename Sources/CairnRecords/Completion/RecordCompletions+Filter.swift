package import CairnScreens
package import CairnStore

// The words of a filter.
extension RecordCompletions {
  /// Completions for the last word of a filter over an entity's records.
  ///
  /// - Parameters:
  ///   - text: the filter typed so far.
  ///   - entity: the records' entity.
  /// - Returns: whole filters, each shown as the completed word.
  package func filters(_ text: String, of entity: Entity) -> [Completion] {
    let start = Self.startOfWord(in: text)
    let head = String(text[..<start])
    let word = text[start...]
    let found: [Completion]
    if let sign = Self.firstSign(in: word) {
      found = conditions(word, sign, of: entity)
    } else {
      found = names(word, of: entity)
    }
    return found.map { Completion(head + $0.text, $0.note, shown: $0.shown) }
      .filter { user == .person || $0.text.hasPrefix(text) }
  }

  private static func isSign(_ character: Character) -> Bool { ":=<>!~".contains(character) }

  /// The first sign that is not within quotation marks.
  private static func firstSign(in word: Substring) -> String.Index? {
    var quotes = QuoteScan()
    return word.indices.first { !quotes.take(word[$0]) && isSign(word[$0]) }
  }

  /// The end of the last point between names that is not within quotation marks.
  private static func endOfPath(in word: Substring) -> String.Index {
    var quotes = QuoteScan()
    let points = word.indices.filter { !quotes.take(word[$0]) && word[$0] == "." }
    return points.last.map(word.index(after:)) ?? word.startIndex
  }

  /// The text after the cursor that belongs to the name or value at the cursor: the rest of a name,
  /// of a value up to a comma or a range's dots, or of quoted words with the closing mark.
  package static func restOfWord(_ text: String, _ rest: String) -> Substring {
    var quotes = QuoteScan()
    var isWithin = false
    for character in text { isWithin = quotes.take(character) }
    if isWithin {
      let end = rest.indices.first { !quotes.take(rest[$0]) }
      return end.map { rest[...$0] } ?? rest[...]
    }
    let isName = firstSign(in: text[startOfWord(in: text)...]) == nil
    let end = rest.indices.first { index in
      let character = rest[index]
      if character.isWhitespace || "(),\"".contains(character) { return true }
      return isName ? character == "." || isSign(character) : rest[index...].hasPrefix("..")
    }
    return rest[..<(end ?? rest.endIndex)]
  }

  /// The start of the word being typed, after a minus or parentheses.
  private static func startOfWord(in text: String) -> String.Index {
    var quotes = QuoteScan()
    var start = text.startIndex
    for index in text.indices {
      let character = text[index]
      let isWithin = quotes.take(character)
      let isSign = (character == "-" || character == "(") && start == index
      if !isWithin, isSign || character.isWhitespace { start = text.index(after: index) }
    }
    return start
  }

  /// Tracks quotation marks, within which `\"` and `\\` are the mark and the backslash.
  private struct QuoteScan {
    private var isQuoted = false
    private var isEscaped = false

    /// Takes a character, and returns whether it is within quotation marks.
    mutating func take(_ character: Character) -> Bool {
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && character == "\\" && !isEscaped
      return isQuoted
    }
  }

  /// Names of fields, also through links, and operators that a field supports.
  private func names(_ word: Substring, of entity: Entity) -> [Completion] {
    let start = Self.endOfPath(in: word)
    let (path, name) = (word[..<start], word[start...])
    guard let last = self.entity(behind: path, from: entity) else { return [] }
    let found = fields(of: last, String(name)).flatMap { field in
      // After a colon, "has" and "no" would ask about another field.
      let isQuestion = path.isEmpty && ["has", "no"].contains(field.text)
      let first = Completion("\(path)\(field.text)\(isQuestion ? "=" : ":")", field.note)
      guard user == .person, !isQuestion, let property = last.property(matching: field.text),
        property.isCalled(String(name))
      else { return [first] }
      return [first]
        + operators(of: property).map { sign, meaning in
          Completion("\(path)\(field.text)\(sign)", meaning)
        }
    }
    // Without a letter, the fields are enough to choose from.
    let calculations = word.isEmpty ? [] : calculations(of: entity, String(word))
    let all = found + calculations.map { Completion($0.text + ":", $0.note) }
    guard path.isEmpty else { return all }
    let goesOn = goingOn(with: String(word))
    return all
      + [Completion("has:", "has a value"), Completion("no:", "is empty")]
      .filter { goesOn($0.text) }
  }

  /// The operators besides the colon that a field can be compared by, each with its meaning.
  private func operators(of property: Property) -> [(sign: String, meaning: String)] {
    guard case .attribute(let attribute) = property, attribute.type != .data else {
      return [("=", "equals"), ("!=", "differs")]
    }
    if attribute.type == .boolean { return [] }
    let isOrdered =
      attribute.type.isNumber || attribute.type.isTime
    return [("=", "equals"), ("!=", "differs")]
      + [(">", "more"), (">=", "at least"), ("<", "less"), ("<=", "at most")]
      + (isOrdered ? [] : [("~", "matches a pattern")])
  }

  /// The entity at the end of a path whose steps each end in a dot.
  private func entity(behind path: Substring, from entity: Entity) -> Entity? {
    var entity = entity
    guard !path.isEmpty else { return entity }
    guard let steps = try? FieldPath.parse(String(path.dropLast())) else { return nil }
    for step in steps.names {
      guard case .relationship(let link)? = entity.property(matching: step),
        let next = snapshot.model[link.destination]
      else { return nil }
      entity = next
    }
    return entity
  }

  /// The completions after a field and a sign.
  private func conditions(
    _ word: Substring, _ sign: String.Index, of entity: Entity
  ) -> [Completion] {
    let name = word[..<sign]
    let behind = word[sign...].firstIndex { !Self.isSign($0) } ?? word.endIndex
    let signs = word[sign..<behind]
    if signs == ":", name == "has" || name == "no" {
      return fields(of: entity, String(word[behind...])).map {
        Completion("\(name):\($0.text)", $0.note)
      }
    }
    let path = name[..<Self.endOfPath(in: name)]
    guard !signs.contains("~"), let last = self.entity(behind: path, from: entity),
      let property = last.property(matching: String(name.dropFirst(path.count)))
    else { return [] }
    let start = Self.startOfValue(in: word[behind...])
    let value = word[start...]
    let isQuoted = value.hasPrefix("\"")
    let typed = String(isQuoted ? value.dropFirst() : value)
    // After the dots of a range comes a day, not another range.
    let isBegun = word[behind..<start].hasSuffix("..")
    let isRange = (signs == ":" || signs == "=") && !isBegun
    let days = isQuoted ? [] : self.days(for: property, typed, areRanges: isRange)
    let values = values(of: property, in: last, typed).map {
      Completion(Self.spelled($0, isQuoted: isQuoted), shown: $0)
    }
    let seen = Set(days.map(\.text))
    return (days + values.filter { !seen.contains($0.text) }).map {
      Completion("\(word[..<start])\($0.text)", $0.note, shown: $0.shown)
    }
  }

  /// The start of the last value, among several with commas or in a range.
  private static func startOfValue(in values: Substring) -> String.Index {
    var quotes = QuoteScan()
    var start = values.startIndex
    for index in values.indices {
      let character = values[index]
      let isWithin = quotes.take(character)
      let isEndOfDots =
        character == "." && index > start && values[values.index(before: index)] == "."
      if !isWithin, character == "," || isEndOfDots { start = values.index(after: index) }
    }
    return start
  }

  /// A value as a filter spells it.
  static func spelled(_ value: String, isQuoted: Bool = false) -> String {
    let isBare =
      !isQuoted && !value.contains(where: { $0.isWhitespace || "\"(),\\".contains($0) })
      && !value.contains("..") && value.first.map(isSign) != true
    guard !isBare else { return value }
    let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  /// Words for days, if the field holds days or moments.
  private func days(
    for property: Property, _ typed: String, areRanges: Bool
  ) -> [Completion] {
    guard user == .person, case .attribute(let attribute) = property,
      attribute.type.isTime
    else { return [] }
    let today = "\(clock.today)"
    let (year, month) = (String(today.prefix(4)), String(today.prefix(7)))
    let days = [
      Completion("today"), Completion("yesterday"), Completion("tomorrow"),
      areRanges
        ? Completion("-7d..today", "the last seven days") : Completion("-7d", "seven days ago"),
      areRanges
        ? Completion("today..+7d", "the next seven days") : Completion("+7d", "in seven days"),
      Completion(month, "this month"), Completion(year, "this year"),
    ]
    let goesOn = goingOn(with: typed)
    return days.filter { goesOn($0.text) }
  }
}
