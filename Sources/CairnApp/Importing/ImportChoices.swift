internal import CairnInterchange
internal import CairnNavigation
internal import CairnStore

/// A person's choices about an import, encoded in the URL of its screen.
///
///     cairn://~import?file=bank.csv&delimiter=;&header=4&into=entries&match=Number&map=Notes=
///
/// The words are the options of `cairn import`. A favorite of the screen keeps all choices, and a
/// restart restores them.
struct ImportChoices: Hashable {
  /// The names of the files.
  var files: [String]
  /// The format of all files; `nil` infers it from their names.
  var format: InterchangeFormat?
  /// The options of the import.
  var options = ImportOptions()

  /// The words for choices in a URL.
  static let words = Set(
    ["file", "format", "into", "match", "map", "type", "misfits", "link"]
      + Dialect.Part.allCases.map(\.rawValue))

  /// Creates the default choices for files.
  init(_ files: [String]) {
    self.files = files
  }

  /// Creates the choices in a URL.
  ///
  /// - Throws: ``AppError/usage(_:)`` if a choice can't be read.
  init(_ url: ScreenURL) throws(AppError) {
    files = url.values("file").filter { !$0.isEmpty }
    if let name = url.value("format") {
      format = InterchangeFormat.imported.first { $0.rawValue == name }
      guard format != nil else {
        let names = InterchangeFormat.imported.map(\.rawValue).joined(separator: ", ")
        throw .usage("no format is called \(name); the formats are \(names)")
      }
    }
    options.collection = url.value("into").flatMap { $0.isEmpty ? nil : $0 }
    options.match = url.value("match").flatMap { $0.isEmpty ? nil : $0 }
    for part in Dialect.Part.allCases {
      for word in url.values(part.rawValue) where !word.isEmpty {
        try options.dialect.give(part, word, option: "\(part.rawValue)=")
      }
    }
    for pair in url.values("map") { try options.addMapping(pair, option: "map=") }
    for pair in url.values("type") { try options.addType(pair, option: "type=") }
    for pair in url.values("misfits") { try options.addMisfits(pair, option: "misfits=") }
    for text in url.values("link") { try options.addLink(text, option: "link=") }
  }

  /// The choices as a query.
  var query: [QueryItem] {
    var items = files.map { QueryItem("file", $0) }
    if let format { items.append(QueryItem("format", format.rawValue)) }
    if let into = options.collection { items.append(QueryItem("into", into)) }
    if let match = options.match { items.append(QueryItem("match", match)) }
    for (column, field) in options.mapping.sorted(by: { $0.key < $1.key }) {
      items.append(QueryItem("map", ColumnPair(column: column, word: field).text))
    }
    for part in Dialect.Part.allCases {
      items += options.dialect.words(of: part).map { QueryItem(part.rawValue, $0) }
    }
    items += options.typeWords.map { QueryItem("type", $0) }
    for (column, choice) in options.misfits.sorted(by: { $0.key < $1.key }) {
      items.append(QueryItem("misfits", ColumnPair(column: column, word: choice.word).text))
    }
    return items + options.links.map { QueryItem("link", $0.text) }
  }

  /// Returns whether other choices read the same files in the same way.
  func isOfSameFiles(as other: ImportChoices) -> Bool {
    files == other.files && format == other.format
      && options.dialect.ofReading == other.options.dialect.ofReading
  }

  /// The files' names without their folders.
  var names: String {
    files.map { $0.split(separator: "/").last.map(String.init) ?? $0 }.joined(separator: ", ")
  }

  /// The URL of the import screen with these choices.
  var url: ScreenURL { ImportScreens.url.replacing(query: query) }

  /// Removes the choices for columns that the files don't have.
  ///
  /// - Returns: the names of these columns.
  mutating func forgetColumns(otherThan columns: Set<String>) -> [String] {
    let named = Set(options.mapping.keys).union(options.types.keys)
      .union(options.misfits.keys)
      .union(options.links.map(\.column))
    let gone = named.subtracting(columns)
    for column in gone {
      options.mapping[column] = nil
      options.setType(of: column, nil)
      options.setMisfits(of: column, .refuse)
    }
    options.links.removeAll { gone.contains($0.column) }
    return gone.sorted()
  }
}
