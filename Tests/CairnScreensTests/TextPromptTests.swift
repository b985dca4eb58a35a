import CairnInterface
import TestSupport
import Testing

@testable import CairnScreens

@Suite struct `A prompt for a text` {
  private func text(after steps: [String], of prompt: TextPrompt) -> String {
    for step in steps {
      if step.hasPrefix("text.") {
        _ = prompt.perform(ActionName(step))
      } else {
        _ = prompt.insert(step)
      }
    }
    var canvas = Canvas(Size(columns: 40, rows: 3))
    prompt.draw(on: &canvas, theme: .standard)
    return canvas.text.trimmingNewlines
  }

  @Test(arguments: [
    (["5"], "5"), (["5", "6"], "56"), (["\(ActionName.textEnd)", "5"], "35"),
    (["\(ActionName.textLeft)", "5"], "53"), (["\(ActionName.textDeleteLeft)", "7"], "7"),
    ([], "3"),
  ])
  func `takes what is typed first in place of one that is selected`(
    steps: [String], expected: String
  ) {
    let prompt = TextPrompt("Rating", text: "3", isSelected: true) { _ in [] }
    expectEqual(text(after: steps, of: prompt), expected)
  }

  @Test func `brings a selected text back that was typed over`() {
    let prompt = TextPrompt("Rating", text: "3", isSelected: true) { _ in [] }
    expectEqual(text(after: ["5", "6"], of: prompt), "56")
    _ = prompt.perform(.undoTyping)
    expectEqual(text(after: [], of: prompt), "3")
    _ = prompt.perform(.redoTyping)
    expectEqual(text(after: [], of: prompt), "56")
  }

  @Test func `adds to a text that isn't`() {
    expectEqual(text(after: ["5"], of: TextPrompt("Rating", text: "3") { _ in [] }), "35")
  }
}

extension String {
  fileprivate var trimmingNewlines: String { filter { !$0.isNewline && $0 != " " } }
}
