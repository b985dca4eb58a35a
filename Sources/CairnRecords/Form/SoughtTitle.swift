internal import CairnStore

/// What a person types to pick a record by its title, of which few letters have to do.
struct SoughtTitle {
  /// How a title has what is typed, the best first.
  private enum Fit: Int, CaseIterable {
    case whole
    /// It begins so.
    case beginning
    /// Its words begin so.
    case words
    /// It has it somewhere.
    case within
    /// Other texts of the record do.
    case elsewhere
  }

  private let text: [UInt8]
  private let words: [ByteSearch]

  /// Reads words between blanks.
  init(_ words: [String]) {
    let folded = words.map(SearchFold.foldedBytes).filter { !$0.isEmpty }
    self.words = folded.map(ByteSearch.init)
    text = Array(folded.joined(separator: [0x20]))
  }

  /// The best of some records, and those that are as good in the order that they had.
  ///
  /// Cost: a look at the title of each.
  func best(of rows: some Sequence<Row>, limit: Int) -> [Row] {
    var found = Fit.allCases.map { _ in [Row]() }
    for row in rows {
      let fit = fit(of: SearchFold.foldedBytes(row.title)).rawValue
      if found[fit].count < limit { found[fit].append(row) }
    }
    return Array(found.joined().prefix(limit))
  }

  private func fit(of title: [UInt8]) -> Fit {
    if title == text { return .whole }
    if title.starts(with: text) { return .beginning }
    var fit = Fit.words
    for word in words {
      guard let first = word.firstMatch(in: title, 0..<title.count) else { return .elsewhere }
      var place: Int? = first
      while let found = place, !Self.isWordStart(found, in: title) {
        place = word.firstMatch(in: title, (found + 1)..<title.count)
      }
      if place == nil { fit = .within }
    }
    return fit
  }

  private static func isWordStart(_ place: Int, in title: [UInt8]) -> Bool {
    guard place > 0 else { return true }
    let byte = title[place - 1]
    // Bytes of longer letters are beyond ASCII.
    return !(byte >= 0x80 || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte))
  }
}
