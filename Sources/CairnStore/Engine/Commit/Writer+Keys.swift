internal import CairnFiles

// The highest keys ever assigned, which remain after their records are deleted.
extension Writer {
  /// Reads the marks in `ids/`; if they are missing or cut, the history is used later.
  mutating func readIdentifiers() throws(StoreError) {
    areMarksWhole = noteIdentifiers(in: try identifiersText())
    let copy = String(decoding: try folder.readIfAny(identifiersCopy), as: UTF8.self)
    noteIdentifiers(in: copy, areWritten: false)
  }

  /// The private copy of the marks.
  ///
  /// `git checkout` may return the marks in `ids/` to an earlier state, together with the records.
  private var identifiersCopy: String { "\(journal.folder.path)/ids" }

  /// Notes the marks of the file in `ids/`, which may be higher than in memory.
  ///
  /// - Parameters:
  ///   - text: the contents of the file.
  ///   - areWritten: whether the marks were above every key in use when they were written.
  /// - Returns: whether they are whole.
  @discardableResult
  mutating func noteIdentifiers(in text: String, areWritten: Bool = true) -> Bool {
    var entity: String?
    var isWhole = text.last?.isNewline == true
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("Entity: "), entity == nil {
        entity = String(line.dropFirst(8))
      } else if line.hasPrefix("Last: "), let name = entity.take(),
        let key = RecordKey(String(line.dropFirst(6)))
      {
        let id = ObjectID(entity: name, key: key)
        if areWritten { minter.noteMark(id) } else { minter.note(id) }
      } else {
        isWhole = false
      }
    }
    return isWhole && entity == nil
  }

  func identifiersText() throws(StoreError) -> String {
    let path = folder.identifiers(of: minter.replica)
    guard try folder.fingerprint(of: path) != nil else { return "" }
    let bytes = try folder.perform { fileSystem throws(FileError) in try fileSystem.read(path) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Makes sure that no key is reused even if the marks were lost, using the deleted records in
  /// history.
  ///
  /// It is called before a key is assigned or marks are written. Cost: none with marks; otherwise,
  /// reading the whole history.
  mutating func recallKeys() throws(StoreError) {
    guard !areMarksWhole else { return }
    for generation in try journal.folder.archivedGenerations() {
      guard var segment = try openUnlessGone(generation) else { continue }
      let frames = try folder.perform { _ throws(FileError) in try segment.readFrames() }
      for frame in frames { noteKeys(in: frame) }
      minter.hasLostMarks = true
    }
    areMarksWhole = true
  }

  /// Opens a segment; `nil` if another process has removed it because of its age.
  private func openUnlessGone(_ generation: Int) throws(StoreError) -> Segment? {
    do throws(StoreError) {
      return try journal.folder.open(generation, .read)
    } catch .file(.notFound) {
      return nil
    }
  }

  private mutating func noteKeys(in frame: [UInt8]) {
    for change in FrameOutline(frame.span).changes { noteKey(in: frame[change.name]) }
  }

  /// Notes a key in a frame: `Recipe/p3`.
  mutating func noteKey(in name: ArraySlice<UInt8>) {
    let parts = name.split(separator: UInt8(ascii: "/"), maxSplits: 1)
    guard parts.count == 2, let key = RecordKey(utf8: Array(parts[1]).span) else { return }
    let entity = snapshot.model.currentName(of: String(decoding: parts[0], as: UTF8.self))
    minter.note(ObjectID(entity: entity, key: key))
  }

  /// The text that holds the highest keys.
  var identifiersToSave: String {
    minter.marks.sorted { $0.key < $1.key }.filter { $0.value.next > 1 }.map { entity, mark in
      "Entity: \(entity)\nLast: \(RecordKey(replica: minter.replica, sequence: mark.next - 1))\n"
    }.joined(separator: "\n")
  }

  /// Writes the highest keys to the text, before the journal with them is archived.
  mutating func saveIdentifiers() throws(StoreError) {
    try recallKeys()
    // After damage, each collection must have its gap before the damaged segment is archived.
    let damaged = minter.gap > 0 ? snapshot.model.storedEntities.map(\.name) : []
    for entity in Set(minter.marks.keys.map(snapshot.model.currentName) + damaged).sorted()
    where (minter.gap > 0 || minter.marks[entity]?.isWritten != true)
      && snapshot.tables[entity] != nil
    {
      try minter.check(entity, in: snapshot)
    }
    // The process may have missed keys that another one assigned long ago.
    let written = try identifiersText()
    noteIdentifiers(in: written)
    let text = identifiersToSave
    if text != written {
      try folder.perform { fileSystem throws(FileError) in
        try fileSystem.makeFolder(folder.identifiers)
        try fileSystem.replace(
          folder.identifiers(of: minter.replica), with: Array(text.utf8))
        try fileSystem.synchronizeFolder(folder.path)
      }
    }
    // Last, because a full disk may have no room for both.
    if try folder.readIfAny(identifiersCopy) != Array(text.utf8) {
      journal.folder.writeNotes(text, to: identifiersCopy)
    }
  }
}
