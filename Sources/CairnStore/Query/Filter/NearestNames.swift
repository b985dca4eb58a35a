/// The names that somebody probably meant.
public enum NearestNames {
  /// The names most like `wanted`, best first.
  ///
  /// Case and accents count nothing, and up to a third of the letters may be wrong, missing, too
  /// many, or swapped with their neighbor. A beginning of a name is near, too.
  ///
  /// - Parameters:
  ///   - wanted: What was asked for.
  ///   - names: What there is.
  ///   - limit: How many names are given at most.
  /// - Returns: Names of `names`, none if nothing is near.
  public static func nearest(
    to wanted: String, among names: some Sequence<String>, limit: Int = 2
  ) -> [String] {
    let target = Array(SearchFold.fold(wanted))
    let tolerance = max(1, target.count / 3)
    let ranked = names.enumerated().compactMap { offset, name -> (Int, Int, String)? in
      let letters = Array(SearchFold.fold(name))
      let isBeginning = target.count > 1 && letters.starts(with: target)
      let distance = isBeginning ? 1 : distance(target, letters)
      return distance <= tolerance ? (distance, offset, name) : nil
    }
    return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(limit).map(\.2)
  }

  /// How many letters to insert, delete, replace or swap (optimal string alignment).
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var cost = min(last[j] + (left[i] == right[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
