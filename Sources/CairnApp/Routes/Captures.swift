internal import CairnNavigation
internal import CairnRecords
internal import CairnStore

/// The capture types of the app: the types for records, and some for the app's own words.
struct CaptureConverters {
  let snapshot: () -> Snapshot
  let clock: () -> WallClock

  /// The app's own words that work without their `~`, by the number of segments before them.
  static let bareWords: [[String]] = [
    [
      "launcher", "find", "recents", "changes", "conflicts", "jobs", "messages", "model",
      "settings", "routes", "import", "peek", "guide",
    ],
    ["new"], ["edit", "history"],
  ]

  /// Returns the capture types for an unknown store.
  ///
  /// Any word that begins with a letter may be a collection, except for `words`.
  static func ofAnyStore(without words: Set<String>) -> [CaptureConverter] {
    [
      CaptureConverter("collection") { text, _ in
        text.first?.isLetter == true && !words.contains(text)
          ? .accepted(text) : .rejected("no collection is called \(text)")
      },
      CaptureConverter("record") { text, _ in .accepted(text) },
      CaptureConverter("link") { text, _ in .accepted(text) },
    ]
      + bareWords.enumerated().map { depth, words in
        CaptureConverter("word\(depth)") { text, _ in
          words.contains(text) ? .accepted(text) : .rejected("\(text) is not a screen of the app")
        }
      }
  }

  var all: [CaptureConverter] {
    RecordRoutes.converters(of: snapshot, at: clock) + Self.bareWords.indices.map(bareWord)
  }

  /// Returns the capture type for the app's words without `~`, if nothing in the store has such a
  /// name.
  private func bareWord(_ depth: Int) -> CaptureConverter {
    CaptureConverter("word\(depth)") { text, context in
      let word = text.lowercased()
      guard Self.bareWords[depth].contains(word) else {
        return .rejected("\(text) is not a screen of the app")
      }
      if depth == 0, snapshot().model.entity(matching: text) != nil {
        return .rejected("\(text) is a collection")
      }
      if depth == 1, isRecord(Array(context.url.segments.prefix(2))) {
        return .rejected("\(text) is a record")
      }
      if depth == 2, let collection = context.url.segments.first,
        snapshot().model.entity(matching: collection)?.relationship(matching: text) != nil
      {
        return .rejected("\(text) is a link")
      }
      return .accepted(word)
    }
  }

  private func isRecord(_ segments: [String]) -> Bool {
    let address = try? StoreAddress(ScreenURL(segments), in: snapshot(), at: clock())
    if case .record = address { return true }
    return false
  }
}
