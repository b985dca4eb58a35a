import CairnInterface
import CairnScreens
import TestSupport
import Testing

@Suite struct `Words that name keys` {
  private static let words: KeyWords = "\(key: .accept) takes it · \(key: .leave) leaves"

  /// A keymap in which some actions have other keys than usual.
  private func keymap(_ changed: [ActionName: [KeySequence]]) throws -> Keymap {
    var table = ActionTable.standard
    for (name, keys) in changed { try table.rebind(name, to: keys) }
    return try Keymap(table)
  }

  @Test func `name those of the table where nobody changed them`() {
    expectEqual(Self.words.usual, "Enter takes it · Esc leaves")
    expectEqual(Self.words.text(.standard, in: [.prompt]), Self.words.usual)
  }

  @Test func `name those that a person gave the actions`() throws {
    let keymap = try keymap([.accept: ["F12"], .leave: ["C-g", "Escape"]])
    expectEqual(Self.words.text(keymap, in: [.text, .prompt]), "F12 takes it · ^G leaves")
  }

  @Test func `leave out what no key does`() throws {
    expectEqual(Self.words.text(try keymap([.accept: []]), in: [.prompt]), "Esc leaves")
    expectEqual(Self.words.text(.standard, in: [.browsing]), "Esc leaves")
    let nothing = try keymap([.accept: [], .leave: []])
    expectTrue(Self.words.text(nothing, in: [.prompt]).isEmpty)
  }

  @Test func `name no letter where letters are text`() throws {
    let words: KeyWords = "\(key: .help) helps"
    expectEqual(words.text(.standard, in: [.list, .browsing]), "? helps")
    expectEqual(words.text(.standard, in: [.text, .prompt]), "F1 helps")
  }

  @Test func `name no key that an inner context takes for something else`() throws {
    let words: KeyWords = "\(key: .redo) redoes"
    expectEqual(words.text(.standard, in: [.browsing]), "^R redoes")
    expectTrue(words.text(.standard, in: [.form, .browsing]).isEmpty)
  }

  @Test func `are taken into others, part by part`() {
    let both: KeyWords = "type a part · \(Self.words) · \("a · b")"
    expectEqual(both.usual, "type a part · Enter takes it · Esc leaves · a · b")
    expectEqual(both.text(ActionTable([])), "type a part · a · b")
  }

  @Test(arguments: ["", " · ", "{x}", "a · "])
  func `are as they were written where they are a text`(text: String) {
    expectEqual(KeyWords(text).usual, text)
    expectEqual(KeyWords(text).isEmpty, text.isEmpty)
  }
}
