import CairnInterface
import TestSupport
import Testing

@Suite struct `A key of another script` {
  @Test(arguments: [
    ("о", "j"), ("л", "k"), ("Ж", ":"), ("й", "q"), ("і", "s"), ("ξ", "j"), ("Κ", "K"), ("ח", "j"),
  ])
  func `means what its place does on a Latin keyboard`(typed: Character, latin: Character) {
    expectEqual(Key(.character(typed)).onLatinKeyboard, Key(.character(latin)))
    let alt = Key(.character(typed), modifiers: .alt)
    expectEqual(alt.onLatinKeyboard, Key(.character(latin), modifiers: .alt))
  }

  @Test func `is none that a Latin keyboard has`() {
    for value in UInt8(0x20)...0x7E {
      expectEqual(Key(.character(Character(Unicode.Scalar(value)))).onLatinKeyboard, nil)
    }
    expectEqual(Key(.character("é")).onLatinKeyboard, nil)
    expectEqual(Key(.enter).onLatinKeyboard, nil)
  }

  @Test(
    arguments: [
      ("д", ".", "/"), ("Д", ",", "?"), ("д", "?", nil), ("δ", ".", nil), ("ש", ".", "/"),
      ("ש", "/", "q"), ("ש", "'", "w"), ("d", ".", nil), ("d", "/", nil),
    ] as [(Character, Character, Character?)])
  func `changes the signs of its keyboard`(
    letter: Character, sign: Character, latin: Character?
  ) throws {
    let layout = try #require(KeyboardLayout(of: letter))
    expectEqual(
      Key(.character(sign)).signOnLatinKeyboard(from: layout), latin.map { Key(.character($0)) })
  }

  @Test func `is told by letters only`() {
    for character in "0.,/?;:'é日" { expectTrue(KeyboardLayout(of: character) == nil) }
    expectEqual(KeyboardLayout(of: "z"), .latin)
  }

  @Test(arguments: [
    ("S-Enter", "Enter"), ("C-Enter", "Enter"), ("C-M-Enter", "M-Enter"), ("S-Escape", "Escape"),
    ("C-i", "Tab"), ("C-m", "Enter"), ("C-BSpace", "BSpace"), ("M-Enter", nil), ("C-x", nil),
    ("Enter", nil), ("S-Up", nil),
  ])
  func `is the one of an older terminal if it has none of its own`(key: String, older: String?) {
    expectEqual(Key(key)?.onOlderTerminal, older.flatMap { Key($0) })
  }
}
