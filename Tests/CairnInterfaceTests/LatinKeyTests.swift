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
}
