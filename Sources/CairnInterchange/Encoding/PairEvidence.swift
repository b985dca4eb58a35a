/// The evidence that a sample is text in an East Asian encoding, from the positions of its bytes.
///
/// The standards sort the characters by frequency: the few thousand usual ones come first. So text
/// has hardly any pair outside that zone, and Japanese text has many pairs of kana.
struct PairEvidence {
  private var usual = 0
  private var rare = 0
  private var kana = 0
  private var invalid = 0
  private let name: String

  /// Examines the characters outside ASCII.
  init(_ sample: [UInt8], _ name: String) {
    self.name = name
    var rest = sample[...]
    while let first = rest.first {
      guard first >= 0x80 else {
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(take(first, rest.dropFirst().first))
    }
  }

  /// Counts a character, and returns its length in bytes.
  private mutating func take(_ first: UInt8, _ second: UInt8?) -> Int {
    if name == "Shift_JIS", (0xA1...0xDF).contains(first) {
      // Half-width kana are in old files only.
      rare += 1
      return 1
    }
    guard let second, isPair(first, second) else {
      invalid += 1
      return 1
    }
    if isKana(first) { kana += 1 }
    if isUsual(first) { usual += 1 } else if !isPunctuation(first) { rare += 1 }
    return 2
  }

  private func isPair(_ first: UInt8, _ second: UInt8) -> Bool {
    switch name {
    case "Shift_JIS":
      (0x81...0x9F).contains(first) || (0xE0...0xFC).contains(first)
        ? second >= 0x40 && second != 0x7F && second <= 0xFC : false
    case "Big5":
      (0xA1...0xF9).contains(first)
        && ((0x40...0x7E).contains(second) || (0xA1...0xFE).contains(second))
    case "GBK": (0x81...0xFE).contains(first) && second >= 0x40 && second != 0x7F && second != 0xFF
    default: (0xA1...0xFE).contains(first) && (0xA1...0xFE).contains(second)
    }
  }

  private func isUsual(_ first: UInt8) -> Bool {
    switch name {
    case "Shift_JIS": (0x82...0x83).contains(first) || (0x88...0x97).contains(first)
    case "EUC-JP": (0xA4...0xA5).contains(first) || (0xB0...0xCF).contains(first)
    case "EUC-KR": (0xB0...0xC8).contains(first)
    case "Big5": (0xA4...0xC6).contains(first)
    default: (0xB0...0xD7).contains(first)
    }
  }

  private func isKana(_ first: UInt8) -> Bool {
    switch name {
    case "Shift_JIS": (0x82...0x83).contains(first)
    case "EUC-JP": (0xA4...0xA5).contains(first)
    default: false
    }
  }

  private func isPunctuation(_ first: UInt8) -> Bool {
    name == "Shift_JIS" ? first == 0x81 : (0xA1...0xA3).contains(first)
  }

  /// How plausible the text is, from 0 to 1.
  var score: Double {
    let total = Double(usual + rare)
    guard total > 0 else { return 0 }
    let share = Double(usual) / total
    let errors = Double(invalid) / (total + Double(invalid))
    // Kana are proof of Japanese; without any, names and places may still be Japanese.
    let isJapanese = name == "Shift_JIS" || name == "EUC-JP"
    let language = isJapanese && kana == 0 ? 0.85 : 1
    return max(0, share * language * (1 - 10 * errors))
  }
}
