public import CairnInterface

/// Decodes the bytes of a terminal into events.
///
/// It does not read the terminal or a clock: the caller passes bytes with their times, and gets
/// events. Rules:
///
/// 1. Any bytes are accepted, in any pieces. The pieces change the events only by their times.
/// 2. An unknown sequence is skipped as a whole, and so are bytes that are no characters in the
///    terminal's encoding: UTF-8, or the encoding of the locale.
/// 3. A bracketed paste is one event; none of its bytes is a key. If its end does not come, the
///    event `pasteStopped` tells that, and the rest is skipped up to the end, or up to Escape or
///    Ctrl-C alone.
/// 4. `ESC` can be the Escape key or the start of a sequence, and only time decides. Until then
///    there is a `deadline`, after which `expire` decides.
/// 5. The number of stored bytes is limited, except in a paste.
/// 6. At the start of a sequence, the keys of the terminal's own entry come first, the longest
///    before others. An incomplete one waits like `ESC`. If the bytes turn out to be no such key,
///    they are decoded in order without these keys.
/// 7. `ESC` before a key's sequence is Alt, as from keyboards whose Alt sends `ESC`. Before any
///    other sequence it is the Escape key.
///
///     ground ──ESC──▶ escape ──[──▶ control ──< M──▶ mouse
///       ▲  │            │ │ │          │ └────200~──▶ paste ──ESC[201~──▶ ground
///       │  └─UTF-8─▶ character        │ └──M──▶ old mouse (three bytes)
///       │               │ │ └──O──▶ single (one byte)
///       └───────────────┘ ├───P ] X ^ _──▶ string (up to BEL or ESC \)
///                         └───]1──▶ color (likewise, or up to a byte that no color has)
public struct InputDecoder {
  private enum State: Equatable {
    case ground
    case describedKey(DescribedKey)
    case character(CharacterCollector)
    case escape
    case control(ControlSequence)
    case linuxFunction
    case oldMouse([UInt8])
    case single
    case string(introducer: UInt8, isEmpty: Bool, sawEscape: Bool)
    case color(ColorReply)
    case paste
    case stoppedPaste
  }

  /// Bytes that begin with a key of the table, or are the beginning of one.
  private struct DescribedKey: Equatable {
    var bytes: [UInt8] = []
    var place = KeyTable.Place.start
    /// The longest key so far, and its number of bytes.
    var key: Key?
    var keyLength = 0
  }

  /// The silence after which a paste is stopped.
  static let pasteSilence = Duration.seconds(2)

  /// The silence after which an answer with a color never ends.
  static let replySilence = Duration.seconds(1)
  /// The least time for the rest of an answer after its `ESC`, if an answer is expected.
  private static let replyDelay = Duration.milliseconds(100)

  /// Whether the terminal was asked for its colors and has not answered.
  ///
  /// A slow connection may split the answer after its `ESC`, which is no Escape key then.
  var awaitsColors = false

  private let escapeDelay: Duration
  private let keys: KeyTable
  private let encoding: CharacterCollector.Encoding
  private var state = State.ground
  private var heldModifiers: Key.Modifiers = []
  /// Whether an `ESC` came before the one that began the present sequence.
  private var hasEscape = false
  private var paste = PasteCollector()
  private var clicks = ClickCounter()
  private var textColor: Color?
  private var events: [Event] = []
  private var now = Duration.zero

  /// The time to call `expire` unless more bytes come; `nil` while nothing is open.
  public private(set) var deadline: Duration?

  /// Creates a decoder of UTF-8.
  ///
  /// - Parameter escapeDelay: the maximum time between an `ESC` and the rest of its sequence.
  public init(escapeDelay: Duration = .milliseconds(25)) {
    self.init(escapeDelay: escapeDelay, keys: KeyTable())
  }

  /// Creates a decoder for a terminal with its own keys and characters.
  init(
    escapeDelay: Duration = .milliseconds(25), keys: KeyTable,
    encoding: CharacterCollector.Encoding = .utf8
  ) {
    (self.escapeDelay, self.keys, self.encoding) = (escapeDelay, keys, encoding)
  }

  /// Decodes more bytes, and returns the completed events.
  ///
  /// - Parameters:
  ///   - bytes: the bytes from the terminal.
  ///   - time: the time of the bytes, by any clock that only goes forward.
  /// - Returns: the events in their order.
  public mutating func decode(_ bytes: some Sequence<UInt8>, at time: Duration) -> [Event] {
    now = time
    for byte in bytes { take(byte) }
    switch state {
    case .ground: deadline = nil
    case .paste: deadline = time + Self.pasteSilence
    case .stoppedPaste: deadline = paste.isAtEscape ? time + escapeDelay : nil
    case .color: deadline = time + Self.replySilence
    default: deadline = time + (awaitsColors ? max(escapeDelay, Self.replyDelay) : escapeDelay)
    }
    return takeEvents()
  }

  /// Decides the meaning of unfinished bytes after the deadline.
  public mutating func expire() -> [Event] {
    while case .describedKey(let key) = state { settle(key) }
    pressHeldEscape()
    switch state {
    case .escape: press(.escape)
    case .control(let sequence) where sequence.isEmpty: pressAlt(UInt8(ascii: "["))
    case .single: pressAlt(UInt8(ascii: "O"))
    case .string(let introducer, true, false): pressAlt(introducer)
    case .paste: stopPaste()
    default: break
    }
    if state != .stoppedPaste || paste.isAtEscape { state = .ground }
    (heldModifiers, deadline) = ([], nil)
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
      if 0x41...0x45 ~= byte { pressSequence(Key(.function(Int(byte) - 0x40))) }
    case .oldMouse(let bytes): takeOldMouse(bytes + [byte])
    case .single: takeSingle(byte)
    case .string: takeString(byte)
    case .color(let reply): takeColor(reply, byte)
    case .paste: if paste.take(byte) { endPaste() }
    case .stoppedPaste: if paste.skip(byte) { state = .ground }
    }
  }
}

// MARK: - Keys of the terminal's own

extension InputDecoder {
  /// Decodes the first byte of a sequence.
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

  /// Decodes the longest key of the bytes, or the first byte without these keys; then the rest.
  private mutating func settle(_ described: DescribedKey) {
    state = .ground
    if let key = described.key {
      if described.bytes[0] == 0x1B { pressSequence(key) } else { events.append(.key(key)) }
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
    // The same in one byte, from old terminals; no character begins with it.
    case 0x9B where encoding == .utf8: state = .control(ControlSequence())
    case _ where byte >= 0x80 && CharacterCollector.isStart(byte, in: encoding):
      takeCharacter(CharacterCollector(encoding), byte)
    case 0x08, 0x7F: press(.backspace)
    case 0x09: press(.tab)
    case 0x0D: press(.enter)
    case 0x00: pressControl(" ")
    case 0x01...0x1A: pressControl(Unicode.Scalar(byte + 0x60))
    case 0x1C...0x1F: pressControl(Unicode.Scalar(byte + 0x40))
    default: heldModifiers = []
    }
  }

  private mutating func takeCharacter(_ bytes: CharacterCollector, _ byte: UInt8) {
    var longer = bytes
    let reading = longer.take(byte)
    state = reading == .more ? .character(longer) : .ground
    switch reading {
    case .more: break
    case .character(let scalar): press(.character(Character(scalar)))
    case .none: heldModifiers = []
    case .noneBeforeLast:
      heldModifiers = []
      start(byte)
    }
  }

  /// Adds the key of a sequence, with Alt after another `ESC`.
  private mutating func pressSequence(_ key: Key) {
    let alt: Key.Modifiers = hasEscape ? .alt : []
    hasEscape = false
    events.append(.key(Key(key.code, modifiers: key.modifiers.union(alt))))
  }

  /// Adds the Escape key that was no Alt.
  private mutating func pressHeldEscape() {
    if hasEscape { events.append(.key(Key(.escape))) }
    hasEscape = false
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
      pressHeldEscape()
      state = .string(introducer: byte, isEmpty: true, sawEscape: false)
    case 0x1B:
      restart()
      hasEscape = true
    default:
      pressHeldEscape()
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
      case UInt8(ascii: "M"):
        pressHeldEscape()
        return state = .oldMouse([])
      case UInt8(ascii: "I"), UInt8(ascii: "O"):
        pressHeldEscape()
        return events.append(.focus(sequence.final == UInt8(ascii: "I")))
      default: break
      }
    }
    if let key = sequence.key { return pressSequence(key) }
    pressHeldEscape()
    if sequence.final == UInt8(ascii: "~"), sequence.parameters == [200] {
      (state, paste) = (.paste, PasteCollector())
    } else if let mouse = sequence.mouseEvent {
      events.append(.mouse(clicks.count(mouse, at: now)))
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

  /// Decodes the byte after `ESC O`; the keypad of a VT100 sends its characters plus 64.
  private mutating func takeSingle(_ byte: UInt8) {
    state = .ground
    if let code = ControlSequence.code(for: byte) {
      pressSequence(Key(code))
    } else if byte == UInt8(ascii: "M") {
      pressSequence(Key(.enter))
    } else if 0x6A...0x79 ~= byte || byte == 0x58 {
      pressSequence(Key(.character(Character(Unicode.Scalar(byte == 0x58 ? 0x3D : byte - 0x40)))))
    } else {
      pressHeldEscape()
      if byte == 0x1B { restart() }
    }
  }

  /// Starts again with an `ESC` that interrupts a sequence.
  private mutating func restart() {
    pressHeldEscape()
    state = .ground
    start(0x1B)
  }

  private mutating func takeString(_ byte: UInt8) {
    guard case .string(let introducer, let isEmpty, let sawEscape) = state else { return }
    if introducer == UInt8(ascii: "]"), isEmpty, byte == UInt8(ascii: "1") {
      takeColor(ColorReply(), byte)
    } else if byte == 0x07 || (sawEscape && byte == UInt8(ascii: "\\")) {
      state = .ground
    } else {
      state = .string(introducer: introducer, isEmpty: false, sawEscape: byte == 0x1B)
    }
  }

  private mutating func takeColor(_ reply: ColorReply, _ byte: UInt8) {
    var longer = reply
    switch longer.take(byte) {
    case .more: state = .color(longer)
    case .end:
      state = .ground
      finish(longer)
    case .other:
      state = .string(introducer: UInt8(ascii: "]"), isEmpty: false, sawEscape: false)
    case .stopped(let keys):
      state = .ground
      for key in keys { take(key) }
    }
  }

  /// The answers come in the order of the questions: first the text, then the background.
  private mutating func finish(_ reply: ColorReply) {
    switch reply.part {
    case .text: textColor = reply.color
    case .background:
      awaitsColors = false
      guard let background = reply.color else { return }
      events.append(.colors(TerminalColors(text: textColor, background: background)))
    case nil: break
    }
  }

  private mutating func endPaste() {
    events.append(.paste(paste.text))
    (state, paste) = (.ground, PasteCollector())
  }

  /// Takes what came of a paste, and skips the rest.
  private mutating func stopPaste() {
    events += [.paste(paste.text), .pasteStopped]
    (state, paste) = (.stoppedPaste, PasteCollector())
  }
}
