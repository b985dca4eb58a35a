internal import CairnJSON
internal import CairnNavigation
internal import CairnRecords

extension Workspace {
  /// The favorites in order: place, letter, name, title, URL.
  ///
  /// - Throws: ``AppError/failed(_:)`` when their file can't be read.
  public func favoritesReport(_ format: ReportFormat) throws(AppError) -> String {
    let favorites = try favorites()
    switch format {
    case .json: return JSONValue.array(favorites.map(\.json)).report
    case .text:
      guard !favorites.isEmpty else { return "" }
      var table = TextTable([
        TextTable.Column(title: "#", isTrailing: true),
        TextTable.Column(title: "Name", isTrailing: false),
        TextTable.Column(title: "Title", isTrailing: false),
        TextTable.Column(title: "URL", isTrailing: false),
      ])
      for (index, favorite) in favorites.enumerated() {
        let names = [favorite.letter.map(String.init), favorite.name].compactMap(\.self)
        table.append([
          "\(index + 1)", names.map { "@" + $0 }.joined(separator: " "), favorite.title,
          favorite.presentURL,
        ])
      }
      return table.lines.joined(separator: "\n") + "\n"
    }
  }
}

extension KeptFavorite {
  var json: JSONValue {
    [
      "url": .string(presentURL), "title": .string(title),
      "letter": .optional(letter.map(String.init)),
      "name": .optional(name), "section": .optional(section.isEmpty ? nil : section),
      "glyph": .optional(glyph.map { String($0) }),
    ]
  }
}
