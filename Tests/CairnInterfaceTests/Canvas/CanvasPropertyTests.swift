import CairnInterface
import TestSupport
import Testing

/// Guards invariants 2 to 5 of `Canvas` against random texts and places.
@Suite struct `Whatever is drawn` {
  private static let size = Size(columns: 24, rows: 6)

  @Test(arguments: SeededGenerator.seeds(300))
  func `changes no cell outside its region`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var canvas = Canvas(Self.size)
    canvas.fill(with: "#", style: Style(foreground: .green))
    let before = canvas
    let region = Self.region(&generator)
    canvas.draw(in: region) { Self.scribble(on: &$0, &generator) }
    for position in Self.positions where !region.contains(position) {
      expectEqual(canvas[position], before[position])
    }
  }

  @Test(arguments: SeededGenerator.seeds(300))
  func `leaves rows that line up`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var canvas = Canvas(Self.size)
    for _ in 0..<8 {
      canvas.draw(in: Self.region(&generator)) { Self.scribble(on: &$0, &generator) }
    }
    var earlier = Canvas(Self.size)
    for _ in 0..<4 { Self.scribble(on: &earlier, &generator) }
    canvas.keep(Self.region(&generator), from: earlier)
    for row in 0..<Self.size.rows {
      let cells = Array(canvas.cells(inRow: row))
      expectEqual(cells.map(\.columns).reduce(0, +), Self.size.columns)
      for (cell, next) in zip(cells, cells.dropFirst() + [cells[0]]) {
        expectEqual((cell.columns == 2), next.isContinuation)
        expectEqual(GlyphWidth.columns(of: cell.text), cell.columns)
      }
      expectTrue(cells.allSatisfy { cell in cell.text.unicodeScalars.allSatisfy(Self.isHarmless) })
    }
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl
  }

  private static var positions: [Position] {
    (0..<size.rows).flatMap { row in (0..<size.columns).map { Position(column: $0, row: row) } }
  }

  private static func region(_ generator: inout SeededGenerator) -> Region {
    Region(
      column: generator.number(-4...26), row: generator.number(-2...7),
      columns: generator.number(0...26), rows: generator.number(0...7))
  }

  private static func scribble(on canvas: inout Canvas, _ generator: inout SeededGenerator) {
    for _ in 0..<4 {
      let place = Position(column: generator.number(-5...28), row: generator.number(-2...8))
      let limit = generator.number(0...3) == 0 ? generator.number(-1...9) : nil
      canvas.write(generator.text(atMost: 12), at: place, limit: limit)
    }
    canvas.fill(region(&generator), with: generator.text(atMost: 1))
    canvas.box(region(&generator), title: generator.text(atMost: 5), glyphs: .unicode)
  }
}
