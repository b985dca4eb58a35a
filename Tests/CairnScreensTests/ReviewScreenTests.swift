import CairnInterface
import CairnNavigation
import TestSupport
import Testing

@testable import CairnScreens

/// Fruits of which some are taken.
private final class Basket: ReviewSource {
  var fruits = ["apple", "pear", "plum"]
  var taken: Set<String> = []
  var selected: String?
  var explanation: Explanation?
  var isBusy: Bool { false }
  let title = "Basket"
  var facts: [DetailField] {
    [DetailField("Fruits", "\(fruits.count)"), DetailField("Taken", "\(taken.count)")]
  }
  lazy var choices: any ListSource = list("fruit") { [unowned self] in fruits }
  lazy var results: any ListSource = list("taken") { [unowned self] in taken.sorted() }

  private func list(_ name: String, _ elements: @escaping () -> [String]) -> any ListSource {
    ArrayListSource(
      name, columns: [.init(ListColumn(name, width: 6...12)) { $0 }], id: { $0 },
      open: { [.openText($0, .user)] }, elements: elements)
  }

  func refresh(_ surroundings: Surroundings) -> [Effect] { [] }
  func select(_ id: String?) { selected = id }

  func perform(_ action: ActionName, on id: String?) -> [Effect]? {
    guard action == .columnOmit, let id else { return nil }
    taken.formSymmetricDifference([id])
    return [.refresh]
  }
}

@Suite struct `A review` {
  private let basket = Basket()
  private let screen: ReviewScreen

  init() {
    screen = ReviewScreen(basket)
    screen.layOut(in: Size(columns: 30, rows: 14))
    _ = screen.refresh(Surroundings())
  }

  /// What is drawn, without blanks at the ends of lines.
  private func picture(rows: Int = 14) -> [String] {
    screen.layOut(in: Size(columns: 30, rows: rows))
    var canvas = Canvas(Size(columns: 30, rows: rows))
    screen.draw(on: &canvas, theme: .monochrome)
    return canvas.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func take(_ count: Int) {
    for _ in 0..<count {
      _ = screen.perform(.columnOmit)
      _ = screen.perform(.rowDown)
    }
    _ = screen.refresh(Surroundings())
  }

  @Test func `shows facts, choices and results under each other`() {
    take(2)
    expectEqual(
      picture(),
      [
        "   Fruits  3", "   Taken   2", "", "   FRUIT", "   apple", "   pear", "▌  plum", "",
        "   TAKEN", "   apple", "   pear", "", "", "",
      ])
  }

  @Test func `tells its source which choice has the cursor`() {
    expectEqual(basket.selected, "apple")
    _ = screen.perform(.rowLast)
    expectEqual(basket.selected, "plum")
  }

  @Test func `moves the keys from one list to the other`() {
    take(2)
    _ = screen.perform(.otherPane)
    expectTrue(picture()[6] == "   plum" && picture()[9] == "▌  apple")
    // What is decided is decided among the choices.
    expectTrue(screen.perform(.columnOmit) == nil)
    guard case .openText("apple", _)? = screen.perform(.open)?.first else {
      Issue.record("Enter opens the row of the list with the keys")
      return
    }
    _ = screen.perform(.otherPane)
    expectEqual(picture()[6], "▌  plum")
  }

  @Test func `shows only the list with the keys where room is short`() {
    take(1)
    expectEqual(
      picture(rows: 9),
      [
        "   Fruits  3", "   Taken   1", "", "   FRUIT", "   apple", "▌  pear", "   plum", "", "",
      ])
    _ = screen.perform(.otherPane)
    expectEqual(picture(rows: 9)[3...4], ["   TAKEN", "▌  apple"])
  }

  @Test(arguments: [1, 2, 5, 7, 40]) func `draws in any room`(rows: Int) {
    take(3)
    for _ in 0..<2 {
      expectEqual(picture(rows: rows).count, rows)
      _ = screen.perform(.otherPane)
    }
  }

  @Test func `filters each list by itself`() {
    take(3)
    _ = screen.perform(.filter)
    _ = screen.insert("pl")
    expectTrue(basket.choices.count == 2 && basket.results.count == 3)
    expectTrue(basket.selected == "apple" || basket.selected == "plum")
    expectEqual(screen.contexts.first, .filter)
    _ = screen.perform(.accept)
    expectEqual(screen.contexts.first, .review)
  }

  @Test func `comes back to the same rows in the same list`() {
    take(3)
    _ = screen.perform(.otherPane)
    _ = screen.perform(.rowLast)
    var encoder = StateEncoder()
    screen.encodeState(to: &encoder)
    let again = ReviewScreen(basket)
    again.layOut(in: Size(columns: 30, rows: 14))
    _ = again.refresh(Surroundings())
    again.decodeState(from: StateDecoder(encoder.value))
    expectTrue(again.isInResults && again.results.selectedID == "plum")
    expectEqual(again.choices.selectedID, screen.choices.selectedID)
  }

  @Test func `says why there is nothing to decide, and what helps`() {
    basket.explanation = Explanation(
      "No basket", reason: "it is gone", ways: [.init("r", "Look again", effects: [.refresh])])
    _ = screen.refresh(Surroundings())
    expectEqual(picture()[1], "  No basket")
    expectEqual(screen.contexts.first, .rows)
    expectEqual(screen.insert("r")?.count, 1)
    expectTrue(!screen.offers(.columnType))
    basket.explanation = nil
    _ = screen.refresh(Surroundings())
    expectEqual(picture()[0], "   Fruits  3")
  }

  @Test func `takes a click on a row of the other list`() {
    take(2)
    _ = picture()
    _ = screen.mouse(MouseEvent(kind: .press, position: Position(column: 4, row: 10)))
    expectTrue(screen.isInResults && screen.results.selectedID == "pear")
  }
}
