extension SortColumn {
  /// The ranks of `values` of an attribute.
  init(_ values: some Sequence<Value?>, of attribute: Attribute?) {
    var ranker = Ranker(choices: attribute?.type == .choice ? attribute?.choices ?? [] : [])
    for value in values { ranker.append(value, to: &self) }
  }

  /// The ranks of a chunk's `column`, which is of `attribute`.
  init(_ column: Column, count: Int, of attribute: Attribute) {
    guard case .text(let texts) = column else {
      self.init((0..<count).lazy.map { column[$0] }, of: attribute)
      return
    }
    // Read where they stand, without a string for each.
    self.init()
    reserveCapacity(count)
    var ranker = Ranker(choices: attribute.type == .choice ? attribute.choices : [])
    for row in 0..<count {
      if texts.nulls[row] {
        appendNothing()
      } else {
        ranker.append(texts.bytes, texts.range(of: row), to: &self)
      }
    }
  }

  /// Ranks values one after the other.
  private struct Ranker {
    let choices: [String]
    var writer = CollationWriter()
    /// The key that is being made, kept for its memory.
    var key: [UInt8] = []

    mutating func append(_ value: Value?, to column: inout SortColumn) {
      switch value {
      case nil: column.appendNothing()
      case .text(let text): append(text, to: &column)
      case .integer(let number): column.append(number)
      case .double(let number): column.append(number)
      case .decimal(let number): append(number, to: &column)
      case .boolean(let answer): column.append(Int64(answer ? 1 : 0))
      case .date(let date): column.append(Int64(date.days))
      case .datetime(let time): column.append(time.microseconds)
      case .data(let bytes): column.append(key: bytes)
      case .link(let key): column.append(Int64(bitPattern: key.rawValue))
      case .labeled(_, let value): append(value, to: &column)
      case .list(let elements): append(elements.map(\.unlabeled), to: &column)
      }
    }

    /// A choice by its place; what is none, after all of them.
    private mutating func append(_ text: String, to column: inout SortColumn) {
      let utf8 = Array(text.utf8)
      append(utf8, 0..<utf8.count, to: &column)
    }

    mutating func append(_ utf8: [UInt8], _ range: Range<Int>, to column: inout SortColumn) {
      if let rank = choices.firstIndex(where: { $0.utf8.elementsEqual(utf8[range]) }) {
        return column.append(rank: rank)
      }
      key.removeAll(keepingCapacity: true)
      writer.append(utf8, range, to: &key)
      if choices.isEmpty {
        column.append(key: key)
      } else {
        column.append(rank: choices.count, then: key)
      }
    }

    /// Several texts as one, with the least sign between; of other values the first decides.
    private mutating func append(_ elements: [Value], to column: inout SortColumn) {
      guard case .text? = elements.first else { return append(elements.first, to: &column) }
      var key: [UInt8] = []
      for case .text(let text) in elements {
        writer.append(text, to: &key)
        key += [0, 0]
      }
      column.append(key: key)
    }

    /// Bytes that sort as the amounts do: sign, number of whole digits, digits.
    private mutating func append(_ number: DecimalNumber, to column: inout SortColumn) {
      key.removeAll(keepingCapacity: true)
      key += [1, 0, 0, 0, 0]
      var (wholeCount, isSigned, hasPoint) = (0, false, false)
      for byte in number.description.utf8 {
        switch byte {
        case .minus: isSigned = true
        case UInt8(ascii: "."): hasPoint = true
        case UInt8(ascii: "0") where !hasPoint && wholeCount == 0: break
        default:
          if !hasPoint { wholeCount += 1 }
          key.append(byte)
        }
      }
      if hasPoint {
        while key.count > 5 + wholeCount, key.last == UInt8(ascii: "0") { key.removeLast() }
      }
      for place in 1...4 { key[place] = UInt8(truncatingIfNeeded: wholeCount >> (32 - place * 8)) }
      let isZero = key.count == 5
      key.append(0)
      if isSigned, !isZero {
        for place in key.indices.dropFirst() { key[place] = ~key[place] }
        key[0] = 0
      }
      column.append(key: key)
    }
  }
}
