/// How many letters must change to make one word of another.
enum SpellingDistance {
  /// The number of changes, case not counted; nil if the words are too different to be a mistake.
  ///
  /// Words over 64 letters are never a misspelling, which keeps the cost bounded.
  static func between(_ first: String, _ second: String) -> Int? {
    let left = Array(first.lowercased())
    let right = Array(second.lowercased())
    guard left.count <= 64, right.count <= 64 else { return nil }
    let limit = max(1, min(left.count, right.count) / 2)
    guard abs(left.count - right.count) <= limit else { return nil }
    let distance = distance(left, right)
    return distance <= limit ? distance : nil
  }

  /// Levenshtein's distance, one row at a time.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (index, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let above = row[column + 1]
        let replaced = diagonal + (letter == right[column] ? 0 : 1)
        row[column + 1] = min(replaced, above + 1, row[column] + 1)
        diagonal = above
      }
    }
    return row[right.count]
  }
}
