// An order serves as an index of its first field: what lies between two bounds stands side by side.
extension SortOrder {
  /// The records that pass `test`, found by bisection.
  ///
  /// - Returns: `nil` where they need not stand side by side, and each has to be looked at.
  func run(of test: any RowTest, by plan: SortPlan) -> ArraySlice<RowPlace>? {
    guard let test = test as? ColumnTest, let reader = test.sideReader,
      plan.isPlainlyLed(by: test.column), let key = plan.keys.keys.first
    else { return nil }
    let table = plan.table
    func side(_ place: RowPlace) -> Int {
      let (chunk, row) = (table.chunks[Int(place.chunk)], Int(place.row))
      // Without a value they come last either way.
      guard let side = reader(chunk.columns[test.column], row) else { return 1 }
      return key.isDescending ? -side : side
    }
    let start = places.partitioningIndex { side($0) >= 0 }
    return places[start...].prefix(upTo: places.partitioningIndex { side($0) > 0 })
  }
}

extension ColumnTest {
  /// Tells on which side of the wanted interval the value of a row lies, `nil` for no value; none
  /// where the values that pass are no interval in the order of the column.
  var sideReader: ((Column, Int) -> Int?)? {
    guard tests.count == 1, !isNegated, !attribute.isList, attribute.type != .choice else {
      return nil
    }
    switch tests[0] {
    case .integer(let interval):
      return { column, row in
        guard case .integer(let numbers) = column, !numbers.nulls[row] else { return nil }
        return interval.side(of: numbers.values[row])
      }
    case .double(let interval):
      return { column, row in
        if case .double(let numbers) = column { numbers[row].map(interval.side) } else { nil }
      }
    case .decimal(let interval):
      return { column, row in
        guard case .decimal(let number)? = column[row] else { return nil }
        return interval.side(of: Amount(number: number))
      }
    case .order(let interval):
      return { column, row in
        guard case .text(let texts) = column else { return nil }
        return texts[row].map { interval.side(of: CollationKey($0)) }
      }
    default: return nil
    }
  }
}

extension SortPlan {
  /// Whether the records stand by the values of `column` first, each value by itself.
  func isPlainlyLed(by column: Int) -> Bool {
    guard let field = readers.first?.field, let key = keys.keys.first, key.localTime == nil,
      field.isLocal, field.aggregate == nil, case .attribute(_, column) = field.target
    else { return false }
    return true
  }
}
