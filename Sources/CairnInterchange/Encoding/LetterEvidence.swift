/// The evidence that a sample is text in a single-byte encoding.
struct LetterEvidence {
  private enum Script {
    case latin, cyrillic, greek, hebrew, arabic, thai

    init?(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F:
        self = .latin
      case 0x370...0x3FF: self = .greek
      case 0x400...0x52F: self = .cyrillic
      case 0x590...0x5FF: self = .hebrew
      case 0x600...0x6FF: self = .arabic
      case 0xE00...0xE7F: self = .thai
      default: return nil
      }
    }

    /// The letters that make up most of a text; for Latin, see ``Alphabets``.
    var frequent: String {
      switch self {
      case .latin: ""
      case .cyrillic: "оеаинтсрвлкмдпуяыьі"
      case .greek: "αοιετσνηυρπκλμςάέίόήύώ"
      case .hebrew: "יוהלאמרתבנשם"
      case .arabic: "المينرتبوهعدسة"
      case .thai: "านรอกเงมยลวดทสตะปบคหแจพชขใไโผถศีิุูัา่้์"
      }
    }
  }

  /// A word of ASCII letters and of the encoding's letters.
  private struct Word {
    var scalars: [Unicode.Scalar] = []
    /// Whether a byte without a character, or a sign, touches its letters.
    var isBroken = false
  }

  private var good = 0.0
  private var bad = 0.0
  private var short = 0.0
  private var letters: [Unicode.Scalar: Int] = [:]
  private var scripts: [Script: Int] = [:]

  /// The signs that touch letters in plain text.
  private static let usualSigns = Set("«»‘’“”–—…·´`°€£§ªº\u{A0}\u{AD}№،؛؟".unicodeScalars)

  /// Examines the words of a sample that have bytes outside ASCII.
  init(_ sample: [UInt8], _ decoder: SingleByteDecoder) {
    var word = Word()
    for byte in sample {
      let character = byte < 0x80 ? Unicode.Scalar(byte) : decoder.characters[Int(byte) - 0x80]
      if let character, Script(character) != nil {
        word.scalars.append(character)
      } else if byte < 0x80 {
        end(&word)
      } else if let character, character.value >= 0xA0, Self.usualSigns.contains(character) {
        end(&word)
      } else {
        word.isBroken = true
      }
    }
    end(&word)
  }

  private mutating func end(_ word: inout Word) {
    defer { word = Word() }
    let own = word.scalars.filter { $0.value >= 0x80 }
    if word.isBroken {
      bad += 1
      return
    }
    guard !own.isEmpty else { return }
    for scalar in own {
      letters[Self.lowercase(scalar), default: 0] += 1
      if let script = Script(scalar) { scripts[script, default: 0] += 1 }
    }
    // A short word of accented letters only, such as `çà`, says little.
    if own.count == 2, word.scalars.count == 2, Script(own[0]) == .latin, Script(own[1]) == .latin {
      short += 1
    } else if isPlausible(word, own) {
      good += 1
    } else {
      bad += 1
    }
  }

  private func isPlausible(_ word: Word, _ own: [Unicode.Scalar]) -> Bool {
    let scripts = Set(word.scalars.compactMap(Script.init))
    guard scripts.count == 1, let script = scripts.first else { return false }
    // No language of Latin letters has words of accented letters only.
    if script == .latin, own.count == word.scalars.count, own.count > 1 { return false }
    // Capitals are at the start of a word, or everywhere.
    let capitals = word.scalars.count(where: \.properties.isUppercase)
    let small = word.scalars.count(where: \.properties.isLowercase)
    return capitals == 0 || small == 0
      || capitals == 1 && word.scalars.first?.properties.isUppercase == true
  }

  private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
  }

  /// How plausible the text is, from 0 to 1.
  var score: Double {
    let good = good + bad > 0 ? good : short
    guard good > 0, let script = scripts.max(by: { $0.value < $1.value })?.key else { return 0 }
    let words = good / (good + bad)
    if script == .latin { return words * words * Alphabets.share(of: letters) }
    let frequent = Set(script.frequent.unicodeScalars)
    let total = letters.values.reduce(0, +)
    let count = letters.reduce(0) { $0 + (frequent.contains($1.key) ? $1.value : 0) }
    return words * words * min(1, Double(count) / Double(total) / 0.75)
  }
}

/// The letters outside ASCII of languages with Latin letters.
private enum Alphabets {
  private static let western = [
    "àâäçéèêëîïôöùûüÿœæ", "äöüß", "áéíñóúüºª", "áâãàçéêíóôõúü", "àèéìíîòóùú", "åäöé",
    "æøåéèêòóôüäö", "áéëïóöüè", "àçèéíïòóúü·",
  ].map { Set($0.unicodeScalars) }

  private static let others = [
    "áčďéěíňóřšťúůýž", "ąćęłńóśźż", "áéíóöőúüű", "ăâîșțşţ", "čćđšž", "áäčďéíĺľňóôŕšťúýž",
    "çğıöşüâîû",
    "ąčęėįšųūž", "āčēģīķļņšūž", "äõöüšž",
  ].map { Set($0.unicodeScalars) }

  /// The letters of Icelandic that Turkish lacks.
  private static let icelandic = Set("áéíóúæ".unicodeScalars)

  private static let union = western.reduce(into: Set<Unicode.Scalar>()) { $0.formUnion($1) }

  /// Returns the largest share of the letters that one language has.
  ///
  /// The names of a table come from several languages, mostly from neighbors in Western Europe.
  static func share(of letters: [Unicode.Scalar: Int]) -> Double {
    let total = Double(letters.values.reduce(0, +))
    let shares = (western + others).map { share($0, letters) / total }
    // The bytes of þ, ý and ð are frequent letters of Turkish.
    let isIcelandic = icelandic.filter { letters[$0] != nil }.count > 2
    let union = isIcelandic ? union.union("þýð".unicodeScalars) : union
    return max(shares.max() ?? 0, 0.9 * share(union, letters) / total)
  }

  private static func share(
    _ alphabet: Set<Unicode.Scalar>, _ letters: [Unicode.Scalar: Int]
  ) -> Double {
    Double(letters.reduce(0) { $0 + (alphabet.contains($1.key) ? $1.value : 0) })
  }
}
