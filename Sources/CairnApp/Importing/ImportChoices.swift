internal import CairnInterchange
internal import CairnNavigation
internal import CairnStore

/// What a person has decided about an import, as its screen's URL says it.
///
///     cairn://~import?file=bank.csv&into=entries&match=Number&type=Zip=string&map=Notes=
///
/// The words are those of `cairn import`, so that a favorite of the screen keeps all decisions, and
/// a restart comes back to them.
struct ImportChoices: Hashable {
  /// The files, as they were named.
  var files: [String]
  /// The form of all files; `nil` asks their names.
  var format: InterchangeFormat?
  /// What the import is asked to do.
  var options = ImportOptions()

  /// The words in a URL that say them.
  static let words: Set<String> = [
    "file", "format", "into", "match", "map", "type", "link", "zone",
  ]

  /// Choices about files, with nothing decided.
  init(_ files: [String]) {
    self.files = files
  }

  /// The choices that a URL says.
  ///
  /// - Throws: ``AppError/usage(_:)`` for what can't be read.
  init(_ url: ScreenURL) throws(AppError) {
    files = url.values("file").filter { !$0.isEmpty }
    if let name = url.value("format") {
      format = InterchangeFormat(rawValue: name)
      guard format != nil else {
        let names = InterchangeFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw .usage("no format is called \(name); the formats are \(names)")
      }
    }
    options.collection = url.value("into").flatMap { $0.isEmpty ? nil : $0 }
    options.match = url.value("match").flatMap { $0.isEmpty ? nil : $0 }
    options.zone = url.value("zone").flatMap { $0.isEmpty ? nil : $0 }
    for pair in url.values("map") { try options.addMapping(pair, option: "map=") }
    for pair in url.values("type") { try options.addType(pair, option: "type=") }
    for text in url.values("link") { try options.addLink(text, option: "link=") }
  }

  /// The query that says them.
  var query: [QueryItem] {
    var items = files.map { QueryItem("file", $0) }
    if let format { items.append(QueryItem("format", format.rawValue)) }
    if let into = options.collection { items.append(QueryItem("into", into)) }
    if let match = options.match { items.append(QueryItem("match", match)) }
    for (column, field) in options.mapping.sorted(by: { $0.key < $1.key }) {
      items.append(QueryItem("map", ColumnPair(column: column, word: field).text))
    }
    if let zone = options.zone { items.append(QueryItem("zone", zone)) }
    items += options.typeWords.map { QueryItem("type", $0) }
    return items + options.links.map { QueryItem("link", $0.text) }
  }

  /// Whether the same is read for other choices.
  func isOfSameFiles(as other: ImportChoices) -> Bool {
    files == other.files && format == other.format
  }

  /// The files' names without their folders.
  var names: String {
    files.map { $0.split(separator: "/").last.map(String.init) ?? $0 }.joined(separator: ", ")
  }

  /// The URL of the screen with them.
  var url: ScreenURL { ImportScreens.url.replacing(query: query) }

  /// Forgets what was decided about columns that the files don't have.
  ///
  /// - Returns: these columns.
  mutating func forgetColumns(otherThan columns: Set<String>) -> [String] {
    let named = Set(options.mapping.keys).union(options.types.keys)
      .union(options.links.map(\.column))
    let gone = named.subtracting(columns)
    for column in gone {
      options.mapping[column] = nil
      options.setType(of: column, nil)
    }
    options.links.removeAll { gone.contains($0.column) }
    return gone.sorted()
  }
}
