internal import CairnJSON
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens

extension Workspace {
  /// Returns the favorites in order: place, letter, name, title, URL.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the file of favorites can't be read.
  public func favoritesReport(_ format: ReportFormat) throws(AppError) -> String {
    let rows = Array(try favorites().enumerated())
    return ListTable<(offset: Int, element: KeptFavorite)>(
      title: "Favorites",
      columns: [
        .number { UInt64($0.offset + 1) },
        .init(ListColumn("name", width: 4...24)) { _, favorite in
          [favorite.letter.map(String.init), favorite.name].compactMap(\.self)
            .map { "@" + $0 }.joined(separator: " ")
        },
        .init(ListColumn("title", width: 8...60)) { $0.element.title },
        .init(ListColumn("url", title: "URL", width: 8...200)) { $0.element.presentURL },
      ], id: { "\($0.offset)" }, json: \.element.json, rows: { rows }
    ).report(format)
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
