internal import CairnStore

/// What the numbers of a field mean, as far as its type and its name tell; by it totals are made.
///
///     Pages, Price, Minutes            amounts: their sum means something
///     Rating, Percent, Latitude        levels: their average does, and a sum doesn't
///     Year, AlbumId, Phone, Zip code   labels: neither does
///
/// The last word of a name says what a number is, so that `YearsOwned` is an amount and
/// `release_year` a label; words such as `phone` say it wherever they stand. A number with decimals
/// is no label. Which is the least or the greatest can be asked of all.
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

  /// What numbers of a type mean in a field of a name.
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

  /// What is computed where `function` is asked for; `nil` where nothing means anything.
  func total(_ function: Aggregate.Function) -> Aggregate.Function? {
    switch (self, function) {
    case (.level, .sum): .average
    case (.label, .sum), (.label, .average): nil
    default: function
    }
  }

  /// The words of a name in lower case: of `AlbumId`, `album_id` and `Album ID` the same.
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
