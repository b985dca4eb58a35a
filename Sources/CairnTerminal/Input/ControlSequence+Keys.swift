internal import CairnInterface

/// The keys that send control sequences, as xterm and its many relatives have them.
extension ControlSequence {
  /// The key that sent this; `nil` for a sequence that no key sends.
  var key: Key? {
    guard marker == nil, !isOdd else { return nil }
    if final == UInt8(ascii: "u") { return characterKey }
    let modifiers = Self.modifiers(parameter(1, or: 1))
    if final == UInt8(ascii: "~") {
      return Self.numbered[parameter(0, or: 0)].map { Key($0, modifiers: modifiers) }
    }
    if final == UInt8(ascii: "Z") { return Key(.backtab) }
    return Self.lettered[final].map { Key($0, modifiers: modifiers) }
  }

  /// The key of a letter, as `ESC [ A` and `ESC O A` have it.
  static func code(for letter: UInt8) -> Key.Code? { lettered[letter] }

  /// A key that is sent as the number of its character, by terminals that tell all keys apart.
  private var characterKey: Key? {
    guard let scalar = Unicode.Scalar(UInt32(parameter(0, or: 0))) else { return nil }
    let modifiers = Self.modifiers(parameter(1, or: 1))
    switch scalar.value {
    case 9: return Key(.tab, modifiers: modifiers)
    case 13: return Key(.enter, modifiers: modifiers)
    case 27: return Key(.escape, modifiers: modifiers)
    case 127: return Key(.backspace, modifiers: modifiers)
    case 0..<32, 0x80..<0xA0, 0xE000...0xF8FF: return nil
    default: return Key(.character(Character(scalar)), modifiers: modifiers.subtracting(.shift))
    }
  }

  /// What is held down by xterm's number for it, from 2.
  static func modifiers(_ parameter: Int) -> Key.Modifiers {
    let bits = parameter - 1
    var modifiers: Key.Modifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & 2 != 0 || bits & 8 != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  private static let lettered: [UInt8: Key.Code] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "F"): .end, UInt8(ascii: "H"): .home,
    UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
    UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
  ]

  private static let numbered: [Int: Key.Code] = {
    var codes: [Int: Key.Code] = [
      1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    ]
    // The VT220 left gaps where its keyboard had them.
    let functions = [11...15, 17...21, 23...26, 28...29, 31...34].flatMap { Array($0) }
    for (index, number) in functions.enumerated() { codes[number] = .function(index + 1) }
    return codes
  }()
}
