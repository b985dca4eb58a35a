internal import CairnInterface

/// A control sequence: the bytes after `ESC [` up to the final one (ECMA-48, section 5.4).
struct ControlSequence: Hashable {
  /// The first byte of a private sequence, between `<` and `?`.
  private(set) var marker: UInt8?
  /// The parameters, each without its parts after a colon; a missing one is 0.
  private(set) var parameters: [Int] = []
  /// The parts of the parameters after colons, by the parameter's index.
  private var parts: [Int: [Int]] = [:]
  /// The final byte, which decides the meaning.
  private(set) var final: UInt8 = 0
  /// Whether the sequence has bytes that no key sends.
  private(set) var isOdd = false

  /// Whether no byte has been read.
  private(set) var isEmpty = true

  // No key sends longer sequences; the limits keep hostile input small.
  private static let maximumParameters = 8
  private static let maximumNumber = 9_999_999
  /// The greatest number of modifiers: all eight bits, and one.
  private static let maximumModifiers = 256

  /// Reads a byte, and tells whether it was the final one.
  mutating func take(_ byte: UInt8) -> Bool {
    defer { isEmpty = false }
    switch byte {
    case 0x30...0x39: addDigit(Int(byte - 0x30))
    case 0x3A: addPart()
    case 0x3B: addParameter()
    case 0x3C...0x3F where isEmpty: marker = byte
    case 0x40...0x7E:
      final = byte
      return true
    default: isOdd = true
    }
    return false
  }

  /// Returns the parameter at an index, or `other` if it is absent or 0.
  func parameter(_ index: Int, or other: Int) -> Int {
    guard index < parameters.count, parameters[index] != 0 else { return other }
    return parameters[index]
  }

  private mutating func addDigit(_ digit: Int) {
    if parameters.isEmpty { parameters = [0] }
    let last = parameters.count - 1
    if let count = parts[last]?.count {
      let longer = (parts[last]?[count - 1] ?? 0) * 10 + digit
      parts[last]?[count - 1] = min(longer, Self.maximumNumber)
    } else {
      parameters[last] = min(parameters[last] * 10 + digit, Self.maximumNumber)
    }
  }

  /// Begins a part of the last parameter, as in `97:65;2:3u`.
  private mutating func addPart() {
    if parameters.isEmpty { parameters = [0] }
    let last = parameters.count - 1
    if parts[last, default: []].count < Self.maximumParameters {
      parts[last, default: []].append(0)
    } else {
      isOdd = true
    }
  }

  /// Returns a part of a parameter after its colons; 0 if it is absent.
  private func part(_ index: Int, ofParameter parameter: Int) -> Int {
    let all = parts[parameter] ?? []
    return index < all.count ? all[index] : 0
  }

  private mutating func addParameter() {
    if parameters.isEmpty { parameters = [0] }
    if parameters.count < Self.maximumParameters { parameters.append(0) } else { isOdd = true }
  }
}

/// The keys of control sequences, as in xterm and related terminals.
///
/// | sequence | terminals |
/// |---|---|
/// | `ESC [ 1 ; mod A`, `ESC [ 5 ; mod ~` | xterm, for keys without a character |
/// | `ESC [ 27 ; mod ; character ~` | xterm with `modifyOtherKeys` |
/// | `ESC [ character : shifted ; mod : kind u` | xterm with `formatOtherKeys`, and kitty's protocol |
extension ControlSequence {
  /// The key of the sequence; `nil` if no key sends it, or if it tells of a key's release.
  var key: Key? {
    guard marker == nil, !isOdd, !isRelease, parameter(1, or: 1) <= Self.maximumModifiers else {
      return nil
    }
    if final == UInt8(ascii: "u") { return characterKey(parameter(0, or: 0)) }
    let modifiers = Self.modifiers(parameter(1, or: 1))
    switch final {
    case UInt8(ascii: "~") where parameters.first == 27 && parameters.count >= 3:
      return characterKey(parameters[2])
    case UInt8(ascii: "~"):
      return Self.numbered[parameter(0, or: 0)].map { Key($0, modifiers: modifiers) }
    case UInt8(ascii: "Z"): return Key(.backtab)
    case UInt8(ascii: "R") where !mayBeThirdFunction: return nil
    default: return Self.lettered[final].map { Key($0, modifiers: modifiers) }
    }
  }

  /// Returns the key of a letter, as in `ESC [ A` and `ESC O A`.
  static func code(for letter: UInt8) -> Key.Code? { lettered[letter] }

  /// Whether a sequence that ends in `R` may be F3 with modifiers; others tell the cursor's place.
  private var mayBeThirdFunction: Bool {
    parameters.isEmpty
      || parameters.count == 2 && parameters[0] == 1 && 1...16 ~= parameters[1]
  }

  /// Whether the kind of the event is the release of a key; a press is 1, a repetition is 2.
  private var isRelease: Bool { part(0, ofParameter: 1) == 3 }

  /// The key for the number of a character, from terminals that distinguish all keys.
  private func characterKey(_ number: Int) -> Key? {
    let bits = parameter(1, or: 1) - 1
    var modifiers = Self.modifiers(bits + 1)
    if let code = Self.keypad[number] { return Key(code, modifiers: modifiers) }
    guard let scalar = Unicode.Scalar(UInt32(number)) else { return nil }
    switch scalar.value {
    case 9 where modifiers.contains(.shift):
      return Key(.backtab, modifiers: modifiers.subtracting(.shift))
    case 9: return Key(.tab, modifiers: modifiers)
    case 13: return Key(.enter, modifiers: modifiers)
    case 27: return Key(.escape, modifiers: modifiers)
    case 8, 127: return Key(.backspace, modifiers: modifiers)
    case 0..<32, 0x80..<0xA0, 0xE000...0xF8FF: return nil
    default: break
    }
    // Caps Lock is 64; Num Lock is 128 and changes no character.
    let hasCapitals = modifiers.contains(.shift) != (bits & 64 != 0)
    let shifted = Unicode.Scalar(UInt32(part(0, ofParameter: 0)))
    var text = String(Character(scalar))
    if modifiers.contains(.shift), let shifted, shifted.value >= 32 {
      text = String(Character(shifted))
    } else if hasCapitals, text.uppercased().count == 1 {
      text = text.uppercased()
    }
    // A terminal without these sequences sends the same for Ctrl with a capital letter.
    if modifiers.contains(.control) { text = text.lowercased() }
    modifiers.remove(.shift)
    return text.first.map { Key(.character($0), modifiers: modifiers) }
  }

  /// Returns the modifiers for xterm's number, from 2.
  static func modifiers(_ parameter: Int) -> Key.Modifiers {
    let bits = parameter - 1
    var modifiers: Key.Modifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    // Alt, and Meta in xterm and in kitty's protocol.
    if bits & (2 | 8 | 32) != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  /// The keys of the keypad and others without a character, by their numbers in kitty's protocol.
  private static let keypad: [Int: Key.Code] = {
    var codes: [Int: Key.Code] = [
      57_414: .enter, 57_417: .left, 57_418: .right, 57_419: .up, 57_420: .down, 57_421: .pageUp,
      57_422: .pageDown, 57_423: .home, 57_424: .end, 57_425: .insert, 57_426: .delete,
    ]
    for (index, character) in "0123456789./*-+".enumerated() {
      codes[57_399 + index] = .character(character)
    }
    (codes[57_415], codes[57_416]) = (.character("="), .character(","))
    for number in 13...35 { codes[57_363 + number] = .function(number) }
    return codes
  }()

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
    // The numbers have the gaps of the VT220's keyboard.
    let functions = [11...15, 17...21, 23...26, 28...29, 31...34].flatMap { Array($0) }
    for (index, number) in functions.enumerated() { codes[number] = .function(index + 1) }
    return codes
  }()
}

/// The sequences of the mouse.
extension ControlSequence {
  /// The event of `ESC [ < button ; column ; row M`; `nil` for any other sequence.
  var mouseEvent: MouseEvent? {
    guard marker == UInt8(ascii: "<"), !isOdd, parameters.count == 3 else { return nil }
    guard final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return nil }
    return Self.mouseEvent(
      code: parameters[0], column: parameters[1], row: parameters[2],
      isRelease: final == UInt8(ascii: "m"))
  }

  /// Returns the event of the older `ESC [ M` with three bytes; `nil` for an unknown one.
  static func mouseEvent(old bytes: [UInt8]) -> MouseEvent? {
    let numbers = bytes.map { Int($0) - 32 }
    guard numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    return mouseEvent(
      code: numbers[0], column: numbers[1], row: numbers[2], isRelease: numbers[0] & 67 == 3)
  }

  private static func mouseEvent(
    code: Int, column: Int, row: Int, isRelease: Bool
  ) -> MouseEvent? {
    let (isMotion, isWheel, isExtra) = (code & 32 != 0, code & 64 != 0, code >= 128)
    guard !isMotion, !isExtra else { return nil }
    var event = MouseEvent(
      kind: isRelease ? .release : .press,
      position: Position(column: max(0, column - 1), row: max(0, row - 1)),
      modifiers: modifiers(mouse: code))
    switch code & 3 {
    case 0 where isWheel: (event.kind, event.button) = (.wheelUp, .none)
    case 1 where isWheel: (event.kind, event.button) = (.wheelDown, .none)
    case _ where isWheel: return nil
    case 0: event.button = .left
    case 1: event.button = .middle
    case 2: event.button = .right
    default: event.button = .none
    }
    return event
  }

  private static func modifiers(mouse code: Int) -> Key.Modifiers {
    var modifiers: Key.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    return modifiers
  }
}

/// Counts clicks by the time and place of the presses.
struct ClickCounter {
  /// The longest time between the presses of a double click.
  static let interval = Duration.milliseconds(400)

  private var last: (press: MouseEvent, time: Duration)?

  /// Adds the number of clicks to an event.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - time: the time of the event, by any clock that only goes forward.
  /// - Returns: the event with its clicks.
  mutating func count(_ event: MouseEvent, at time: Duration) -> MouseEvent {
    var counted = event
    switch event.kind {
    case .press:
      if let last, last.press.button == event.button, last.press.position == event.position,
        time - last.time <= Self.interval
      {
        counted.clicks = last.press.clicks + 1
      }
      last = (counted, time)
    case .release:
      if let last, last.press.position == event.position { counted.clicks = last.press.clicks }
    case .wheelUp, .wheelDown:
      last = nil
    }
    return counted
  }
}
