import CairnInterface
import Testing

@Suite struct `A key of another script` {
  @Test(arguments: [
    ("о", "j"), ("л", "k"), ("Ж", ":"), ("й", "q"), ("і", "s"), ("ξ", "j"), ("Κ", "K"), ("ח", "j"),
  ])
  func `means what its place does on a Latin keyboard`(typed: Character, latin: Character) {
    #expect(Key(.character(typed)).onLatinKeyboard == Key(.character(latin)))
    let alt = Key(.character(typed), modifiers: .alt)
    #expect(alt.onLatinKeyboard == Key(.character(latin), modifiers: .alt))
  }

  @Test func `is none that a Latin keyboard has`() {
    for value in UInt8(0x20)...0x7E {
      #expect(Key(.character(Character(Unicode.Scalar(value)))).onLatinKeyboard == nil)
    }
    #expect(Key(.character("é")).onLatinKeyboard == nil)
    #expect(Key(.enter).onLatinKeyboard == nil)
  }
}
