internal import CairnFiles

/// Brings the model's file up to date without losing what anybody else writes in it.
struct ModelFold {
  let folder: StoreFolder
  /// Where the file is written, which is elsewhere where a link stands in its place.
  let path: String
  let problems: ProblemLog
  /// What the journal does to the model, in order.
  let changes: [ModelChange]

  private var exchange: FileExchange {
    FileExchange(
      folder: folder, path: path, isLinked: path != folder.model, keptName: "model.rec",
      problems: problems)
  }

  /// Writes the file if it lacks something, and waits until it and its name are on the disk.
  ///
  /// - Throws: `StoreError.invalidModel` when the file has mistakes by now; it stays as it is.
  func run() throws(StoreError) {
    guard !changes.isEmpty else { return }
    try absorbLeftovers()
    let found = try readFile()
    let text = try StoreFolder.modelText(found.text)
    let new = try replayed(on: text)
    if new != text { try write(new, expecting: found.state) }
    try folder.perform { fileSystem throws(FileError) in
      try fileSystem.synchronizeFolder(path.parentFolder)
    }
  }

  private func write(_ text: String, expecting state: FileFingerprint?) throws(StoreError) {
    var (text, expected) = (text, state)
    while true {
      switch try exchange.put(Array(text.utf8), expecting: expected) {
      case .done: return
      case .overtaken: break
      case .overtakenTwice: try exchange.keepSwap()
      }
      // Somebody wrote the file between reading it and exchanging it: merge theirs, try again.
      let found = try readFile()
      (text, expected) = (try replayed(on: try StoreFolder.modelText(found.text)), found.state)
    }
  }

  private func readFile() throws(StoreError) -> (text: [UInt8], state: FileFingerprint?) {
    let found = try folder.readSettled(folder.model, atMost: FileExchange.patience)
    if found.state == nil { throw .file(.notFound(.read, path: folder.model)) }
    return found
  }

  private func replayed(on text: String) throws(StoreError) -> String {
    let replay = ModelReplay(changes, on: text, try ObjectModel(parsing: text))
    problems.add(replay.problems)
    return replay.text
  }

  private func swappedText() throws(StoreError) -> String {
    try StoreFolder.modelText(
      try folder.readSettled(exchange.swap, atMost: FileExchange.patience).text)
  }

  /// Deals with what an interrupted fold left: a draft may be torn, a swapped file is whole.
  private func absorbLeftovers() throws(StoreError) {
    try exchange.removeDraft()
    guard try folder.fingerprint(of: exchange.swap) != nil else { return }
    let current = try folder.modelText()
    let swapped = try? swappedText()
    // Interrupted behind the exchange, or before it.
    let isKnown = swapped.map {
      (try? replayed(on: $0)) == current || (try? replayed(on: current)) == $0
    }
    if isKnown == true {
      try exchange.removeSwap()
    } else {
      try exchange.keepSwap()
    }
  }
}
