internal import CairnStore

/// Makes names of fields and collections out of what data calls them.
///
/// A name is a letter, then letters, digits and underscores, all of ASCII, as the model's text has
/// them. What is legal already stays as it is.
package enum Naming {
  /// The name for a field that the data calls `column`.
  ///
  /// - Parameters:
  ///   - column: What the data calls it.
  ///   - taken: Names that are in use; a clash gets `_2`, `_3` and so on.
  /// - Returns: `column` with letters without their accents, those of other alphabets in Latin
  ///   ones, those of no alphabet by number (`u65e5` for 日), each other character replaced by `_`,
  ///   and `a_` before a digit; `id` for `Id`, which is the store's own. Where no letter or digit
  ///   is in it, each character stands by number, so that two of them are told apart.
  package static func field(for column: String, taken: Set<String> = []) -> String {
    field(for: column, isTaken: taken.contains)
  }

  /// The same where `isTaken` says which names are in use.
  static func field(for column: String, isTaken: (String) -> Bool) -> String {
    unique(column == "Id" ? "id" : legal(column), isTaken: isTaken)
  }

  /// The name for a collection whose records the data calls `text`, in the singular.
  ///
  /// - Parameter text: A file's name without folder and extension, or what a person typed.
  /// - Returns: `albums` becomes `Album`; the rest of a word keeps its capitals.
  package static func collection(for text: String) -> String {
    // What is a plural in English tells nothing of words in other letters.
    let isLatin = text.allSatisfy {
      !$0.isLetter || SearchFold.fold(String($0)).allSatisfy(isLegal)
    }
    let name = isLatin ? singular(of: legal(text)) : legal(text)
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  /// The name that is not among `taken`: `name`, `name_2` and so on.
  static func unique(_ name: String, taken: Set<String>) -> String {
    unique(name, isTaken: taken.contains)
  }

  /// The name that is not taken: `name`, `name_2` and so on.
  static func unique(_ name: String, isTaken: (String) -> Bool) -> String {
    var candidate = name
    var number = 2
    while isTaken(candidate) {
      candidate = "\(name)_\(number)"
      number += 1
    }
    return candidate
  }

  /// A file's name without its folders and its last extension.
  static func baseName(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return String(name) }
    return String(name[..<point])
  }

  /// Whether a name for `text` has some of its characters by number.
  static func losesLetters(of text: String) -> Bool {
    !text.isEmpty && !hasLetters(text) || losesAlphabet(of: text)
  }

  /// Whether letters are among the characters that a name for `text` has by number.
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

  /// Whether a letter or digit is in `text` that a name can have.
  private static func hasLetters(_ text: String) -> Bool {
    text.contains { $0 != "_" && letters(for: $0)?.isEmpty == false }
  }

  /// What stands for a character in a name: itself, or the letters that it is without its accents or
  /// in Latin; `nil` for any other.
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

  /// The numbers of the code points of a character.
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
  /// The singular of a name; one that is no plural stays as it is.
  ///
  /// - Parameter name: The name as it was found, with its capitals.
  /// - Returns: The name whose plural is `name`; where English leaves several, the likeliest.
  static func singular(of name: String) -> String {
    let word = name.lowercased()
    if let one = irregular.first(where: { isLastWord($0.plural, of: word) }) {
      // The first letter is the same, and keeps its capital.
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

  /// The plural of a name where it is not the one that the rules make; `nil` where it is.
  package static func irregularPlural(of name: String) -> String? {
    let word = name.lowercased()
    if uncounted.contains(where: { isLastWord($0, of: word) }) { return word }
    // Behind a vowel a y stays.
    if ["ay", "ey", "oy", "uy"].contains(where: word.hasSuffix) { return word + "s" }
    guard let one = irregular.first(where: { isLastWord($0.singular, of: word) }) else {
      return nil
    }
    return String(word.dropLast(one.singular.count)) + one.plural
  }

  /// Whether a name is `word`, or ends in it behind an underscore.
  private static func isLastWord(_ word: String, of name: String) -> Bool {
    name == word || name.hasSuffix("_" + word)
  }

  /// Words with plurals that no ending makes; both begin with the same letter.
  private static let irregular: [(singular: String, plural: String)] = [
    ("person", "people"), ("child", "children"), ("man", "men"), ("woman", "women"),
    ("mouse", "mice"), ("goose", "geese"), ("foot", "feet"), ("tooth", "teeth"),
  ]
  /// Words that mean one and many.
  private static let uncounted = ["data", "news", "series", "species", "media", "sheep", "fish"]
  /// Words in the singular that end like plurals.
  private static let unchanged = ["status", "bus", "virus", "basis"]
  /// Words whose plural in `-ies` keeps the vowel.
  private static let wordsInIe = ["movie", "cookie", "calorie", "selfie", "zombie", "brownie"]

  /// "statuses" has the singular "status", "houses" and "causes" have none in `-us`.
  private static func isLatinPlural(_ word: String) -> Bool {
    word.hasSuffix("uses") && !word.hasSuffix("ouses") && !word.hasSuffix("auses")
  }
}

/// Letters of other alphabets in Latin ones, as timetables and maps have them without accents.
///
/// It is not meant to be read back: what counts is that a name stays the same on every machine, and
/// that who knows the word recognizes it.
enum Romanization {
  /// What stands for a letter in lower case; `nil` for a letter of no alphabet that is known here.
  static func latin(for letter: Character) -> String? { letters[letter] }

  private static let letters: [Character: String] = table(
    // Cyrillic, of Russian, Ukrainian, Belarusian, Bulgarian, Serbian and Macedonian.
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
