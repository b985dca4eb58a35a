internal import CairnStore

/// The meaning of a field's numbers, judged by its type and name; it decides the totals.
///
///     Pages, Price, Minutes            amounts: a sum makes sense
///     Rating, Percent, Latitude        levels: an average makes sense, a sum doesn't
///     Year, AlbumId, Phone, Zip code   labels: neither makes sense
///
/// The last word of a name decides, so that `YearsOwned` is an amount and `release_year` a label.
/// Words such as `phone` decide anywhere in the name. A number with decimals is never a label.
/// Minimum and maximum make sense for all.
enum NumberMeaning: Hashable {
  case amount
  case level
  case label

  private static let labels: Set = [
    "id", "ids", "uid", "gid", "pid", "uuid", "key", "number", "no", "nr", "num", "code", "year",
    "yr", "month", "day", "week", "port", "index", "position", "version", "edition", "line",
    "track", "disc", "season", "episode", "chapter", "floor",
  ]
  private static let labelsAnywhere: Set = [
    "phone", "telephone", "tel", "mobile", "fax", "zip", "zipcode", "postcode", "postal", "plz",
    "isbn", "issn", "ean", "barcode", "iban", "ssn",
  ]
  private static let levels: Set = [
    "rating", "ratings", "stars", "score", "grade", "rank", "ranking", "priority", "percent",
    "percentage", "pct", "share", "ratio", "rate", "average", "avg", "mean", "median",
    "temperature", "temp", "age", "latitude", "longitude", "lat", "lon", "lng", "bpm", "abv",
    "level",
  ]

  /// Judges the numbers of a type in a field with this name.
  init(of name: String, _ type: AttributeType) {
    let words = Self.words(of: name)
    let last = words.last ?? ""
    if Self.levels.contains(last) {
      self = .level
    } else if type == .integer,
      Self.labels.contains(last) || !Self.labelsAnywhere.isDisjoint(with: words)
    {
      self = .label
    } else {
      self = .amount
    }
  }

  /// The function to use for `function`; `nil` if no total makes sense.
  func total(_ function: Aggregate.Function) -> Aggregate.Function? {
    switch (self, function) {
    case (.level, .sum): .average
    case (.label, .sum), (.label, .average): nil
    default: function
    }
  }

  /// The lower-case words of a name; the same for `AlbumId`, `album_id` and `Album ID`.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasLower = false
    for character in name {
      if !character.isLetter || character.isUppercase && wasLower {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if character.isLetter { word += character.lowercased() }
      wasLower = character.isLowercase
    }
    return word.isEmpty ? words : words + [word]
  }
}
