/// Brings together what two copies of a store made of the text of one file.
///
/// A tool that knows only lines takes two edits of neighboring fields for one, and a record that
/// both copies deleted next to one that either added for a contradiction. This one knows what the
/// lines are:
///
///   data/…, favorites.rec   record by record, field by field (see `RecordMerge`); what one side
///                           deleted and the other left alone goes, what the other edited stays
///   model/…                 collection by collection, field by field; where both sides changed the
///                           same, ours stays and is told
///   ids/…                   the higher of two marks
///   any other               line by line
///
/// The result of records that can be written without a contradiction does not depend on which side
/// is ours but for the order of unknown fields and comments.
public struct TextMerge: Sendable {
  /// A place where both sides have a say, and a person has to choose.
  public struct Conflict: Hashable, Sendable {
    /// The record; `nil` where lines are no record's.
    public var id: ObjectID?
    /// The field, `nil` for all of the record.
    public var field: String?
    /// The texts of the field's values that both sides began with.
    public var base: [String]
    /// Those of our side; none for no value, and where the text of a conflict stands already.
    public var ours: [String]
    /// Those of the other side.
    public var theirs: [String]
  }

  /// What a person should know of a merge.
  public struct Findings: Hashable, Sendable {
    /// What a person has to choose: the text has both sides.
    public var conflicts: [Conflict] = []
    /// The records that one side deleted and that stay, as the other edited them.
    public var kept: [ObjectID] = []
    /// The records that one side deleted and that stay with others, as `staying` says.
    public var owned: [ObjectID] = []
    /// The places of the model where our side's words stand and the other's are lost.
    public var disputed: [String] = []

    /// Nothing.
    public init() {}

    /// Adds what is to be known of another file.
    public mutating func add(_ other: Findings) {
      conflicts += other.conflicts
      kept += other.kept
      owned += other.owned
      disputed += other.disputed
    }
  }

  /// What came of a file.
  public struct Outcome: Hashable, Sendable {
    /// The file's bytes, `nil` if there is to be none.
    public var text: [UInt8]?
    /// What a person should know of it.
    public var found = Findings()

    /// The outcome of a file that becomes `text`.
    public init(text: [UInt8]?) { self.text = text }
  }

  /// Records that stay though one side deleted them and the other left them alone (see
  /// `MergedDeletions`).
  public var staying: Set<ObjectID> = []

  private let model: ObjectModel
  private let names: RecordMerge.Names

  /// A merge of two copies of a store.
  ///
  /// - Parameters:
  ///   - model: the model by which records are read; the newest one knows what fields of all three
  ///     texts were called.
  ///   - ours: what this copy is called in the text of a conflict.
  ///   - theirs: what the other one is called.
  public init(model: ObjectModel, ours: String, theirs: String) {
    self.model = model
    names = RecordMerge.Names(ours: Self.label(ours), theirs: Self.label(theirs))
  }

  /// A name as it can stand behind a mark.
  private static func label(_ name: String) -> String {
    let words = String(name.map { $0.isNewline ? " " : $0 }.prefix(80))
    return words.isEmpty ? "?" : words
  }

  /// Whether the file at `path` is one of records, or the model's.
  public static func knows(_ path: String) -> Bool {
    path == StoreFolder.modelName || FoldedFiles.place(path[...]) != nil
  }

  /// The collection whose records the file at `path` has, by the name that `model` has for it;
  /// `nil` for another file.
  public static func collection(of path: String, in model: ObjectModel) -> String? {
    FoldedFiles.place(path[...]).map { model.currentName(of: $0.entity) }
  }

  /// Where a file of a store lies by the names that `model` has for its collections.
  public static func place(of path: String, in model: ObjectModel) -> String {
    guard let (name, shard) = FoldedFiles.place(path[...]) else { return path }
    return shard.path(entity: model.currentName(of: name))
  }

  /// Merges the texts of a file, `nil` for none.
  ///
  /// Cost: in proportion to the texts; for lines, times how many of them differ.
  ///
  /// - Parameters:
  ///   - path: where the file lies within the store.
  ///   - base: what both sides began with.
  ///   - ours: what it is here.
  ///   - theirs: what it is in the other copy.
  /// - Returns: what it becomes.
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
    // What one side took away and the other changed stays.
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
          if base != nil { outcome.found.kept.append(id) }
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

// What is no record.
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

  /// The marks of both, and of each collection the higher one.
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
  /// The entity whose records the file at `path` within a store has, and which of them; `nil` for
  /// another file, and where the model knows no such entity.
  func file(at path: String) -> (entity: Entity, shard: ShardName)? {
    FoldedFiles.place(path[...]).flatMap { name, shard in
      self[currentName(of: name)].map { ($0, shard) }
    }
  }
}
