/// Merges the texts of one record from two sides, field by field.
///
///   1. A field that only one side changed gets that side's text, byte for byte.
///   2. Lists get the elements that either side added, and lose those that either removed. Texts of
///      several lines are merged by line.
///   3. All other fields are contested: both values stay in the text, between the usual conflict
///      marks around that field alone. The record shows our side until a person has chosen.
struct RecordMerge {
  /// The names of the two sides in the conflict marks.
  struct Names: Hashable, Sendable {
    var ours: String
    var theirs: String
  }

  let id: ObjectID
  let entity: Entity
  let names: Names

  /// The record's block in all three texts.
  struct Versions {
    var base: [UInt8]?
    var ours: [UInt8]
    var theirs: [UInt8]
  }

  private(set) var block: [UInt8] = []
  /// The conflicts that a person has to resolve.
  private(set) var conflicts: [TextMerge.Conflict] = []
  private(set) var isContested = false

  /// Merges the blocks of the record `id`, both sides of which changed.
  ///
  /// - Parameters:
  ///   - versions: the blocks.
  ///   - id: the record.
  ///   - entity: its entity.
  ///   - fields: the names of the entity's fields.
  ///   - names: the names of the two sides.
  init(
    _ versions: Versions, of id: ObjectID, _ entity: Entity, _ fields: LineFields, _ names: Names
  ) {
    self.id = id
    self.entity = entity
    self.names = names
    guard let ours = RecordLines(versions.ours, fields),
      let theirs = RecordLines(versions.theirs, fields)
    else {
      contest(versions)
      return
    }
    // An unreadable base counts as a missing one.
    let base = versions.base.flatMap { RecordLines($0, fields) }
    for name in Self.order(ours.names, theirs.names) {
      let first = base == nil ? entity.firstTexts(of: name, in: id.key) : []
      merge(name, base?[name], ours[name], theirs[name], first: first)
    }
  }

  /// Returns the fields of `ours` in their order, and each other field of `theirs` after its
  /// predecessor there.
  private static func order(_ ours: [String], _ theirs: [String]) -> [String] {
    if ours == theirs { return ours }
    // `RecordLines.end` is the last name of both sides, or missing.
    let (ours, theirs) = (
      ours.filter { $0 != RecordLines.end }, theirs.filter { $0 != RecordLines.end }
    )
    let known = Set(ours)
    var added: [String: [String]] = [:]
    var first: [String] = []
    var predecessor: String?
    for name in theirs {
      if known.contains(name) {
        predecessor = name
      } else if let predecessor {
        added[predecessor, default: []].append(name)
      } else {
        first.append(name)
      }
    }
    return first + ours.flatMap { [$0] + (added[$0] ?? []) } + [RecordLines.end]
  }

  /// Merges a field.
  ///
  /// - Parameters:
  ///   - name: the field.
  ///   - base: the field before both changes.
  ///   - ours: the field on our side.
  ///   - theirs: the field on their side.
  ///   - first: the texts that the field of a new record certainly had on both sides.
  private mutating func merge(
    _ name: String, _ base: RecordLines.Group?, _ ours: RecordLines.Group?,
    _ theirs: RecordLines.Group?, first: [String]
  ) {
    block += Self.comments(base?.comments ?? [], ours?.comments ?? [], theirs?.comments ?? [])
    let known = first.isEmpty ? [] : RecordLines.lines(of: name, first)
    let (old, here, there) = (base?.lines ?? known, ours?.lines ?? [], theirs?.lines ?? [])
    if let side = Self.side(old, here, there) {
      block += side
      let isOurs = side == here
      if (isOurs ? ours : theirs)?.isContested == true { isContested = true }
      return
    }
    let isReadable = ours?.isContested != true && theirs?.isContested != true
    let texts = (
      base?.isContested == true ? [] : RecordLines.texts(of: old), RecordLines.texts(of: here),
      RecordLines.texts(of: there)
    )
    if isReadable, let merged = self.texts(name, texts.0, texts.1, texts.2) {
      block += RecordLines.lines(of: name, merged)
      return
    }
    contest(old, here, there, hasBase: base?.isContested == false)
    conflicts.append(
      TextMerge.Conflict(
        id: id, field: name, base: texts.0, ours: isReadable ? texts.1 : [],
        theirs: isReadable ? texts.2 : []))
  }

  /// Returns the changed side if at most one side changed the lines; `nil` if both did.
  private static func side(
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]
  ) -> [UInt8]? {
    if ours == theirs || theirs == base { return ours }
    return ours == base ? theirs : nil
  }

  /// Returns the comments of both sides.
  static func comments(
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]
  ) -> [UInt8] {
    if let side = side(base, ours, theirs) { return side }
    let known = Set(ours.split(separator: .newline))
    let added = theirs.split(separator: .newline).filter { !known.contains($0) }
    return ours + added.flatMap { $0 + [.newline] }
  }

  /// Returns the merged texts of a field that both sides changed; `nil` if they conflict.
  private func texts(
    _ name: String, _ base: [String], _ ours: [String], _ theirs: [String]
  ) -> [String]? {
    if ours == theirs { return ours }
    let property = entity.storedIndex(of: name).map { entity.storedProperties[$0] }
    if let property {
      let read = { (texts: [String]) in texts.isEmpty ? nil : property.value(fromTexts: texts) }
      let (old, here, there) = (read(base), read(ours), read(theirs))
      let isFit = (here != nil || ours.isEmpty) && (there != nil || theirs.isEmpty)
      let merge = FieldMerge(property: property)
      if isFit, let merged = merge.merged(base: old, mine: here, theirs: there) {
        return merged?.storedTexts ?? []
      }
    }
    // This also merges a field that the model lacks, or whose text doesn't fit the model.
    guard ours.count == 1, theirs.count == 1, base.count <= 1 else { return nil }
    return FieldMerge.mergedLines(base.first ?? "", ours[0], theirs[0]).map { [$0] }
  }

  private mutating func contest(_ versions: Versions) {
    contest([], versions.ours, versions.theirs, hasBase: false)
    conflicts.append(TextMerge.Conflict(id: id, field: nil, base: [], ours: [], theirs: []))
  }

  private mutating func contest(
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], hasBase: Bool
  ) {
    isContested = true
    block += "<<<<<<< \(names.ours)\n".utf8
    block += ours
    if hasBase {
      block += "||||||| before\n".utf8
      block += base
    }
    block += "=======\n".utf8
    block += theirs
    block += ">>>>>>> \(names.theirs)\n".utf8
  }
}
