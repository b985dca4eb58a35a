internal import CairnStore

// Reading what was pasted.
extension OwnedLines {
  /// Puts bars into lines that have none, as a recipe or a bill has them: "400 g spaghetti".
  ///
  /// 1. A number at the start goes into the first column of numbers, if that is before the title; a
  ///    word behind it into the next column, if that is before the title, too, and the word is one
  ///    of its choices or `isKnown` there, be it in the plural.
  /// 2. The rest is the title. If there are numbers, and behind the title just one field of long
  ///    text, it has what stands behind a comma.
  /// 3. A line that begins with more than one number, as "2-3 tomatoes", or with one that the column
  ///    doesn't take, has all of that in the title.
  ///
  /// - Parameters:
  ///   - text: the lines.
  ///   - others: lines that stay as they are.
  ///   - input: reads the numbers.
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
    // A list's sign, but no emphasis.
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

  /// Where remarks go: the one column of long text, if it is behind the title.
  ///
  /// A short one may be anything, such as who sells it.
  private var noteColumn: Int? {
    guard let titleColumn else { return nil }
    let long = columns.indices.filter {
      $0 != titleColumn && columns[$0].type == .text && !columns[$0].isList
    }
    return long.count == 1 && long[0] > titleColumn ? long[0] : nil
  }

  /// The unit that a word is, or is the plural of.
  private func unit(
    _ word: Substring, _ column: Attribute, _ input: ValueInput,
    _ isKnown: (_ text: String, _ field: String) -> Bool
  ) -> String? {
    // "ms" is no plural of "m".
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

  /// What may be the number that a text begins with, if it stands by itself.
  ///
  /// That is "400" of "400 g" and of "400g", and "1 1/2" of "1 1/2 cups", and nothing of "2. Stir"
  /// and of "1/2-inch".
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

  /// The digits it begins with, with what is between them in one number.
  private var figures: Substring { prefix { $0.isFigure || ".,'’/\u{2044}".contains($0) } }

  /// Whether what stands behind a number makes it one of several: "-3", " - 3", " to 3", " x 400 g".
  fileprivate var goesOnInNumbers: Bool {
    let text = withoutBlanks
    let word = text.prefix { !$0.isWhitespace }
    guard let first = word.first else { return false }
    let isSign = !first.isLetter && !first.isOpening
    // As in "1e3".
    let isJoined = startIndex == text.startIndex && word.contains(where: \.isFigure)
    return first.isFigure || isSign && word.dropFirst().first?.isFigure == true || isJoined
      || text.dropFirst(word.count).withoutBlanks.first?.isFigure == true
  }
}

extension Character {
  /// Whether it is a digit, or a fraction such as `½`.
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
