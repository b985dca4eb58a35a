internal import CairnFiles

/// The contents of each file of records when this copy of the store last folded it or backed it up.
///
/// Any program may write the files, and most edits are meant: an editor omits the last line end,
/// or git removes a file. But a full disk, a crashed program or a mistake leaves a similar file,
/// and the next backup would copy it. The keys of the records and the file's size tell them apart:
///
///   the file now                       meaning
///   lacks only the last line end       a habit of editors: a note
///   lacks it, and is shorter           cut off: damage
///   empty, and had records             damage: a tool that removes records doesn't leave it empty
///   missing, and had records           a loss, which a person may have meant
///   shorter, and lacks the records     a loss: the file was cut off between two records, or a
///   from one on, to the last           person removed the last ones
///   lacks others, or isn't written     an edit: a cut leaves no such file
///   as a fold writes it
///
/// A loss is no damage, because the rest is whole. But until a person accepts the loss, no backup
/// is replaced that may have the records. The open store takes both over as an edit, and the next
/// fold builds on it. That fold writes a file that looks whole, so this type remembers the loss.
///
/// An entry also tells what a command needs without reading the file: the number of records, while
/// the file has the noted state, and with `RecordChecksums`, which records another program edited.
///
/// The file is private to this copy. If it is missing or torn, Cairn reports no loss and no edit,
/// and reads the files to count. It is written under the fold lock, without waiting for the disk.
struct FoldedFiles {
  /// A file of records.
  struct Entry: Hashable {
    var count: Int
    var size: Int
    /// The records' keys; `nil` if an older program, which does not note keys, wrote the entry.
    var keys: KeyRuns?
    /// Whether the file had lost records when it was folded; the entry then describes it before the
    /// loss.
    var hasLost = false
    /// The checksum of the file's `RecordChecksums`.
    ///
    /// It is `nil` if there are none, or if they may be older than the file.
    var checksums: UInt32?
    /// The file's state, if every record in it could be read; `nil` if unknown.
    var state: FileFingerprint?

    /// The entry of a file whose contents are not known.
    static let unknown = Entry(count: 0, size: 0)

    /// Whether all lost records are among `present` again.
    func isBack(in present: [RecordKey]) -> Bool {
      guard let keys else { return false }
      return present.count { keys.contains($0) } == keys.count
    }

    /// The entry without the facts that may be older than the file; only the number of bytes is
    /// certain.
    var withoutContents: Entry {
      var entry = self
      (entry.checksums, entry.state) = (nil, nil)
      return entry
    }

    /// The entry without records that are not in `present`; `nil` without any record.
    func keeping(_ present: [RecordKey]) -> Entry? {
      guard !present.isEmpty, let keys else { return present.isEmpty ? nil : self }
      var kept = withoutContents
      kept.keys = KeyRuns(present.filter(keys.contains))
      kept.count = kept.keys?.count ?? 0
      return kept.count > 0 ? kept : nil
    }
  }

  private(set) var entries: [String: [ShardName: Entry]] = [:]
  /// The newest segment of the journal whose changes all entries have.
  private(set) var through = 0
  /// Whether every file without an entry was made later by another program.
  private(set) var isComplete = false
  /// The checksums of the noted files, until they are written; `nil` for a file without records.
  private(set) var checksums: [String: [ShardName: [UInt8]?]] = [:]

  init() {}

  /// Reads `text` of a store that now has `model`; an incomplete text gives no entries.
  init(parsing text: String, _ model: ObjectModel) {
    var lines = text.split(separator: "\n")
    guard text.hasSuffix("\n"), let last = lines.popLast().map(String.init),
      last == Self.ending(lines.count)
    else {
      return
    }
    for line in lines {
      let words = line.split(separator: " ")
      if words.count == 2, words[0] == Self.throughWord {
        through = Int(words[1]).map { max(0, $0) } ?? 0
      }
      if line == Self.complete { isComplete = true }
      guard words.count >= 3, let count = Int(words[1]), let size = Int(words[2]),
        let (name, shard) = Self.place(words[0]), let entity = model[model.currentName(of: name)]
      else { continue }
      var rest = words.dropFirst(3).map(String.init)
      let hasLost = rest.first == Self.lost
      if hasLost { rest.removeFirst() }
      let keys = rest.first.flatMap(KeyRuns.init).flatMap { $0.count == count ? $0 : nil }
      let numbers = keys == nil ? [] : rest.dropFirst().compactMap(UInt64.init)
      entries[entity.name, default: [:]][shard] = Entry(
        count: count, size: size, keys: keys, hasLost: hasLost,
        checksums: numbers.first.flatMap { UInt32(exactly: $0) },
        state: numbers.count == 4 ? FileFingerprint(size: size, numbers.dropFirst()) : nil)
    }
  }

  /// The lines `PATH RECORDS BYTES KEYS CHECKSUM MODIFIED CHANGED INODE`.
  ///
  /// After a loss, a word stands before the keys. The last line ends the file.
  var text: String {
    let files = entries.sorted { $0.key < $1.key }.flatMap { name, shards in
      shards.sorted { $0.key < $1.key }.map { shard, entry in
        var words = ["\(shard.path(entity: name))", "\(entry.count)", "\(entry.size)"]
        if entry.hasLost { words.append(Self.lost) }
        if let keys = entry.keys {
          words.append(keys.description)
          if let checksums = entry.checksums {
            words.append("\(checksums)")
            words += entry.state?.numbers.map { "\($0)" } ?? []
          }
        }
        return words.joined(separator: " ")
      }
    }
    let head = ["\(Self.throughWord) \(through)"] + (isComplete ? [Self.complete] : [])
    let lines = head + files
    return (lines + [Self.ending(lines.count)]).joined(separator: "\n") + "\n"
  }

  private static let lost = "lost"
  private static let throughWord = "through"
  private static let complete = "all files"

  private static func ending(_ count: Int) -> String { "files \(count)" }

  /// The entity, by its earlier name, and the shard of the record file at `path` in a store.
  static func place(_ path: Substring) -> (entity: String, ShardName)? {
    let steps = path.split(separator: "/")
    if let name = ShardName.ofBuiltIns.first(where: { $0.value == path })?.key {
      return (name, ShardName(of: RecordKey(rawValue: 0), inEntity: name))
    }
    guard steps.count > 2, steps[0] == "data",
      let shard = steps.last.flatMap({ ShardName(file: String($0)) })
    else {
      return nil
    }
    return (String(steps[1]), shard)
  }

  subscript(entity: String, shard: ShardName) -> Entry? {
    get { entries[entity]?[shard] }
    set { entries[entity, default: [:]][shard] = newValue }
  }

  /// Begins the notes of a fold of the segments `first` to `last`.
  ///
  /// If the notes of a fold before it are missing, which a power failure can cause, any checksum
  /// may be older than its file.
  mutating func begin(_ first: Int, _ last: Int) {
    if through < first - 1 { entries = entries.mapValues { $0.mapValues(\.withoutContents) } }
    through = last
  }

  /// Adds entries for all present files; new entries have no contents.
  mutating func notePresence(of files: [(entity: String, shard: ShardName)]) {
    for (entity, shard) in files where self[entity, shard] == nil {
      self[entity, shard] = .unknown
    }
    isComplete = true
  }

  /// Returns the lost records of a file.
  ///
  /// `size` is the file's size, `nil` for a missing file. The text is read only if it matters.
  func loss<Failure>(
    of shard: ShardName, _ entity: String, size: Int?, text: () throws(Failure) -> [UInt8]
  ) throws(Failure) -> Loss? {
    guard let entry = self[entity, shard], entry.count > 0 else { return nil }
    func chunk(_ text: [UInt8]) -> Chunk {
      ShardReader.read(text, of: shard, in: Entity(name: entity), origin: nil).chunk
    }
    if entry.hasLost {
      if size != nil, entry.isBack(in: chunk(try text()).keys) { return nil }
      return Loss(kind: .folded, count: entry.count)
    }
    guard let size else { return Loss(kind: .gone, count: entry.count) }
    guard size > 0 else { return Loss(kind: .emptied, count: entry.count) }
    guard size < entry.size else { return nil }
    let text = try text()
    if size < entry.size - 1, text.last != .newline { return Loss(kind: .cut, count: entry.count) }
    let chunk = chunk(text)
    guard Self.isBeginning(text, chunk) else { return nil }
    return entry.keys?.firstMissing(in: chunk.keys).map { first in
      Loss(kind: .shortened(from: first, count: entry.count - chunk.count), count: entry.count)
    }
  }

  /// Whether `text`, which reads as `chunk`, can be the beginning of a file that a fold wrote.
  private static func isBeginning(_ text: [UInt8], _ chunk: Chunk) -> Bool {
    let written = ShardWriter.write(chunk)
    // The blank line before the next record may remain.
    return chunk.count == 0 || text == written || text == written + [.newline]
  }

  /// Records that are missing from a file and were not deleted in the store.
  struct Loss {
    enum Kind: Equatable {
      case gone, emptied, cut, folded
      /// This number of records is missing, from one record to the last.
      case shortened(from: RecordKey, count: Int)
    }

    var kind: Kind
    /// The number of records that the file had.
    var count: Int

    /// Whether the file exists and ends too early.
    var isAtEnd: Bool {
      switch kind {
      case .cut, .shortened: true
      case .gone, .emptied, .folded: false
      }
    }

    func problem(of file: String) -> StoreProblem {
      let held = "\(count == 1 ? "1 record" : "\(count) records") when it was last folded"
      let remedy = "restore the file from git or a backup, or accept the loss"
      let message =
        switch kind {
        case .gone: "the file is missing; it held \(held); \(remedy)"
        case .emptied: "the file is empty; it held \(held); \(remedy)"
        case .cut:
          "the last line has no end, and the file is shorter than at the last fold; it may be "
            + "cut; restore it from git or a backup, or end the line"
        case .folded:
          "it was missing, empty or cut when later changes were written; it had held "
            + "\(count == 1 ? "1 record" : "\(count) records"); restore the missing records from "
            + "git or a backup, or accept the loss"
        case .shortened(let first, let missing):
          "the records from \(first) on are missing, \(missing) of the \(count) records at the "
            + "last fold; restore them from git or a backup, or accept the loss"
        }
      let isDamage = kind == .emptied || kind == .cut
      return StoreProblem(
        severity: isDamage ? .damage : .note, file: file, line: 0, message: message, isLoss: true)
    }
  }
}

extension JournalFolder {
  private var foldedFiles: String { "\(path)/folded" }

  /// Reads the notes about the files; a file of notes that cannot be read gives none.
  func readFoldedFiles(_ model: ObjectModel) -> FoldedFiles {
    guard let bytes = try? store.readIfAny(foldedFiles) else { return FoldedFiles() }
    return FoldedFiles(parsing: String(decoding: bytes, as: UTF8.self), model)
  }

  /// Writes the notes about the files; the caller holds the fold lock.
  func write(_ folded: FoldedFiles) {
    writeNotes(folded.text, to: foldedFiles)
    write(folded.checksums)
  }

  /// Replaces a file of notes in one step.
  ///
  /// Nothing depends on notes, so it does not wait for the disk, and errors are ignored.
  func writeNotes(_ text: String, to path: String) { writeNotes(Array(text.utf8), to: path) }

  /// Replaces a file of notes in one step.
  func writeNotes(_ bytes: [UInt8], to path: String) {
    let draft = "\(path).tmp"
    try? store.perform { fileSystem throws(FileError) in
      if try fileSystem.exists(draft) { try fileSystem.remove(draft) }
      try fileSystem.open(draft, .create).write(bytes, at: 0)
      try fileSystem.rename(draft, to: path)
    }
  }
}

extension FoldedFiles {
  /// Returns the lost records of the file at `path`.
  func loss(
    of shard: ShardName, _ entity: String, at path: String, in folder: StoreFolder
  ) throws(StoreError) -> Loss? {
    guard self[entity, shard] != nil else { return nil }
    let status = try folder.perform { fileSystem throws(FileError) in
      try fileSystem.status(of: path)
    }
    // Another problem reports a path without a regular file, and a link whose target may come back.
    if let status, status.kind != .file { return nil }
    if status == nil, try folder.deadEnd(on: path) != nil { return nil }
    return try loss(of: shard, entity, size: status.map { Int($0.size) }) {
      () throws(StoreError) in
      try folder.readIfAny(path)
    }
  }

  /// Notes the contents of a file of `size` bytes.
  ///
  /// - Parameters:
  ///   - chunk: the records of the file.
  ///   - size: the size of the file.
  ///   - checksums: the checksums of the records.
  mutating func note(_ chunk: Chunk, size: Int, _ checksums: RecordChecksums) {
    let (entity, shard) = (chunk.entity.name, chunk.shard)
    let isEmpty = chunk.count == 0 && checksums.isEmpty
    let text = checksums.text
    self[entity, shard] =
      isEmpty
      ? nil
      : Entry(
        count: chunk.count, size: size, keys: KeyRuns(chunk.keys),
        checksums: CRC32C.checksum(of: text.span),
        state: chunk.isReadable && chunk.origin.map { Int($0.size) } == size ? chunk.origin : nil)
    self.checksums[entity, default: [:]][shard] = .some(isEmpty ? nil : text)
  }

  /// Notes the contents of a file.
  ///
  /// Cost: reads the file.
  mutating func note(
    _ shard: ShardName, of entity: Entity, in folder: StoreFolder
  ) throws(StoreError) {
    let path = try folder.place(of: shard, of: entity)
    let state = try folder.fingerprint(of: path)
    guard state != nil else { return forget(shard, entity.name) }
    let text = try folder.readIfAny(path)
    let chunk = ShardReader.read(text, of: shard, in: entity, origin: state).chunk
    note(chunk, size: text.count, RecordChecksums(of: text))
  }

  /// Notes that a file was removed.
  mutating func forget(_ shard: ShardName, _ entity: String) {
    self[entity, shard] = nil
    checksums[entity, default: [:]][shard] = .some(nil)
  }
}

extension Chunk {
  /// Whether all text in the chunk's file is readable, and no record has two texts.
  fileprivate var isReadable: Bool { extras.unreadable.isEmpty && extras.contested.isEmpty }
}

extension FileFingerprint {
  /// The numbers other than the size, as bits.
  fileprivate var numbers: [UInt64] {
    [UInt64(bitPattern: modified), UInt64(bitPattern: changed), inode]
  }

  fileprivate init(size: Int, _ numbers: ArraySlice<UInt64>) {
    let numbers = Array(numbers)
    self.init(
      size: Int64(size), modified: Int64(bitPattern: numbers[0]),
      changed: Int64(bitPattern: numbers[1]), inode: numbers[2])
  }
}

extension StoreFolder {
  /// Whether the last byte of the file at `path`, if there is one, ends a line.
  func endsLine(_ path: String) throws(StoreError) -> Bool {
    try perform { fileSystem throws(FileError) in
      let file = try fileSystem.open(path, .read)
      let size = try file.size()
      guard size > 0 else { return true }
      return try file.read(at: size - 1, count: 1) == [.newline]
    }
  }
}

extension ProblemLog {
  /// Reports a loss, unless it is at the end of a file with other damage.
  ///
  /// In that case, the damage is reported; its unreadable text may be the missing records.
  ///
  /// - Returns: whether the loss is reported.
  @discardableResult
  func add(_ loss: FoldedFiles.Loss, of file: String) -> Bool {
    if loss.isAtEnd, all.contains(where: { $0.file == file && $0.severity == .damage }) {
      return false
    }
    add([loss.problem(of: file)])
    return true
  }
}
