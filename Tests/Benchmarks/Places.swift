import Glibc
import TestSupport

/// The table that is measured: invented places, the same in every run.
///
/// Eleven fields of every kind that an import has to tell apart: a unique code, short texts with
/// and without accents, a choice, a date, an integer, a decimal with gaps, a boolean, an address,
/// tags and a longer text with commas and quotes in it.
enum Places {
  /// The names of the columns.
  static let columns = [
    "Code", "Name", "Town", "Country", "Kind", "Opened", "Seats", "Rating", "Active", "Site",
    "Remarks",
  ]
  /// The columns that a search for words looks at.
  static let textColumns = ["Code", "Name", "Town", "Country", "Kind", "Site", "Remarks"]
  /// What is typed into the filter, which fewer rows have with each letter.
  static let searched = "marina"

  private static let syllables = [
    "ma", "ri", "na", "lo", "ve", "sta", "kor", "bel", "ti", "mon", "dra", "sel", "pé", "grö", "ñu",
    "an", "tho", "wick", "fjor", "das", "éla", "zi", "um", "bra", "nes", "ost", "hau", "lin",
  ]
  private static let countries = [
    "Austria", "Belgium", "Canada", "Denmark", "Estonia", "Finland", "Greece", "Hungary", "Ireland",
    "Japan", "Kenya", "Latvia", "Malta", "Norway", "Poland", "România", "Sweden", "Türkiye",
  ]
  private static let kinds = ["bakery", "cinema", "garage", "library", "museum", "theater"]
  private static let sentences = [
    "Ring twice, the bell is old.", "They call it \"the cellar\".", "Closed in the snow season.",
    "No steps at the side door.", "Ask for Émile.",
    "The last bus leaves at ten, earlier on Sunday.",
  ]

  /// Writes `rows` rows as CSV.
  static func write(_ rows: Int, to path: String) throws {
    guard let file = fopen(path, "w") else { throw BenchError("can't write \(path)") }
    fputs(columns.joined(separator: ",") + "\n", file)
    forEach(in: 1...rows) { _, cells in
      fputs(cells.map(quoted).joined(separator: ",") + "\n", file)
    }
    guard fclose(file) == 0 else { throw BenchError("can't write \(path)") }
  }

  /// Calls `body` with each place's number and cells.
  static func forEach(in numbers: ClosedRange<Int>, _ body: (Int, [String]) throws -> Void) rethrows
  {
    var generator = SeededGenerator(seed: 20)
    for number in numbers { try body(number, row(number, &generator)) }
  }

  private static func row(_ number: Int, _ generator: inout SeededGenerator) -> [String] {
    let town = word(&generator, 2)
    let name = word(&generator, 3)
    return [
      "C\(1_000_000 + number)", "\(name) \(pick(kinds, &generator))", town,
      pick(countries, &generator), pick(kinds, &generator), date(&generator),
      String(generator.number(0...4000)), rating(&generator),
      generator.number(0...1) == 0 ? "true" : "false", "https://www.example.org/\(number)",
      "\(pick(sentences, &generator)) \(pick(sentences, &generator))",
    ]
  }

  private static func word(_ generator: inout SeededGenerator, _ count: Int) -> String {
    let text = (0..<count).map { _ in pick(syllables, &generator) }.joined()
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  private static func date(_ generator: inout SeededGenerator) -> String {
    let (month, day) = (generator.number(1...12), generator.number(1...28))
    return "\(generator.number(1950...2025))-\(month < 10 ? "0" : "")\(month)"
      + "-\(day < 10 ? "0" : "")\(day)"
  }

  private static func rating(_ generator: inout SeededGenerator) -> String {
    guard generator.number(0...9) > 0 else { return "" }
    return "\(generator.number(0...4)).\(generator.number(1...9))"
  }

  private static func pick(_ words: [String], _ generator: inout SeededGenerator) -> String {
    words[generator.number(0...words.count - 1)]
  }

  private static func quoted(_ cell: String) -> String {
    guard cell.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) else {
      return cell
    }
    return "\""
      + cell.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
