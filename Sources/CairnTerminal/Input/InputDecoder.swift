public import CairnInterface

/// Turns the bytes that a terminal sends into events.
///
/// It reads nothing and knows no clock: bytes come in with the time at which they came, events go
/// out. What holds:
///
/// 1. Any bytes are taken, in any pieces; pieces never change the events, except by time.
/// 2. A sequence that means nothing here is swallowed whole, and so are bytes that are no UTF-8.
/// 3. What is pasted in brackets is one event, whatever is in it; nothing in it is a key.
/// 4. `ESC` may be the Escape key or the beginning of something longer, and only time can tell:
///    while that is open there is a `deadline`, after which `expire` decides.
/// 5. What it holds back is bounded, a paste excepted, which takes what is pasted.
/// 6. Where something begins, the keys that the terminal's own entry describes go before all else:
///    the longest one that came is it, and what is only the beginning of one is open as `ESC` is.
///    Bytes that turn out to be none are taken as if there were no such keys, in their order.
///
///     ground ──ESC──▶ escape ──[──▶ control ──< M──▶ mouse
///       ▲  │            │ │ │          │ └────200~──▶ paste ──ESC[201~──▶ ground
///       │  └─UTF-8─▶ character        │ └──M──▶ old mouse (three bytes)
///       │               │ │ └──O──▶ single (one byte)
///       └───────────────┘ └───P ] X ^ _──▶ string (up to BEL or ESC \)
public struct InputDecoder {
  private enum State: Equatable {
    case ground
    case describedKey(DescribedKey)
    case character([UInt8])
    case escape
    case control(ControlSequence)
    case linuxFunction
    case oldMouse([UInt8])
    case single
    case string(introducer: UInt8, isEmpty: Bool, sawEscape: Bool)
    case paste
  }

  /// Bytes that are the beginning of a key in the table, or more than that.
  private struct DescribedKey: Equatable {
    var bytes: [UInt8] = []
    var place = KeyTable.Place.start
    /// The longest key so far, and how many of the bytes are its own.
    var key: Key?
    var keyLength = 0
  }

  /// How long a paste may stay silent before what came is taken for the whole.
  static let pasteSilence = Duration.seconds(2)

  private let escapeDelay: Duration
  private let keys: KeyTable
  private var state = State.ground
  private var heldModifiers: Key.Modifiers = []
  private var paste = PasteCollector()
  private var clicks = ClickCounter()
  private var events: [Event] = []
  private var now = Duration.zero

  /// When `expire` is to be called unless more bytes come first; `nil` while nothing is open.
  public private(set) var deadline: Duration?

  /// A decoder that has seen nothing.
  ///
  /// - Parameter escapeDelay: how long after an `ESC` its continuation may come.
  public init(escapeDelay: Duration = .milliseconds(25)) {
    self.init(escapeDelay: escapeDelay, keys: KeyTable())
  }

  /// A decoder that has seen nothing, for a terminal with keys of its own.
  init(escapeDelay: Duration = .milliseconds(25), keys: KeyTable) {
    self.escapeDelay = escapeDelay
    self.keys = keys
  }

  /// Takes more bytes, and returns the events that they complete.
  ///
  /// - Parameters:
  ///   - bytes: what the terminal sent.
  ///   - time: when it came, on any clock that only goes forward.
  /// - Returns: the events in their order.
  public mutating func decode(_ bytes: some Sequence<UInt8>, at time: Duration) -> [Event] {
    now = time
    for byte in bytes { take(byte) }
    switch state {
    case .ground: deadline = nil
    case .paste: deadline = time + Self.pasteSilence
    default: deadline = time + escapeDelay
    }
    return takeEvents()
  }

  /// Decides what is open after the deadline has passed.
  public mutating func expire() -> [Event] {
    while case .describedKey(let key) = state { settle(key) }
    switch state {
    case .escape: press(.escape)
    case .control(let sequence) where sequence.isEmpty: pressAlt(UInt8(ascii: "["))
    case .single: pressAlt(UInt8(ascii: "O"))
    case .string(let introducer, true, false): pressAlt(introducer)
    case .paste: endPaste()
    default: break
    }
    (state, heldModifiers, deadline) = (.ground, [], nil)
    return takeEvents()
  }

  private mutating func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .ground: start(byte)
    case .describedKey(let key): takeDescribed(key, byte)
    case .character(let bytes): takeCharacter(bytes, byte)
    case .escape: takeEscape(byte)
    case .control(let sequence): takeControl(sequence, byte)
    case .linuxFunction:
      state = .ground
      if 0x41...0x45 ~= byte { press(.function(Int(byte) - 0x40)) }
    case .oldMouse(let bytes): takeOldMouse(bytes + [byte])
    case .single: takeSingle(byte)
    case .string: takeString(byte)
    case .paste: if paste.take(byte) { endPaste() }
    }
  }
}

// MARK: - Keys of the terminal's own

extension InputDecoder {
  /// Takes a byte with which something begins.
  private mutating func start(_ byte: UInt8) {
    if keys.place(after: .start, byte) == nil {
      begin(byte)
    } else {
      takeDescribed(DescribedKey(), byte)
    }
  }

  private mutating func takeDescribed(_ described: DescribedKey, _ byte: UInt8) {
    guard let place = keys.place(after: described.place, byte) else {
      settle(described)
      take(byte)
      return
    }
    var longer = described
    longer.bytes.append(byte)
    longer.place = place
    if let key = keys.key(at: place) { (longer.key, longer.keyLength) = (key, longer.bytes.count) }
    if keys.isEnd(place) { settle(longer) } else { state = .describedKey(longer) }
  }

  /// Takes the longest key of what came, or the first byte as what it is elsewhere; then the rest.
  private mutating func settle(_ described: DescribedKey) {
    state = .ground
    if let key = described.key {
      events.append(.key(key))
    } else {
      begin(described.bytes[0])
    }
    for byte in described.bytes.dropFirst(max(1, described.keyLength)) { take(byte) }
  }
}

// MARK: - Text and control characters

extension InputDecoder {
  private mutating func begin(_ byte: UInt8) {
    state = .ground
    switch byte {
    case 0x1B: state = .escape
    case 0x20...0x7E: press(.character(Character(Unicode.Scalar(byte))))
    case 0xC2...0xF4: state = .character([byte])
    case 0x08, 0x7F: press(.backspace)
    case 0x09: press(.tab)
    case 0x0D: press(.enter)
    case 0x00: pressControl(" ")
    case 0x01...0x1A: pressControl(Unicode.Scalar(byte + 0x60))
    case 0x1C...0x1F: pressControl(Unicode.Scalar(byte + 0x40))
    default: heldModifiers = []
    }
  }

  private mutating func takeCharacter(_ bytes: [UInt8], _ byte: UInt8) {
    guard 0x80...0xBF ~= byte else {
      heldModifiers = []
      state = .ground
      start(byte)
      return
    }
    let all = bytes + [byte]
    let length = bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : 4
    guard all.count == length else {
      state = .character(all)
      return
    }
    state = .ground
    let scalar = String(validating: all, as: UTF8.self)?.unicodeScalars.first
    if let scalar, scalar.value >= 0xA0 {
      press(.character(Character(scalar)))
    } else {
      heldModifiers = []
    }
  }

  private mutating func press(_ code: Key.Code, modifiers: Key.Modifiers = []) {
    events.append(.key(Key(code, modifiers: modifiers.union(heldModifiers))))
    heldModifiers = []
  }

  private mutating func pressControl(_ scalar: Unicode.Scalar) {
    press(.character(Character(scalar)), modifiers: .control)
  }

  private mutating func pressAlt(_ byte: UInt8) {
    press(.character(Character(Unicode.Scalar(byte))), modifiers: .alt)
  }
}

// MARK: - Escape sequences

extension InputDecoder {
  private mutating func takeEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["): state = .control(ControlSequence())
    case UInt8(ascii: "O"): state = .single
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "]"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string(introducer: byte, isEmpty: true, sawEscape: false)
    case 0x1B:
      press(.escape)
      restart()
    default:
      heldModifiers = .alt
      begin(byte)
    }
  }

  private mutating func takeControl(_ sequence: ControlSequence, _ byte: UInt8) {
    if byte == 0x1B {
      restart()
      return
    }
    if sequence.isEmpty, byte == UInt8(ascii: "[") {
      state = .linuxFunction
      return
    }
    var longer = sequence
    guard longer.take(byte) else {
      state = .control(longer)
      return
    }
    state = .ground
    finish(longer)
  }

  private mutating func finish(_ sequence: ControlSequence) {
    if sequence.marker == nil, sequence.parameters.isEmpty, !sequence.isOdd {
      switch sequence.final {
      case UInt8(ascii: "M"): return state = .oldMouse([])
      case UInt8(ascii: "I"): return events.append(.focus(true))
      case UInt8(ascii: "O"): return events.append(.focus(false))
      default: break
      }
    }
    if sequence.final == UInt8(ascii: "~"), sequence.parameters == [200] {
      (state, paste) = (.paste, PasteCollector())
    } else if let mouse = sequence.mouseEvent {
      events.append(.mouse(clicks.count(mouse, at: now)))
    } else if let key = sequence.key {
      events.append(.key(key))
    }
  }

  private mutating func takeOldMouse(_ bytes: [UInt8]) {
    guard bytes.count == 3 else {
      state = .oldMouse(bytes)
      return
    }
    state = .ground
    if let mouse = ControlSequence.mouseEvent(old: bytes) {
      events.append(.mouse(clicks.count(mouse, at: now)))
    }
  }

  /// Takes what follows `ESC O`; the keypad of a VT100 sends its characters moved up by 64.
  private mutating func takeSingle(_ byte: UInt8) {
    state = .ground
    if let code = ControlSequence.code(for: byte) {
      press(code)
    } else if byte == UInt8(ascii: "M") {
      press(.enter)
    } else if 0x6A...0x79 ~= byte || byte == 0x58 {
      press(.character(Character(Unicode.Scalar(byte == 0x58 ? 0x3D : byte - 0x40))))
    } else if byte == 0x1B {
      restart()
    }
  }

  /// Begins anew with an `ESC` that is no part of what is open.
  private mutating func restart() {
    state = .ground
    start(0x1B)
  }

  private mutating func takeString(_ byte: UInt8) {
    guard case .string(let introducer, _, let sawEscape) = state else { return }
    if byte == 0x07 || (sawEscape && byte == UInt8(ascii: "\\")) {
      state = .ground
    } else {
      state = .string(introducer: introducer, isEmpty: false, sawEscape: byte == 0x1B)
    }
  }

  private mutating func endPaste() {
    events.append(.paste(paste.text))
    (state, paste) = (.ground, PasteCollector())
  }
}
