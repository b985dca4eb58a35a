/// The names of an entity's fields, as they are looked for at the beginning of lines.
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
  /// - Returns: the name, and whether it is what stands on the line.
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
