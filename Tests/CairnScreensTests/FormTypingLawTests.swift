import CairnInterface
import CairnNavigation
import TestSupport
import Testing

@testable import CairnScreens

/// A form with a field of each kind.
private final class AllKinds: FormSource {
  let title = "All"
  let fields = [
    FormField("text", value: "Ada"), FormField("multiline", kind: .multiline, value: "a\nb"),
    FormField("lines", kind: .lines, value: "2 | eggs"),
    FormField("number", kind: .number, value: "12"),
    FormField("date", kind: .date, value: "2024-05-01"),
    FormField("choice", kind: .choice(["soup", "salad", "main dish"]), value: "soup"),
    FormField("boolean", kind: .boolean, value: "yes"), FormField("tags", kind: .tags, value: "a"),
    FormField("path", kind: .path, value: "/a"), FormField("content", kind: .content),
    FormField("link", kind: .link, value: "p1"),
    FormField("links", kind: .links(isOrdered: false), value: "p1\np2"),
  ]

  func arranged(_ text: String, in field: FormField) -> String { text }

  func save(
    _ values: [String: String], completion: @escaping (FormOutcome) -> [Effect]
  ) -> [Effect] { [] }
}

@Suite struct `What is typed or pasted into a form` {
  private static let texts = [
    "x", "s", "S", "7", " ", "é", "\t", "\u{7}", "\u{1B}[31mred", "soup\n", "  salad \n",
    "soup\nsalad", "2024-13-45\n", "1,5", "\n", "\n\n", "", "🧭", "a\u{301}", "  ", "y",
    "main dish", "nope", "\r\n", "x\r\ny", "\u{7}\u{7}",
  ]
  /// Such texts, and many that nobody thought of.
  private static let all =
    texts
    + SeededGenerator.seeds(300).map { seed in
      var generator = SeededGenerator(seed: seed)
      return generator.text(atMost: 4)
    }

  /// The characters that no editor leaves out: marks may join with the letter before them.
  private static func signs(of text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { !$0.properties.isWhitespace && !Character($0).isControl }
  }

  @Test(arguments: AllKinds().fields.map(\.name), [false, true])
  func `is in the field, or the form says why it is not`(name: String, isPasted: Bool) throws {
    for text in Self.all where isPasted || text.count == 1 && text.first?.isControl == false {
      let form = FormScreen(AllKinds())
      form.layOut(in: Size(columns: 80, rows: 40))
      let place = try #require(form.editors.firstIndex { $0.field.name == name })
      form.moveFocus(to: place)
      let before = form.editors[place].value
      let effects = (isPasted ? form.paste(text) : form.insert(text)) ?? []
      let after = form.editors[place].value
      let isTold = effects.contains {
        switch $0 {
        case .say, .present: true
        default: false
        }
      }
      let label = "\(text.debugDescription) in \(name)"
      if after == before {
        let isSame = text.lowercased().hasPrefix("s") && before == "soup" || text == "y"
        expectTrue(isTold || form.problem(at: place) != nil || isSame, label)
      } else if form.editors[place].takesText {
        // The field has every other character of the text.
        let (kept, now) = (Self.signs(of: text), Self.signs(of: after))
        expectEqual(now, Self.signs(of: before) + kept, label)
        // Line ends behind the last word are no part of it.
        let isJoined = text.reversed().drop(while: \.isNewline).contains(where: \.isNewline)
        if text.contains("\u{1B}") || isJoined, !isTold {
          expectTrue(form.editors[place].field.kind.isArea, label)
        }
      } else {
        expectTrue(form.editors[place].choices.contains(after), label)
      }
    }
  }
}
