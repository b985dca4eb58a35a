internal import CairnFiles

/// What each file of records held when this replica last folded it or backed it up.
///
/// Anybody may write the files, and most that they do is meant: an editor that leaves out the last
/// line's end, git that removes a file with a checkout. But what a full disk, a crashed program or
/// a slip of the hand leaves looks much the same, and would be carried into the next backup. This
/// tells them apart, with the least that does: the keys of the records and a number of bytes.
///
///   the file now                       what it is
///   lacks only the last line's end     an editor's habit, noted
///   lacks it, and is shorter           cut: damage
///   empty, and had records             damage: no tool that removes records leaves it so
///   gone, and had records              a loss, which a person may have meant
///   shorter, and lacks records from    a loss: what was cut where a record ends looks so, and so
///   one on, to the last one            does what is left when a person takes away the last ones
///   lacks others, or reads as no       an edit, taken in without a word: no cut leaves it so
///   fold writes it
///
/// A loss is no damage, as what is there is whole; but no backup that may have the records is
/// replaced before a person says that they may go. Nothing in the file says which of the two it is:
/// a store takes in either as an edit, at once while it is open, and the next fold builds on it.
/// So a word too many to who took away the last records, once, keeps what a disk took away from
/// being lost in silence. A fold that finds damage or a loss writes the file anew and makes it look
/// whole, so it is remembered here.
///
/// The file is private and only advises: where it is gone or cut nothing is known, and nothing is
/// said. It is read and written under the fold lock, and never waited for.
struct FoldedFiles {
  /// A file of records.
  struct Entry: Hashable {
    var count: Int
    var size: Int
    /// The records' keys; `nil` where an older program, which noted none, was the last to look.
    var keys: KeyRuns?
    /// Whether it had lost records when it was folded; the rest is what it had before.
    var hasLost = false

    /// Whether none of what it had lost is missing among `present`.
    func isBack(in present: [RecordKey]) -> Bool {
      guard let keys else { return false }
      return present.count { keys.contains($0) } == keys.count
    }

    /// The same without the records that are not among `present`; `nil` if none is left.
    func keeping(_ present: [RecordKey]) -> Entry? {
      guard !present.isEmpty, let keys else { return present.isEmpty ? nil : self }
      var kept = self
      kept.keys = KeyRuns(present.filter(keys.contains))
      kept.count = kept.keys?.count ?? 0
      return kept.count > 0 ? kept : nil
    }
  }

  private(set) var entries: [String: [ShardName: Entry]] = [:]

  init() {}

  /// Reads `text`, of a store that has `model` by now; knows nothing where that is not whole.
  init(parsing text: String, _ model: ObjectModel) {
    var lines = text.split(separator: "\n")
    guard text.hasSuffix("\n"), let last = lines.popLast().map(String.init),
      last == Self.ending(lines.count)
    else {
      return
    }
    for line in lines {
      let words = line.split(separator: " ")
      guard words.count >= 3, let count = Int(words[1]), let size = Int(words[2]),
        let (name, shard) = Self.place(words[0]), let entity = model[model.currentName(of: name)]
      else { continue }
      var rest = words.dropFirst(3).map(String.init)
      let hasLost = rest.first == Self.lost
      if hasLost { rest.removeFirst() }
      let keys = rest.first.flatMap(KeyRuns.init).flatMap { $0.count == count ? $0 : nil }
      entries[entity.name, default: [:]][shard] = Entry(
        count: count, size: size, keys: keys, hasLost: hasLost)
    }
  }

  /// The lines `PATH RECORDS BYTES KEYS`, with a word before the keys after a loss, and one that
  /// ends them.
  var text: String {
    let lines = entries.sorted { $0.key < $1.key }.flatMap { name, shards in
      shards.sorted { $0.key < $1.key }.map { shard, entry in
        let rest = [entry.hasLost ? Self.lost : nil, entry.keys?.description].compactMap(\.self)
        let start = ["\(shard.path(entity: name))", "\(entry.count)", "\(entry.size)"]
        return (start + rest).joined(separator: " ")
      }
    }
    return (lines + [Self.ending(lines.count)]).joined(separator: "\n") + "\n"
  }

  private static let lost = "lost"

  private static func ending(_ count: Int) -> String { "files \(count)" }

  /// The file of records that lies at `path` within a store, by the name that its entity had.
  static func place(_ path: Substring) -> (entity: String, ShardName)? {
    let steps = path.split(separator: "/")
    if path == ShardName.ofFavorites {
      return (Entity.favorite.name, ShardName(of: RecordKey(rawValue: 0), in: .favorite))
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

  /// What became of the records of a file.
  ///
  /// `size` is that of the file, `nil` where it is gone; what it holds is asked for only where that
  /// matters.
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

  /// Whether `text`, which reads as `chunk`, can be the beginning of what a fold wrote.
  private static func isBeginning(_ text: [UInt8], _ chunk: Chunk) -> Bool {
    let written = ShardWriter.write(chunk)
    // The blank line before the next record may be left.
    return chunk.count == 0 || text == written || text == written + [.newline]
  }

  /// Records that are missing from a file though nobody deleted them in the store.
  struct Loss {
    enum Kind: Equatable {
      case gone, emptied, cut, folded
      /// So many of the records are missing, from one on to the last.
      case shortened(from: RecordKey, count: Int)
    }

    var kind: Kind
    /// How many records the file had.
    var count: Int

    /// Whether there is a file, which ends too early.
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

  /// What is known of the files; nothing where that cannot be read.
  func readFoldedFiles(_ model: ObjectModel) -> FoldedFiles {
    guard let bytes = try? store.readIfAny(foldedFiles) else { return FoldedFiles() }
    return FoldedFiles(parsing: String(decoding: bytes, as: UTF8.self), model)
  }

  /// Notes what is known; asked for under the fold lock.
  ///
  /// Nothing depends on it, so it waits for no disk, and what fails is passed over.
  func write(_ folded: FoldedFiles) {
    let draft = "\(foldedFiles).tmp"
    try? store.perform { fileSystem throws(FileError) in
      if try fileSystem.exists(draft) { try fileSystem.remove(draft) }
      try fileSystem.open(draft, .create).write(Array(folded.text.utf8), at: 0)
      try fileSystem.rename(draft, to: foldedFiles)
    }
  }
}

extension FoldedFiles {
  /// The same for the file at `path`.
  func loss(
    of shard: ShardName, _ entity: String, at path: String, in folder: StoreFolder
  ) throws(StoreError) -> Loss? {
    guard self[entity, shard] != nil else { return nil }
    let status = try folder.perform { fileSystem throws(FileError) in
      try fileSystem.status(of: path)
    }
    // What is no file is named for itself, and so is a link whose target may come back.
    if let status, status.kind != .file { return nil }
    if status == nil, try folder.deadEnd(on: path) != nil { return nil }
    return try loss(of: shard, entity, size: status.map { Int($0.size) }) {
      () throws(StoreError) in
      try folder.readIfAny(path)
    }
  }

  /// Takes note of what a file of `size` bytes holds.
  mutating func note(_ chunk: Chunk, size: Int) {
    self[chunk.entity.name, chunk.shard] =
      chunk.count == 0 ? nil : Entry(count: chunk.count, size: size, keys: KeyRuns(chunk.keys))
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
  /// Takes note of a loss, unless it is in the end of a file with other damage, which is named
  /// then: what that left unreadable may be all that is missing.
  ///
  /// - Returns: whether it is named.
  @discardableResult
  func add(_ loss: FoldedFiles.Loss, of file: String) -> Bool {
    if loss.isAtEnd, all.contains(where: { $0.file == file && $0.severity == .damage }) {
      return false
    }
    add([loss.problem(of: file)])
    return true
  }
}
