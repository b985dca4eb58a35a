internal import CairnInterface
public import CairnScreens
public import CairnStore

/// Which columns a list of records shows, and what stands in their cells.
public struct RecordColumns: Sendable {
  private struct Column: Sendable {
    let path: FieldPath
    let content: FieldDisplay
    let shape: ListColumn
  }

  private let columns: [Column]

  /// The columns as a list screen wants them.
  public var shapes: [ListColumn] { columns.map(\.shape) }

  /// Plans the columns of a list.
  ///
  /// - Parameters:
  ///   - query: the list's query, whose own columns go first.
  ///   - entity: what the list shows.
  ///   - snapshot: where linked records' titles are looked up.
  ///   - clock: how moments are written.
  ///   - sample: the records whose texts decide the widths; `nil` for some from the whole collection.
  ///   - hasExtras: whether other fields follow, for lists with room to spare, where the query has
  ///     no columns.
  /// - Throws: `FilterError` for a column that the entity doesn't have.
  public init(
    _ query: RecordQuery, of entity: Entity, in snapshot: Snapshot, at clock: WallClock,
    measuring sample: [Row]? = nil, withExtras hasExtras: Bool = false
  ) throws(FilterError) {
    var columns: [Column] = []
    let choices = try Self.choices(query, entity)
    let extras =
      hasExtras && query.columns == nil
      ? Self.extras(of: entity, from: query.request.origin, in: snapshot, beside: choices) : []
    let sample = sample ?? snapshot.table(entity.name)?.sample(Self.sampleSize) ?? []
    for (place, choice) in (choices + extras).enumerated() {
      let path = choice.field
      let content = try FieldDisplay(path, of: entity, in: snapshot, at: clock)
      let isTitle = path.description == entity.titleAttribute?.name
      let isExtra = place >= choices.count
      // What may not be seen at all is measured in fewer records.
      let measured = isExtra ? Array(sample.prefix(Self.extraSampleSize)) : sample
      let title = snapshot.model.present(path, of: entity).description
      var shape = Self.shape(path.description, title, content, isTitle: isTitle, measured)
      (shape.chosenWidth, shape.isExtra) = (choice.width, isExtra)
      columns.append(Column(path: path, content: content, shape: shape))
    }
    self.columns = columns
  }

  /// The columns of which there are totals, by their places, and how each is computed: a sum that
  /// would mean nothing is left out, or an average stands for it.
  func totals(
    _ function: Aggregate.Function
  ) -> [(index: Int, aggregate: Aggregate)] {
    columns.enumerated().compactMap { index, column in
      guard let type = column.content.type, function.takes(type),
        let meant = NumberMeaning(of: column.path.names.last ?? "", type).total(function)
      else { return nil }
      return (index, Aggregate(meant, of: column.path))
    }
  }

  /// The values of a row, each with the condition that records with it meet; without long texts and
  /// data.
  func conditions(
    of row: Row, in snapshot: Snapshot, at clock: WallClock
  ) -> [(title: String, condition: Predicate)] {
    columns.filter { ![.text, .data].contains($0.content.type) }.flatMap { column in
      ((try? snapshot.values(of: column.path, in: row, at: clock)) ?? []).map { value in
        let title = value.value == nil ? "(none)" : value.title
        return ("\(column.shape.title): \(title)", value.condition(on: column.path))
      }
    }
  }

  /// The text of a row's cell in one column.
  func cell(_ column: Int, of row: Row) -> String { columns[column].content.text(of: row) }

  /// Whether a column has text that is sorted by its letters.
  func isText(_ column: Int) -> Bool {
    [.string, .text, .email, .url].contains(columns[column].content.type)
  }

  /// The texts of a row's cells.
  public func cells(of row: Row) -> [String] {
    columns.map { $0.content.text(of: row) }
  }

  /// The texts of a row's cells as other programs read them; `nil` for no value.
  public func exported(_ row: Row) -> [String?] {
    columns.map { $0.content.exportText(of: row) }
  }

  private static func choices(
    _ query: RecordQuery, _ entity: Entity
  ) throws(FilterError) -> [ColumnChoice] {
    if let columns = query.columns, !columns.isEmpty { return columns }
    let names = query.showsAllColumns ? entity.properties.map(\.name) : entity.listedFields
    return try names.map { (name) throws(FilterError) in ColumnChoice(try FieldPath.parse(name)) }
  }

  /// The fields that a list shows beside its columns where there is room to spare.
  ///
  /// They are what records link to, unless that is the one whose list it is, and then the other
  /// attributes; beside columns of the model only what records are a part of, as an ingredient's
  /// recipe.
  private static func extras(
    of entity: Entity, from origin: FetchRequest.Origin?, in snapshot: Snapshot,
    beside choices: [ColumnChoice]
  ) -> [ColumnChoice] {
    let isChosen = !entity.columns.isEmpty
    let shown = Set(choices.map { "\($0.field)" })
    let way = origin.flatMap { snapshot.model[$0.id.entity]?.relationship($0.relationship) }
    // No more titles are read for them than a key waits for.
    var most = RecordFetch.shortCount
    let candidates = isChosen ? snapshot.model.ownerLinks(of: entity) : entity.relationships
    let links = candidates.filter { link in
      guard link.isStored, !link.isToMany, link.name != way?.inverse, !shown.contains(link.name),
        let count = count(of: link.destination, in: snapshot, atMost: most)
      else { return false }
      most -= count
      return true
    }
    let attributes = (isChosen ? [] : entity.attributes).filter { attribute in
      attribute.type != .text && attribute.type != .data && attribute.name != entity.handle
    }
    return (links.map(\.name) + attributes.map(\.name)).filter { !shown.contains($0) }
      .prefix(extraCount).compactMap { try? FieldPath.parse($0) }.map { ColumnChoice($0) }
  }

  /// How many records an entity has; `nil` where these are more than `most`, which are not read.
  private static func count(
    of entity: String, in snapshot: Snapshot, atMost most: Int
  ) -> Int? {
    guard let unread = try? snapshot.unreadCount(of: entity), unread <= most,
      let count = snapshot.table(entity)?.count, count <= most
    else { return nil }
    return count
  }

  /// More than fit on a screen of 200 columns would be measured in vain.
  private static let extraCount = 10

  /// How wide a column may be: as its texts are, so that short ones leave room for long ones.
  ///
  /// Measured are records of the collection, not of the result: a filter moves no column.
  private static func shape(
    _ name: String, _ title: String, _ content: FieldDisplay, isTitle: Bool, _ sample: [Row]
  ) -> ListColumn {
    let widest = sample.reduce(GlyphWidth.columns(of: title) + sortMarkWidth) {
      max($0, GlyphWidth.columns(of: content.text(of: $1)))
    }
    switch content.type {
    case .integer, .decimal, .double:
      let width = min(widest, 16)
      return ListColumn(name, title: title, alignment: .trailing, width: width...width)
    case .date, .datetime, .localtime:
      // A moment in a repeated hour also has its offset.
      let most = content.type == .datetime ? 22 : 16
      return ListColumn(name, title: title, width: min(widest, 16)...min(widest, most))
    default:
      let least = min(widest, isTitle ? 24 : wholeWidth)
      var column = ListColumn(name, title: title, width: least...min(widest, isTitle ? 60 : 40))
      column.fullWidth = widest
      return column
    }
  }

  /// The room that a header needs for the mark of the sort.
  private static let sortMarkWidth = 1

  /// Texts up to this width are shown whole or not at all: better a column less than all of them
  /// cut.
  private static let wholeWidth = 18

  /// How many records are measured; reading them costs less than drawing does.
  private static let sampleSize = 200
  private static let extraSampleSize = 40
}

extension Entity {
  /// The fields that a list shows where nobody chose: the model's columns, else the title and the
  /// first five others that are neither long text nor data.
  public var listedFields: [String] {
    if !columns.isEmpty { return columns }
    let title = titleAttribute?.name
    let short = attributes.filter { $0.type != .text && $0.type != .data && $0.name != title }
    return (title.map { [$0] } ?? []) + short.prefix(5).map(\.name)
  }
}

extension Table {
  /// About `count` rows from all over the table, the last one among them.
  func sample(_ count: Int) -> [Row] {
    let step = max(1, self.count / count)
    return chunks.flatMap { chunk in
      // From the end, as the last rows often have the longest numbers.
      stride(from: chunk.count - 1, through: 0, by: -step).map { Row(chunk: chunk, index: $0) }
    }
  }
}

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
