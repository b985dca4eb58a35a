/// The order of letters in a language, for sorting.
///
/// Each language has a few rules of its own over the order that `CollationKey` has everywhere: in
/// Swedish, `å`, `ä` and `ö` follow `z`; in Czech, `ch` follows `h`. The rules are part of the
/// program, so the order is the same on every machine, with or without an installed locale.
///
/// - Note: doubled digraphs of Hungarian, such as `ccs`, sort as their letters.
public struct Alphabet: Hashable, Sendable {
  /// The code of the language: `sv`.
  public let language: String

  /// Finds the alphabet of a language or locale: `sv`, `sv_SE`, `sv-SE.UTF-8`; `nil` if its rules
  /// are unknown.
  public init?(_ locale: String) {
    let code = locale.prefix { $0.isASCII && $0.isLetter }.lowercased()
    let language = Self.names[code] ?? code
    guard Self.rules[language] != nil else { return nil }
    self.language = language
  }

  /// The codes of all languages whose alphabets are known, sorted.
  public static var languages: [String] { rules.keys.sorted() }

  /// The name of the language in English.
  public var name: String { Self.english[language] ?? language }

  private static let english = [
    "bg": "Bulgarian", "cs": "Czech", "da": "Danish", "de": "German", "en": "English",
    "es": "Spanish", "et": "Estonian", "fi": "Finnish", "fr": "French", "hr": "Croatian",
    "hu": "Hungarian", "is": "Icelandic", "it": "Italian", "lt": "Lithuanian", "lv": "Latvian",
    "nb": "Norwegian", "nl": "Dutch", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian",
    "ru": "Russian", "sk": "Slovak", "sl": "Slovenian", "sv": "Swedish", "tr": "Turkish",
    "uk": "Ukrainian",
  ]

  /// The rules of the language; `nil` if it has no special rules.
  var tailoring: Tailoring? { Self.tailorings[language] }

  private static let tailorings = rules.filter { !$1.isEmpty }.mapValues(Tailoring.init)

  /// Other codes for some of the languages.
  private static let names = ["no": "nb", "nn": "nb", "bs": "hr", "sr": "hr"]

  /// The rules by language: a letter, and the letters that follow it before the next one.
  ///
  /// An `=` joins spellings of one letter. A `!` before a spelling means this case only.
  private static let rules: [String: [String]] = [
    "bg": ["и й"],
    "cs": ["c č", "h ch", "r ř", "s š", "z ž"],
    "da": ["y=ü", "z æ=ä ø=ö å=aa"],
    "de": [], "en": [],
    "es": ["n ñ"],
    "et": ["s š z ž", "w õ ä ö ü"],
    "fi": ["z å ä=æ ö=ø"],
    "fr": [],
    "hr": ["c č ć", "d dž đ", "l lj", "n nj", "s š", "z ž"],
    "hu": [
      "c cs", "d dz dzs", "g gy", "l ly", "n ny", "o ö=ő", "s sz", "t ty", "u ü=ű", "z zs",
    ],
    "is": ["a á", "d ð", "e é", "i í", "o ó", "u ú", "y ý", "z þ æ=ä ö=ø å"],
    "it": [],
    "lt": ["c č", "i=y", "s š", "z ž"],
    "lv": ["c č", "g ģ", "i=y", "k ķ", "l ļ", "n ņ", "s š", "z ž"],
    "nb": ["y=ü", "z æ=ä ø=ö å=aa"],
    "nl": [],
    "pl": ["a ą", "c ć", "e ę", "l ł", "n ń", "o ó", "s ś", "z ź ż"],
    "pt": [],
    "ro": ["a ă â", "i î", "s ș=ş", "t ț=ţ"],
    "ru": ["и й"],
    "sk": ["a ä", "c č", "h ch", "o ô", "s š", "z ž"],
    "sl": ["c č ć", "d đ", "s š", "z ž"],
    "sv": ["z å ä=æ ö=ø"],
    "tr": ["c ç", "g ğ", "h ı=!I", "i=!İ", "o ö", "s ş", "u ü"],
    "uk": ["г ґ", "е є", "и і ї й"],
  ]
}

/// The letters of a language that sort in another way than everywhere.
struct Tailoring: Sendable {
  /// A letter of one or several scalars.
  struct Letter: Sendable {
    /// The canonical decomposition.
    let scalars: [Unicode.Scalar]
    /// The bytes that decide its place.
    let primary: [UInt8]
    /// The number of the spelling among the spellings of one letter, from 0.
    let spelling: UInt8
    /// Whether the other case is another letter.
    let isExact: Bool
  }

  /// The letters by their first scalar in lower case, the longest first.
  private var letters: [Unicode.Scalar: [Letter]] = [:]

  /// Whether a text of only ASCII can have such a letter.
  private(set) var hasASCII = false

  /// Reads rules such as `z å ä=æ`.
  init(_ rules: [String]) {
    for rule in rules {
      let groups = rule.split(separator: " ").map { $0.split(separator: "=").map(String.init) }
      guard let base = groups.first?.first else { continue }
      for (place, spellings) in groups.enumerated() {
        // No letter's bytes are as great, so the letter follows all words that begin with the base.
        let end: [UInt8] = place == 0 ? [] : [0xF8 + UInt8(place)]
        for (number, spelling) in spellings.enumerated() where place > 0 || number > 0 {
          add(spelling, primary: SearchFold.foldedBytes(base) + end, number: UInt8(number))
        }
      }
    }
    for first in letters.keys { letters[first]?.sort { $0.scalars.count > $1.scalars.count } }
  }

  private mutating func add(_ spelling: String, primary: [UInt8], number: UInt8) {
    let isExact = spelling.hasPrefix("!")
    let scalars = Decomposition.scalars(of: isExact ? String(spelling.dropFirst()) : spelling)
    guard let first = scalars.first else { return }
    letters[first.inLowerCase, default: []].append(
      Letter(scalars: scalars, primary: primary, spelling: number, isExact: isExact))
    if scalars.allSatisfy(\.isASCII) { hasASCII = true }
  }

  /// Returns the letter that begins at an index of decomposed text, if the language has it.
  func letter(at index: Int, in text: [Unicode.Scalar]) -> Letter? {
    letters[text[index].inLowerCase]?.first { letter in
      let end = index + letter.scalars.count
      guard end <= text.count else { return false }
      // The accent of a second letter parts a digraph: `cȟ` is no `ch`.
      let isDigraph = letter.scalars.count > 1 && letter.scalars.last?.isDecoration == false
      if isDigraph, end < text.count, text[end].isDecoration { return false }
      return zip(letter.scalars, text[index..<end]).allSatisfy { wanted, found in
        wanted == found || !letter.isExact && wanted == found.inLowerCase
      }
    }
  }
}

extension Unicode.Scalar {
  /// The scalar in lower case, if that is one scalar.
  var inLowerCase: Unicode.Scalar {
    if isASCII { return Unicode.Scalar(SearchFold.lowercase(UInt8(truncatingIfNeeded: value))) }
    let lower = properties.lowercaseMapping.unicodeScalars
    return lower.count == 1 ? lower.first ?? self : self
  }
}
