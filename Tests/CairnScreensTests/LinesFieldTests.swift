import CairnInterface
import CairnNavigation
import TestSupport
import Testing

@testable import CairnScreens

/// A form with a field of lines, each of which gets a bar behind its first word.
private final class ShoppingList: FormSource {
  let title = "Shopping"
  var fields = [
    FormField("Name"), FormField("Items", kind: .lines, value: "2 | eggs\n1 | leek"),
  ]
  var saved: [String: String] = [:]

  func arranged(_ text: String, in field: FormField) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard !line.contains("|"), let blank = line.firstIndex(of: " ") else { return String(line) }
      return "\(line[..<blank]) |\(line[blank...])"
    }.joined(separator: "\n")
  }

  func save(
    _ values: [String: String], completion: @escaping (FormOutcome) -> [Effect]
  ) -> [Effect] {
    saved = values
    return completion(.saved([]))
  }
}

@Suite struct `A field of lines` {
  private let source = ShoppingList()
  private let form: FormScreen

  init() {
    form = FormScreen(source)
    form.layOut(in: Size(columns: 60, rows: 20))
    _ = form.perform(.nextField)
  }

  private func press(_ actions: ActionName...) {
    for action in actions { _ = form.perform(action) }
  }

  private var text: String { form.editors[1].value }

  @Test func `arranges a line once it is left with Enter`() {
    _ = form.insert("")
    press(.areaNewline)
    _ = form.insert("3 onions")
    expectEqual(text, "2 | eggs\n1 | leek\n3 onions")
    press(.areaNewline)
    expectEqual(text, "2 | eggs\n1 | leek\n3 | onions\n")
    // In the middle of a line, Enter only parts it.
    press(.areaUp, .textEnd, .textCutToStart)
    _ = form.insert("4 pears")
    press(.textLeft, .areaNewline)
    expectTrue(text.contains("4 pear\ns"))
  }

  @Test func `makes a line of each that is pasted`() {
    press(.areaNewline)
    _ = form.paste("3 onions\n4 | pears\n")
    expectEqual(text, "2 | eggs\n1 | leek\n3 | onions\n4 | pears\n")
  }

  @Test func `takes a word that is pasted into a line as a part of it`() {
    _ = form.paste(" and greens here")
    expectEqual(text, "2 | eggs\n1 | leek and greens here")
  }

  @Test func `arranges what is left, by Tab or by saving`() {
    press(.areaNewline)
    _ = form.insert("3 onions")
    press(.nextField)
    expectTrue(text.hasSuffix("3 | onions"))
    press(.nextField, .textEnd, .areaNewline)
    _ = form.insert("4 pears")
    press(.save)
    expectEqual(source.saved["Items"]?.hasSuffix("3 | onions\n4 | pears"), true)
  }

  @Test func `moves lines, and the cursor with them`() {
    press(.lineUp)
    expectEqual(text, "1 | leek\n2 | eggs")
    _ = form.insert("s")
    expectEqual(text, "1 | leeks\n2 | eggs")
    press(.lineUp)
    expectEqual(text, "1 | leeks\n2 | eggs", "no line above the first")
    press(.lineDown, .lineDown)
    expectEqual(text, "2 | eggs\n1 | leeks")
    _ = form.perform(.save)
    expectEqual(source.saved["Items"], text)
  }
}
