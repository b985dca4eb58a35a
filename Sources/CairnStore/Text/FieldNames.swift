/// The names of an entity's stored properties, laid out to find the one that a line starts with.
struct FieldNames {
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]
  private var heads: [Head] = []

  /// The first eight bytes of a name and its colon, to be compared at once.
  private struct Head {
    var word: UInt64 = 0
    /// The bits of the bytes that there are.
    var mask: UInt64 = 0
    /// How long the name is.
    let length: Int

    init(_ name: [UInt8]) {
      length = name.count
      for (place, byte) in (name + [.colon]).prefix(8).enumerated() {
        word |= UInt64(byte) << UInt64(8 * place)
        mask |= 0xFF << UInt64(8 * place)
      }
    }
  }

  /// What properties were called before, with their columns.
  private var formerNames: [(name: [UInt8], column: Int)] = []

  init(_ entity: Entity) {
    for (name, former) in entity.formerNames {
      guard let column = entity.storedIndex(of: name) else { continue }
      formerNames += former.map { (Array($0.utf8), column) }
    }
    for property in entity.storedProperties {
      bytes.append(contentsOf: property.name.utf8)
      ends.append(bytes.count)
      heads.append(Head(Array(property.name.utf8)))
    }
  }

  var count: Int { ends.count - 1 }

  /// Runs `body` with the bytes of the name at `column`.
  @inline(__always)
  func withName(_ column: Int, _ body: (Span<UInt8>) -> Void) {
    body(bytes.span.extracting(ends[column]..<ends[column + 1]))
  }

  /// The column of the name between `start` and `colon`, `nil` if the model has none.
  func column(of text: Span<UInt8>, from start: Int, to colon: Int) -> Int? {
    if let column = (0..<count).first(where: { matches($0, text, start, colon) }) { return column }
    for (name, column) in formerNames where text.extracting(start..<colon).bytes == name {
      return column
    }
    return nil
  }

  /// Where the colon stands if the line at `start` begins with the name of `column`.
  @inline(__always)
  func colon(ofLineAt start: Int, in text: Span<UInt8>, startingWith column: Int) -> Int? {
    guard column < count else { return nil }
    let head = heads[column]
    let colon = start + head.length
    if start + 8 <= text.count {
      guard text.word(at: start) & head.mask == head.word else { return nil }
      if head.length < 8 { return colon }
    }
    guard colon < text.count, text[colon] == .colon, matches(column, text, start, colon) else {
      return nil
    }
    return colon
  }

  @inline(__always)
  private func matches(_ column: Int, _ text: Span<UInt8>, _ start: Int, _ colon: Int) -> Bool {
    let name = ends[column]
    let length = ends[column + 1] - name
    guard colon - start == length else { return false }
    var index = 0
    while index < length {
      if bytes[name + index] != text[start + index] { return false }
      index += 1
    }
    return true
  }
}
