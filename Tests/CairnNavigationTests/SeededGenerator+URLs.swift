import CairnNavigation
import TestSupport

extension SeededGenerator {
  /// Texts that would change a URL's shape if they weren't encoded.
  private static let delimiters = [
    "/", "//", "?", "#", "&", "=", "%", "%2F", "%zz", "+", " ", ".", "..", "./..", "~", "(", ")",
    "\\", ":", ";", ",", "cairn://", "!", "\"", "'", "*", "<", ">", "[", "]", "@",
  ]

  /// A text with delimiters of URLs among scripts, marks and controls; perhaps very long.
  mutating func hostileText() -> String {
    var text = ""
    for _ in 0..<number(0...5) {
      text += number(0...1) == 0 ? element(of: Self.delimiters) : self.text(atMost: 3)
    }
    return number(0...40) == 0 ? String(repeating: text, count: 20) : text
  }

  /// The same, but never empty.
  mutating func hostileName() -> String {
    let text = hostileText()
    return text.isEmpty ? "x" : text
  }

  /// Some element of an array that isn't empty.
  mutating func element<Element>(of elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }

  /// A URL of any shape.
  mutating func url() -> ScreenURL {
    ScreenURL(
      scheme: element(of: ["cairn", "tt", "x-cairn"]),
      (0..<number(0...5)).map { _ in hostileName() },
      query: (0..<number(0...4)).map { _ in
        QueryItem(hostileText(), number(0...3) == 0 ? nil : hostileText())
      },
      fragment: number(0...2) == 0 ? hostileText() : nil)
  }
}
