internal import CairnStore

// Parsing of pasted text.
extension OwnedLines {
  /// Inserts bars into lines without bars, such as the lines of a recipe or a bill: "400 g
  /// spaghetti".
  ///
  /// 1. A number at the start goes into the first numeric column, if that is before the title. The
  ///    next word goes into the next column, if that is also before the title. The word, or its
  ///    singular, must be one of the column's choices or `isKnown` there.
  /// 2. The rest is the title. If there is a numeric column before the title, and just one
  ///    long-text column after it, the text after a comma goes there.
  /// 3. If a line begins with several numbers, as in "2-3 tomatoes", or with a number that the
  ///    column rejects, the title includes them.
  ///
  /// - Parameters:
  ///   - text: the lines.
  ///   - others: lines to leave unchanged.
  ///   - input: parses the numbers.
  ///   - isKnown: whether a record of the collection has this text in a field.
  /// - Returns: the lines with their bars.
  func arranged(
    _ text: String, keeping others: Set<String> = [], _ input: ValueInput,
    isKnown: (_ text: String, _ field: String) -> Bool
  ) -> String {
    guard columns.count > 1, let titleColumn else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let values = values(of: line)
      return values.count > 1 || others.contains(String(line))
        ? String(line) : arranged(values[0], titleColumn, input, isKnown)
    }.joined(separator: "\n")
  }

  private func arranged(
    _ text: String, _ titleColumn: Int, _ input: ValueInput,
    _ isKnown: (_ text: String, _ field: String) -> Bool
  ) -> String {
    var rest = Substring(text)
    // Skip the sign of a list item, but not Markdown emphasis.
    if ["- ", "* ", "• "].contains(where: rest.hasPrefix) {
      rest = rest.dropFirst(2).withoutBlanks
    }
    guard !rest.isEmpty else { return "" }
    var values = [String](repeating: "", count: columns.count)
    let numbers = columns[..<titleColumn].firstIndex { $0.type.isNumber }
    if let numbers, let head = rest.leadingNumber,
      let number = try? input.value(of: String(head), for: columns[numbers])
    {
      let behind = rest.dropFirst(head.count)
      let word = behind.withoutBlanks.prefix { !$0.isWhitespace }
      let more = behind.withoutBlanks.dropFirst(word.count).withoutBlanks
      if numbers + 1 < titleColumn, !more.isEmpty,
        let unit = unit(word, columns[numbers + 1], input, isKnown)
      {
        values[numbers] = ValueText.export(number)
        values[numbers + 1] = unit
        rest = more
      } else if !behind.goesOnInNumbers {
        values[numbers] = ValueText.export(number)
        rest = behind.withoutBlanks
      }
    }
    if numbers != nil, let noteColumn, let comma = rest.firstRange(of: ", "),
      comma.lowerBound > rest.startIndex
    {
      values[noteColumn] = rest[comma.upperBound...].trimmingBlanks()
      rest = rest[..<comma.lowerBound]
    }
    values[titleColumn] = String(rest)
    return line(values)
  }

  /// The column for remarks: the only long-text column, if it is after the title.
  ///
  /// A short text column may mean anything, such as the shop.
  private var noteColumn: Int? {
    guard let titleColumn else { return nil }
    let long = columns.indices.filter {
      $0 != titleColumn && columns[$0].type == .text && !columns[$0].isList
    }
    return long.count == 1 && long[0] > titleColumn ? long[0] : nil
  }

  /// The unit that the word names, also in the plural.
  private func unit(
    _ word: Substring, _ column: Attribute, _ input: ValueInput,
    _ isKnown: (_ text: String, _ field: String) -> Bool
  ) -> String? {
    // "ms" is not the plural of "m".
    let singulars = ["s", "es"].filter { word.hasSuffix($0) && word.count >= $0.count + 2 }
      .map { word.dropLast($0.count) }
    for candidate in [word] + singulars {
      if isKnown(String(candidate), column.name) { return String(candidate) }
      if column.type == .choice, !column.choices.isEmpty,
        let choice = try? input.value(of: String(candidate), for: column)
      {
        return ValueText.export(choice)
      }
    }
    return nil
  }
}

extension Substring {
  fileprivate var withoutBlanks: Substring { drop(while: \.isWhitespace) }

  /// The number that a text begins with, if it stands alone.
  ///
  /// That is "400" in "400 g" and "400g", and "1 1/2" in "1 1/2 cups". In "2. Stir" and "1/2-inch"
  /// there is no such number.
  fileprivate var leadingNumber: Substring? {
    var number = figures
    let rest = self[number.endIndex...].withoutBlanks
    let second = rest.figures
    if second.contains("/") || second.contains("\u{2044}") || second.first?.isFraction == true {
      number = self[..<second.endIndex]
    }
    guard let last = number.last, number.first?.isFigure == true, last.isFigure else { return nil }
    let next = self[number.endIndex...].first
    return next.map { $0.isWhitespace || $0.isLetter } ?? true ? number : nil
  }

  /// The leading digits, with the separators inside one number.
  private var figures: Substring { prefix { $0.isFigure || ".,'’/\u{2044}".contains($0) } }

  /// Whether the text after a number continues a series of numbers: "-3", " - 3", " to 3", " x 400
  /// g".
  fileprivate var goesOnInNumbers: Bool {
    let text = withoutBlanks
    let word = text.prefix { !$0.isWhitespace }
    guard let first = word.first else { return false }
    let isSign = !first.isLetter && !first.isOpening
    // For example "1e3".
    let isJoined = startIndex == text.startIndex && word.contains(where: \.isFigure)
    return first.isFigure || isSign && word.dropFirst().first?.isFigure == true || isJoined
      || text.dropFirst(word.count).withoutBlanks.first?.isFigure == true
  }
}

extension Character {
  /// Whether the character is a digit, or a fraction such as `½`.
  fileprivate var isFigure: Bool {
    let category = unicodeScalars.first?.properties.generalCategory
    return category == .decimalNumber || category == .otherNumber
  }

  fileprivate var isFraction: Bool {
    unicodeScalars.first?.properties.generalCategory == .otherNumber
  }

  fileprivate var isOpening: Bool {
    unicodeScalars.first?.properties.generalCategory == .openPunctuation
  }
}
