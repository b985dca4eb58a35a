/// Merges the texts of one file from two copies of a store.
///
/// A tool that compares only lines reports conflicts that are none. Examples are two edits of
/// neighboring fields, or a deletion by both sides next to a new record. This merge knows the
/// meaning of the lines:
///
///   data/…, favorites.rec,  record by record, field by field (see `RecordMerge`); a deletion by
///   merges.rec              one side applies unless the other side edited the record
///   model/…                 collection by collection, field by field; if both sides changed the
///                           same words, ours stay and the merge reports them
///   ids/…                   the higher of the two marks of each collection
///   any other file          line by line
///
/// The result without conflicts is the same for both sides, except for the order of unknown fields
/// and comments.
public struct TextMerge: Sendable {
  /// A conflict: both sides changed the same place, and a person has to choose.
  public struct Conflict: Hashable, Sendable {
    /// The record; `nil` if the lines belong to no record.
    public var id: ObjectID?
    /// The field; `nil` for the whole record.
    public var field: String?
    /// The texts of the field's values before both sides' changes.
    public var base: [String]
    /// The texts of our side's values; empty for no value, or if the text already has a conflict.
    public var ours: [String]
    /// The texts of the other side's values.
    public var theirs: [String]
  }

  /// The findings of a merge for the person.
  public struct Findings: Hashable, Sendable {
    /// The conflicts that a person has to resolve; the text has both sides.
    public var conflicts: [Conflict] = []
    /// The records that stay because one side edited them, though the other deleted them.
    public var kept: [ObjectID] = []
    /// The deleted records that stay together with related records, as `staying` says.
    public var owned: [ObjectID] = []
    /// The places of the model that have our side's words; the other side's words are lost.
    public var disputed: [String] = []

    /// Creates empty findings.
    public init() {}

    /// Adds the findings of another file.
    public mutating func add(_ other: Findings) {
      conflicts += other.conflicts
      kept += other.kept
      owned += other.owned
      disputed += other.disputed
    }
  }

  /// The result of the merge of a file.
  public struct Outcome: Hashable, Sendable {
    /// The file's bytes; `nil` if the file is to be deleted.
    public var text: [UInt8]?
    /// The findings in this file.
    public var found = Findings()

    /// An outcome with the merged `text`, and without findings.
    public init(text: [UInt8]?) { self.text = text }
  }

  /// The records that stay although one side deleted them and the other left them alone (see
  /// `MergedDeletions`).
  public var staying: Set<ObjectID> = []

  private let model: ObjectModel
  private let names: RecordMerge.Names

  /// Creates a merge of two copies of a store.
  ///
  /// - Parameters:
  ///   - model: the model by which records are read. The newest one knows the earlier names of
  ///     fields in all three texts.
  ///   - ours: the name of this copy in the text of a conflict.
  ///   - theirs: the name of the other copy.
  public init(model: ObjectModel, ours: String, theirs: String) {
    self.model = model
    names = RecordMerge.Names(ours: Self.label(ours), theirs: Self.label(theirs))
  }

  /// A name on one line, of at most 80 characters, as it follows a conflict mark.
  private static func label(_ name: String) -> String {
    let words = String(name.map { $0.isNewline ? " " : $0 }.prefix(80))
    return words.isEmpty ? "?" : words
  }

  /// Whether the file at `path` is the model or a file of records.
  public static func knows(_ path: String) -> Bool {
    path == StoreFolder.modelName || FoldedFiles.place(path[...]) != nil
  }

  /// The collection of the records in the file at `path`, by its name in `model`; `nil` for another
  /// file.
  public static func collection(of path: String, in model: ObjectModel) -> String? {
    FoldedFiles.place(path[...]).map { model.currentName(of: $0.entity) }
  }

  /// The path of a store's file by the names that `model` has for its collections.
  public static func place(of path: String, in model: ObjectModel) -> String {
    guard let (name, shard) = FoldedFiles.place(path[...]) else { return path }
    return shard.path(entity: model.currentName(of: name))
  }

  /// Merges the texts of a file; `nil` for a missing file.
  ///
  /// Cost: proportional to the texts; for lines, times the number of differing lines.
  ///
  /// - Parameters:
  ///   - path: the file's path within the store.
  ///   - base: the common base of both sides.
  ///   - ours: the text in this copy.
  ///   - theirs: the text in the other copy.
  /// - Returns: the merged text and the findings.
  public func merged(
    _ path: String, base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?
  ) -> Outcome {
    if staying.isEmpty || ours == theirs {
      if ours == theirs || theirs == base { return Outcome(text: ours) }
      if ours == base { return Outcome(text: theirs) }
    }
    let (base, here, there) = (base ?? [], ours ?? [], theirs ?? [])
    if let (name, _) = FoldedFiles.place(path[...]) {
      let entity = model.file(at: path)?.entity ?? Entity(name: model.currentName(of: name))
      if let outcome = records(of: entity, base, here, there) { return outcome }
    } else if path == StoreFolder.modelName {
      if let outcome = Self.model(base, here, there) { return outcome }
    } else if path.hasPrefix("ids/") {
      return Outcome(text: Self.marks(here, there))
    }
    // A file that one side deleted and the other changed stays.
    guard let ours, let theirs else { return Outcome(text: ours ?? theirs) }
    return lines(base, ours, theirs)
  }
}

// Records.
extension TextMerge {
  private func records(
    of entity: Entity, _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]
  ) -> Outcome? {
    guard let old = TextBlocks(base), let here = TextBlocks(ours), let there = TextBlocks(theirs)
    else { return nil }
    var outcome = Outcome(text: nil)
    let fields = LineFields(of: entity)
    var result = MergedBlocks(old, here, there)
    for key in Set(here.records.keys).union(there.records.keys).sorted() {
      let id = ObjectID(entity: entity.name, key: key)
      let isContested = { (blocks: TextBlocks) in blocks.contested.contains(key) }
      switch (old.records[key], here.records[key], there.records[key]) {
      case (let base, let ours?, let theirs?):
        if ours == theirs || theirs == base {
          result.add(ours, isContested: isContested(here))
        } else if ours == base {
          result.add(theirs, isContested: isContested(there))
        } else {
          let versions = RecordMerge.Versions(base: base, ours: ours, theirs: theirs)
          let merge = RecordMerge(versions, of: id, entity, fields, names)
          result.add(merge.block, isContested: merge.isContested)
          outcome.found.conflicts += merge.conflicts
        }
      case (let base, let left?, nil), (let base, nil, let left?):
        if !RecordLines.areEqual(left, base, fields) {
          // People do not see the notes about merges.
          if base != nil, entity.name != Entity.merge.name { outcome.found.kept.append(id) }
        } else if staying.contains(id) {
          outcome.found.owned.append(id)
        } else {
          continue
        }
        result.add(left, isContested: isContested(here.records[key] == nil ? there : here))
      case (_, nil, nil): continue
      }
    }
    outcome.text = result.text
    return outcome
  }
}

// Files without records.
extension TextMerge {
  private static func model(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> Outcome? {
    guard let old = String(validating: base, as: UTF8.self),
      let here = String(validating: ours, as: UTF8.self),
      let there = String(validating: theirs, as: UTF8.self),
      let model = try? ObjectModel(parsing: here), (try? ObjectModel(parsing: there)) != nil,
      (try? ObjectModel(parsing: old)) != nil
    else { return nil }
    let replay = ModelReplay([ModelChange(old: old, new: there, position: 0)], on: here, model)
    var outcome = Outcome(text: Array(replay.text.utf8))
    outcome.found.disputed = replay.disputed.map(\.description)
    return outcome
  }

  /// Returns the marks of both sides; for each collection, the higher one.
  private static func marks(_ ours: [UInt8], _ theirs: [UInt8]) -> [UInt8] {
    var highest: [String: RecordKey] = [:]
    for text in [ours, theirs] {
      var entity: String?
      for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
        if line.hasPrefix("Entity: ") { entity = String(line.dropFirst(8)) }
        guard line.hasPrefix("Last: "), let name = entity,
          let key = RecordKey(String(line.dropFirst(6)))
        else { continue }
        highest[name] = max(highest[name] ?? key, key)
      }
    }
    let marks = highest.sorted { $0.key < $1.key }.map { "Entity: \($0)\nLast: \($1)\n" }
    return Array(marks.joined(separator: "\n").utf8)
  }

  private func lines(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> Outcome {
    let texts = [base, ours, theirs].map { text in
      text.split(separator: .newline, omittingEmptySubsequences: false)
    }
    var lines: [ArraySlice<UInt8>] = []
    var outcome = Outcome(text: nil)
    for part in LineMerge(base: texts[0], ours: texts[1], theirs: texts[2]).parts {
      switch part {
      case .settled(let stretch): lines += stretch
      case .contested(let base, let ours, let theirs):
        lines.append(mark("<<<<<<< \(names.ours)"))
        lines += ours
        lines.append(mark("||||||| before"))
        lines += base
        lines.append(mark("======="))
        lines += theirs
        lines.append(mark(">>>>>>> \(names.theirs)"))
        outcome.found.conflicts.append(
          Conflict(id: nil, field: nil, base: [], ours: [], theirs: []))
      }
    }
    outcome.text = Array(lines.joined(separator: [.newline]))
    return outcome
  }

  private func mark(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }
}

extension ObjectModel {
  /// The entity of the records in the file at `path` within a store, and their shard; `nil` for
  /// another file, or if the model has no such entity.
  func file(at path: String) -> (entity: Entity, shard: ShardName)? {
    FoldedFiles.place(path[...]).flatMap { name, shard in
      self[currentName(of: name)].map { ($0, shard) }
    }
  }
}
