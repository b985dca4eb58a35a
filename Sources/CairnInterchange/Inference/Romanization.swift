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
