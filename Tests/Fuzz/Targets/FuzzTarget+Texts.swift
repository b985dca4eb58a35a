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
    guard let predicate = try Predicate.parse(String(decoding: bytes, as: UTF8.self)) else {
      return
    }
    let again = try? Predicate.parse(predicate.description)
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
    let whole = try rows(of: [bytes])
    let middle = bytes.count / 2
    let halves = try? rows(of: [Array(bytes[..<middle]), Array(bytes[middle...])])
    try hold(middle == 0 || halves == whole, "rows do not depend on where the bytes are cut")
    var writer = CSVWriter()
    for row in whole { writer.writeRow(row) }
    let again = try? rows(of: [writer.bytes])
    try hold(again == whole, "rows are read back unchanged written")
  }

  /// The header and the rows that break no rule.
  private static func rows(of blocks: [[UInt8]]) throws -> [[String]] {
    var reader = try CSVReader(
      ByteStream(name: "input", blocks: blocks), delimiter: UInt8(ascii: ","))
    var rows = [reader.columns]
    var row = RawRow()
    while try reader.next(into: &row) {
      if row.problem == nil { rows.append((0..<row.count).map { row.text(at: $0) }) }
    }
    return rows
  }

  static let json = FuzzTarget("json") { bytes in
    let value = try JSONValue(reading: bytes)
    for layout in [JSONWriter.Layout.compact, .pretty] {
      let again = try? JSONValue(reading: value.bytes(layout))
      try hold(again == value, "a value is read back from its text: \(value.text())")
    }
  }
}
