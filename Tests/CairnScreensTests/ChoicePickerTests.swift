import CairnInterface
import TestSupport
import Testing

@testable import CairnScreens

@Suite struct `A picker of a choice` {
  private final class Picked { var value: String? }
  private let picked = Picked()

  private func picker(
    _ choices: [String] = ["open", "in progress", "closed"], current: String? = nil,
    offersNothing: Bool = false
  ) -> ChoicePicker {
    ChoicePicker("Status", choices, current: current, offersNothing: offersNothing) {
      [picked] value in
      picked.value = value
      return []
    }
  }

  private func isPicked(_ value: String, by text: String, in picker: ChoicePicker) -> Bool {
    for letter in text { _ = picker.insert(String(letter)) }
    guard picked.value == nil else { return false }
    _ = picker.perform(.accept)
    return picked.value == value
  }

  @Test func `takes nothing before Enter, however much is typed`() {
    expectTrue(isPicked("closed", by: "closed", in: picker()))
  }

  @Test(arguments: [
    ("c", "closed"), ("PROG", "in progress"), ("o", "open"), ("s", "in progress"), ("", "open"),
  ])
  func `takes what begins so before what has it within`(typed: String, value: String) {
    expectTrue(isPicked(value, by: typed, in: picker()))
  }

  @Test func `stays on its row while the text cursor moves`() {
    let picker = picker(["closed", "cleared", "open"])
    _ = picker.insert("c")
    _ = picker.perform(.promptDown)
    _ = picker.perform(.textLeft)
    _ = picker.perform(.accept)
    expectEqual(picked.value, "cleared")
  }

  @Test func `takes pasted text, but a menu takes none`() {
    let picker = picker()
    _ = picker.paste("closed")
    _ = picker.perform(.accept)
    expectEqual(picked.value, "closed")
    let menu = Menu("Discard 3 changes?", [Menu.Item("d", "Discard them")]) { _ in [.back] }
    expectTrue(menu.paste("draft") == nil)
  }

  @Test func `begins on the value that there is, and comes back to it`() {
    let picker = picker(current: "closed")
    _ = picker.insert("o")
    _ = picker.perform(.textDeleteLeft)
    expectTrue(isPicked("closed", by: "", in: picker))
  }

  @Test func `offers no value where there may be none`() {
    expectTrue(isPicked("", by: "noth", in: picker(offersNothing: true)))
    picked.value = nil
    expectTrue(!isPicked("", by: "noth", in: picker()))
    expectEqual(picked.value, nil)
  }

  @Test func `stays where none has what was typed, and says so`() {
    let picker = picker()
    _ = picker.insert("x")
    expectEqual(picker.perform(.accept)?.isEmpty, true)
    picker.layOut(in: Size(columns: 34, rows: 5))
    var canvas = Canvas(Size(columns: 34, rows: 5))
    picker.draw(on: &canvas, theme: .standard)
    expectTrue(canvas.text.contains("no choice contains this"))
  }

  @Test func `takes the one that is clicked`() {
    let picker = picker()
    picker.layOut(in: Size(columns: 34, rows: 5))
    let event = MouseEvent(kind: .press, button: .left, position: Position(column: 4, row: 2))
    _ = picker.mouse(event)
    expectEqual(picked.value, "in progress")
  }
}
