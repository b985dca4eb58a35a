internal import CairnStore

/// The search for the encoding of a text that is not Unicode.
///
/// Any bytes are text in most encodings, so an encoding counts only if it gives plausible words:
/// with letters of one script, in the usual cases, without signs between letters, and with the
/// letters that a language uses most. Two encodings that give the same text are equally good.
struct EncodingGuess {
  /// An encoding, and how plausible the text is in it.
  struct Candidate {
    let encoding: TextEncoding
    /// From 0 for nonsense to 1 for words of one language.
    let score: Double
  }

  /// The encodings, the likeliest first.
  let candidates: [Candidate]
  /// The lines that are not UTF-8.
  private let sample: [UInt8]
  /// The first of these lines, which show a person how each encoding reads.
  private let lines: [[UInt8]]
  /// The number of bytes that are not ASCII.
  private let count: Int

  /// The lowest score of plausible text.
  private static let plausible = 0.8
  /// The lead that the likeliest encoding needs.
  private static let lead = 0.12
  /// The fewest bytes outside ASCII from which an encoding other than Windows-1252 is guessed.
  private static let fewest = 9
  /// The number of encodings that a person can choose from.
  private static let offered = 3
  /// The number of lines that show how an encoding reads.
  private static let shownLines = 3

  /// The encodings to try, those of more files first.
  private static let names = [
    "Windows-1252", "Windows-1250", "Windows-1251", "Windows-1254", "Windows-1253", "Windows-1257",
    "GBK", "Big5", "Shift_JIS", "EUC-JP", "EUC-KR", "Windows-1255", "Windows-1256", "ISO-8859-2",
    "ISO-8859-15", "ISO-8859-5", "KOI8-R", "KOI8-U", "IBM866", "MacRoman", "IBM437", "IBM850",
    "IBM852", "ISO-8859-11",
  ]

  /// Judges all encodings by a sample of the input.
  init(of sample: [UInt8]) {
    let sample = Self.relevant(sample)
    self.sample = sample
    count = sample.count { $0 >= 0x80 }
    lines = sample.split(whereSeparator: Byte.endsLine).lazy
      .filter { $0.contains { $0 >= 0x80 } }.prefix(Self.shownLines).map(Self.excerpt)
    let judged = Self.names.compactMap { TextEncoding(named: $0) }.map { encoding in
      let score =
        encoding.kind == .singleByte
        ? LetterEvidence(sample, SingleByteDecoder(encoding)).score
        : PairEvidence(sample, encoding.name).score
      return Candidate(encoding: encoding, score: score)
    }
    candidates = judged.enumerated().sorted {
      ($1.element.score, $0.offset) < ($0.element.score, $1.offset)
    }.map(\.element)
  }

  /// Returns the lines of a sample that are not UTF-8, at most 16 KB.
  ///
  /// Lines of UTF-8 tell nothing about the encoding of the others.
  private static func relevant(_ sample: [UInt8]) -> [UInt8] {
    var lines: [UInt8] = []
    for line in sample.split(separator: Byte.lineFeed)
    where UTF8Check.firstInvalidByte(in: line) != nil {
      lines += line + [Byte.lineFeed]
      if lines.count > 1 << 14 { break }
    }
    return lines
  }

  /// The encoding, if the text is plausible in one only; `nil` otherwise.
  var encoding: TextEncoding? {
    guard let best = candidates.first, best.score >= Self.plausible else { return nil }
    // Western European text is plausible in the encodings of its neighbors, too.
    let western = candidates.first { $0.encoding == .windows1252 }
    if let western, western.score >= Self.plausible, western.score >= best.score - 0.01 {
      return .windows1252
    }
    guard count >= Self.fewest else { return nil }
    let text = best.encoding.kind == .singleByte ? best.encoding.text(of: sample) : nil
    for other in candidates.dropFirst() where other.score > best.score - Self.lead {
      guard text != nil, other.encoding.kind == .singleByte,
        other.encoding.text(of: sample) == text
      else { return nil }
    }
    return best.encoding
  }

  /// Returns the encoding.
  ///
  /// - Throws: `InterchangeError.unclearEncoding` with the likeliest ones if there is no plausible
  ///   one, or several.
  func encoding(of name: String) throws(InterchangeError) -> TextEncoding {
    if let encoding { return encoding }
    throw .unclearEncoding(name: name, samples: samples)
  }

  /// The likeliest encodings that give different texts, each with the text of a few lines.
  var samples: [EncodingSample] {
    var samples: [EncodingSample] = []
    for candidate in candidates where samples.count < Self.offered {
      let texts = lines.compactMap { Self.text(of: $0, in: candidate.encoding) }
      let text = texts.joined(separator: " · ")
      guard !texts.isEmpty, texts.count == lines.count,
        !samples.contains(where: { $0.text == text })
      else { continue }
      samples.append(EncodingSample(encoding: candidate.encoding, text: text))
    }
    return samples
  }

  /// Returns at most 200 bytes of a line, with its first letter outside ASCII.
  private static func excerpt(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let place = line.firstIndex { $0 >= 0x80 } ?? line.startIndex
    // The bytes before the letter are ASCII, so the cut is between two characters.
    return Array(line[max(line.startIndex, place - 40)...].prefix(200))
  }

  private static func text(of line: [UInt8], in encoding: TextEncoding) -> String? {
    // The cut of a long line may be within a character.
    (0...3).lazy.compactMap { encoding.text(of: line.dropLast($0)) }.first?.excerptOutsideASCII
  }
}

/// A few lines of an input as one of several encodings reads them.
public struct EncodingSample: Hashable, Sendable {
  /// The encoding.
  public let encoding: TextEncoding
  /// The texts of the lines, with points between them.
  public let text: String
}
