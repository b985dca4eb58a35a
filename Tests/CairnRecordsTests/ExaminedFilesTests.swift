import CairnFiles
import CairnInterface
import CairnNavigation
import CairnRecords
@testable import CairnScreens
import CairnStore
import TestSupport
import Testing

@Suite struct `The files of visible records` {
  private let kitchen: Kitchen
  private var log = EffectLog()

  /// A kitchen whose recipes have scans, of which the last one is lost.
  init() throws {
    kitchen = try Kitchen()
    try kitchen.changeModel(
      Kitchen.modelText.replacing("%attribute: Tags tags", with: "%attribute: Scan file")
        .replacing("%columns: Name", with: "%columns: Name Scan"))
    for number in 1...40 {
      let kept = try kitchen.store.keep([UInt8(number)], named: "\(number).pdf")
      try kitchen.add("Recipe", ["Name": .text("Soup \(number)"), "Scan": .text(kept.path)])
      if number == 40 { try kitchen.files.remove("/kitchen/\(kept.path)") }
    }
  }

  private func text(of screen: any Screen, _ columns: Int = 100) -> String {
    let size = Size(columns: columns, rows: 20)
    screen.layOut(in: size)
    var canvas = Canvas(size)
    screen.draw(on: &canvas, theme: .standard)
    return canvas.text
  }

  @Test mutating func `are examined on another thread, after a rest at new rows`() throws {
    let screen = ListScreen(try kitchen.list("recipes"))
    screen.layOut(in: Size(columns: 100, rows: 20))
    let first = screen.refresh(Surroundings())
    expectEqual(first.count, 1)
    log.carryOut(first)
    expectTrue(screen.pace == nil, "all visible rows are known")

    _ = screen.perform(.rowLast)
    expectTrue(text(of: screen).contains("40.pdf"))
    expectTrue(!text(of: screen).contains("missing"), "drawing reads no file")
    expectTrue(screen.pace != nil)
    log.carryOut(screen.refresh(Surroundings()))
    expectTrue(text(of: screen).contains("40.pdf (missing)"))
    expectTrue(screen.pace == nil)
  }

  @Test mutating func `are examined for a page, also in the side pane`() throws {
    let last = ObjectID(entity: "Recipe", key: RecordKey(rawValue: 40))
    let page = DetailScreen(try RecordDetailSource(last, client: kitchen.client))
    expectTrue(!text(of: page).contains("missing"))
    log.carryOut(page.refresh(Surroundings()))
    expectTrue(text(of: page).contains("40.pdf  missing"))
    expectTrue(page.pace == nil)

    let other = try Self()
    let screen = ListScreen(try other.kitchen.list("recipes?columns=Name"))
    screen.layOut(in: Size(columns: 100, rows: 20))
    log.carryOut(screen.refresh(Surroundings()))
    _ = screen.perform(.togglePreview)
    _ = screen.perform(.rowLast)
    expectTrue(!text(of: screen).contains("missing"))
    expectTrue(screen.pace != nil)
    log.carryOut(screen.refresh(Surroundings()))
    expectTrue(text(of: screen).contains("missing"))
  }

  @Test func `need no reading in a list without files`() throws {
    let screen = ListScreen(try kitchen.list("recipes?columns=Name"))
    screen.layOut(in: Size(columns: 100, rows: 20))
    expectEqual(screen.refresh(Surroundings()).count, 0)
    expectTrue(screen.pace == nil)
  }
}
