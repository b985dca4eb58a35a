internal import CairnNavigation
internal import CairnRecords
internal import CairnStore

/// The name of a collection in a URL, spelled in the plural.
struct CollectionCapture: CaptureValue {
  static let captureType = CaptureType.registered("collection")
  let captureText: String
}

/// What names a record in a URL; where there is one, its key.
struct RecordCapture: CaptureValue {
  static let captureType = CaptureType.registered("record")
  let captureText: String
}

/// The name of a record's link in a URL.
struct LinkCapture: CaptureValue {
  static let captureType = CaptureType.registered("link")
  let captureText: String
}

/// The capture types of the app, which ask the store what a text means now.
///
/// A record that is gone still is a record to the map, so that its screen can say what happened; a
/// collection that isn't there is none, and the wildcard's screen names the nearest.
struct CaptureConverters {
  let snapshot: () -> Snapshot
  let clock: () -> WallClock

  /// The app's own words that may lack their `~`, by how many segments precede them.
  static let bareWords: [[String]] = [
    [
      "launcher", "find", "recents", "changes", "conflicts", "jobs", "messages", "model",
      "settings", "routes", "import", "peek", "guide",
    ],
    ["new"], ["edit", "history"],
  ]

  /// The same types where no store is asked: whatever begins with a letter may be a collection,
  /// unless it is known to be none.
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
    [collection, record, link] + Self.bareWords.indices.map(bareWord)
  }

  private var collection: CaptureConverter {
    CaptureConverter("collection") { text, _ in
      guard let entity = snapshot().model.entity(matching: text) else {
        return .rejected("no collection called \(text)")
      }
      return .accepted(entity.plural)
    }
  }

  private var record: CaptureConverter {
    CaptureConverter("record") { text, context in
      guard !text.hasPrefix("~") else { return .rejected("\(text) is a screen of the app") }
      let url = ScreenURL(Array(context.url.segments.prefix(2)))
      return .accepted(snapshot().canonical(url, at: clock()).segments.last ?? text)
    }
  }

  private var link: CaptureConverter {
    CaptureConverter("link") { text, context in
      let entity = context.earlier["collection"].flatMap(snapshot().model.entity(matching:))
      guard case .relationship(let link)? = entity?.property(matching: text) else {
        return .rejected("\(entity?.plural ?? "they") have no link \(text)")
      }
      return .accepted(link.name.lowercased())
    }
  }

  /// A word of the app's own without its `~`, where nothing of the store has the name.
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
