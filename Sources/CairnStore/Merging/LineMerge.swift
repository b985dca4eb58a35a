/// Merges the lines of one text from two sides.
///
/// The merge first finds each side's differences from the common base. A stretch that only one side
/// changed gets that side's lines. The text is contested where both sides changed the same stretch,
/// or stretches without a line between them, in different ways.
///
/// Source: S. Khanna, K. Kunal, B. C. Pierce, A Formal Investigation of Diff3, 2007.
/// Cost: proportional to the lines, times the number of differing lines.
struct LineMerge<Line: Hashable> {
  /// A stretch of the result.
  enum Part {
    case settled([Line])
    case contested(base: [Line], ours: [Line], theirs: [Line])
  }

  private(set) var parts: [Part] = []
  private var settled: [Line] = []

  /// Merges `ours` and `theirs`, which were both made from `base`.
  init(base: [Line], ours: [Line], theirs: [Line]) {
    let kept = (Self.matches(base, ours), Self.matches(base, theirs))
    var (at, here, there) = (0, 0, 0)
    while true {
      var next = at
      while next < base.count, kept.0[next] == nil || kept.1[next] == nil { next += 1 }
      let ourEnd = next < base.count ? kept.0[next] ?? ours.count : ours.count
      let theirEnd = next < base.count ? kept.1[next] ?? theirs.count : theirs.count
      add(Array(base[at..<next]), Array(ours[here..<ourEnd]), Array(theirs[there..<theirEnd]))
      if next == base.count { break }
      settled.append(base[next])
      (at, here, there) = (next + 1, ourEnd + 1, theirEnd + 1)
    }
    flush()
  }

  /// The whole text, `nil` where a stretch of it is contested.
  var merged: [Line]? {
    var lines: [Line] = []
    for part in parts {
      guard case .settled(let stretch) = part else { return nil }
      lines += stretch
    }
    return lines
  }

  private mutating func add(_ base: [Line], _ ours: [Line], _ theirs: [Line]) {
    if theirs == base || ours == theirs { return add(settled: ours) }
    if ours == base { return add(settled: theirs) }
    flush()
    parts.append(.contested(base: base, ours: ours, theirs: theirs))
  }

  private mutating func add(settled lines: [Line]) {
    settled += lines
  }

  /// Ends the settled stretch, which is gathered first: most texts are one long one.
  private mutating func flush() {
    if !settled.isEmpty { parts.append(.settled(settled)) }
    settled = []
  }

  /// Where each line of `base` stands in `side`, `nil` for those that it lacks.
  private static func matches(_ base: [Line], _ side: [Line]) -> [Int?] {
    let difference = side.difference(from: base)
    var removed = [Bool](repeating: false, count: base.count)
    var inserted = [Bool](repeating: false, count: side.count)
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed[offset] = true
      case .insert(let offset, _, _): inserted[offset] = true
      }
    }
    var kept = side.indices.filter { !inserted[$0] }[...]
    return base.indices.map { removed[$0] ? nil : kept.popFirst() }
  }
}

/// Finds the names of an entity's fields at the beginning of lines.
struct LineFields {
  private let entity: Entity
  /// The names that a record's lines begin with as a fold writes them, in their order.
  private let names: [(name: String, bytes: [UInt8])]

  init(of entity: Entity) {
    self.entity = entity
    names = ([RecordLines.identity] + entity.storedProperties.map(\.name)).map {
      ($0, Array($0.utf8))
    }
  }

  /// The field on a line, by the name that the model has for it now; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - place: where to begin to look, as most lines follow each other in the model's order; then
  ///     where to begin for the next line.
  /// - Returns: the name, and whether the line has it, rather than an earlier one.
  func field(ofLine line: Span<UInt8>, after place: inout Int) -> (name: String, isCurrent: Bool)? {
    // A field may have no value, or several.
    for offset in 0..<names.count {
      let index = (place + offset) % names.count
      let bytes = names[index].bytes
      guard bytes.count < line.count, line[bytes.count] == .colon,
        line.extracting(..<bytes.count).isEqual(to: bytes)
      else { continue }
      place = index
      return (names[index].name, true)
    }
    let colon = line.firstIndex(of: .colon, from: 0)
    guard colon > 0, colon < line.count, Name.isLetter(line[0]) else { return nil }
    for place in 0..<colon where !Name.isWordByte(line[place]) { return nil }
    let name = String(copying: line.extracting(0..<colon))
    let current = entity.currentName(of: name)
    return (current, current == name)
  }
}

/// The changes between two texts of a store's file, record by record.
public struct TextDifference {
  private let model: ObjectModel

  /// A reader of differences by `model`.
  public init(model: ObjectModel) {
    self.model = model
  }

  /// What happened to a record, and what that is called.
  public struct Difference: Hashable, Sendable {
    /// The change, by the names that the model has.
    public var change: RecordChange
    /// The record's title after the change, or before one that took it away; `nil` for none.
    public var title: String?
  }

  /// The changes that lead from `old` to `new`, the texts of the file at `path` within a store.
  ///
  /// Of a record with two sides, the first counts. Cost: reads both texts.
  ///
  /// - Parameters:
  ///   - path: where the file lies within the store.
  ///   - old: its bytes before, `nil` for none.
  ///   - new: its bytes after, `nil` for none.
  /// - Returns: the changes in the order of the records; none for a file without records.
  public func changes(
    of path: String, from old: [UInt8]?, to new: [UInt8]?
  ) -> [Difference] {
    guard old != new, let (entity, shard) = model.file(at: path) else { return [] }
    func chunk(_ text: [UInt8]?) -> Chunk {
      ShardReader.read(text ?? [], of: shard, in: entity, origin: nil).chunk
    }
    let (before, after) = (chunk(old), chunk(new))
    return after.changes(since: before).map { change in
      var change = change
      let isGone = change.kind == .delete
      if isGone, let comments = before.extras.comments[change.id.key] { change.comments = comments }
      let side = isGone ? before : after
      let title = side.index(of: change.id.key).flatMap { Row(chunk: side, index: $0).title }
      return Difference(change: change, title: title)
    }
  }
}
