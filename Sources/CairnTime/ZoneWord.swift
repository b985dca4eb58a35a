/// The words after a time that name a zone with one offset: `UTC`, `CET`, `EDT`.
///
/// The American zones are those of RFC 5322. Words that mean different offsets in different
/// countries, such as `IST` and `BST`, are not among them.
enum ZoneWord {
  private static let offsets: [String: Int64] = {
    let hours: [String: Int64] = [
      "UTC": 0, "GMT": 0, "UT": 0, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "MEZ": 1, "MESZ": 2,
      "EET": 2, "EEST": 3, "MSK": 3, "JST": 9, "AEST": 10, "AEDT": 11, "EST": -5, "EDT": -4,
      "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    ]
    return hours.mapValues { $0 * 60 }
  }()

  /// Returns the offset of a zone from universal time in minutes, east positive.
  static func offset(of word: String) -> Int64? { offsets[word.uppercased()] }
}
