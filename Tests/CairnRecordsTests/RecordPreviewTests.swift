import CairnInterface
import CairnNavigation
import CairnRecords
@testable import CairnScreens
import CairnStore
import TestSupport
import Testing

@Suite struct `The record beside a list` {
  private let kitchen: Kitchen
  private let screen: ListScreen

  init() throws {
    kitchen = try Kitchen()
    let lines = (1...40).map { "Step \($0)." }.joined(separator: "\n\n")
    try kitchen.add("Recipe", ["Name": .text("Bread"), "Notes": .text("Knead.\n\n" + lines)])
    try kitchen.add("Recipe", ["Name": .text("Soup"), "Notes": .text("Stir.")])
    screen = ListScreen(try kitchen.list("recipes?sort=Name"))
    screen.layOut(in: Size(columns: 100, rows: 20))
    _ = screen.refresh(Surroundings())
  }

  private func text(_ columns: Int = 100, _ rows: Int = 20) -> String {
    let size = Size(columns: columns, rows: rows)
    screen.layOut(in: size)
    var canvas = Canvas(size)
    screen.draw(on: &canvas, theme: .standard)
    return canvas.text
  }

  @Test func `comes and goes, and the list makes room`() {
    let before = text()
    expectTrue(!before.contains("Knead"))
    _ = screen.perform(.togglePreview)
    expectTrue(text().contains("Knead"))
    expectTrue(text().split(separator: "\n").allSatisfy { $0.count <= 100 })
    _ = screen.perform(.togglePreview)
    expectEqual(text(), before)
  }

  @Test func `follows the cursor and what changes`() throws {
    _ = screen.perform(.togglePreview)
    _ = screen.perform(.rowDown)
    expectTrue(text().contains("Stir."))
    let context = kitchen.store.newContext()
    let soup = try context.existingObject(
      with: ObjectID(entity: "Recipe", key: RecordKey(rawValue: 2)))
    soup["Notes"] = .text("Let it rest.")
    try context.save(title: "change")
    _ = screen.refresh(Surroundings())
    expectTrue(text().contains("Let it rest."))
    _ = screen.filter("nothing such")
    expectTrue(!text().contains("Let it rest."))
  }

  @Test func `turns by keys and the wheel, and keeps the list's cursor`() {
    _ = screen.perform(.togglePreview)
    expectTrue(!text().contains("Step 12."))
    for _ in 0..<6 { _ = screen.perform(.previewDown) }
    expectTrue(text().contains("Step 12."))
    expectEqual(screen.selectedID, "p1")
    for _ in 0..<6 { _ = screen.perform(.previewUp) }
    expectTrue(text().contains("Knead"))
    for _ in 0..<6 {
      _ = screen.mouse(MouseEvent(kind: .wheelDown, position: Position(column: 90, row: 5)))
    }
    expectTrue(text().contains("Step 12."))
  }

  @Test func `stays where it was read when others save`() throws {
    _ = screen.perform(.togglePreview)
    for _ in 0..<6 { _ = screen.perform(.previewDown) }
    try kitchen.add("Recipe", ["Name": .text("Tart")])
    _ = screen.refresh(Surroundings())
    expectTrue(text().contains("Step 12."))
  }

  @Test func `stays away once it was closed`() throws {
    _ = screen.perform(.togglePreview)
    var first = StateEncoder()
    screen.encodeState(to: &first)
    let kept = first.value
    _ = screen.perform(.togglePreview)
    var second = StateEncoder(continuing: kept)
    screen.encodeState(to: &second)
    let again = ListScreen(try kitchen.list("recipes?sort=Name"))
    again.layOut(in: Size(columns: 100, rows: 20))
    _ = again.refresh(Surroundings())
    again.decodeState(from: StateDecoder(second.value))
    expectTrue(!again.pane.isWanted)
  }

  @Test func `gets more room and less, within limits`() {
    _ = screen.perform(.togglePreview)
    let middle = screen.parts.pane?.columns ?? 0
    for _ in 0..<9 { _ = screen.perform(.growPreview) }
    expectEqual(screen.parts.pane?.columns, 75)
    for _ in 0..<9 { _ = screen.perform(.shrinkPreview) }
    expectEqual(screen.parts.pane?.columns, 25)
    expectTrue((26..<75).contains(middle))
  }

  @Test func `lies below the list where lines are read aloud as one`() {
    _ = screen.perform(.togglePreview)
    _ = screen.refresh(Surroundings(isSpoken: true))
    let lines = text(100, 20).split(separator: "\n")
    expectEqual(screen.parts.pane?.columns, 100)
    expectTrue(lines.contains { $0.contains("Knead") })
    expectTrue(!lines.contains { $0.contains("Knead") && $0.contains("Bread") })
    _ = screen.refresh(Surroundings())
    expectEqual(screen.parts.pane?.row, 0)
  }

  @Test(arguments: [(59, 20), (40, 16), (40, 10), (60, 6), (200, 60)])
  func `lies where there is room`(columns: Int, rows: Int) {
    _ = screen.perform(.togglePreview)
    let lines = text(columns, rows).split(separator: "\n", omittingEmptySubsequences: false)
    expectTrue(lines.contains { $0.contains("Bread") })
    let preview = screen.parts.pane
    expectEqual((preview != nil), (columns >= 60 || rows >= 16))
    expectEqual(preview.map { $0.row == 0 } ?? true, (columns >= 60 || preview == nil))
  }

  @Test func `comes back with the screen`() throws {
    _ = screen.perform(.togglePreview)
    _ = screen.perform(.growPreview)
    _ = screen.perform(.rowDown)
    let drawn = text()
    var encoder = StateEncoder()
    screen.encodeState(to: &encoder)
    let again = ListScreen(try kitchen.list("recipes?sort=Name"))
    again.layOut(in: Size(columns: 100, rows: 20))
    _ = again.refresh(Surroundings())
    again.decodeState(from: StateDecoder(encoder.value))
    var canvas = Canvas(Size(columns: 100, rows: 20))
    again.draw(on: &canvas, theme: .standard)
    expectEqual(canvas.text, drawn)
  }
}
