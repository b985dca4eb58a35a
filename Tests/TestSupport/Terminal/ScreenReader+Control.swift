/// What control sequences do.
extension ScreenReader {
  private static let knownModes: Set<Int> = [
    1, 3, 4, 7, 12, 25, 1000, 1002, 1003, 1004, 1006, 1049, 2004,
  ]

  /// Follows what came after `ESC [`, its last byte included.
  mutating func followControl(_ sequence: String) {
    guard let final = sequence.last else { return }
    let body = sequence.dropLast()
    if body.first == "?" {
      followModes(body.dropFirst(), final)
      return
    }
    if followKeys(sequence) { return }
    let parameters = body.split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? 0 : Int($0) }
    guard !parameters.contains(nil) else {
      if sequence != "!p" { note("CSI \(sequence)") }
      return
    }
    let numbers = body.isEmpty ? [] : parameters.compactMap { $0 }
    let isKnown =
      move(final, numbers) || erase(final, numbers) || edit(final, numbers)
      || other(final, numbers)
    if !isKnown { note("CSI \(sequence)") }
  }

  private mutating func followModes(_ body: Substring, _ final: Character) {
    let numbers = body.split(separator: ";").compactMap { Int($0) }
    guard final == "h" || final == "l", Self.knownModes.isSuperset(of: numbers) else {
      note("CSI ?\(body)\(final)")
      return
    }
    for number in numbers {
      if number == 1049, modes.contains(1049) != (final == "h") { swapScreens(final == "h") }
      if final == "h" { modes.insert(number) } else { modes.remove(number) }
    }
  }

  /// Follows the sequences for more keys; false for all others.
  private mutating func followKeys(_ sequence: String) -> Bool {
    switch sequence {
    case ">4;0m": ownKeys.insert("modifyOtherKeys")
    case ">4m": ownKeys.remove("modifyOtherKeys")
    case ">0u": ownKeys.insert("stack")
    case "<u": ownKeys.remove("stack")
    default: return false
    }
    return true
  }

  private mutating func swapScreens(_ entersAlternate: Bool) {
    if entersAlternate { savedPlace = (grid.column, grid.row) }
    swap(&grid, &otherGrid)
    if entersAlternate {
      grid = ScreenGrid(columns: grid.columns, rows: grid.rows)
    } else {
      grid.place(column: savedPlace.column, row: savedPlace.row)
    }
  }

  private mutating func move(_ final: Character, _ numbers: [Int]) -> Bool {
    let count = max(1, numbers.first ?? 1)
    switch final {
    case "A": grid.place(column: grid.column, row: grid.row - count)
    case "B": grid.place(column: grid.column, row: grid.row + count)
    case "C": grid.place(column: grid.column + count, row: grid.row)
    case "D": grid.place(column: grid.column - count, row: grid.row)
    case "G": grid.place(column: count - 1, row: grid.row)
    case "d": grid.place(column: grid.column, row: count - 1)
    case "Z": grid.place(column: (grid.column - 1) / 8 * 8, row: grid.row)
    case "H":
      let column = numbers.count > 1 ? max(1, numbers[1]) : 1
      grid.place(column: column - 1, row: count - 1)
    default: return false
    }
    return true
  }

  private mutating func erase(_ final: Character, _ numbers: [Int]) -> Bool {
    switch (final, numbers.first ?? 0) {
    case ("J", 0):
      grid.erase(grid.column..<grid.columns, row: grid.row, pen: pen)
      grid.eraseRows(grid.row + 1..<max(grid.row + 1, grid.rows), pen: pen)
    case ("J", 2): grid.eraseRows(0..<grid.rows, pen: pen)
    case ("K", 0): grid.erase(grid.column..<grid.columns, row: grid.row, pen: pen)
    case ("K", 1): grid.erase(0..<grid.column + 1, row: grid.row, pen: pen)
    case ("X", let count):
      grid.erase(grid.column..<grid.column + max(1, count), row: grid.row, pen: pen)
    default: return false
    }
    return true
  }

  private mutating func edit(_ final: Character, _ numbers: [Int]) -> Bool {
    let count = max(1, numbers.first ?? 1)
    switch final {
    case "@": grid.insertBlanks(count, pen: pen)
    case "P": grid.deleteCells(count, pen: pen)
    case "L": grid.insertRows(count)
    case "M": grid.deleteRows(count)
    case "S": grid.scrollUp(count)
    case "T": grid.scrollDown(count)
    case "b":
      guard let last = lastWritten else { return false }
      for _ in 0..<count { grid.write(last.text, width: last.width, pen: pen) }
    default: return false
    }
    return true
  }

  private mutating func other(_ final: Character, _ numbers: [Int]) -> Bool {
    switch final {
    case "m": return pen.follow(numbers)
    case "r":
      let bottom = numbers.count > 1 ? numbers[1] : grid.rows
      grid.setRegion(top: max(1, numbers.first ?? 1) - 1, bottom: bottom - 1)
      grid.place(column: 0, row: 0)
      return true
    case "l": return numbers == [4]  // replaces rather than inserts, as it does here always
    case "t": return [22, 23].contains(numbers.first)  // keeps and restores the title
    default: return false
    }
  }
}
