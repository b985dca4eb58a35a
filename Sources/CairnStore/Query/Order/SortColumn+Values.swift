extension SortColumn {
  /// The ranks of `values` of an attribute.
  init(_ values: some Sequence<Value?>, of attribute: Attribute?) {
    var ranker = Ranker(choices: attribute?.type == .choice ? attribute?.choices ?? [] : [])
    for value in values { ranker.append(value, to: &self) }
  }

  /// Ranks values one after the other.
  private struct Ranker {
    let choices: [String]
    var writer = CollationWriter()

    mutating func append(_ value: Value?, to column: inout SortColumn) {
      switch value {
      case nil: column.appendNothing()
      case .text(let text): append(text, to: &column)
      case .integer(let number): column.append(number)
      case .double(let number): column.append(number)
      case .decimal(let number): column.append(key: Self.key(of: number))
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
      if let rank = choices.firstIndex(of: text) { return column.append(rank: rank) }
      var key: [UInt8] = []
      writer.append(text, to: &key)
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
    private static func key(of number: DecimalNumber) -> [UInt8] {
      let isSigned = number.description.hasPrefix("-")
      let parts = number.description.drop { $0 == "-" }.split(separator: ".")
      let whole = Array(parts[0].utf8.drop { $0 == 0x30 })
      var fraction = parts.count > 1 ? Array(parts[1].utf8) : []
      while fraction.last == 0x30 { fraction.removeLast() }
      let amount = bigEndian(whole.count) + whole + fraction + [0]
      let isNegative = isSigned && !(whole.isEmpty && fraction.isEmpty)
      return isNegative ? [0] + amount.map { ~$0 } : [1] + amount
    }

    private static func bigEndian(_ count: Int) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    }
  }
}
