/// The text of a file of records, split at its blank lines without reading any value.
///
/// ```
///   %rec: Recipe           ── the descriptor
///
///   # Everybody's.         ─┐
///   Id: p1                  ├ the block of p1
///   Name: Soup             ─┘
///
///   Nmae Cake              ── not part of a record
///
///   # End                  ── the closing comments
/// ```
///
/// A conflict is one block, with all of its blank lines.
struct TextBlocks {
  private(set) var descriptor: [UInt8] = []
  /// The lines of each record, with the comments above it and without the blank line behind it.
  private(set) var records: [RecordKey: [UInt8]] = [:]
  /// The blocks that can't be read as a record, in the order of the file.
  private(set) var others: [[UInt8]] = []
  /// The comments after the last record.
  private(set) var closing: [UInt8] = []
  /// The records that a merge left with two sides.
  private(set) var contested: Set<RecordKey> = []

  /// Whether ambiguous blocks are kept among `others`.
  private let isLenient: Bool

  /// Splits `text` into blocks.
  ///
  /// - Parameters:
  ///   - text: the bytes of the file.
  ///   - isLenient: whether to keep in `others` records with a repeated Id, and conflicts of
  ///     several records. Otherwise a file with such a block gives `nil`.
  init?(_ text: [UInt8], isLenient: Bool = false) {
    self.isLenient = isLenient
    let bytes = text.span
    var conflicts =
      ConflictMarks.mayBe(in: text) ? MergeConflicts(in: text)?.stretches[...] ?? [] : []
    var start = bytes.firstLine
    while start < bytes.count {
      if let conflict = conflicts.first, conflict.range.lowerBound <= start {
        conflicts.removeFirst()
        guard addConflict(text, conflict.range) else { return nil }
        start = max(start, conflict.range.upperBound)
        continue
      }
      let limit = conflicts.first?.range.lowerBound ?? bytes.count
      let end = min(bytes.endOfRecord(from: start), limit)
      if end > start, !add(bytes, start..<end) { return nil }
      start = end
      // Skips the blank line.
      while start < limit, bytes[start] == .newline || bytes[start] == .carriageReturn {
        start += 1
      }
    }
  }

  private mutating func add(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let block = text.extracting(range)
    var cursor = TextLines()
    var (isComment, isDescriptor, key) = (true, false, RecordKey?.none)
    while key == nil, cursor.next(in: block) {
      let kind = cursor.kind(in: block)
      guard kind != .comment else { continue }
      if isComment { isDescriptor = kind == .descriptor }
      isComment = false
      key = cursor.identity(in: block)
    }
    let lines = Self.whole(block.bytes)
    let bytes = closing.isEmpty ? lines : closing + lines
    if isComment {
      // Comments belong to the next block, including the blank line between.
      closing = bytes
      if range.upperBound < text.count { closing.append(.newline) }
      return true
    }
    closing = []
    if isDescriptor {
      descriptor += bytes
      return true
    }
    guard let key else {
      others.append(bytes)
      return true
    }
    return add(bytes, of: key)
  }

  private mutating func add(_ bytes: [UInt8], of key: RecordKey) -> Bool {
    if records[key] == nil {
      records[key] = bytes
      return true
    }
    others.append(bytes)
    return isLenient
  }

  private mutating func addConflict(_ text: [UInt8], _ range: Range<Int>) -> Bool {
    let bytes = closing + Self.whole(Array(text[range]))
    closing = []
    var keys: Set<RecordKey> = []
    var lines = TextLines()
    while lines.next(in: bytes.span) {
      if let key = lines.identity(in: bytes.span) { keys.insert(key) }
    }
    guard keys.count == 1, let key = keys.first else {
      others.append(bytes)
      return isLenient
    }
    if records[key] == nil { contested.insert(key) }
    return add(bytes, of: key)
  }

  /// The lines, ending with a newline.
  private static func whole(_ lines: [UInt8]) -> [UInt8] {
    lines.last == .newline ? lines : lines + [.newline]
  }
}

/// The blocks of a merged file, joined in the form that a fold writes.
struct MergedBlocks {
  private var settled: [[UInt8]] = []
  private var contested: [[UInt8]] = []
  private let descriptor: [UInt8]
  private let others: [[UInt8]]
  private let closing: [UInt8]

  /// Merges all blocks except records.
  ///
  /// Additions of either side stay, and removals of either side go.
  init(_ base: TextBlocks, _ ours: TextBlocks, _ theirs: TextBlocks) {
    descriptor = RecordMerge.comments(base.descriptor, ours.descriptor, theirs.descriptor)
    closing = RecordMerge.comments(base.closing, ours.closing, theirs.closing)
    let (old, there) = (Set(base.others), Set(theirs.others))
    let here = Set(ours.others)
    others =
      ours.others.filter { there.contains($0) || !old.contains($0) }
      + theirs.others.filter { !old.contains($0) && !here.contains($0) }
  }

  /// Takes all blocks of a file except its records.
  init(_ blocks: TextBlocks) { self.init(blocks, blocks, blocks) }

  mutating func add(_ block: [UInt8], isContested: Bool) {
    if isContested { contested.append(block) } else { settled.append(block) }
  }

  /// The file's bytes; `nil` for a file with only its title.
  var text: [UInt8]? {
    let blocks = settled + contested + others + (closing.isEmpty ? [] : [closing])
    let isPlain = descriptor.split(separator: .newline).count <= 1
    if blocks.isEmpty, isPlain { return nil }
    var text = descriptor
    for block in blocks {
      if !text.isEmpty { text.append(.newline) }
      text += block
    }
    return text
  }
}

/// The records that stay although one of two copies of a store deleted them.
///
/// A record that one side deleted goes, unless the other side works with it:
///
///   the other side …                         what stays
///   edited the record                        the record
///   edited a record that it owns, or made    the owner
///   such a one
///   …                                        all that was deleted with it, and its owner
///
/// Owners and owned records are in different files. Therefore, the texts of all related collections
/// are read before one of them is merged.
public struct MergedDeletions {
  private let model: ObjectModel
  /// The records that one side deleted and the other left alone.
  private var gone: [ObjectID: (owners: [ObjectID], path: String)] = [:]
  /// The records that one side deleted and the other edited.
  private var edited: Set<ObjectID> = []
  /// The owners of the records that only one side has, and edited or created.
  private var owners: Set<ObjectID> = []

  /// Creates a set without deletions; `add` takes the texts.
  public init(model: ObjectModel) { self.model = model }

  /// Whether the records in the file at `path` own others, or are owned.
  public func concern(_ path: String) -> Bool {
    guard let entity = model.file(at: path)?.entity else { return false }
    return !owningLinks(of: entity).isEmpty
      || entity.relationships.contains { $0.deleteRule == .cascade }
  }

  /// Adds both sides' texts of the file at `path`.
  ///
  /// Ignores a file whose records can't be told apart.
  public mutating func add(
    _ path: String, base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?
  ) {
    guard let entity = model.file(at: path)?.entity, let old = TextBlocks(base ?? []),
      let here = TextBlocks(ours ?? []), let there = TextBlocks(theirs ?? [])
    else { return }
    let (fields, links) = (LineFields(of: entity), owningLinks(of: entity))
    for (one, other) in [(here, there), (there, here)] {
      for (key, block) in one.records where other.records[key] == nil {
        let id = ObjectID(entity: entity.name, key: key)
        let owners = links.isEmpty ? [] : Self.owners(in: block, fields, by: links)
        if RecordLines.areEqual(block, old.records[key], fields) {
          gone[id] = (owners, path)
        } else {
          if old.records[key] != nil { edited.insert(id) }
          self.owners.formUnion(owners)
        }
      }
    }
  }

  /// The deleted records that stay, and the files that they are in.
  public var staying: (records: Set<ObjectID>, paths: Set<String>) {
    var owned: [ObjectID: [ObjectID]] = [:]
    for (id, deletion) in gone {
      for owner in deletion.owners { owned[owner, default: []].append(id) }
    }
    var reached = edited.union(owners.filter { gone[$0] != nil })
    var waiting = Array(reached)
    while let id = waiting.popLast() {
      // An owner that wasn't deleted restores nothing: its owned record was deleted alone.
      let owners = (gone[id]?.owners ?? []).filter { gone[$0] != nil }
      for other in (owned[id] ?? []) + owners where reached.insert(other).inserted {
        waiting.append(other)
      }
    }
    let records = reached.filter { gone[$0] != nil }
    return (records, Set(records.compactMap { gone[$0]?.path }))
  }

  /// Returns the owners of the record in `block`, by its links to them.
  private static func owners(
    in block: [UInt8], _ fields: LineFields, by links: [Relationship]
  ) -> [ObjectID] {
    guard let lines = RecordLines(block, fields) else { return [] }
    return links.flatMap { link in
      RecordLines.texts(of: lines[link.name]?.lines ?? []).compactMap { text in
        RecordKey(text).map { ObjectID(entity: link.destination, key: $0) }
      }
    }
  }

  /// Returns the links of an entity's records to their owners, whose deletion also deletes them.
  private func owningLinks(of entity: Entity) -> [Relationship] {
    entity.relationships.filter { link in
      link.isStored
        && link.inverse.flatMap { model[link.destination]?.relationship($0) }?.deleteRule
          == .cascade
    }
  }
}
