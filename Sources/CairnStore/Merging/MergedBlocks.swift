/// The blocks of a merged file, put together as a fold writes them.
struct MergedBlocks {
  private var settled: [[UInt8]] = []
  private var contested: [[UInt8]] = []
  private let descriptor: [UInt8]
  private let others: [[UInt8]]
  private let closing: [UInt8]

  /// All but the records, of which what either side added stays, and what either took out goes.
  init(_ base: TextBlocks, _ ours: TextBlocks, _ theirs: TextBlocks) {
    descriptor = RecordMerge.comments(base.descriptor, ours.descriptor, theirs.descriptor)
    closing = RecordMerge.comments(base.closing, ours.closing, theirs.closing)
    let (old, there) = (Set(base.others), Set(theirs.others))
    let here = Set(ours.others)
    others =
      ours.others.filter { there.contains($0) || !old.contains($0) }
      + theirs.others.filter { !old.contains($0) && !here.contains($0) }
  }

  /// All but the records of a file.
  init(_ blocks: TextBlocks) { self.init(blocks, blocks, blocks) }

  mutating func add(_ block: [UInt8], isContested: Bool) {
    if isContested { contested.append(block) } else { settled.append(block) }
  }

  /// The file's bytes; `nil` where nothing but its title is left.
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
