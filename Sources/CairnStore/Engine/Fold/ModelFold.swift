internal import CairnFiles

/// Writes the model's changes to its file without losing the edits of other programs.
struct ModelFold {
  let folder: StoreFolder
  /// The path that is written: the target, if the file is a link.
  let path: String
  let problems: ProblemLog
  /// The journal's changes of the model, in order.
  let changes: [ModelChange]

  private var exchange: FileExchange {
    FileExchange(
      folder: folder, path: path, isLinked: path != folder.model, keptName: "model.rec",
      problems: problems)
  }

  /// Writes the file if it lacks a change, and waits until it and its name are on the disk.
  ///
  /// - Throws: `StoreError.invalidModel` if the file has mistakes now; it stays unchanged.
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
      // Another program wrote the file between the read and the exchange: merge its text, and try
      // again.
      let found = try readFile()
      (text, expected) = (try replayed(on: try StoreFolder.modelText(found.text)), found.state)
    }
  }

  private func readFile() throws(StoreError) -> (text: [UInt8], state: FileFingerprint?) {
    let found = try folder.readSettled(folder.model, atMost: FileExchange.timeout)
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
      try folder.readSettled(exchange.swap, atMost: FileExchange.timeout).text)
  }

  /// Handles the leftovers of an interrupted fold: a draft may be torn, a swapped file is whole.
  private func absorbLeftovers() throws(StoreError) {
    try exchange.removeDraft()
    guard try folder.fingerprint(of: exchange.swap) != nil else { return }
    let current = try folder.modelText()
    let swapped = try? swappedText()
    // The fold was interrupted after the exchange, or before it.
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
