internal import CairnStore

/// Turns names in data into names of fields and collections.
///
/// A name is an ASCII letter, followed by ASCII letters, digits and underscores, as in the model's
/// text. A legal name stays unchanged.
package enum Naming {
  /// Returns the field name for a column called `column`.
  ///
  /// - Parameters:
  ///   - column: The column's name in the data.
  ///   - taken: Names that are in use; a clash gets `_2`, `_3` and so on.
  /// - Returns: `column` with accents removed and letters of other alphabets romanized. Letters
  ///   outside any alphabet are spelled by code point (`u65e5` for 日). Each other character becomes
  ///   `_`, and `a_` precedes a digit. `Id` becomes `id`, as `Id` is reserved. Without any letter
  ///   or digit, every character is spelled by code point, so that different names stay different.
  package static func field(for column: String, taken: Set<String> = []) -> String {
    field(for: column, isTaken: taken.contains)
  }

  /// Returns the field name, where `isTaken` says which names are in use.
  static func field(for column: String, isTaken: (String) -> Bool) -> String {
    unique(column == "Id" ? "id" : legal(column), isTaken: isTaken)
  }

  /// Returns the singular name of a collection whose records the data calls `text`.
  ///
  /// - Parameter text: A file's name without folder and extension, or a name that a person typed.
  /// - Returns: `albums` becomes `Album`; the rest of a word keeps its capitals.
  package static func collection(for text: String) -> String {
    // The rules for English plurals don't apply to words in other alphabets.
    let isLatin = text.allSatisfy {
      !$0.isLetter || SearchFold.fold(String($0)).allSatisfy(isLegal)
    }
    let name = isLatin ? singular(of: legal(text)) : legal(text)
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  /// Returns `name`, `name_2` and so on: the first that is not in `taken`.
  static func unique(_ name: String, taken: Set<String>) -> String {
    unique(name, isTaken: taken.contains)
  }

  /// Returns `name`, `name_2` and so on: the first that is not taken.
  static func unique(_ name: String, isTaken: (String) -> Bool) -> String {
    var candidate = name
    var number = 2
    while isTaken(candidate) {
      candidate = "\(name)_\(number)"
      number += 1
    }
    return candidate
  }

  /// Returns a file's name without its folders and its last extension.
  static func baseName(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return String(name) }
    return String(name[..<point])
  }

  /// Returns whether a name for `text` spells some characters by code point.
  static func losesLetters(of text: String) -> Bool {
    !text.isEmpty && !hasLetters(text) || losesAlphabet(of: text)
  }

  /// Returns whether a name for `text` spells some letters by code point.
  static func losesAlphabet(of text: String) -> Bool {
    text.contains { $0.isLetter && letters(for: $0) == nil }
  }

  private static func legal(_ text: String) -> String {
    let isBare = !hasLetters(text)
    let name = text.map { character in
      letters(for: character) ?? (isBare || character.isLetter ? number(of: character) : "_")
    }.joined()
    guard let first = name.utf8.first else { return "a" }
    if Byte.isLetter(first) { return name }
    return Byte.isDigit(first) ? "a_" + name : "a" + name
  }

  /// Returns whether `text` has a letter or digit that a name can have.
  private static func hasLetters(_ text: String) -> Bool {
    text.contains { $0 != "_" && letters(for: $0)?.isEmpty == false }
  }

  /// Returns the letters for a character in a name: the character, or its form without accents or
  /// in Latin letters; `nil` for any other character.
  private static func letters(for character: Character) -> String? {
    if isLegal(character) { return String(character) }
    guard character.isLetter else { return nil }
    guard let letters = latin(for: character) else { return nil }
    return character.isUppercase ? letters.prefix(1).uppercased() + letters.dropFirst() : letters
  }

  private static func latin(for character: Character) -> String? {
    let lowercase = character.lowercased()
    if lowercase.count == 1, let letters = Romanization.latin(for: Character(lowercase)) {
      return letters
    }
    let folded = SearchFold.fold(lowercase)
    if folded.count == 1, let letters = Romanization.latin(for: Character(folded)) {
      return letters
    }
    return !folded.isEmpty && folded.allSatisfy(isLegal) ? folded : nil
  }

  /// Returns the code points of a character as text.
  private static func number(of character: Character) -> String {
    character.unicodeScalars.map { "u" + String($0.value, radix: 16) }.joined()
  }

  private static func isLegal(_ character: Character) -> Bool {
    guard let byte = character.asciiValue else { return false }
    return Byte.isLetter(byte) || Byte.isDigit(byte) || character == "_"
  }
}

// MARK: - Singular

extension Naming {
  /// Returns the singular of a name; a name that is no plural stays unchanged.
  ///
  /// - Parameter name: The name with its original capitals.
  /// - Returns: The name whose plural is `name`. If English has several, the likeliest.
  static func singular(of name: String) -> String {
    let word = name.lowercased()
    if let one = irregular.first(where: { isLastWord($0.plural, of: word) }) {
      // The first letter is the same in both forms and keeps its case.
      return String(name.dropLast(one.plural.count - 1)) + one.singular.dropFirst()
    }
    guard word.hasSuffix("s"), !word.hasSuffix("ss"), word.count > 2 else { return name }
    if unchanged.contains(where: word.hasSuffix)
      || uncounted.contains(where: { isLastWord($0, of: word) })
    {
      return name
    }
    if word.hasSuffix("ies") {
      let keepsVowel = wordsInIe.contains { word.hasSuffix($0 + "s") }
      return keepsVowel ? String(name.dropLast()) : name.dropLast(3) + "y"
    }
    let addedVowel = ["sses", "xes", "ches", "shes"] + (isLatinPlural(word) ? ["uses"] : [])
    return String(name.dropLast(addedVowel.contains(where: word.hasSuffix) ? 2 : 1))
  }

  /// Returns the plural of a name, if the rules would make a different one; `nil` otherwise.
  package static func irregularPlural(of name: String) -> String? {
    let word = name.lowercased()
    if uncounted.contains(where: { isLastWord($0, of: word) }) { return word }
    // A `y` after a vowel stays.
    if ["ay", "ey", "oy", "uy"].contains(where: word.hasSuffix) { return word + "s" }
    guard let one = irregular.first(where: { isLastWord($0.singular, of: word) }) else {
      return nil
    }
    return String(word.dropLast(one.singular.count)) + one.plural
  }

  /// Returns whether a name is `word`, or ends in `word` after an underscore.
  private static func isLastWord(_ word: String, of name: String) -> Bool {
    name == word || name.hasSuffix("_" + word)
  }

  /// Words with irregular plurals; both forms begin with the same letter.
  private static let irregular: [(singular: String, plural: String)] = [
    ("person", "people"), ("child", "children"), ("man", "men"), ("woman", "women"),
    ("mouse", "mice"), ("goose", "geese"), ("foot", "feet"), ("tooth", "teeth"),
  ]
  /// Words whose singular and plural are the same.
  private static let uncounted = ["data", "news", "series", "species", "media", "sheep", "fish"]
  /// Singular words that end like plurals.
  private static let unchanged = ["status", "bus", "virus", "basis"]
  /// Words with a plural in `-ies` and a singular in `-ie`.
  private static let wordsInIe = ["movie", "cookie", "calorie", "selfie", "zombie", "brownie"]

  /// "statuses" has the singular "status", but "houses" and "causes" have no singular in `-us`.
  private static func isLatinPlural(_ word: String) -> Bool {
    word.hasSuffix("uses") && !word.hasSuffix("ouses") && !word.hasSuffix("auses")
  }
}

/// Romanizes letters of other alphabets without accents, as timetables and maps do.
///
/// The result need not be reversible. A name must be the same on every machine, and readable for a
/// person who knows the word.
enum Romanization {
  /// Returns the Latin letters for a lower-case letter; `nil` for a letter of an unknown alphabet.
  static func latin(for letter: Character) -> String? { letters[letter] }

  private static let letters: [Character: String] = table(
    // Cyrillic: Russian, Ukrainian, Belarusian, Bulgarian, Serbian and Macedonian.
    "а a б b в v г g д d е e ё e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh",
    "ц ts ч ch ш sh щ shch ы y э e ю yu я ya і i ї yi є ye ґ g ў u ђ dj ј j љ lj њ nj ћ c џ dz",
    "ѓ gj ќ kj ѕ dz",
    // Greek.
    "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch",
    "ψ ps ω o"
  ).merging(["ъ": "", "ь": ""]) { first, _ in first }

  private static func table(_ lines: String...) -> [Character: String] {
    let words = lines.flatMap { $0.split(separator: " ") }
    var table: [Character: String] = [:]
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      table[Character(String(words[index]))] = String(words[index + 1])
    }
    return table
  }
}
