import CairnInterchange
import CairnJSON
import CairnNavigation
import CairnStore

// What was read is read again from what is printed of it.
extension FuzzTarget {
  static let model = FuzzTarget("model") { bytes in
    let model = try ObjectModel(parsing: String(decoding: bytes, as: UTF8.self))
    let again = try? ObjectModel(parsing: model.text)
    try hold(again == model, "a model is read back from its text: \(model.text)")
  }

  static let filter = FuzzTarget("filter") { bytes in
    guard let predicate = try RecordPredicate.parse(String(decoding: bytes, as: UTF8.self)) else {
      return
    }
    let again = try? RecordPredicate.parse(predicate.description)
    try hold(again == predicate, "a filter is read back from its text: \(predicate)")
  }

  static let address = FuzzTarget("address") { bytes in
    let uri = try ObjectURI(parsing: String(decoding: bytes, as: UTF8.self))
    let again = try? ObjectURI(parsing: uri.description)
    try hold(again == uri, "an address is read back from its text: \(uri)")
  }

  static let url = FuzzTarget("url") { bytes in
    let url = try ScreenURL(parsing: String(decoding: bytes, as: UTF8.self))
    let again = try? ScreenURL(parsing: url.text)
    try hold(again == url, "a URL is read back from its text: \(url.text)")
  }

  /// A pattern on the first line, a URL on the second.
  static let pattern = FuzzTarget("pattern") { bytes in
    let lines = bytes.split(separator: 10, maxSplits: 1, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let pattern = try Pattern(lines[0])
    let again = try? Pattern(pattern.text)
    try hold(again == pattern, "a pattern is read back from its text: \(pattern)")
    guard lines.count == 2 else { return }
    let match = try pattern.match(try ScreenURL(parsing: lines[1])).get()
    let second = try? pattern.match(match.url).get()
    try hold(second?.values == match.values, "a pattern takes the URL that it names again")
  }

  static let csv = FuzzTarget("csv") { bytes in
    var dialect = Dialect()
    dialect.delimiter = UInt8(ascii: ",")
    let whole = try table(of: [bytes], dialect, isExact: true).rows
    let middle = bytes.count / 2
    let halves = try? table(
      of: [Array(bytes[..<middle]), Array(bytes[middle...])], dialect, isExact: true
    ).rows
    try hold(middle == 0 || halves == whole, "rows do not depend on where the bytes are cut")
    var writer = CSVWriter()
    for row in whole { writer.writeRow(row) }
    let again = try? table(of: [writer.bytes], dialect, isExact: true).rows
    try hold(again == whole, "rows are read back unchanged written")
  }

  /// The dialect is found in the first bytes.
  static let dialect = FuzzTarget("dialect") { bytes in
    let (dialect, whole) = try table(of: [bytes], Dialect(), isExact: false)
    let middle = bytes.count / 2
    let halves = try? table(
      of: [Array(bytes[..<middle]), Array(bytes[middle...])], Dialect(), isExact: false)
    try hold(middle == 0 || halves?.rows == whole, "what is found does not depend on the blocks")
    let told = try? table(of: [bytes], dialect, isExact: false)
    try hold(
      told?.rows == whole,
      "the dialect that was found is given back: \(dialect) \(whole) \(told?.rows ?? [])"
    )
  }

  /// The dialect that was found, the header, and the rows that break no rule.
  private static func table(
    of blocks: [[UInt8]], _ dialect: Dialect, isExact: Bool
  ) throws -> (dialect: Dialect, rows: [[String]]) {
    var reader = try CSVReader(
      ByteStream(name: "input", blocks: blocks), dialect, isExact: isExact)
    var rows = [reader.columns]
    var row = RawRow()
    while try reader.next(into: &row) {
      if row.problem == nil { rows.append((0..<row.count).map { row.text(at: $0) }) }
    }
    return (reader.found, rows)
  }

  static let json = FuzzTarget("json") { bytes in
    let value = try JSONValue(reading: bytes)
    for layout in [JSONWriter.Layout.compact, .pretty] {
      let again = try? JSONValue(reading: value.bytes(layout))
      try hold(again == value, "a value is read back from its text: \(value.text())")
    }
  }
}
